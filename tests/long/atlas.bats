# Of each function of lib/cases a few slices, searched again, have the same cases.

load ../cli/synthetic
load ../cli/slice-again

@test "lib/cases: three slices of each function of binary64" {
  for function in $(complete_functions); do
    for _ in 1 2 3; do slice_again "$function"; done
  done
}
