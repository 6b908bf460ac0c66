# tests/bench/refit finds the scales by which times were made, from folders as tmd-spread leaves them.
bats_require_minimum_version 1.5.0
load synthetic

# a_folder NAME START FAREY EXHAUST: units of both methods, that took so much more than predicted, and START seconds each
a_folder() {
  mkdir -p "$1/units"
  awk -v folder="$1" -v start="$2" -v farey="$3" -v exhaust="$4" 'BEGIN {
    for (u = 1; u <= 6; u++) {
      unit = sprintf("%06d", u); a = 3 + u % 3; b = u % 2 ? 2 : 5 * (u > 2)
      file = folder "/units/" unit
      row = "exp\t53,-1022,1023\t53,-1022,1023\tall\t44\t0\t0\t0\t1\t0\t1\t-\t-\t0\tmethod="
      print "function\tin\tout\tmodes\tbits\tsign_x\tsign_f\te_in\te_out\tX0\tX1\tregion\tsymmetry\timages\tplan\tcost" >file
      print row "farey block=1 n=1\t" a >file
      print row "exhaust block=1 n=1\t" b >file
      printf "%d\thost\t0.1\t   %g\t0\t0\t0\t0\tunit %s\n", u, start + farey * a + exhaust * b, unit >(folder "/joblog")
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
  # searches that failed are not counted
  a_folder tried 0.25 2 0.5
  sed -i '3s/\t0\t0\tunit/\t2\t0\tunit/; 3s/\thost\t0.1\t[^\t]*/\thost\t0.1\t99/' tried/joblog
  run -0 "$root/tests/bench/refit" d tried
  [ "$(scale farey) $(scale exhaust) $(scale start)" = "2 0.5 0.25" ]
  run -2 "$root/tests/bench/refit" nowhere
  [ "$output" = "refit: nowhere: is no folder of tmd-spread" ]
}
