# What the suites that compare small formats with brute force share.

# One thread a stage: the stages run side by side, and a stage's blocks are tiny.
search() { # STREAM PLAN-OPTION...
  local stream=$1
  shift
  tmd-plan "$@" >"$stream.plan" &&
    tmd-taylor -j 1 "$stream.plan" | tmd-shift -j 1 | tmd-phase1 -j 1 | tmd-phase2 -j 1 | tmd-exhaust --all -j 1 | tmd-ziv -j 1 |
    tmd-orbit -j 1 --plan "$stream.plan" >"$stream"
}

# exact_counts STREAM: tmd-stat counts as many exact cases as brute force has found in what was searched (STREAM.brute).
# Where they follow by rule, it also counts those of regions (but for x = 0 and f(x) = 0, which are no cases), and the list of
# exact cases has all of them.
exact_counts() {
  local searched regions values counted listed
  read -r searched regions values < <(
    sed -nE 's/.* ([0-9]+) exact, ([0-9]+) \(([0-9]+) without 0\) exact in regions,.*/\1 \2 \3/p' "$1.brute")
  counted=$(column covered exact <"$1.stat")
  tmd-dump --to wc --kind exact --no-images --limit 0 "$1" >"$1.wc" || return 1
  if grep -q '^# exact cases follow by rule' "$1.wc"; then
    tmd-dump --to wc --kind exact --expand --no-images --limit 1000000 "$1" >"$1.wc" || return 1
    listed=$(grep -cv '^#' "$1.wc")
    [ "$listed" = $((searched + regions)) ] || { echo "tmd-dump --expand: $listed exact" && return 1; }
    searched=$((searched + values))
  fi
  [ "$counted" = "$searched" ] || { echo "tmd-stat: $counted exact" && return 1; }
}

# whole FUNCTION PLAN-OPTION...: the confirmed stream covers its plan, and is what brute force finds (in one --domain=, if given).
# BRUTE: an option of brute-force.
whole() {
  local stream argument domain=
  for argument; do [[ $argument != --domain=* ]] || domain=${argument#*=}; done
  stream=$(mktemp "$BATS_TEST_TMPDIR/XXXXXX")
  set -o pipefail
  search "$stream" "$@" && tmd-stat --plan "$stream.plan" "$stream" >"$stream.stat" &&
    "$BUILD/tests/brute-force" ${BRUTE:-} ${domain:+--domain "$domain"} <"$stream" | tee "$stream.brute" &&
    exact_counts "$stream" || {
    echo "in: $*"
    return 1
  }
}

# Every function of the list; of families the members that brute force knows.
functions() {
  tmd-plan --list | awk -F '\t' '
    BEGIN { members["rootn(N)"] = "3 4 17 -2 -3"; members["pown(N)"] = "2 3 5 -1 -2"; members["compound(N)"] = "2 7 12 -1 -3" }
    NF != 4 || NR == 1 { next }
    !($1 in members) { print $1; next }
    { n = split(members[$1], member, " "); sub(/N.$/, "", $1); for (i = 1; i <= n; i++) print $1 member[i] ")" }'
}

# In each row, `n` problems at a time; one of so many `parts` of the functions by the date, if that is set.
each_function() { # PLAN-OPTION...
  export -f whole search exact_counts column
  export awk_columns
  functions | if [ -n "${parts:-}" ]; then drawn "$parts"; else cat; fi | xargs -P "$(nproc)" -I {} bash -c 'whole "$@"' - {} "$@"
}
