# tmd-check --hunt, and what it writes beside the report.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  gcc -O1 -fno-builtin -shared -fPIC "$BATS_TEST_DIRNAME/hunter.c" -o hunter.so -lm
}
setup() { cd "$BATS_FILE_TMPDIR"; }

# hunt [-STATUS] SYMBOL ROUNDS [OPTION...]
hunt() {
  local wanted=()
  [[ $1 != -[0-9] ]] || { wanted=("$1") && shift; }
  run --separate-stderr "${wanted[@]}" tmd-check --library ./hunter.so --symbol "$1" --function sqrt --modes nearest \
    --claims-only --hunt "$2"r "${@:3}"
}
field() { awk -F '\t' -v n="$1" '$1 == "check" { print $n }' <<<"$output"; }

@test "the peak of a range of errors is found, and the range is named" {
  hunt -1 peak 5 --domain 0x1p95:0x1p105 --binades binades --keep kept
  [ "$(field 6)" = hunted ]
  awk -v most="$(field 15)" 'BEGIN { exit !(most >= 39 && most <= 40.5) }'
  [[ "$(field 16)" = 0x1.9a*p+100 ]]
  [ "$(awk -F '\t' '$4 == "0x1p+100" { print $10, $11 }' binades)" = "$(field 15) $(field 16)" ]
  [ "$(awk -F '\t' -v below="$(field 11) $(field 12)" '$6 " " $7 == below' binades | wc -l)" -eq 1 ]
  awk -F '\t' '!/^#/ { binades++; packets += $5; right += $6 < 0 && $10 > 0 }
    END { exit !(binades == 10 && right == 10 && packets == 5 * 128) }' binades
  [ "$(grep -v '^#' kept | cut -f 1,2,5,6)" = "$(field 16)"$'\tnearest\tsqrt\tbinary64' ]
}

@test "a single bad stretch of few arguments of all" {
  hunt -1 stretch 8 --domain 4:16
  [[ "$(field 12)" = 0x1.7*p+3 ]]
  awk -v most="$(field 11)" 'BEGIN { exit !(most <= -1.49 && most >= -1.5) }'
  [[ "$(awk -F '\t' '$5 == "wrong" { print $7 }' <<<"$output")" = 0x1.7*p+3 ]] # the same library elsewhere is right
}

@test "seed and rounds determine all, threads do not; more rounds go on from fewer" {
  hunt peak 2 -j 1 --domain 0x1p98:0x1p100 --binades one --histogram bins-one
  expected=$output
  hunt peak 2 -j 2 --domain 0x1p98:0x1p100 --binades two --histogram bins-two
  diff <(echo "$expected") <(echo "$output")
  cmp one two
  cmp bins-one bins-two
  hunt peak 2 --domain 0x1p98:0x1p100 --seed 2
  [ "$expected" != "$output" ]
  hunt peak 3 --domain 0x1p98:0x1p100
  awk -F '\t' -v now="$(field 15)" '$1 == "check" { exit !(now >= $15) }' <<<"$expected"
}

@test "a hunt of a slow function ends in time, and has called it in each mode" {
  run -0 tmd-check --library ./hunter.so --symbol slow --function sqrt --modes nearest,up --claims-only --hunt 1s --stats
  [[ $output = *" rounds=1 "* ]]
  [ "$(awk -F '\t' '$1 == "check" && $6 == "hunted" && $7 > 65000 && $7 < 64 * 65536' <<<"$output" | wc -l)" -eq 2 ]
}

@test "an interrupted hunt reports what it found, and leaves out what it had not begun" {
  tmd-check --library ./hunter.so --symbol peak --function sqrt,cbrt --modes nearest --claims-only --hunt 1000s -j 1 \
    --domain 0x1p95:0x1p105 --keep kept --binades binades >report 2>err &
  local check=$! status=0
  # a round takes less than a tenth of a second of the tool's time, of which this is three
  for ((i = 0; i < 600 && $(cut -d ' ' -f 14 /proc/$check/stat) < 30; i++)); do sleep 0.1; done
  kill -INT $check
  wait $check || status=$?
  [ "$status" -eq 130 ]
  [ "$(awk -F '\t' '$1 == "check" { print $2, $6 }' report)" = "sqrt hunted, interrupted" ]
  awk -F '\t' '$1 == "check" { exit !($7 >= 65536 && $15 > 1) }' report
  [ "$(awk -F '\t' '!/^#/ { n += $5 } END { print n }' binades)" -ge 1 ]
  grep -q $'\tsqrt\tbinary64' kept
}

@test "the known errors of a list are where the hunt begins" {
  tmd-plan sqrt --format binary64 --domain 0x1.9a3b5c7d9p+100:0x1.9a3b5c7dap+100 | tmd-taylor >middle.tmd
  run tmd-check --library ./hunter.so --symbol peak --modes nearest --claims-only --hunt 1r --domain 1:2 --limit 50 \
    --ignore not-monotone middle.tmd
  [ "$status" -eq 0 ]
  awk -v most="$(field 15)" 'BEGIN { exit !(most >= 39) }'
}

@test "what was hunted is counted once, and in bins" {
  hunt stretch 2 --histogram bins
  [ "$(awk -F '\t' '$1 == "check" { print $7 }' <<<"$output")" = "$(awk -F '\t' '!/^#/ { n += $6 } END { print n }' bins)" ]
  awk -F '\t' '!/^#/ && ($4 < -0.5 || $5 > 0.5) { wrong += $6 } END { exit wrong }' bins
  # binary16: every binade has one packet, which is looked at once
  printf '#include <math.h>\n_Float16 sqrtf16(_Float16 x) { return (_Float16)sqrt(x); }\n' >half.c
  run -0 tmd-check --library ./half.c --function sqrt --format binary16 --hunt 9r --modes nearest --claims-only --histogram bins
  [ "$(field 7)" = $((31 * 1024 - 1)) ]
}

@test "bins hold the errors of brute force" {
  tmd-plan exp --format binary32 --domain 1:0x1.004p0 | tmd-taylor |
    { tmd-check --library libm.so.6 --modes up,down --claims-only --histogram bins || true; } >report
  for mode in up down; do
    "$BUILD/tests/brute-check" libm.so.6 exp expf binary32 $mode 1:0x1.004p0 bins | sed 1d >brute
    awk -F '\t' -v OFS='\t' -v m=$mode '$3 == m { print $4, $6 }' bins | cmp - brute
  done
}

@test "json and junit: the report in other forms" {
  tmd-plan sqrt --format binary64 --domain 0x1.9a3b5c7d9p+100:0x1.9a3b5c7dap+100 | tmd-taylor >middle.tmd
  run tmd-check --library ./hunter.so --symbol peak --claims-only middle.tmd -o report.tsv
  run -1 tmd-check --library ./hunter.so --symbol peak --claims-only middle.tmd --json --junit tests.xml -o report.json
  [ "$(grep -c '<testcase' tests.xml)" -eq 4 ]
  grep -q '<testsuite name="./hunter.so" tests="4" failures="4">' tests.xml
  grep -q 'name="sqrt up, peak"' tests.xml
  # what was got, and errors with all digits: this one is not 0.5
  printf '%s\n' '#include <math.h>' 'float one_sqrtf(float x) { return x == 0x1.fffffep-1f ? 1 : sqrtf(x); }' >one.c
  tmd-plan sqrt --format binary32 --domain 1:1.0001 | tmd-taylor |
    tmd-check --library ./one.c --symbol one_%s --modes nearest --junit one.xml >/dev/null || [ $? -eq 1 ]
  grep -qF 'message="largest error 0.50000000745058082 ulp, kappa 1, limit 0.5; wrong 1"' one.xml
  grep -qxF 'wrong: 1, first at x = 0x1.fffffep-1, got 0x1p+0, expected 0x1.fffffep-1' one.xml
  grep -qF 'above: 0.50000000745058082 ulp, x = 0x1.fffffep-1, got 0x1p+0, expected 0x1.fffffep-1' one.xml
  command -v python3 >/dev/null || skip "no python3: JSON is not read"
  # every field is there, as in TSV
  python3 - <<'END' >rows
import json, xml.dom.minidom
def instance(at): return [at.get(name, "-") for name in ("x", "expected", "got")]
report = json.load(open("report.json"))
checks, findings = report["checks"], []
for c in checks:
    of = [c[name] for name in ("function", "format", "mode")]
    row = of + [c[name] for name in ("symbol", "coverage", "tested", "sampled", "left", "wrong")]
    for side in c["below"], c["above"]: row += ["%g" % side["error"]] + instance(side)
    row += ["%g" % c["limit"], c["verdict"], c["kappa"]["steps"]] + instance(c["kappa"])
    print("check", *row, sep="\t")
    findings += [["finding"] + of + [f["kind"], f["count"]] + instance(f) for f in c["findings"]]
    assert c["passes"] == (c["verdict"] == "pass")
for row in findings: print(*row, sep="\t")
assert report["library"] == "./hunter.so"
xml.dom.minidom.parse("tests.xml")
END
  grep -v '^#' report.tsv | cmp - rows
}

@test "files are written whole or not at all" {
  for file in keep histogram binades junit; do echo old >$file; done
  files=(--keep keep --histogram histogram --binades binades --junit junit)
  run -2 tmd-check --library ./hunter.so --symbol none --function sqrt --hunt 1r "${files[@]}"
  for file in keep histogram binades junit; do [ "$(cat $file)" = old ]; done
  run tmd-check --library ./hunter.so --symbol none --function sqrt --hunt 1r --keep new
  [ ! -e new ]
  [ "$(compgen -G '*.part-*')" = "" ]
  hunt stretch 1 --domain 1:2 "${files[@]}"
  for file in keep histogram binades junit; do [ "$(head -c 3 $file)" != old ]; done
  hunt -2 stretch 1 --keep same --junit ./same
  cp "$samples/good.tmd" stream.tmd
  hunt -2 stretch 1 --keep stream.tmd
  run -2 tmd-check --library ./hunter.so --symbol peak stream.tmd --keep stream.tmd --force
  cmp "$samples/good.tmd" stream.tmd
}

@test "what cannot be hunted is one line" {
  for options in '--hunt 5x' '--hunt 0' '--hunt 1.5r' '--function sqrt' '--function sqrt,, --hunt 1r' '--function f --hunt 1r' \
    '--binades file --function sqrt' '--function sqrt --format binary99 --hunt 1r'; do
    # shellcheck disable=SC2086
    bad_usage "" tmd-check --library ./hunter.so --symbol peak $options /dev/null
  done
}
