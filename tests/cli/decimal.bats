# Formats of radix 10: correct results, lists, libraries.

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "correct results in decimal formats, and between both radices, are those of Python's decimal and fractions" {
  command -v python3 >/dev/null || skip "no python3"
  python3 "$BATS_TEST_DIRNAME/decimal-values.py" "$BUILD/public/libtmd.so.0" 12 >compared
  [ "$(wc -l <compared)" -eq 1 ]
  [ "$(cat compared)" -gt 5000 ]
}
