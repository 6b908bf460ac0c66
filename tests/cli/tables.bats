# tests/bench/tables: every table with its figures, on slices too small to measure.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  mkdir build # the results of the build's owner stay as they are
  ln -s "$BUILD/bin" "$BUILD/tests" build
  QUICK=1 BUILD=$PWD/build "$BATS_TEST_DIRNAME/../bench/tables" >out 2>err || { cat out err && return 1; }
}

setup() { cd "$BATS_FILE_TMPDIR"; }

rows() { grep -c "$2" "build/tables/$1.txt"; }

@test "filtering: published counts beside ours, Lefevre's and both tests leave the same" {
  [ ! -s err ]
  cat build/tables/2.txt
  grep -qE '^tangent +lefevre .* 3\.6e9 .* 8\.9e6 .* 243$' build/tables/2.txt
  [ "$(rows 2 '^\(tangent\|minimax\) ')" -eq 6 ]
  [ "$(awk '$1 == "tangent" && $2 != "regular" { print $3, $5, $7 }' build/tables/2.txt | sort -u | wc -l)" -eq 1 ]
  awk '$2 == "regular" { r[$1] = $3 } $2 == "lefevre" { l[$1] = $3 } END { exit !(r["minimax"] > 3 * l["minimax"]) }' \
    build/tables/2.txt
}

@test "searches: each domain by four methods, a positive time for each" {
  local table
  cat build/tables/{4,5,6,7}.txt
  for table in 4:4 5:8 6:4 7:4; do
    [ "$(awk -F '\t' 'NF == 13 && $4 > 0 && $4 <= 1 && $13 > 0' "build/tables/${table%:*}.tsv" | wc -l)" -eq "${table#*:}" ]
  done
  grep -q '^published.*80117' build/tables/4.txt
}

@test "instruction sets: a row for each test" {
  [ "$(rows simd '^\(lefevre\|regular\|both\) .*[0-9]')" -eq 3 ]
}

@test "plots, as SVG and PNG" {
  command -v gnuplot >/dev/null || skip "no gnuplot"
  local name
  for name in survivors cost; do
    grep -q '</svg>' build/tables/$name.svg
    [ "$(head -c 4 build/tables/$name.png | tail -c 3)" = PNG ]
  done
}

@test "a table that there is not" {
  bad_usage "tables: no table 8; there are 2 4 5" "$root/tests/bench/tables" 2 8
}
