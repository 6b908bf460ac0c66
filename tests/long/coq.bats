# Coq checks the lemmas of tmd-dump --to coq: the hardest cases of four functions in binary64.
load ../cli/synthetic

setup() {
  command -v coqc >/dev/null || skip "no coqc (pipelines/install-packages coq libcoq-interval libcoq-flocq)"
  cd "$BATS_TEST_TMPDIR"
}

# lemmas FUNCTION: FUNCTION.v with its hardest cases in binary64, 250 or a few more
lemmas() {
  tmd-select --bits 52 "$root/lib/cases/$1.tmd" | tmd-dump --to coq --top 125 >"$1.v"
  local count=$(grep -c '^Lemma' "$1.v")
  echo "# $1: $count lemmas" >&3
  [ "$count" -ge 200 ]
}

# wrong FILE TEXT OTHER: Coq refuses the lemma of the file's first case, and takes it before TEXT becomes OTHER in it.
wrong() {
  awk '/^Lemma case_2 / { exit } { print }' "$1" >first.v
  sed '/^Lemma case_1 /,$s/'"$2/$3/" first.v >wrong.v
  run -1 cmp -s first.v wrong.v
  coqc first.v
  run -1 coqc wrong.v
  [[ $output = *Error* ]]
}

@test "exp" { lemmas exp; coqc exp.v; }
@test "log" { lemmas log; coqc log.v; }
@test "sin" { lemmas sin; coqc sin.v; }
@test "atan" { lemmas atan; coqc atan.v; }

@test "what is wrong is refused: another x, breakpoint, bound, hardness or kind" {
  tmd-select --bits 52 "$root/lib/cases/log.tmd" | tmd-dump --to coq --top 1 >one.v
  wrong one.v '\(hard_case [a-z]* (F2R (Float radix2 [0-9]*\)[0-8] ' '\19 '
  wrong one.v '^\(  (F2R (Float radix2 (*-*[0-9]*\)[0-9]\()* (-[0-9]*)))\)$' '\17\2'
  wrong one.v '\([0-9]\)\()* (-[0-9]*))) [0-9]*\.\)$' '\10\2'
  wrong one.v '\([0-9]\)\.$' '\11.'
  wrong one.v 'hard_case [a-z]* ' 'hard_case argument '
}
