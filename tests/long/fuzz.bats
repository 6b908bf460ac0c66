# The fuzz targets, by make fuzz.
load ../cli/synthetic

@test "make fuzz builds its targets, and each finds nothing in 10 seconds" {
  run -0 make -s -C "$root" fuzz TIME=10
  printf '%s\n' "${lines[@]}"
  [ "$(grep -c '^Done [0-9]* runs in ' <<<"$output")" -eq 1 ]
}
