# The laws of streams, as the shell sees them.
load synthetic

setup() {
  cd "$BATS_TEST_TMPDIR"
  synthetic 40 | tmd-pack >whole.tmd
}

@test "the good sample is what its text says" {
  tmd-dump "$samples/good.tmd" | cmp - "$samples/good.tsv"
  tmd-dump "$samples/joined.tmd" | cmp - "$samples/good.tsv"
}

@test "the bad samples are refused, with status 3 and the reason" {
  while IFS=$'\t' read -r name reason; do
    run -3 tmd-dump "$samples/$name.tmd"
    [[ ${lines[-1]} = "tmd-dump: $samples/$name.tmd: offset "* ]]
    [[ ${lines[-1]} = *"$reason"* ]] || { echo "$name: ${lines[-1]}" && false; }
  done <"$samples/expected"
}

@test "the samples are what formats/samples/make writes" {
  mkdir made
  "$samples/make" "$BUILD/bin" made
  (cd made && ls) >made.list
  (cd "$samples" && ls -- *.tmd) | cmp - made.list
  for name in good joined; do cmp <(zstd -q -dc made/$name.tmd) <(zstd -q -dc "$samples/$name.tmd"); done
}

@test "zstd reads and tests every stream" {
  zstd -q -t <whole.tmd
  zstd -q -t <"$samples/good.tmd"
  [ "$(zstd -q -dc <whole.tmd | grep -c --text TMDCLAIM)" -ge 40 ]
}

@test "the content is laid out as tmd-stream(5) says" {
  zstd -q -dc <"$samples/good.tmd" >content
  [ "$(head -c 12 content)" = TMDCLAIMpol1 ]
  [ "$(od -An -t u4 -j 12 -N 4 content)" -eq 168 ]       # record size
  [ "$(od -An -t u8 -j 16 -N 8 content)" -eq 2 ]         # records
  [ "$(od -An -t u8 -j 48 -N 8 content)" -eq $((1 << 52)) ] # X0
  [ "$(tail -c +97 content | head -n 1)" = function=exp ]
  [ "$(od -An -t x1 -N 16 "$samples/good.tmd" | tr -d ' ')" = 5d2a4d1818000000544d444348554e4b ]
}

@test "cat of streams is a stream with the records of both" {
  cat "$samples/good.tmd" whole.tmd "$samples/good.tmd" >joined.tmd
  cmp <(tmd-dump joined.tmd | grep -v '^#') <(tmd-dump "$samples/good.tmd" whole.tmd "$samples/good.tmd" | grep -v '^#')
  cmp <(tmd-dump --records joined.tmd) <(tmd-dump --records whole.tmd "$samples/good.tmd")
}

@test "split at every block and joined with -k, a filter's output is the same" {
  tmd-select whole.tmd >direct.tmd
  parallel --will-cite --pipe -N1 --recstart $']*M\x18\x18\\0\\0\\0TMDCHUNK' --recend '' -k \
    tmd-select <whole.tmd >pieces.tmd
  [ "$(tmd-dump pieces.tmd | grep -c ^@)" -eq 40 ]
  tmd-select pieces.tmd | cmp - direct.tmd
}

@test "any order of the blocks gives the same results" {
  split_blocks whole.tmd
  [ "$(ls block.* | wc -l)" -eq 40 ]
  cat $(ls block.* | sort -R --random-source=whole.tmd) >shuffled.tmd
  cmp -s shuffled.tmd whole.tmd && false
  for how in '--records --to tsv' '--to wc'; do
    cmp <(tmd-dump $how shuffled.tmd) <(tmd-dump $how whole.tmd)
  done
  tmd-dump --records whole.tmd | grep -q ^case
  synthetic_plan 40 >plan
  tmd-stat --plan plan shuffled.tmd
}

@test "a search cut into processes, blocks shuffled between stages, finds the same cases" {
  tmd-plan exp --format binary32 --bits 16 --domain 0.5:1.5 >plan
  tmd-taylor plan | tmd-shift >packets.tmd
  tmd-exhaust --all packets.tmd | tmd-ziv >direct.tmd
  tmd-stat --plan plan direct.tmd >/dev/null
  [ "$(tmd-dump direct.tmd | grep -c ^case)" -gt 100 ]
  split_blocks packets.tmd
  [ "$(ls block.* | wc -l)" -gt 1 ]
  cat $(ls block.* | sort -R --random-source=packets.tmd) |
    tmd-parallel -j 2 --block 64k -- tmd-exhaust --all -j 1 2>/dev/null | tmd-ziv >shuffled.tmd
  cmp <(tmd-dump --records shuffled.tmd) <(tmd-dump --records direct.tmd)
  tmd-stat --plan plan shuffled.tmd >/dev/null
  for j in 1 2 5; do tmd-exhaust --all -j $j packets.tmd | tmd-ziv -j $j | zstd -q -dc | cmp - <(zstd -q -dc direct.tmd); done
}

@test "tmd-parallel gives the filter's output, and its failures" {
  tmd-dump whole.tmd | sed 's/\tn=[0-9]*\t/\t-\t/' | tmd-pack >many.tmd
  for i in $(seq 60); do cat many.tmd; done >large.tmd
  tmd-parallel -j 2 --block 40k -- tmd-select <large.tmd >out.tmd
  cmp <(tmd-dump --records out.tmd) <(tmd-dump --records large.tmd)
  head -c 100000 large.tmd >cut.tmd
  run -3 --separate-stderr tmd-parallel -j 2 --block 40k -- tmd-select <cut.tmd
  [ -z "$(tmd-parallel -- tmd-select </dev/null)" ]
  bad_usage "unknown option '--foo'" tmd-parallel --foo
}

@test "a truncated stream is refused, every complete block before the cut passed on" {
  head -c -1 whole.tmd >cut.tmd
  tmd-dump cut.tmd >cut.tsv 2>error && false
  tmd-dump whole.tmd | sed '/\t8548352\t8552448\t/,$d' | cmp - cut.tsv # the last claim of 40 is missing
  for filter in "tmd-select" "tmd-dump --to wc" tmd-stat tmd-shift tmd-ziv; do
    warned_like 3 "*cut.tmd: offset *: truncated: *" bash -c "$filter cut.tmd >out.tmd"
  done
  tmd-ziv whole.tmd | cmp - whole.tmd
  cmp out.tmd <(head -c "$(stat -c %s out.tmd)" whole.tmd)
  [ "$(tmd-dump out.tmd | grep -c ^@)" -eq 39 ]
}

@test "a stream cut between blocks is a shorter stream, and coverage sees it" {
  split_blocks whole.tmd
  rm block.40
  cat $(ls block.* | sort -V) >shorter.tmd
  synthetic_plan 40 >plan
  tmd-dump shorter.tmd >/dev/null
  tmd-stat --plan plan whole.tmd >/dev/null
  run -1 tmd-stat --plan plan shorter.tmd
  grep -q $'^gap\texp\t.*\t'$((8388608 + 4096 * 39))$'\t'$((8388608 + 4096 * 40))$'\t' <<<"$output"
}

@test "--keep-going loses the damaged block only, and still exits 3" {
  { head -c 700 whole.tmd && printf X && tail -c +702 whole.tmd; } >damaged.tmd
  run -3 --separate-stderr tmd-ziv damaged.tmd -o plain.tmd
  warned_like 3 "*1 bad places skipped*" tmd-ziv --keep-going damaged.tmd -o kept.tmd
  [ "$(tmd-dump kept.tmd | grep -c ^@)" -eq 39 ]
}

@test "a damaged file: the message of any tool has the command that saves what is sound, and it does" {
  { head -c 700 whole.tmd && printf X && tail -c +702 whole.tmd; } >"it's -damaged.tmd"
  for tool in tmd-dump tmd-stat tmd-ziv tmd-select; do
    run -3 --separate-stderr bash -c "$tool \"it's -damaged.tmd\" >/dev/null"
    [ "${#stderr_lines[@]}" -eq 1 ]
    rm -f sound.tmd
    run -3 bash -c "${stderr#*for what is sound: }"
    tmd-stat whole.tmd >all
    tmd-stat sound.tmd >sound
    [ $(($(cat all sound | column claims arguments | paste -sd +))) -eq $((2 * 40 * 4096 - 4096)) ]
  done
  run --separate-stderr tmd-dump <"it's -damaged.tmd"
  [[ $stderr != *"for what is sound"* ]]
}

@test "--keep-going passes many false beginnings of blocks in a time that grows as they do" {
  # 2^16 of them, each of a block of 2^19 bytes: nothing, a zstd frame's magic number, or its first bytes behind the frame header
  for bytes in 0 4 50; do
    { head -c 16 whole.tmd && printf '\0\0\10\0\0\0\0\0checksum' && tail -c +33 whole.tmd | head -c $bytes; } >false
    for ((i = 0; i < 16; i++)); do cat false false >twice && mv twice false; done
    cat false whole.tmd >many.tmd
    warned_like 3 "tmd-stat: 65536 bad places skipped*" bash -c "ulimit -t $((3 * slow)); tmd-stat --keep-going many.tmd"
    tmd-stat whole.tmd | cmp - <(echo "$output")
  done
}

@test "a stage killed in mid-run leaves a gap that tmd-stat reports; searching the gap closes it" {
  split_blocks whole.tmd
  cat $(seq -f block.%g 1 20) >half.tmd
  { cat half.tmd && head -c 50 block.21; } >torn.tmd
  fed KILL tmd-ziv torn.tmd half.tmd
  [ "$status" -eq 137 ]
  synthetic_plan 40 >plan
  run -1 tmd-stat --plan plan out.tmd
  tmd-stat --gaps --plan plan out.tmd >rest
  [ "$(cut -f 10,11 rest | tail -n 1)" = $((8388608 + 4096 * 20))$'\t'$((8388608 + 4096 * 40)) ]
  cat $(seq -f block.%g 21 40) >again.tmd
  tmd-stat --plan plan out.tmd again.tmd >/dev/null
  [ "$(tmd-stat --gaps --plan plan out.tmd again.tmd | wc -l)" -eq 1 ]
}

@test "SIGINT: the current block is finished, status 130, the output is a stream" {
  fed INT tmd-ziv whole.tmd whole.tmd
  [ "$status" -eq 130 ]
}

@test "however the bytes arrive, any number of threads gives the same output, message and status" {
  for i in 1 2 3 4 5; do cat whole.tmd "$samples/good.tmd"; done >sound.tmd
  head -c 20000 sound.tmd >cut.tmd
  { head -c 15000 sound.tmd && printf X && tail -c +15002 sound.tmd && head -c 300 whole.tmd; } >damaged.tmd
  at_once() { cat "$1"; }
  byte_by_byte() { dd if="$1" bs=1 status=none; }
  with_pauses() { head -c 5000 "$1" && sleep 0.1 && tail -c +5001 "$1" | head -c 777 && sleep 0.1 && tail -c +5778 "$1"; }
  for name in sound cut damaged; do
    for how in "" --keep-going; do
      expected=0 && tmd-ziv -j 1 $how <$name.tmd >expected.tmd 2>expected.error || expected=$?
      [ $name$how = sound ] && [ "$expected" -ne 0 ] && false
      for j in 1 2 8; do
        for writer in at_once byte_by_byte with_pauses; do
          status=0 && { $writer $name.tmd 2>/dev/null || true; } | tmd-ziv -j $j $how >out.tmd 2>error || status=$?
          [ "$status" -eq "$expected" ]
          cmp out.tmd expected.tmd
          cmp error expected.error
        done
      done
    done
  done
  grep -q "2 bad places skipped" expected.error
}

@test "SIGPIPE is quiet" {
  for i in $(seq 200); do cat whole.tmd; done >large.tmd
  for command in "tmd-dump large.tmd" "tmd-ziv large.tmd"; do
    warned 141 "" bash -c "set -o pipefail; $command | head -c 10 | wc -c"
  done
}

@test "a full device is an error of status 2" {
  [ -e /dev/full ] || skip "no /dev/full"
  tmd-dump whole.tmd >whole.tsv
  synthetic_plan 40 >plan
  for command in "tmd-dump whole.tmd" "tmd-dump --records whole.tmd" "tmd-pack whole.tsv" "tmd-stat --plan plan whole.tmd" \
    "tmd-select whole.tmd" "tmd-ziv whole.tmd" "tmd-plan exp --format binary16" "tmd-taylor plan" "tmd-shift whole.tmd"; do
    run -2 --separate-stderr bash -c "$command >/dev/full"
    [[ $stderr = *"No space left on device"* ]] || { echo "$command: $stderr" && false; }
    run -2 --separate-stderr bash -c "$command -o /dev/full"
  done
}

@test "a claim that a filter does not want passes byte for byte" {
  tmd-ziv whole.tmd | cmp - whole.tmd
  tmd-shift whole.tmd | cmp - whole.tmd
}

@test "a filter does not read what it writes" {
  local command
  cp whole.tmd copy.tmd
  synthetic_plan 40 >plan
  cp plan plan.copy
  for command in "tmd-ziv whole.tmd -o whole.tmd" "tmd-ziv /dev/null whole.tmd --force -o ./whole.tmd" \
    "tmd-ziv -o whole.tmd <whole.tmd" "tmd-ziv whole.tmd >>whole.tmd" "tmd-dump --records - <whole.tmd >>whole.tmd" \
    "tmd-stat --plan plan whole.tmd -o plan" "tmd-orbit --plan plan whole.tmd -o plan" "tmd-taylor plan >>plan"; do
    echo "$command"
    bad_usage "is both input and output" timeout 10 bash -c "$command"
    cmp whole.tmd copy.tmd
    cmp plan plan.copy
  done
  tmd-plan exp --domain 1:1.0001 >exp # no input
  tmd-plan exp --domain 1:1.0001 -o exp
}
