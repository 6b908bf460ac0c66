# The expressions with a name, by tmd-check, against MPFR alone (brute-table.c): its verdicts are right, at every argument of the
# formats of 16 bits and in every mode, and in regions of binary32; a result that is altered anywhere is wrong.
load ../cli/synthetic
load ../cli/random-kernels.bash

pairs=${PAIRS:-2}
names=(sigmoid softplus silu gelu gelu_tanh mish sinc)

# One result is altered in each binade, sign and at 0 and infinity: these are wrong, no others are, and nothing is undecided.
# So many (PAIRS) of the 14 pairs of name and format are drawn by the date (DRAW, a number of a day); tests/long/formats.bats
# takes all.
@test "every argument of binary16 and bfloat16 in every mode, and altered results" {
  printf '%s\n' "${names[@]}" >functions
  [ -z "$(SEED=${DRAW:-$(date +%j)} kernel_pairs "$pairs" functions)" ]
  [ "$(wc -l <pair-list)" -eq "$pairs" ]
  while read -r pair; do
    "$root/tests/reference/random-kernel.pl" "$(cat "$pair/format")" "$pair/table" 7 1 binades changes | sort >altered
    [ "$(wc -l <altered)" -eq "$([[ $pair = *.binary16 ]] && echo 66 || echo 514)" ]
    TABLE=$pair/table CHANGES=changes run -1 tmd-check --library ./kernel.so --symbol kernel --bits16 --keep kept "$pair/stream"
    awk -F '\t' '$1 == "check" && ($6 != "exhaustive" || $20 != "fail") || $5 == "undecided" { print; bad = 1 }
      END { exit bad }' <<<"$output"
    grep -v '^#' kept | cut -f 1,2 | sort | diff altered -
  done <pair-list
}

@test "binary32: special values, and some of each region" {
  domains=("--domain=0:0x1p-141" "--domain=-0x1p-141:0") # next to 0, where f bends, and far out, on both sides
  for e in -126 -60 -13 -3 0 3 4 5 6 7 20 126; do
    domains+=("--domain=0x1.6p$e:0x1.6001p$e" "--domain=-0x1.9001p$e:-0x1.9p$e")
  done
  for name in $(printf '%s\n' "${names[@]}" | drawn 2); do # half of them by the date
    tmd-plan "$name" --format binary32 "${domains[@]}" | tmd-taylor >claims.tmd
    tmd-check --library "cmd:$BUILD/tests/brute-table" claims.tmd >report
    [ "$(awk -F '\t' '$1 == "check" { print $10, $20 }' report | sort -u)" = "0 pass" ]
  done
}
