# For suites of functions of x and y: searches against every pair by MPFR alone
source "${BASH_SOURCE[0]%/*}/../../pipelines/columns.bash"


# cases OPTION...: the cases of a search, one a line: x;y kind hardness distance.
cases() {
  tmd-plan "$@" >plan
  tmd-taylor plan | tmd-ziv >cases.tmd
  tmd-stat --plan plan cases.tmd >stat
  tmd-dump cases.tmd | awk -F '\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' | sort
}

# equal FUNCTION NAME X Y OUT MODES BITS: the cases are those that brute force finds for NAME; where exact ones follow by rule,
# tmd-stat counts as many of them.
equal() {
  cases "$1" --in "$3" --in-y "$4" --out "$5" --modes "$6" --bits "$7" >ours
  "$BUILD/tests/brute-pairs" "${@:2}" | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-20}" ]
  case $1 in
    pown | rootn | compoundn | hypot)
      grep -c ' exact ' theirs >exact || true
      awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat | cmp - exact
      sed -i '/ exact /d' theirs
      ;;
  esac
  cmp ours theirs
}

# by METHOD: the last search was planned so, where exponents are not extreme.
by() { grep -q "method=$1" plan; }
