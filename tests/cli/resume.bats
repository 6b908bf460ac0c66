# Searches that end before their time, and go on: tmd-search --resume, tmd-stat --intact.
load synthetic

# small: exp in binary16, some fifty claims, regions among them. long: 128 blocks, more than a second. In .pieces the claims are
# as the stages write them, and as a search leaves them that was stopped; in .tmd they are joined.
setup_file() {
  cd "$BATS_FILE_TMPDIR"
  tmd-search exp --format binary16 --bits 8 --plan small.plan -o small.tmd >small.table
  stages small.plan >small.pieces
  tmd-dump --records small.tmd >small.txt
  grep -abo TMDCHUNK small.pieces | cut -d : -f 1 >small.tags
  tmd-plan exp --bits 34 --method regular --domain 1:0x1.001p+0 | sed 's/block=[0-9]*/block=8589934592/' >long.plan
  stages long.plan >long.pieces
  cp long.pieces long.tmd
  tmd-search - --plan long.plan -o long.tmd --resume >long.table # an old file: there is nothing to do but to join it
}

# A claim a block: how many tmd-orbit puts into one depends on when they come.
stages() {
  tmd-taylor "$1" | tmd-shift | tmd-phase1 | tmd-phase2 | tmd-farey | tmd-exhaust | tmd-ziv | tmd-orbit --plan "$1" |
    tmd-dump | tmd-pack
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_FILE_TMPDIR"/{small,long}.* .
}

# Stopped stages of a test that fails.
teardown() { [ -z "${stages:-}" ] || kill -KILL -- -"$stages" 2>/dev/null || true; }

small() { tmd-search exp --format binary16 --bits 8 "$@"; }
resume() { small --resume -o out.tmd "$@"; }
resumed() { resume >table && cmp table small.table && cmp out.tmd small.tmd; } # to what the whole search leaves
size() { stat -c %s "$1"; }

# complete WHAT: out.tmd is what the uninterrupted search leaves, and nothing is left beside it.
complete() {
  cmp <(tmd-dump out.tmd) <(tmd-dump "$1.tmd")
  tmd-stat --plan "$1.plan" out.tmd >/dev/null
  [ -z "$(tmd-stat out.tmd | grep ^overlap)" ]
  [ ! -e out.tmd.joining ]
}

# searched: how many arguments the run whose standard error is in the file err has searched.
searched() { sed -n 's/^tmd-ziv: .*arguments=\([0-9]*\) .*/\1/p' err; }

# planned FILE: the arguments of plan lines.
planned() { awk -F '\t' '$2 != "in" { n += $11 - $10 } END { printf "%.0f", n }' "$1"; }

# begins N: the offset of block N of small.pieces.
begins() { awk -v n="$1" 'NR == n { print $1 - 8; found = 1 } END { exit !found }' small.tags; }

# fill COUNT CHARACTER: so many of them.
fill() { [ "$1" -ge 0 ] && head -c "$1" /dev/zero | tr '\0' "$2"; }

# A torn last block: the first 9 of small.pieces are kept, the next one is not as it should be.
# torn LENGTH: the first 9 and so many bytes of the 10th.
torn() {
  local at
  at=$(begins 10)
  head -c "$at" small.pieces >kept
  head -c $((at + $1)) small.pieces >out.tmd
}

# goes_on: --intact sees the torn block, --resume cuts it off and completes the search.
goes_on() {
  [ "$(tmd-stat --intact out.tmd)" -eq "$(size kept)" ]
  [ "$(tmd-stat --intact <out.tmd)" -eq "$(size kept)" ]
  local bytes=$(($(size out.tmd) - $(size kept)))
  resume >table 2>err
  [ "$(cat err)" = "tmd-search: out.tmd: cut off a torn last block, $bytes bytes" ]
  cmp table small.table
  complete small
}

# not_resumed WHY [WHAT]: neither tool takes out.tmd, and it stays as it is. If WHAT is sound, the last line is the commands that
# go on with what is sound in it, and they do; else it is no stream at all.
not_resumed() {
  cp out.tmd before
  refused 3 "*" tmd-stat --intact out.tmd
  run -3 --separate-stderr resume
  [ -z "$output" ]
  [[ ${stderr_lines[0]} = "tmd-stat: out.tmd: "*"$1"* ]] || { echo "$stderr" && false; }
  cmp out.tmd before
  [ "${#stderr_lines[@]}" -eq $((1 + ${#2} / 5)) ]
  [ -n "${2:-}" ] || return 0
  [[ $stderr = *"to go on with what is sound: tmd-select --keep-going out.tmd > out.tmd.sound; "* ]]
  bash -c "${stderr_lines[1]#*sound: }" >table 2>err
  cmp table small.table
  complete small
  cmp out.tmd.damaged before
  rm out.tmd.damaged
}

@test "torn within the frame header, within the zstd frame, a byte before the end" {
  local length
  for length in $(printf '%s\n' 1 15 16 31 32 100 | drawn 2) $(($(begins 11) - $(begins 10) - 1)); do
    torn "$length"
    goes_on
  done
}

@test "cut between two blocks: nothing is cut off" {
  torn 0
  resume >table 2>err
  [ ! -s err ]
  cmp table small.table
  complete small
}

@test "torn: zeros in place of what was not written, up to the end of the block, within it and behind it" {
  local length=$(($(begins 11) - $(begins 10))) written zeros
  for written in 0 3 20 50; do
    for zeros in 5 $((length - written)) 5000; do echo "$written $zeros"; done
  done | drawn 4 >lengths # a quarter of these by the date
  [ "$(wc -l <lengths)" -eq 3 ]
  while read -r written zeros; do
    torn "$written"
    fill "$zeros" '\0' >>out.tmd
    goes_on </dev/null
  done <lengths
}

@test "torn: other bytes in place of what was not written" {
  local length=$(($(begins 11) - $(begins 10)))
  torn 60
  fill $((length - 60)) x >>out.tmd
  goes_on
  torn 16
  fill 1000 x >>out.tmd # a length that reaches beyond the end
  goes_on
}

@test "corruption with blocks behind it is refused" {
  local at
  for at in $(printf '%s\n' 3 20 28 50 | drawn 2); do # two by the date
    cp small.pieces out.tmd
    printf '\xee' | dd of=out.tmd bs=1 seek=$(($(begins 10) + at)) conv=notrunc status=none
    not_resumed "" sound
  done
  { head -c "$(begins 10)" small.pieces && fill 300 '\0' && tail -c +$(($(begins 11) + 1)) small.pieces; } >out.tmd
  not_resumed "not the beginning of a block" sound
}

@test "what is not a torn block is refused: foreign bytes, a foreign file, a length that is wrong" {
  { cat small.tmd && echo something else; } >out.tmd
  not_resumed "" sound
  echo "a text" >out.tmd
  not_resumed ""
  cp small.plan out.tmd
  not_resumed "is a plan, not a stream"
  torn 60 # its length shorter than what follows
  printf '\x08\0\0\0\0\0\0\0' | dd of=out.tmd bs=1 seek=$(($(begins 10) + 16)) conv=notrunc status=none
  not_resumed "not a single zstd frame of the length given" sound
}

@test "only the gaps are searched, in the middle of a line too" {
  tmd-dump long.pieces | awk -F '\t' '/^@/ { n++ } n < 20 || (n >= 30 && n != 50)' | tmd-pack >out.tmd
  tmd-stat --gaps --plan long.plan out.tmd >rest
  [ "$(wc -l <rest)" -eq 3 ]
  tmd-search - --plan long.plan -o out.tmd --resume --stats >/dev/null 2>err
  [ "$(searched)" -eq "$(planned rest)" ]
  [ "$(searched)" -eq $((11 * 8589934592)) ]
  complete long
}

@test "nothing to do: straight to the table; the file stays, or is joined" {
  cp small.tmd out.tmd
  resume --stats >table 2>err
  [ ! -s err ]
  cmp table small.table
  cmp out.tmd small.tmd
  cp small.pieces out.tmd
  cmp -s out.tmd small.tmd && false
  resumed
  [ "$(tmd-dump long.tmd | grep -c ^@)" -eq 1 ]
  head -n 1 small.plan >none
  run --separate-stderr -2 tmd-search - --plan none -o out.tmd --resume # nothing was compared
  cmp out.tmd small.tmd
}

@test "no file or an empty one: a search from the beginning; another one is replaced with --force only" {
  : >kept
  resumed
  : >out.tmd
  resume >table
  cmp out.tmd small.tmd
  small -o out.tmd --resume --force >table
  cmp out.tmd small.tmd
  refused 2 "tmd-search: out.tmd: is not empty: --resume goes on with it, --force replaces it" \
    tmd-search exp2 --format binary16 --bits 8 -o out.tmd
  cmp out.tmd small.tmd
  run -2 tmd-search exp2 --format binary16 --bits 8 --domain 2:1 -o out.tmd --force
  cmp out.tmd small.tmd
  tmd-search exp2 --format binary16 --bits 8 -o out.tmd --force >/dev/null
  small -o out.tmd --force >table
  cmp table small.table
  cmp out.tmd small.tmd
}

@test "the plan that is kept replaces neither the output nor another stream or database" {
  local plan
  cp small.tmd out.tmd
  for plan in new ./new "$PWD/new"; do
    refused 2 "tmd-search: new: is both the plan and the output" small -o new --plan "$plan"
    [ ! -e new ]
  done
  ln out.tmd link.tmd
  run -2 resume --plan link.tmd
  refused 2 "tmd-search: out.tmd: holds a stream, which is replaced with --force only" small --plan out.tmd
  cmp out.tmd small.tmd
  small --plan out.tmd --force >/dev/null
  cmp out.tmd small.plan
  sqlite3 out.db 'CREATE TABLE mine (x)'
  cp out.db kept.db
  refused 2 "tmd-search: out.db: holds a database, which is replaced with --force only" small --plan out.db
  cmp out.db kept.db
}

@test "regions alone, points, and a wider domain are gone on with" {
  tmd-dump small.tmd | awk -F '\t' '/^@/ { keep = $2 != "region" } keep' | tmd-pack >out.tmd
  resume --stats >table 2>err
  [[ $(grep ^tmd-taylor err) =~ written=([0-9]+)\ regions=([0-9]+) ]]
  [ "${BASH_REMATCH[1]}" -gt 0 ]
  [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
  complete small

  local sin="sin --format binary32 --domain 0x1p+20"
  tmd-search $sin:0x1.01p+20 --plan points.plan -o points.tmd >/dev/null
  grep -q method=points points.plan
  tmd-search $sin:0x1.008p+20 -o out.tmd --force >/dev/null
  tmd-search $sin:0x1.01p+20 -o out.tmd --resume --stats >/dev/null 2>err
  [ "$(searched)" -eq $(($(planned points.plan) - 16384)) ]
  complete points
}

# unfinished FILE: the lines of its claims of kind poly, and of those with candidates.
unfinished() {
  tmd-dump "$1" | awk -F '\t' '/^#/ { next } /^@/ { if (open) printf "%s", claim; claim = ""; open = $2 == "poly" }
    { claim = claim $0 "\n" } $4 == "candidate" { open = 1 } END { if (open) printf "%s", claim }'
}

@test "packets and candidates are no answer, and stay" {
  tmd-taylor small.plan | tmd-shift >packets.tmd
  tmd-exhaust packets.tmd >candidates.tmd
  for file in packets candidates; do
    cp $file.tmd out.tmd
    resume --stats >/dev/null 2>err
    tmd-stat --plan small.plan out.tmd >/dev/null
    tmd-stat --gaps --plan small.plan $file.tmd >rest
    [ "$(searched)" -eq "$(planned rest)" ]
    unfinished $file.tmd >stays
    [ -s stays ]
    cmp <(tmd-dump out.tmd | grep -v '^#') <(cat stays && tmd-dump small.tmd | grep -v '^#')
  done
}

@test "another problem is refused, and the file stays, torn as it is" {
  torn 40
  cp out.tmd before
  local other
  for other in "exp2 --format binary16 --bits 8" "exp --format bfloat16 --bits 8" "exp --format binary16 --bits 9" \
    "exp --format binary16 --bits 8 --modes directed" "exp --format binary16 --out binary32 --bits 8"; do
    refused 2 "tmd-search: out.tmd: is about another problem: exp 11,-14,15 11,-14,15 all 8" \
      tmd-search $other --plan other.plan -o out.tmd --resume
    cmp out.tmd before
    [ ! -e other.plan ]
  done
}

@test "what --resume and --intact cannot do is said in a line, status 2" {
  local command
  mkdir directory
  cp small.tmd out.tmd
  while read -r command; do
    refused 2 "*" $command
  done <<END
tmd-search exp --format binary16 --resume
tmd-search exp --format binary16 --resume=1 -o out.tmd
tmd-search exp --format binary16 --resume -o directory
tmd-search exp --format binary16 --resume -o /dev/null
tmd-search exp --format binary16 --resume -o /nonexistent/out.tmd
tmd-search exp --format binary16 --bits 8 --resume -o out.tmd --plan /nonexistent/plan
tmd-stat --intact out.tmd small.tmd
tmd-stat --intact --plan small.plan out.tmd
tmd-stat --intact --gaps out.tmd
tmd-stat --intact --only out.tmd
tmd-stat --intact --accuracy out.tmd
tmd-stat --intact --binades out.tmd
tmd-stat --intact --function exp out.tmd
tmd-stat --intact nosuch.tmd
END
  cmp out.tmd small.tmd
  run -3 --separate-stderr tmd-search - --plan <(sed '2s/zero/none/' small.plan) -o out.tmd --resume
  cmp out.tmd small.tmd
}

@test "a full disk" {
  [ "$(ulimit -f)" = unlimited ] || skip "files are limited already"
  # the last block is written in part: a limit in the middle of the file, in units of 1024 bytes
  search=(tmd-search exp --format binary16 --bits 2)
  run -2 bash -c "ulimit -f 100; ${search[*]} -o out.tmd"
  [ "${lines[-1]}" = "tmd-search: failed; to go on: ${search[*]} -o out.tmd --resume" ]
  [ "$(size out.tmd)" -eq 102400 ]
  intact=$(tmd-stat --intact out.tmd)
  [ "$intact" -gt 0 ]
  "${search[@]}" -o out.tmd --resume >/dev/null 2>err
  [ "$(cat err)" = "tmd-search: out.tmd: cut off a torn last block, $((102400 - intact)) bytes" ]
  "${search[@]}" -o whole.tmd >/dev/null
  cmp out.tmd whole.tmd
}

# other_stage NAME COMMANDS: a folder bin in which this stage is that.
other_stage() {
  rm -rf bin && mkdir bin
  ln -s "$BUILD"/bin/tmd* bin
  rm "bin/$1" bin/tmd-search
  cp "$BUILD/bin/tmd-search" bin
  printf '#!/bin/bash\n%s\n' "$2" >"bin/$1"
  chmod +x "bin/$1"
}

@test "killed in the middle of the joining, or no room for it: the file stays, and is joined by --resume" {
  for reason in "kill -KILL \$PPID" "exit 2"; do
    other_stage tmd-select "head -c 700 small.tmd >\$2; $reason"
    : >out.tmd
    chmod 640 out.tmd
    run --separate-stderr bin/tmd-search exp --format binary16 --bits 8 -o out.tmd
    [ -z "$output" ]
    cmp <(tmd-dump out.tmd) <(tmd-dump small.pieces)
    if [ "$reason" = "exit 2" ]; then
      [ "$status" -eq 2 ]
      [ "${stderr_lines[0]}" = "tmd-search: out.tmd: complete, but not joined" ]
      [ "${stderr_lines[1]}" = \
        "tmd-search: failed; to go on: tmd-search exp --format binary16 --bits 8 -o out.tmd --resume" ]
      [ ! -e out.tmd.joining ]
    else
      [ "$status" -eq 137 ]
      [ "$(size out.tmd.joining)" -eq 700 ]
    fi
    resume >table
    cmp table small.table
    complete small
    [ "$(stat -c %a out.tmd)" = 640 ]
  done
}

@test "a joined file that another search puts there at the last moment is left alone" {
  other_stage tmd-select "exit 2"
  printf '#!/bin/sh\ncp small.tmd new && mv new out.tmd\n' >bin/flock # the other one ends between our opening and locking
  chmod +x bin/flock
  cp small.pieces out.tmd
  PATH=$PWD/bin:$PATH run -2 --separate-stderr bin/tmd-search exp --format binary16 --bits 8 --resume -o out.tmd
  [ "$stderr" = "tmd-search: out.tmd: another search was writing to it" ]
  cmp out.tmd small.tmd
}

@test "a link to a file stays one" {
  mkdir other
  ln -s other/real.tmd out.tmd
  cp small.pieces other/real.tmd
  resume >table
  [ -h out.tmd ]
  cmp other/real.tmd small.tmd
}

# ---- a running search ----

begin() {
  env --default-signal=INT tmd-search - --plan "${plan:-long.plan}" -j 1 -o out.tmd "$@" >/dev/null 2>err &
  search=$!
}

# grown BYTES: waits until out.tmd is longer than that.
grown() {
  local i
  for i in $(seq 500); do [ ! -e out.tmd ] || [ "$(size out.tmd)" -le "$1" ] || return 0; sleep 0.01; done
  return 1
}

children() { grep -l "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status 2>/dev/null | cut -d / -f 3; }

@test "killed in the middle, gone on with, killed again, gone on with" {
  local round i at=0 resumed=
  for round in 1 2; do
    begin $resumed
    grown "$at"
    stages=$(children $search)
    [ "$(wc -w <<<"$stages")" -eq 1 ] # the subshell that leads their process group
    kill -KILL $search
    wait $search || true
    kill -STOP -- -"$stages" # the stages live on: their output is left alone
    warned 2 "tmd-search: out.tmd: another search is writing to it" tmd-search - --plan long.plan -o out.tmd --resume
    kill -KILL -- -"$stages"
    stages=
    for i in $(seq 100); do flock -n out.tmd true && break || sleep 0.05; done
    [ "$(tmd-stat --plan long.plan out.tmd | sed -n '$s/.*\t//p')" -eq 1 ]
    cp out.tmd kept
    head -c 77 small.tmd >>out.tmd
    at=$(size out.tmd) resumed=--resume
  done
  tmd-stat --gaps --plan long.plan kept >rest
  tmd-search - --plan long.plan -o out.tmd --resume --stats >/dev/null 2>err
  [ "$(searched)" -eq "$(planned rest)" ]
  complete long
}

@test "interrupted as it begins to end: its folder is removed, and the last line is the command that goes on" {
  mkdir tmp
  export TMPDIR=$PWD/tmp
  run -130 interrupted_at_end tmd-search exp --format binary16 --domain 1:2 -o out.tmd
  [[ ${lines[-1]} = "tmd-search: interrupted; to go on: tmd-search exp --format binary16 "* ]]
  [ -z "$(ls -A tmp)" ]
}

@test "interrupted, terminated, without its terminal: it ends with its stages; the message is the command that goes on" {
  local signal at=0 resumed= status
  for signal in INT TERM HUP; do
    status=0
    begin $resumed
    grown "$at"
    stages=$(children $search)
    kill -$signal $search
    wait $search || status=$?
    [ "$status" -eq 130 ]
    kill -0 -- -"$stages" 2>/dev/null && false
    stages=
    [ "$(cat err)" = "tmd-search: interrupted; to go on: tmd-search - --plan long.plan -j 1 -o out.tmd --resume" ]
    [ "$at" -eq 0 ] || cmp kept <(head -c "$at" out.tmd)
    [ "$(tmd-stat --plan long.plan out.tmd | sed -n '$s/.*\t//p')" -eq 1 ]
    cp out.tmd kept
    at=$(size out.tmd) resumed=--resume
  done
  eval "$(sed -n 's/.*to go on: //p' err)" >/dev/null
  complete long
}

@test "a stage that dies or fails: the last line is the command that goes on, quoted, and it does" {
  local stage what
  for stage in tmd-taylor tmd-exhaust tmd-orbit; do
    for what in 'kill -KILL $$' 'exit 2' 'exit 3'; do echo "$stage $what"; done
  done | drawn 4 >failures # two or three by the date
  [ "$(wc -l <failures)" -ge 2 ]
  while read -r stage what; do
    other_stage $stage "$what"
    rm -f "it's out.tmd"
    run --separate-stderr bin/tmd-search exp --format binary16 --bits=8 -o "it's out.tmd" </dev/null
    [ "$status" -gt 1 ]
    [ -z "$output" ]
    [ "${stderr_lines[-1]}" = \
      "tmd-search: failed; to go on: tmd-search exp --format binary16 --bits=8 -o it\\'s\\ out.tmd --resume" ]
  done <failures
  eval "${stderr_lines[-1]#*to go on: }" >table
  cmp table small.table
  # without -o there is nothing to go on with
  run --separate-stderr bin/tmd-search exp --format binary16 --bits=8
  [[ $stderr != *"to go on"* ]]
}

# status NAME: a value of the status.
status() { jq -e -r ".$1" status.json; }

@test "progress by predicted seconds: what an earlier search has done counts; the status for programs" {
  # six times as long: a status is written each second
  tmd-plan exp --bits 34 --method regular --domain 1:0x1.006p+0 | sed 's/block=[0-9]*/block=8589934592/' >longer.plan
  plan=longer.plan
  begin --status-json status.json --progress
  grown 0
  for i in $(seq 600); do [ "$(status phase)" != search ] || [ "$(status cases)" -eq 0 ] || break; sleep 0.05; done
  [ "$(status phase)" = search ]
  [ "$(status pid)" -eq "$search" ]
  [ "$(jq '.fraction > 0 and .fraction < 1 and .seconds_left > 0 and .done_seconds < .planned_seconds' status.json)" = true ]
  kill -INT $(status pid)
  wait $search || true
  [ "$(status phase)" = interrupted ]
  grep -qE '^\[#+\.+\] +[0-9.]+%  [0-9:]+ left  [0-9.e+]+ arguments/s  [0-9]+ cases$' err
  # what is done is what is covered, in proportion: all blocks are alike. The status is the last one written, somewhat older
  tmd-stat --plan $plan out.tmd >report || true
  awk "$awk_columns"'kind == "plan" { print $at("covered") / $at("arguments") }' report >part
  status fraction | paste part - | awk '{ exit !($2 > $1 - 0.2 && $2 < $1 + 0.2 && $2 > 0) }'
  begin --resume --status-json status.json
  for i in $(seq 600); do ! jq -e '.phase == "search" and .elapsed_seconds > 0' status.json || break; sleep 0.02; done
  jq -r .fraction status.json | paste part - | awk '{ exit !($2 >= 0.999 * $1) }'
  wait $search
  [ ! -s err ] # no terminal: nothing is shown
  [ "$(status phase)" = done ]
  [ "$(status fraction)" = 1 ]
  [ "$(status cases)" -eq "$(tmd-dump --records out.tmd | grep -c ^case)" ]
  tmd-search - --plan $plan -o out.tmd --resume --status-json status.json >/dev/null # nothing is left
  jq -e '.phase == "done" and .fraction == 1 and .seconds_left == 0 and .undecided == 0 and .cases > 0' status.json
  run -2 --separate-stderr tmd-search exp --format binary16 --status-json /nonexistent/status -o new.tmd
  [ "$stderr" = "tmd-plan: --status-json: /nonexistent/status: cannot be written" ]
}

@test "a status replaces nothing but a status: no device, pipe, link, folder, stream, text, and no file beside it" {
  # what stands for devices is made here: never the machine's own
  mkfifo pipe
  mkdir folder
  ln -s small.tmd link
  echo mine >text
  echo mine >status.json.new
  for name in $(printf '%s\n' pipe folder link small.tmd text small.plan | drawn 2); do # half of them by the date
    ls -ld "$name" >before
    cp small.tmd kept && cp text kept.text
    for command in "tmd-plan exp --format binary16" "tmd-orbit small.tmd" \
      "tmd-search exp --format binary16 --bits 8 -o new.tmd"; do
      run -2 --separate-stderr bash -c "$command --status-json $name >/dev/null"
      [[ $stderr = *": --status-json: $name: is no status, and is not replaced" ]] || { echo "$stderr" && false; }
      [ ! -e new.tmd ]
    done
    [ "$(ls -ld "$name")" = "$(cat before)" ]
    cmp small.tmd kept
    cmp text kept.text
  done
  run -2 --separate-stderr tmd-plan exp --format binary16 --status-json=
  : >status.json # what mktemp leaves
  tmd-plan exp --format binary16 --status-json status.json >/dev/null
  tmd-plan exp --format binary16 --status-json status.json >/dev/null
  [ "$(cat status.json.new)" = mine ]
  [ -z "$(compgen -G '*.part-*')" ]
}

@test "the progress of a plan, and of claims with images: no more than all is done" {
  tmd-plan exp --format binary32 --progress --status-json status.json 2>err >plan
  jq -e '.phase == "plan" and .fraction == null and .seconds_left == null and .done_seconds == 0' status.json
  column function cost <plan | awk '{ s += $1 } END { print s }' | paste - <(status planned_seconds) |
    awk '{ exit !($1 < 1.001 * $2 && $2 < 1.001 * $1) }'
  tmd-search sin --format binary16 --bits 8 --status-json status.json --plan plan -o sin.tmd >/dev/null
  jq -e '.phase == "done" and .fraction == 1' status.json
  [ "$(status cases)" -eq "$(tmd-dump --records sin.tmd | awk -F '\t' '$1 == "case" && $5 != "exact"' | wc -l)" ]
  # lines and claims that do not fit each other: shares of what both have
  tmd-select --domain 0.7:0.9 sin.tmd | tmd-orbit --forecast plan --status-json status.json --plan plan >/dev/null
  jq -e '.fraction > 0 and .fraction < 0.5' status.json
  # a line within another line, which ends before the claim
  tmd-plan sin --format binary16 --bits 8 >sin.plan
  for domain in 0.125:0.25 0.6:1 0.7:0.71; do tmd-plan sin --format binary16 --bits 8 --domain $domain; done >nested
  tmd-select --domain 0.8:0.9 sin.tmd | tmd-orbit --forecast nested --status-json status.json --plan sin.plan >/dev/null
  jq -e '.fraction > 0 and .fraction < 0.5' status.json
  for done in 1 1:2 1:2:x -1:2:3 1:-2:3 1:2:3: x:1:2 nan:1:2; do
    run -2 --separate-stderr tmd-orbit --done $done </dev/null
    [[ $stderr = "tmd-orbit: --done: '$done' is not SECONDS:CASES:UNDECIDED" ]]
  done
}
