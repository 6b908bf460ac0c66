load ../cli/synthetic
# Expressions wherever a function's name may stand: whole domains against brute force by MPFR
# (tests/reference/brute-force.c), errors with a caret, what stays undecided.

# One of four by the date.
mapfile -t expressions < <(printf '%s\n' 'exp(-x^2/2)' 'sin(x)/x' 'x*log(x)' 'log(1+exp(x))' | drawn 4)

# whole EXPRESSION PLAN-OPTION...: covered, and what brute force finds at every argument.
whole() {
  tmd-search "$@" --force -o s.tmd >table || return 1
  grep -q ', 0 undecided, 0 not confirmed' table
  "$BUILD/tests/brute-force" <s.tmd | tee found
  [[ ! $1 =~ $all_found ]] || grep -q ', 0 values not found' found
}
# Of log(1+exp(x)) far out nothing is found: softplus is compared there by named.bats.
all_found='^(exp.-x|sin.x./x|x.log|x<|x==|max.0|log2|.x<)'

@test "binary16, whole domain, modes all" { # bfloat16, too: tests/long/expressions.bats
  for expression in "${expressions[@]}"; do whole "$expression" --format binary16; done
}

@test "modes directed and nearest" {
  drawn 3 <<'END' >lines # a third by the date
exp(-x^2/2) binary16 directed
sin(x)/x binary16 nearest
x*log(x) bfloat16 directed
x*log(x) bfloat16 nearest
log(1+exp(x)) binary16 nearest
log(1+exp(x)) bfloat16 directed
END
  [ "$(wc -l <lines)" -eq 2 ]
  while read -r expression format modes; do whole "$expression" --format $format --modes $modes; done <lines
}

@test "other formats for x and f(x), thresholds, methods" {
  for expression in "${expressions[@]}"; do
    whole "$expression" --in 11,-14,8 --out bfloat16
    whole "$expression" --in 7,-40,30 --out 12,-20,20 --bits 2
    whole "$expression" --format 9,-8,8 --method regular --n 64
  done
  whole pi --format 4,-4,4
}

# planned SECONDS OPTION...: the file plan is made in so many, and 500 MB. searched: how many of its arguments are in no region.
searched() { awk "$awk_columns"'$at("region") == "-" { n += arguments() } END { print n + 0 }' plan; }
planned() { (ulimit -v 500000 && ulimit -t "$1" && tmd-plan "${@:2}" >plan); }

# records OPTION...: those of a search, and how many lines of its plan say method=divisors
records() {
  tmd-plan "$@" >records.plan
  tmd-search - --plan records.plan --force -o records.tmd >/dev/null
  tmd-dump --records records.tmd | grep '^case' | cut -f 2-8
}

@test "where x f(x) is nearly constant, divisors of integers are what single arguments are" {
  for expression in $(printf '%s\n' '1/sin(x)' '1/tanh(x)' '(1+x)/x' '3/x' | drawn 2); do # half of them by the date
    set -- "$expression" --in 13,-20,20 --out 11,-12,30 --bits 7 --domain=-0x1.8p-9:0x1.23p-7
    records "$@" | sort >others
    grep -q method=divisors records.plan && return 1
    records "$@" --method divisors | sort >divisors
    [ "$(grep -c method=divisors records.plan)" -ge 2 ]
    [ "$(wc -l <divisors)" -ge 100 ]
    cmp divisors others
  done
  whole '1/(1+x)' --format 5,-3,4 --method divisors # of some segments no integer is near
}

@test "a slope that is infinite at 0: the value there is judged, kept as undecided where nothing decides" {
  whole 'pi+sqrt(x)' --format binary16
  whole 'exp(1+sqrt(x))' --format binary16
  whole 'atan(cosh(sqrt(x)))' --in 6,0,0 --out 16,-1,2 --bits 3
  # e has hardness 4 in bfloat16
  whole 'exp(1+sqrt(x))' --in 5,-4,3 --out bfloat16 --bits 1
  tmd-dump --records s.tmd | grep -q '^region	0x0p+0	.*	zero	1	4	4$'
  # nothing shows that the root of (x + 3)^2 - 9 + x has a value at 0
  run -1 tmd-search 'sqrt(exp(2*log(x+3))-9+x)' --format 5,-4,4 --domain 0:1 -o s.tmd --force
  [[ $output == *" 4 undecided, 0 not confirmed"* ]]
  tmd-dump --records s.tmd | grep -q '^case	0x0p+0	-4	0	undecided'
}

@test "a root of a power is its base, or the absolute value of it: regions, not arguments one by one" {
  for expression in 'cbrt(x^3)' 'rootn(x^5,5)' 'sqrt(x^2)' '(x*x)^(1/2)' 'abs(x)'; do
    tmd-plan "$expression" --format binary64 --domain 1:2 >plan
    [ "$(sed 1d plan | cut -f 10-12)" = $'4503599627370496\t9007199254740992\tidentity' ]
  done
  whole 'rootn((x+1/3)^3,3)' --in 9,-8,8 --out 6,-9,8 --bits 3
}

@test "where an absolute value bends, no derivative is claimed" {
  whole 'abs(x-1/3)+1' --in 9,-8,8 --out 6,-9,8 --bits 3
  whole 'abs(x-1/3)+1' --format binary16
}

@test "ranges on which f is a linear function of x but for very little: regions throughout" {
  tmd-plan 'sqrt(1+x^2)' --format binary32 --domain 0x1p12:0x1p24 >plan
  [ "$(awk "$awk_columns"'$at("region") != "identity" { n += arguments() } END { print n + 0 }' plan)" -le 1000 ]
  whole 'sqrt(1+x^2)' --format binary16
}

@test "a plan of more than 10^7 cases says how many" {
  # every square is a number of 53 bits
  tmd-plan 'x^2' --in binary32 --out binary64 --domain 1:4 2>said >plan
  [ "$(wc -l <said)" -eq 1 ]
  [[ $(cat said) =~ ^tmd-plan:\ ([0-9.e+]+)\ cases\ of\ 44\ bits ]]
  awk -v cases="${BASH_REMATCH[1]}" 'BEGIN { exit !(cases >= 1.6e7 && cases <= 1.7e7) }'
  # every fourth sum is, or every second a midpoint too: a region
  tmd-plan 'x/4+3' --domain 1:2 2>said >plan
  [ ! -s said ]
  tmd-plan 'exp(x)/3' --domain 1:2 --bits 10 2>said >plan
  [ "$(wc -l <said)" -eq 1 ]
  [[ $(cat said) =~ ^tmd-plan:\ ([0-9.e+]+)\ cases\ of\ 10\ bits ]]
  awk -v cases="${BASH_REMATCH[1]}" 'BEGIN { exit !(cases >= 8e12 && cases <= 1e13) }'
  tmd-plan 'exp(x)/3' --domain 1:2 2>said >plan
  [ ! -s said ]
  # almost 1/2 + x/4: samples whose last bits are alike would all be cases
  tmd-plan '1/(1+exp(-x))' --format binary32 --domain 0x1p-20:1 2>said >plan
  [ ! -s said ]
}

@test "far out, where balls say nothing: planned by signs and sizes, in less than 500 MB" {
  # half of them by the date
  for expression in $(printf '%s\n' '1+erf(x)' '1-tanh(x)' 'log(cosh(x))' 'log(x+sqrt(x^2+1))' 'x/2*(1+erf(x/sqrt(2)))' \
    '0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x^3)))' | drawn 2); do
    planned 5 --format bfloat16 "$expression"
  done
  planned 5 --format 3,-60,60 --bits 4 'lgamma(exp(x^2))'
  planned 5 --domain=-0x1p1023:-0x1p1022 '1+erf(x)'
  grep -q $'\tunderflow\t' plan
}

@test "near 1 far out, where all bits are lost: planned in binary32 in seconds" {
  for expression in $(printf '%s\n' 'x/sqrt(1+x^2)' 'x^2/(x^2+3)' | drawn 2); do # one by the date
    planned 5 --format binary32 "$expression"
    whole "$expression" --format 9,-12,20
  done
}

@test "roots less what they come near: planned in binary32 in seconds" {
  # one of them by the date
  for expression in $(printf '%s\n' '(sqrt(x^2+4)+x)/2' 'x-sqrt(x^2-1)' 'cbrt(x+1)-cbrt(x)' | drawn 3); do
    planned 8 --format binary32 "$expression"
    whole "$expression" --format 9,-12,20
  done
}

@test "constants that are written with x are nowhere searched" {
  # half of them by the date
  for expression in $(printf '%s\n' 'x-x' 'x/x' 'x*(1/x)' 'exp(x)*exp(-x)' 'erf(x)+erfc(x)' | drawn 2); do
    planned 2 "$expression"
    [ "$(searched)" -le 2 ]
    [ "$expression" = 'erf(x)+erfc(x)' ] || whole "$expression" --format 9,-12,10 # brute force takes a minute there
  done
}

@test "far out, where no ball holds the parts: linear but for very little, planned in binary32 in seconds" {
  # half of them by the date
  for expression in $(printf '%s\n' 'x*tanh(exp(x))' 'x/(1+exp(-x))+0.5' '(x+abs(x))/2' 'log(1/(1+exp(-x)))' | drawn 2); do
    for domain in 0x1p20:0x1p24 -0x1p24:-0x1p20; do
      planned 5 --format binary32 --domain="$domain" "$expression"
      [ "$(searched)" -le 64 ]
    done
    whole "$expression" --format 6,-6,7
  done
}

@test "2^-bits from a number but for very little: decided by the side, also of single arguments" {
  (ulimit -t 5 && tmd-plan --format binary32 --domain 0x1p25:0x1p60 'x-tanh(x)' >plan)
  [ "$(searched)" -le 64 ]
  for modes in $(printf '%s\n' all nearest | drawn 2); do # one by the date
    for expression in 'exp(x)-x-1' 'x/(1+exp(-x))-0.5'; do
      whole "$expression" --format 6,-14,15 --bits 4 --modes $modes
    done
    # where brute force finds what is left, 2^-738: on [2^13, 2^14) all are cases of the first, none of the second
    whole 'x-1+exp(-x/16)' --format 11,0,15 --bits 2 --modes $modes
    whole 'x-1-exp(-x/16)' --format 11,0,15 --bits 2 --modes $modes
    whole '1-x-exp(-x/16)' --format 11,0,15 --bits 2 --modes $modes # below 0
    tmd-search 'x-tanh(x)' --format 8,-30,60 --modes $modes --domain 0x1p14:0x1p60 >table
    grep -q ', 0 undecided, ' table
  done
  # 1/2 + 1/8 of a unit: at the threshold in rounding to nearest
  tmd-plan 'x+5-exp(-x/16)' --format 11,0,15 --bits 2 --modes nearest --domain 0x1p13:0x1.8p13 | grep -q $'\tidentity\t'
}

@test "what may be 0 is in no region" {
  # at 1/16 alone it was, and at 0; one by the date
  for expression in $(printf '%s\n' 'acospi(cospi(x))-x' 'asin(sin(x))+x-2*x' 'tan(pi)' | drawn 3); do
    run -1 tmd-search "$expression" --format 4,-1,5 --bits 1 --force -o s.tmd
    "$BUILD/tests/brute-force" <s.tmd
  done
  # in rounding to nearest a number is not hard
  run -1 tmd-search 'asin(sin(x))-x' --in 6,0,0 --out 8,-1,2 --modes nearest --force -o s.tmd
  "$BUILD/tests/brute-force" <s.tmd
}

@test "far out, where tails of one order meet: planned in binary32 in seconds" {
  # one of them by the date
  for expression in $(printf '%s\n' 'erfc(x)*exp(x^2)' '1/(1+exp(-x))+x*exp(-x)/(1+exp(-x))^2' '1.5/tanh(1.5*x)-0.5/tanh(x/2)' |
    drawn 3); do
    for domain in 0x1p36:0x1p38 -0x1p38:-0x1p36; do
      planned 5 --format binary32 --domain="$domain" "$expression"
    done
    whole "$expression" --format 6,-6,7
  done
}

@test "where both evaluations of the reference lose the same bits, they do not count as found" {
  whole '1.5/tanh(1.5*x)-0.5/tanh(x/2)' --in 5,-60,0 --out 5,-126,127
}

@test "asinh beyond the squares of MPFR's range" {
  for expression in $(printf '%s\n' 'asinh(cosh(x)/x)' 'rsqrt(asinh(exp(x)))+1' | drawn 2); do # one by the date
    whole "$expression" --format 5,-1,60
  done
}

@test "what no precision decides is kept; one line names the part and the place, and counts" {
  run -0 --separate-stderr tmd-search 'sin(2*x)^2+cos(x+x)^2' --format bfloat16 --domain 1:2 --force -o s.tmd
  [ "$stderr" = "tmd-plan: 4096 bits do not decide the sign or exponent of sin(2*x)^2+cos(x+x)^2 at x = 0x1p+0, of e_in = 0,\
 nor at 127 more arguments: kept" ]
  [[ $output == *"1 hard throughout"* ]]
  [[ $output == *$'\nplan\t128\t128\t0' ]]
  run -1 --separate-stderr tmd-search 'x*log(sin(2*x)^2+cos(x+x)^2)' --format 4,-2,2 --domain 1:2 --force -o s.tmd
  [[ $stderr == "tmd-plan: 4096 bits do not decide the sign or exponent of sin(2*x)^2+cos(x+x)^2 at x = 0x1p+0, "*" 7 more "* ]]
  [ "${#stderr_lines[@]}" -eq 1 ]
  [[ $output == *" 8 undecided, "* ]]
  run -0 --separate-stderr tmd-plan 'sin(2*x)^2+cos(x+x)^2' --format bfloat16 --domain 2:2.01
  [[ $stderr == *" at x = 0x1p+1, of e_in = 1"* ]]
}

@test "numbers without an end that are not decided fill no memory" {
  (ulimit -v 500000 && ulimit -t 10 &&
    tmd-plan '2*exp(exp(x))-exp(exp(x)+log(2))' --format bfloat16 --modes nearest --domain 32:64 >plan 2>said)
  [ "$(awk "$awk_columns"'{ n += arguments() } END { print n }' plan)" -eq 128 ]
  [ "$(wc -l <said)" -eq 1 ]
}

@test "choices: jumps, comparisons met exactly, branches undefined elsewhere, tests of tests" {
  for expression in $(drawn 4 <<'END'
x<0?exp(x):log(x+1)
x<=1?x:x^2+0.5
x<1/3?sin(x):cos(x)
x==2?5:exp(x)
x<0?x/3:x>1?1/x:x^3
max(0,min(1,(x+3)/6))
log2(x)<=3?exp(x):1/x
(x<0?x+1:x-2)>=0?exp2(x):cbrt(x)
END
  ); do # a quarter of them by the date
    whole "$expression" --format 6,-6,7
  done
  # as many cells as it has, not one: nothing spans the jump
  whole '(x<1?2:3)*exp(x)' --format 9,-3,3 --n 16
  # nothing decides whether 1 < 1: its branches are both kept
  run -1 tmd-search 'sin(2*x)^2+cos(x+x)^2<1?exp(x):x/3' --format 4,-2,2 --domain 1:1.125 --force -o s.tmd
  tmd-dump --records s.tmd | grep -q undecided
}

@test "binary32, whole domain: at random arguments and at all cases" {
  tmd-search 'exp(-x^2/2)' --format binary32 --bits 18 -o s.tmd >table
  grep -q '4278190079	4278190079	0$' table
  "$BUILD/tests/brute-force" --every 65536 <s.tmd
}

@test "a few of tests/expressions.txt, against brute force" {
  { printf '# text\n\n1/(1+x)\nsqrt(x)\n' && sed -n '/^x\/(1-exp(-x))/p' "$root/tests/expressions.txt"; } >list
  LIST=list EVERY=2 "$BATS_TEST_DIRNAME/../run-expressions" "$PWD/run" binary16
  [ "$(cut -f 2,3 run/results.tsv)" = $'1/(1+x)\tequal\nx/(1-exp(-x))\tequal' ]
  LIST=list EVERY=2 "$BATS_TEST_DIRNAME/../run-expressions" "$PWD/run" binary16 # which have been run
  [ "$(wc -l <run/results.tsv)" -eq 2 ]
  echo '1/(' >list
  ! LIST=list "$BATS_TEST_DIRNAME/../run-expressions" "$PWD/run" binary16 || return 1
  grep -q $'^binary16\t1/(\tfailed\t' run/results.tsv
}

@test "streams and plans have the text without blanks" {
  tmd-search ' x * log( x ) ' --format 6,-6,7 --plan plan -o s.tmd | grep -q '^# x\*log(x), '
  [ "$(sed 1d plan | cut -f 1 | sort -u)" = 'x*log(x)' ]
  tmd-dump s.tmd | grep -q 'x\*log(x)'
  tmd-dump s.tmd | tmd-pack | cmp <(tmd-dump s.tmd) <(tmd-dump -)
  # a function of x alone is the function
  [ "$(tmd-plan 'exp( x )' --format 6,-6,7 | sed 1d | cut -f 1 | sort -u)" = exp ]
}

@test "another spelling is the same problem; functions with a definition have names" {
  for pair in 'x**2+1 x^2+1' 'pow(x,x) x^x' 'ln(x) log' '2^x exp2' 'gelu(x) gelu' 'logistic sigmoid' \
    '((x)+1.50)*(2) (x+1.5)*2'; do
    read -r a b <<<"$pair"
    [ "$(tmd-plan "$a" --format 6,-6,7 | sed 1d | cut -f 1 | sort -u)" = "$b" ]
    cmp <(tmd-plan "$a" --format 6,-6,7) <(tmd-plan "$b" --format 6,-6,7)
  done
  tmd-plan --list | grep -q $'^silu(x)\tx/(1+exp(-x))$'
  cmp <(tmd-plan 'x^x' --format half --domain 1:2) <(tmd-plan 'x^x' --format binary16 --domain 1:2)
}

@test "a search goes on where it was stopped" {
  tmd-search 'log(1+exp(x))' --format binary16 -o s.tmd >whole.table
  head -c $(($(stat -c %s s.tmd) / 2)) s.tmd >part.tmd
  tmd-search 'log( 1 + exp(x) )' --format binary16 -o part.tmd --resume >part.table
  cmp <(tmd-dump --records s.tmd) <(tmd-dump --records part.tmd)
}

@test "errors: a message, the expression, a caret" {
  run -2 tmd-search 'sin(x)/z' --format binary16
  [ "${#lines[@]}" -eq 3 ]
  [[ ${lines[0]} == "tmd-plan: column 8: "* ]]
  [ "${lines[1]}" = 'sin(x)/z' ]
  [ "${lines[2]}" = '       ^' ]
  run -2 tmd-plan -- '-(x'
  [ "${lines[2]}" = '   ^' ]
  # said MESSAGE TEXT CARET EXPRESSION
  said() {
    run -2 tmd-plan -- "$4"
    [ "$output" = "tmd-plan: $1"$'\n'"$2"$'\n'"$3" ] || { echo "$output" && return 1; }
  }
  said "column 3: a function without parentheses: did you mean sin(x)?" '1+sin x' '  ^' '1+sin x'
  said "column 1: unknown function 'sinn': did you mean sin, sinh, sinc? (tmd-plan --list prints them)" 'sinn(x)' '^' 'sinn(x)'
  said "column 2: expected an operator: did you mean 2*sin(...)?" '2sin(x)' ' ^' '2sin(x)'
  # nothing of a text goes to a terminal that is not printable
  said "column 4: expected a number, x, a function or '('" 'x?+?[1m2' '   ^' $'x\n+\e[1m2'
  run -2 tmd-plan 'sinn'
  [ "$output" = "tmd-plan: unknown function 'sinn': did you mean sin, sinh, sinc? (tmd-plan --list prints them)" ]
  run -2 tmd-plan 'rootn(x,0)+1'
  [ "${lines[2]}" = '^' ]
  # one word is the name of a function, and says so in one line
  run -2 tmd-plan nosuch
  [ "${#lines[@]}" -eq 1 ]
  run -2 tmd-plan '1/0' --format binary16
  [[ $output == *"no argument of the format"* ]]
}

@test "numbers: how long they may be; words that begin with a digit" {
  # said WHAT COLUMN EXPRESSION
  said() {
    run -2 tmd-search --format 6,-6,7 -- "$3"
    [ "${lines[0]}" = "tmd-plan: column $2: $1" ] || { echo "$output" && return 1; }
    [ "${#lines[@]}" -eq 3 ]
  }
  said "a number with an exponent beyond 20000" 3 'x*1e20001'
  said "a number with an exponent beyond 20000" 1 '0x1p-99999999999999999999*x'
  said "a number of more than 1000 digits" 1 "$(printf '1%.0s' {1..600})"'.'"$(printf '1%.0s' {1..401})"
  for text in 1e 0x .x 1.2.3 1e+; do said "not a number" 1 "$text"; done
  said "expected an operator: did you mean 2*x?" 2 2x
  said "expected an operator: did you mean 3*pi?" 2 '3pi'
  said "nested too deeply" 101 "$(printf '(%.0s' {1..101})x"
  said "expected a number, x, a function or '('" 1 '+x'
  run -2 tmd-search "$(printf -- 'x+%.0s' {1..5000})x"
  [ "${#lines[@]}" -eq 1 ]
  [[ $output == *"an expression of more than 1023 characters" ]]
}

@test "the value at 0: exact, none, too large or too small" {
  # EXPRESSION MODES LEAST GREATEST
  while read -r expression modes hardness; do
    tmd-plan "$expression" --format 6,-8,8 --modes "$modes" --domain 0:0x1p-13 | tmd-taylor >s.tmd
    [ "$(tmd-dump --records s.tmd | awk -F '\t' '$4 == "zero" { print $6, $7 }')" = "$hardness" ] ||
      { echo "$expression" && return 1; }
  done <<'END'
x+1000 all 0 0
(x+1)/1e10 all 0 0
x+0x3p-30 all 0 0
x+0x3p-14 all exact exact
x+0x3p-14 directed 0 0
x+0x3p-14 nearest exact exact
x+101 all exact exact
x+101 directed 0 0
x-101 nearest exact exact
x+100 directed exact exact
x+100 nearest 0 0
sin(x) all exact exact
sin(x) nearest 0 0
END
}

@test "a rational slope: of the arguments those of one class are hard" {
  drawn 2 <<'END' >lines # half of them by the date
7*sinh(x)/3|--bits 6
1+x/3|--bits 9 --modes directed
(sqrt(x^2+1)-1)/2+x|--bits 4 --modes directed
3*tan(x)|--bits 6 --modes nearest
END
  [ "$(wc -l <lines)" -eq 2 ]
  while IFS='|' read -r expression options; do
    whole "$expression" --format binary16 $options
    tmd-dump s.tmd | grep -q 'rational:'
  done <lines
}

@test "classes say what the same search one by one finds; what contradicts them is found" {
  tmd-plan '1+x/3' --format 10,-14,15 --bits 6 >plan
  awk "$awk_columns"'
    $at("region") == "rational" { $at("region") = "-"; $at("plan") = "method=points block=65536" }
    { print }' plan >points
  for s in plan points; do
    tmd-search - --plan $s -o $s.tmd >table
    tmd-dump --cases --expand --limit 1000 $s.tmd | grep -v '^#' | sort >$s.cases
  done
  [ "$(tmd-dump plan.tmd | grep -c 'rational:')" -ge 16 ]
  cmp plan.cases points.cases
  tmd-dump plan.tmd | tmd-pack --join | cmp - plan.tmd
  tmd-select plan.tmd points.tmd >both.tmd
  tmd-select --modes directed plan.tmd | "$BUILD/tests/brute-force"
  tmd-select --bits 8 plan.tmd | "$BUILD/tests/brute-force"
  # a case of a class that is missing, one too many, another class, an argument that is said to be hard
  tmd-dump points.tmd | awk -F '\t' '/^@/ { here = $10 == -3 } !(here && $3 == 516)' | tmd-pack >missing.tmd
  tmd-dump points.tmd | awk -F '\t' -v OFS='\t' '/^@/ { here = $10 == -3 } here && $3 == 516 { $3 = 517; $2 = "-" } 1' |
    tmd-pack >moved.tmd
  tmd-dump plan.tmd | sed 's/rational:12:0/rational:12:6/' | tmd-pack >other.tmd
  tmd-dump plan.tmd | sed 's/rational:12:0/rational/' | tmd-pack >all.tmd
  for s in missing moved other all; do
    for with in plan points; do
      run -1 tmd-select $s.tmd $with.tmd
      [[ $output == *"contradict each other"* ]]
      run -1 tmd-stat $s.tmd $with.tmd
    done
  done
}

@test "what cannot be told is kept as undecided, exit status 1" {
  # 16 arguments whose squares are numbers, or not, and nobody can prove it
  run -1 tmd-search 'exp(2*log(x))' --format 5,-4,4 --domain 1:2
  [[ $output == *" undecided, 0 not confirmed"* && $output != *", 0 undecided"* ]]
  # next to a number or a midpoint, as x^2 is
  for modes in all directed nearest; do
    run -1 tmd-search 'exp(2*log(x))' --in 5,-4,4 --out 4,-4,4 --modes $modes --domain 1:2 --force -o s.tmd
    [[ $output == *" undecided, 0 not confirmed"* && $output != *", 0 undecided"* ]]
    tmd-search 'x^2' --in 5,-4,4 --out 4,-4,4 --modes $modes --domain 0x1.1p0:2 --force -o exact.tmd >table
    tmd-dump --records s.tmd | awk -F '\t' '$5 == "undecided" { print $2, $6 }' >undecided
    tmd-dump --records exact.tmd | awk -F '\t' '$5 == "exact" { print $2, $6 }' | tee exact | comm -23 - undecided | wc -l |
      cmp - <(echo 0)
    [ -s exact ]
  done
  # but a region may say all there is to say
  run -0 tmd-search 'sin(x)^2+cos(x)^2' --format 5,-4,4 --domain 1:3
  run -0 tmd-search 'sinpi(x)' --format 5,-4,4 --domain 1:3
}

@test "exact cases of what is rational" {
  tmd-search 'x^2/4' --format 5,-8,8 --domain 1:2 --bits 3 | grep -q ' 3 cases, 4 exact, 0 undecided'
  tmd-search '(x^3-x)/x' --format 9,-8,8 -o a.tmd >table
  grep -q ', 0 undecided, 0 not confirmed' table
  tmd-search 'x^2-1' --format 9,-8,8 --domain -512:0 --domain 0x1p-16:512 -o b.tmd >table
  cmp <(tmd-dump --records a.tmd | grep ^case) <(tmd-dump --records b.tmd | grep ^case)
}

@test "a higher precision decides, at once or later what an earlier search has left" {
  tmd-plan 'log(1+exp(x))' --in binary16 --out bfloat16 --domain 2800:4200 |
    awk "$awk_columns"'
    $at("region") == "rational" { $at("region") = "-"; $at("plan") = "method=points block=65536" }
    { print }' >plan
  command=(tmd-search - --plan plan)
  run -1 "${command[@]}" -o old.tmd
  tmd-dump --records old.tmd | grep -q undecided
  "${command[@]}" --precision 8192 -o new.tmd >table
  grep -q ', 0 undecided, 0 not confirmed' table
  tmd-ziv old.tmd | tmd-dump --records - | cmp - <(tmd-dump --records old.tmd)
  tmd-ziv --precision 8192 old.tmd | tmd-dump --records - | cmp - <(tmd-dump --records new.tmd)
  run -2 "${command[@]}" --precision 255
}

@test "claims about random expressions on balls are true at points of the balls" {
  "$BUILD/tests/random-expansions" 1 400 >claims || { head -n 40 claims && false; }
  [[ $(tail -n 1 claims) =~ ^[0-9]{5,}' claims compared, '[0-9]{4,}' signs decided, '[0-9]{3,}' expansions, 0 wrong'$ ]]
  run -2 "$BUILD/tests/random-expansions" 1 0
  [[ $output == '0 claims compared, '* ]]
  run -2 "$BUILD/tests/random-expansions" 1
  [[ $output == 'usage: '* ]]
}
