# binary32 by brute force: every argument, by x87 extended precision with a margin of 2^-20 and MPFR inside it, or where the C
# library has no such function by MPFR alone (tests/reference/brute-force.c, --fast). From minutes to an hour each. FUNCTION=NAME
# chooses one, of the eight here or any other that brute force knows:   FUNCTION=tgamma bats tests/long/binary32.bats

load ../cli/synthetic

# compare FUNCTION [PLAN-OPTION...]
compare() {
  set -o pipefail
  local start=$SECONDS searched
  tmd-plan --format binary32 "$@" >plan
  tmd-taylor plan | tmd-shift | tmd-farey | tmd-phase1 | tmd-phase2 | tmd-exhaust | tmd-ziv | tmd-orbit --plan plan >stream
  tmd-stat --plan plan stream >/dev/null
  searched=$((SECONDS - start))
  "$BUILD/tests/brute-force" --fast <stream >said || { cat said && return 1; }
  printf '# %s; searched in %d s, compared in %d s\n' "$(cat said)" $searched $((SECONDS - start - searched)) >&3
}

chosen() { # FUNCTION: itself, or skip
  [ -z "${FUNCTION:-}" ] || [ "$FUNCTION" = "$1" ] || skip "FUNCTION=$FUNCTION"
  compare "$1"
}

@test "exp in binary32, whole domain" { chosen exp; }
@test "log in binary32, whole domain" { chosen log; }
@test "cbrt in binary32, whole domain" { chosen cbrt; }
@test "asin in binary32, whole domain" { chosen asin; }
@test "erf in binary32, whole domain" { chosen erf; }
@test "tgamma in binary32, whole domain" { chosen tgamma; }

# From 2^10 on they fall into scattered cells, whose arguments tmd-taylor takes one by one: a minute.
@test "sin in binary32, whole domain" { chosen sin; }
@test "tan in binary32, whole domain" { chosen tan; }

@test "another function in binary32, whole domain" {
  case " exp log cbrt asin erf tgamma sin tan " in *" ${FUNCTION:-exp} "*) skip "FUNCTION is none, or one above" ;; esac
  compare "$FUNCTION"
}

# The number of arguments that the plan has is that of the finite ones at which f is defined, also where f is cut at every period.
@test "binary32: as many arguments as there are, of sin, cos, tan, sinpi, cospi, tanpi, tgamma and lgamma" {
  for function in sin cos tan sinpi cospi tanpi tgamma lgamma; do "$BUILD/tests/test-plan" "$function" binary32; done
}

@test "binary64: as many arguments as there are, of tgamma" { "$BUILD/tests/test-plan" tgamma binary64; }
