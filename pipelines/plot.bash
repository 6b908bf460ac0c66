# Plots by gnuplot, and pages with them: the build puts this in place of the line of a script that
# names it.

# These end the script unless a folder, page or date of the user can be used.
writable_folder() { { mkdir -p -- "$1" && [ -w "$1" ]; } 2>/dev/null || die "$1: cannot be written"; }
replaceable_page() {
  [ ! -e "$1" ] || grep -q '^<meta name="generator" content="tmd-report' -- "$1" 2>/dev/null ||
    die "$1: is no page of tmd-report's, and is not replaced"
}
# put FOLDER FILE...: replaces the files of these names in the folder by complete ones.
put() {
  local folder=$1 file status=0
  shift
  new=$(uninterrupted mktemp -d -- "$folder/.new-XXXXXX" 2>/dev/null) || die "$folder: cannot be written"
  for file; do
    { [ ! -e "$folder/${file##*/}" ] || [ -f "$folder/${file##*/}" ]; } && cp -- "$file" "$new" 2>/dev/null &&
      mv -fT -- "$new/${file##*/}" "$folder/${file##*/}" 2>/dev/null || { status=1 && break; }
  done
  rm -rf -- "$new" && new=
  [ "$status" -eq 0 ] || die "$folder/${file##*/}: cannot be written"
}
is_date() {
  [ -z "$1" ] || { [[ $1 =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] && date -d "$1" >/dev/null 2>&1; } ||
    die "--date: '$1' is not a date, YYYY-MM-DD"
}

# read_claims: reads `streams`, which have one problem, and `plan`, if there is one. Writes to
# $scratch: joined.tmd, where no argument is counted twice, plan, and stat, the report of tmd-stat,
# whose $status is 1 if something is missing. Claims that contradict each other end the script.
read_claims() {
  local problems
  scratch_folder
  status=0
  : >"$scratch/plan"
  [ -z "$plan" ] || cat -- "$plan" 2>/dev/null >"$scratch/plan" || die "$plan: cannot be read"
  tmd-select -o "$scratch/joined.tmd" -- "${streams[@]}" || exit $?
  tmd-stat ${plan:+--plan "$scratch/plan"} "$scratch/joined.tmd" >"$scratch/stat" || status=$?
  [ "$status" -le 1 ] || exit "$status"
  problems=$(grep -c '^problem' "$scratch/stat") || die "${streams[0]}: has no claims"
  [ "$problems" -eq 1 ] || die "${streams[0]}: is about $problems problems: give one at a time"
}

# is_times FOLDER: ends the script unless the argument of --times is a folder of tmd-spread.
is_times() { [ -z "$1" ] || { [ -r "$1/joblog" ] && [ -d "$1/units" ]; } || die "$1: is no folder of tmd-spread"; }

# used_seconds FOLDER: rows "used" for each plan line of the units of such a folder; the seconds are
# - if the time of its unit is unknown. The log of GNU parallel has seconds in column 4, and the
# unit as the last word of column 9. The time of a unit is divided among its lines as predicted.
used_seconds() {
  local path
  full_path "$1"
  { find "$path/units" -type f -print0 | xargs -0 -r awk "$awk_columns"'
      FNR == 1 { unit = FILENAME; sub(/.*\//, "", unit) }
      kind == "function" { print unit, $at("sign_x"), $at("e_in"), $at("cost") }' &&
    echo && cat -- "$path/joblog"; } | awk -F '\t' -v OFS='\t' '
    !log_begun && $0 == "" { log_begun = 1; next }
    !log_begun { unit[++n] = $1; sign[n] = $2; binade[n] = $3; all[$1] += cost[n] = $4; lines[$1]++; next }
    $4 ~ /^ *[0-9.]+$/ && match($9, / [0-9]+$/) { took[substr($9, RSTART + 1)] = $4 }
    END {
      print "#used", "sign_x", "e_in", "seconds"
      for (i = 1; i <= n; i++) {
        u = unit[i]
        print "used", sign[i], binade[i], u in took ? took[u] * (all[u] > 0 ? cost[i] / all[u] : 1 / lines[u]) : "-"
      }
    }'
}

# needs_gnuplot: ends the script if gnuplot is not installed.
needs_gnuplot() { command -v gnuplot >/dev/null || die "gnuplot is not installed (pipelines/install-packages gnuplot-nox)"; }

# quoted TEXT: prints a string of gnuplot in which nothing is expanded, for titles with user's text.
quoted() {
  local text=${1//[[:cntrl:]]/ }
  printf "'%s'" "${text//\'/\'\'}"
}

# Colours that differ on white and on black: for results, comparisons, and gaps.
blue="'#2f76bb'" orange="'#c8641e'" grey="'#8c8c8c'" red="'#c42b3a'"

# plot NAME TITLE < COMMANDS: makes NAME.svg and NAME.png by commands of gnuplot that end with
# `plot`; their data are TSV files of the working folder. Ends the script if that fails. Text is not
# interpreted, and the bytes depend on the input alone. An interrupt does not reach gnuplot, which
# would print many lines; it ends within a moment.
plot() {
  local commands form title=$2 output
  [ ${#title} -le 80 ] || title=${title:0:77}...
  commands=$(cat)
  title=$(quoted "$title")
  for form in svg png; do
    output=$(quoted "$1.$form")
    {
      case $form in
        svg) echo "set terminal svg noenhanced size 480,290 font 'sans-serif,12' background '#ffffff'" ;;
        png) echo "set terminal pngcairo noenhanced size 1440,870 font 'sans,12' fontscale 3 linewidth 3 pointscale 3" ;;
      esac
      echo "set output $output; set title $title font ',10'"
      echo "set border 3 linecolor rgb $grey; set tics nomirror out textcolor rgb 'black'; set grid y linecolor rgb '#dddddd'"
      printf '%s\n' "set datafile separator '\t'; set key above right horizontal" \
        "set style fill solid 1 noborder" "$commands"
    } | setsid gnuplot - 2>"$1.log" >&2 || die "gnuplot has failed: $(sed -n 's/^ *line [0-9]*: //p' "$1.log" | head -n 1)"
  done
  rm -f -- "$1.log"
}
