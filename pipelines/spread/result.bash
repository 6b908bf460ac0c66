# Whether a stream is the result of a unit: intact, about the unit's problem, confirmed, all that the unit's plan lines have, and
# nothing else.

# is_result STREAM PLAN [part]: 0 if it is, with $cases in it; else $what says why not, also where nothing could be found out. Of
# a part of the result, what is missing is not wrong.
is_result() {
  local report status=0
  report=$(tmd-stat --plan "$2" --only "$1" 2>&1) || status=$?
  if [ $status -gt 1 ]; then
    what=$(tail -n 1 <<<"$report" | sed 's/^tmd-stat: [^:]*: //')
  else
    what=$(awk -F '\t' -v part="${3:-}" '
      function wrong(text) { if (what == "") what = text }
      $1 == "covered" { cases += $4 }
      $1 == "claims" && $2 != "case" && $2 != "region" { wrong("has claims that are not confirmed (" $2 ")") }
      $1 == "overlap" && $8 == "differ" { wrong("has claims that contradict each other") }
      $1 == "beyond" { wrong("claims what is not in the unit: " $2 " in " $3 ", e_in " $9 ", " $11 " to " $12) }
      $1 == "plan" { compared = 1 }
      $1 == "plan" && $4 != 0 && part == "" { wrong("covers only " $3 " of " $2 " arguments") }
      END { print compared && what == "" ? "right " cases + 0 : what }' <<<"$report") || what=
  fi
  cases=${what#right }
  [ $status -gt 1 ] || [ "$what" = "$cases" ] || return 0
  what=${what:-it could not be looked at (status $status)}
  return 1
}
