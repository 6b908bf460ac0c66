# tests/bench/refit finds the scales by which times were made, from folders as tmd-spread leaves them.
bats_require_minimum_version 1.5.0
load synthetic
load spread

# a_folder NAME START FAREY EXHAUST: units of both methods, that took so much more than predicted, and START seconds each
a_folder() {
  mkdir -p "$1"/{units,log}
  awk -v folder="$1" -v start="$2" -v farey="$3" -v exhaust="$4" 'BEGIN {
    for (u = 1; u <= 6; u++) {
      unit = sprintf("%06d", u); a = 3 + u % 3; b = u % 2 ? 2 : 5 * (u > 2)
      file = folder "/units/" unit
      row = "exp\t53,-1022,1023\t53,-1022,1023\tall\t44\t0\t0\t0\t1\t0\t1\t-\t-\t0\tmethod="
      print "function\tin\tout\tmodes\tbits\tsign_x\tsign_f\te_in\te_out\tX0\tX1\tregion\tsymmetry\timages\tplan\tcost" >file
      print row "farey block=1 n=1\t" a >file
      print row "exhaust block=1 n=1\t" b >file
      printf "%s\thost\t0.1\t%g\t9\t1\t0\n", unit, start + farey * a + exhaust * b >(folder "/log/" unit ".times")
      print unit "\t" a + b "\t2" >(folder "/units.tsv")
    }
  }'
}
scale() { awk -F '\t' -v method="$1" '$1 == "refit" && $2 == method { print $5 }' <<<"$output"; }

@test "scales of two methods and the start of a unit" {
  cd "$BATS_TEST_TMPDIR"
  a_folder d 0.25 2 0.5
  run -0 "$root/tests/bench/refit" d
  [ "$(scale farey) $(scale exhaust) $(scale start)" = "2 0.5 0.25" ]
  # none is negative: what a unit would have to take less than nothing is left out
  a_folder less -0.5 1 1
  run -0 "$root/tests/bench/refit" less
  [ "$(scale start)" = - ]
  # tries that were killed are not counted
  a_folder tried 0.25 2 0.5
  sed -i 's/\t9\t1\t0$/\t9\t2\t0/; s/\thost\t0.1\t[^\t]*/\thost\t0.1\t99/' tried/log/000003.times
  run -0 "$root/tests/bench/refit" d tried
  [ "$(scale farey) $(scale exhaust) $(scale start)" = "2 0.5 0.25" ]
  run -2 "$root/tests/bench/refit" nowhere
  [ "$output" = "refit: nowhere: is no folder of tmd-spread" ]
}

@test "core-seconds of a unit are those of all its tries" {
  cd "$BATS_TEST_TMPDIR"
  small_plan 1
  faulty bad 1 'for ((n = 0; n < 300000; n++)); do :; done; exit 7'
  bad/tmd-spread small.plan --into d --unit-seconds 1 >report
  bad/tmd-spread small.plan --into once --unit-seconds 1 >report
  awk -F '\t' '{ took[NR] = $4; tries[NR] = $6 } END { exit !(tries[1] == 2 && tries[2] == 1 && took[1] > took[2] + 0.2) }' \
    d/log/000001.times once/log/000001.times
  [ ! -e d/log/000001.spent ]
}
