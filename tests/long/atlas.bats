#!/usr/bin/env bats
# Of each function of lib/cases a few slices, searched again, have the same cases.

bats_require_minimum_version 1.5.0
load ../cli/synthetic
load ../cli/slice-again

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "lib/cases: three slices of each function of binary64" {
  for function in $(complete_functions); do
    for _ in 1 2 3; do slice_again "$function"; done
  done
}
