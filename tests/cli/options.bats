# What every tool has in common: its options, its texts about itself, its errors.
load synthetic

tools() { (cd "$BUILD/bin" && ls -- tmd tmd-*); }
compiled() { for tool in $(tools); do [ ! -e "$root/tools/$tool.c" ] || echo "$tool"; done; }

@test "--help fits a screen and has an example; --version" {
  [ "$(tools | wc -l)" -ge 5 ]
  for tool in $(tools); do
    run --separate-stderr "$tool" --help
    echo "$tool"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "$(wc -l <<<"$output")" -le 40 ]
    [ ! -e "$root/tools/$tool.c" ] || [ "$(wc -L <<<"$output")" -le 100 ]
    [[ ${lines[0],,} = "usage: $tool "* ]]
    grep -qi '^example' <<<"$output"
    run -0 --separate-stderr "$tool" --version
    [[ $output =~ ^tmd(-[a-z0-9]+)?\ \(tmd\)\ [0-9] ]]
  done
}

@test "an unknown option: one line, status 2, nothing on stdout" {
  for tool in $(tools); do
    for option in "--foo 1" "-Q 1" --foo=1; do
      echo "$tool $option"
      refused 2 "$tool: * (try --help)" "$tool" $option </dev/null
      [[ $option != --foo* || $stderr = *"unknown option '--foo"* ]]
    done
  done
}

@test "a message is one line, whatever is in the words of the command" {
  for tool in $(tools); do
    echo "$tool"
    refused 2 "$tool: *'--f\?o\?o\?\[1m*" "$tool" $'--f\no\to\e[1m=1' </dev/null
  done
}

@test "threads that wait do not spin, unless they are to; no program has to start itself anew for that" {
  for tool in $(compiled); do
    [[ $tool != tmd && $tool != tmd-verify ]] || continue # they have no threads
    echo "$tool"
    said=$(env -u OMP_WAIT_POLICY OMP_DISPLAY_ENV=true "$tool" --version 2>&1)
    [ "$(grep -c 'ENVIRONMENT BEGIN' <<<"$said")" -eq 1 ]
    grep -q "OMP_WAIT_POLICY = 'PASSIVE'" <<<"$said"
    OMP_WAIT_POLICY=active OMP_DISPLAY_ENV=true "$tool" --version 2>&1 | grep -q "OMP_WAIT_POLICY = 'ACTIVE'"
  done
}

@test "--man is a page that mandoc accepts, and so are the pages written by hand" {
  command -v mandoc >/dev/null || skip "no mandoc"
  for tool in $(tools); do
    echo "$tool"
    "$tool" --man >"$BATS_TEST_TMPDIR/$tool.1"
    mandoc -T lint -W warning "$BATS_TEST_TMPDIR/$tool.1"
    grep -q "^.Sh EXIT STATUS" "$BATS_TEST_TMPDIR/$tool.1"
  done
  for page in "$root"/formats/*.5 "$root"/pipelines/*.7; do [ ! -e "$page" ] || mandoc -T lint -W warning "$page"; done
}

@test "texts about itself fail on a full device" {
  [ -e /dev/full ] || skip "no /dev/full"
  for tool in $(tools); do
    for option in --help --version --man "--device list"; do
      [[ $option != --device* || ($tool != tmd && $tool != tmd-verify && -e $root/tools/$tool.c) ]] || continue
      refused 2 "$tool: standard output: *" timeout 10 bash -c "$tool $option >/dev/full"
    done
  done
}

@test "values: missing, not a number, out of range, none of the words" {
  bad_usage "needs a value" tmd-dump --to
  bad_usage "none of tsv|wc" tmd-dump --to xml
  bad_usage "takes no value" tmd-dump --records=1
  for number in x 1x 1e3 0x10 '' ' 1' 2^ 2^63 2^x 99999999999999999999 -1 5000; do
    bad_usage "--threads: " tmd-dump -j "$number" "$samples/good.tmd"
  done
  for number in 1 2^3 0 4096; do tmd-dump --threads="$number" "$samples/good.tmd" >/dev/null; done
}

@test "options and operands in any order; -- ends the options; - is standard input" {
  cp "$samples/good.tmd" ./--to
  tmd-dump --to wc -- --to >a
  tmd-dump "$samples/good.tmd" --to=wc >b
  tmd-dump - --to wc <"$samples/good.tmd" >c
  tmd-dump --to wc -o d <"$samples/good.tmd"
  cmp a b
  cmp a c
  cmp a d
}

@test "devices for tools that take none, devices that are none" {
  bad_usage "tmd-dump: --device cuda: this tool works on the cpu alone" tmd-dump --device cuda /dev/null
  bad_usage "this tool works on the cpu alone" tmd-ziv --device opencl:1 /dev/null
  bad_usage "tmd-dump: --device abacus: this tool works on the cpu alone" tmd-dump --device abacus /dev/null
  bad_usage "'abacus' is none of cpu, cuda, opencl" tmd-phase1 --device abacus /dev/null
  bad_usage "cuda:x" tmd-phase1 --device cuda:x /dev/null
  run -0 tmd-dump --device auto --verbose /dev/null
  [ "$output" = "tmd-dump: device cpu" ]
}

@test "files that cannot be opened" {
  for tool in tmd-dump tmd-pack tmd-stat tmd-ziv; do
    run -2 --separate-stderr bash -c "$tool /no/such/file >/dev/null"
    [[ $stderr = "$tool: /no/such/file: No such file or directory" ]]
    run -2 --separate-stderr bash -c "$tool -o /no/such/file </dev/null"
  done
  run -2 tmd-dump "$BATS_TEST_TMPDIR"
}

@test "no binary to a terminal" {
  command -v script >/dev/null || skip "no script(1)"
  for command in "tmd-pack $samples/good.tsv" "tmd-ziv $samples/good.tmd" "tmd-select $samples/good.tmd"; do
    run -2 script -qec "$command" /dev/null
    [[ $output = *"refuses to write a binary stream to a terminal"* ]]
  done
  run -2 script -qec "tmd-search exp --format binary16 --domain 1:2 -o /dev/tty" /dev/null
  [[ $output = *"refuses to write a binary stream to a terminal"* ]]
  run -2 script -qec "tmd-dump --to bin $samples/good.tmd" /dev/null
  [[ $output = *"refuses to write bytes to a terminal"* ]]
}

@test "--stats: one closing line of key=value; --progress on request" {
  run -0 --separate-stderr bash -c "tmd-ziv --stats < <(tmd-dump $samples/good.tmd | grep -v candidate | tmd-pack) >/dev/null"
  counters='claims=6 arguments=[0-9]+ passed=[0-9] bytes_in=[0-9]+ bytes_out=[0-9]+ seconds=[0-9.]+'
  [[ ${stderr_lines[-1]} =~ ^tmd-ziv:\ $counters ]]
  for tool in "tmd-dump" "tmd-stat" "tmd-select"; do
    run --separate-stderr bash -c "$tool --stats $samples/good.tmd >$BATS_TEST_TMPDIR/out"
    [[ $stderr = *": claims=6 arguments="* ]]
  done
  run --separate-stderr bash -c "tmd-pack --stats $samples/good.tsv >$BATS_TEST_TMPDIR/out"
  [[ $stderr = "tmd-pack: claims=6 "*" lines=20" ]]
  synthetic 1 | tmd-pack >"$BATS_TEST_TMPDIR/one"
  run --separate-stderr bash -c "tmd-ziv --progress $BATS_TEST_TMPDIR/one >/dev/null"
  [[ $stderr = "tmd-ziv: 1 claims"* ]]
  [ "${#stderr_lines[@]}" -eq 1 ]
  run --separate-stderr bash -c "tmd-ziv /dev/null >/dev/null"
  [ -z "$stderr" ]
}

@test "--stats: the lines of programs that end at the same time are whole" {
  seq 100 | xargs -P 8 -I{} sh -c 'tmd-shift --stats </dev/null' >/dev/null 2>"$BATS_TEST_TMPDIR/said"
  [ "$(grep -cE '^tmd-shift: claims=0 .* packets_in=0 packets_out=0$' "$BATS_TEST_TMPDIR/said")" -eq 100 ]
}

@test "tmd prints every program with its own summary, runs it, and shows its page" {
  tmd >"$BATS_TEST_TMPDIR/list"
  tmd help | cmp - "$BATS_TEST_TMPDIR/list"
  for tool in $(tools); do
    [ "$tool" != tmd ] || continue
    echo "$tool"
    summary=$("$tool" --man | sed -n 's/^\.Nd //p')
    [ "$(grep -E "^  ${tool#tmd-} +[a-z]" "$BATS_TEST_TMPDIR/list" | sed 's/^  [a-z0-9]* *//')" = "$summary" ]
    "$tool" --help | grep -qxF "$tool: $summary."
  done
  [ "$(grep -c '^  [a-z]' "$BATS_TEST_TMPDIR/list")" -eq $(($(tools | wc -l) - 1)) ]
  [ "$(tmd help search)" = "$(tmd-search --man)" ]
  [ "$(tmd help tmd-plan)" = "$(tmd-plan --man)" ]
  [ "$(tmd help tmd)" = "$(tmd --man)" ]
  tmd dump --to wc "$samples/good.tmd" | cmp - <(tmd-dump --to wc "$samples/good.tmd")
  warned_like 2 "tmd-dump: --to: 'xml' is none of *" tmd dump --to xml
}

@test "tmd runs the programs beside it, never those of PATH" {
  mkdir "$BATS_TEST_TMPDIR"/{decoys,bin}
  printf '#!/bin/sh\necho decoy\n' >"$BATS_TEST_TMPDIR/decoys/tmd-plan"
  chmod +x "$BATS_TEST_TMPDIR/decoys/tmd-plan"
  ln -s "$BUILD/bin/tmd" "$BATS_TEST_TMPDIR/decoys/tmd"
  [[ $(PATH=$BATS_TEST_TMPDIR/decoys:$PATH tmd plan --version) = "tmd-plan (tmd) "* ]]
  cp "$BUILD/bin/tmd" "$BATS_TEST_TMPDIR/bin" # alone there
  warned 2 "tmd: $BATS_TEST_TMPDIR/bin/tmd-plan: No such file or directory" "$BATS_TEST_TMPDIR/bin/tmd" plan
}

@test "tmd: an unknown command, and the nearest one" {
  for words in "serch: did you mean search?" "plna: did you mean plan?" "tmd-dmup: did you mean dump?" nonsense; do
    word=${words%%:*}
    warned 2 "tmd: unknown command '$word'${words#"$word"} (try tmd help)" tmd "$word" --foo
    warned 2 "tmd: unknown command '$word'${words#"$word"} (try tmd help)" tmd help "$word"
  done
}

# parsed PROGRAM WORD...: what tmd makes of a script's command line
parsed() { tmd options "$1" -- "${@:2}" | tr '\0' ' '; }

@test "the command line of a script is parsed as that of a tool" {
  [ "$(parsed tmd-search exp -fbinary16 --top 2^4 --resume -j 3 --domain 1:2 --domain=3:4)" = \
    "--format=binary16 --top=16 --resume --threads=3 --domain=1:2 --domain=3:4 -- exp " ]
  [ "$(parsed tmd-search --output= -o --top -- -x^2 --top)" = "--output= --output=--top -- -x^2 --top " ]
  [ "$(parsed tmd-parallel -j 0 -- cat -j 5 -- -h)" = "--jobs=0 -- cat -j 5 -- -h " ]
  [ "$(parsed tmd-search exp --man --top 3 -h)" = "--man " ]
  [ "$(tmd options tmd-plot -- $'a\nb' '' | od -An -c | tr -d ' \n')" = '--\0a\nb\0\0' ]
  for wrong in "--top=x --top: 'x' is not a number" "--top=0 --top: 0 is not 1 or more" \
    "--to unknown option '--to' (try --help)" \
    "--resume=1 option '--resume' takes no value (try --help)" "-j option '-j' needs a value (try --help)" \
    "--date=1.5.2020 --date: '1.5.2020' is not a date, YYYY-MM-DD"; do
    warned 2 "tmd-search: ${wrong#* }" tmd-search exp "${wrong%% *}"
    [ -z "$output" ]
  done
  warned 2 "tmd-parallel: unexpected operand 'cat' before -- (try --help)" tmd-parallel cat -j 2
  warned_like 2 "tmd: options: *" tmd options tmd-plan -- exp
}

@test "no script looks at its words itself" {
  [ "$(grep -lE '^parse_options "\$@"$' "$root"/pipelines/tmd-* | wc -l)" -eq 7 ]
  run -1 grep -nE 'while \[ \$# |usage\(\)|\$\{1%%=' "$root"/pipelines/tmd-{search,atlas,conform,parallel,plot,report,spread}
}
