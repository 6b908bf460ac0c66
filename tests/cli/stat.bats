# tmd-stat: counts, coverage, gaps, overlaps, merging.
bats_require_minimum_version 1.5.0
load synthetic

setup() {
  cd "$BATS_TEST_TMPDIR"
  synthetic 30 | tmd-pack >whole.tmd
  synthetic_plan 30 >plan
}

# edit SED: the stream after a sed script on its text.
edit() { tmd-dump whole.tmd | sed "$1" | tmd-pack; }

@test "counts: claims by state, arguments once, cases by hardness beside the model" {
  tmd-stat whole.tmd >report
  grep -qx $'claims\tcase\t24\t8\t98304' report
  grep -qx $'claims\tregion\t6\t6\t24576' report
  grep -qx $'covered\t98304\t24576\t8\t6.0\t0\t0' report # 98304 * 2^-14
  grep -qx $'hardness\t15\t3\t3' report
  [ "$(awk -F '\t' '$1 == "hardness" { n += $3 } END { print n }' report)" -eq 8 ]
  tmd-stat whole.tmd whole.tmd | grep -qx $'covered\t98304\t24576\t8\t6.0\t0\t0'
}

@test "modes nearest expects half as many" {
  edit 's/\tall\t/\tnearest\t/; /^case/d' | tmd-stat | grep -qx $'covered\t98304\t24576\t0\t3.0\t0\t0'
}

@test "lines are TSV, and each kind is named by a line before it" {
  tmd-stat --plan plan whole.tmd | awk -F '\t' '/^#/ { columns[substr($1, 2)] = NF } !/^#/ && NF != columns[$1] { exit 1 }'
}

@test "a plan that is covered: status 0" {
  run tmd-stat --plan plan whole.tmd
  [ "$status" -eq 0 ]
  [[ ${lines[-1]} = $'plan\t122880\t122880\t0' ]]
}

@test "a gap: status 1, and printed; --gaps prints it as a plan" {
  edit '/\t8396800\t8400896\t/d' >gap.tmd
  [ "$(tmd-dump gap.tmd | grep -c ^@)" -eq 29 ]
  run tmd-stat --plan plan gap.tmd
  [ "$status" -eq 1 ]
  [[ ${lines[-1]} = $'plan\t122880\t118784\t1' ]]
  tmd-stat --plan plan --gaps gap.tmd >rest
  head -n 1 plan | cmp - <(head -n 1 rest)
  [ "$(sed 1d rest | cut -f 1-15)" = "$(sed 1d plan | sed 's/8388608\t8511488/8396800\t8400896/' | cut -f 1-15)" ]
  [ "$(sed 1d rest | cut -f 16)" = 0.0333 ]
  run tmd-stat --plan <(cat rest plan rest) gap.tmd
  [ "$status" -eq 1 ]
  tmd-taylor rest >filled.tmd
}

@test "gaps at both ends, and no stream at all" {
  sed 's/8388608\t8511488/8388600\t8511500/' plan >wide
  run tmd-stat --plan wide --gaps whole.tmd
  [ "$status" -eq 3 ] # X0 below the binade
  sed 's/8388608\t8511488/8392704\t8600000/' plan >wide
  [ "$(tmd-stat --plan wide --gaps whole.tmd | sed 1d | cut -f 10,11)" = $'8511488\t8600000' ]
  [ "$(tmd-stat --plan plan --gaps /dev/null)" = "$(cat plan)" ]
}

@test "another problem, another cell: no coverage" {
  for change in 's/\t15\t0/\t16\t0/' 's/exp\t/exp2\t/' 's/\t0\t1\t8388608/\t0\t2\t8388608/' 's/\tall\t/\tdirected\t/'; do
    sed "$change" plan >other
    cmp -s plan other && false
    run tmd-stat --plan other whole.tmd
    [ "$status" -eq 1 ]
  done
}

@test "candidates, packets and regions not proved do not cover" {
  edit 's/^\(case\t[^\t]*\t[^\t]*\t\).*/\1candidate\t-\t-\t-\t0/' >candidates.tmd
  run tmd-stat --plan plan candidates.tmd
  [ "$status" -eq 1 ]
  [ "$(grep -c ^gap <<<"$output")" -eq 8 ]
  grep -qx $'claims\tcandidate\t8\t8\t32768' <<<"$output"
  edit 's/constant\t1/constant\t0/' >unproved.tmd
  run tmd-stat --plan plan unproved.tmd
  [ "$status" -eq 1 ]
  [ "$(grep -c ^gap <<<"$output")" -eq 6 ]
  grep -qx $'claims\tunproved\t6\t6\t24576' <<<"$output"
  tmd-plan exp --format binary32 --domain 1:1.01 >real
  run bash -c 'tmd-taylor real | tmd-stat --plan real'
  [ "$status" -eq 1 ]
}

@test "claims of several cells that lie between each other" {
  tmd-dump whole.tmd | sed -n 's/\t0\t1\t\(8[0-9]*\t8[0-9]*\t[^\t]*\t40\)$/\t0\t2\t\1/p' | tmd-pack >other.tmd
  sed 's/\t0\t1\t8388608/\t0\t2\t8388608/' plan | sed 1d >other
  split_blocks whole.tmd
  cat $(ls block.* | sort -R --random-source=plan) other.tmd >both.tmd
  run tmd-stat --plan <(cat plan other) both.tmd
  [ "$status" -eq 1 ]
  [ "$(grep -c ^gap <<<"$output")" -eq 6 ] # the regions of the other cell
  [ "$(grep -c ^overlap <<<"$output")" -eq 0 ]
}

@test "an undecided case: status 1 although everything is covered" {
  edit '0,/^case/s/^\(case\t[^\t]*\t[^\t]*\t\)confirmed\t\([^\t]*\)\t.*/\1undecided\t\2\t20\t-\t4096/' >undecided.tmd
  run tmd-stat --plan plan undecided.tmd
  [ "$status" -eq 1 ]
  [ "$(grep -c ^gap <<<"$output")" -eq 0 ]
  run tmd-stat undecided.tmd
  [ "$status" -eq 1 ]
}

@test "overlaps are reported; status 1 only if their cases differ" {
  run tmd-stat whole.tmd whole.tmd
  [ "$status" -eq 0 ]
  grep -q $'^overlap\t0\t0\t0\t1\t8388608\t8404992\tsame$' <<<"$output"
  edit '0,/^case/{/^case/d}' >missing.tmd
  run tmd-stat whole.tmd missing.tmd
  [ "$status" -eq 1 ]
  [ "$(grep -c differ <<<"$output")" -eq 1 ]
  edit '0,/^case/s/0x.fedcba98/0x.fedcba97/' >other.tmd
  run tmd-stat other.tmd whole.tmd
  [ "$status" -eq 1 ]
  run tmd-stat whole.tmd
  [ "$(grep -c overlap <<<"$output")" -eq 0 ]
}

@test "--merge joins what is adjacent and alike, and changes no result" {
  edit 's/\tn=[0-9]*\t/\t-\t/' >alike.tmd
  tmd-stat --merge alike.tmd >merged.tmd
  [ "$(tmd-dump merged.tmd | grep -c ^@)" -lt 30 ]
  cmp <(tmd-dump --records merged.tmd) <(tmd-dump --records alike.tmd)
  tmd-stat --plan plan merged.tmd >/dev/null
  tmd-stat --merge merged.tmd | cmp - merged.tmd
  edit '/^case/d; /region/d; s/\tn=[0-9]*\t/\t-\t/' >empty.tmd
  tmd-stat --merge empty.tmd | tmd-dump | grep -v '^#' | cut -f 12,13 | head -n 1 | grep -qx $'8388608\t8404992'
  tmd-stat --merge whole.tmd | tmd-dump | cmp - <(tmd-dump whole.tmd) # other plan texts: nothing to join
}

@test "--merge joins regions of one reason only" {
  for reason in constant constant identity identity; do
    printf '@\tregion\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t%d\t%d\t-\t64\n' $((at = ${at:-8388608})) $((at + 8))
    printf 'region\t%d\t%d\t%s\t1\t20\t30\n' $at $((at + 8)) $reason
    at=$((at + 8))
  done | tmd-pack | tmd-stat --merge | tmd-dump | grep ^region | cut -f 2-4 >merged
  printf '8388608\t8388624\tconstant\n8388624\t8388640\tidentity\n' | cmp - merged
}

@test "no report on a part of the input, unless --keep-going; status 3 either way" {
  { head -c 700 whole.tmd && printf X && tail -c +702 whole.tmd; } >damaged.tmd
  run --separate-stderr tmd-stat --plan plan damaged.tmd
  [ "$status" -eq 3 ]
  [ -z "$output" ]
  run --separate-stderr tmd-stat --keep-going --plan plan damaged.tmd
  [ "$status" -eq 3 ]
  [[ ${lines[-1]} = $'plan\t122880\t118784\t1' ]]
  [[ $stderr = "tmd-stat: 1 bad places skipped, the last: damaged.tmd: offset "* ]]
  run --separate-stderr bash -c 'tmd-stat --merge damaged.tmd >before.tmd'
  [ "$status" -eq 3 ]
  [ "$(tmd-dump before.tmd | grep -c ^@)" -ge 1 ]
}

@test "a plan that is none is refused, with its line" {
  sed 1d plan >headless
  run --separate-stderr tmd-stat --plan headless whole.tmd
  [ "$status" -eq 3 ]
  [[ $stderr = "tmd-stat: headless: line 1: not the header"* ]]
  for change in 's/8388608/x/' 's/\texp/\texp\t/; s/^exp/exp\texp/' 's/8511488/8388608/' 's/\t1$/\tdear/' \
    's/\t-\t-\t/\tnone\t-\t/' 's/\tall\t/\tsome\t/'; do
    sed "2$change" plan >wrong
    run --separate-stderr tmd-stat --plan wrong whole.tmd
    [ "$status" -eq 3 ]
    [[ $stderr = "tmd-stat: wrong: line 2: "* ]]
  done
  head -c -1 plan >cut
  run --separate-stderr tmd-stat --plan cut whole.tmd
  [ "$status" -eq 3 ]
  [[ $stderr = *"line 2: cut short"* ]]
}

# histogram K:N...: a claim of 2^17 arguments at 12 bits, with N cases of hardness K.
histogram() {
  local pair i at=8388608
  printf '@\tcase\texp\t24,-126,127\t24,-126,127\tall\t12\t0\t0\t0\t1\t8388608\t8519680\t-\t40\n'
  for pair in "$@"; do
    for ((i = 0; i < ${pair#*:}; i++)); do
      printf 'case\t-\t%d\tconfirmed\tnumber\t%d\t+0x.8000000000000000p-%d\t0\n' $((at++)) ${pair%:*} ${pair%:*}
    done
  done
}

@test "chi-square: classes from the threshold on, the tail pooled from 5 expected cases on" {
  # expected 32, 16, 8 and, from 15 on, 8: 2 + 2.25 + 0 + 0.5; p = exp(-4.75/2) (1 + 4.75/2)
  histogram 12:40 13:10 14:8 15:2 20:4 | tmd-pack | tmd-stat >report
  grep -qx $'#fit\ttail\tchi2\tdegrees\tp' report
  grep -qx $'fit\t15\t4.75\t4\t0.314' report
  histogram 12:32 13:16 14:8 15:8 | tmd-pack | tmd-stat | grep -qx $'fit\t15\t0.00\t4\t1'
  histogram | tmd-pack | tmd-stat | grep -qx $'fit\t15\t64.00\t4\t4.18e-13' # exp(-32) 33
  # a third as many arguments: 10.7, 5.3 and 5.3; exp(-y) sums to Q(3/2, y)
  histogram 12:10 13:6 14:5 | sed 's/8519680/8432299/' | tmd-pack | tmd-stat | grep -qx $'fit\t14\t0.15\t3\t0.986'
}

@test "chi-square of an even function: x < 0 is no more evidence" {
  histogram 12:40 13:10 14:8 15:2 20:4 | sed 's/\texp\t/\tcosh\t/' >right
  sed '/^@/s/\tall\t12\t0\t0\t/\tall\t12\t1\t0\t/' right >left
  diff -q right left && false
  for sides in right left 'right left'; do
    cat $sides | tmd-pack | tmd-stat | grep -qx $'fit\t15\t4.75\t4\t0.314'
  done
  cat right left | sed 's/\tcosh\t/\texp\t/' | tmd-pack | tmd-stat | grep -qx $'fit\t16\t.*' # 128 expected
}

@test "no chi-square where fewer than 5 cases are expected; joined claims count once" {
  histogram 12:3 | sed 's/8519680/8398000/' | tmd-pack | tmd-stat | grep fit && false
  # 5 expected: erfc(sqrt(0.4))
  histogram 12:3 | sed 's/8519680/8398848/' | tmd-pack | tmd-stat | grep -qx $'fit\t12\t0.80\t1\t0.371'
  histogram 12:40 13:10 14:8 15:2 20:4 | tmd-pack >one.tmd
  tmd-stat one.tmd one.tmd | grep -qx $'fit\t15\t4.75\t4\t0.314'
}
