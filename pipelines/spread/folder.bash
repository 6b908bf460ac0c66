# The folder of a plan that is spread: DIR/plan; DIR/settings, lines KEY VALUE; DIR/units/N, the plan lines of a unit;
# DIR/units.tsv, lines N, predicted seconds, plan lines, longest first; DIR/out/N.tmd, its checked result; DIR/log, what is known
# of its tries; DIR/faults.tsv, what went wrong, lines TIME UNIT HOST WHAT; DIR/joined.tmd.

# What is not set. Numbers are ones then.
defaults() {
  local key
  for key in "${!setting[@]}"; do
    [ -z "${setting[$key]}" ] || is_setting "$key" "${setting[$key]}" || die "--$key: '${setting[$key]}' cannot be"
  done
  : "${setting[engine]:=local}" "${setting[unit-seconds]:=600}" "${setting[jobs]:=0}" "${setting[ssh]:=ssh}"
  [ "${setting[jobs]}" -gt 0 ] || [ "${setting[engine]}" = slurm ] || setting[jobs]=$(nproc) # there, as many as Slurm lets
  : "${setting[timeout]:=$((10 * ${setting[unit-seconds]%.*} + 600))}"
}

write_settings() {
  local key
  for key in "${!setting[@]}"; do
    [ -z "${setting[$key]}" ] || printf '%s\t%s\n' "$key" "${setting[$key]}"
  done | sort | replace "$dir/settings"
}

# Those that were kept, but for what the command line says now.
read_settings() {
  local key value
  while IFS=$'\t' read -r key value; do
    is_setting "$key" "$value" || corrupt "$dir/settings: a line '$key $value' cannot be"
    [ -n "${setting[$key]+set}" ] || setting[$key]=$value
  done <"$dir/settings"
}

# seconds_of_units PLAN WORKERS: so many that all work to the end: a tenth of a worker's share, from ten on, beside which the
# start of a unit is little, to 600, but that there are as many for each.
seconds_of_units() {
  awk -F '\t' -v workers="$2" '
    $2 != "in" { all += $16 }
    END {
      share = all > workers ? all / workers : 1
      aim = share < 100 ? 10 : share < 6000 ? share / 10 : 600
      printf "%.3f\n", 0.0005 + (share < aim ? share : share / int(share / aim)) # rounded up
    }' "$1"
}

# cut_units PLAN FIRST: its units, numbered from FIRST on, behind those that are there. They are there when DIR/units.tsv says so.
cut_units() {
  tmd-plan --cut "${setting[unit-seconds]}" -o "$dir/cut" "$1" || exit $?
  awk -F '\t' -v OFS='\t' -v folder="${dir//\\/\\\\}/units" -v first="$2" '
    function finish() { if (file) { close(file); printf "%s\t%.4g\t%d\n", name, seconds, lines } }
    $2 == "in" {
      finish()
      name = sprintf("%06d", first + units++)
      file = folder "/" name
      seconds = lines = 0
      print >file
      next
    }
    { seconds += $16; lines++; print >file }
    END { finish() }' "$dir/cut" >"$dir/units.more" 2>/dev/null || die "$dir/units: cannot be written"
  rm -f -- "$dir/cut"
  { [ ! -e "$dir/units.tsv" ] || cat "$dir/units.tsv"; cat "$dir/units.more"; } | replace "$dir/units.tsv"
  rm -f -- "$dir/units.more"
}

# lock_folder: for this tmd-spread, as long as it lives.
lock_folder() {
  { exec 8>>"$dir/lock"; } 2>/dev/null || die "$dir/lock: cannot be written"
  flock -w 1 8 || die "$dir: another tmd-spread is at work there"
}

# is_locked FILE: by one who is alive. Looking is in nobody's way for longer than a moment, and not in that of others who look.
is_locked() {
  local lock status=0
  { exec {lock}<"$1"; } 2>/dev/null || return
  ! flock -s -n "$lock" || status=1
  exec {lock}>&-
  return $status
}

# make_folder PLAN: DIR, which must not be there, or be empty. DIR/.tmd-spread.new is there until it is whole: where that was not
# reached nothing is worth keeping.
make_folder() {
  local seconds=${setting[unit-seconds]:-} timeout=${setting[timeout]:-}
  [ ! -e "$dir/settings" ] || die "$dir: is there already: --resume goes on with it"
  [ ! -d "$dir" ] || [ -z "$(ls -A -- "$dir")" ] || [ -e "$dir/.tmd-spread.new" ] || die "$dir: is not empty"
  defaults
  "engine_${setting[engine]}_check"
  { mkdir -p -- "$dir" && full_path "$dir" && dir=$path && : >"$dir/.tmd-spread.new"; } 2>/dev/null ||
    die "$dir: cannot be made"
  [[ $dir != *[$'\t\n']* ]] || die "$dir: tabs and newlines cannot be kept"
  lock_folder
  [ ! -e "$dir/settings" ] || die "$dir: another tmd-spread has just made it"
  rm -rf -- "$dir"/{units,out,log} && rm -f -- "$dir"/{units.tsv,plan}
  mkdir -- "$dir"/{units,out,log}
  [ "$1" = - ] || { : <"$1"; } 2>/dev/null || die "$1: cannot be read"
  { if [ "$1" = - ]; then cat; else cat -- "$1"; fi >"$dir/plan.new"; } 2>/dev/null || die "$dir/plan: cannot be written"
  if [ -z "$seconds" ] && [ "${setting[engine]}" = local ]; then
    setting[unit-seconds]=$(seconds_of_units "$dir/plan.new" "${setting[jobs]}") setting[timeout]=$timeout
    defaults
  fi
  cut_units "$dir/plan.new" 1
  sync -- "$dir/plan.new" && mv -- "$dir/plan.new" "$dir/plan"
  setting[version]=$(tmd-plan --version)
  write_settings
  rm -f -- "$dir/.tmd-spread.new"
}

# read_folder: what it was made with. open_folder: what is there is one, made by this version.
read_folder() {
  read_settings
  defaults
}
open_folder() {
  [ -e "$dir/settings" ] || die "$dir: is no folder of tmd-spread"
  full_path "$dir" && dir=$path
  read_folder
  ! grep -qvE $'^[0-9]{6,18}\t[0-9.e+-]{1,24}\t[0-9]{1,18}$' "$dir/units.tsv" || corrupt "$dir/units.tsv: is no list of units"
  [ "${setting[version]:-}" = "$(tmd-plan --version)" ] ||
    die "$dir: was made by ${setting[version]:-no one}, which is another version than this"
}

# fault UNIT HOST WHAT: is kept, a line that appears at once or not at all.
fault() {
  local line
  line=$(print_line "${3//[$'\t\n']/ }")
  printf -v line '%(%FT%T%z)T\t%s\t%s\t%s' -1 "$1" "$2" "$line"
  { printf '%s\n' "${line:0:500}" >>"$dir/faults.tsv"; } 2>/dev/null || warn "${line//$'\t'/ }"
}

# last_fault UNIT: WHAT, HOST.
last_fault() { awk -F '\t' -v OFS='\t' -v unit="$1" '$2 == unit { last = $4 OFS $3 } END { print last }' "$dir/faults.tsv"; }

# mark HOST [UNIT]: who is at it, in DIR/log/N.running, which holds the lock of that unit, and in DIR/lock.
mark() { printf '%s\t%s\t%(%FT%T%z)T\t%s\n' "$1" $$ -1 "${2:-}"; }

# part_bytes UNIT: of what earlier tries have left.
part_bytes() { stat -c %s -- "$dir/out/$1.tmd.part" 2>/dev/null || echo 0; }

# units_with_result, units_without_result: their names, these the longest first.
units_with_result() { find "$dir/out" -regex '.*/[0-9]+\.tmd' -printf '%f\n' | sed 's/\.tmd$//'; }
units_without_result() {
  units_with_result |
    awk -F '\t' 'FILENAME == "-" { done[$1]; next } !($1 in done) { print $1 }' - "$dir/units.tsv"
}

# tries_of UNIT: sets $tried, how many have failed since the last --resume. all_tries: lines UNIT, how many, of all that have.
tries_of() {
  tried=0
  [ ! -s "$dir/log/$1.tries" ] || { read -r tried <"$dir/log/$1.tries"; } 2>/dev/null && is count "$tried" || tried=0
}
all_tries() {
  find "$dir/log" -name '*.tries' -print0 | xargs -0 -r grep -HE '^[0-9]{1,18}$' |
    sed -nE 's:.*/([0-9]{6,18})\.tries\:([0-9]+)$:\1\t\2:p'
}

# results: the streams of all units, one behind the other.
results() { find "$dir/out" -regex '.*/[0-9]+\.tmd' -print0 | sort -z | xargs -0 -r cat -- 2>/dev/null; }
