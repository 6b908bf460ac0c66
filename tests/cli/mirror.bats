# Odd and even functions: a plan line, and a search, for x and -x.
bats_require_minimum_version 1.5.0
load synthetic

setup() { cd "$BATS_TEST_TMPDIR"; }

search() { # [PLAN]: its confirmed stream
  tmd-taylor "$@" | tmd-shift | tmd-farey | tmd-phase1 | tmd-phase2 | tmd-exhaust | tmd-ziv
}

mirrored() { awk -F '\t' '$13 ~ /mirror=/' "$1" | wc -l; }

@test "searched once, listed twice: the same as both halves searched" {
  for function in sin cosh atanh cbrt tanpi erf 'rootn(-3)' 'pown(2)' 'sin(x)/x' 'exp(-x^2/2)' 'x^2*tan(1/x)'; do
    tmd-plan --format binary16 "$function" >plan
    tmd-plan --format binary16 --domain 0:inf "$function" >right
    tmd-plan --format binary16 --domain=-inf:0 "$function" >left
    [ "$(mirrored plan)" -gt 10 ]
    [ "$(mirrored right)" -eq 0 ]
    [ "$(mirrored left)" -eq 0 ]
    [ "$(wc -l <plan)" -le "$(wc -l <right)" ]
    search plan >both
    search left right >halves
    tmd-dump --cases --to tsv --expand both >listed
    tmd-dump --cases --to tsv --expand halves | diff listed - >&2
    tmd-stat --plan plan halves >&2
    cat left right | tmd-stat --plan - both >&2
    tmd-dump both | run ! grep -q mirror
  done
}

@test "not for exp, nor for x without -x" {
  for arguments in 'exp' 'log(1+exp(x))' 'sin --domain 1:8' 'cbrt --domain=-8:-1' 'sqrt'; do
    tmd-plan --format binary16 $arguments >plan
    [ "$(mirrored plan)" -eq 0 ]
  done
  tmd-plan sin --format binary16 --domain=-8:4 >plan # [4, 8) is on one side only
  awk -F '\t' 'NR > 2 && ($13 !~ /mirror=odd/) != ($8 >= 2) { exit 1 }' plan
  awk -F '\t' 'NR > 1 && $6 == 1 && $8 < 2 { exit 1 }' plan
  search plan >stream
  [ "$(tmd-stat --plan plan stream | tail -n 1)" = $'plan\t35840\t35840\t0' ] # 0, twice 17407 below 4, 1025 from -4 to -8
}

@test "what is missing of x, of -x and of both" {
  tmd-plan cbrt --format binary32 --domain=-2:2 | awk 'NR == 1 || /\t0\t1?\t?0\t0\t8388608\t/' >plan
  [ "$(wc -l <plan)" -eq 2 ]
  tmd-taylor --block 1048576 plan | tmd-exhaust | tmd-ziv >stream
  [ "$(tmd-stat --plan plan stream | tail -n 1)" = $'plan\t16777216\t16777216\t0' ]
  # eight blocks on each side: without 1, 2, 5 of x, and 2, 3, 5, 7 of -x
  tmd-dump stream | awk -F '\t' '/^@/ { n = ($12 - 8388608) / 1048576; keep = $8 ? n !~ /[2357]/ : n !~ /[125]/ } keep' | tmd-pack >some
  tmd-stat --gaps --plan plan some | awk -F '\t' 'NR > 1 { print $6, $7, ($10 - 8388608) / 1048576, ($11 - 8388608) / 1048576, $13 ~ /mirror=odd/ }' >gaps
  diff gaps - <<'END'
0 0 1 2 0
0 0 2 3 1
1 1 3 4 0
0 0 5 6 1
1 1 7 8 0
END
  tmd-stat --gaps --plan plan some | tmd-taylor | tmd-exhaust | tmd-ziv >>some
  tmd-stat --plan plan some >&2
  tmd-dump --cases --to tsv stream >listed
  tmd-dump --cases --to tsv some | diff listed - >&2
}

@test "claims of -x follow each other, so that they can be joined" {
  tmd-plan atan --format binary32 --domain=-2:2 | tmd-taylor --block 4096 | tmd-exhaust | tmd-ziv | tmd-stat --merge >joined
  tmd-plan atan --format binary32 --domain=-2:2 >plan
  tmd-stat --plan plan joined >&2
  [ "$(tmd-dump joined | grep -c ^@)" -lt 20000 ] # of 51744
}

@test "a word that the table does not know: status 2" {
  tmd-plan exp --format binary16 --domain 1:2 | sed 's/\tmethod/\tmirror=even method/' >plan
  run tmd-taylor -o /dev/null plan
  [ "$status" -eq 2 ]
  error_line 'exp: the plan says that it is even'
  tmd-plan sin --format binary16 --domain 1:2 | sed 's/\tmethod/\tmirror=even method/' >plan
  run tmd-taylor -o /dev/null plan
  [ "$status" -eq 2 ]
  error_line 'sin: the plan says that it is even'
  run tmd-stat --plan plan /dev/null
  [ "$status" -eq 2 ]
  [[ $output = *'sin: the plan says that it is even'* ]]
  tmd-plan exp --format binary16 --domain 1:2 | tmd-taylor | tmd-exhaust | tmd-dump | sed 's/method=/mirror=odd method=/' | tmd-pack >stream
  run tmd-ziv -o /dev/null stream
  [ "$status" -eq 2 ]
  error_line 'exp: the plan says that it is odd'
  tmd-plan cos --format binary16 | sed 's/\tzero\t-/\tzero\tmirror=even/' >plan
  run tmd-taylor -o /dev/null plan
  [ "$status" -eq 2 ]
  error_line 'cos: x = 0 has no mirror image'
}

@test "what nobody can tell is undecided on both sides, and may be searched on one" {
  tmd-search 'sin(pi*x)' --format 4,-3,4 --bits 2 -o whole >report || [ $? -eq 1 ]
  grep -qx $'plan\t143\t143\t0' report
  for side in 0 1; do
    tmd-dump whole | awk -F '\t' -v side=$side '/^@/ { keep = $8 == side } keep' | tmd-pack >part
    tmd-search 'sin(pi*x)' --format 4,-3,4 --bits 2 -o part --resume >report || [ $? -eq 1 ]
    grep -qx $'plan\t143\t143\t0' report
    tmd-dump --cases --to tsv whole >listed
    tmd-dump --cases --to tsv part | diff listed - >&2
  done
  for function in 'asin(erf(-x))' 'asin(tanh(x))' 'asin(tanh(x))+x'; do # |tanh x| < 1, however near
    tmd-plan "$function" --format bfloat16 --summary >sums
    [ "$(tail -n 1 sums | cut -f 3)" -eq 65279 ]
  done
  # of 1 - erf(-x)^2 ball arithmetic does not know at x = 60 that it is above 0
  tmd-search 'log(1-erf(-x)^2)' --format bfloat16 --domain 60:62 -o stream >report || [ $? -eq 1 ]
  [ "$(tail -n 1 report)" = $'plan\t8\t8\t0' ]
  [ "$(tmd-dump --records stream | grep -c "^case.*undecided")" -eq 8 ]
}

@test "an interrupted search goes on, on both sides" {
  tmd-search sinh --format binary32 -o whole >&2
  tmd-search sinh --format binary32 --domain 0x1p-9:0x1p-3 -o part >&2
  tmd-search sinh --format binary32 -o part --resume >&2
  tmd-dump --cases --to tsv whole >listed
  tmd-dump --cases --to tsv part | diff listed - >&2
}
