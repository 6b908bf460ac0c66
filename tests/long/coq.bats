# Coq checks the lemmas of tmd-dump --to coq: the hardest cases of four functions in binary64.
load ../cli/synthetic

setup() {
  [ -d "$(coqc -where 2>/dev/null)/user-contrib/Interval" ] ||
    skip "no coqc with Interval (pipelines/install-packages coq libcoq-interval libcoq-flocq)"
  cd "$BATS_TEST_TMPDIR"
}

# checked FUNCTION N: Coq accepts FUNCTION.v with its hardest cases in binary64, N of each kind, in less than 1 GB.
checked() {
  tmd-select --bits 52 "$root/lib/cases/$1.tmd" | tmd-dump --to coq --top "$2" >"$1.v"
  local count=$(grep -c '^Lemma' "$1.v")
  [ "$count" -ge 250 ]
  python3 -c 'import resource, subprocess, sys
status = subprocess.run(["coqc", sys.argv[1]]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("%.0f s, %d MB" % (used.ru_utime + used.ru_stime, used.ru_maxrss // 1024))
sys.exit(status or used.ru_maxrss >= 1 << 20)' "$1.v" >used
  echo "# $1: $count lemmas, $(<used)" >&3
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

@test "exp" { checked exp 132; }
@test "log" { checked log 125; }
@test "sin" { checked sin 200; }
@test "atan" { checked atan 125; }

@test "what is wrong is refused: another x, breakpoint, bound, hardness or kind" {
  tmd-select --bits 52 "$root/lib/cases/log.tmd" | tmd-dump --to coq --kind number --top 1 >one.v
  wrong one.v '\(hard_case [a-z]* (F2R (Float radix2 [0-9]*\)[0-8] ' '\19 '
  wrong one.v '^\(  (F2R (Float radix2 (*-*[0-9]*\)[0-9]\()* (-[0-9]*)))\)$' '\17\2'
  wrong one.v '\([0-9]\)\()* (-[0-9]*))) [0-9]*\.\)$' '\10\2'
  wrong one.v '\([0-9]\)\.$' '\11.'
  wrong one.v number midpoint
}
