# tmd-conform: each function of a library, as tmd-check says it alone.
load synthetic

setup() {
  cd "$BATS_TEST_TMPDIR"
  cat >half.c <<'END'
#include <math.h>
_Float16 sqrtf16(_Float16 x) { return (_Float16)sqrt((double)x); }
_Float16 expf16(_Float16 x) { return x == 2 ? 7 : (_Float16)exp((double)x); }
END
  cp half.c double.c
  echo 'double asin(double); double right_asin(double x) { return asin(x); }' >>double.c
}

@test "functions that are there, their lines once each with one header; the others are named" {
  run -1 --separate-stderr tmd-conform ./half.c --format binary16
  tmd-plan exp --format binary16 | tmd-taylor | tmd-check --library ./half.c >exp || [ $? -eq 1 ]
  tmd-plan sqrt --format binary16 | tmd-taylor | tmd-check --library ./half.c >sqrt
  cmp <(grep -v '^#' <<<"$output") <(cat exp sqrt | grep -v '^#')
  [ "$(grep -c '^#check' <<<"$output") $(grep -c '^#finding' <<<"$output")" = "1 1" ]
  [[ $stderr = "tmd-conform: ./half.c has no: "*" sin/binary16 "* ]]
  [[ $stderr != *" exp/binary16 "* ]]
  run -0 --separate-stderr tmd-conform ./half.c sqrt --format binary16 --modes nearest,up
  [ "$(cut -f 2-4,6,10 <<<"${lines[1]}")" = $'sqrt\tbinary16\tnearest\texhaustive\t0' ]
  [ "${#lines[@]} ${#stderr_lines[@]}" = "3 0" ]
  run -0 tmd-conform ./half.c exp -f binary16 --limit 100
}

@test "a function that is named and absent fails, as do fewer than are expected; both are in the report, and no baseline" {
  warned 1 "tmd-conform: ./half.c has no: tan/binary16" tmd-conform ./half.c sqrt tan --format binary16 --modes nearest
  [ "${lines[1]%%binary16*}${lines[2]} ${lines[3]}" = $'check\tsqrt\t#fault\tabout\ttext fault\tabsent\ttan/binary16' ]
  echo "$output" >old.tsv
  tmd-check --library ./half.c --function sqrt --format binary16 --modes nearest --baseline old.tsv
  run -0 --separate-stderr tmd-conform ./half.c sqrt --format binary16 --expect 1
  warned 1 "tmd-conform: 1 function was checked, 2 expected" tmd-conform ./half.c sqrt --format binary16 --expect 2
  [ "${lines[-1]}" = $'fault\texpect\t1 function was checked, 2 expected' ]
  run -2 tmd-conform ./half.c sqrt --format binary16 --expect few
}

@test "another name of a function is tried, too" {
  echo '_Float16 swishf16(_Float16 x) { return x; }' >swish.c
  run -1 --separate-stderr tmd-conform ./swish.c swish --format binary16 --modes nearest --limit 0.5
  [ "$(cut -f 2,5,6 <<<"${lines[1]}")" = $'silu\tswishf16\texhaustive' ]
}

@test "binary64: the cases that are kept" {
  mkdir cases
  tmd-search asin --bits 52 --domain 0.5:0x1.0001p-1 -o cases/asin.tmd >/dev/null
  run -1 --separate-stderr tmd-conform double.c asin acos --symbol 'right_%s' --format binary64 --cases cases
  [ "$stderr" = "tmd-conform: double.c has no: acos/binary64" ]
  cp double.c $'two\nlines.c'
  run --separate-stderr tmd-conform $'two\nlines.c' acos asin --symbol 'right_%s' --format binary64 --cases cases
  [ "$stderr" = "tmd-conform: two?lines.c has no: acos/binary64" ]
  tmd-check --library ./double.c --symbol 'right_%s' cases/asin.tmd >alone || [ $? -eq 1 ]
  cmp alone <(printf '%s\n' "$output" | grep -v fault)
}

@test "binary64: what has no list is hunted, and a search is named, with what it would cost" {
  run --separate-stderr tmd-conform libm.so.6 acosh --format binary64 --modes nearest --cases . --limit 9
  [ "$(cut -f 2,6 <<<"${lines[1]}")" = $'acosh\thunted' ]
  cost=$(tmd-plan acosh --summary | sed -n 's/^# \(.*\):.*/\1/p')
  [ "${stderr_lines[0]}" = "tmd-conform: acosh/binary64: no list; hunted; tmd-atlas acosh would search it: $cost" ]
}

@test "what cannot be checked: one line" {
  for arguments in "" "half.c nosuch" "half.c exp --format binary33" "half.c exp --keep x" "half.c exp --modes" "half.c exp -jx" \
    "half.c exp --flags=1"; do
    refused 2 "*" tmd-conform $arguments
  done
  refused 2 "tmd-check: exp: /nosuch: *" tmd-conform /nosuch exp -f binary16
}

@test "no room for what is printed: one line, and nothing of bash's about awk" {
  [ -e /dev/full ] || skip "no /dev/full"
  warned 2 "tmd-conform: standard output: write error" bash -c 'tmd-conform ./half.c sqrt --format binary16 >/dev/full'
}
