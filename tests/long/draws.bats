# What `make check` draws by the date, all of it: its suites on each of four days, in which halves, thirds and quarters have their
# turns.
load ../cli/synthetic

drawing() { grep -lE 'drawn [0-9]|DRAW' "$root"/tests/{cli,reference,gpu}/*.bats; }

each_on() {
  [ "$(drawing | wc -l)" -ge 20 ]
  # shellcheck disable=SC2046
  DRAW=$1 bats $(drawing)
}

@test "what is drawn on day 1" { each_on 1; }
@test "what is drawn on day 2" { each_on 2; }
@test "what is drawn on day 3" { each_on 3; }
@test "what is drawn on day 4" { each_on 4; }

@test "tables of 16 bits: each pair of function and format, in the other modes" {
  for day in 5 6 7 8; do DRAW=$day bats -f 'each result of formats of 16 bits' "$root/tests/cli/value-tables.bats"; done
}
