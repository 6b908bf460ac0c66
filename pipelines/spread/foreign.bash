# What hosts and the files of DIR say is foreign: it is matched against one of these patterns before it is used. Bash would run a
# command that stands in a number, wherever it calculates; GNU parallel one that stands in the name of a host.

declare -A form=(
  [unit]='[0-9]{6,18}'
  [count]='0|[1-9][0-9]{0,17}'
  [cores]='[1-9][0-9]{0,4}'
  [seconds]='[0-9]{1,12}(\.[0-9]{1,6})?'
  [status]='[0-9]{1,3}'
  [process]='[1-9][0-9]{0,9}'
  [time]='[0-9T:+-]{1,32}'
  [host]='[A-Za-z0-9_.][A-Za-z0-9_.:@%-]{0,254}'
  [device]='[a-z]{1,16}(:[0-9]{1,4})?'
  [line]=$'[^\t\n]*'
)

# is FORM TEXT: the text has that form.
is() { [[ $2 =~ ^(${form[$1]})$ ]]; }

# corrupt TEXT: the end, where a file of DIR is not what it was when it was written.
corrupt() {
  warn "$1"
  exit 3
}

# is_setting KEY VALUE: in DIR/settings, or as an option. Commands are the user's own, as are those of a Makefile.
is_setting() {
  case $1 in
    engine) [[ $2 =~ ^(local|ssh|slurm)$ ]] ;;
    by) [[ $2 =~ ^(farey|lefevre|regular|both|exhaust)$ ]] ;;
    unit-seconds) [[ $2 =~ ^[1-9][0-9]{0,8}(\.[0-9]{1,6})?$ ]] ;;
    jobs | timeout | threads) is count "$2" && [ "$2" -le 99999999999 ] ;;
    seed) [[ $2 =~ ^[0-9]{1,18}$ ]] ;;
    precision) [[ $2 =~ ^(2\^)?[0-9]{1,9}$ ]] ;;
    device) is device "$2" ;;
    hosts | ship) [[ $2 = /* ]] && is line "$2" ;;
    ssh | sbatch | stage | version) is line "$2" ;;
    *) return 1 ;;
  esac
}

# read_mark FILE: sets `marked`, an array of what mark has written there: host, process, time and, in the mark of a unit, the unit
# whose lock is held. Not 0: there is no such line, and each is unknown.
read_mark() {
  local host process since lead
  marked=(unknown unknown unknown '')
  { IFS=$'\t' read -r host process since lead <"$1"; } 2>/dev/null || return
  is host "$host" && is process "$process" && is time "$since" && { [ -z "$lead" ] || is unit "$lead"; } || return
  marked=("$host" "$process" "$since" "$lead")
}
