#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Expressions wherever a function's name may stand: whole domains against brute force by hand-written functions
# (tests/brute-expression.c), errors with a caret, what stays undecided.

expressions=('exp(-x^2/2)' 'sin(x)/x' 'x*log(x)' 'log(1+exp(x))')

setup() { cd "$BATS_TEST_TMPDIR"; }

# whole EXPRESSION PLAN-OPTION...: covered, and what brute force finds at every argument.
whole() {
  tmd-search "$@" -o s.tmd >table || return 1
  grep -q ', 0 undecided, 0 not confirmed' table
  "$BUILD/tests/brute-expression" <s.tmd
}

@test "binary16 and bfloat16, whole domain, modes all" {
  for expression in "${expressions[@]}"; do
    whole "$expression" --format binary16
    whole "$expression" --format bfloat16
  done
}

@test "modes directed and nearest" {
  whole 'exp(-x^2/2)' --format binary16 --modes directed
  whole 'sin(x)/x' --format binary16 --modes nearest
  whole 'x*log(x)' --format bfloat16 --modes directed
  whole 'x*log(x)' --format bfloat16 --modes nearest
  whole 'log(1+exp(x))' --format binary16 --modes nearest
}

@test "other formats for x and f(x), thresholds, methods" {
  for expression in "${expressions[@]}"; do
    whole "$expression" --in 11,-14,8 --out bfloat16
    whole "$expression" --in 7,-40,30 --out 12,-20,20 --bits 2
    whole "$expression" --format 9,-8,8 --method regular --n 64
  done
}

@test "binary32, whole domain: at random arguments and at all cases" {
  tmd-search 'exp(-x^2/2)' --format binary32 --bits 18 -o s.tmd >table
  grep -q '4278190079	4278190079	0$' table
  "$BUILD/tests/brute-expression" --random 100000 <s.tmd
}

@test "brute-expression sees what is wrong" {
  tmd-search 'x*log(x)' --format 7,-6,7 -o s.tmd >table
  "$BUILD/tests/brute-expression" <s.tmd
  tmd-dump s.tmd | awk '/^case/ && !gone { gone = 1; next } { print }' | tmd-pack >bad.tmd
  run -1 "$BUILD/tests/brute-expression" <bad.tmd
  [[ $output == *"a case, but no record"* ]]
  tmd-dump s.tmd | awk '/^@/ && ++n == 5 { skip = 1 } /^@/ && n == 6 { skip = 0 } !skip' | tmd-pack >bad.tmd
  run -1 "$BUILD/tests/brute-expression" <bad.tmd
  [[ $output == *"not claimed"* ]]
}

@test "streams and plans have the text without blanks" {
  tmd-search ' x * log( x ) ' --format 6,-6,7 --plan plan -o s.tmd | grep -q '^# x\*log(x), '
  [ "$(sed 1d plan | cut -f 1 | sort -u)" = 'x*log(x)' ]
  tmd-dump s.tmd | grep -q 'x\*log(x)'
  tmd-dump --to json s.tmd | tmd-pack | cmp <(tmd-dump s.tmd) <(tmd-dump -)
  # a function of x alone is the function
  [ "$(tmd-plan 'exp( x )' --format 6,-6,7 | sed 1d | cut -f 1 | sort -u)" = exp ]
}

@test "a search goes on where it was stopped" {
  tmd-search 'log(1+exp(x))' --format binary16 -o s.tmd >whole.table
  head -c $(($(stat -c %s s.tmd) / 2)) s.tmd >part.tmd
  tmd-search 'log( 1 + exp(x) )' --format binary16 -o part.tmd --resume >part.table
  cmp <(tmd-dump --records s.tmd) <(tmd-dump --records part.tmd)
}

@test "errors: a message, the expression, a caret" {
  run -2 tmd-search 'sin(x)/y' --format binary16
  [ "${#lines[@]}" -eq 3 ]
  [[ ${lines[0]} == "tmd-plan: column 8: "* ]]
  [ "${lines[1]}" = 'sin(x)/y' ]
  [ "${lines[2]}" = '       ^' ]
  run -2 tmd-plan -- '-(x'
  [ "${lines[2]}" = '   ^' ]
  run -2 tmd-plan 'x^x'
  [[ ${lines[0]} == *"exp(b*log(a))"* ]]
  run -2 tmd-plan 'rootn(x,0)+1'
  [ "${lines[2]}" = '^' ]
  # one word is the name of a function, and says so in one line
  run -2 tmd-plan nosuch
  [ "${#lines[@]}" -eq 1 ]
  run -2 tmd-plan '1/0' --format binary16
  [[ $output == *"no argument of the format"* ]]
}

@test "what cannot be told is kept as undecided, exit status 1" {
  # 16 arguments whose squares are numbers, or not, and nobody can prove it
  run -1 tmd-search 'exp(2*log(x))' --format 5,-4,4 --domain 1:2
  [[ $output == *" undecided, 0 not confirmed"* && $output != *", 0 undecided"* ]]
  # but a region may say all there is to say
  run -0 tmd-search 'sin(x)^2+cos(x)^2' --format 5,-4,4 --domain 1:3
  run -0 tmd-search 'sinpi(x)' --format 5,-4,4 --domain 1:3
}

@test "exact cases of what is rational" {
  tmd-search 'x^2/4' --format 5,-8,8 --domain 1:2 --bits 3 | grep -q ' 3 cases, 4 exact, 0 undecided'
  tmd-search '(x^3-x)/x' --format 11,-8,8 -o a.tmd >table
  grep -q ', 0 undecided, 0 not confirmed' table
  tmd-search 'x^2-1' --format 11,-8,8 --domain -512:0 --domain 0x1p-18:512 -o b.tmd >table
  cmp <(tmd-dump --records a.tmd | grep ^case) <(tmd-dump --records b.tmd | grep ^case)
}
