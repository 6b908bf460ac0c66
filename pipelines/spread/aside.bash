# Hosts on which unit after unit fails, as where a disk is full, are set aside: for a while they get none. DIR/log/HOST.misses has
# a line UNIT for each try that has failed there since a unit was last done there; DIR/log/HOST.aside, until when it gets none.

# is_aside HOST: until a time that is still to come, but soon: clocks may be set back.
longest_pause=$((60 << 6))
is_aside() {
  local until=0
  is host "$1" || return
  [ ! -s "$dir/log/$1.aside" ] || { read -r until <"$dir/log/$1.aside"; } 2>/dev/null && is count "$until" || until=0
  [ "$until" -gt "$EPOCHSECONDS" ] && [ "$until" -le $((EPOCHSECONDS + longest_pause)) ]
}

# missed HOST UNIT WHAT LEAVE...: it has failed there. If it is the third one or more, one behind the other, and LEAVE, a command,
# can do without the host, that is set aside for a minute, or twice as long for each more that fails when it is used again.
missed() {
  local misses pause
  {
    flock 7 && echo "$2" >>"$dir/log/$1.misses" && misses=$(sort -u "$dir/log/$1.misses" | wc -l) || return 0
    [ "$misses" -ge 3 ] && "${@:4}" || return 0
    pause=$((misses < 9 ? 60 << (misses - 3) : longest_pause))
    echo $((EPOCHSECONDS + pause)) >"$dir/log/$1.aside" || return 0
  } 7>>"$dir/log/aside.lock" 2>/dev/null || return 0
  fault - "$1" "is set aside for $pause seconds: $misses units in a row have failed there, the last: $3"
}

# not_missed HOST: a unit is done there. forget_misses: of all hosts, as a run begins.
not_missed() { [ ! -s "$dir/log/$1.misses" ] || truncate -c -s 0 -- "$dir/log/$1".{misses,aside}; }
forget_misses() { find "$dir/log" \( -name '*.aside' -o -name '*.misses' \) -exec truncate -s 0 {} +; }
