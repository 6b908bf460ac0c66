#!/usr/bin/env bats
# Expressions in binary32 on their whole domains: against functions written by hand at 10^6 arguments and at every case.
# EXPRESSION
# chooses one.

bats_require_minimum_version 1.5.0
BUILD=${BUILD:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)/build}
PATH=$BUILD/bin:$PATH
export LC_ALL=C

setup() { cd "$BATS_TEST_TMPDIR"; }

whole() {
  [[ ${EXPRESSION:-$1} = "$1" ]] || skip "EXPRESSION is another"
  tmd-search "$1" --format binary32 --force -o s.tmd >table
  grep -q ', 0 undecided, 0 not confirmed' table
  "$BUILD/tests/brute-expression" --random 1000000 <s.tmd
}

@test "exp(-x^2/2)" { whole 'exp(-x^2/2)'; }
@test "x*log(x)" { whole 'x*log(x)'; }
@test "log(1+exp(x))" { whole 'log(1+exp(x))'; }
@test "sin(x)/x" { whole 'sin(x)/x'; }
