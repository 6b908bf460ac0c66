# Random command lines, valid and hostile, of all programs: tests/cli/random-options.pl says what must never come of them. A few
# hundred here, a million in tests/long.
load synthetic
load random-options.bash

# The programs are run without rights, in a folder that is open to them.
setup_file() {
  folder=$(mktemp -d /tmp/tmd-XXXXXX)
  export folder
  chmod 755 "$folder"
  cd "$folder"
  random_options 1 0 200 >said || true
}
teardown_file() { rm -rf "$folder"; }
setup() { cd "$folder"; }

@test "a few hundred random command lines" {
  cat said
  [[ $(tail -n 1 said) =~ ^200\ commands,\ 0\ faults\;\ status\ 0:\ ([0-9]+),\ 1:\ [0-9]+,\ 2:\ ([0-9]+),\ 3:\ ([0-9]+) ]]
  # they are of all kinds
  [ "${BASH_REMATCH[1]}" -ge 30 ]
  [ "${BASH_REMATCH[2]}" -ge 30 ]
  [ "${BASH_REMATCH[3]}" -ge 10 ]
}

@test "the table has the options of every program, with their arguments" {
  [ "$(cut -f 1 table | uniq)" = "$(cd "$BUILD/bin" && ls -d tmd*)" ]
  for row in "tmd-plan --domain A:B" "tmd-search --domain A:B" \
    "tmd-dump --to tsv|wc|table|bin|c|csv|llvm|coq" "tmd-stat --gaps -" \
    "tmd-plan -f FORMAT" "tmd-search --resume -" "tmd-atlas --into DIR"; do
    grep -qxF "${row// /$'\t'}" table || { echo "$row" && false; }
  done
}

# faulty SCRIPT: in place of a program; what is said of two commands of it
faulty() {
  rm -rf bin && mkdir bin && chmod 755 bin
  printf '#!/bin/sh\n%s\n' "$1" >bin/tmd-bad
  chmod 755 bin/tmd-bad
  printf 'tmd-bad\t--foo\tN\n' >table.bad
  "$root/tests/cli/random-options.pl" table.bad "$PWD/bin" inputs "$PWD/work/bad" 1 0 2 >bad && return 1
  grep "^fault: " bad
}

@test "every kind of fault is seen" {
  [[ $(faulty 'exit 4') = *"ended with status 4"* ]]
  [[ $(faulty 'kill -SEGV $$') = *"ended with status 1011"* ]]
  [[ $(faulty 'exit 2') = *"status 2 without a message"* ]]
  [[ $(faulty 'echo "awk: division by zero" >&2') = *"said: awk"* ]]
  [[ $(faulty ': >left.over') = *"left the file left.over"* ]]
  [[ $(faulty ': >harm') = *"a word of the command was run"* ]]
  [[ $(faulty 'echo >>exp.tmd') = *"changed exp.tmd"* ]]
  [[ $(faulty 'rm plan') = *"changed plan"* ]]
  [[ $(faulty ': >$TMPDIR/x') = *"left the temporary file x"* ]]
  [[ $(faulty 'echo "tmd-bad: fine" >&2; exit 2' || echo none) = none ]]
}

@test "nothing is run as root" {
  [ "$(id -u)" -eq 0 ] || skip "not root"
  [[ $(faulty 'exit $(($(id -u) == 65534 ? 5 : 6))') = *"ended with status 5"* ]]
}
