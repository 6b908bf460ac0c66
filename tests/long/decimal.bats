# Formats of radix 10 by brute force: every function, all modes; a choice is in tests/cli/decimal.bats.
load ../cli/synthetic
load ../reference/small-formats

# Rational values, cancellation, branches, poles and an asymptote that is a power of ten.
expressions=('x/8' '1/(x-0.1)' 'sqrt(x-0.1)' 'x<0.3?x:x^2' 'x*x+1/3' 'exp(-x^2)' 'x/(1+exp(-x))' 'sin(x)/x' 'log(x)/x'
  'min(x,1/x)' 'x/sqrt(1+x^2)/10')

each_expression() { # PLAN-OPTION...
  export -f whole search exact_counts column
  export awk_columns
  printf '%s\n' "${expressions[@]}" | xargs -d '\n' -P "$(nproc)" -I {} bash -c 'whole "$@"' - {} "$@"
}

@test "one digit" {
  for modes in all directed nearest; do
    each_function --format 10:1,-3,4 --bits 1 --modes $modes
    each_expression --format 10:1,-3,4 --bits 1 --modes $modes
    whole '(1+tanh(x))/20' --format 10:1,-3,4 --bits 1 --modes $modes --domain=-9000:300 # 1/10 less 2^-576
  done
}

@test "two digits" {
  for modes in all directed nearest; do
    each_function --format 10:2,-4,3 --bits 2 --modes $modes
    each_expression --format 10:2,-4,3 --bits 2 --modes $modes
  done
}

@test "three digits, all subnormal numbers below 1; without exponents below 0" {
  for modes in all directed nearest; do
    each_function --format 10:3,0,1 --modes $modes
    each_function --in 10:2,0,4 --out 10:3,-2,0 --modes $modes
  done
}

@test "four digits" {
  for modes in all directed nearest; do
    each_function --format 10:4,-1,0 --modes $modes
    each_expression --format 10:4,-1,0 --modes $modes
  done
}

@test "a wide range of exponents" {
  each_function --in 10:1,-60,60 --out 10:3,-20,20 --bits 3
  each_function --in 10:2,-9,9 --out 10:4,-30,30 --bits 4 --modes nearest
}

@test "ten pairs of formats of two radices" {
  for formats in "--in 10:2,-3,2 --out 7,-10,8" "--in 10:3,-2,1 --out 5,-4,4 --bits 2 --modes nearest" \
    "--in 10:1,-9,9 --out 11,-14,15 --modes directed" "--in 10:3,-1,1 --out 4,-6,8:14 --bits 1" \
    "--in 10:2,-4,4 --out 16,-30,30 --bits 5 --modes nearest" "--in 6,-8,7 --out 10:2,-3,4" \
    "--in 8,-7,4 --out 10:3,-3,3 --modes nearest" "--in 4,-11,11 --out 10:1,-4,4 --bits 1 --modes directed" \
    "--in 3,-14,15 --out 10:4,-9,9 --modes nearest" "--in 9,-4,3 --out 10:2,-1,1 --modes directed"; do
    whole id $formats
    each_function $formats
    each_expression $formats
  done
}

@test "devices and every method find the same cases" {
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  for row in 'exp --format decimal32 --bits 8 --domain 1:1.02' 'log --format decimal64 --bits 30 --domain 1:1.0000000001'; do
    tmd-search $row -o one.tmd --force
    tmd-dump --records one.tmd >one
    [ "$(grep -c ^case one)" -ge 50 ]
    for method in lefevre regular both exhaust farey; do
      tmd-search $row --method $method --device opencl -o other.tmd --force
      tmd-dump --records other.tmd | cmp - one
    done
  done
}

# counted BITS FROM TO UNIT: wrong results in each mode, in tmd-check's order
counted() { ./faults "$@" | awk '{ n[NR] = $1 } END { print n[1], n[3], n[4], n[2], n[5] }'; }
# checked ARGUMENT...: the same by tmd-check
checked() {
  tmd-check --library ./faults.so --claims-only --modes nearest,up,down,zero,away "$@" >report || [ $? -eq 1 ]
  awk -F '\t' '$1 == "check" { print $10 }' report | xargs
}

@test "tmd-check counts each wrong result of decimal functions, whatever it is" {
  cd "$BATS_TEST_TMPDIR"
  echo '_Decimal32 x = 1.DF;' >has.c
  gcc -c has.c || skip "no gcc with _Decimal32"
  gcc -O2 -Wall -Wextra -Werror -shared -fPIC "$BATS_TEST_DIRNAME/decimal-faults.c" -o faults.so
  gcc -O2 -Wall -Wextra -Werror -DPROGRAM "$BATS_TEST_DIRNAME/decimal-faults.c" -o faults
  while read -r from to unit domain; do
    expected=$(counted 32 "$from" "$to" "$unit")
    [ "${expected%% *}" -gt 1000 ]
    [ "$(checked --function sqrt --format decimal32 --domain "$domain")" = "$expected" ]
  done <<'END'
1000000 1200000 -6 1:1.2
9000000 9999999 -20 9e-14:9.999999e-14
1 100000 -101 1e-101:1e-96
5000000 5300000 90 5e96:5.3e96
END
  while read -r from to unit domain; do
    expected=$(counted 64 "$from" "$to" "$unit")
    [ "${expected%% *}" -gt 1000 ]
    tmd-plan sqrt --format decimal64 --domain "$domain" | tmd-taylor --force -o all.tmd
    [ "$(checked --all all.tmd)" = "$expected" ]
  done <<'END'
1000000000000000 1000000000100000 -15 1:1.0000000001
9000000000000000 9000000000100000 235 9e250:9.0000000001e250
END
}
