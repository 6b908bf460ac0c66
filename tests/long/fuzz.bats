# The fuzz targets, by make fuzz.
load ../cli/synthetic

@test "make fuzz builds its targets, and each finds nothing in 10 seconds" {
  run -0 make -s -C "$root" fuzz TIME=10
  printf '%s\n' "${lines[@]}"
  local targets=("$root"/tests/fuzz/fuzz-*.c)
  [ "$(grep -c '^[a-z]*: [1-9][0-9]* inputs, [1-9][0-9]* a second$' <<<"$output")" -eq ${#targets[@]} ]
}
