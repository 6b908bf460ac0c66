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
  for function in exp cbrt 'compound(2)' sinpi tgamma; do
    whole $function --in 10:2,-2,1 --out 7,-6,8
    whole $function --in 6,-5,6 --out 10:2,-3,3 --modes nearest
  done
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
