# The audit of results: some units, drawn at random, are searched again in another way, by the workers of DIR/audit.SEED-PERCENT,
# a folder like DIR, and both must say the same. Which of the two is wrong is for people to find out.

# drawn_units PERCENT SEED: so many of the units that have a result, one at least.
drawn_units() {
  units_with_result | sort |
    awk -v percent="$1" -v seed="$2" '
      { unit[NR] = $0 }
      END {
        srand(seed)
        for (left = int((NR * percent + 99) / 100); left > 0 && NR > 0; left--) {
          i = 1 + int(rand() * NR)
          print unit[i]
          unit[i] = unit[NR--]
        }
      }' | sort
}

# domains_of PLAN: options of tmd-plan for the ranges of its lines, at least.
domains_of() {
  awk -F '\t' '
    function number(X, up,  h, low) { # X 2^(e_in - p + 1), to 40 bits
      h = X / 2 ^ (p - 41)
      h = (up && h > int(h)) + int(h)
      low = h % 2 ^ 20
      return sprintf("0x%x%05xp%d", (h - low) / 2 ^ 20, low, $8 - 40)
    }
    $2 == "in" || $10 !~ /^[0-9]/ || $12 != "-" { next }
    { split($2, format, ","); p = format[1]; from = number($10, 0); to = number($11, 1) }
    { print ($6 + 0) ? "--domain=-" to ":-" from : "--domain=" from ":" to }' "$1"
}

# advised PLAN METHOD: the plan with advice to search by the method, which does not change what its lines cover, and for each line
# about what that will cost.
advised() {
  local function in out modes bits domains
  IFS=$'\t' read -r function in out modes bits _ < <(sed -n 2p "$1")
  mapfile -t domains < <(domains_of "$1")
  [ ${#domains[@]} -gt 0 ] || { cat "$1" && return; }
  tmd-plan --in "$in" --out "$out" --modes "$modes" --bits "$bits" --method "$2" "${domains[@]}" -- "$function" |
    awk -F '\t' -v OFS='\t' -v method="method=$2" '
      NR == FNR && index($15, method " ") == 1 { cell = $6 FS $8; advice[cell] = any = $15; each[cell] = all = $16 / ($11 - $10) }
      NR == FNR { next }
      $2 == "in" || $12 != "-" || any == "" || index($15, method " ") == 1 { print; next }
      { cell = $6 FS $8; known = cell in advice; $15 = known ? advice[cell] : any }
      { $16 = sprintf("%.3g", ($11 - $10) * (known ? each[cell] : all)); print }' - "$1"
}

# scalar_pipe: the search of a unit with the plainest instruction set, which every computer has.
scalar_pipe() {
  local stage pipe='plan=$(cat) && tmd-taylor -j 1 <<<"$plan" | tmd-shift -j 1'
  for stage in phase1 phase2 farey exhaust; do pipe+=" | tmd-$stage -j 1 --simd scalar"; done
  echo "$pipe | tmd-ziv -j 1 ${setting[precision]:+--precision ${setting[precision]} }| tmd-orbit -j 1 --plan <(echo \"\$plan\")"
}

# search_again FOLDER METHOD < UNITS: all that they were to search, by the same engine; on the CPU.
search_again() {
  local unit key options=()
  for key in engine unit-seconds jobs hosts ship ssh sbatch threads precision; do
    [ -z "${setting[$key]:-}" ] || options+=("--$key" "${setting[$key]}")
  done
  if [ -e "$1/settings" ]; then
    "$self" "$1" --resume >/dev/null
  elif [ -z "$2" ]; then
    while read -r unit; do cat -- "$dir/units/$unit" || return; done |
      "$self" - --into "$1" "${options[@]}" --stage "$(scalar_pipe)" >/dev/null
  else
    while read -r unit; do advised "$dir/units/$unit" "$2" || return; done | "$self" - --into "$1" "${options[@]}" >/dev/null
  fi
}

# say FORMAT WORD...: on standard output.
say() { printf "$@" 2>/dev/null || die "standard output: write error"; }

# compare_units FOLDER < UNITS: a line for each; 1 if any says something else than what was found again.
compare_units() {
  local unit host differs where status=0
  say '#audit\tunit\thost\tresult\te_in\tX\n'
  while read -r unit; do
    host=$(cut -f 2 -- "$dir/log/$unit.times" 2>/dev/null) && is host "$host" || host=unknown
    differs=$(tmd-stat "$dir/out/$unit.tmd" "$1/joined.tmd" 2>&1) || [ $? -eq 1 ] || die "$dir/out/$unit.tmd: ${differs##*: }"
    where=$(awk -F '\t' '$1 == "overlap" && $8 == "differ" { print $4 "\t" $10; exit }' <<<"$differs")
    say 'audit\t%s\t%s\t%s\t%s\n' "$unit" "$host" "$([ -n "$where" ] && echo differs || echo same)" "${where:--$'\t'-}"
    [ -n "$where" ] || continue
    fault "$unit" "$host" "an audit finds something else at X = ${where#*$'\t'}, e_in ${where%$'\t'*}: $1"
    warn "unit $unit of host $host: another search finds something else"
    status=1
  done
  return $status
}

# audit PERCENT: 1 if a unit differs.
audit() {
  local seed=${setting[seed]:-$RANDOM$RANDOM} by=${setting[by]:-} again how="with scalar instructions"
  again=$dir/audit.$1-$seed${by:+-$by}
  if [ ! -e "$again/units" ]; then drawn_units "$1" "$seed" | replace "$again.units"; fi
  [ -s "$again.units" ] || die "$dir: no unit has a result"
  search_again "$again" "$by" <"$again.units" ||
    die "$again: the audit is not complete; to go on: tmd-spread $dir --audit $1 --seed $seed${by:+ --by $by}"
  [ -z "$by" ] || how="by method $by"
  say '# %d units, drawn by --seed %s, searched again %s\n' "$(wc -l <"$again.units")" "$seed" "$how"
  compare_units "$again" <"$again.units"
}
