# A Slurm cluster of two nodes on this machine: its own munged, slurmctld and two slurmd, on ports of its own, in a folder.
# slurm_start FOLDER [LINE...]: more lines of its slurm.conf; exports SLURM_CONF. slurm_stop FOLDER ends it.
# Not 0: it cannot run here, and FOLDER/log says why.

slurm_start() {
  local folder=$1 tool
  shift
  for tool in munged slurmctld slurmd sbatch; do command -v $tool >/dev/null || return; done
  mkdir -p "$folder"/{log,state,munge,n1,n2}
  chmod 700 "$folder/munge"
  head -c 1024 /dev/urandom >"$folder/munge/key" && chmod 600 "$folder/munge/key"
  slurm_conf "$folder" "$@" >"$folder/slurm.conf"
  export SLURM_CONF=$folder/slurm.conf
  for tool in munged slurmctld n1 n2; do slurm_daemon "$folder" $tool; done
  slurm_ready
}

slurm_conf() {
  local folder=$1
  shift
  cat <<END
ClusterName=tmd
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
SlurmctldPort=6880
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmdSpoolDir=$folder/%n
StateSaveLocation=$folder/state
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_interval=1
SlurmdParameters=config_overrides
SlurmctldTimeout=10
SlurmdTimeout=10
InactiveLimit=0
KillWait=5
MinJobAge=10
ReturnToService=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=6881 CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=6882 CPUs=1 State=UNKNOWN
PartitionName=low Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=high Nodes=n1,n2 MaxTime=INFINITE State=UP PriorityTier=2
END
  [ $# -eq 0 ] || printf '%s\n' "$@"
}

# slurm_daemon FOLDER NAME [COMMAND...]: starts munged, slurmctld or the slurmd of a node, by a command that execs it; its process
# id is in FOLDER/NAME.process.
slurm_daemon() {
  local command
  case $2 in
    munged) command=(munged --force --foreground --socket="$1/munge.socket" --key-file="$1/munge/key" --pid-file="$1/munge/pid"
      --seed-file="$1/munge/seed" --log-file="$1/log/munged") ;;
    slurmctld) command=(slurmctld -D -f "$1/slurm.conf") ;;
    *) command=(slurmd -D -N "$2" -f "$1/slurm.conf") ;;
  esac
  "${@:3}" "${command[@]}" >>"$1/log/$2.out" 2>&1 </dev/null 3>&- &
  echo $! >"$1/$2.process"
  disown
}

slurm_ready() {
  local second
  for ((second = 0; second < 30; second++)); do
    [ "$(sinfo -h -N -p low -t idle -o %N 2>/dev/null | wc -l)" -lt 2 ] || return 0
    sleep 1
  done
  return 1
}

slurm_stop() {
  local process
  scancel --user "$(id -un)" 2>/dev/null || true
  for process in "$1"/*.process; do kill -9 "$(cat "$process")" 2>/dev/null || true; done
}
