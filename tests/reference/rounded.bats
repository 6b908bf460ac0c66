# The results that lists have, in every mode, against MPFR alone.
load ../cli/synthetic

# compare FUNCTION P,EMIN,EMAX OPTION...: "rows infinite subnormal" of all that a search lists
compare() {
  local function=$1 out=$2
  shift 2
  tmd-search "$function" --in 9,-14,15 --out "$out" --force -o cases.tmd "$@" >table
  tmd-dump --cases --expand --limit 30 cases.tmd 2>/dev/null | grep -v '^#' | sed 1d | cut -f 1,14- >rows
  "$BUILD/tests/brute-rounded" "$function" ${out//,/ } <rows >counts || { cat counts && return 1; }
  read -r rows infinite subnormal <counts
  [ "$rows" -eq "$(wc -l <rows)" ]
  [ "$rows" -ge 10 ]
}

@test "results of functions with zeros, subnormal numbers, overflow, exact values and midpoints" {
  for function in sin 'pown(3)' tanh; do
    compare "$function" 11,-14,15 --bits 6
    echo "$function: $(cat counts)"
  done
  compare exp 4,-3,2 --bits 2
  [ "$infinite" -ge 3 ]
  [ "$subnormal" -ge 100 ]
  compare sinpi 5,-8,3 --bits 2
}

@test "a wrong result is seen" {
  compare exp 11,-14,15 --bits 6
  for column in 2 3 4 5 6 7; do
    awk -F '\t' -v OFS='\t' -v column=$column 'NR == 20 { $column = $column "0" } { print }' rows >wrong
    run -1 "$BUILD/tests/brute-rounded" exp 11 -14 15 <wrong
    [[ $output = *"mode $((column - 2)): "* ]]
  done
}
