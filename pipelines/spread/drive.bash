# The run of an engine, and what comes of it.

# run_engine: on the units of DIR/todo; not 0: Slurm cannot be used, as was said. When this script is killed it begins no more,
# but workers finish their units. A signal is passed on to it: workers finish their blocks.
run_engine() {
  local job status asked=0
  rm -f -- "$dir"/{joblog,interrupted}
  export PARALLEL_SHELL=$BASH TMD_SPREAD=$self TMD_DIR=$dir
  unset PARALLEL_ENV
  set -m
  "engine_${setting[engine]}_run" "$dir/todo" 8>&- </dev/null &
  job=$!
  set +m # or bash says what has become of it
  trap 'asked=$((asked + 1)); stop_engine "$job"' INT TERM HUP
  await "$job"
  trap 'exit 130' INT TERM HUP
  [ "$asked" -eq 0 ] || interrupted
  [ "${setting[engine]}" = slurm ] || return 0 # GNU parallel counts failures; what has come of each unit is in its files
  return $status
}

# is_of_engine HOST: its workers' processes are on this machine. Of hosts by ssh it is that which waits for them.
is_of_engine() {
  if [ "${setting[engine]}" = ssh ]; then cut -f 1 "$dir/hosts" | grep -qxF -- "$1"; else [ "$1" = "$HOSTNAME" ]; fi
}

# stop_engine JOB: GNU parallel begins no more at HUP, and waits for its workers, which are asked to stop here. At TERM, which is
# for the second time, it asks them, too, and kills what is there ten seconds later. Who has no mark just then sees
# DIR/interrupted.
stop_engine() {
  local host pid signal=HUP
  [ "$asked" -eq 1 ] || signal=TERM
  : >"$dir/interrupted" || true
  kill -$signal -- "-$1" 2>/dev/null || true
  [ "$asked" -eq 1 ] && [ "${setting[engine]}" != slurm ] || return 0
  while IFS=$'\t' read -r _ _ host pid _; do
    is_of_engine "$host" && is process "$pid" && kill -TERM "$pid" 2>/dev/null || true
  done < <(marked_units | grep ^running)
}

interrupted() {
  printf 'tmd-spread: interrupted; to go on: tmd-spread %q --resume\n' "$dir" >&2 2>/dev/null || true
  exit 130
}

# group_units WORKERS: DIR/groups has the units of DIR/todo, those on a line for one worker, one behind the other: where they are
# many a call for each would take this machine more time than they are worth. A line has a 200th part of what is left, or half the
# share of a worker where they are more; the last ones have one unit each, so that workers end together.
group_units() {
  awk -v parts=$(($1 > 100 ? 2 * $1 : 200)) '
    { unit[NR] = $0 }
    END {
      for (n = 1; n <= NR; n = end) {
        end = n + int((NR - n + 1) / parts)
        if (end == n) end++
        for (line = unit[n++]; n < end; n++) line = line " " unit[n]
        print line
      }
    }' "$dir/todo" | replace "$dir/groups"
}

# parallel_units WORKERS OPTION...: GNU parallel on the units of DIR/todo. When this script dies it begins no more. Units have
# their own limits of time. Does not return.
parallel_units() {
  local bound
  group_units "$1"
  export TMD_DRIVER=$$
  bind_to_this HUP
  # What it says of a signal is not for who has sent it; what workers say goes past it.
  exec 9>&2 2> >(trap '' INT TERM HUP && exec sed -u '/^parallel: SIG[A-Z]* received/,$ { /^parallel: /d }' >&9)
  exec "${bound[@]}" parallel --plain --will-cite --ungroup -a "$dir/groups" --joblog "$dir/joblog" \
    --timeout $(($(head -n 1 "$dir/groups" | wc -w) * (setting[timeout] + 60))) --termseq TERM,10000,KILL,25 "${@:2}" \
    'exec "$TMD_SPREAD" --unit "$TMD_DIR" {} 2>&9 9>&-'
}

# report_failures: of the units that were tried as often as they may be, on standard error.
report_failures() {
  local unit tried
  while read -r unit; do
    tries_of "$unit"
    [ "$tried" -ge "$tries" ] || continue
    warn "unit $unit failed $tries times: $(last_fault "$unit" | sed 's/\t\(.*\)/ (\1)/')"
    [ ! -s "$dir/log/$unit.err" ] || tail -n 3 -- "$dir/log/$unit.err" | printable | sed 's/^/  /' >&2
  done < <(units_without_result)
}

# join_results: DIR/joined.tmd says what all results say, if they are parts of the answer to the plan. Not 0: they
# are not what they were when they came, as $what says, and DIR/joined.tmd stays as it is.
join_results() {
  rm -f -- "$dir/joined.tmd.new"
  what="tmd-select failed"
  results | tmd-select -o "$dir/joined.tmd.new" || return
  is_result "$dir/joined.tmd.new" "$dir/plan" "$dir/joined.tmd" part
}

# refuse_results: looks at each result again, and takes away those that are none, so that their units are done again.
refuse_results() {
  local unit what cases refused= status=
  while read -r unit; do
    ! verdict <&6 || continue
    [ -n "$cases" ] || die "$dir/out/$unit.tmd: $what"
    refused=1
    mkdir -p -- "$dir/refused" && mv -f -- "$dir/out/$unit.tmd" "$dir/refused/$unit.tmd" || exit 2
    fault "$unit" "$HOSTNAME" "its result on the disk is none any more: $what: moved to refused/$unit.tmd, done again"
  done < <(units_with_result | sort) 6< <(tmd-stat --accept <(units_with_result | sort |
    awk -v OFS='\t' -v dir="${dir//\\/\\\\}" '{ print dir "/out/" $0 ".tmd", dir "/units/" $0, "-" }'))
  [ -n "$refused" ]
}

# add_gaps: what no result covers of the plan becomes new units, in place of those that have none.
add_gaps() {
  local unit last
  results | tmd-stat --gaps --no-images --plan "$dir/plan" -o "$dir/rest" --force || exit $?
  last=$(cut -f 1 "$dir/units.tsv" | sort -n | tail -n 1)
  units_without_result | awk -F '\t' 'FILENAME == "-" { gone[$1]; next } !($1 in gone)' - "$dir/units.tsv" >"$dir/units.kept"
  replace "$dir/units.tsv" <"$dir/units.kept"
  is unit "$last" || corrupt "$dir/units.tsv: is no list of units"
  cut_units "$dir/rest" $((10#$last + 1))
  rm -f -- "$dir/units.kept" "$dir/rest"
}

# settle_marks: of workers that were killed, and of those that have left a result.
settle_marks() {
  local unit
  while IFS=$'\t' read -r _ unit _; do last_try "$unit"; done < <(marked_units | grep '^killed\|^left')
}

# last_driver: has left a mark in DIR/lock, though nobody holds it: it was killed. From now on it is this one's, until it ends.
last_driver() {
  local marked
  [ ! -s "$dir/lock" ] || read_mark "$dir/lock" || true
  [ ! -s "$dir/lock" ] || fault - "${marked[0]}" "tmd-spread was killed (process ${marked[1]}, begun at ${marked[2]})"
  { mark "$HOSTNAME" >"$dir/lock"; } 2>/dev/null || die "$dir/lock: cannot be written"
  at_end ': >"$dir/lock"'
}

# held_units: lines UNIT, host, process, since, of those that a worker is at which is not of this run, but of an earlier one, or
# begun by hand. The lock of one that has died is free.
held_units() { marked_units | sed -n 's/^running\t//p'; }
report_held() {
  local unit host pid since
  while IFS=$'\t' read -r unit host pid since; do
    warn "unit $unit is held by process $pid on $host since $since$1"
  done < <(held_units)
}

# wait_for_held UNITS: 0 if some of those that were held as the round began, or are now, have been given free, or are in the time
# that a unit may take.
wait_for_held() {
  local end=$((SECONDS + setting[timeout])) first now
  now=$(held_units)
  first=$(printf '%s\n' "$1" "$now" | sed '/^$/d' | sort -u)
  report_held ": waited for"
  trap interrupted INT TERM HUP
  while [ -n "$now" ] && [ $SECONDS -lt $end ]; do
    sleep 1
    now=$(held_units)
  done
  trap - INT TERM HUP
  [ "$now" != "$first" ]
}

# drive: runs the engine on what has no result, again if a result is damaged meanwhile or others have held units, joins, and
# prints what is covered.
drive() {
  local round what cases others
  [ -z "$action" ] || lock_folder
  last_driver
  "engine_${setting[engine]}_check"
  [ "$action" != resume ] || [ -z "$recut" ] || add_gaps
  write_settings
  find "$dir/log" -name '*.tries' -delete
  settle_marks
  for ((round = 0; round < 3; round++)); do
    others=$(held_units)
    units_without_result | replace "$dir/todo"
    [ ! -s "$dir/todo" ] || run_engine # or the end
    if ! join_results; then
      refuse_results || die "$dir: the results cannot be joined: $what"
    elif [ -n "$(units_without_result)" ]; then
      wait_for_held "$others" || break
    elif tmd-stat --gaps --no-images --plan "$dir/plan" "$dir/joined.tmd" | awk 'NR == 2 { exit 1 }'; then
      break
    else
      add_gaps
    fi
  done
  report_failures
  report_held ": when it has ended: tmd-spread $(printf %q "$dir") --resume"
  tmd-stat --no-images --plan "$dir/plan" "$dir/joined.tmd"
}
