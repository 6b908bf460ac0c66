# Functions of x and y: searches of small formats against every pair by MPFR alone
bats_require_minimum_version 1.5.0
load synthetic.bash
load two-arguments.bash

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "powers, roots and angles: every pair of small formats" {
  equal pow pow 4,-3,3 4,-3,3 4,-3,3 all 4
  equal hypot hypot 5,-4,4 3,-2,2 5,-4,4 nearest 4
  equal atan2 atan2 4,-3,3 4,-5,5 6,-6,2 directed 3
  equal atan2pi atan2pi 4,-3,3 4,-4,4 5,-6,2 all 4
}

@test "integers: every pair of small formats" {
  equal pown pown 5,-4,4 int:-12:9 5,-6,6 all 4
  equal rootn rootn 6,-5,5 int:-7:8 6,-5,5 all 4
  equal compoundn compoundn 5,-4,4 int:-9:12 5,-6,6 nearest 3
}

@test "powers and roots by running through n" {
  equal pown pown 8,-10,10 int:-40:40 8,-10,10 all 6
  by powers
  equal pown pown 7,-9,9 int:-30:30 7,-9,9 nearest 6
  equal pown pown 8,-30,31 int:-60:60 6,-40,41 directed 7
  by powers
  equal rootn rootn 9,-10,11 int:-60:80 9,-40,41 nearest 13
  by powers
  equal rootn rootn 8,-5,6 int:-40:300 8,-20,21 directed 14
  by powers
  equal rootn rootn 9,-7,40 int:-5:-1 9,-8,30 all 7 # with subnormal results
  by powers
}

@test "powers with n of 64 bits: no case beyond the last power in range" {
  cases pown --in 7,-4,4 --in-y int:-9223372036854775808:9223372036854775807 --out 7,-6,6 --bits 5 >all
  by powers
  grep -q -- '-9223372036854775808' plan
  awk "$awk_columns"'kind == "plan" { exit $at("gaps") != 0 || $at("arguments") < 1e22 }' stat
  cases pown --in 7,-4,4 --in-y int:-1400:1400 --out 7,-6,6 --bits 5 | cmp - all
  least=20
  equal pown pown 7,-4,4 int:-1400:1400 7,-6,6 all 5
}

@test "hypot by factoring integers" {
  equal hypot hypot 7,-4,4 7,-4,4 7,-4,4 all 9
  by squares
  equal hypot hypot 7,-2,3 7,-4,2 7,-7,7 nearest 10
  by squares
  equal hypot hypot 6,-3,3 6,-3,3 6,-3,3 directed 9
  by squares
}

@test "angles by straight lines" {
  equal atan2 atan2 8,-1,2 7,-2,2 8,-9,2 all 9
  by angles
  equal atan2 atan2 5,-4,4 6,-4,4 8,-5,1 nearest 6
  by angles
  equal atan2pi atan2pi 6,-4,5 6,-4,4 5,-9,4 directed 7
  by angles
  equal atan2pi atan2pi 4,-3,3 4,-3,3 2,0,3 all 3 # 1/4 is the least midpoint
}

@test "regions of pairs: hardness within bounds" {
  least=8
  equal hypot hypot 4,-9,8 3,-9,9 4,-4,9 directed 7
  grep -q '	identity	' plan
  equal hypot hypot 4,-9,9 4,-9,2 5,-9,9 all 9
  equal atan2 atan2 3,-6,6 4,-9,6 4,-20,4 all 2 # 1/7 of half an ulp is less than 2^-2
  equal atan2 atan2 4,-9,7 4,-9,7 4,-20,4 all 6
  grep -q '	quotient	' plan
  equal atan2 atan2 5,-8,8 4,-9,9 4,-9,4 nearest 8
  equal atan2pi atan2pi 4,-9,9 4,-4,4 5,-9,4 all 6
  grep -q '	constant	' plan
  least=0
  equal rootn rootn 6,-5,5 int:-70000:-60000 6,-5,5 all 16
  grep -q '	constant	' plan
  equal rootn rootn 5,0,3 int:20000:20100 5,-5,5 all 12 # numbers on both sides of 1 in a cell
  equal rootn rootn 5,-5,5 int:20000:25000 5,-5,5 directed 12
  run -2 tmd-dump --to csv --expand cases.tmd
  [[ $output = *"regions of pairs are not listed"* ]]
}

@test "expressions of x and y: every pair of small formats" {
  equal 'x*exp(y)' 'x*exp(y)' 4,-3,3 4,-3,2 5,-4,4 all 4
  equal 'sqrt(x^2+y^2)' 'sqrt(x^2+y^2)' 4,-3,3 4,-3,3 5,-4,4 directed 4
  equal 'log(x)+exp(y)' 'log(x)+exp(y)' 4,-3,3 4,-3,2 5,-4,4 nearest 3
}

@test "tiles: every pair of small formats, and of parts of others" {
  local B=24,-126,127
  by_tiles=(--method farey)
  equal pow pow 6,-2,2 5,-3,2 5,-6,6 nearest 5
  equal pow pow 5,-3,3 4,-9,6 4,-4,5 directed 9
  equal atan2 atan2 6,-2,2 5,-2,2 6,-6,2 directed 6
  equal hypot hypot 6,-3,3 5,-3,3 6,-3,4 all 6
  equal compoundn compoundn 6,-5,5 int:-9:12 5,-6,6 nearest 5
  equal 'x*exp(y)' 'x*exp(y)' 6,-2,2 5,-2,2 6,-6,6 all 6
  equal 'sqrt(x^2+y^2)' 'sqrt(x^2+y^2)' 6,-3,3 5,-3,3 6,-3,4 all 6 # regular at x = 0, where no pair is a case
  in_domain pow 12,-2,2 12,-2,2 12,-20,20 all 16 1 2 0.5 1
  in_domain pow 12,-2,4 12,-2,4 12,-60,60 nearest 10 2 4 5 5.5 # tiles of several binades
  in_domain pow $B $B $B directed 19 1024 1040 -14.5 -14.499755859375
}

@test "tiles in parts of columns, each row a packet: x near 0" {
  local f=24,-126,127 x # strips of subnormal x
  for x in 0x1p-149,0x1p-132 0x1p-132,0x1p-131; do
    same_in_domain pow $f $f $f all 18 ${x/,/ } 0x1.2345p-3 0x1.2346p-3
    tmd-dump made.tmd >made
    grep -q "^poly.*	1	1	" made
    [ "$(awk -F '\t' '$1 == "poly" && $4 > 1' made | wc -l)" -eq 0 ]
  done
}

@test "plans of a polynomial, which has no fourth order: walked, not piece by piece; of compoundn: no x below -1" {
  tmd-plan 'x^2*y' --format binary32 --bits 44 --domain 1:1.05 --domain-y 1.25:1.26 >plan
  awk "$awk_columns"'kind == "function" { n++; seconds += $at("cost") } END { exit !(n > 0 && seconds < 5) }' plan
  tmd-plan compoundn --in 5,-3,3 --in-y int:-5:5 --out 5,-6,6 --bits 4 >plan
  awk "$awk_columns"'kind == "function" {
    split($at("sign_x"), sign, ";"); split($at("e_in"), e, ";")
    print (sign[1] ? "negative" : "positive") " " (e[1] < 0 ? "below 1" : "from 1")
  }' plan | sort -u >places
  [ "$(cat places)" = $'negative below 1\npositive below 1\npositive from 1' ]
}

@test "the format of y is that of x" {
  tmd-plan hypot --in 5,-2,2 --out 6,-2,4 --bits 6 >plan
  [ "$(awk "$awk_columns"'kind == "function" { print $at("in") }' plan | sort -u)" = "5,-2,2;5,-2,2" ]
}

@test "the format of y is that of C23: integers of 64 bits" {
  for f in pown rootn compoundn; do
    tmd-plan $f --format binary16 --domain 1:1.001 >plan
    [ "$(awk "$awk_columns"'kind == "function" { print $at("in") }' plan | sort -u)" = \
      "11,-14,15;int:-9223372036854775808:9223372036854775807" ]
  done
}

@test "plans of cells with y = 0, and few bits: a row of y = 0 is no region" {
  tmd-plan hypot --format 9,-4,4 --bits 6 >plan
  [ -s plan ]
  tmd-plan hypot --in 3,-1,0 --in-y 9,0,1 --out 10,0,0 --modes directed --bits 10 >plan
  tmd-plan atan2 --format 10,-4,4 --method farey >plan
  tmd-plan atan2pi --format 10,-4,4 --method farey >plan
  [ -s plan ]
  printf '%s\n' "$(tmd-plan hypot --in 5,-2,5 --in-y 3,-8,7 --out 12,-7,9 --modes directed --bits 2 --method exhaust | head -1)" \
    $'hypot(x,y)\t5,-2,5;3,-8,7\t12,-7,9\tdirected\t2\t0;0\t0\t2;-8\t-2147483648\t0\t16\tidentity\t-\t0\t-\t0.1' >plan
  run -2 tmd-taylor plan
  [[ $output = *"a region of the plan cannot be proved"* ]]
}

@test "plans where f has no value: tiles for x^y at x < 0, none for powr, pair by pair for others" {
  tmd-plan pow --format binary32 --bits 44 --domain -1.75:-1.74 --domain-y 1.25:1.26 >plan
  by farey
  tmd-taylor plan | tmd-farey | tmd-ziv | tmd-stat --plan plan >stat
  awk "$awk_columns"'kind == "plan" { found = 1; if ($at("gaps") != 0) exit 1 } END { exit !found }' stat
  run -2 tmd-plan powr --format binary32 --bits 44 --domain -1.75:-1.74 --domain-y 1.25:1.26
  [[ $output = *"no pair of the formats"* ]]
  tmd-plan 'log(x*y)' --format binary32 --bits 44 --domain -1.75:-1.74 --domain-y 1.25:1.26 >plan
  by points
}

@test "regions of powers: rows of a strip that overflow, underflow, or are next to 1" {
  equal pow pow 12,-1,1 3,-14,0 12,-5,5 all 18
  equal pow pow 4,-3,3 4,-14,8 4,-5,5 all 10
  local reason
  for reason in overflow underflow constant; do grep -q "	$reason	" plan; done
}

@test "lists of pairs: the table, CSV with correct results, and one line for other forms" {
  cases pow --format 4,-3,3 --bits 4 >found
  tmd-dump --to table --top 1 cases.tmd >table
  grep -q '^# x^y, 4,-3,3;4,-3,3 to 4,-3,3, modes all, 4 bits: 640 cases, exact ones by rule, 0 undecided' table
  # 5 to the power of -11/8: 0.10941 is 1.11111111111111100001001 2^-4 less than 7/64 after rounding
  grep -Eq '^0x1.4p\+2;-0x1.6p\+0 +14  directed  0x1.cp-4 +below  1 1\^14 00001001$' table
  tmd-dump --to csv cases.tmd >csv
  [ "$(wc -l <csv)" -eq $(($(wc -l <found) + 1)) ]
  # 11^-2 = 0.00826 = 1.0000111 2^-7 in modes nearest, up, down, zero, away and odd
  grep -q '^0x1.6p+3;-0x1p+1,.*,"4,-3,3;4,-3,3","4,-3,3",above,0x1p-6,0x1p-6,0x0p+0,0x0p+0,0x1p-6,0x1.8p-7$' csv || {
    grep '^0x1.6p+3;-0x1p+1,' csv
    false
  }
  local options
  for options in "--to wc" "--to bin" "--to c" "--to llvm" "--to coq" --cases; do # nothing is printed, no other problem either
    run -2 --separate-stderr tmd-dump $options cases.tmd
    [ "$stderr" = "tmd-dump: x^y: pairs are listed by --to csv and table, and as claims" ]
    [ -z "$output" ]
    run -2 --separate-stderr tmd-dump $options "$root/lib/cases/sqrt.tmd" cases.tmd
    [ -z "$output" ]
  done
  tmd-dump --records cases.tmd 2>regions >records
  grep -Eq '^tmd-dump: [0-9]+ regions are of pairs not listed' regions
  cases pown --in 5,-4,4 --in-y int:2:3 --out 5,-6,6 --bits 4 >found
  run -2 tmd-dump --to csv --expand cases.tmd
  [[ $output = *"exact pairs follow by rule, and are not listed"* ]]
  run -2 tmd-check --library libm.so.6 --symbol powf cases.tmd
  [[ $output = *"a list of pairs, which --pairs FUNCTION checks"* ]]
  run -2 tmd-stat --accuracy cases.tmd
  [[ $output = *"for functions of x alone"* ]]
}

@test "exact angles of a part of a large cell are counted without a walk through the cell" {
  tmd-plan atan2pi --format 40,-3,3 --bits 60 --domain 1:1.0000001 --domain-y 1:1.00000000001 >plan
  tmd-taylor plan | tmd-farey | tmd-ziv >cases.tmd # 2^18 x in 6 rows
  timeout 20 tmd-stat --plan plan cases.tmd >stat
  [ "$(awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat)" -eq 6 ]
}

@test "the row y = 1 and the column x = 1 of x^y have no candidates; next to 1 it is a region with x = 1" {
  tmd-plan pow --format binary32 --bits 44 --domain 1:1.01 --domain-y 1:1.0000005 --method farey >plan # 2^17 x in 5 rows
  [ "$(tmd-taylor plan | tmd-dump | awk -F '\t' '$1 == "@" { print $2, $13; exit }')" = "case $((2 ** 17))" ]
  tmd-taylor plan | tmd-farey >made.tmd
  tmd-dump made.tmd | grep '^case' && false
  tmd-ziv made.tmd | tmd-stat --plan plan >stat
  [ "$(awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat)" -eq $((2 ** 17 + 4)) ]
  tmd-plan powr --format binary32 --bits 44 --domain 2:2.01 --domain-y 0.9999999:1.0000001 --method farey >plan
  tmd-taylor plan | tmd-farey | tmd-dump | grep '^case' && false
  tmd-plan pow --format binary32 --bits 44 --domain 1:2 --domain-y 0x1p-40:0x1p-39 >plan
  [ "$(awk "$awk_columns"'kind == "function" { print $at("region") " " $at("X1") }' plan)" = "constant $((2 ** 46))" ]
  tmd-taylor plan | tmd-stat --plan plan >stat
  [ "$(awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat)" -eq $((2 ** 23)) ]
}

# powers X...: x and y in [1, 2); exact records of X. Exact are y = 1, X < 8, and x = 1, multiples of 8.
powers() {
  local k
  printf '@\tcase\tx^y\t4,-3,3;4,-3,3\t4,-3,3\tall\t10\t0;0\t0\t0;0\t-2147483648\t0\t64\t-\t40\n'
  for k in "$@"; do printf 'case\t-\t%d\texact\tnumber\texact\t0\t0\n' "$k"; done
  printf 'case\t-\t63\tconfirmed\tnumber\t11\t-0x.bb91242721f9ff3fp-11\t0\n'
}

@test "streams of x^y of earlier versions have exact records, which are no contradiction, and left out" {
  powers | tmd-pack >none.tmd
  powers {0..7} {8..56..8} | tmd-pack >all.tmd
  tmd-plan pow --format 4,-3,3 --bits 10 --domain 1:2 --domain-y 1:2 | tmd-taylor | tmd-exhaust | tmd-ziv >found.tmd
  local streams
  for streams in none.tmd all.tmd 'none.tmd all.tmd found.tmd'; do
    tmd-stat $streams >report
    grep -qx $'covered\t64\t0\t1\t-\t15\t0' report
    grep '^overlap.*differ' report && false
    tmd-select $streams | tmd-dump | grep '^case' | cmp - <(tmd-dump found.tmd | grep '^case')
  done
  powers 9 | tmd-pack >wrong.tmd
  run -1 tmd-select none.tmd wrong.tmd
  [[ $output = *"contradict each other"* ]]
}

@test "exact pairs of hypot in binary32 are counted in seconds" {
  timeout 20 tmd-stat "$root/lib/cases/binary32-hypot.tmd" >stat
  [ "$(awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat)" -eq 40807524 ]
}

@test "default bits of pairs: those of lib/cases in binary32, 2 p - 4 or p + 4 in others" {
  bits() { tmd-plan "$@" --domain 1:1.001 2>/dev/null | awk "$awk_columns"'kind == "function" { print $at("bits") }' | sort -u; }
  local f int=int:-2147483648:2147483647
  for f in pow,44 powr,44 atan2,40 atan2pi,40 hypot,36 'x*exp(y),44'; do
    [ "$(bits "${f%,*}" --format binary32 --domain-y 1:1.001)" = "${f#*,}" ]
  done
  for f in pown,28 rootn,52 compoundn,44; do
    [ "$(bits "${f%,*}" --format binary32 --in-y $int)" = "${f#*,}" ]
    [ "$(bits "${f%,*}" --format binary32 --in-y int:2:9)" = 28 ]
    [ "$(bits "${f%,*}" --format binary16 --in-y $int)" = 15 ]
  done
  [ "$(bits hypot --format binary16 --domain-y 1:1.001)" = 18 ]
  [ "$(bits hypot --in binary32 --out binary64 --domain-y 1:1.001)" = 102 ]
  # those at which the lists were searched
  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) of[$i] = i }
    $of["format"] ~ /;/ { sub(/\(.*/, "", $1); print $1, $of["bits"] }' "$root/lib/cases/SUMMARY.tsv" | sort >searched
  printf '%s\n' 'atan2 40' 'atan2pi 40' 'hypot 36' 'pown 28' 'rootn 52' | cmp - searched
}

@test "a search of pairs as one command, on a domain of y" {
  tmd-search pown --in 5,-4,4 --in-y int:-9:9 --out 5,-4,4 --bits 4 --domain-y 3:5 -o cubes.tmd >table
  tmd-dump cubes.tmd | awk -F '\t' '$1 == "case" { print $2, $5, $6, $7 }' | sort >ours
  "$BUILD/tests/brute-pairs" pown 5,-4,4 int:3:4 5,-4,4 all 4 | grep -v ' exact ' | sort >theirs
  cmp ours theirs
}

@test "functions of pairs where one of x alone is needed: one line" {
  run -2 tmd-table pow --format e4m3
  [[ $output = *"is a function of two arguments"* ]]
  run -2 tmd-generate pow --format binary16
  [[ $output = *"is a function of x and y"* ]]
  run -2 tmd-plan exp --domain-y 1:2
  [[ $output = *"exp is a function of x alone"* ]]
  run -2 tmd-plan pow --format decimal32
  [[ $output = *"formats of pairs are binary"* ]]
  run -2 tmd-search pow --format 5,-2,2 --bits 6 -o out.tmd --report page
  [[ $output = *"pairs have plots"* ]]
  [ ! -e out.tmd ]
  run -2 tmd-plan pown --in-y int:9:1
  [[ $output = *"int:LOW:HIGH"* ]]
}
