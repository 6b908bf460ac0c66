# tmd-spread: units of a plan, workers that fail in all ways, and the stream that comes of it.
bats_require_minimum_version 1.5.0
load synthetic
load spread

setup_file() {
  load synthetic
  load spread
  cd "$BATS_FILE_TMPDIR"
  small_plan 2
  what_is_known known
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_FILE_TMPDIR"/small.* .
  searcher=$BATS_FILE_TMPDIR/known
}

teardown() {
  [ -n "${driver:-}" ] || return 0
  kill -KILL "$driver" 2>/dev/null || true
  wait "$driver" 2>/dev/null || true
}

@test "tmd-plan --cut: the union of the units is the plan, nothing twice, longest first" {
  tmd-plan exp --bits 44 --domain 1:4 >plan
  tmd-plan --cut 3 plan >units
  [ "$(grep -c ^function units)" -gt 8 ]
  # the parts of a line, joined where one ends and the next begins
  grep -v ^function units | sort -t "$(printf '\t')" -k 8,8n -k 10,10n | awk -F '\t' -v OFS='\t' '
    { key = $1 FS $5 FS $8 FS $9; cost = $16; $16 = "" }
    key == last && $10 == X1 { X1 = $11; next }
    { if (NR > 1) print last, X0, X1; last = key; X0 = $10; X1 = $11 }
    END { print last, X0, X1 }' >joined
  sed 1d plan | cut -f 1,5,8-11 | sort -t "$(printf '\t')" -k 3,3n -k 5,5n | cmp - joined
  awk -F '\t' '/^function/ { n++; next } { s[n] += $16 } END { for (i = 1; i <= n; i++) printf "%.2f\n", s[i] }' units >seconds
  sort -c -r -n seconds
  [ "$(sed '$d' seconds | sort -u | paste -sd ' ')" = 3.00 ] # but the last
  tmd-plan --cut 1000 plan | sed 1d | cmp - <(sed 1d plan)
  tmd-plan --cut 3 --max-cells 5 plan 2>err && false
  [ "$(cat err)" = "tmd-plan: more than 5 lines in units of 3 seconds" ]
}

@test "without --unit-seconds a short plan is units alike for all workers" {
  tmd-plan exp --bits 44 --domain 0.25:1 >plan
  run -1 --separate-stderr tmd-spread plan --into d -j 2 --stage 'exit 2'
  awk -F '\t' '{ all += $16 } END { printf "%.1f %.1f\n", all / 2, all / 2 }' plan >halves
  cut -f 2 d/units.tsv | paste -sd ' ' | awk '{ printf "%.1f %.1f\n", $1, $2 }' | cmp halves
}

@test "here: the joined stream is that of tmd-search, byte for byte; nothing is done twice, nor replaced" {
  folder='a folder of $1\t, 5 %s {} "it'"'s"
  tmd-spread small.plan --into "$folder" --unit-seconds 1 -j 2 >report
  tmd-stat --plan small.plan small.tmd | cmp - report
  complete "$folder"
  [ "$(tmd-spread "$folder" --status-json | jq -c '[.units, .cases, .faults]')" = '[2,6,[]]' ]
  cat "$folder"/log/*.times >times
  run -2 --separate-stderr tmd-spread small.plan --into "$folder"
  [ "$stderr" = "tmd-spread: $folder: is there already: --resume goes on with it" ]
  tmd-spread "$folder" --resume | cmp - report
  cat "$folder"/log/*.times | cmp - times
}

@test "hosts that return a flipped bit, another unit's stream, yesterday's, a torn one, too much, or what is not confirmed" {
  tmd-plan exp --bits 41 --domain 1:1.001 >other.plan
  tmd-search - --plan other.plan -o other.tmd >/dev/null
  tmd-select --domain 1.0001:1.0009 small.tmd >other-unit.tmd
  tmd-taylor small.plan | tmd-shift >poly.tmd
  faulty flipped 1 'search "$@"; printf "\\xff" | dd of="$stream" bs=1 seek=60 conv=notrunc 2>/dev/null'
  faulty another 1 "cp '$PWD/other-unit.tmd' \"\$stream\""
  faulty yesterday 1 "cp '$PWD/other.tmd' \"\$stream\""
  faulty torn 1 'search "$@"; truncate -s -7 "$stream"'
  faulty more 1 "cp '$PWD/small.tmd' \"\$stream\""
  faulty poly 1 "search \"\$@\"; cat '$PWD/poly.tmd' >>\"\$stream\""
  faulty failing 1 'echo "no room" >&2; exit 2'
  tools good
  for host in flipped another yesterday torn more poly failing good; do echo "1/$host bin=$PWD/$host"; done >hosts
  sed -i 's/\t[0-9]*$/\t8/' small.plan
  in_place_of_ssh there
  tmd-spread small.plan --into d --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" >/dev/null
  complete d
  named d flipped 'refused: offset 0: checksum' \
    another 'refused: claims what is not in the plan' \
    yesterday 'refused: claims what is not in the plan' \
    torn 'refused: offset 0: truncated' \
    more 'refused: claims what is not in the plan' \
    poly 'refused: has claims that are not confirmed (poly)' \
    failing 'status 2: no room'
  ! grep '^fault ' named | grep -F 'on good:'
}

@test "a host of another version, one that is not there, one whose connection is lost: others do its units" {
  tools old
  tools good
  tools lost
  rm old/tmd-spread lost/tmd-orbit
  printf '#!/bin/sh\necho "tmd-spread (tmd) 0.0"\n' >old/tmd-spread
  chmod +x old/tmd-spread
  faulty lost 1 'kill -KILL $(ps -o ppid= $PPID)' # its parent is the limit of time
  printf '%s\n' "1/old bin=$PWD/old" "1/nowhere bin=$PWD/nowhere" "1/lost bin=$PWD/lost" "1/good bin=$PWD/good" >hosts
  in_place_of_ssh there
  tmd-spread small.plan --into d --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" >/dev/null
  complete d
  named d old 'cannot be used: has another version: tmd-spread (tmd) 0.0' nowhere 'cannot be used: ' lost 'after '
}

nobody_writes_to() { ! ls -l /proc/[0-9]*/fd 2>/dev/null | grep -F "$PWD/$1"; }

@test "hosts are asked side by side; one that never answers is not waited for" {
  for n in 1 2 silent; do tools $n && echo "1/$n bin=$PWD/$n"; done >hosts
  sed 's/\t[0-9]*$/\t4/' small.plan >four.plan
  # those of 1 and 2 answer when both were asked
  cat >there <<SCRIPT
#!/bin/bash
cd "$PWD"
while [ "\$1" != -- ]; do shift; done
[ "\$2" != silent ] || exec sleep 1000
touch "asked.\$2"
for ((i = 0; i < 200 * $slow; i++)); do
  [ -e asked.1 ] && [ -e asked.2 ] && exec "\$BASH" -c "\$3"
  sleep 0.1
done
exit 1
SCRIPT
  chmod +x there
  tmd-spread four.plan --into d --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" >/dev/null 2>err 3>&-
  wait_for nobody_writes_to err # which would keep a pipe open; what filters messages has ended, or is about to
  complete d
  [ ! -s d/faults.tsv ]
}

@test "a host on which unit after unit fails, as its disk is full, is set aside, named, and not given more" {
  sed -i 's/\t[0-9]*$/\t5/' small.plan
  faulty full 1000 'echo "No space left on device" >&2; exit 2'
  faulty good 1 "while [ ! -e '$PWD/full/fault.3' ]; do sleep 0.1; done; search \"\$@\"" # the others come to the full one
  printf '%s\n' "1/full bin=$PWD/full" "1/good bin=$PWD/good" >hosts
  in_place_of_ssh there
  tmd-spread small.plan --into d --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" >/dev/null
  complete d
  named d full 'is set aside for 60 seconds: 3 units in a row have failed there, the last: ' \
    full 'status 2: No space left on device'
  [ "$(find full -name 'fault.*' | wc -l)" -eq 3 ]
}

@test "many units are given out in groups, at last one by one" {
  sed -i 's/\t[0-9]*$/\t500/' small.plan
  tmd-spread small.plan --into d --unit-seconds 1 --stage 'exit 2' -j 1 --timeout 1 >/dev/null 2>&1 &
  driver=$!
  wait_for test -s d/groups
  kill -KILL "$driver"
  tr ' ' '\n' <d/groups | cmp - d/todo
  [ "$(wc -l <d/todo)" -eq 500 ]
  [ "$(awk '{ print NF }' d/groups | uniq -c | xargs)" = "51 2 398 1" ]
}

# a_tar NAME: a file that unpacks like that of make dist.
a_tar() {
  tools tmd-0/bin
  tar -czf "$1" tmd-0
}

@test "--ship copies the tools to hosts once; a copy that comes damaged is none, and is named" {
  a_tar tools.tar.gz
  mkdir good bad
  printf '%s\n' '#!/bin/bash' 'while [ "$1" != -- ]; do shift; done' 'cd "$2"' 'if [ "$2" = bad ] && [[ $3 = *mktemp* ]]; then' \
    '  head -c 1000 | "$BASH" -c "$3"' 'else exec "$BASH" -c "$3"; fi' >there
  chmod +x there
  printf '1/good\n1/bad\n' >hosts
  tmd-spread small.plan --into d --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" --ship tools.tar.gz >/dev/null
  complete d
  [ "$(ls good/.cache/tmd)" = "$(sha256sum <tools.tar.gz | cut -d ' ' -f 1)" ]
  [ -z "$(ls bad/.cache/tmd)" ]
  named d bad 'cannot be used: cannot be given the tools: the file came damaged'
  inode=$(stat -c %i good/.cache/tmd/*)
  rm d/out/000002.tmd
  tmd-spread d --resume >/dev/null
  complete d
  [ "$(stat -c %i good/.cache/tmd/*)" = "$inode" ]
  run -2 tmd-spread small.plan --into f --engine ssh --hosts hosts --ship small.tmd
  error_line "small.tmd: is no tar.gz of make dist"
}

@test "a unit that fails three times is reported with what it said, the others are done; --resume tries again" {
  faulty bin 3 'echo "first words" >&2; echo "last words" >&2; exit 2'
  run -1 --separate-stderr bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1
  [ "$(grep -c 'tmd-spread: unit 000001 failed 3 times' <<<"$stderr")" -eq 1 ]
  grep -q '  last words' <<<"$stderr"
  [ "$(jq -c '[.done, .failed]' <(tmd-spread d --status-json))" = '[1,["000001"]]' ]
  tmd-stat --plan small.plan d/joined.tmd >report && false
  cmp report <(cat <<<"$output")
  bin/tmd-spread d --resume >/dev/null
  complete d
}

@test "a unit that sleeps for ever is stopped, one whose worker is killed goes on, and so does all when its driver is killed" {
  searcher=$BUILD/bin/tmd-search # which goes on from a part
  faulty bin 1 'search "$@"; truncate -s -7 "$stream"; exec sleep 1000'
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1 --timeout 15 >/dev/null
  complete d
  named d "$HOSTNAME" 'was stopped after '
  searcher=$BATS_FILE_TMPDIR/known
  faulty killed 2 'exec sleep 1000'
  killed/tmd-spread small.plan --into e --unit-seconds 1 -j 1 >/dev/null 2>&1 &
  driver=$!
  wait_for test -d killed/fault.1
  kill -KILL "$(cut -f 2 e/log/000001.running)" # its search ends with it
  wait_for test -d killed/fault.2
  kill -KILL "$driver"
  wait "$driver" 2>/dev/null || true
  named e "$HOSTNAME" 'was killed' "$HOSTNAME" "tmd-spread was killed (process $driver)"
  worker=$(cut -f 2 e/log/000001.running)
  kill -TERM "$worker"
  run -0 killed/tmd-spread e --resume
  complete e
  named e "$HOSTNAME" "tmd-spread was killed (process $driver, "
}

@test "what another worker is at is left to it, and waited for in the end; then it is said who has it" {
  faulty bin 1 'search "$@"; exec sleep 1000'
  sed -i 's/\t[0-9]*$/\t1/' small.plan
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1 >/dev/null 2>&1 &
  driver=$!
  wait_for test -d bin/fault.1
  worker=$(cut -f 2 d/log/000001.running)
  kill -KILL "$driver"
  wait "$driver" 2>/dev/null || true
  run -75 --separate-stderr tmd-spread --unit d 000001
  [ "$stderr" = "tmd-spread: unit 000001: another worker is at it" ]
  run -1 --separate-stderr tmd-spread d --resume --timeout 1
  held="tmd-spread: unit 000001 is held by process $worker on $HOSTNAME since "
  [[ ${stderr_lines[0]} = "$held"*": waited for" ]]
  [[ ${stderr_lines[-1]} = "$held"*": when it has ended: tmd-spread $PWD/d --resume" ]]
  bin/tmd-spread d --resume --timeout 600 >/dev/null 2>err &
  driver=$!
  wait_for test -s err
  kill -KILL "$worker" # its search ends with it
  wait "$driver"
  complete d
  named d "$HOSTNAME" "was killed (process $worker, "
}

# mounts: this test has mounts of its own, which end with it.
mounts() { unshare --mount true 2>/dev/null || skip "no mounts of its own can be had here"; }

@test "--status of a folder that may only be read: a worker is seen, nothing is complained of" {
  mounts
  tmd-spread small.plan --into d --unit-seconds 1 -j 1 --stage 'exit 2' >/dev/null 2>&1 && false
  printf 'there\t1\tnow\t\n' >d/log/000001.running
  flock --no-fork d/units/000001 sleep 1000 3>&- &
  driver=$!
  wait_for eval '! flock -n d/units/000001 true'
  run -0 --separate-stderr unshare --mount sh -c 'mount --bind d d && mount -o remount,bind,ro d && tmd-spread d --status-json'
  [ -z "$stderr" ]
  [ "$(jq -c '[.driven, .running[0].unit]' <<<"$output")" = '[false,"000001"]' ]
}

@test "the disk of the folder is full: that is said, without bash's words, and what was done is of use when there is room" {
  mounts
  tools bin
  for size in 24k 52k; do
    mkdir d
    unshare --mount sh -c 'mount -t tmpfs -o size=$0 tmpfs d && cp small.plan d/ && {
      bin/tmd-spread small.plan --into d/d --unit-seconds 1 -j 1 >/dev/null
      echo "$?" >status
      mount -o remount,size=10m d
      bin/tmd-spread d/d --resume || bin/tmd-spread small.plan --into d/d --unit-seconds 1 -j 1
      cp -r d/d saved
    }' $size >out 2>err
    [ "$(cat status)" -eq 1 ] || [ "$(cat status)" -eq 2 ]
    [ -s err ]
    [ -z "$(grep 'line [0-9]*:' err)" ]
    complete saved
    rm -r d saved
  done
}

@test "interrupted before GNU parallel can be asked to stop: bash does not say what has ended it" {
  mkdir first
  printf '#!/bin/sh\n[ "$1" = --plain ] || exec %q "$@"\nkill -INT "$TMD_DRIVER"\nexec sleep 10\n' "$(command -v parallel)" \
    >first/parallel
  chmod +x first/parallel
  PATH=$PWD/first:$PATH run -130 --separate-stderr tmd-spread small.plan --into d --unit-seconds 1 -j 2
  [ "$stderr" = "tmd-spread: interrupted; to go on: tmd-spread $PWD/d --resume" ]
}

@test "interrupted: workers stop at the end of a block, nothing is named a fault, and --resume goes on" {
  faulty bin 2 'exec sleep 1000'
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 2 >/dev/null 2>err &
  driver=$!
  wait_for test -d bin/fault.2
  kill -TERM "$driver"
  wait "$driver" && false || [ $? -eq 130 ]
  [ "$(cat err)" = "tmd-spread: interrupted; to go on: tmd-spread $PWD/d --resume" ]
  tmd-spread d --status
  [ "$(jq -c '[.done, .running, .faults]' <(tmd-spread d --status-json))" = '[0,[],[]]' ]
  bin/tmd-spread d --resume >/dev/null
  complete d
  faulty host 1 'exec sleep 1000'
  echo "1/host bin=$PWD/host" >hosts
  in_place_of_ssh there
  tmd-spread small.plan --into e --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" >/dev/null 2>err &
  driver=$!
  wait_for test -d host/fault.1
  kill -TERM "$driver"
  wait "$driver" && false || [ $? -eq 130 ]
  [ "$(cat err)" = "tmd-spread: interrupted; to go on: tmd-spread $PWD/e --resume" ]
  [ "$(jq -c '[.done, .running, .faults]' <(tmd-spread e --status-json))" = '[0,[],[]]' ]
  tmd-spread e --resume >/dev/null
  complete e
}

@test "what could not be looked at is no result" {
  tools bin
  rm bin/tmd-stat
  printf '#!/bin/bash\n[[ " $* " = *" --accept "* ]] || exec "%s" "$@"\nkill -KILL $$\n' "$BUILD/bin/tmd-stat" >bin/tmd-stat
  chmod +x bin/tmd-stat
  sed -i 's/\t[0-9]*$/\t1/' small.plan
  run -2 bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1
  [ -z "$(ls d/out)" ]
  named d "$HOSTNAME" 'could not be looked at (status 137)'
  tools good
  echo "1/good bin=$PWD/good" >hosts
  in_place_of_ssh there
  run -2 bin/tmd-spread small.plan --into e --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there"
  [ -z "$(ls e/out)" ]
  named e good 'could not be looked at'
}

@test "results that are damaged, lost or left out on the disk are done again, and named" {
  sed -i 's/\t[0-9]*$/\t3/' small.plan
  tools bin
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 2 >/dev/null
  printf '\xff' | dd of=d/out/000001.tmd bs=1 seek=60 conv=notrunc 2>/dev/null
  rm d/out/000002.tmd
  sed -i 3d d/units.tsv
  rm d/out/000003.tmd
  bin/tmd-spread d --resume >/dev/null
  complete d
  named d "$HOSTNAME" 'its result on the disk is none any more: offset 0: checksum'
  [ -e d/refused/000001.tmd ]
  [ "$(cut -f 1 d/units.tsv | paste -sd ' ')" = "000001 000002 000003" ]
}

@test "--resume --unit-seconds cuts anew what has no result; --stage searches by another pipe" {
  faulty bin 9 'exit 2'
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1 >/dev/null 2>&1 && false
  pipe='tmd-taylor | tmd-shift | tmd-phase1 | tmd-phase2 | tmd-exhaust | tmd-farey | tmd-ziv | tmd-orbit --plan "$1"'
  tmd-spread d --resume --unit-seconds 2 --stage "$pipe" >/dev/null
  complete d
  [ "$(cut -f 1 d/units.tsv | paste -sd ' ')" = 000003 ]
}

@test "what cannot be is said" {
  run -2 tmd-spread small.plan
  error_line "no --into DIR given"
  for engine in grid a=b; do
    run -2 tmd-spread small.plan --into d --engine $engine
    error_line "'$engine' is none of local|ssh|slurm"
  done
  run -2 tmd-spread nothing --status
  error_line "is no folder of tmd-spread"
  run -2 tmd-spread small.plan --into d --engine ssh
  error_line "engine ssh needs --hosts FILE"
  printf 'good.example core=3\n' >hosts
  run -2 tmd-spread small.plan --into d --engine ssh --hosts hosts
  error_line 'line 1: "core=3" is neither device=NAME nor bin=FOLDER'
  run -2 tmd-spread missing.plan --into d
  error_line "missing.plan: cannot be read"
  # what is in a folder is nobody's to remove: not a user's, nor what another one is about to make
  mkdir -p mine making/units && : >mine/plan.new && : >making/.tmd-spread.new && : >making/units/000001
  run -2 tmd-spread small.plan --into mine
  error_line "is not empty"
  run -2 flock making/lock tmd-spread small.plan --into making
  error_line "another tmd-spread is at work there"
  [ -e making/units/000001 ]
  # nor what is here: $() drops a newline at the end of a name
  mkdir units && cp small.plan plan
  run -2 tmd-spread plan --into $'\n'
  error_line "tabs and newlines cannot be kept"
  run -2 tmd-spread plan --into here/$'\n'
  error_line "tabs and newlines cannot be kept"
  [ -d units ] && cmp plan small.plan && [ ! -e log ]
  cp hosts $'hosts\n'
  run -2 tmd-spread small.plan --into d --engine ssh --hosts $'hosts\n'
  error_line "tabs and newlines cannot be kept"
  run -3 tmd-spread small.tmd --into d
  [ ! -e d/settings ]
  tmd-spread small.plan --into d --unit-seconds 1 -j 1 >/dev/null
  sed -i 's/^version.*/version\ttmd-plan (tmd) 0.0/' d/settings
  run -2 tmd-spread d --resume
  error_line "another version"
}

@test "nothing that a host answers is run here, or reaches a terminal as it is" {
  tools good
  for host in cores version answer good; do echo "1/$host bin=$PWD/good"; done >hosts
  cat >there <<'SCRIPT'
#!/bin/bash
while [ "$1" != -- ]; do shift; done
run="a[\$(touch $PWD/ran)]" escape=$'\e[31m\xff\xc2\x9b\xc3\xa4'
case $2:$3 in
  cores:*) tmd-spread --version && echo "1/touch $PWD/ran x/user@host" ;;
  version:*) printf 'tmd-spread (tmd) 0%s\n1\n' "$escape" ;;
  answer:*--version*) tmd-spread --version && echo 1 ;;
  answer:*)
    echo ready
    read -r unit _
    version=$(tmd-plan --version)
    if mkdir malformed; then printf '%s\t0\t%s\t%s\t%s\t0\t\n' "$unit" "${version#* }" "$run" "$run"
    else printf '%s\t2\t%s\t1\t1\t0\t%s\n' "$unit" "${version#* }" "$escape"; fi
    ;;
  *) exec "$BASH" -c "$3" ;;
esac
SCRIPT
  chmod +x there
  sed -i 's/\t[0-9]*$/\t5/' small.plan
  tmd-spread small.plan --into d --unit-seconds 1 --engine ssh --hosts hosts --ssh "$PWD/there" >said 2>&1
  complete d
  [ ! -e ran ]
  named d cores 'does not say how many cores it has' version 'has another version: tmd-spread (tmd) 0?[31m???ä' \
    answer 'its answer cannot be read' answer 'status 2: ?[31m???ä'
  tmd-spread d --status-json >json
  printable said named json d/faults.tsv
}

@test "nothing that a folder holds is run by --status or --resume, or reaches a terminal as it is" {
  tmd-spread small.plan --into d --unit-seconds 1 -j 1 >/dev/null
  run="x[\$(touch $PWD/ran)]"
  for key in unit-seconds jobs timeout threads seed precision device engine "$run"; do
    cp -r d e
    { grep -vF "$key" d/settings && printf '%s\t%s\n' "$key" "$run"; } >e/settings
    run -3 tmd-spread e --status
    error_line "e/settings: a line '$key $run' cannot be"
    [ "$key" = jobs ] || { rm -r e && continue; }
    run -3 tmd-spread e --status-json
    run -3 tmd-spread e --resume
    rm -r e
  done
  printf '000001\t1\t1\n1+%s\t1\t1\n' "$run" >d/units.tsv.new && cp d/units.tsv kept && mv d/units.tsv.new d/units.tsv
  run -3 tmd-spread d --resume --unit-seconds 2
  error_line 'd/units.tsv: is no list of units'
  mv kept d/units.tsv
  rm d/out/000001.tmd
  echo "$run" >d/log/000001.tries
  printf 'a host\t-1\t%s\t../../hosts\n' "$run" >d/log/000001.running
  printf '%s\t%s\n' "$run" "$run" >d/log/000002.times
  printf 'there\t%s\t\e[31m\n' "$run" >d/lock
  printf '2026-01-01\t000001\tthere\t\e[31m\xff"\\\n' >d/faults.tsv
  tmd-spread d --status >status
  tmd-spread d --status-json >json
  printable status json
  grep -F 'fault       2026-01-01 unit 000001 on there: ?[31m?"\' status
  [ "$(jq -c '[.done, .faults[-1].what, (.faults | length)]' json)" = '[1,"?[31m?\"\\",3]' ]
  tmd-spread d --resume >/dev/null
  complete d
  [ ! -e ran ]
}
