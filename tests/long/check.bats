# tmd-check on whole domains of binary32, and against brute force on many slices.
load ../cli/synthetic

# Blocks of 2^16 consecutive numbers of a binade, by chance; BLOCKS=16 for less, FUNCTIONS='tanh cbrt' for some.
@test "2^24 arguments of each of ten functions, four modes: the same as by MPFR alone" {
  for f in ${FUNCTIONS:-exp exp2 expm1 sin cos tan atan asinh tanh cbrt}; do
    RANDOM=15
    for ((i = 0; i < ${BLOCKS:-256}; i++)); do
      printf -v from '%d' $((RANDOM % 128))
      printf -v ends '0x1.%02xp%d 0x%x.%02xp%d' $((2 * from)) $((e = RANDOM % 158 - 126)) $(((2 * from + 258) >> 8)) \
        $(((2 * from + 2) % 256)) $e
      # shellcheck disable=SC2086
      if ((RANDOM % 2)); then as_brute $f $ends; else as_brute $f "-${ends#* }" "-${ends% *}"; fi
    done
  done
}

@test "every argument of exp, log and sin: exhaustive, and as far off as glibc says" {
  for f in exp log sin; do
    tmd-plan $f --format binary32 | tmd-taylor | tmd-shift | tmd-check --library libm.so.6 --modes nearest --limit 1 >report
    [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $9 }' report)" = "exhaustive 4278190082 0" ]
  done
}
