# Whether a stream is the result of a unit: intact, about the unit's problem, confirmed, all that the unit's plan lines have, and
# nothing else. tmd-stat --accept knows, and gives one that is right its name when it is on the disk.

# is_result STREAM PLAN NAME [part]: 0 if it is, with $cases in it, and it has the name now (-: it keeps its own); else $what says
# why not, also where nothing could be found out. Of a part of the result, what is missing is not wrong.
is_result() {
  local status=0 said
  said=$(tmd-stat ${4:+--part} --accept <(printf '%s\t%s\t%s\n' "$1" "$2" "$3") 2>&1) || status=$?
  verdict <<<"$said" || { [ $status -le 1 ] || [ -z "$said" ] || what=${said##*tmd-stat: }; return 1; }
}

# verdict: the next line of what tmd-stat says, of standard input; its $status, if it has ended.
verdict() {
  local word
  { IFS=$'\t' read -r word _ cases what && [ "$word" = accept ]; } || what="it could not be looked at${status:+ (status $status)}"
  [ "$what" = - ]
}
