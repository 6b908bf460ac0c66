# tmd-spread --engine slurm, on a cluster of two nodes of one core each on this machine: whatever Slurm, its nodes or its users do
# to tasks, the joined stream is that of tmd-search.
load ../cli/synthetic
load slurm

setup_file() {
  export CLUSTER=$BATS_FILE_TMPDIR/slurm
  mkdir "$CLUSTER"
  if slurm_start "$CLUSTER"; then touch "$CLUSTER/ready"; fi
  export SLURM_CONF=$CLUSTER/slurm.conf
}
teardown_file() { slurm_stop "$CLUSTER"; }

setup() {
  [ -e "$CLUSTER/ready" ] || skip "no Slurm can run here: $(tail -qn 1 "$CLUSTER"/log/* 2>/dev/null | tail -n 1)"
  cd "$BATS_TEST_TMPDIR"
  tmd-plan exp --bits 44 --domain 1:1.5 -o plan # about 10 core-seconds
  reference=$BATS_FILE_TMPDIR/reference.tmd
  [ -s "$reference" ] || tmd-search - --plan plan -o "$reference" >/dev/null
}
teardown() {
  [ -e "$CLUSTER/ready" ] || return 0
  [ -z "${driver:-}" ] || kill "$driver" 2>/dev/null || true
  scancel --user "$(id -un)"
}

tasks() { [ -d D ] && squeue -h -r --name "tmd-$(cd D && pwd -P | sha256sum | cut -c 1-12)" "$@"; }
running() { [ -n "$(tasks -t R -o %i)" ] && compgen -G 'D/out/*.tmd' >/dev/null; }
# until_true SECONDS COMMAND...
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || { echo "in vain: $*" && return 1; }
    sleep 0.2
  done
}
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
all_is_found() {
  until_true 200 finished
  wait "$driver" || { cat out err && false; }
  cmp D/joined.tmd "$reference"
}

@test "units are tasks of an array; the joined stream is that of tmd-search, and nothing is left" {
  a_run --unit-seconds 2
  all_is_found
  [ "$(wc -l <D/todo)" -gt 3 ]
  [ ! -s err ]
  tmd-spread plan --into D --engine slurm --resume
  [ -z "$(tasks)" ]
}

@test "scontrol requeue, a warning, kill -9 of a task: what they lack is searched again" {
  a_run --unit-seconds 4
  until_true 30 running
  sleep 1
  scontrol requeue "$(tasks -t R -o %i | head -n 1)"
  until_true 60 running
  scancel --batch --signal=TERM "$(tasks -t R -o %A | head -n 1)"
  until_true 60 running
  scancel --batch --signal=KILL "$(tasks -t R -o %A | head -n 1)"
  all_is_found
}

@test "kill -9 of a slurmd while its task works: the node is down, and the unit is searched all the same" {
  a_run --unit-seconds 4
  on_n2() { tasks -t R -o %N 2>/dev/null | grep -q n2; }
  until_true 30 on_n2
  kill -9 "$(cat "$CLUSTER/n2.process")"
  n2_is() { sinfo -h -N -n n2 -p low -o %t | grep -q "$1"; }
  until_true 60 n2_is down
  slurm_daemon "$CLUSTER" n2
  until_true 60 n2_is '^\(idle\|alloc\|mix\)$'
  all_is_found
}

@test "kill -9 of tmd-spread, and an interrupt: tasks stay in the queue, --resume waits for them" {
  a_run --unit-seconds 2
  until_true 30 running
  kill -9 "$driver"
  wait "$driver" || true
  [ -n "$(tasks)" ]
  a_run --resume --unit-seconds 2
  sleep 3
  status=0
  kill -TERM "$driver" # a job in the background ignores SIGINT
  wait "$driver" || status=$?
  [ $status -eq 130 ]
  grep -q 'interrupted; to go on: .* --resume ' err
  a_run --resume --unit-seconds 2
  all_is_found
}

@test "what sbatch is given goes with it; what it refuses is said in a line" {
  run -2 tmd-spread plan --into E --engine slurm --sbatch '--partition=nowhere'
  [[ ${lines[0]} = "tmd-spread: sbatch: "*partition* ]] || [[ $output = *partition* ]]
  a_run --unit-seconds 100 --sbatch '--partition=high --hold --nodelist=n2'
  held() { [ "$(tasks -o '%P %r %n')" = "high JobHeldUser n2" ]; }
  until_true 20 held
  tasks -o %i | xargs -I {} scontrol release JobId={}
  all_is_found
}
