# tmd-dump --to coq: the text of the lemmas; tests/long/coq.bats has Coq check them.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  for function in exp exp2 asin; do tmd-search $function --format binary16 --bits 8 -o $function.tmd >/dev/null; done
  tmd-search log --format binary16 --bits 8 --modes directed --domain 1:2 -o directed.tmd >/dev/null
  tmd-search log --format binary16 --bits 8 --modes nearest --domain 1:2 -o nearest.tmd >/dev/null
}

setup() { cd "$BATS_FILE_TMPDIR"; }

# statements FILE: what each lemma states, on a line: kind, m and e of x, of the breakpoint and of the bounds, hardness
statements() {
  tr '\n' ' ' <"$1" | grep -o 'Lemma case_[0-9]* : [^.]*\.' |
    sed 's/.*hard_case//; s/F2R (Float radix2//g; s/[().]//g; s/  */ /g; s/^ //'
}

@test "a lemma a case, in the order of the list, and a count of those left out" {
  tmd-dump --to coq --limit 0 exp2.tmd >exp2.v
  tmd-dump --cases --limit 0 exp2.tmd | grep -v '^#' | sed 1d >tsv
  grep -q '	exact	' tsv
  grep -v '	exact	' tsv | awk -F '\t' '{ print $5, ($4 ? "-" : "") $2, $3 - 10, $7 }' >wanted
  statements exp2.v | awk '{ print $1, $2, $3, $NF }' | diff wanted -
  grep -qx "(\* $(wc -l <wanted) lemmas; left out: $(grep -c '	exact	' tsv) exact, 0 undecided, 0 beyond 4096 bits \*)" exp2.v
}

@test "the bounds hold the distance, which is that of the list, and the hardness follows from them" {
  tmd-dump --to coq --limit 0 exp.tmd >exp.v
  statements exp.v >stated
  [ "$(wc -l <stated)" -ge 200 ]
  tmd-dump --cases --limit 0 exp.tmd | grep -v '^#' | sed 1d | cut -f 8 >distances
  paste -d ' ' stated distances | perl -ane '
    ($low, $high) = map { $F[$_] * 2 ** $F[$_ + 1] } 5, 7;
    ($k, $d) = @F[9, 10];
    ($sign, $digits, $e) = $d =~ /^([-+])0x\.([0-9a-f]{8})[0-9a-f]*p([-+]?\d+)$/ or die "$d\n";
    $d = hex($digits) / 2 ** 33 * 2 ** $e; # of half-ulps
    ($sign eq "+" ? $low : -$high) <= $d + 1e-12 or die $_;
    $d - 1e-12 <= ($sign eq "+" ? $high : -$low) or die $_;
    $low * $high > 0 or die $_;
    for (abs $low, abs $high) { 2 ** -($k + 2) <= $_ and $_ < 2 ** -($k + 1) or die $_ }'
}

@test "the formats, and the distances that a hardness means for each choice of modes" {
  tmd-dump --to coq directed.tmd >directed.v
  tmd-dump --to coq nearest.tmd >nearest.v
  grep -qx 'Definition f (x : R) := ln x\.' directed.v
  grep -qx 'Definition digits_in := 11%Z\.' directed.v
  grep -qx 'Definition least_out := (-24)%Z\.' directed.v
  grep -qx 'Definition above := 1%Z\.' directed.v
  grep -qx 'Definition above := 2%Z\.' nearest.v
  statements directed.v | grep -q '^number'
  run -1 grep -q '^midpoint' <(statements directed.v)
  statements nearest.v | grep -q '^midpoint'
  run -1 grep -q '^number' <(statements nearest.v)
}

@test "what no lemmas are made of is refused before anything is printed" {
  bad_usage "asin: not among the functions that lemmas are made of" tmd-dump --to coq asin.tmd
  bad_usage "lemmas are about one problem: give one at a time" tmd-dump --to coq exp.tmd exp2.tmd
  tmd-search exp --format 10:3,-2,2 --bits 3 --domain 1:2 -o decimal.tmd >/dev/null
  bad_usage "exp: lemmas are made of binary formats" tmd-dump --to coq decimal.tmd
}
