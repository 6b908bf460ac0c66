#!/usr/bin/env bats
# binary32 by brute force: every argument, by x87 extended precision with a margin of 2^-20 and MPFR inside it
# (tests/brute-force.c, --fast). Minutes each; `make check-long`.

# compare FUNCTION [PLAN-OPTION...] -- [BRUTE-FORCE-OPTION...]
compare() {
  local options=()
  set -o pipefail
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  cd "$BATS_TEST_TMPDIR"
  tmd-plan --format binary32 "${options[@]}" >plan
  tmd-taylor plan | tmd-shift | tmd-phase1 | tmd-phase2 | tmd-exhaust | tmd-ziv >stream
  tmd-stat --plan plan stream >/dev/null
  "$BUILD/tests/brute-force" --fast "$@" <stream
}

@test "exp in binary32, whole domain" { compare exp --; }

# From 2^13 or so on, sin falls into scattered cells, whose arguments tmd-taylor takes one by one: some minutes.
@test "sin in binary32, whole domain" { compare sin --; }
