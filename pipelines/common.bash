# Functions of all scripts: the build puts this in place of their line that names it.
program=${0##*/}
trap '' XFSZ # a file that is too large is a write error, also in the programs that are called

# printable: prints its input with a question mark for each control character except tab and
# newline, and for each byte that is not part of UTF-8. A mark behind each character of UTF-8
# separates its bytes from others.
printable() {
  local tail='[\x80-\xbf]' two three four
  two="\\xc2[\\xa0-\\xbf]|[\\xc3-\\xdf]$tail"
  three="\\xe0[\\xa0-\\xbf]$tail|\\xed[\\x80-\\x9f]$tail|[\\xe1-\\xec\\xee\\xef]$tail{2}"
  four="\\xf0[\\x90-\\xbf]$tail{2}|[\\xf1-\\xf3]$tail{3}|\\xf4[\\x80-\\x8f]$tail{2}"
  sed -E "s/[^\\t -~\\x80-\\xff]/?/g; /[\\x80-\\xff]/!b
    s/($two|$three|$four)|[\\x80-\\xff]/\\1\\x01/g; s/([\\x80-\\xff])\\x01/\\1/g; s/\\x01/?/g"
}

# print_line TEXT: prints a line whose words may come from the user, a file or a host.
print_line() {
  local text=${1//[[:cntrl:]]/?}
  if [[ $text = *[!\ -~]* ]]; then printable <<<"$text"; else printf '%s\n' "$text"; fi
}
warn() { print_line "$program: $1" >&2; }
die() {
  warn "$1"
  exit 2
}

# A closed descriptor would be given to the next file that is opened; 2 may be this script.
[ ! /dev/fd/2 -ef "$0" ] || exec 2>/dev/null
{ : 3>&1; } 2>/dev/null || die "standard output is closed"

# The tools are called by their full paths in the folder of this script, whatever PATH is.
bin=$(readlink -f -- "$0") program=${bin##*/} bin=${bin%/*}
for tool in "$bin"/tmd-*; do hash -p "$tool" "${tool##*/}"; done

# parse_options WORD...: parses them by tmd's table for this program. --help and the like print a
# text and end the script. Sets `given`, the options as --NAME or --NAME=VALUE, in order; `option`,
# the last value of each NAME, or 1; and `operands`.
declare -A option=()
given=() operands=()
parse_options() {
  local words word
  # The exit status replaces missing words: in bash 5.2, wait may return -1 for a process that ends.
  mapfile -d '' -t words < <("$bin/tmd" options "$program" -- "$@" || printf '%d\0' $?)
  [[ ${words[0]:-2} = --* ]] || exit "${words[0]:-2}"
  case ${words[0]} in --help | --version | --man) exec "$bin/tmd" options "$program" "${words[0]}" ;; esac
  for word in "${words[@]}"; do
    [ "$word" != -- ] || break
    given+=("$word") word=${word#--}
    if [[ $word = *=* ]]; then option[${word%%=*}]=${word#*=}; else option[$word]=1; fi
  done
  operands=("${words[@]:${#given[@]}+1}")
}
# pass NAME...: sets `passed` to the given options of these names, as words for another program.
pass() {
  local word name
  passed=()
  for word in "${given[@]}"; do
    name=${word%%=*}
    [[ " $* " != *" ${name#--} "* ]] || passed+=("$word")
  done
}

# number OPTION VALUE LEAST [MOST]: ends the script unless the value is a number in this range.
number() {
  [[ $2 =~ ^[0-9]{1,18}$ ]] && [ "$2" -ge "$3" ] && [ "$2" -le "${4:-$2}" ] ||
    die "$1: '$2' is not a number, $3 ${4:+to }${4:-or more}"
}

# full_path NAME: sets `path` to its full path without links. $() alone would drop final newlines.
full_path() { path=$(readlink -f -- "$1" && echo /) && path=${path%$'\n/'}; }

# replace FILE: atomically replaces it by standard input, once that is on the disk.
replace() {
  { cat >"$1.new" && sync -- "$1.new" && mv -f -- "$1.new" "$1"; } 2>/dev/null || die "$1: cannot be written"
}

# at_end COMMAND: runs it when this shell ends. A child that a signal ends before it has reset its
# traps does not run it.
at_end() { trap "case \$BASHPID in $BASHPID) $1 ;; esac" EXIT; }
# at_signal COMMAND: a signal ends this shell with status 130. COMMAND, the same as that of at_end,
# is called with the status: if a signal arrives while the script ends, bash skips the rest of
# at_end.
at_signal() { trap "case \$BASHPID in $BASHPID) $1 130 ;; esac; exit 130" INT TERM HUP; }

# scratch_folder: sets `scratch`, a folder that is removed when the script ends, also by a signal,
# with the file or folder `new`, if it is set. Its name begins with a slash, so that no tool takes
# one of its files for an option, and awk takes none for an assignment. From then on, a command or
# here-document has at most one $(), except in a child: bash 5.2 takes the output of a trap that is
# due at the next $() for the text of that, and loses the signal.
scratch_folder() {
  at_end remove_scratch
  at_signal remove_scratch
  scratch=$(uninterrupted mktemp -d 2>/dev/null) || die "${TMPDIR:-/tmp}: no room for temporary files"
}
remove_scratch() {
  trap '' INT TERM HUP
  rm -rf -- ${scratch:+"$scratch"} ${new:+"$new"}
}
# $(uninterrupted mktemp ...): the full path of the new file, which is printed in spite of signals.
uninterrupted() {
  local made
  trap '' INT TERM HUP
  made=$("$@") && readlink -f -- "$made"
}

# await JOB: waits until it has ended and sets the caller's `status`. A signal, which is passed on
# to the job, ends `wait` before the job ends.
await() {
  while :; do
    status=0
    wait "$1" || status=$?
    kill -0 "$1" 2>/dev/null || return 0
  done
}
