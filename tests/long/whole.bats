# Whole domains in binary32, every function and the expressions of the manual: each search covers every argument, from plan to
# table in SECONDS_MAX (120) seconds on two cores. Prints what each has taken.   FUNCTION=NAME chooses one.

load ../cli/synthetic

. "$BATS_TEST_DIRNAME/../../pipelines/domains.bash"

functions() {
  listed_functions | grep -vF '('
  printf '%s\n' 'rootn(3)' 'rootn(-2)' 'pown(3)' 'pown(-2)' 'compound(5)' 'exp(-x^2/2)' 'sin(x)/x' 'x*log(x)' 'log(1+exp(x))'
}

@test "binary32: whole domains of all functions, each within two minutes" {
  local slow= name start seconds
  for name in ${FUNCTION:-$(functions)}; do
    start=$(date +%s%N)
    tmd-search "$name" --format binary32 --top 1 >table || { echo "$name" && return 1; }
    seconds=$(awk -v ns=$(($(date +%s%N) - start)) 'BEGIN { printf "%.1f", ns / 1e9 }')
    awk -v name="$name" -v s="$seconds" "$awk_columns"'
      kind == "covered" {
        c = sprintf("%d cases, %d exact, %d undecided", $at("cases"), $at("exact"), $at("undecided"))
      }
      kind == "plan" && $at("arguments") == $at("covered") && $at("gaps") == 0 {
        printf "# %s: %.0f arguments, %s; %s s\n", name, $at("arguments"), c, s
        done = 1
      }
      END { exit !done }' table >&3
    awk -v s="$seconds" -v most="${SECONDS_MAX:-120}" 'BEGIN { exit s > most }' || slow="$slow $name"
  done
  [ -z "$slow" ] || { echo "too slow:$slow" && return 1; }
}

@test "sampled domains of all functions in wide formats are tiled exactly" { "$BUILD/tests/test-plan" samples; }
@test "binary64: as many arguments as there are, of monotone functions" { "$BUILD/tests/test-plan" binary64; }
