# The engine of a Slurm cluster: a task of an array job for each unit. Tasks need neither this script nor one another: when it
# ends they stay in the queue, and the next --resume waits for them. See tmd-slurm(7).

slurm_config() { scontrol show config | sed -n "s/^$1 *= *//p"; }

# The name of DIR's jobs, by which they are found again, also by a run that did not submit them.
slurm_name() { printf 'tmd-%s' "$(sha256sum <<<"$dir" | cut -c 1-12)"; }

engine_slurm_check() {
  local tool
  for tool in sbatch squeue scontrol; do command -v $tool >/dev/null || die "Slurm is not installed: no $tool"; done
  [ "$(slurm_config MaxArraySize)" -gt 0 ] 2>/dev/null || die "Slurm: its controller does not answer, or knows no array jobs"
}

# slurm_queue OPTION...: DIR's jobs in the queue. slurm_tasks FORMAT [OPTION...]: a line for each.
slurm_queue() {
  local user
  user=$(id -un)
  squeue --noheader --user "$user" --name "$(slurm_name)" "$@"
}
slurm_tasks() { slurm_queue --format "$@"; }

# nodes_aside: those that are set aside. leave_node NODE PARTITION: there is another one that can take tasks.
nodes_aside() {
  local file node
  for file in "$dir"/log/*.aside; do
    node=${file##*/} node=${node%.aside}
    ! is_aside "$node" || echo "$node"
  done
}
leave_node() {
  local node
  while read -r node; do
    [ "$node" = "$1" ] || is_aside "$node" || return 0
  done < <(sinfo --noheader --Node --partition "$2" --states idle,alloc,mix,comp --format %N | sort -u)
  return 1
}

# keep_away: tasks that are not started yet are kept from the nodes that are set aside, and no longer from those that were; from
# others they stay away if --sbatch says so.
keep_away() {
  local job now excluded wanted
  compgen -G "$dir/log/*.aside" >/dev/null || return 0
  while read -r job now; do
    excluded=$([ -z "$now" ] || [ "$now" = "(null)" ] || scontrol show hostnames "$now" | sort)
    wanted=$({ nodes_aside; while read -r now; do [ -e "$dir/log/$now.aside" ] || echo "$now"; done <<<"$excluded"; } |
      sed '/^$/d' | sort -u)
    [ "$wanted" = "$excluded" ] || scontrol update JobId="$job" ExcNodeList="$(paste -sd , <<<"$wanted")" >/dev/null 2>&1 || true
  done < <(slurm_tasks '%A %x' --states PENDING 2>/dev/null)
}

# most_tasks: of an array, by MaxArraySize and max_array_tasks.
most_tasks() {
  local most tasks
  most=$(slurm_config MaxArraySize)
  tasks=$(slurm_config SchedulerParameters | sed -n 's/.*max_array_tasks=\([0-9]*\).*/\1/p')
  [ -z "$tasks" ] || [ "$tasks" -ge "$most" ] || most=$tasks
  echo "$most"
}

# submit LIST: an array of its units. The warning comes before the end by time limit: then a task gives itself back.
submit() {
  local options throttle= aside name tasks
  read -ra options <<<"${setting[sbatch]:-}"
  aside=$(nodes_aside | paste -sd ,)
  [ -z "$aside" ] || options=(--exclude "$aside" "${options[@]}")
  [ "${setting[jobs]}" -eq 0 ] || throttle=%${setting[jobs]}
  name=$(slurm_name)
  tasks=$(wc -l <"$1")
  printf '#!/usr/bin/env bash\nexec %q --slurm-task %q %q\n' "$self" "$dir" "$1" |
    sbatch --parsable --quiet --job-name "$name" --array "0-$((tasks - 1))$throttle" \
      --comment "tmd-spread ${dir##*/}" --ntasks 1 --cpus-per-task "${setting[threads]:-1}" --requeue --signal B:USR1@90 \
      --time $((setting[timeout] / 60 + 3)) --open-mode append --output "${1//%/%%}.log" --chdir / "${options[@]}" 2>&1
}

# submit_all TODO: in arrays as long as may be. Where there are as many in the queue as may be, the next one waits.
submit_all() {
  local list said
  mkdir -p -- "$dir/slurm"
  rm -f -- "$dir"/slurm/next.*
  split -a 6 -d -l "$(most_tasks)" -- "$1" "$dir/slurm/next."
  for list in "$dir"/slurm/next.*; do
    said=$dir/slurm/$EPOCHSECONDS-${list##*.}
    mv -- "$list" "$said" && list=$said
    until said=$(submit "$list"); do
      [ -n "$(slurm_tasks %i)" ] || die "sbatch: $(tail -n 1 <<<"$said")"
      sleep 30
    done
  done
}

# held_tasks: from lines STATE REASON, how many tasks cannot be started, for each reason.
held_tasks() {
  sed -n 's/^PENDING \(.*[Hh]eld.*\|Bad.*\|Partition.*Limit.*\|Partition.*Down\)$/\1/p' | sort | uniq -c | sed 's/^ *//'
}

# lost_tasks: a fault of its node for each task that has failed and could not say so itself: by its exit code STATUS:SIGNAL, which
# squeue prints as one number. 53 is Slurm's own signal: its output could not be opened.
lost_tasks() {
  local job task node partition code what
  while read -r job task node partition code; do
    [[ $code =~ ^[0-9]{1,9}(:[0-9]{1,3})?$ ]] && is host "$node" || continue
    [[ $code = *:* ]] || code=$((code >> 8)):$((code & 127))
    [[ $code = *:53 || $code = *:0 ]] && [[ $code != @(0|1|130|"$busy"):0 ]] || continue
    what="task ${job}_$task could not begin (exit code $code)"
    ! grep -qF -e "$what" "$dir/faults.tsv" 2>/dev/null || continue
    fault - "$node" "$what: are $dir and the programs there?"
    missed "$node" "${job}_$task" "$what" leave_node "$node" "$partition"
  done < <(slurm_queue --array --states FAILED --Format \
    ArrayJobID:20,ArrayTaskID:20,NodeList:70,Partition:70,exit_code:20 2>/dev/null)
}

# wait_for_tasks: until none is in the queue, where one that is being requeued may not be seen for a moment. A controller that
# does not answer is waited for. What keeps tasks from being started is said when it changes.
wait_for_tasks() {
  local pause polls=0 tasks held known= empty=0
  while [ $empty -lt 2 ]; do
    if tasks=$(slurm_tasks '%T %r' 2>/dev/null) && [ -z "$tasks" ]; then empty=$((empty + 1)); else empty=0; fi
    lost_tasks
    keep_away
    held=$(held_tasks <<<"$tasks")
    [ -z "$held" ] || [ "$held" = "$known" ] ||
      printable <<<"$held" | sed 's/^/tmd-spread: tasks that Slurm does not start: /' >&2
    known=$held
    pause=$((1 + polls++ / 10))
    [ $empty -eq 2 ] || sleep $((pause < 30 ? pause : 30))
  done
}

# unfinished TODO: its units that may be tried once more.
unfinished() {
  { units_with_result && all_tries | awk -F '\t' -v tries="$tries" '$2 >= tries { print $1 }'; } |
    awk 'FILENAME == "-" { gone[$1]; next } !($1 in gone)' - "$1"
}

# how_far LIST: changes when any unit got anywhere, or is kept from where it did not.
how_far() {
  { cat -- "$1" && nodes_aside && all_tries && find "$dir/out" -name '*.part' -printf '%f %s\n'; } | sort | cksum
}

engine_slurm_run() {
  local before=none now
  forget_misses
  trap 'slurm_goes_on; exit 130' TERM INT HUP
  wait_for_tasks
  while unfinished "$1" >"$dir/slurm.todo" && [ -s "$dir/slurm.todo" ]; do
    now=$(how_far "$dir/slurm.todo")
    [ "$now" != "$before" ] || break
    before=$now
    submit_all "$dir/slurm.todo"
    wait_for_tasks
  done
  rm -f -- "$dir/slurm.todo"
}

slurm_goes_on() {
  [ -z "$(slurm_tasks %i 2>/dev/null)" ] ||
    warn "its tasks stay in the queue of Slurm; to end them: scancel --name $(slurm_name)"
}

# may_go_on UNIT STATUS BYTES: a task that ended so is worth another time in the queue: it was stopped because it was $warned, and
# has got further than BYTES of its part, or it failed or was killed, which is counted. Others stop it to requeue or cancel it.
may_go_on() {
  local bytes tried
  [ "$2" -ne 0 ] && [ ! -e "$dir/out/$1.tmd" ] || return
  bytes=$(part_bytes "$1")
  case $2 in
    130) [ -n "$warned" ] || return
      [ "$bytes" -gt "$3" ] || ! fault "$1" "$host" "was stopped by its time limit before it had got any further" ;;
    2 | "$busy") return 1 ;; # not a matter of this unit
    *)
      tries_of "$1"
      [ "$tried" -lt "$tries" ]
      ;;
  esac
}

# came_to UNIT STATUS: a failure is known, and counted for the node. The task's own status is 1 then: of others the driver will
# have to say something.
came_to() {
  local what
  case $2 in
    0) not_missed "$host" ;;&
    0 | 130 | "$busy") return 0 ;;
    2) fault "$1" "$host" "could not be tried: $(tail -n 1 -- "$dir/log/$1.said")" ;;
  esac
  status=1
  if [ "$2" -gt 128 ]; then what="its worker was killed"; else IFS=$'\t' read -r what _ < <(last_fault "$1"); fi
  missed "$host" "$1" "$what" leave_node "$host" "$SLURM_JOB_PARTITION"
}

# slurm_task DIR LIST: what a task of an array does. Warned that its time is over, it stops its unit, whose part is kept, and goes
# back to the queue; so it does where Slurm itself requeues it, after a failure, and at once on a node that is set aside. What it
# does not do, the driver does.
slurm_task() {
  local unit job bytes warned= again= status task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
  [ -z "${SLURMD_NODENAME:-}" ] || HOSTNAME=${SLURMD_NODENAME//[!A-Za-z0-9_.-]/_}
  export HOSTNAME
  dir=$1 host=$HOSTNAME
  number SLURM_ARRAY_TASK_ID "$SLURM_ARRAY_TASK_ID" 0 # no octal one
  unit=$(sed -n "$((10#$SLURM_ARRAY_TASK_ID + 1))p" "$2") && is unit "$unit" || die "$2: has no unit $SLURM_ARRAY_TASK_ID"
  { : >"$dir/log/$unit.said"; } 2>/dev/null || die "$dir/log/$unit.said: cannot be written"
  if is_aside "$host"; then keep_away && scontrol requeue "$task" && exit 1; fi
  bytes=$(part_bytes "$unit")
  "$self" --unit "$dir" "$unit" 2>"$dir/log/$unit.said" &
  job=$!
  trap 'warned=1; kill -TERM "$job" 2>/dev/null' USR1
  trap 'kill -TERM "$job" 2>/dev/null' TERM INT
  await "$job"
  cat -- "$dir/log/$unit.said" >&2
  ! may_go_on "$unit" $status "$bytes" || again=1
  came_to "$unit" $status
  rm -f -- "$dir/log/$unit.said"
  [ -z "$again" ] || scontrol requeue "$task" 2>/dev/null || true
  exit $status
}
