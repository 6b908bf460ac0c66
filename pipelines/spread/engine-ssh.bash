# The engine of other machines: GNU parallel has the hosts (--sshloginfile), and calls this script in place of ssh. A host needs
# the tools in a folder; no shared disk, no perl. Plan lines go there through ssh, and what comes back is checked here before it
# is the result. DIR/hosts has lines LOGIN, units at a time, device, folder; DIR/sshlogins has those that parallel is to use now:
# it reads that again when it changes.

engine_ssh_check() {
  has_parallel
  [ -n "${setting[hosts]:-}" ] || die "engine ssh needs --hosts FILE (try --help)"
  [ -z "${setting[ship]:-}" ] || tar -tzf "${setting[ship]}" 2>/dev/null | grep '^[^/]*/bin/tmd-spread$' >/dev/null ||
    die "${setting[ship]}: is no tar.gz of make dist"
  hosts_of <"${setting[hosts]}" >/dev/null || exit 2
  command -v "${setting[ssh]%% *}" >/dev/null || die "${setting[ssh]%% *}: no such command"
}

# shipped: the folder on a host, below that where ssh begins, for what --ship FILE has: its name says its bytes.
shipped() { printf '.cache/tmd/%s\n' "$(sha256sum <"${setting[ship]}" | cut -c 1-64)"; }

# hosts_of: lines LOGIN, units (0: as many as it has cores), device (-: cpu), folder, from those of --hosts.
hosts_of() {
  local folder=tmd/bin
  [ -z "${setting[ship]:-}" ] || folder=$(shipped)/bin
  awk -v OFS='\t' -v file="${setting[hosts]}" -v usual="$folder" '
    function wrong(what) { print "tmd-spread: " file ": line " NR ": " what >"/dev/stderr"; exit failed = 2 }
    { sub(/#.*/, "") }
    !NF { next }
    {
      login = $1; units = 0; device = "-"; folder = usual
      if (match(login, /^[0-9]+\//)) { units = substr(login, 1, RLENGTH - 1); login = substr(login, RLENGTH + 1) }
      if (length(units) > 5) wrong(units " units at a time are too many")
      if (login !~ /^[A-Za-z0-9_.][A-Za-z0-9_.:@%-]*$/ || length(login) > 255) wrong("\"" login "\" is no host")
      if (login in seen) wrong(login " is there twice")
      seen[login]
      for (i = 2; i <= NF; i++)
        if ($i ~ /^device=[a-z]+(:[0-9]+)?$/) device = substr($i, 8)
        else if ($i ~ /^bin=./) folder = substr($i, 5)
        else wrong("\"" $i "\" is neither device=NAME nor bin=FOLDER")
      print login, units, device, folder
    }
    END { if (!failed && !length(seen)) { NR = 0; wrong("no host") } exit failed }'
}

# on_host LOGIN COMMAND [SECONDS]: by ssh, which gives up on a link that is dead for a minute; with a limit of time, if given.
on_host() {
  # shellcheck disable=SC2086 # a command with its options
  exec ${3:+timeout --foreground --kill-after=5 "$3"} ${setting[ssh]} -T -o BatchMode=yes -o ConnectTimeout=15 \
    -o ServerAliveInterval=15 -o ServerAliveCountMax=4 -- "$1" "$2"
}

# ship LOGIN FOLDER: what --ship FILE has is in that folder of the host then, if it was not: all of it, as the hash says, or
# nothing. Of two that ship at the same time one wins. Not 0: prints why not.
ship() {
  local hash=${2##*/} command
  ! (on_host "$1" "test -d $2" 60 </dev/null) 2>/dev/null || return 0
  command="set -e; umask 077; mkdir -p ${2%/*}; cd ${2%/*}; new=\$(mktemp -d new.XXXXXX); trap 'rm -rf \"\$new\"' EXIT; "
  command+="cat >\$new/tar; sha256sum <\$new/tar | grep -q ^$hash || { echo 'the file came damaged' >&2; exit 1; }; "
  command+="mkdir \$new/tools; tar -xzf \$new/tar -C \$new/tools --strip-components 1; sync; "
  command+="mv -T \$new/tools $hash 2>/dev/null || test -d $hash"
  on_host "$1" "$(printf 'sh -c %q' "$command")" 1800 <"${setting[ship]}" 2>&1
}

# meet_host LOGIN FOLDER: prints its number of cores, or what is wrong and fails.
meet_host() {
  local answer
  [ -z "${setting[ship]:-}" ] || [[ $2 != .cache/tmd/*/bin ]] || answer=$(ship "$1" "${2%/bin}") ||
    { echo "cannot be given the tools: ${answer##*$'\n'}" && return 1; }
  answer=$(on_host "$1" "$(printf '%q --version && nproc' "$2/tmd-spread")" 60 2>&1 </dev/null) ||
    { echo "${answer:+${answer##*$'\n'}}" | sed 's/^$/does not answer/' && return 1; }
  [[ $answer = "tmd-spread ${setting[version]#* }"$'\n'* ]] || { echo "has another version: ${answer%%$'\n'*}" && return 1; }
  answer=${answer##*$'\n'}
  is cores "$answer" || { echo "does not say how many cores it has" && return 1; }
  echo "$answer"
}

# use_host LOGIN UNITS: from now on. leave_host LOGIN: not until it answers again; 1 if it is left already, or is the last one.
use_host() { change_logins "$1" "$2/$1"; }
leave_host() { change_logins "$1" ''; }

# change_logins LOGIN LINE: the line in place of that of the host. GNU parallel sees a file two seconds newer as changed.
change_logins() {
  local newer
  {
    flock 7
    [ -n "$2" ] || { grep -q "/$1\$" "$dir/sshlogins" && grep -qv "/$1\$" "$dir/sshlogins"; } || return
    newer=$(($(stat -c %Y "$dir/sshlogins") + 2))
    { grep -v "/$1\$" "$dir/sshlogins" || true; [ -z "$2" ] || echo "$2"; } | replace "$dir/sshlogins"
    [ "$newer" -le "$EPOCHSECONDS" ] || touch -d "@$newer" "$dir/sshlogins"
  } 7>>"$dir/hosts.lock"
}

# try_host LOGIN UNITS FOLDER [first]: it is used if it can be; else it is named, the first time.
try_host() {
  local answer
  if answer=$(meet_host "$1" "$3"); then
    use_host "$1" "$([ "$2" -gt 0 ] && echo "$2" || echo "$answer")"
  else
    [ -z "${4:-}" ] || fault - "$1" "cannot be used: $answer"
  fi
}

# meet_hosts [first]: all of DIR/hosts that are not in use are asked, side by side. Set aside, one is not asked before its time.
meet_hosts() {
  local login units device folder
  while IFS=$'\t' read -r login units device folder <&6; do
    is host "$login" && is count "$units" || continue
    ! grep -q "/$login\$" "$dir/sshlogins" || continue
    ! is_aside "$login" || continue
    try_host "$login" "$units" "$folder" "${1:-}" 6<&- &
  done 6<"$dir/hosts"
  wait
}

# first_hosts: when it returns one can be used, or none. Those that take more time than the first one did, and two seconds, are
# used when they answer.
first_hosts() {
  local began=$EPOCHSECONDS met
  meet_hosts first >/dev/null 2>&1 & # it may be there for longer than this script, and has what it says in files
  met=$!
  while kill -0 $met 2>/dev/null && [ ! -s "$dir/sshlogins" ]; do sleep 0.1; done
  began=$((2 * EPOCHSECONDS - began + 2))
  while kill -0 $met 2>/dev/null && [ "$EPOCHSECONDS" -lt $began ]; do sleep 0.1; done
}

engine_ssh_run() {
  local engine=$BASHPID workers
  hosts_of <"${setting[hosts]}" | replace "$dir/hosts"
  : >"$dir/sshlogins"
  forget_misses
  first_hosts
  [ -s "$dir/sshlogins" ] || die "no host can be used: $(tail -n 1 "$dir/faults.tsv" | cut -f 3,4 | tr '\t' ' ')"
  while kill -0 "$engine" 2>/dev/null; do # which GNU parallel will be
    sleep 15
    meet_hosts
  done >/dev/null 2>&1 3>&- &
  workers=$(awk -F / '{ n += $1 } END { print n }' "$dir/sshlogins")
  parallel_units "$workers" --sshloginfile "$dir/sshlogins" --ssh "$(printf '%q ' "$self" --remote "$dir")" --retries 20
}

# missed_here UNIT: on the host, which is still in use.
missed_here() {
  missed "$host" "$1" "$what" leave_host "$host"
  grep -q "/$host\$" "$dir/sshlogins"
}

# send_units DIR: those of parallel's job number $PARALLEL_SEQ, to its host. 0: they are there, or were tried as often as they may
# be, or another worker is at them.
send_units() {
  local all unit units=() host=$PARALLEL_SSHLOGIN status=0 began=$EPOCHSECONDS lock lead= stopped= tried what= said asked
  local marks=() # of units that have their results
  dir=$1
  read_folder
  ! is_aside "$host" || { sleep 1 && exit 1; } # GNU parallel does not know yet
  read -ra all < <(sed -n "${PARALLEL_SEQ}{p;q}" "$dir/groups")
  for unit in "${all[@]}"; do
    is unit "$unit" || corrupt "$dir/groups: is no list of units"
    tries_of "$unit"
    [ -e "$dir/out/$unit.tmd" ] || [ "$tried" -ge "$tries" ] || is_held "$unit" || units+=("$unit")
  done
  for lead in "${units[@]}"; do # one that is no other worker's lead
    exec {lock}>>"$dir/units/$lead"
    ! flock -w 1 "$lock" || break
    exec {lock}>&-
    lead=
  done
  [ -n "$lead" ] || exit 0
  trap 'stopped=1; exec 4>&-' TERM INT HUP
  trap '' PIPE
  if ask_host; then
    for unit in "${units[@]}"; do
      driver_lives || break
      receive "$unit" || { status=1 && [ -z "$stopped" ] && missed_here "$unit" && [ -z "$lost" ]; } || break
    done
  elif [ -z "$stopped" ]; then
    what=$(tail -n 1 "$dir/log/$lead.link")
    fault - "$host" "is left for now: ${what:-it does not answer}"
    leave_host "$host" || true
    status=1
    sleep 1
  fi
  exec 4>&-
  rm -f -- "$dir/log/$lead.link" "${marks[@]}"
  [ -z "$stopped" ] || exit 130
  exit $status
}

# ask_host: for `units`, through ssh, whose answers come from descriptor 5. It goes on as long as descriptor 4 is open. Not 0: the
# host cannot be reached, or has not the tools. What comes is looked at by a process that takes it from there as is_result does:
# it is $asked, and it has $said.
ask_host() {
  local word ready device folder command
  IFS=$'\t' read -r _ _ device folder < <(awk -F '\t' -v login="$host" '$1 == login' "$dir/hosts")
  command=(setsid -w "$folder/tmd-spread" --unit - --timeout "${setting[timeout]}")
  [ "$device" = - ] || { is device "$device" && setting[device]=$device; } || corrupt "$dir/hosts: is no list of hosts"
  for word in precision stage device; do
    [ -z "${setting[$word]:-}" ] || command+=("--$word" "${setting[$word]}")
  done
  coproc link { on_host "$host" "$(printf '%q ' "${command[@]}")" 2>"$dir/log/$lead.link" {lock}>&-; }
  exec 5<&"${link[0]}" 4>&"${link[1]}" {link[0]}<&- {link[1]}>&-
  [ -z "$stopped" ] || exec 4>&-
  { cd "$dir/units" && stat --printf '%n\t%s\n' -- "${units[@]}" && echo && cat -- "${units[@]}"; } 2>/dev/null >&4 || true
  IFS= read -r -u 5 ready && [ "$ready" = ready ] || return
  { coproc desk { exec tmd-stat --accept /dev/fd/3 3<&0 <&5 4>&- 2>&6; }; } 6>&2 2>/dev/null # bash warns of two
  exec {said}<&"${desk[0]}" {asked}>&"${desk[1]}" {desk[0]}<&- {desk[1]}>&-
}

# receive UNIT: the next answer becomes its result, if it is. Not 0: it is not; $lost: nor will another one come.
receive() {
  local name code version seconds wall bytes message cases status=
  lost= what=
  begin "$1" "$lead" || { skip_answer; return; }
  if ! read_answer; then
    lost=1 what=$(tail -n 1 "$dir/log/$lead.link")
    what=${what:-the connection was lost}
    [ -z "$stopped" ] || what="was stopped"
    if [ -z "$stopped" ] || [ $((EPOCHSECONDS - began + 5)) -ge "${setting[timeout]}" ]; then
      failed_try "$1" "$host" "$what, after $((EPOCHSECONDS - began)) seconds"
    fi
  else
    look_at_answer "$1"
    if [ -z "$what" ]; then
      account "$1" "$host" "$seconds" "$wall"
      marks+=("$dir/log/$1.running")
      not_missed "$host"
    else
      rm -f -- "$dir/out/$1.tmd.part"
      failed_try "$1" "$host" "$what"
      [ -z "$message" ] || print_line "$message" >"$dir/log/$1.err"
    fi
  fi
  [ -z "$what" ] || rm -f -- "$dir/log/$1.running"
  began=$EPOCHSECONDS
  [ -z "$what" ]
}

# read_answer: the line before a stream.
read_answer() {
  IFS=$'\t' read -r -t $((setting[timeout] + 60)) -u 5 name code version seconds wall bytes message &&
    [[ $bytes =~ ^[0-9]{1,15}$ ]]
}

# skip_answer: to a unit that is done, or done by another one.
skip_answer() {
  read_answer || { lost=1 && return 1; }
  head -c "$bytes" <&5 >/dev/null
}

# look_at_answer UNIT: sets $what, where it is not its result.
look_at_answer() {
  if ! is status "$code" || ! is seconds "$seconds" || ! is count "$wall"; then what="its answer cannot be read"
  elif [ "$name" != "$1" ]; then what="answered for unit $name"
  elif [ "$version" != "${setting[version]#* }" ]; then what="has another version: $version"
  elif [ "$code" = 124 ]; then what="was stopped after $wall seconds"
  elif [ "$code" != 0 ]; then what="its search ended with status $code: $message"
  fi
  [ -z "$what" ] || { head -c "$bytes" <&5 >/dev/null && return; }
  printf '%s\t%s\t%s\t%s\n' "$dir/out/$1.tmd.part" "$dir/units/$1" "$dir/out/$1.tmd" "$bytes" >&"$asked"
  if verdict <&"$said"; then what=; else
    what="its result was refused: $what${message:+ ($message)}"
    [ -n "$cases" ] || lost=1 # and who looks at them
  fi
}

# pause SECONDS: without a process of its own, which would go on when this one is killed.
pause() { read -r -t "$1" <> <(:) || true; }

# answer_units: on the host; from standard input lines UNIT, bytes, to an empty one, then so many bytes of plan lines of each. For
# each, a line UNIT, status, version, core-seconds, seconds, bytes, what was said, and so many bytes of stream. When standard
# input ends, nobody waits for it any longer.
answer_units() {
  local unit bytes=() units=() version status began input watcher i size said
  echo ready
  while IFS=$'\t' read -r unit i && is unit "$unit" && is count "$i"; do units+=("$unit") bytes+=("$i"); done
  for ((i = 0; i < ${#units[@]}; i++)); do head -c "${bytes[i]}" >"$scratch/${units[i]}" || exit 2; done # and why is said
  version=$(tmd-plan --version)
  exec {input}<&0 </dev/null
  { cat >/dev/null; kill -TERM $$; pause 30; kill -KILL 0; } <&"$input" >/dev/null 2>&1 3>&- &
  watcher=$!
  for unit in "${units[@]}"; do
    began=$EPOCHSECONDS status=0
    spend
    search "$scratch/$unit" "$scratch/stream" 2>"$scratch/said" {input}<&- || status=$?
    [ $status -ne 130 ] || exit 130
    spend
    size=$(stat -c %s "$scratch/stream" 2>/dev/null || echo 0)
    said=$({ cat "$scratch/said"; echo >"$scratch/room"; } 2>&1 | tail -n 3 | tr '\t\n' ' ;' | head -c 400) || true
    printf '%s\t%d\t%s\t%s\t%d\t%d\t%s\n' "$unit" $status "${version#* }" "${spent:-0}" $((EPOCHSECONDS - began)) \
      "$size" "$said"
    [ ! -e "$scratch/stream" ] || cat "$scratch/stream"
    rm -f -- "$scratch/$unit" "$scratch/stream"
  done
  kill "$watcher" 2>/dev/null || true
}
