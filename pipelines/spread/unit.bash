# A unit on a worker: --unit DIR N..., where DIR is reached, by all engines in the same way. DIR/out/N.tmd is there in the end, or
# DIR/faults.tsv says why not. What a try has found before it was stopped, killed or failed is in DIR/out/N.tmd.part, and the next
# one goes on from there.

# spend: sets `spent` to the core-seconds that programs have taken which this shell has waited for since the last call.
spend() {
  times >"$scratch/times"
  read -r all_spent spent < <(awk -v before="${all_spent:-0}" 'NR == 2 {
    gsub(/[ms]/, " ")
    all = 60 * ($1 + $3) + $2 + $4
    printf "%.2f %.2f\n", all, all - before
  }' "$scratch/times")
}

# failed_try UNIT HOST WHAT: where there is no room to count it, it is not.
failed_try() {
  local tried
  tries_of "$1"
  { echo $((tried + 1)) >"$dir/log/$1.tries"; } 2>/dev/null || true
  fault "$1" "$2" "$3"
}

# bind_to_this SIGNAL: sets `bound`, what stands before a command that is to get this signal when this process is killed; nothing,
# where setpriv cannot do that.
bind_to_this() {
  bound=(setpriv --pdeathsig "$1")
  "${bound[@]}" true 2>/dev/null || bound=()
}

# search PLAN STREAM: the pipe of a unit. It can be stopped: what it has written is a valid stream. Status 130 then, 124 if it has
# taken longer than it may.
search() {
  local job status options=(--threads "${setting[threads]:-1}") bound limited
  bind_to_this TERM
  limited=("${bound[@]}" timeout --foreground --kill-after=25 "${setting[timeout]:-0}")
  [ -z "${setting[precision]:-}" ] || options+=(--precision "${setting[precision]}")
  [ -z "${setting[device]:-}" ] || options+=(--device "${setting[device]}")
  if [ -n "${setting[stage]:-}" ]; then
    PATH=$bin:$PATH "${limited[@]}" "$BASH" -o pipefail -c "${setting[stage]}" tmd-spread "$1" <"$1" >"$2" &
  else
    "${limited[@]}" "$bin/tmd-search" - --plan "$1" -o "$2" --resume "${options[@]}" >/dev/null &
  fi
  job=$!
  trap 'stopped=1; kill -TERM "$job" 2>/dev/null || true' INT TERM HUP USR1
  [ -z "$stopped" ] || kill -TERM "$job" 2>/dev/null || true
  await "$job"
  trap 'stopped=1' INT TERM HUP USR1
  [ -z "$stopped" ] || return 130
  [ "$status" -ne 1 ] || status=0 # what is missing or undecided is looked at by others
  return "$status"
}

# last_try UNIT: has left a mark, though nobody holds the unit: it was killed.
last_try() {
  local marked
  [ -e "$dir/log/$1.running" ] || return 0
  read_mark "$dir/log/$1.running" || true
  rm -f -- "$dir/log/$1.running"
  [ -e "$dir/out/$1.tmd" ] || failed_try "$1" "${marked[0]}" "was killed (process ${marked[1]}, begun at ${marked[2]})"
}

# is_held UNIT: by another worker, which is alive: its mark says which lock that has.
is_held() {
  local marked
  read_mark "$dir/log/$1.running" && is_locked "$dir/units/${marked[3]:-$1}"
}

# begin UNIT LEAD: it gets the mark of this worker, which holds the lock of unit LEAD. Not 0: it has a result, was tried as often
# as it may be, or another one is at it.
begin() {
  local mark=$dir/log/$1.running marked tried begun=1
  if [ -e "$mark" ]; then
    read_mark "$mark" || true
    [ "${marked[3]:-$1}" = "$2" ] || ! is_held "$1" || return
    last_try "$1"
  fi
  tries_of "$1"
  [ ! -e "$dir/out/$1.tmd" ] && [ "$tried" -lt "$tries" ] || return
  set -C
  { mark "$host" "$2" >"$mark"; } 2>/dev/null && begun=0
  set +C
  [ $begun -eq 0 ] || [ -s "$mark" ] || fault "$1" "$host" "$mark: cannot be written"
  return $begun
}

# clean_part UNIT: goes on from a part only if it is one of this unit.
clean_part() {
  local part=$dir/out/$1.tmd.part bytes what cases
  [ -s "$part" ] || return 0
  if [ -z "${setting[stage]:-}" ] && bytes=$(tmd-stat --intact "$part" 2>/dev/null); then
    ! is_result <(head -c "$bytes" "$part") "$dir/units/$1" - part || return 0
    fault "$1" "$host" "its part is none of it: $what: begun anew"
  fi
  rm -f -- "$part"
}

# spent_in_vain UNIT SECONDS: core-seconds of a try that has not come to a result; they count when one does.
spent_in_vain() { { echo "$2" >>"$dir/log/$1.spent"; } 2>/dev/null || true; }

# account UNIT HOST SECONDS WALL: of a result, which is there, with $cases: what it took, with the tries before.
account() {
  local seconds=$3 tried file
  tries_of "$1"
  [ ! -e "$dir/log/$1.spent" ] ||
    seconds=$(echo "$3" | awk '/^[0-9.]+$/ { n += $1 } END { printf "%.2f", n }' "$dir/log/$1.spent" -)
  { printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "${setting[version]##* }" "$seconds" "$4" $((tried + 1)) "$cases" \
    >"$dir/log/$1.times"; } 2>/dev/null || return
  for file in "$dir/log/$1".{err,tries,spent}; do [ ! -e "$file" ] || rm -f -- "$file"; done
}

# last_words UNIT: of its search; where the disk had no room for any, that.
last_words() {
  local file=$dir/log/$1.err
  tail -n 1 -- "$file"
  [ -s "$file" ] || { echo >"$file" && : >"$file"; } 2>&1 | sed 's/.*: //'
}

# judge UNIT STATUS: what a try has come to, whose search ended with this status. 0: the result is there.
judge() {
  local part=$dir/out/$1.tmd.part seconds=$((EPOCHSECONDS - began)) what cases
  spend
  if [ "$2" -eq 130 ]; then
    spent_in_vain "$1" "$spent"
    [ $((seconds + 5)) -lt "${setting[timeout]}" ] || failed_try "$1" "$host" "was stopped after $seconds seconds"
    return 130
  elif [ "$2" -eq 124 ] || { [ "$2" -ne 0 ] && [ "$seconds" -ge "${setting[timeout]}" ]; }; then
    spent_in_vain "$1" "$spent"
    failed_try "$1" "$host" "was stopped after $seconds seconds"
    return 1
  elif [ "$2" -ne 0 ]; then
    spent_in_vain "$1" "$spent"
    failed_try "$1" "$host" "its search ended with status $2: $(last_words "$1")"
    return 1
  fi
  if ! is_result "$part" "$dir/units/$1" "$dir/out/$1.tmd"; then
    [ -z "$stopped" ] || return 130
    rm -f -- "$part"
    spent_in_vain "$1" "$spent"
    failed_try "$1" "$host" "its result was refused: $what"
    return 1
  fi
  account "$1" "$host" "$spent" "$seconds"
}

# try_unit UNIT: one try, by the one that holds the unit's lock. 130: it was stopped, and can go on.
try_unit() {
  local began=$EPOCHSECONDS status=0
  if ! begin "$1" "$1"; then
    ! is_held "$1" || return $busy
    [ -e "$dir/out/$1.tmd" ]
    return
  fi
  clean_part "$1"
  spend
  search "$dir/units/$1" "$dir/out/$1.tmd.part" 2>"$dir/log/$1.err" || status=$?
  judge "$1" $status && status=0 || status=$?
  rm -f -- "$dir/log/$1.running"
  return $status
}

# work_on_unit UNIT: who else is at it is left to it, which tmd-spread waits for in the end.
busy=75
work_on_unit() {
  local lock status=0
  is unit "$1" && [ -f "$dir/units/$1" ] || die "$dir has no unit '$1'"
  [ ! -e "$dir/out/$1.tmd" ] || return 0
  { exec {lock}>>"$dir/units/$1"; } 2>/dev/null || die "$dir/units/$1: cannot be written"
  flock -w 1 "$lock" || status=$busy
  [ $status -ne 0 ] || [ -e "$dir/out/$1.tmd" ] || try_unit "$1" || status=$?
  exec {lock}>&-
  [ $status -ne $busy ] || [ -n "${TMD_DRIVER:-}" ] || warn "unit $1: another worker is at it"
  return $status
}

# driver_lives: that of this worker, and wants it to go on; one of Slurm has none.
driver_lives() { [ -z "${TMD_DRIVER:-}" ] || { kill -0 "$TMD_DRIVER" 2>/dev/null && [ ! -e "$dir/interrupted" ]; }; }

# work_on_units DIR N...: one try of each; 0 if all are there, 75 if another worker is at one. What GNU parallel gives is the
# numbers in one word.
work_on_units() {
  local unit status=0 one host=$HOSTNAME
  dir=$1
  scratch_folder
  stopped=
  trap 'stopped=1' INT TERM HUP USR1
  if [ "$dir" = - ]; then answer_units && exit; fi
  [ $# -ge 2 ] || die "no unit given"
  open_folder
  for unit in ${*:2}; do
    driver_lives || exit 130
    one=0
    work_on_unit "$unit" || one=$?
    [ $one -ne 130 ] && [ -z "$stopped" ] || exit 130
    [ $one -eq 0 ] || status=$one
  done
  exit $status
}
