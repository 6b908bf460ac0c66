# tmd-check refuses ten thousand random wrong kernels and accepts a thousand right ones: functions of the table, those with a
# name, and expressions, in binary16 and bfloat16. COUNT=N: N wrong kernels, some twenty of a function and format; SEED=N: others;
# JOBS=N: N at a time.
load ../cli/synthetic
load ../cli/random-kernels.bash

# outcomes KIND COUNT EXPECTED: all are as expected; others are printed.
outcomes() {
  random_kernels "$1" "${SEED:-1}" "$2" >"$1"
  cut -f 1 "$1" | sort | uniq -c
  ! grep -v "^$3" "$1" || false
  [ "$(wc -l <"$1")" -eq "$2" ]
}

@test "functions with a name: wrong kernels are refused, right ones accepted" {
  local count=$((${COUNT:-10000} / 2))
  "$BUILD/tests/brute-table" --list >functions
  [ -z "$(kernel_pairs $((count > 2400 ? 0 : count / 20 + 1)) functions)" ]
  outcomes right $((count / 10 + 1)) accepted
  outcomes wrong $count refused
}

# Of those whose values the reference finds everywhere. Where tmd-check does not, it must say that they are undecided.
@test "expressions: wrong kernels are refused, right ones accepted" {
  local count=$((${COUNT:-10000} / 2))
  grep -v -e '^#' -e '^$' -e $'\t' "$root/tests/expressions.txt" >functions
  kernel_pairs $((count / 20 + 1)) functions
  outcomes right "$(wc -l <pair-list)" 'accepted\|undecided'
  sed -n 's/^undecided\t//p' right | sed 's/, right [0-9]*, right.*//' >open
  grep -vxFf open pair-list >decided
  mv decided pair-list
  [ "$(wc -l <pair-list)" -gt 0 ]
  outcomes wrong $count refused
}
