# Every function against brute force in all kinds of small formats and modes (tests/reference/small-formats.bats has a choice of
# them); some minutes.
load ../cli/synthetic
load ../reference/small-formats

@test "symmetries by steps: whole domains and parts of them" {
  RANDOM=1
  for function in sqrt rsqrt cbrt 'rootn(-2)' 'rootn(4)' 'rootn(17)' 'pown(2)' 'pown(-1)' 'pown(5)' log2 exp2 sinpi cospi \
    tanpi; do
    for format in "--format 7,-6,7" "--format 5,-12,13 --modes nearest" "--format 2,-4,4 --bits 1" \
      "--in 6,0,12 --out 13,-30,30" "--in 9,-9,3 --out 3,-2,2 --modes nearest" "--in 4,-60,60 --out 16,-20,20 --bits 3" \
      "--in 8,-7,7 --out 4,-3,7 --modes directed" "--in 4,-60,60 --out 3,-20,20 --bits 1" "--in 7,-20,100 --out 4,-20,20"; do
      whole $function $format
      domain=$(awk -v a=$RANDOM -v b=$RANDOM -v s=$RANDOM 'BEGIN {
        u = 2 ^ (s % 8); a = a % 400 - 200; printf "%.8f:%.8f", a / u, (a + b % 300 + 100) / u }')
      # some of these have no argument in the domain of the function
      tmd-plan $function $format --domain="$domain" >/dev/null 2>&1 || continue
      whole $function $format --domain="$domain"
    done
  done
  for function in sinpi cospi; do whole $function --format 18,-2,2 --domain=-8:8; done
  whole tanpi --format 20,-2,1 --domain=-4:4
}

@test "divisors of integers, where x f(x) is nearly constant: 1/x" {
  # of 1/x no others are candidates: tmd-taylor leaves the cases, and what is exact
  for formats in "12,-9,9 --out 7,-8,20 --bits 6" "7,-20,20 --out 12,-6,30 --bits 5 --domain=-3:300" \
    "9,-6,7 --out 9,-6,7 --bits 4" "6,-5,5 --out 14,-4,9 --bits 2" "11,-2,2 --out 11,-9,9 --bits 8" \
    "10,-3,4 --out 5,-2,2 --bits 3"; do
    for modes in all directed nearest; do
      options=('pown(-1)' --method divisors --modes $modes --in $formats)
      whole "${options[@]}"
      tmd-plan "${options[@]}" | tmd-taylor >candidates.tmd
      tmd-ziv candidates.tmd | tmd-stat | awk "$awk_columns"'kind == "covered" { print $at("cases") + $at("exact") }' >cases
      tmd-dump candidates.tmd | grep -c ^case | cmp - cases
    done
  done
}

@test "names of expressions: binary16 and bfloat16, every argument" { PAIRS=14 bats "$root/tests/reference/named.bats"; }
@test "binary16, modes directed, every function" { each_function --format binary16 --modes directed; }
@test "bfloat16, modes all, every function" { each_function --format bfloat16; }
@test "bfloat16, modes nearest, every function" { each_function --format bfloat16 --modes nearest; }
@test "binary16 to bfloat16, every function" { each_function --in binary16 --out bfloat16; }
@test "bfloat16 to binary16, every function" { each_function --in bfloat16 --out binary16; }
@test "p = 5, every function" { each_function --format 5,-6,7; }
@test "p = 2, every function" { each_function --format 2,-4,4 --bits 1; }
@test "without exponents below 0, every function" { each_function --in 6,0,12 --out 13,-30,30; }
@test "into p = 3, modes nearest, every function" { each_function --in 12,-9,3 --out 3,-2,2 --modes nearest; }
@test "a wide range of exponents, every function" { each_function --in 4,-60,60 --out 16,-20,20 --bits 3; }
