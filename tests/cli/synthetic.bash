# What the suites share: the tools on the PATH, a folder of each test's own, and a stream made up for the purpose.

bats_require_minimum_version 1.5.0
setup() { cd "$BATS_TEST_TMPDIR"; }
root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
BUILD=${BUILD:-$root/build}
DATA=${DATA:-$root/../shared/data}
PATH=$BUILD/bin:$PATH
samples=$root/formats/samples
. "$root/pipelines/columns.bash"
export root BUILD DATA LC_ALL=C
slow=1 # limits of time are so many times as high
[[ $BUILD != *san* ]] || slow=15

# synthetic N: text of N claims of 4096 arguments each that follow each other in exp's binary32 cell of [1,2); one in
# three holds a case, one in five begins a region claim instead.
synthetic() {
  awk -v n="$1" 'BEGIN {
    OFS = "\t"
    for (i = 0; i < n; i++) {
      X0 = 8388608 + 4096 * i
      region = i % 5 == 4
      print "@", region ? "region" : "case", "exp", "24,-126,127", "24,-126,127", "all", 15, 0, 0, 0, 1,
        X0, X0 + 4096, "n=" i % 7, region ? 64 : 40
      if (region) print "region", X0, X0 + 4096, "constant", 1, 15 + i % 4, 30
      else if (i % 3 == 0)
        print "case", "-", X0 + i, "confirmed", i % 2 ? "midpoint" : "number", 15 + i % 9,
          (i % 4 ? "+" : "-") "0x.fedcba98765432" 10 + i % 90 "p-" 15 + i % 9, 0
    }
  }'
}

# synthetic_plan N: the plan line of all that.
synthetic_plan() {
  printf 'function\tin\tout\tmodes\tbits\tsign_x\tsign_f\te_in\te_out\tX0\tX1\tregion\tsymmetry\timages\tplan\tcost\n'
  printf 'exp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t8388608\t%d\t-\t-\t0\t-\t1\n' $((8388608 + 4096 * $1))
}

# drawn N: one of N parts of the lines of standard input, by the date (DRAW, a number of a day): in N days each has had its turn.
drawn() { awk -v n="$1" -v day="${DRAW:-$(date +%j)}" '(NR + day) % n == 0'; }

# split_blocks FILE: each block of the stream becomes a file of its own, block.1, block.2, ... of the working directory.
split_blocks() {
  parallel --will-cite --pipe -N1 --recstart $']*M\x18\x18\\0\\0\\0TMDCHUNK' --recend '' 'cat > block.{#}' <"$1"
}

# all_sets: the instruction sets of kernels/lane/sets.h
all_sets() { sed -n 's/^  ROW(x, \([a-z0-9]*\), .*/\1/p' "$root/kernels/lane/sets.h"; }

# sets: those that are there; kernels.bats compares them with what the machine says.
sets() {
  local set
  for set in $(all_sets); do ! tmd-phase1 --simd $set </dev/null >/dev/null 2>&1 || echo $set; done
}

# interrupted_at_end SCRIPT...: where it, and no script that it runs, is about to ignore signals, to remove its folder.
interrupted_at_end() {
  env --default-signal=INT SCRIPT="$1" bash -c '
    trap() {
      [ -n "$1" ] || [ "$2" = XFSZ ] || [ "$BASHPID ${0##*/}" != "$$ $SCRIPT" ] || [ -e sent ] || { >sent && kill -INT $$; }
      builtin trap "$@"
    }
    export -f trap
    "$@"' - "$@"
}

# fed SIGNAL TOOL INPUT EXPECTED: the tool reads INPUT from a pipe that stays open, and gets the signal when it has written as
# much as EXPECTED has, to out.tmd; it ends with $status, and has written that and no more.
fed() {
  local i feed stage
  mkfifo pipe
  "$2" <pipe >out.tmd &
  stage=$!
  exec {feed}>pipe
  cat "$3" >&"$feed"
  for i in $(seq 200); do [ "$(stat -c %s out.tmd)" -lt "$(stat -c %s "$4")" ] || break; sleep 0.05; done
  kill "-$1" $stage
  status=0
  wait $stage || status=$?
  exec {feed}>&-
  cmp out.tmd "$4"
}

# error_line TEXT: the last command has said exactly one line, that contains TEXT.
error_line() {
  [ "${#lines[@]}" -eq 1 ] && [[ ${lines[0]} = *"$1"* ]] || { printf 'said: %s\n' "$output" && return 1; }
}

# bad_usage TEXT COMMAND...: it ends with status 2, and prints exactly one line, that contains TEXT.
bad_usage() { run -2 "${@:2}" && error_line "$1"; }

# warned STATUS TEXT COMMAND...: it ends with this status, and its stderr is TEXT.
warned() {
  run -"$1" --separate-stderr "${@:3}" && [ "$stderr" = "$2" ] || { printf 'said: %s\n' "$stderr" && return 1; }
}

# warned_like STATUS PATTERN COMMAND...: likewise, and its stderr matches the pattern.
warned_like() {
  # shellcheck disable=SC2053 # a pattern
  run -"$1" --separate-stderr "${@:3}" && [[ $stderr = $2 ]] || { printf 'said: %s\n' "$stderr" && return 1; }
}

# refused STATUS PATTERN COMMAND...: likewise, and that line is all that it prints.
refused() {
  warned_like "$@" && [ -z "$output" ] && [ "${#stderr_lines[@]}" -eq 1 ] || { printf 'printed: %s\n' "$output" && return 1; }
}

# counts_as COUNTS MODE WHAT: the file report counts this in a mode, as brute-check prints it, with these errors.
counts_as() {
  # errors to 4 digits, but where they are next to nothing
  awk -v brute="$1" -v mode="$2" "$awk_columns"'
    function same(a, b) { return a == b || (a < 1e-15 && b < 1e-15 && a > -1e-15 && b > -1e-15) || (a / b - 1) ^ 2 < 1e-9 }
    kind == "check" && $at("mode") == mode {
      split(brute, b, " ")
      x = $(at("kappa") + 1)
      right = $at("tested") == b[1] && $at("wrong") == b[2] && same($at("below"), b[3]) && same($at("above"), b[4]) &&
        (x ~ /,/ || ($at("kappa") == b[5] && x == b[6])) # of two arguments it has no kappa
    }
    END { exit !right }' report || { echo "$3 $2: $1" && cat report && return 1; }
}

# as_brute FUNCTION A B: likewise those of libm on [A, B), of one sign.
as_brute() {
  local mode
  tmd-plan "$1" --format binary32 "--domain=$2:$3" | tmd-taylor |
    { tmd-check --library libm.so.6 --claims-only -j 1 || true; } >report
  for mode in nearest up down zero; do
    counts_as "$("$BUILD/tests/brute-check" libm.so.6 "$1" "$1f" binary32 $mode "$2:$3")" $mode "$1 [$2, $3)" || return 1
  done
}

# cases [STREAM...]: of confirmed streams, "x hardness" a line, sorted.
cases() { tmd-dump --records "$@" | awk '$1 == "case" { print $2, $7 }' | sort; }

# listed FUNCTION LIST A:B...: likewise the cases of 44 bits among the members of a published list in the domains, without what is
# exact by rule.
listed() { "$root/tests/reference/published.pl" claims "$1" 44 "${@:2}" | tmd-pack | tmd-ziv | cases -; }

# tree_files: the files of the tree, as git has them or would have them; without git all that no build made.
tree_files() {
  cd "$root" || return
  { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path './build*' -prune -o -type f -print; } |
    sed 's:^\./::' | while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

# printable FILE...: UTF-8, without control characters but tabs and newlines.
printable() {
  [ -s "$1" ] && iconv -f UTF-8 -t UTF-8 -- "$@" >/dev/null || return
  ! cat -- "$@" | grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]'
}
