# The expressions with a name, by tmd-check, against MPFR alone (brute-named.c): what it says is right, at every argument of the
# formats of 16 bits and in every mode, and in regions of binary32; a result that is altered anywhere is wrong.
bats_require_minimum_version 1.5.0

names=(sigmoid softplus silu gelu gelu_tanh mish sinc)

setup() { cd "$BATS_TEST_TMPDIR"; }

# altered FORMAT: of each function, all results from a table with an altered one in each binade, sign and at 0 and infinity: these
# are wrong, no others are, and nothing is undecided
altered() {
  printf '%s\n' '#include <fenv.h>' 'static int mode(void) {' '  const int r = fegetround();' \
    '  return r == FE_TONEAREST ? 0 : r == FE_UPWARD ? 1 : r == FE_DOWNWARD ? 2 : 3;' '}' >tables.c
  for name in "${names[@]}"; do
    "$BUILD/tests/brute-named" "$name" "$1" 7 >"$name.table" 2>"$name.altered"
    printf '%s\n' "__asm__(\".balign 2\\ntable_$name: .incbin \\\"$name.table\\\"\");" \
      "extern const unsigned short table_${name}[4][65536] __attribute__((visibility(\"hidden\")));" \
      "unsigned short my_$name(unsigned short x) { return table_${name}[mode()][x]; }" >>tables.c
  done
  gcc -O1 -fPIC -shared -frounding-math tables.c -o tables.so
  for name in "${names[@]}"; do tmd-plan "$name" --format "$1"; done | tmd-taylor >claims.tmd
  run -1 tmd-check --library ./tables.so --symbol my_%n --bits16 --keep kept claims.tmd
  [ "$(grep -c '^check' <<<"$output")" -eq 28 ]
  awk -F '\t' '$1 == "check" && ($6 != "exhaustive" || $20 != "fail") || $5 == "undecided" { print; bad = 1 } END { exit bad }' \
    <<<"$output"
  for name in "${names[@]}"; do
    [ "$(wc -l <"$name.altered")" -eq "$2" ]
    diff <(sort "$name.altered") <(awk -F '\t' -v OFS='\t' -v name="$name" '$5 == name { print $1, $2 }' kept | sort)
  done
}

@test "every argument of binary16 in every mode, and altered results" { altered binary16 66; }

@test "every argument of bfloat16 in every mode, and altered results" { altered bfloat16 514; }

@test "binary32: special values, and some of each region" {
  domains=("--domain=0:0x1p-141" "--domain=-0x1p-141:0") # next to 0, where f bends, and far out, on both sides
  for e in -126 -60 -13 -3 0 3 4 5 6 7 20 126; do
    domains+=("--domain=0x1.6p$e:0x1.6001p$e" "--domain=-0x1.9001p$e:-0x1.9p$e")
  done
  for name in "${names[@]}"; do
    tmd-plan "$name" --format binary32 "${domains[@]}" | tmd-taylor >claims.tmd
    tmd-check --library "cmd:$BUILD/tests/brute-named" claims.tmd >report
    [ "$(awk -F '\t' '$1 == "check" { print $10, $20 }' report | sort -u)" = "0 pass" ]
  done
}
