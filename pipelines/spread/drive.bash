# The run of an engine, and what comes of it.

# run_engine: on the units of DIR/todo; not 0: Slurm cannot be used, as was said. When this script is killed it begins no more,
# but workers finish their units. A signal is passed on to it: workers finish their blocks.
run_engine() {
  local job status asked=0
  rm -f -- "$dir/joblog"
  export PARALLEL_SHELL=$BASH TMD_SPREAD=$self TMD_DIR=$dir
  unset PARALLEL_ENV
  set -m
  "engine_${setting[engine]}_run" "$dir/todo" 8>&- </dev/null &
  job=$!
  trap 'asked=$((asked + 1)); stop_engine "$job"' INT TERM HUP
  await "$job"
  trap - INT TERM HUP
  set +m
  [ "$asked" -eq 0 ] || interrupted
  [ "${setting[engine]}" = slurm ] || return 0 # GNU parallel counts failures; what has come of each unit is in its files
  return $status
}

# is_of_engine HOST: its workers' processes are on this machine. Of hosts by ssh it is that which waits for them.
is_of_engine() {
  if [ "${setting[engine]}" = ssh ]; then cut -f 1 "$dir/hosts" | grep -qxF -- "$1"; else [ "$1" = "${HOSTNAME:-unknown}" ]; fi
}

# stop_engine JOB: GNU parallel begins no more at the first signal, and ends its workers at the second. At the first they are
# asked to stop here.
stop_engine() {
  local host pid
  kill -TERM -- "-$1" 2>/dev/null || true
  [ "$asked" -eq 1 ] && [ "${setting[engine]}" != slurm ] || return 0
  while IFS=$'\t' read -r _ _ host pid _; do
    is_of_engine "$host" && kill -TERM "$pid" 2>/dev/null || true
  done < <(marked_units | grep ^running)
}

interrupted() {
  printf 'tmd-spread: interrupted; to go on: tmd-spread %q --resume\n' "$dir" >&2 2>/dev/null || true
  exit 130
}

# parallel_units OPTION...: GNU parallel on the units of its input, a few at a time where they are very many. When this script
# dies it begins no more. Does not return.
parallel_units() {
  export TMD_CHUNK=$((1 + $(wc -l <"$dir/todo") / 20000))
  exec setpriv --pdeathsig HUP parallel --plain --will-cite --ungroup -a "$dir/todo" -n "$TMD_CHUNK" --joblog "$dir/joblog" \
    --timeout $((TMD_CHUNK * setting[timeout])) --termseq TERM,10000,KILL,25 "$@" 'exec "$TMD_SPREAD" --unit "$TMD_DIR"'
}

# report_failures: of the units that were tried as often as they may be, on standard error.
report_failures() {
  local unit
  while read -r unit; do
    [ "$(tries_of "$unit")" -ge "$tries" ] || continue
    printf 'tmd-spread: unit %s failed %d times: %s\n' "$unit" "$tries" \
      "$(awk -F '\t' -v unit="$unit" '$2 == unit { what = $4 " (" $3 ")" } END { print what }' "$dir/faults.tsv")" >&2
    [ ! -s "$dir/log/$unit.err" ] || tail -n 3 -- "$dir/log/$unit.err" | sed 's/^/  /' >&2
  done < <(units_without_result)
}

# join_results: DIR/joined.tmd says what all results say, if they are parts of the answer to the plan. Not 0: they
# are not what they were when they came, as $what says, and DIR/joined.tmd stays as it is.
join_results() {
  rm -f -- "$dir/joined.tmd.new"
  what="tmd-select failed"
  results | tmd-select -o "$dir/joined.tmd.new" || return
  is_result "$dir/joined.tmd.new" "$dir/plan" part || return
  sync -- "$dir/joined.tmd.new" && mv -f -- "$dir/joined.tmd.new" "$dir/joined.tmd"
}

# refuse_results: looks at each result again, and takes away those that are none, so that their units are done again.
refuse_results() {
  local unit what cases refused=
  for unit in $(units_with_result | sort); do
    ! is_result "$dir/out/$unit.tmd" "$dir/units/$unit" || continue
    refused=1
    mkdir -p -- "$dir/refused" && mv -f -- "$dir/out/$unit.tmd" "$dir/refused/$unit.tmd" || exit 2
    fault "$unit" "${HOSTNAME:-unknown}" "its result on the disk is none any more: $what: moved to refused/$unit.tmd, done again"
  done
  [ -n "$refused" ]
}

# add_gaps: what no result covers of the plan becomes new units, in place of those that have none.
add_gaps() {
  local unit last
  results | tmd-stat --gaps --plan "$dir/plan" -o "$dir/rest" --force || exit $?
  last=$(cut -f 1 "$dir/units.tsv" | sort -n | tail -n 1)
  units_without_result | awk -F '\t' 'FILENAME == "-" { gone[$1]; next } !($1 in gone)' - "$dir/units.tsv" >"$dir/units.kept"
  replace "$dir/units.tsv" <"$dir/units.kept"
  cut_units "$dir/rest" $((10#$last + 1))
  rm -f -- "$dir/units.kept" "$dir/rest"
}

# last_driver: has left a mark in DIR/lock, though nobody holds it: it was killed. From now on it is this one's, until it ends.
last_driver() {
  local host pid since
  ! IFS=$'\t' read -r host pid since <"$dir/lock" || fault - "$host" "tmd-spread was killed (process $pid, begun at $since)"
  mark "${HOSTNAME:-unknown}" >"$dir/lock" || die "$dir/lock: cannot be written"
  trap ': >"$dir/lock"' EXIT
}

# drive: runs the engine on what has no result, again if a result is damaged meanwhile, joins, and prints what is covered.
drive() {
  local round what cases
  [ -z "$action" ] || lock_folder
  last_driver
  "engine_${setting[engine]}_check"
  [ "$action" != resume ] || [ -z "$recut" ] || add_gaps
  write_settings
  find "$dir/log" -name '*.tries' -delete
  for ((round = 0; round < 3; round++)); do
    units_without_result | replace "$dir/todo"
    [ ! -s "$dir/todo" ] || run_engine # or the end
    if ! join_results; then
      refuse_results || die "$dir: the results cannot be joined: $what"
    elif [ -n "$(units_without_result)" ] || tmd-stat --gaps --plan "$dir/plan" "$dir/joined.tmd" | awk 'NR == 2 { exit 1 }'; then
      break
    else
      add_gaps
    fi
  done
  report_failures
  tmd-stat --plan "$dir/plan" "$dir/joined.tmd"
}
