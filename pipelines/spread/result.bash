# Whether a stream is the result of a unit: intact, about the unit's problem, confirmed, all that the unit's plan lines have, and
# nothing else.

# result_fault STREAM PLAN [part]: prints what is wrong with it, or nothing; of a part, what is missing is not wrong.
result_fault() {
  local report status=0
  report=$(tmd-stat --plan "$2" --only "$1" 2>&1) || status=$?
  [ $status -le 1 ] || { tail -n 1 <<<"$report" | sed 's/^tmd-stat: [^:]*: //' && return; }
  awk -F '\t' -v part="${3:-}" '
    function say(text) { if (!said++) print text }
    $1 == "claims" && $2 != "case" && $2 != "region" { say("has claims that are not confirmed (" $2 ")") }
    $1 == "overlap" && $8 == "differ" { say("has claims that contradict each other") }
    $1 == "beyond" { say("claims what is not in the unit: " $2 " in " $3 ", e_in " $9 ", " $11 " to " $12) }
    $1 == "plan" && $4 && part == "" { say("covers only " $3 " of " $2 " arguments") }
    $1 == "plan" { compared = 1 }
    END { if (!compared) say("cannot be compared with the unit") }' <<<"$report"
}
