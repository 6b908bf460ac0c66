# tmd-spread: units of a plan, workers that fail in all ways, and the stream that comes of it.
load synthetic
load spread

setup_file() {
  load spread
  cd "$BATS_FILE_TMPDIR"
  small_plan 4
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

@test "tmd-plan --cut: a cost that is infinite when three of its digits are printed is refused" {
  synthetic_plan 1 | sed 's/1$/1.797e308/' >plan
  run -3 tmd-plan --cut 3 plan
  [ "$output" = "tmd-plan: plan: line 2: cost is not a number from 0 to 1e300" ]
}

@test "without --unit-seconds a short plan is units alike for all workers" {
  tmd-plan exp --bits 44 --domain 0.25:1 >plan
  tmd-spread plan --into d -j 2 --parallel --dry-run >/dev/null 2>&1 && false
  sum() { column function cost | awk '{ s += $1 } END { printf "%.1f\n", s }'; }
  awk "$awk_columns"'kind == "function" { $at("cost") /= 2 } { print }' plan | sum >half
  for unit in d/units/00000[12]; do sum <$unit | cmp - half; done
}

@test "here: the joined stream is that of tmd-search, byte for byte; nothing is done twice, nor replaced" {
  folder='a folder of $1\t, 5 %s {} "it'"'s"$'\n'
  tmd-spread small.plan --into "$folder" --unit-seconds 1 -j 2 >report
  tmd-stat --plan small.plan small.tmd | cmp - report
  complete "$folder"
  warned 2 "tmd-spread: ${folder%$'\n'}?: is there already: --resume goes on with it" tmd-spread small.plan --into "$folder"
  tmd-spread small.plan --into "$folder" --resume | cmp - report
  [ "$(wc -l <"$folder/joblog")" -eq 4 ]
}

@test "hosts that return a flipped bit, another plan's stream, too much, or what is not confirmed" {
  tmd-plan exp --bits 41 --domain 1:1.001 >other.plan
  tmd-search - --plan other.plan -o other.tmd >/dev/null
  tmd-taylor small.plan | tmd-shift >poly.tmd
  faulty flipped 1 'search "$@"; printf "\\xff" | dd of="$stream" bs=1 seek=60 conv=notrunc 2>/dev/null'
  faulty yesterday 1 "cp '$PWD/other.tmd' \"\$stream\""
  faulty more 1 "cp '$PWD/small.tmd' \"\$stream\""
  faulty poly 1 "search \"\$@\"; cat '$PWD/poly.tmd' >>\"\$stream\""
  tools good
  hosts flipped yesterday more poly good
  sed -i '2i echo "$*" >>"${0%/*}/asked"' there
  spread small.plan --engine ssh --hosts hosts >/dev/null 2>err
  complete d
  grep -q 'of flipped is refused: offset 0: checksum' err
  for host in yesterday more; do grep -q "of $host is refused: claims a range outside the plan" err; done
  grep -qF 'of poly is refused: has claims that are not confirmed (poly)' err
  [ "$(wc -l <err)" -eq 4 ]
  [ "$(ls d/refused | wc -l)" -eq 4 ]
  # a host that has sent one is not used in the next rounds
  awk '{ sub(/.* -- /, "") } / --for / { sent[$1] } / --version / && $1 in sent && $1 != "good" { exit 1 }' asked
  [ "$(grep -c -e '-- good .* --version ' asked)" -ge 2 ]
}

@test "a host of another version, one that is gone, one whose connection is lost, one that fails: others do its units" {
  tools old
  tools good
  printf '#!/bin/sh\necho "tmd-spread (tmd) 0.0"; echo 1\n' >old.new && chmod +x old.new && mv old.new old/tmd-spread
  faulty lost 1 'kill -KILL $(ps -o ppid= $PPID)' # its parent is the limit of time
  faulty failing 1000 'echo "No space left on device" >&2; exit 2'
  hosts old gone lost failing good
  spread small.plan --engine ssh --hosts hosts >/dev/null 2>err
  complete d
  [ "$(sort err)" = "tmd-spread: gone is not used: ssh: gone: no route to host
tmd-spread: old is not used: it has another version: tmd-spread (tmd) 0.0" ]
  [ -z "$(ls d/refused)" ]
  [ -d lost/fault.1 ]
  [ -d failing/fault.1 ]
  hosts gone old
  warned_like 1 '*no host can be used*' spread small.plan --into e --engine ssh --hosts hosts
}

@test "a host that is gone when searches have begun, which then fail at once" {
  faulty going 1 "touch '$PWD/hosts.going'; exit 2"
  tools good
  hosts going good
  # ssh ends before what waits for its end is bound to it
  mkdir late && printf '#!/bin/sh\nsleep 0.5\nexec %s "$@"\n' "$(command -v setpriv)" >late/setpriv && chmod +x late/setpriv
  PATH=$PWD/late:$PATH spread small.plan --engine ssh --hosts hosts --timeout 7001 >/dev/null
  complete d
  [ "$(cut -f 2 d/joblog | sort -u)" = good ]
  sleep 1
  [ -z "$(pgrep -f '^sleep (7[0-9]{3}|[1-9][0-9]{4})$')" ]
}

@test "a host that sends 10^9 bytes, of its stream or of messages, is cut off, and so is one that never ends" {
  # a stream has 64 KiB for a line and 64 bytes for an argument, of which there are few here
  tmd-plan exp --format binary16 --bits 8 --domain 1:2 | sed '2,$s/\t[^\t]*$/\t4/' >few.plan
  searcher=$BUILD/bin/tmd-search
  tmd-search - --plan few.plan -o few.tmd >/dev/null
  faulty large 1 'truncate -s 1000000000 "$stream"'
  faulty loud 1 'head -c 1000000000 /dev/zero >&2; exit 2'
  faulty endless 1 'exec sleep 1000'
  tools good
  hosts large loud endless good
  spread few.plan --engine ssh --hosts hosts --timeout 5 >/dev/null 2>err
  complete d few.tmd
  [ -d large/fault.1 ]
  [ -d loud/fault.1 ]
  [ -d endless/fault.1 ]
  [ "$(du -sb d | cut -f 1)" -lt 1000000 ]
  # messages of a search that no other one follows
  faulty loud 1000 'head -c 1000000000 /dev/zero >&2; exit 2'
  hosts loud
  run -1 spread few.plan --into e --engine ssh --hosts hosts
  [ "$(stat -c %s d/log/* e/log/* | sort -n | tail -n 1)" -eq 4096 ]
}

@test "many units are searched in groups, at last one by one" {
  sed -i 's/\t[0-9]*$/\t1000/' small.plan
  spread small.plan -j 2 --parallel --dry-run >/dev/null 2>&1 && false
  for unit in d/units/*; do grep -vc ^function "$unit"; done >sizes
  [ "$(awk '{ n += $1 } END { print n }' sizes)" -eq 1000 ]
  [ "$(sed -n '1p;$p' sizes | xargs)" = "5 1" ]
  [ "$(wc -l <sizes)" -lt 700 ]
}

# a_tar NAME: a file that unpacks like that of make dist.
a_tar() {
  tools tmd-0/bin
  tar -czf "$1" tmd-0
}

@test "--ship copies the tools to hosts once; a copy that comes damaged is none, and is named" {
  a_tar tools.tar.gz
  mkdir good bad
  printf '%s\n' '#!/bin/bash' 'while [ "$1" != -- ]; do shift; done' 'cd "${0%/*}/$2"' \
    'if [ "$2" = bad ] && [[ $3 = *mktemp* ]]; then' \
    '  head -c 1000 | "$BASH" -c "$3"' 'else exec "$BASH" -c "$3"; fi' >there
  chmod +x there
  printf '1/good\n1/bad\n' >hosts
  spread small.plan --engine ssh --hosts hosts --ship tools.tar.gz >/dev/null 2>err
  complete d
  [ "$(ls good/.cache/tmd)" = "$(sha256sum <tools.tar.gz | cut -d ' ' -f 1)" ]
  [ -z "$(ls bad/.cache/tmd)" ]
  [ "$(cat err)" = "tmd-spread: bad cannot be given the tools: the file came damaged" ]
  inode=$(stat -c %i good/.cache/tmd/*)
  rm d/out/000002.tmd
  spread small.plan --engine ssh --hosts hosts --ship tools.tar.gz --resume >/dev/null 2>&1
  complete d
  [ "$(stat -c %i good/.cache/tmd/*)" = "$inode" ]
  bad_usage "small.tmd: is no tar.gz of make dist" spread small.plan --into f --engine ssh --hosts hosts --ship small.tmd
}

@test "a unit that fails is reported with its last words, the others are done; --resume tries again" {
  faulty bin 1000 'if grep -q "4503599627370496" "$plan"; then echo first; printf "last \e[31m\n" >&2; exit 2; fi; search "$@"'
  run -1 --separate-stderr bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1
  grep -qxF 'tmd-spread: unit 000005 of this machine: last ?[31m' <<<"$stderr"
  [ "${stderr_lines[-1]}" = "tmd-spread: to go on: tmd-spread ./d/plan --into=d --unit-seconds=1 --jobs=1 --resume" ] ||
    [ "${stderr_lines[-1]}" = "tmd-spread: to go on: tmd-spread d/plan --into=d --unit-seconds=1 --jobs=1 --resume" ]
  [ "$(ls d/out/*.tmd | wc -l)" -eq 3 ]
  tmd-stat --plan small.plan d/joined.tmd >report && false
  cmp report <(cat <<<"$output")
  eval "${stderr_lines[-1]#*to go on: }" >/dev/null
  complete d
}

@test "a search that never ends is stopped, and what it has found is used; one whose worker is killed is searched again" {
  searcher=$BUILD/bin/tmd-search
  faulty bin 1 'search "$@"; truncate -s -7 "$stream"; exec sleep 1000'
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1 --timeout 5 >/dev/null
  complete d
  searcher=$BATS_FILE_TMPDIR/known
  faulty killed 1 'kill -KILL $PPID $(ps -o ppid= $PPID); exit'
  killed/tmd-spread small.plan --into e --unit-seconds 1 -j 1 >/dev/null
  complete e
  [ -d killed/fault.1 ]
}

@test "kill -9 of tmd-spread, and an interrupt: workers end, --resume goes on; two at once are refused" {
  faulty bin 2 'exec sleep 1000'
  local try=0 resume=
  for signal in KILL TERM; do
    bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1 $resume >/dev/null 2>err 3>&- &
    driver=$!
    wait_for test -d bin/fault.$((++try))
    if [ $signal = TERM ]; then
      bad_usage "another tmd-spread is at work there" tmd-spread small.plan --into d --resume
    fi
    kill -$signal "$driver"
    status=0
    wait "$driver" || status=$?
    resume=--resume
  done
  [ $status -eq 130 ]
  grep -q '^tmd-spread: interrupted; to go on: tmd-spread .* --resume$' err
  bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1 --resume >/dev/null
  complete d
}

# mounts: this test has mounts of its own, which end with it.
mounts() { unshare --mount true 2>/dev/null || skip "no mounts of its own can be had here"; }

@test "the disk of the folder is full: that is said, without bash's words, and what was done is of use when there is room" {
  mounts
  tools bin
  for size in $(printf '%s\n' 24k 40k | drawn 2); do # one by the date
    mkdir d
    unshare --mount sh -c 'mount -t tmpfs -o size=$0 tmpfs d && cp small.plan d/ && {
      bin/tmd-spread small.plan --into d/d --unit-seconds 1 -j 1 >/dev/null
      echo "$?" >status
      mount -o remount,size=10m d
      bin/tmd-spread small.plan --into d/d --unit-seconds 1 -j 1 --resume
      cp -r d/d saved
    }' $size >out 2>err
    [ "$(cat status)" -eq 1 ] || [ "$(cat status)" -eq 2 ]
    [ -s err ]
    grep -q ': line [0-9]' err && false
    complete saved
    rm -r d saved
  done
}

@test "results that are damaged, torn, lost, of another plan or not known on the disk are searched again" {
  spread small.plan >/dev/null
  printf '\xff' | dd of=d/out/000001.tmd bs=1 seek=60 conv=notrunc 2>/dev/null
  truncate -s -7 d/out/000002.tmd
  mv d/out/000003.tmd d/out/000004.tmd
  cp small.tmd d/out/000099.tmd
  spread small.plan --resume >/dev/null 2>err
  complete d
  [ "$(ls d/refused | xargs)" = "000001.tmd 000004.tmd 000099.tmd" ]
  grep -q 'refused: offset 0: checksum' err
  grep -q 'refused: claims a range outside the plan' err
  # of no unit, a stream of zero bytes, and one that ends in zeros, as after a crash
  : >d/out/000005.tmd
  truncate -s +100 d/out/000006.tmd
  spread small.plan --resume >/dev/null 2>&1
  complete d
  # one that is being written is neither changed nor used
  last=$(ls d/out/*.tmd | tail -n 1)
  truncate -s -7 "$last"
  size=$(stat -c %s "$last")
  exec {writer}>>"$last"
  flock "$writer"
  spread small.plan --resume >/dev/null
  complete d
  exec {writer}>&-
  [ "$(stat -c %s "$last")" -eq "$size" ]
}

@test "a result that tmd-stat has not checked is not used" {
  tools bin
  printf '%s\n' '#!/bin/bash' "[ \"\$1\" = --accept ] || exec '$BUILD/bin/tmd-stat' \"\$@\"" \
    "'$BUILD/bin/tmd-stat' \"\$@\" | sed '\$d'" >bin/stat.new
  chmod +x bin/stat.new && mv bin/stat.new bin/tmd-stat
  bad_usage "tmd-stat has not checked all results" bin/tmd-spread small.plan --into d --unit-seconds 1 -j 1
  [ "$(tmd-dump d/joined.tmd | grep -c ^@)" -eq 0 ]
}

@test "what cannot be is said" {
  bad_usage "no --into DIR given" tmd-spread small.plan
  for engine in grid a=b; do
    bad_usage "'$engine' is none of local|ssh|slurm" spread small.plan --engine $engine
  done
  bad_usage "engine ssh needs --hosts FILE" spread small.plan --engine ssh
  printf 'good.example core=3\n' >hosts
  bad_usage 'line 1: "core=3" is neither device=NAME nor bin=FOLDER' spread small.plan --engine ssh --hosts hosts
  for login in '$(touch_ran)' -oProxyCommand=x 'a;b'; do
    echo "$login" >hosts
    bad_usage "is no host" spread small.plan --engine ssh --hosts hosts
  done
  bad_usage "missing.plan: cannot be read" spread missing.plan
  [ ! -e d ]
  mkdir mine && : >mine/file
  for resume in '' --resume; do
    bad_usage "is not empty" tmd-spread small.plan --into mine $resume
  done
  [ "$(ls -A mine | xargs)" = "file lock" ]
  run -3 spread small.tmd
  [ ! -e d/plan ]
  spread small.plan >/dev/null
  sed 's/\t40\t/\t41\t/' small.plan >other.plan
  bad_usage "has another plan" spread other.plan --resume
}

@test "nothing that a host answers is run here, or reaches a terminal as it is" {
  tools good
  hosts cores version answer good
  cat >there <<'SCRIPT'
#!/bin/bash
while [ "$1" != -- ]; do shift; done
run="a[\$(touch ${0%/*}/ran)]" escape=$'\e[31m\xff\xc2\x9b\xc3\xa4'
case $2:$3 in
  cores:*) tmd-spread --version && echo "$run" ;;
  version:*) printf 'tmd-spread (tmd) 0%s\0\n1\n' "$escape" ;;
  answer:*--version*) tmd-spread --version && echo 1 ;;
  answer:*) printf '%s\n' "$run" && printf '%s\n%s\n' "$run" "$escape" >&2 ;;
  *) exec "$BASH" -c "$3" ;;
esac
SCRIPT
  chmod +x there
  spread small.plan --engine ssh --hosts hosts >said 2>&1
  complete d
  [ ! -e ran ]
  grep -qF 'cores is not used: its number of cores is no number' said
  grep -qF 'version is not used: it has another version: tmd-spread (tmd) 0?[31m???ä' said
  grep -q 'of answer is refused: ' said
  printable said
}

@test "nothing that a folder holds is run by --resume, or reaches a terminal as it is" {
  spread small.plan >/dev/null
  run='x[$(touch ran)]'
  printf 'jobs\t%s\nssh\ttouch %s/ran\nengine\tssh\n' "$run" "$PWD" >d/settings
  for file in todo joblog results verdicts rest hosts sshlogins; do printf '%s\t%s\t%s\n' "$run" "$run" "$run" >d/$file; done
  printf '1\t$(touch ran)\t1\t1\t0\t0\t0\t0\tunit 000001\n1\t\e[31m\t1\t1\t0\t0\t0\t0\tunit 000002\n' >>d/joblog
  touch "d/units/$run" "d/units/-rf"
  for name in "$run" -rf 000001$'\n'000002 000001 000002; do echo bad >"d/out/$name.tmd"; done
  spread small.plan --resume >said 2>&1
  complete d
  [ "$(ls d/refused | xargs)" = "000001.tmd 000002.tmd" ]
  [ ! -e ran ]
  [ ! -e d/ran ]
  grep -q 'of this machine is refused' said
  printable said
}

@test "a worker reads its task and its host as numbers and names alone" {
  mkdir -p d/units d/out d/log && cp small.plan d/units/000001 && cd d
  run='x[$(touch ran)]'
  for task in "$run"$'\t1\t1' 000001$'\t'"$run"$'\t1' 000001$'\t1\t'"$run" ''; do
    echo "$task" >todo
    bad_usage "todo: line 1 is malformed" env SLURM_ARRAY_TASK_ID=1 tmd-spread --task
  done
  bad_usage "is no number of a task" env SLURM_ARRAY_TASK_ID="$run" tmd-spread --task
  printf '000001\t1\t1\n' >todo
  for line in $'good\t1\t'"$run"$'\tbin' $'-o\t1\t-\tbin' ''; do
    echo "$line" >hosts
    bad_usage "hosts: no line of ${line%%$'\t'*}" env PARALLEL_SEQ=1 PARALLEL_SSHLOGIN="${line%%$'\t'*}" tmd-spread --there ssh --
  done
  [ ! -e ran ]
}

# slurm: commands of Slurm in their place: sbatch has each task done, one behind the other, by what it is given.
slurm() {
  tools bin
  printf '#!/bin/sh\n[ ! -e slow ] || { rm slow && echo 7_1; }\n' >bin/squeue
  cat >bin/sbatch <<'SCRIPT'
#!/bin/bash
printf '%s\n' "$*" >>../submitted
[[ " $* " != *' --partition=none '* ]] || { echo "sbatch: error: invalid partition" >&2; exit 1; }
echo 7
cp "${@: -1}" script
[[ $* =~ --array\ 1-([0-9]+) ]]
for ((i = 1; i <= BASH_REMATCH[1]; i++)); do
  [ -e ../lost ] && rm ../lost || SLURM_ARRAY_TASK_ID=$i "$BASH" script || status=1
done
exit ${status:-0}
SCRIPT
  chmod +x bin/squeue bin/sbatch
}

@test "Slurm: an array has the units searched, another one the gaps; what sbatch refuses is said" {
  slurm
  : >lost
  PATH=$PWD/bin:$PATH
  spread small.plan --engine slurm -j 3 --threads 2 --sbatch '--time=9 --account=me' >/dev/null
  complete d
  [ "$(grep -o -e '--array [^ ]*' submitted | xargs)" = "--array 1-4%3 --array 1-1%3" ]
  grep -q -e '--cpus-per-task 2 .* --time 13 --time=9 --account=me task$' submitted
  run -2 --separate-stderr spread small.plan --into e --engine slurm --sbatch --partition=none
  [ "${stderr_lines[0]}" = "tmd-spread: sbatch: sbatch: error: invalid partition" ]
}

# example FIRST LAST: of the page, the lines from one to the other, as they are shown
example() { mandoc -T ascii "$BUILD/man/tmd-spread.1" | col -bx | sed -n "/^ *$1/,/^ *$2/p" | sed 's/^ *//'; }

@test "pipes of the page: a search without tmd-spread; one with scalar instructions, which shows a result that lacks a case" {
  cp small.plan exp.plan
  eval "$(example 'tmd-plan --cut 60' 'cat out' | sed 's/--cut 60/--cut 1/')" >report
  cmp exp.tmd small.tmd
  [ "$(ls out.* | wc -l)" -eq 4 ]
  rm exp.tmd
  spread small.plan >/dev/null
  cp d/plan again.plan
  ln -s d exp
  again=$(example 'tmd-taylor again' 'tmd-stat again')
  eval "$again" >same
  tmd-dump d/joined.tmd | awk -F '\t' '/^case/ && !gone++ { next } { print }' | tmd-pack -o d/joined.tmd --force
  run -1 eval "$again"
  [ "$(grep -c '^overlap.*differ' <<<"$output")" -eq 1 ]
}
