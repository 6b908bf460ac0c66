# What all stages share (tools/stage): batches across claims change nothing. A stage makes of a stream what it makes of each block
# alone, one after the other, whatever its neighbours are, on any number of threads.
load ../cli/synthetic

# A stream in which claims of three methods, two problems, cases, regions and packets without survivors take turns.
setup_file() {
  cd "$BATS_FILE_TMPDIR"
  local method
  for method in farey regular exhaust; do
    tmd-plan exp --bits 24 --domain 1:0x1.000001p0 --method $method | tmd-taylor --block 2^27 >$method.taylor
    tmd-plan log --format binary32 --bits 16 --domain 1:1.0625 --method $method | tmd-taylor --block 2^18 >>$method.taylor
    tmd-shift $method.taylor --count 16 >$method.packets
  done
  tmd-plan sin --format binary32 --domain 0x1p-5:0x1p-3 --method exhaust | tmd-taylor --block 2^21 | tmd-exhaust >candidates
  tmd-ziv candidates >confirmed
  tmd-phase1 regular.packets >thinned
  cat ./*.taylor ./*.packets candidates confirmed thinned >all
  mkdir blocks
  cd blocks
  split_blocks ../all
  local blocks
  blocks=$(ls block.* | wc -l)
  [ "$blocks" -ge 20 ]
  cat $(ls block.* | sort -R --random-source=../all) >../mixed.tmd
  rm block.*
  split_blocks ../mixed.tmd
  [ "$(ls block.* | wc -l)" -eq "$blocks" ]
}

content() { zstd -q -dc; }

# one_by_one TOOL...: what it makes of each block alone.
one_by_one() {
  local i
  for ((i = 1; ; i++)); do
    [ -e "$BATS_FILE_TMPDIR/blocks/block.$i" ] || return 0
    "$@" -j 1 "$BATS_FILE_TMPDIR/blocks/block.$i" || return 1
  done
}

slowly() {
  local i
  for ((i = 1; ; i++)); do
    cat "$BATS_FILE_TMPDIR/blocks/block.$i" 2>/dev/null || return 0
    [ $((i % 5)) -ne 0 ] || sleep 0.01
  done
}

# same_as_alone TOOL...
same_as_alone() {
  one_by_one "$@" | content >alone
  cmp -s alone <(content <"$BATS_FILE_TMPDIR/mixed.tmd") && return 1 # there was work
  "$@" -j 2 "$BATS_FILE_TMPDIR/mixed.tmd" | content | cmp - alone
  slowly | "$@" -j 5 | content | cmp - alone # batches end everywhere
}

@test "batches change nothing" {
  local command
  drawn 4 <<'END' >commands # a quarter by the date
tmd-shift
tmd-phase1
tmd-phase2
tmd-farey
tmd-exhaust
tmd-phase2 --test lefevre --split 4
tmd-ziv
tmd-orbit
END
  [ "$(wc -l <commands)" -eq 2 ]
  while read -r command; do
    echo "$command"
    same_as_alone $command </dev/null
  done <commands
}

@test "tmd-exhaust takes what its plan gives it, and all with --all" {
  local method
  for method in farey lefevre regular exhaust; do
    tmd-plan exp --bits 24 --domain 1:0x1.000001p0 --method $method | tmd-taylor | tmd-shift >$method.tmd
    tmd-exhaust $method.tmd >$method.out
  done
  cmp farey.out farey.tmd
  tmd-exhaust --all farey.tmd | tmd-dump | grep ^case >all
  [ "$(wc -l <all)" -gt 10 ]
  for method in lefevre regular exhaust; do tmd-dump $method.out | grep ^case | cmp - all; done
  tmd-farey farey.tmd | tmd-dump | grep ^case | cmp - all
  tmd-dump regular.tmd | sed '/^@/s/method=regular/method=later/' | tmd-pack >later.tmd
  tmd-exhaust later.tmd | cmp - later.tmd
}

@test "what came before bad input is answered for, whatever waits in a batch" {
  cat "$BATS_FILE_TMPDIR/mixed.tmd" <(echo rubbish) >bad.tmd
  for tool in tmd-phase1 tmd-farey; do
    $tool "$BATS_FILE_TMPDIR/mixed.tmd" | content >good
    for j in 1 2; do
      refused 3 "*: bad.tmd: offset *: *@(not the beginning of a block|truncated)*" bash -c "$tool -j $j bad.tmd >out.tmd"
      content <out.tmd | cmp - good
    done
  done
}

@test "tmd-taylor: what came before a wrong line of a plan is written, in order, and the first wrong line is named" {
  tmd-plan exp --format binary32 --domain 0x1p-8:0x1p4 >plan
  [ "$(wc -l <plan)" -ge 20 ]
  tmd-taylor --block 2^19 plan >all
  head -n 9 plan | tmd-taylor --block 2^19 | tmd-dump >good
  tmd-dump all | head -n "$(wc -l <good)" | cmp - good # in the order of the plan
  awk "$awk_columns"'NR == 10 { $at("sign_f") = 1 } NR == 12 { $at("region") = "constant" } { print }' plan >wrong
  sed '10s/\t.*//' plan >malformed
  for j in 1 2 5; do
    run -2 --separate-stderr bash -c "tmd-taylor --block 2^19 -j $j wrong | tmd-dump >out && exit \${PIPESTATUS[0]}"
    cmp out good
    [ "$stderr" = "tmd-taylor: the sign or exponent of exp(x) is not the cell's on its whole range" ]
    run -3 --separate-stderr bash -c "tmd-taylor --block 2^19 -j $j malformed | tmd-dump >out && exit \${PIPESTATUS[0]}"
    cmp out good
    [[ $stderr = "tmd-taylor: malformed: line 10: "* ]]
  done
}

@test "tmd-shift: the methods write the same, whatever shapes of packets are mixed" {
  tmd-plan exp --domain 1:1.0003 | tmd-taylor >taylor.tmd
  tmd-plan sin --bits 30 --domain 1:1.00001 --method regular | tmd-taylor >>taylor.tmd
  [ "$(tmd-dump taylor.tmd | grep ^poly | cut -f 6,7 | sort -u | wc -l)" -ge 2 ]
  for options in '-n 2^20 --count 64' '-n 2^24 --count 1' '--degree 6 -n 2^22 --count 2' '--words 2 -n 2^20 --count 16'; do
    tmd-shift $options taylor.tmd >tabulated.tmd
    tmd-shift -j 3 $options --method straightforward taylor.tmd | cmp - tabulated.tmd
  done
}

@test "tmd-shift: packets of different degrees and words in one claim keep their cases" {
  for shape in '3 2' '5 4'; do
    tmd-plan exp --bits 8 --method regular --domain 1:0x1.0000000001p0 |
      tmd-taylor --block 2^11 --degree ${shape% *} --words ${shape#* }
  done | tmd-dump >all
  awk -F '\t' -v OFS='\t' '/^@/ { if (!X0) X0 = $12; $12 = X0; $15 = 264; at = $0 }
    /^poly/ { if ($2 == X0) first[$6] = $0; else second[$6] = $0 }
    END { print at; print first[3]; print second[5]; print at; print first[5]; print second[3] }' all | tmd-pack >mixed.tmd
  tmd-exhaust --all mixed.tmd | tmd-ziv | tmd-select | content >expected
  [ "$(wc -c <expected)" -ge 400 ]
  for method in tabulated straightforward; do
    tmd-shift -n 2^6 --count 2 --words 4 --degree 5 --method $method mixed.tmd | tmd-exhaust --all | tmd-ziv | tmd-select |
      content | cmp - expected
  done
}
