# tmd-check: how many steps a result is from the right one, and --limit kappa:N.
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

# check [-STATUS] SYMBOL LIST [OPTION...]
check() {
  local wanted=()
  [[ $1 != -[0-9] ]] || { wanted=("$1") && shift; }
  run "${wanted[@]}" tmd-check --library ./steps.so --symbol "$1f16" --modes nearest -j 1 "$2.tmd" "${@:3}"
}
# kappa: its columns, verdict before them
kappa() { awk -F '\t' '$1 == "check" { print $20, $21, $22, $23, $24 }' <<<"$output"; }
# judged "STATUS VERDICT KAPPA..." SYMBOL LIST [OPTION...]
judged() { check "${@:2}" && [ "$status $(kappa)" = "$1" ] || { echo "${*:2}: $status $(kappa)" && return 1; }; }
findings() { awk -F '\t' '$1 == "finding" { printf "%s %s,", $5, $6 }' <<<"$output"; }

@test "kappa counts numbers, not ulps: into the binade below and above, and across zero" {
  judged "0 pass 0 - - -" right sqrt
  judged "1 fail 2 0x1p+2 0x1p+1 0x1.ff8p+0" down sqrt
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
    check -1 $symbol --limit kappa:1
    check -0 $symbol --limit kappa:2
    [ "$(awk -F '\t' '$1 == "check" { print $19, $20 }' <<<"$output")" = "kappa:2 pass" ]
  done
  printf 'sin\tbinary16\tkappa:1\nsqrt\tbinary16\tkappa:2\n' >limits
  check -0 down sqrt --limit limits
  check -1 across sin --limit limits
}

@test "infinity for a number, a number for infinity, another infinity: kappa is infinite; NaN or none: NaN" {
  judged "1 fail inf 0x1.63p+3 0x1.ffcp+15 inf" most exp --claims-only --modes zero --limit kappa:100000
  judged "1 fail inf 0x1.63p+3 inf 0x1.ffcp+15" least exp --limit kappa:100000
  judged "1 fail inf -0x0p+0 -inf inf" other log --limit kappa:100000
  check -0 other log --limit kappa:inf
  grep -qxF "tmd-check: log, binary16: found, and not counted: special-value 2, sign 2" <<<"$output"
  judged "1 fail nan 0x1p+2 0x1p+1 nan" not_a_number sqrt --limit kappa:100000
  judged "1 fail nan 0x1p+2 0x1p+1 nan" not_a_number sqrt --limit kappa:inf
  judged "1 fail nan -0x1p+0 nan 0x1p+0" number sqrt --limit kappa:inf
  judged "1 fail nan -0x1p+0 nan inf" infinite sqrt --limit kappa:inf
}

@test "zeros of both signs are one number; what crashes has no kappa, and fails" {
  judged "0 pass 0 - - -" zero sin --limit kappa:0
  grep -qxF "tmd-check: sin, binary16: found, and not counted: sign 1" <<<"$output"
  [ "$(findings)" = "wrong 1,sign 1," ]
  check -1 zero sin
  judged "1 fail 0 - - -" crash sqrt --limit kappa:inf
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
  check -0 down sqrt --baseline now.tsv
  awk -F '\t' -v OFS='\t' '$1 == "check" { $21 = 1 } { print }' now.tsv >better.tsv
  check -1 down sqrt --baseline better.tsv
  awk -F '\t' -v OFS='\t' '/check/ { NF = 20 } { print }' now.tsv >before.tsv
  check -0 down sqrt --baseline before.tsv
  for column in 11 15 21; do
    awk -F '\t' -v OFS='\t' -v c=$column '$1 == "check" { $c = "x" } { print }' now.tsv >bad.tsv
    check -3 down sqrt --baseline bad.tsv
    error_line "bad.tsv: line 2: not a line of a report of tmd-check"
  done
}

@test "what is no limit is one line" {
  for limit in kappa: kappa:-1 kappa:1.5 kappa:nan kappa:x kappa:999999999999999999999999999999999999999 kappa; do
    check -2 right sqrt --limit $limit
    error_line "--limit $limit: not a number of 0.5 or more, kappa:N, one of"
    printf 'sqrt\t-\t%s\n' $limit >limits
    check -3 right sqrt --limit limits
    error_line "is neither a limit of 0.5 or more nor kappa:N"
  done
}
