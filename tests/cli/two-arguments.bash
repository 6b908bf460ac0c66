# For suites of functions of x and y: searches against every pair by MPFR alone

# cases OPTION...: the cases of a search, one a line: x;y kind hardness distance.
cases() {
  tmd-plan "$@" >plan
  tmd-taylor plan | tmd-ziv >cases.tmd
  tmd-stat --plan plan cases.tmd >stat
  tmd-dump cases.tmd | awk -F '\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' | sort
}

# equal FUNCTION NAME X Y OUT MODES BITS: the cases are those that brute force finds for NAME.
equal() {
  cases "$1" --in "$3" --in-y "$4" --out "$5" --modes "$6" --bits "$7" >ours
  "$BUILD/tests/brute-pairs" "${@:2}" | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-20}" ]
  cmp ours theirs
}
