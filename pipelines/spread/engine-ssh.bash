# The engine of other machines: GNU parallel has the hosts (--sshloginfile), and calls this script in place of ssh. A host needs
# the tools in a folder; no shared disk, no perl. Plan lines go there through ssh, and what comes back is checked here before it
# is the result. DIR/hosts has lines LOGIN, units at a time, device, folder; DIR/sshlogins has those that parallel is to use now:
# it reads that again when it changes.

engine_ssh_check() {
  engine_local_check
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
      if (login !~ /^[A-Za-z0-9_.:@%-]+$/ || login ~ /^-/) wrong("\"" login "\" is no host")
      if (login in seen) wrong(login " is there twice")
      seen[login]
      for (i = 2; i <= NF; i++)
        if ($i ~ /^device=./) device = substr($i, 8)
        else if ($i ~ /^bin=./) folder = substr($i, 5)
        else wrong("\"" $i "\" is neither device=NAME nor bin=FOLDER")
      print login, units, device, folder
    }
    END { if (!failed && !length(seen)) { NR = 0; wrong("no host") } exit failed }'
}

# on_host LOGIN COMMAND: by ssh, which gives up on a link that is dead for a minute.
on_host() {
  # shellcheck disable=SC2086 # a command with its options
  exec ${setting[ssh]} -T -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=15 -o ServerAliveCountMax=4 -- "$1" "$2"
}

# ship LOGIN FOLDER: what --ship FILE has is in that folder of the host then, if it was not: all of it, as the hash says, or
# nothing. Of two that ship at the same time one wins. Not 0: prints why not.
ship() {
  local hash=${2##*/} command
  ! (on_host "$1" "test -d $2" </dev/null) 2>/dev/null || return 0
  command="set -e; umask 077; mkdir -p ${2%/*}; cd ${2%/*}; new=\$(mktemp -d new.XXXXXX); trap 'rm -rf \"\$new\"' EXIT; "
  command+="cat >\$new/tar; sha256sum <\$new/tar | grep -q ^$hash || { echo 'the file came damaged' >&2; exit 1; }; "
  command+="mkdir \$new/tools; tar -xzf \$new/tar -C \$new/tools --strip-components 1; sync; "
  command+="mv -T \$new/tools $hash 2>/dev/null || test -d $hash"
  on_host "$1" "$(printf 'sh -c %q' "$command")" <"${setting[ship]}" 2>&1
}

# meet_host LOGIN FOLDER: prints its number of cores, or what is wrong and fails.
meet_host() {
  local answer
  [ -z "${setting[ship]:-}" ] || [[ $2 != .cache/tmd/*/bin ]] || answer=$(ship "$1" "${2%/bin}") ||
    { echo "cannot be given the tools: ${answer##*$'\n'}" && return 1; }
  answer=$(on_host "$1" "$(printf '%q --version && nproc' "$2/tmd-spread")" 2>&1 </dev/null) ||
    { tail -n 1 <<<"$answer" && return 1; }
  [[ $answer = "tmd-spread ${setting[version]#* }"$'\n'* ]] || { echo "has another version: ${answer%%$'\n'*}" && return 1; }
  tail -n 1 <<<"$answer"
}

# use_host LOGIN UNITS: from now on. leave_host LOGIN: not until it answers again; but one host is left.
use_host() { change_logins "$1" "$2/$1"; }
leave_host() { ! grep -qv "/$1\$" "$dir/sshlogins" || change_logins "$1" ''; }

# change_logins LOGIN LINE: the line in place of that of the host. GNU parallel sees a file two seconds newer as changed.
change_logins() {
  local newer
  {
    flock 7
    newer=$(($(stat -c %Y "$dir/sshlogins") + 2))
    { grep -v "/$1\$" "$dir/sshlogins" || true; [ -z "$2" ] || echo "$2"; } | replace "$dir/sshlogins"
    [ "$newer" -le "$EPOCHSECONDS" ] || touch -d "@$newer" "$dir/sshlogins"
  } 7>>"$dir/hosts.lock"
}

# meet_hosts: all of DIR/hosts that are not in use; those that cannot be used are named the first time.
meet_hosts() {
  local login units device folder answer
  while IFS=$'\t' read -r login units device folder <&6; do
    ! grep -q "/$login\$" "$dir/sshlogins" || continue
    if answer=$(meet_host "$login" "$folder"); then
      [ "$units" -gt 0 ] || units=$answer
      use_host "$login" "$units"
    else
      [ -z "${1:-}" ] || fault - "$login" "cannot be used: $answer"
    fi
  done 6<"$dir/hosts"
}

engine_ssh_run() {
  local engine=$BASHPID
  hosts_of <"${setting[hosts]}" | replace "$dir/hosts"
  : >"$dir/sshlogins"
  meet_hosts first
  [ -s "$dir/sshlogins" ] || die "no host can be used: $(tail -n 1 "$dir/faults.tsv" | cut -f 3,4 | tr '\t' ' ')"
  while kill -0 "$engine" 2>/dev/null; do # which GNU parallel will be
    sleep 15
    meet_hosts
  done >/dev/null 3>&- &
  parallel_units --sshloginfile "$dir/sshlogins" --ssh "$(printf '%q ' "$self" --remote "$dir")" --retries 20
}

# send_units DIR: those of parallel's job number $PARALLEL_SEQ, to its host. 0: they are there, or were tried as often as they may
# be.
send_units() {
  local unit units=() host=$PARALLEL_SSHLOGIN status=0 began=$EPOCHSECONDS lock stopped=
  dir=$1
  open_folder
  for unit in $(sed -n "$(((PARALLEL_SEQ - 1) * TMD_CHUNK + 1)),$((PARALLEL_SEQ * TMD_CHUNK))p" "$dir/todo"); do
    exec {lock}>>"$dir/units/$unit"
    flock -w "${setting[timeout]}" "$lock" || continue
    [ -e "$dir/out/$unit.tmd" ] || last_try "$unit"
    [ -e "$dir/out/$unit.tmd" ] || [ "$(tries_of "$unit")" -ge "$tries" ] || units+=("$unit")
  done
  [ ${#units[@]} -gt 0 ] || exit 0
  trap 'stopped=1' TERM INT HUP
  trap '' PIPE
  for unit in "${units[@]}"; do mark "$host" >"$dir/log/$unit.running"; done
  if ask_host; then
    for unit in "${units[@]}"; do receive "$unit" || status=1; done
  elif [ -z "$stopped" ]; then
    fault - "$host" "is left for now: $(tail -n 1 "$dir/log/${units[0]}.err")"
    leave_host "$host"
    status=1
    sleep 1
  fi
  exec 4>&-
  for unit in "${units[@]}"; do rm -f -- "$dir/log/$unit.running"; done
  [ -z "$stopped" ] || exit 130
  exit $status
}

# ask_host: for `units`, through ssh, whose answers come from descriptor 5. It goes on as long as descriptor 4 is open. Not 0: the
# host cannot be reached, or has not the tools.
ask_host() {
  local unit word ready device folder command
  IFS=$'\t' read -r _ _ device folder < <(awk -F '\t' -v login="$host" '$1 == login' "$dir/hosts")
  command=(setsid -w "$folder/tmd-spread" --unit -)
  [ "$device" = - ] || setting[device]=$device
  for word in precision stage device; do
    [ -z "${setting[$word]:-}" ] || command+=("--$word" "${setting[$word]}")
  done
  coproc link { on_host "$host" "$(printf '%q ' "${command[@]}")" 2>"$dir/log/${units[0]}.err"; }
  exec 5<&"${link[0]}" 4>&"${link[1]}" {link[0]}<&- {link[1]}>&-
  {
    for unit in "${units[@]}"; do
      printf '%s\t%d\n' "$unit" "$(stat -c %s "$dir/units/$unit")" && cat -- "$dir/units/$unit"
    done
    printf '\n'
  } 2>/dev/null >&4 || true
  IFS= read -r -u 5 ready && [ "$ready" = ready ]
}

# receive UNIT: the next answer becomes its result, if it is.
receive() {
  local part=$dir/out/$1.tmd.part name code version seconds wall bytes message what cases
  if ! IFS=$'\t' read -r -u 5 name code version seconds wall bytes message || [[ ! $bytes =~ ^[0-9]{1,15}$ ]]; then
    what=$(tail -n 1 "$dir/log/${units[0]}.err")
    [ -z "$stopped" ] || what="was stopped"
    if [ -z "$stopped" ] || [ $((EPOCHSECONDS - began + 5)) -ge "${setting[timeout]}" ]; then
      failed_try "$1" "$host" "${what:-the connection was lost}, after $((EPOCHSECONDS - began)) seconds"
    fi
    return 1
  fi
  head -c "$bytes" <&5 >"$part"
  if [ "$name" != "$1" ]; then what="answered for unit $name"
  elif [ "$version" != "${setting[version]#* }" ]; then what="has another version: $version"
  elif [ "$code" != 0 ]; then what="its search ended with status $code: $message"
  elif is_result "$part" "$dir/units/$1"; then what=
  else what="its result was refused: $what${message:+ ($message)}"
  fi
  [ -n "$what" ] || { accept "$1" "$part" "$host" "$seconds" "$wall" && return; }
  rm -f -- "$part"
  failed_try "$1" "$host" "${what:-its result cannot be kept}"
  [ -z "$message" ] || printf '%s\n' "$message" >"$dir/log/$1.err"
  return 1
}

# answer_units: on the host; from standard input lines UNIT, bytes, each with so many bytes of plan lines, to an empty one. For
# each, a line UNIT, status, version, core-seconds, seconds, bytes, what was said, and so many bytes of stream. When standard
# input ends, nobody waits for it any longer.
answer_units() {
  local unit bytes units=() version status began input watcher
  echo ready
  while IFS=$'\t' read -r unit bytes && [ -n "$unit" ]; do
    head -c "$bytes" >"$scratch/$unit" || exit 2 # and why is said
    units+=("$unit")
  done
  version=$(tmd-plan --version)
  exec {input}<&0 </dev/null
  { cat >/dev/null; kill -TERM $$; sleep 30; kill -KILL 0; } <&"$input" >/dev/null 2>&1 &
  watcher=$!
  for unit in "${units[@]}"; do
    began=$EPOCHSECONDS status=0
    spend
    search "$scratch/$unit" "$scratch/stream" 2>"$scratch/said" {input}<&- || status=$?
    [ $status -ne 130 ] || exit 130
    spend
    printf '%s\t%d\t%s\t%s\t%d\t%d\t%s\n' "$unit" $status "${version#* }" "${spent:-0}" $((EPOCHSECONDS - began)) \
      "$(stat -c %s "$scratch/stream" 2>/dev/null || echo 0)" \
      "$({ cat "$scratch/said"; echo >"$scratch/room"; } 2>&1 | tail -n 3 | tr '\t\n' ' ;' | head -c 400)"
    [ ! -e "$scratch/stream" ] || cat "$scratch/stream"
    rm -f -- "$scratch/$unit" "$scratch/stream"
  done
  kill "$watcher" 2>/dev/null || true
}
