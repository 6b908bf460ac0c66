# Formats of radix 10 by brute force: whole domains, every argument against MPFR and rational numbers alone
# (tests/reference/rational.h). Of every function and in larger formats: tests/long/decimal.bats.
load synthetic
load ../reference/small-formats

@test "every function by turns, 12 a day, in all modes" {
  day=${DRAW:-$(date +%j)}
  functions | awk -v day="$((10#$day))" '(NR + day) % 5 == 0' >today
  [ "$(wc -l <today)" -ge 10 ]
  for modes in all directed nearest; do
    functions() { cat today; }
    each_function --format 10:2,-1,2 --bits 1 --modes $modes
  done
}

@test "one digit and three; subnormal results, overflow, and decimal ends of domains" {
  for function in exp log10 'pown(3)' sqrt; do
    whole $function --format 10:1,-3,3 --bits 1
    whole $function --in 10:3,-1,0 --out 10:2,-2,1 --modes nearest --domain=0.012:3.45
    whole $function --in 10:2,-3,3 --out 10:3,0,1 --modes directed --domain=-0x1.8p+3:12.1
  done
}

@test "from one radix to the other" {
  for function in id exp cbrt 'compound(2)' sinpi tgamma; do
    whole $function --in 10:2,-2,1 --out 7,-6,8
    whole $function --in 6,-5,6 --out 10:2,-3,3 --modes nearest
  done
}

# The exponents of 2^-4194304 and of numbers below it are found in different ways.
@test "results far below all formats" {
  whole exp2 --in 2,-30,30 --out 10:1,-4,4 --bits 1 --modes directed
}

# sin(5.89522e63) = 0.266233299999999971818467... by mpmath.
@test "the table of cases at large arguments" {
  run -0 tmd-search sin --format decimal32 --bits 20 --domain 5.8952e63:5.8953e63 -o sin.tmd --top 1
  [[ $output =~ 5\.89522e63\ +30\ +directed\ +2\.662333e-1\ +below\ +9\ 9\^8\ 71818467 ]]
}

# erf(220) is less than 1 by 2^-69827, which balls do not show.
@test "the asymptote 1 in either radix" {
  for out in 7,-10,8 10:2,-3,3; do
    whole erf --in 10:2,-1,2 --out $out --domain=100:inf
    whole erfc --in 10:2,-1,2 --out $out --domain=-inf:-100
  done
}

@test "every method finds the same cases" {
  for row in 'exp --format 10:4,-1,0 --bits 6' 'log2 --in 10:4,-1,0 --out 7,-6,6 --bits 5 --modes nearest' \
    'acos --format 10:4,-2,0 --bits 5 --modes directed'; do
    search one.tmd $row
    tmd-dump --records one.tmd | grep ^case | sort >one
    [ "$(wc -l <one)" -ge 50 ]
    for method in lefevre regular both exhaust farey; do
      search other.tmd $row --method $method
      tmd-dump --records other.tmd | grep ^case | sort | cmp - one
    done
  done
}

@test "streams: text and back, parts, stronger claims, gaps, lists, and what takes binary formats alone" {
  search exp.tmd exp --format 10:3,-4,4 --bits 2
  tmd-dump exp.tmd >exp.txt
  tmd-pack exp.txt | tmd-dump | cmp - exp.txt
  tmd-pack exp.txt | cmp - <(tmd-pack exp.txt | tmd-dump | tmd-pack)
  for option in "--modes nearest" "--bits 3 --domain=0.1:0.25"; do
    search part.tmd exp --format 10:3,-4,4 --bits 2 $option
    tmd-select $option exp.tmd | tmd-dump --records | cmp - <(tmd-dump --records part.tmd)
  done
  awk -F '\t' '/^@/ && $10 == -1 { skip = 1 } /^@/ && $10 != -1 { skip = 0 } !skip' exp.txt | tmd-pack >gap.tmd
  run -1 tmd-stat --plan exp.tmd.plan gap.tmd
  tmd-stat --plan exp.tmd.plan --gaps gap.tmd >gaps || true
  grep -q $'10:3,-4,4\tall\t2\t0\t0\t-1\t0\t100\t1000' gaps
  tmd-dump --to wc --top 1 exp.tmd | grep -q '^[1-9][.0-9]*\(e-*[0-9]*\)*'
  run -2 tmd-dump --to bin exp.tmd -o list --force
  [[ $output == "tmd-dump: arguments in 10:3,-4,4 have no layout in bytes" ]]
  run -2 tmd-dump --to llvm exp.tmd -o list --force
  [[ $output == "tmd-dump: exp: binary encodings of at most 64 bits are listed for LLVM" ]]
  for command in "tmd-generate exp --format decimal64" "tmd-table exp --format decimal64"; do
    run -2 $command
    [[ $output == *": format 'decimal64': only binary formats here" ]]
  done
}

@test "symmetries: images of roots by powers of ten, of odd functions by the sign, of exp10 and sinpi by x + 1" {
  images() { # TEXT FUNCTION PLAN-OPTION...
    tmd-plan "${@:2}" >plan
    grep -qF "$1" plan
    whole "${@:2}"
  }
  images scale:2:1 sqrt --format 10:3,-3,3
  images scale:3:1 cbrt --format 10:3,-3,3
  images scale:1:3 'pown(3)' --format 10:3,-3,3
  images odd sinh --format 10:3,-3,3
  images log10 log10 --format 10:3,-3,3
  images add:1 exp10 --format 10:3,-3,3
  images add:1 exp10 --in 6,-3,4 --out 10:2,-20,20 --bits 1
  images add:1 exp2 --in 10:3,-1,1 --out 7,-20,20 --bits 1
  images odd+alternate sinpi --format 10:4,-1,1 --domain=-20:20
  images even+alternate cospi --format 10:4,-1,1 --domain=-20:20
  images add:0 tanpi --format 10:5,-1,1 --domain=1:4
  without_plan() { # PLAN-OPTION...
    tmd-plan "$@" | tmd-taylor -j 1 | tmd-shift -j 1 | tmd-exhaust --all -j 1 | tmd-ziv -j 1 >line.tmd
    tmd-orbit -j 1 line.tmd >orbit.tmd
  }
  no_images() {
    without_plan "$@"
    cmp <(tmd-dump line.tmd) <(tmd-dump orbit.tmd)
  }
  without_plan exp10 --format 10:3,-3,3 --domain 1:2
  "$BUILD/tests/brute-force" --domain 1:4 <orbit.tmd
  no_images exp10 --format 10:3,-3,3 --domain 2:3 # steps begin at [1, 2), not at all of the decade
  no_images exp2 --format 10:3,-3,3 --domain 1:2
  no_images exp10 --in 10:3,-3,3 --out 8,-20,20 --domain 1:2
  no_images sqrt --in 10:3,-3,3 --out 9,-9,9 --domain 1:2
  no_images sqrt --in 9,-9,9 --out 10:3,-3,3 --domain 1:2
}

@test "expressions whose values are rational at decimal arguments" {
  for function in 'x/8' '1/(x-0.1)' 'sqrt(x-0.1)' 'x<0.3?x:x^2'; do
    whole "$function" --format 10:2,-1,1
    whole "$function" --in 10:2,-1,1 --out 6,-5,6
  done
}

# altered PROGRAM: what brute force finds in cbrt.txt, altered by a program of awk.
altered() {
  awk -F '\t' -v OFS='\t' "$1" cbrt.txt | tmd-pack >bad.tmd
  run -1 "$BUILD/tests/brute-force" <bad.tmd
}

@test "a stream with a case less, or more, elsewhere, in another decade or at another distance, is found wrong" {
  search cbrt.tmd cbrt --format 10:2,-1,1
  tmd-dump cbrt.tmd >cbrt.txt
  altered '/^case/ && !gone { gone = 1; next } { print }'
  [[ $output == *"a case, but no record"* ]]
  altered '/^@/ && ++n == 2 { skip = 1 } /^@/ && n == 3 { skip = 0 } !skip'
  [[ $output == *"not claimed"* ]]
  altered '/^@/ && $2 == "case" { $11++ } { print }'
  [[ $output == *"sign or exponent of f(x) is not the cell's"* ]]
  altered '/^case/ && !gone { gone = 1; $6 += 10; n = split($7, part, "p-"); $7 = part[1] "p-" part[2] + 10 } { print }'
  [[ $output == *"another hardness"* ]]
  altered '/^case/ && !gone { gone = 1; $5 = $5 == "number" ? "midpoint" : "number" } { print }'
  [[ $output == *"number or midpoint"* ]]
  altered '{ print } /^@/ && $8 == 0 && $10 == 0 && $2 == "case" { print "case\t-\t10\texact\tnumber\texact\t0\t0" }'
  [[ $output == *"a record, but exact by rule"* ]]
}
