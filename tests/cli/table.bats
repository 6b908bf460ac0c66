# The table of the worst cases, at the end of a search and by tmd-dump --to table.
load synthetic

# rows of the table, without those apart
rows() { sed '/^# apart/,$d' | grep '^-\?0x'; }

@test "the bits after the run are eight, also where f(x) has no more of them" {
  tmd-search 'pown(3)' --format binary16 --bits 8 --top 100000 -o cube.tmd >table
  [ "$(grep -c '^-\?0x' table)" -ge 20 ]
  awk '/^-?0x/ && (NF != 8 || length($8) != 8) { exit 1 }' table
}

@test "of x and -x one has a row where f is odd or even, and else both" {
  for function in sin cos; do
    tmd-search $function --format binary16 --bits 8 --top 100000 -o $function.tmd >table
    grep -q '^0x' table
    grep '^-0x' table && return 1
    tmd-dump --records $function.tmd | awk -F '\t' '$1 == "case" && $2 !~ /^-/ && $7 != "exact"' >positive
    [ "$(grep -c '^0x' table)" -eq "$(wc -l <positive)" ]
  done
  tmd-search sin --format binary16 --bits 8 --domain -2:-1 -o left.tmd | grep -q '^-0x'
  tmd-search exp --format binary16 --bits 8 --top 100000 -o exp.tmd >table
  grep -q '^-0x' table
  grep -q '^0x' table
}

@test "cases where f(x) is almost a polynomial in x are apart" {
  tmd-search exp --format binary64 --bits 42 --domain 0x1p-51:0x1.00001p-51 --top 5 -o exp.tmd >table
  [ "$(rows <table | wc -l)" -eq 0 ]
  grep -qx '# apart: [0-9]* cases as hard where f(x) is almost a polynomial of degree 2 in x' table
  tmd-search exp --format binary64 --bits 40 --domain 1:1.001 --top 5 -o far.tmd >table
  [ "$(rows <table | wc -l)" -eq 5 ]
  grep apart table && return 1
  # a polynomial is not apart from itself
  tmd-search 'pown(2)' --format binary16 --bits 8 --top 5 -o square.tmd >table
  [ "$(rows <table | wc -l)" -eq 5 ]
}

@test "one region is no 1 regions" {
  synthetic 5 | tmd-pack | tmd-dump --to table | head -n 1 | grep -q ', 1 region$\|, 1 region,'
  synthetic 10 | tmd-pack | tmd-dump --to table | head -n 1 | grep -q ', 2 regions,'
}
