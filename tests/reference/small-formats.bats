# Small formats by brute force: whole domains, every argument against MPFR, or x87 extended precision where that is clear of all
# cases (tests/reference/brute-force.c); against MPFR alone: tests/long/formats.bats.

load ../cli/synthetic
load small-formats
export BRUTE=--extended

@test "the list names the functions" {
  [ "$(functions | wc -l)" -ge 52 ]
  for function in exp tgamma 'rootn(-3)' 'compound(12)'; do functions | grep -qxF "$function"; done
}

# A quarter of the functions by the date; every function, in both formats and all modes: tests/long/formats.bats.
@test "binary16, whole domain, modes all" { parts=4 each_function --format binary16; }

@test "binary16, modes nearest; bfloat16, modes directed" {
  # half of these by the date
  for function in $(printf '%s\n' exp log10 sin acos rsqrt tanpi 'compound(2)' | drawn 2); do
    whole $function --format binary16 --modes nearest
  done
  for function in $(printf '%s\n' exp2 log1p cos sinh tgamma asinpi exp2m1 'pown(-1)' | drawn 2); do
    whole $function --format bfloat16 --modes directed
  done
}

@test "from binary16 to bfloat16, and back" {
  day=${DRAW:-$(date +%j)} # half of these functions by the date
  functions=(exp expm1 asin cbrt log2 tan atan sinpi)
  for function in "${functions[@]:10#$day % 2 * 4:4}"; do
    whole $function --in binary16 --out bfloat16
    whole $function --in bfloat16 --out binary16
  done
  whole sin --in binary16 --out bfloat16 --modes directed
  whole lgamma --in binary16 --out bfloat16 --modes directed
  whole 'pown(3)' --in bfloat16 --out binary16 --modes directed
  whole sinh --in bfloat16 --out binary16 --modes nearest
}

@test "formats of one's own: short, long and without negative exponents" {
  # half of these by the date; of all functions: tests/long/formats.bats
  for function in $(printf '%s\n' exp10 log tanpi tgamma 'rootn(4)' | drawn 2); do
    whole $function --format 5,-6,7
    whole $function --format 2,-4,4 --bits 1
    whole $function --in 6,0,12 --out 13,-30,30
    whole $function --in 12,-9,3 --out 3,-2,2 --modes nearest
    whole $function --in 4,-60,60 --out 16,-20,20 --bits 3
  done
}

@test "symmetries by steps, where formats and domains end" {
  for modes in all directed nearest; do
    whole log2 --in 4,-60,60 --out 3,-20,20 --bits 1 --modes $modes # G has no more integers for one half of the binades
  done
  tmd-plan sinpi --format 20,-2,2 --domain=0.9:6.3 | grep -q alternate # in shorter formats each argument is taken by itself
  whole sinpi --format 20,-2,2 --domain=0.9:6.3
  for function in $(printf '%s\n' sqrt 'rootn(-2)' 'pown(5)' exp2 | drawn 2); do # half of them by the date
    whole $function --in 4,-60,60 --out 16,-20,20 --bits 3
    whole $function --format 5,-12,13 --modes nearest --domain=-13.7:41.3
  done
}

@test "thresholds: one bit, and more than any case has" {
  for bits in $(printf '%s\n' 1 2 30 | drawn 3); do # one by the date
    whole exp --format binary16 --bits $bits
    whole cos --format bfloat16 --bits $bits --modes directed
    whole log10 --format binary16 --bits $bits --modes nearest
  done
}

@test "next to 0: from a quarter of the least subnormal number on, which is 2^-11 here; half of it is a midpoint" {
  for modes in directed nearest; do
    for function in exp2 sin; do whole $function --format 6,-6,7 --modes $modes --bits 1; done
    search $modes.tmd exp2 --format 6,-6,7 --modes $modes --bits 1
    tmd-dump --records $modes.tmd | awk -F '\t' '$1 == "case" && n++ < 5 { print $2, $5, $6, substr($8, 1, 1) }' >$modes
  done
  # 2^-13 to 2^-12.25 lie next to 0, 2^-11.75 next to 2^-11
  printf '%s confirmed number %s\n' -0x1.ap+3 + -0x1.98p+3 + -0x1.9p+3 + -0x1.88p+3 + -0x1.78p+3 - | cmp - directed
  # 2^-12.75 to 2^-11.75 next to 2^-12
  printf '%s midpoint %s\n' '-0x1.98p+3 confirmed' - '-0x1.9p+3 confirmed' - '-0x1.88p+3 confirmed' - '-0x1.8p+3 exact' 0 \
    '-0x1.78p+3 confirmed' + | cmp - nearest
}

@test "divisors of integers, where x f(x) is nearly constant" {
  # those of 1/x: tests/long/formats.bats
  for modes in $(printf '%s\n' all directed nearest | drawn 3); do # one by the date
    whole tgamma --format 8,-30,31 --modes $modes --bits 5 --method divisors --domain=-0.01:0.01
  done
  whole tgamma --format 13,-30,31 --bits 12 --method divisors --domain=-0x1p-12:0x1p-12
  tmd-plan tgamma --format 13,-30,31 --bits 12 --method divisors --domain=-0x1p-12:0x1p-12 >"$BATS_TEST_TMPDIR/plan"
  [ "$(grep -c method=divisors "$BATS_TEST_TMPDIR/plan")" -ge 30 ]
}

@test "Boolean tests, forced on small domains" {
  for method in lefevre regular; do
    for n in $(printf '%s\n' 16 64 | drawn 2); do # one by the date
      whole exp --format binary16 --method $method --n $n
      whole acos --format 14,-14,3 --method $method --n $n --bits 9
      whole log1p --format binary16 --method $method --n $n --line tangent --modes nearest
    done
  done
}

# The comparison itself: a stream with a case taken away, put to another place or added, or with a gap, is found wrong.
@test "brute-force sees what is wrong" {
  search exp.tmd exp --format 7,-6,7
  "$BUILD/tests/brute-force" <exp.tmd
  tmd-dump exp.tmd >exp.txt
  grep -c '^case' exp.txt
  awk '/^case/ && !gone { gone = 1; next } { print }' exp.txt | tmd-pack >bad.tmd
  run -1 "$BUILD/tests/brute-force" <bad.tmd
  [[ $output == *"a case, but no record"* ]]
  awk '/^@/ && ++n == 5 { skip = 1 } /^@/ && n == 6 { skip = 0 } !skip' exp.txt | tmd-pack >bad.tmd
  run -1 "$BUILD/tests/brute-force" <bad.tmd
  [[ $output == *"not claimed"* ]]
  cat exp.tmd exp.tmd >bad.tmd
  run -1 "$BUILD/tests/brute-force" <bad.tmd
  [[ $output == *"claimed twice"* ]]
  search cbrt.tmd cbrt --format 7,-6,7
  tmd-dump cbrt.tmd | awk -F '\t' '{ print } /^@/ && $8 == 0 && $10 == 0 { print "case\t-\t64\texact\tnumber\texact\t0\t0" }' |
    tmd-pack >bad.tmd # 1 listed, which is exact by rule
  run -1 "$BUILD/tests/brute-force" <bad.tmd
  [[ $output == *"x = 0x8p-3: a record, but exact by rule"* ]]
  tmd-plan exp --format 7,-6,7 | tmd-taylor | tmd-exhaust >bad.tmd
  run -1 "$BUILD/tests/brute-force" <bad.tmd
  [[ $output == *"record not confirmed"* || $output == *"a record, but no case"* ]]
}
