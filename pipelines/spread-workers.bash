# Workers of tmd-spread, which it starts here, on hosts and by Slurm: the build puts this in place of
# the line of that script that names it.

# bind_to_this: sets `bound`, a prefix of commands that end when this process ends.
bind_to_this() {
  bound=(setpriv --pdeathsig TERM)
  "${bound[@]}" true 2>/dev/null || bound=()
}

# search PLAN STREAM SECONDS OPTION...: runs tmd-search, which finishes its blocks after a signal.
search() {
  local job status
  bind_to_this
  "${bound[@]}" timeout --kill-after=25 "$3" "$bin/tmd-search" - --plan "$1" -o "$2" --resume \
    "${@:4}" >/dev/null &
  job=$!
  trap 'kill -TERM "$job" 2>/dev/null || true' INT TERM HUP
  await "$job"
  trap 'exit 130' INT TERM HUP
  [ "$status" -ne 1 ] || status=0 # gaps and undecided cases are found later
  return "$status"
}

# new_files UNIT: creates the files of its stream and messages.
new_files() { touch "log/$1" "out/$1.tmd" 2>/dev/null || die "unit $1: cannot be written"; }

# search_here OPTION... SECONDS UNIT: searches it in DIR, where a second try continues the first.
search_here() {
  local unit=${*: -1}
  new_files "$unit"
  search "units/$unit" "out/$unit.tmd" "${@: -2:1}" "${@:1:$#-2}" 2>"log/$unit"
}

# search_task OPTION...: searches the unit of a task of a Slurm array.
search_task() {
  read_task "$SLURM_ARRAY_TASK_ID"
  search_here "$@" "$seconds" "$unit"
}

# on_host LOGIN COMMAND [SECONDS]: runs it by ssh, which ends if the link is dead for a minute.
on_host() {
  # shellcheck disable=SC2086 # a command with its options
  exec timeout --foreground --kill-after=5 "${3:-60}" ${option[ssh]:-ssh} -T -o BatchMode=yes \
    -o ConnectTimeout=15 -o ServerAliveInterval=15 -o ServerAliveCountMax=4 -- "$1" "$2"
}

# search_there SSH OPTION... -- ...: GNU parallel calls this in place of ssh, and adds a command,
# which is not used. Neither stream nor messages may be longer than their limits.
search_there() {
  local login device folder me command options=()
  option[ssh]=$1
  while shift && [ "$1" != -- ]; do options+=("$1"); done
  read_task "$PARALLEL_SEQ"
  IFS=$'\t' read -r login _ device folder < <(awk -F '\t' -v login="$PARALLEL_SSHLOGIN" \
    '$1 == login' hosts)
  is host "$login" && is device "$device" || die "hosts: no line of $PARALLEL_SSHLOGIN"
  command=(setsid -w "$folder/tmd-spread" --for "$(stat -c %s "units/$unit")" "$seconds")
  command+=("${options[@]}")
  [ "$device" = - ] || command+=(--device "$device")
  new_files "$unit"
  bind_to_this
  exec 2>/dev/null # bash reports processes that are killed
  {
    me=$BASHPID # becomes ssh, which may end before setpriv binds the process that keeps it waiting
    on_host "$login" "$(printf '%q ' "${command[@]}")" $((seconds + 60)) \
      < <(cat "units/$unit" &&
        exec "${bound[@]}" bash -c '[ "$PPID" -ne "$1" ] || exec sleep "$2"' - "$me" $((seconds + 60))) \
      2> >(head -c 4096 >"log/$unit")
  } | head -c "$bytes" >"out/$unit.tmd"
}

# search_for BYTES SECONDS OPTION...: searches on a host. Standard input has BYTES bytes of plan
# lines, and is open until the stream is no longer needed.
search_for() {
  local input watcher status=0
  scratch_folder
  head -c "$1" >"$scratch/plan"
  [ "$(stat -c %s "$scratch/plan")" -eq "$1" ] || die "the plan has not come"
  exec {input}<&0 </dev/null
  { cat || true; kill -TERM $$; sleep 30; kill -KILL 0; } <&"$input" >/dev/null 2>&1 &
  watcher=$!
  search "$scratch/plan" "$scratch/stream" "${@:2}" {input}<&- || status=$?
  kill "$watcher" 2>/dev/null || true
  [ ! -s "$scratch/stream" ] || cat "$scratch/stream"
  exit "$status"
}
