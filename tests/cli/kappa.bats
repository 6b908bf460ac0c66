# tmd-check: how many steps a result is from the right one, and --limit kappa:N.
bats_require_minimum_version 1.5.0
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  gcc -O1 -shared -fPIC "$BATS_TEST_DIRNAME/steps.c" -o steps.so -lm
  tmd-plan sqrt --format binary16 --domain 3:5 | tmd-taylor >sqrt.tmd
  tmd-plan sin --format binary16 --domain=-0x1p-20:0x1p-20 | tmd-taylor >sin.tmd
  tmd-plan exp --format binary16 --domain 11:12 | tmd-taylor >exp.tmd
  tmd-plan log --format binary16 --domain 1:1.1 | tmd-taylor >log.tmd
}
setup() { cd "$BATS_FILE_TMPDIR"; }

# check SYMBOL LIST [OPTION...]
check() {
  run tmd-check --library ./steps.so --symbol "$1f16" --modes nearest -j 1 "$2.tmd" "${@:3}"
}
# kappa: its columns, verdict before them
kappa() { awk -F '\t' '$1 == "check" { print $20, $21, $22, $23, $24 }' <<<"$output"; }
findings() { awk -F '\t' '$1 == "finding" { printf "%s %s,", $5, $6 }' <<<"$output"; }

@test "kappa counts numbers, not ulps: into the binade below and above, and across zero" {
  check right sqrt
  [ "$status $(kappa)" = "0 pass 0 - - -" ]
  check down sqrt
  [ "$status $(kappa)" = "1 fail 2 0x1p+2 0x1p+1 0x1.ff8p+0" ]
  [ "$(awk -F '\t' '$1 == "check" { print $11 }' <<<"$output")" = -1 ]
  check up sqrt
  [ "$(kappa)" = "fail 2 0x1.ff8p+1 0x1.ffcp+0 0x1.004p+1" ]
  check across sin # of both signs: the least x is named
  [ "$(kappa)" = "fail 2 -0x1p-24 -0x1p-24 0x1p-24" ]
  check twice sin # the largest, of which the least x, and another that is less
  [ "$(kappa)" = "fail 4 -0x1p-23 -0x1p-23 0x1p-23" ]
  [ "$(findings)" = "wrong 3,sign 2," ]
}

@test "kappa of consecutive arguments, by their places: the least x, half steps, infinity" {
  tmd-plan exp --format binary32 --domain=-0x1.86p+1:-0x1.8p+1 | tmd-taylor >many.tmd
  run tmd-check --library ./steps.so --symbol manyf --modes nearest -j 1 --claims-only many.tmd
  [[ "$(kappa)" = "fail 3 -0x1.84001p+1 "* ]]
  [ "$(findings)" = "wrong 12," ]
  run tmd-check --library ./steps.so --symbol manyf --modes up,down,zero -j 1 --claims-only many.tmd
  [ "$(awk -F '\t' '$1 == "check" { print $21 }' <<<"$output" | sort -u)" = 3 ]
  tmd-plan exp --format binary32 --domain=0x1.5ffp+6:0x1.65p+6 | tmd-taylor >beyond.tmd
  run tmd-check --library ./steps.so --symbol manyf --modes zero -j 1 --claims-only beyond.tmd
  [ "$(kappa)" = "fail inf 0x1.64p+6 0x1.fffffep+127 inf" ]
}

@test "a limit is kept by as many steps, and no more" {
  for symbol in "down sqrt" "up sqrt" "across sin"; do
    check $symbol --limit kappa:1
    [ "$status" -eq 1 ]
    check $symbol --limit kappa:2
    [ "$status" -eq 0 ]
    [ "$(awk -F '\t' '$1 == "check" { print $19, $20 }' <<<"$output")" = "kappa:2 pass" ]
  done
  printf 'sin\tbinary16\tkappa:1\nsqrt\tbinary16\tkappa:2\n' >limits
  check down sqrt --limit limits
  [ "$status" -eq 0 ]
  check across sin --limit limits
  [ "$status" -eq 1 ]
}

@test "infinity for a number, a number for infinity, another infinity: kappa is infinite; NaN or none: NaN" {
  check most exp --claims-only --modes zero --limit kappa:100000
  [ "$status $(kappa)" = "1 fail inf 0x1.63p+3 0x1.ffcp+15 inf" ]
  check least exp --limit kappa:100000
  [ "$status $(kappa)" = "1 fail inf 0x1.63p+3 inf 0x1.ffcp+15" ]
  check other log --limit kappa:100000
  [ "$status $(kappa)" = "1 fail inf -0x0p+0 -inf inf" ]
  check other log --limit kappa:inf
  [ "$status" -eq 0 ]
  grep -qxF "tmd-check: log, binary16: found, and not counted: special-value 2, sign 2" <<<"$output"
  check not_a_number sqrt --limit kappa:100000
  [ "$status $(kappa)" = "1 fail nan 0x1p+2 0x1p+1 nan" ]
  check not_a_number sqrt --limit kappa:inf
  [ "$status $(kappa)" = "1 fail nan 0x1p+2 0x1p+1 nan" ]
  check number sqrt --limit kappa:inf
  [ "$status $(kappa)" = "1 fail nan -0x1p+0 nan 0x1p+0" ]
  check infinite sqrt --limit kappa:inf
  [ "$status $(kappa)" = "1 fail nan -0x1p+0 nan inf" ]
}

@test "zeros of both signs are one number; what crashes has no kappa, and fails" {
  check zero sin --limit kappa:0
  [ "$status $(kappa)" = "0 pass 0 - - -" ]
  grep -qxF "tmd-check: sin, binary16: found, and not counted: sign 1" <<<"$output"
  [ "$(findings)" = "wrong 1,sign 1," ]
  check zero sin
  [ "$status" -eq 1 ]
  check crash sqrt --limit kappa:inf
  [ "$status $(kappa)" = "1 fail 0 - - -" ]
  [ "$(findings)" = "crash 1," ]
}

@test "of two arguments, in rows and of lists" {
  run tmd-check --library ./steps.so --symbol productf16 --pairs mul --format binary16 --modes nearest --domain 1.5:1.501 \
    --limit kappa:3
  [ "$status $(kappa)" = "0 pass 3 0x1.8p+0,0x1p+1 0x1.8p+1 0x1.80cp+1" ]
  printf '1.5\t2\n' >list
  run tmd-check --library ./steps.so --symbol productf16 --pairs mul --format binary16 --modes nearest --claims-only list \
    --limit kappa:2
  [ "$status $(kappa)" = "1 fail 3 0x1.8p+0,0x1p+1 0x1.8p+1 0x1.80cp+1" ]
}

@test "kappa in JSON and JUnit's XML" {
  check most exp --claims-only --modes zero --limit kappa:2 --json --junit tests.xml
  grep -q 'kappa inf, limit kappa:2; wrong 1' tests.xml
  grep -qF '"kappa": {"steps": "inf", "x": "0x1.63p+3", "expected": "0x1.ffcp+15", "got": "inf"}, "limit": "kappa:2"' <<<"$output"
  check down sqrt --limit 9 --json
  grep -qF '"kappa": {"steps": 2, "x": "0x1p+2", "expected": "0x1p+1", "got": "0x1.ff8p+0"}, "limit": 9' <<<"$output"
  command -v python3 >/dev/null || skip "no python3: JSON is not read"
  check right sqrt --limit opencl --json
  python3 -c 'import json, sys; print(json.load(sys.stdin)["checks"][0]["kappa"])' <<<"$output" | grep -qxF "{'steps': 0}"
}

@test "a baseline: a larger kappa is worse; reports without it are read" {
  check down sqrt
  echo "$output" >now.tsv
  check down sqrt --baseline now.tsv
  [ "$status" -eq 0 ]
  awk -F '\t' -v OFS='\t' '$1 == "check" { $21 = 1 } { print }' now.tsv >better.tsv
  check down sqrt --baseline better.tsv
  [ "$status" -eq 1 ]
  awk -F '\t' -v OFS='\t' '/check/ { NF = 20 } { print }' now.tsv >before.tsv
  check down sqrt --baseline before.tsv
  [ "$status" -eq 0 ]
  for column in 11 15 21; do
    awk -F '\t' -v OFS='\t' -v c=$column '$1 == "check" { $c = "x" } { print }' now.tsv >bad.tsv
    check down sqrt --baseline bad.tsv
    [ "$status" -eq 3 ]
    error_line "bad.tsv: line 2: not a line of a report of tmd-check"
  done
}

@test "what is no limit is one line" {
  for limit in kappa: kappa:-1 kappa:1.5 kappa:nan kappa:x kappa:999999999999999999999999999999999999999 kappa; do
    check right sqrt --limit $limit
    [ "$status" -eq 2 ]
    error_line "--limit $limit: not a number of 0.5 or more, kappa:N, one of"
    printf 'sqrt\t-\t%s\n' $limit >limits
    check right sqrt --limit limits
    [ "$status" -eq 3 ]
    error_line "is neither a limit of 0.5 or more nor kappa:N"
  done
}
