# The Farey walk against brute force on twenty times as many polynomials as in `make check`, other ones (tests/unit/test-farey.c):
# ten minutes or so. And its memory.

load ../cli/synthetic

@test "the Farey walk equals brute force on a million polynomials" { "$BUILD/tests/test-farey" 1000000 2; }

@test "candidates are written as they come: a claim may have more than there is memory for" {
  [[ $BUILD != *san* ]] || skip "the address sanitizer needs more memory than is allowed here"
  tmd-plan exp --bits 2 --domain 1:0x1.00000006p0 --method exhaust | tmd-taylor | tmd-shift >dense.tmd
  [ "$(tmd-dump dense.tmd | grep -c ^@)" -eq 1 ]
  local tool kilobytes=115000 # held all at once they take more
  for tool in "tmd-exhaust --all" "tmd-farey --order 100"; do
    (ulimit -v $kilobytes && $tool -j 1 dense.tmd >found.tmd)
    tmd-dump found.tmd | awk -F '\t' '
      /^@/ { if (n++ && $12 != end) exit 1; end = $13; at = $12 - 1 }
      /^case/ { if ($3 <= at || $3 >= end) exit 1; at = $3; cases++ }
      END { print n, cases }' >"${tool%% *}"
  done
  cmp tmd-exhaust tmd-farey
  read -r claims cases <tmd-exhaust
  [ "$claims" -ge 75 ]
  [ "$cases" -ge 3000000 ]
}
