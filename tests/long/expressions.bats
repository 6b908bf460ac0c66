# The expressions of tests/expressions.txt: planned in less than 500 MB and two minutes, searched, and in formats of 16 bits
# compared with brute force on their whole domains (tests/run-expressions). Hours. DIR keeps what was done, to go on with it.

load ../cli/synthetic

setup() { cd "$root"; }

all() {
  JOBS=${JOBS:-$(nproc)} "$BATS_TEST_DIRNAME/../run-expressions" "${DIR:-$BATS_TEST_TMPDIR}" "$1"
}

@test "bfloat16" { all bfloat16; }
@test "binary16" { all binary16; }
@test "binary32" { all binary32; }
