# tmd-dump and tmd-pack: texts that restore the stream, and awk in the middle.
load synthetic

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$samples/good.tmd" "$samples/good.tsv" .
  synthetic 12 | tmd-pack >whole.tmd
}

# not_packed TEXT LINE REASON: tmd-pack refuses the text, naming the line and the reason.
not_packed() {
  printf '%b' "$1" >text
  refused 3 "tmd-pack: text: line $2: *$3*" bash -c 'tmd-pack text >out.tmd'
}

# edited SCRIPT REASON: likewise for the good sample after this sed script.
edited() {
  sed "$1" good.tsv >text
  cmp -s text good.tsv && return 1
  refused 3 "tmd-pack: text: line *$2*" bash -c 'tmd-pack text >out.tmd'
}

@test "the text restores the content bit for bit" {
  for file in good whole; do
    tmd-dump $file.tmd | tmd-pack | zstd -q -dc | cmp - <(zstd -q -dc $file.tmd)
  done
}

@test "so do the packets of a real search" {
  tmd-plan sin --format binary32 --domain 1:2 --method regular | tmd-taylor | tmd-shift >packets.tmd
  [ "$(tmd-dump packets.tmd | grep -c ^poly)" -gt 10 ]
  tmd-dump packets.tmd | tmd-pack | zstd -q -dc | cmp - <(zstd -q -dc packets.tmd)
}

@test "and the claims of scattered cells" {
  tmd-plan sin --format binary32 --domain 0x1p30:0x1.001p30 | tmd-taylor >scattered.tmd
  tmd-dump scattered.tmd | grep -q $'\t-2147483648\t'
  tmd-dump scattered.tmd | tmd-pack | zstd -q -dc | cmp - <(zstd -q -dc scattered.tmd)
}

@test "awk in the middle: records dropped are counted anew" {
  tmd-dump whole.tmd | awk -F '\t' '$1 != "case"' | tmd-pack | tmd-dump >empty.tsv
  [ "$(grep -c ^case empty.tsv)" -eq 0 ]
  [ "$(grep -c ^@ empty.tsv)" -eq 12 ]
  tmd-dump whole.tmd | awk -F '\t' -v OFS='\t' '$1 == "@" { $14 = "n=9" } { print }' | tmd-pack | tmd-dump | grep -c 'n=9' >count
  [ "$(cat count)" -eq 12 ]
}

@test "awk in the middle: whole claims dropped" {
  tmd-dump good.tmd | awk -F '\t' '/^@/ { keep = $10 >= 0 } keep' | tmd-pack | tmd-dump >kept.tsv
  [ "$(grep -c ^@ kept.tsv)" -eq 5 ]
  grep -q ^@.*sin kept.tsv && false
  [ "$(grep -c ^case kept.tsv)" -eq 5 ]
}

@test "comments and columns named again are skipped; x may be left out" {
  { echo '# by hand' && sed 's/^case\t0x[^\t]*/case\t-/' good.tsv && echo '#'; } | tmd-pack | zstd -q -dc |
    cmp - <(zstd -q -dc good.tmd)
}

@test "wrong lines are refused, with their number" {
  claim='@\tcase\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t8388608\t8388700\t-\t40\n'
  not_packed 'case\t-\t8388608\tcandidate\t-\t-\t-\t0\n' 1 'before any claim'
  not_packed '\n' 1 'does not begin with'
  not_packed "$claim"'nonsense\n' 2 'does not begin with'
  not_packed "$claim"'case\t-\t8388608\n' 2 'number of fields'
  not_packed "$claim"'case\t-\t8388608\tcandidate\t-\t-\t-\t0\t0\n' 2 'number of fields'
  not_packed "$claim"'case\t-\t8388608\tcandidate\t-\t-\t-\t0' 2 'cut short'
  not_packed "$claim"'case\t-\t8388608\tcandidate\t-\t-\t-\t\0\n' 2 'zero byte'
  not_packed "$claim"'case\t-\t8388608x\tcandidate\t-\t-\t-\t0\n' 2 'X is not'
  not_packed "$claim"'case\t0x1p+1\t8388608\tcandidate\t-\t-\t-\t0\n' 2 'x is not the number'
  not_packed "$claim"'case\t-\t8388608\tperhaps\t-\t-\t-\t0\n' 2 'status'
  not_packed "$claim"'case\t-\t8388608\tconfirmed\t-\t20\t+0x.8000000000000000p-20\t0\n' 2 'kind'
  not_packed "$claim"'case\t-\t8388608\tconfirmed\tnumber\ttwenty\t+0x.8000000000000000p-20\t0\n' 2 'hardness'
  not_packed "$claim"'case\t-\t8388608\tconfirmed\tnumber\t20\t0x.8p-20\t0\n' 2 'distance'
  not_packed "$claim"'region\t8388608\t8388700\tzero\t1\t0\t0\n' 2 'another kind'
  not_packed '{"type":"claim"}\n' 1 'does not begin with'
}

@test "claims that break the format are refused, with the line of the claim" {
  edited '2s/\tpoly\t/\tpol\t/' '2: kind'
  edited '2s/\tall\t/\tsome\t/' 'modes'
  edited '2s/\t44\t/\t0\t/' 'bits'
  edited '2s/\t168$/\t172/' 'multiple of 8'
  edited '2s/\t168$/\t160/' '4: packet is larger'
  edited '2s/method=/method/' 'key=value'
  edited '4s/\t1024\t/\t0\t/' '2: poly record 0: n is 0'
  edited '4s/\t0x1p-60\t/\tinf\t/' 'err'
  edited '4s/\t0x1p-60\t/\tsmall\t/' 'err'
  edited '4s/,0369d/,369d/' 'coefficients'
  edited '4s/00000000f00ff0a1/00000001f00ff0a1/' 'bits beyond'
  edited '4s/00000000f00ff0a1/0000000000000000/' 'no survivor'
  edited '8s/4503599627378696/4503599627378896/; 8s/0x1[^\t]*/-/' 'does not increase'
  edited 's/\tidentity\t1\t20\t/\tidentity\t1\t65534\t/; s/unbounded/21/' 'least <= greatest'
}

@test "what is complete before a wrong line is written" {
  { cat good.tsv && echo wrong; } >text
  run -3 --separate-stderr bash -c 'tmd-pack text >out.tmd'
  tmd-dump out.tmd | cmp - <(sed '/^@\tcase\tlog/,$d' good.tsv)
}

@test "--records: sorted by x, regions joined, candidates too, independent of the cuts" {
  tmd-dump --records whole.tmd >records
  [ "$(grep -c ^region records)" -eq 2 ]
  for half in 's/\t8409088/\t8406000/' 's/\t8404992/\t8406000/'; do # the first region in two claims
    tmd-dump whole.tmd | sed -n '/\t8404992\t8409088/p' | sed "$half"
  done | cat - <(tmd-dump whole.tmd | sed '/\t8404992\t8409088/d') | tmd-pack >cut.tmd
  [ "$(tmd-dump cut.tmd | grep -c ^region)" -eq 3 ]
  cmp <(tmd-dump --records cut.tmd) records
  tmd-dump --records "$samples/good.tmd" | grep -q $'^case\t0x1.0000000002008p+0\t0\t4503599627378696\tcandidate'
}

@test "claims that contradict each other make no list: the message says where, status 1" {
  tmd-dump whole.tmd | sed '0,/^case/{/^case/d}' | tmd-pack | cat whole.tmd - >both.tmd
  for form in '--cases --to tsv' '--to wc' '--to csv' '--to c' '--to table' '--to bin' '--to llvm' '--to coq'; do
    refused 1 "tmd-dump: exp, modes all, 15 bits: two claims (case 15, no case) contradict each other, x = 0x1p+0" \
      tmd-dump $form both.tmd
    run -1 tmd-dump $form -o list both.tmd
    [ ! -e list ]
  done
  tmd-dump --to wc --limit 0 whole.tmd whole.tmd | grep -c '^# complete for' | grep -qx 1
}

@test "--records: negative x first, in numeric order" {
  for sign in 0 1; do
    for X in 8388700 8388650; do
      printf '@\tcase\tsin\t24,-126,127\t24,-126,127\tall\t15\t%d\t0\t0\t0\t%d\t%d\t-\t40\n' $sign $((X - 9)) $((X + 9))
      printf 'case\t-\t%d\tcandidate\t-\t-\t-\t0\n' $X
    done
  done | tmd-pack | tmd-dump --records | awk -F '\t' '$1 == "case" { print $2 }' >order
  printf '%s\n' -0x1.0000b8p+0 -0x1.000054p+0 0x1.000054p+0 0x1.0000b8p+0 | cmp - order
}

@test "--to llvm: the encodings and offsets give the results of --to csv" {
  for list in exp sin; do tmd-dump --to csv --top 40 --mode nearest "$root/lib/cases/$list.tmd" | grep -v ^x,; done 2>said |
    cut -d , -f 1,14-17 >csv
  [ "$(grep -c , csv)" -ge 80 ]
  for list in exp sin; do tmd-dump --to llvm --top 40 --mode nearest "$root/lib/cases/$list.tmd" | grep -v ^//; done 2>said |
    perl -ne '/^\{0x(\w{16})U, 0x(\w{16})U, ([01])U, ([01])U, ([01])U\}, / or die; ($x, $rz, @off) = (hex $1, hex $2, $3, $4, $5);
      print join(" ", $x, map { $rz + $_ } $off[2], $off[0], $off[1], 0), "\n"' >llvm
  perl -MPOSIX -ne 'print join(" ", map { unpack "Q", pack "d", scalar POSIX::strtod($_) } split /,/), "\n"' csv | diff - llvm
  # as texts: awk's numbers have 53 bits
  [ "$(awk '$2 "" != $5 ""' llvm | wc -l)" -ge 10 ]
  [ "$(awk '$4 "" != $5 ""' llvm | wc -l)" -ge 10 ]
  tmd-search exp --format binary80 --bits 40 --domain 1:0x1.00001p0 -o wide.tmd
  bad_usage "encodings of at most 64 bits are listed for LLVM" tmd-dump --to llvm wide.tmd
}

@test "--to wc: one x a line below the problem and the ranges where the list is complete" {
  tmd-dump --to wc --limit 0 whole.tmd >list
  grep -q '^# exp from 24,-126,127 to 24,-126,127, modes all: hard-to-round cases at 15 bits$' list
  grep -q '^# complete for 0x1p+0 <= x < 0x1.018p+0$' list
  [ "$(grep -vc '^#' list)" -eq "$(tmd-dump whole.tmd | grep -c ^case)" ]
  grep -v '^#' list | grep -vx -- '-\?0x1\(\.[0-9a-f]*\)\?p[-+][0-9]*' && false
  tmd-dump --to wc good.tmd | grep -q 'candidates that are not confirmed'
  tmd-dump --to wc good.tmd | grep -q '^# complete for 0x1.0000000004p+0 <= x'
}
