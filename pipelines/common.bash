# What the scripts have in common: the build puts it in place of their line that names it.
program=${0##*/}
trap '' XFSZ # a file that is too large is a write error, here and in all that is called

# printable: its input, where each control character but tab and newline, and each byte that is no UTF-8, is a question mark. A
# mark behind each character of UTF-8 tells its bytes from others.
printable() {
  local tail='[\x80-\xbf]' two three four
  two="\\xc2[\\xa0-\\xbf]|[\\xc3-\\xdf]$tail"
  three="\\xe0[\\xa0-\\xbf]$tail|\\xed[\\x80-\\x9f]$tail|[\\xe1-\\xec\\xee\\xef]$tail{2}"
  four="\\xf0[\\x90-\\xbf]$tail{2}|[\\xf1-\\xf3]$tail{3}|\\xf4[\\x80-\\x8f]$tail{2}"
  sed -E "s/[^\\t -~\\x80-\\xff]/?/g; /[\\x80-\\xff]/!b
    s/($two|$three|$four)|[\\x80-\\xff]/\\1\\x01/g; s/([\\x80-\\xff])\\x01/\\1/g; s/\\x01/?/g"
}

# print_line TEXT: printable, whatever words of the user, of a file or of a host are in it.
print_line() {
  local text=${1//[[:cntrl:]]/?}
  if [[ $text = *[!\ -~]* ]]; then printable <<<"$text"; else printf '%s\n' "$text"; fi
}
warn() { print_line "$program: $1" >&2; }
die() {
  warn "$1"
  exit 2
}

# Descriptors that are closed would be given to other files; 2 has been given to this script.
[ ! /dev/fd/2 -ef "$0" ] || exec 2>/dev/null
{ : 3>&1; } 2>/dev/null || die "standard output is closed"

# The tools are those beside this script, by their full paths, whatever PATH says.
bin=$(readlink -f -- "$0") program=${bin##*/} bin=${bin%/*}
for tool in "$bin"/tmd-*; do hash -p "$tool" "${tool##*/}"; done

# parse_options WORD...: by the table that tmd has of this program. If they ask for a text about it, that is printed, and the
# script ends. Sets `given`, the options as --NAME or --NAME=VALUE, in order; `option`, the last value of each NAME, or 1; and
# `operands`.
declare -A option=()
given=() operands=()
parse_options() {
  local words word
  # where there are no words, the exit status: that of wait is -1 in bash 5.2 where the process ends in that moment
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
# pass NAME...: sets `passed` to the options of these names that were given, as words for another program.
pass() {
  local word name
  passed=()
  for word in "${given[@]}"; do
    name=${word%%=*}
    [[ " $* " != *" ${name#--} "* ]] || passed+=("$word")
  done
}

# number OPTION VALUE LEAST [MOST]: the value is one.
number() {
  [[ $2 =~ ^[0-9]{1,18}$ ]] && [ "$2" -ge "$3" ] && [ "$2" -le "${4:-$2}" ] ||
    die "$1: '$2' is not a number, $3 ${4:+to }${4:-or more}"
}

# full_path NAME: sets `path` to it, without links. $() would drop a newline that it ends with.
full_path() { path=$(readlink -f -- "$1" && echo /) && path=${path%$'\n/'}; }

# replace FILE: by standard input, which is on the disk then; one or the other is there.
replace() {
  { cat >"$1.new" && sync -- "$1.new" && mv -f -- "$1.new" "$1"; } 2>/dev/null || die "$1: cannot be written"
}

# at_end COMMAND: when this shell ends. A child that a signal meets before it has forgotten the trap would run it, too.
at_end() { trap "case \$BASHPID in $BASHPID) $1 ;; esac" EXIT; }
# at_signal COMMAND: a signal ends this shell, with status 130. COMMAND, that of at_end, is called with the status: when a signal
# comes as the script begins to end, bash makes an end without the rest of at_end.
at_signal() { trap "case \$BASHPID in $BASHPID) $1 130 ;; esac; exit 130" INT TERM HUP; }

# scratch_folder: sets `scratch`, a folder that goes when the script ends, by an interrupt too. `new` goes with it, if it is set.
# Its name begins with a slash, so that no tool takes one of its files for an option, or for an assignment, as awk would.
# A command has one $() at most from then on, a here-document too, but in a child: what a trap that is due when the next $() comes
# says, bash 5.2 reads as what stands in that, and the signal is lost.
scratch_folder() {
  at_end remove_scratch
  at_signal remove_scratch
  scratch=$(uninterrupted mktemp -d 2>/dev/null) || die "${TMPDIR:-/tmp}: no room for temporary files"
}
remove_scratch() {
  trap '' INT TERM HUP
  rm -rf -- ${scratch:+"$scratch"} ${new:+"$new"}
}
# $(uninterrupted mktemp ...): the path of what it makes, without links. What is made is said, whatever signal comes then.
uninterrupted() {
  local made
  trap '' INT TERM HUP
  made=$("$@") && readlink -f -- "$made"
}

# await JOB: until it has ended; sets the caller's `status`. A signal, which is passed on to the job, ends a wait and not the job.
await() {
  while :; do
    status=0
    wait "$1" || status=$?
    kill -0 "$1" 2>/dev/null || return 0
  done
}
