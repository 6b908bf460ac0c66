# The Farey walk against brute force on ten times as many polynomials as in `make check`, other ones (tests/unit/test-farey.c):
# ten minutes or so.

@test "the Farey walk equals brute force on a million polynomials" { "$BUILD/tests/test-farey" 1000000 2; }
