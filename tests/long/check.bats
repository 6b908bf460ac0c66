# tmd-check on whole domains of binary32, and against brute force on many slices.
load ../cli/synthetic

setup() { cd "$BATS_TEST_TMPDIR"; }

# same FUNCTION A B: counts and errors on [A, B), of one sign, are those of MPFR alone.
same() {
  tmd-plan "$1" --format binary32 "--domain=$2:$3" | tmd-taylor | { tmd-check --library libm.so.6 --claims-only || true; } >report
  for mode in nearest up down zero; do
    "$BUILD/tests/brute-check" libm.so.6 "$1" "$1f" binary32 $mode "$2:$3" >brute
    awk -F '\t' -v m=$mode -v brute="$(cat brute)" '
      function same(a, b) { return a == b || (a < 1e-15 && b < 1e-15 && a > -1e-15 && b > -1e-15) || (a / b - 1) ^ 2 < 1e-9 }
      $1 == "check" && $4 == m {
        split(brute, b, " ")
        right = $7 == b[1] && $10 == b[2] && same($11, b[3]) && same($15, b[4]) && $21 == b[5] && $22 == b[6]
      }
      END { exit !right }' report || { echo "$1 $mode [$2, $3):" && cat brute report && false; }
  done
}

# Blocks of 2^16 consecutive numbers of a binade, by chance; BLOCKS=16 for less, FUNCTIONS='tanh cbrt' for some.
@test "2^24 arguments of each of ten functions, four modes: the same as by MPFR alone" {
  for f in ${FUNCTIONS:-exp exp2 expm1 sin cos tan atan asinh tanh cbrt}; do
    RANDOM=15
    for ((i = 0; i < ${BLOCKS:-256}; i++)); do
      printf -v from '%d' $((RANDOM % 128))
      printf -v ends '0x1.%02xp%d 0x%x.%02xp%d' $((2 * from)) $((e = RANDOM % 158 - 126)) $(((2 * from + 258) >> 8)) \
        $(((2 * from + 2) % 256)) $e
      # shellcheck disable=SC2086
      if ((RANDOM % 2)); then same $f $ends; else same $f "-${ends#* }" "-${ends% *}"; fi
    done
  done
}

@test "every argument of exp, log and sin: exhaustive, and as far off as glibc says" {
  for f in exp log sin; do
    tmd-plan $f --format binary32 | tmd-taylor | tmd-shift | tmd-check --library libm.so.6 --modes nearest --limit 1 >report
    [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $9 }' report)" = "exhaustive 4278190082 0" ]
  done
}
