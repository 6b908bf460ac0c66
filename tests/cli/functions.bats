# Functions, their parameters and domains: what is refused, in one line and at once; what tmd-taylor proves of it again.
load synthetic

# refused TEXT PLAN-OPTION...
refused() {
  local text=$1
  shift
  run -2 timeout 60 tmd-plan -o "$BATS_TEST_TMPDIR/plan" "$@"
  echo "$* said: $output"
  # one line; of an expression three, the last a caret
  [ "${#lines[@]}" -eq 1 ] || { [ "${#lines[@]}" -eq 3 ] && [[ ${lines[2]} =~ ^\ *\^$ ]]; }
  [[ ${lines[0]} = "tmd-plan: "*"$text"* ]]
}

@test "unknown functions and malformed parameters" {
  for name in nosuch EXP ''; do refused "unknown function '$name'" "$name"; done
  for name in 'rootn()' 'rootn(x)' 'rootn(1000000001)' 'rootn(99999999999999999999999)'; do
    refused "is not rootn(N)" "$name"
  done
  for name in 'rootn(03)' 'rootn(+3)' 'rootn(3' 'rootn(3)x' 'rootn(3.0)' 'rootn(-0)'; do refused "" "$name"; done
  refused "is not defined" 'rootn(0)'
  for text in 'pown(0): 1' 'compound(0): 1' 'rootn(1): x' 'pown(1): x' 'compound(1): 1 + x'; do
    refused "${text/:/: nothing to search, it is}" "${text%:*}"
  done
  refused "no function given"
  refused "one function at a time" exp log
  long=$(printf 'f%.0s' {1..2000})
  refused "function name too long" "$long"
}

@test "domains: not numbers, reversed, outside the function's" {
  for domain in nan:1 1:nan 2:1 1:1 inf:-inf 1 : 0x:1; do refused "" exp --domain "$domain"; done
  while read -r function domain; do refused "in that of $function" "$function" --domain "$domain"; done <<'END'
log -3:0
sqrt -2:-1
rsqrt 0:1e-400
acosh 0:0.99
acosh -5:-1
atanh 1:2
atanh -2:-0.9999999999999999999
asin 1.0000000001:2
log2p1 -2:-0.9999999999999999999
compound(-3) -2:-0.9999999999999999999
compound(3) -2:-1
rootn(4) -1:0
rootn(-4) 0:1e-400
rootn(-3) 0:1e-400
pown(-2) -1e-400:1e-400
tgamma -3:-2.9999999999999999999
lgamma -9007199254740992:-4503599627370496
tanpi 0.5:0.50000000000000001
END
}

@test "formats out of range" {
  for format in binary63 1,-3,3 114,-3,3 24,-126 24,1,3 24,-3,-1 24,-3,3,4 24,-2000000,3 ''; do
    refused "format '$format'" exp --format "$format"
  done
  refused "--bits" exp --bits 0
  refused "--max-cost" exp --max-cost 0
}

@test "too much is foreseen: binade by binade, in seconds" {
  for function in $(printf '%s\n' sin cos tan tanpi sinpi lgamma | drawn 2); do # half of these and of others by the date
    refused "$function takes too much, predicted from |x| = 2^3: " "$function"
    [[ $output = *" cells"*"; "*"beyond --max-cells, 1000000: give a smaller --domain, or a larger limit" ]]
  done
  for expression in 'sin(x)/x' 'sin(x^2)' 'sin(exp(x))'; do
    refused "$expression takes too much, predicted from |x| = 2^" "$expression"
  done
  refused "sin(2*x) takes too much" 'sin(2*x)' --domain=-inf:-1
  # nothing is foreseen where it does not go on so: another term, powers of two alone, the end of the domain, scattered cells
  drawn 2 <<'END' >cases
x^2/100+sin(x) --domain 1:inf
exp(x)/x --domain 1:inf
sin(x)/x --domain 1:256
sin(x)/x --format binary32 --max-cells 30000
END
  [ "$(wc -l <cases)" -eq 2 ]
  # shellcheck disable=SC2086
  while read -r case; do timeout 60 tmd-plan $case --summary; done <cases
  # nobody can tell its zeros: no use in thousands of bits
  timeout 60 tmd-plan 'tan(pi*x)' --format bfloat16 --domain 0x1p-8:0x1p126 --summary
  tmd-plan sin --domain 0:16 --summary
  tmd-plan sin --domain 0x1p1000:0x1.0000000000001p+1000 --max-cost 100 >/dev/null
}

@test "lists have every function, and members of families are searched like the others" {
  tmd-plan --list | grep -q '^rootn(N)'
  [ "$(tmd-plan --list | awk -F '\t' 'NF == 4 { n[$3]++ }
    END { print (n["odd"] > 10), (n["even"] == 2), (n["none"] > 10), n["scale:2:1"], n["odd+alternate"] }')" = '1 1 1 1 1' ]
  tmd-plan --list | grep -q $'^tanpi\t(-inf, inf) less odd multiples of 1/2\todd+add:0\t'
  tmd-search 'rootn(-3)' --format binary32 --domain 8:9 -o out.tmd >table
  grep -q '^# rootn(-3), 24,-126,127 to ' table
  tmd-search 'rootn(-3)' --format binary32 --domain 8:9 -o out.tmd --resume >/dev/null
  tmd-dump out.tmd | tmd-pack >again.tmd
  cmp <(tmd-dump out.tmd) <(tmd-dump again.tmd)
}

# The hardness of each of so many arguments is not to be had one by one: what a theorem says of them is a region.
# On [64, 256) units beyond 2^16 - 1 the slope of compound(5) leaves 5 by more than 2^-12 in the upper half alone.
@test "what tmd-plan makes a region tmd-taylor proves, also where its halves enclose less well" {
  tmd-plan 'compound(5)' --format binary32 --domain 65000:65536 | tmd-taylor >/dev/null
}

@test "multiples of 1/2 of sinpi, of 1/4 of tanpi, and what gamma is far below 0" {
  for case in 'sinpi 0x1p51:inf exact' 'cospi -0x1p900:-0x1p52 exact' 'tanpi 0x1p50:0x1p54 exact' 'tgamma -inf:-190 underflow'; do
    read -r function domain reason <<<"$case"
    tmd-search "$function" --domain="$domain" --plan plan --force -o out.tmd >table
    cut -f 12 plan | tail -n +2 | sort -u | diff - <(echo "$reason")
  done
}

@test "tmd-taylor trusts no plan: theorems, poles, domains, cells of 0 and of a block" {
  header=$(tmd-plan exp --domain 1:1.00001 | head -n 1)
  problem="53,-1022,1023 53,-1022,1023 all 44"
  each=-2147483648
  while read -r line; do
    printf '%s\n%s\n' "$header" "$(tr ' ' '\t' <<<"$line")" >plan
    echo "$line"
    run --separate-stderr tmd-taylor -o out.tmd plan
    [ "$status" -eq $([[ $line = 'rootn(0) '* ]] && echo 3 || echo 2) ] # no function at all
    [ ! -s out.tmd ]
  done <<END
sinpi $problem 0 0 50 $each 4503599627370496 4503599627370596 exact - 0 - 0
exp $problem 0 0 52 $each 4503599627370496 4503599627370596 exact - 0 - 0
tanpi $problem 0 0 49 $each 4503599627370496 4503599627370596 exact - 0 - 0
sinpi $problem 0 0 52 $each 4503599627370496 4503599627370596 underflow - 0 - 0
tgamma $problem 1 0 7 $each 4503599627370496 9007199254740992 underflow - 0 - 0
tgamma $problem 0 0 8 $each 4503599627370496 9007199254740992 underflow - 0 - 0
tgamma $problem 1 0 1 -1022 4503599627370496 4503599627370497 underflow - 0 - 0
acosh $problem 0 0 -1 -1022 4503599627370496 4503599627370596 - - 0 - 0
atanh $problem 0 0 0 0 4503599627370496 4503599627370497 - - 0 - 0
rootn(4) $problem 1 0 0 0 4503599627370496 4503599627370497 - - 0 - 0
rootn(-3) $problem 0 0 -1022 -1022 0 1 zero - 0 - 0
rootn(0) $problem 0 0 0 0 4503599627370496 4503599627370497 - - 0 - 0
log $problem 0 0 -1022 -1022 0 1 zero - 0 - 0
log $problem 1 0 3 -1022 4503599627370496 4503599627370596 underflow - 0 - 0
acos $problem 0 0 -1022 -30 0 1 zero - 0 - 0
exp $problem 0 0 0 2 4503599627370496 4503599627370596 - - 0 - 0
exp $problem 0 1 0 1 4503599627370496 4503599627370596 - - 0 - 0
exp $problem 0 0 0 1 4503599627370496 4503599627370596 constant - 0 - 0
END
}
