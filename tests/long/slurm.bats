# tmd-spread --engine slurm, on a cluster of two nodes of one core each on this machine: whatever Slurm, its nodes, users or
# limits do to tasks, what comes of them is what tmd-search finds, and what went wrong is named.
bats_require_minimum_version 1.5.0
load ../cli/synthetic
load slurm

setup_file() {
  export CLUSTER=$BATS_FILE_TMPDIR/slurm
  mkdir "$CLUSTER"
  # tasks of node n1 have their temporary files on a disk of their own, where there is one
  cat >"$CLUSTER/prolog" <<END
#!/bin/sh
[ "\$SLURMD_NODENAME" != n1 ] || [ ! -e "$CLUSTER/disk" ] || echo "export TMPDIR=$CLUSTER/disk"
END
  chmod +x "$CLUSTER/prolog"
  slurm_start "$CLUSTER" MaxArraySize=3 "TaskProlog=$CLUSTER/prolog" && touch "$CLUSTER/ready"
  export SLURM_CONF=$CLUSTER/slurm.conf
}
teardown_file() { slurm_stop "$CLUSTER"; }

setup() {
  [ -e "$CLUSTER/ready" ] || skip "no Slurm can run here: $(tail -qn 1 "$CLUSTER"/log/* 2>/dev/null | tail -n 1)"
  cd "$BATS_TEST_TMPDIR"
}
teardown() {
  [ -e "$CLUSTER/ready" ] || return 0
  [ -z "${driver:-}" ] || kill "$driver" 2>/dev/null || true
  scancel --user "$(id -un)"
  if [ -e "$CLUSTER/disk" ]; then umount "$CLUSTER/disk"; rmdir "$CLUSTER/disk"; fi
  [ ! -e D/faults.tsv ] || cat D/faults.tsv
  ! compgen -G 'D/slurm/*.log' >/dev/null || tail D/slurm/*.log
}

# spread OPTION...: exp on [1, 1.5), hardness 44 and more, about 10 core-seconds; what is found is compared with tmd-search.
spread() { tmd-spread "$@"; }
a_plan() {
  tmd-plan exp --bits 44 --domain 1:1.5 -o plan
  reference=$BATS_FILE_TMPDIR/reference.tmd
  [ -s "$reference" ] || tmd-search - --plan plan -o "$reference" >/dev/null
}
all_is_found() {
  tmd-stat --plan plan D/joined.tmd
  tmd-select D/joined.tmd | tmd-dump --records | cmp - <(tmd-dump --records "$reference")
}
tasks() { squeue -h -r --name "tmd-$(sha256sum <<<"$PWD/D" | cut -c 1-12)" "$@"; }
# until_true SECONDS COMMAND...
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || { echo "in vain: $*" && return 1; }
    sleep 0.2
  done
}
running() { [ -n "$(tasks -t R -o %i)" ] && compgen -G 'D/log/*.running' >/dev/null; }
# Slurm lets what is requeued wait for two minutes.
hurry() { tasks -t PD -o '%i %r' | sed -n 's/ BeginTime$//p' | xargs -r -I {} scontrol update JobId={} StartTime=now; }
finished() {
  hurry
  ! kill -0 "$driver" 2>/dev/null
}
# a_run OPTION...: in the background
a_run() {
  tmd-spread plan --into D --engine slurm "$@" >out 2>err 3>&- &
  driver=$!
}
# its_end STATUS [SECONDS]
its_end() {
  local status=0
  until_true "${2:-200}" finished
  wait "$driver" || status=$?
  cat out err
  [ "$status" -eq "$1" ]
}

# warn: a task whose unit has a part
warn() {
  local unit
  for unit in $(tasks -t R -o %K); do
    list=$(ls D/slurm/*-?????? | head -n 1)
    [ ! -s "D/out/$(sed -n "$((unit + 1))p" "$list").tmd.part" ] ||
      scancel --batch --signal=USR1 "$(tasks -t R -o '%A %K' | awk -v unit="$unit" '$2 == unit { print $1; exit }')" && return
  done
  return 1
}

@test "units are tasks of arrays that are no longer than may be; what they find is what tmd-search does" {
  a_plan
  a_run --unit-seconds 2
  its_end 0
  all_is_found
  units=$(wc -l <D/units.tsv)
  [ "$units" -gt 3 ]
  [ "$(cat D/slurm/*-?????? | wc -l)" -eq "$units" ]
  for list in D/slurm/*-??????; do [ "$(wc -l <"$list")" -le 3 ]; done
  [ "$(cut -f 2 D/log/*.times | sort -u | xargs)" = "n1 n2" ]
  [ ! -e D/faults.tsv ]
  # nothing is left to be done
  run -0 tmd-spread D --resume
  [ -z "$(tasks)" ]
}

# killed_at_work: a worker whose unit has no result yet
killed_at_work() {
  local mark unit
  running && mark=$(ls D/log/*.running | head -n 1) && kill -9 "$(cut -f 2 "$mark")" || return
  sleep 1
  unit=${mark##*/}
  [ ! -e "D/out/${unit%.running}.tmd" ]
}

@test "scontrol requeue, a warning, kill -9 of a task: each goes on from its part, and what was not asked for is named" {
  a_plan
  a_run --unit-seconds 4
  until_true 30 running
  sleep 2
  scontrol requeue "$(tasks -t R -o %i | head -n 1)"
  until_true 30 warn
  until_true 60 killed_at_work
  its_end 0
  all_is_found
  [ "$(wc -l <D/faults.tsv)" -eq 1 ]
  grep -q 'was killed' D/faults.tsv
}

@test "kill -9 of a slurmd while its task works: the node is down, and the unit is done all the same" {
  a_plan
  a_run --unit-seconds 4
  until_true 30 running
  until_true 30 test "$(tasks -t R -o %N | grep -c n2)" -gt 0
  kill -9 "$(cat "$CLUSTER/n2.process")"
  n2_is() { sinfo -h -N -n n2 -p low -o %t | grep -q "$1"; }
  until_true 60 n2_is down
  slurm_daemon "$CLUSTER" n2
  until_true 60 n2_is '^\(idle\|alloc\|mix\)$'
  its_end 0
  all_is_found
}

@test "a partition that goes before this one takes the nodes: units go on from their parts" {
  a_plan
  a_run --unit-seconds 20 --sbatch '--partition=low'
  until_true 30 running
  sleep 3
  sbatch --quiet --partition=high --output=/dev/null --array=0-1 --wrap 'sleep 2'
  until_true 30 test -s D/out/000001.tmd.part
  preempted() { [ "$(tasks -o %r)" = BeginTime ]; }
  until_true 60 preempted
  tmd-stat --plan plan D/out/000001.tmd.part >part || [ $? -eq 1 ]
  [ "$(awk '$1 == "plan" { print ($3 > 0) }' part)" -eq 1 ]
  its_end 0
  all_is_found
  [ ! -e D/faults.tsv ]
}

@test "a time limit that is much too short: 90 s before it the task is warned, and it goes on as often as it takes" {
  tmd-plan exp --bits 44 --domain 1:4 -o plan
  a_run --unit-seconds 1000 --sbatch --time=1
  until_true 100 test -s D/out/000001.tmd.part
  given_back() { [ "$(tasks -o %r)" = BeginTime ]; }
  until_true 60 given_back
  its_end 0 600
  tmd-stat --plan plan D/joined.tmd
  [ ! -e D/faults.tsv ] # nothing was killed
}

@test "kill -9 of tmd-spread, and an interrupt: tasks stay in the queue, --resume submits none twice" {
  a_plan
  a_run --unit-seconds 2
  until_true 30 running
  kill -9 "$driver"
  wait "$driver" || true
  sleep 2
  [ -n "$(tasks)" ]
  tmd-spread D --resume >out 2>err 3>&- &
  driver=$!
  sleep 2
  kill -TERM "$driver" # a job in the background ignores SIGINT
  status=0
  wait "$driver" || status=$?
  [ $status -eq 130 ]
  grep -q 'stay in the queue' err
  grep -q -- '--resume' err
  tmd-spread D --resume >out 2>err 3>&- &
  driver=$!
  its_end 0
  all_is_found
  grep -q "tmd-spread was killed" D/faults.tsv
  [ "$(wc -l <D/faults.tsv)" -eq 1 ] # the interrupt is none
  [ "$(cat D/slurm/*-?????? | sort | uniq -d | wc -l)" -eq 0 ]
}

@test "a unit that fails three times is named with what it said, the others go on" {
  a_plan
  cat >stage <<END
#!/bin/bash
cat >"\$TMPDIR/lines"
if cmp -s "\$TMPDIR/lines" "$PWD/D/units/000002"; then echo "no such device" >&2 && exit 7; fi
tmd-search - --plan "\$TMPDIR/lines" -o "\$TMPDIR/found.tmd" >/dev/null && cat "\$TMPDIR/found.tmd"
END
  chmod +x stage
  a_run --unit-seconds 4 --stage "TMPDIR=\$(mktemp -d) $PWD/stage"
  its_end 1
  [ "$(grep -c $'\t000002\t.*no such device' D/faults.tsv)" -eq 3 ]
  grep -q 'unit 000002 failed 3 times' err
  [ ! -e D/out/000002.tmd ] && [ "$(ls D/out/*.tmd | wc -l)" -eq $(($(wc -l <D/units.tsv) - 1)) ]
}

@test "what sbatch is given goes with it; what it refuses is said in a line" {
  a_plan
  run -2 tmd-spread plan --into E --engine slurm --sbatch '--partition=nowhere'
  [[ ${lines[-1]} = "tmd-spread: sbatch: "*partition* ]]
  tmd-spread plan --into D --engine slurm --unit-seconds 100 --sbatch '--partition=high --hold --nodelist=n2' >out 2>err 3>&- &
  driver=$!
  until_true 20 grep -q 'Slurm does not start' err
  [ "$(tasks -o '%P %r %n')" = "high JobHeldUser n2" ]
  tasks -o %i | xargs -I {} scontrol release JobId={}
  its_end 0
  [ "$(cut -f 2 D/log/*.times | sort -u)" = n2 ]
}

@test "a node where unit after unit fails, as its disk is full, is set aside and named; the other one does its units" {
  mkdir "$CLUSTER/disk"
  mount -t tmpfs -o size=64k tmpfs "$CLUSTER/disk" || { rmdir "$CLUSTER/disk" && skip "no disk can be mounted here"; }
  head -c 65536 /dev/zero >"$CLUSTER/disk/ballast" || true
  a_plan
  a_run --unit-seconds 1
  until_true 60 grep -q $'\tn1\tis set aside for 60 seconds: 3 units in a row have failed there, the last: ' D/faults.tsv
  kept_away() { [ -n "$(tasks -t PD -o %x)" ] && [ "$(tasks -t PD -o %x | sort -u)" = n1 ]; }
  until_true 60 kept_away
  its_end 0
  all_is_found
  [ "$(cut -f 2 D/log/*.times | sort -u)" = n2 ]
  # each time that it is used again, one more fails
  grep $'\tn1\t' D/faults.tsv >faults
  [ "$(grep -cv 'is set aside for' faults)" -eq $((2 + $(grep -c 'is set aside for' faults))) ]
  [ -z "$(grep $'\tn2\t' D/faults.tsv)" ]
  grep -q '^fault .* on n1: is set aside for 60 seconds' <(tmd-spread D --status)
}

@test "a node that does not see the folder is named and set aside, too" {
  unshare --mount true || skip "no mounts of its own can be given to a node here"
  kill -9 "$(cat "$CLUSTER/n1.process")"
  slurm_daemon "$CLUSTER" n1 unshare --mount sh -c 'mount -t tmpfs tmpfs "$0" && exec "$@"' "$PWD"
  slurm_ready
  a_plan
  a_run --unit-seconds 1
  until_true 100 grep -q $'\tn1\tis set aside for 60 seconds: .*could not begin' D/faults.tsv
  kill -9 "$(cat "$CLUSTER/n1.process")"
  slurm_daemon "$CLUSTER" n1
  its_end 0
  all_is_found
}

@test "where all nodes fail, one is still used, and the end comes" {
  a_plan
  a_run --unit-seconds 3 --stage 'exit 2'
  its_end 1
  units=$(wc -l <D/units.tsv)
  [ "$(cut -f 4 D/faults.tsv | grep -c '^its search ended with status 2')" -eq $((3 * units)) ]
  [ "$(grep -c 'failed 3 times' err)" -eq "$units" ]
}
