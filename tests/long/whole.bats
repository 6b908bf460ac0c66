#!/usr/bin/env bats
# Whole domains in binary32, every function and the expressions of the manual: each search covers every argument, from plan to
# table
# in SECONDS_MAX (120) seconds on two cores. Prints what each has taken.   FUNCTION=NAME chooses one.

setup() { PATH=$BUILD/bin:$PATH; }

functions() {
  tmd-plan --list | awk -F '\t' 'NR > 1 && !/^formats/ && $1 !~ /\(/ { print $1 }'
  printf '%s\n' 'rootn(3)' 'rootn(-2)' 'pown(3)' 'pown(-2)' 'compound(5)' 'exp(-x^2/2)' 'sin(x)/x' 'x*log(x)' 'log(1+exp(x))'
}

@test "binary32: whole domains of all functions, each within two minutes" {
  cd "$BATS_TEST_TMPDIR"
  local slow= name start seconds
  for name in ${FUNCTION:-$(functions)}; do
    start=$(date +%s%N)
    tmd-search "$name" --format binary32 --top 1 >table || { echo "$name" && return 1; }
    seconds=$(awk -v ns=$(($(date +%s%N) - start)) 'BEGIN { printf "%.1f", ns / 1e9 }')
    awk -F '\t' -v name="$name" -v s="$seconds" '$1 == "covered" { c = $4 + 0 " cases, " $6 + 0 " exact, " $7 + 0 " undecided" }
      $1 == "plan" && $2 == $3 && $4 == 0 { printf "# %s: %.0f arguments, %s; %s s\n", name, $2, c, s; done = 1 }
      END { exit !done }' table >&3
    awk -v s="$seconds" -v most="${SECONDS_MAX:-120}" 'BEGIN { exit !(s > most) }' && slow="$slow $name"
  done
  [ -z "$slow" ] || { echo "too slow:$slow" && return 1; }
}

@test "sampled domains of all functions in wide formats are tiled exactly" { "$BUILD/tests/test-plan" samples; }
