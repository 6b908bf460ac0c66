# tmd-stat: counts, coverage, gaps, overlaps, merging.
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
  [ "$(awk "$awk_columns"'kind == "hardness" { n += $at("cases") } END { print n }' report)" -eq 8 ]
  tmd-stat whole.tmd whole.tmd | grep -qx $'covered\t98304\t24576\t8\t6.0\t0\t0'
}

@test "modes nearest expects half as many" {
  edit 's/\tall\t/\tnearest\t/; /^case/d' | tmd-stat | grep -qx $'covered\t98304\t24576\t0\t3.0\t0\t0'
}

@test "lines are TSV, and each kind is named by a line before it" {
  tmd-stat --plan plan whole.tmd | awk -F '\t' '/^#/ { columns[substr($1, 2)] = NF } !/^#/ && NF != columns[$1] { exit 1 }'
}

@test "a plan that is covered: status 0" {
  run -0 tmd-stat --plan plan whole.tmd
  [[ ${lines[-1]} = $'plan\t122880\t122880\t0' ]]
}

@test "a gap: status 1, and printed; --gaps prints it as a plan" {
  edit '/\t8396800\t8400896\t/d' >gap.tmd
  [ "$(tmd-dump gap.tmd | grep -c ^@)" -eq 29 ]
  run -1 tmd-stat --plan plan gap.tmd
  [[ ${lines[-1]} = $'plan\t122880\t118784\t1' ]]
  tmd-stat --plan plan --gaps gap.tmd >rest
  head -n 1 plan | cmp - <(head -n 1 rest)
  [ "$(sed 1d rest | cut -f 1-15)" = "$(sed 1d plan | sed 's/8388608\t8511488/8396800\t8400896/' | cut -f 1-15)" ]
  [ "$(column function cost <rest)" = 0.0333 ]
  run -1 tmd-stat --plan <(cat rest plan rest) gap.tmd
  tmd-taylor rest >filled.tmd
}

@test "nothing to count is one line and status 2; with a plan all of it is missing" {
  for options in "" --accuracy "--function cos"; do
    refused 2 "tmd-stat: nothing was counted: the input has no claims*" tmd-stat $options /dev/null
  done
  [[ $stderr = *" about cos" ]]
  refused 2 "*" tmd-stat --function cos whole.tmd
  head -n 1 plan >header
  warned 2 "tmd-stat: header: has no plan lines, so that nothing was compared" tmd-stat --plan header whole.tmd
  run -1 tmd-stat --plan plan /dev/null
  tmd-stat --gaps --plan plan /dev/null | cut -f 11,12 | cmp - <(cut -f 11,12 plan)
  tmd-stat --gaps --plan header whole.tmd | cmp - header
  # an empty list of gaps would look like a covered plan
  refused 2 "tmd-stat: missing: *" tmd-stat --gaps --plan missing whole.tmd
}

@test "one table of a report, as the page shows: sed prints its header and rows" {
  tmd-stat whole.tmd | sed -n 's/^#*hardness\t//p' >table
  [ "$(head -n 1 table)" = $'k\tcases\texpected' ]
  [ "$(sed 1d table)" = "$(tmd-stat whole.tmd | sed -n 's/^hardness\t//p')" ]
}

@test "--function: an alias and other spellings are the function that tmd-plan plans" {
  tmd-plan silu --format binary16 --domain 1:1.01 | tmd-taylor | tmd-exhaust --all | tmd-ziv | cat - whole.tmd >both.tmd
  tmd-stat --function silu both.tmd >report
  [ "$(grep -c ^problem report)" -eq 1 ]
  for name in swish 'swish( x )'; do tmd-stat --function "$name" both.tmd | cmp - report; done
}

@test "gaps at both ends, and no stream at all" {
  sed 's/8388608\t8511488/8388600\t8511500/' plan >wide
  run -3 tmd-stat --plan wide --gaps whole.tmd # X0 below the binade
  sed 's/8388608\t8511488/8392704\t8600000/' plan >wide
  [ "$(tmd-stat --plan wide --gaps whole.tmd | column function X0 X1)" = $'8511488\t8600000' ]
  [ "$(tmd-stat --plan plan --gaps /dev/null)" = "$(cat plan)" ]
}

@test "another problem, another cell: no coverage" {
  for change in 's/\t15\t0/\t16\t0/' 's/exp\t/exp2\t/' 's/\t0\t1\t8388608/\t0\t2\t8388608/' 's/\tall\t/\tdirected\t/'; do
    sed "$change" plan >other
    cmp -s plan other && false
    run -1 tmd-stat --plan other whole.tmd
  done
}

@test "candidates, packets and regions not proved do not cover" {
  edit 's/^\(case\t[^\t]*\t[^\t]*\t\).*/\1candidate\t-\t-\t-\t0/' >candidates.tmd
  run -1 tmd-stat --plan plan candidates.tmd
  [ "$(grep -c ^gap <<<"$output")" -eq 8 ]
  grep -qx $'claims\tcandidate\t8\t8\t32768' <<<"$output"
  edit 's/constant\t1/constant\t0/' >unproved.tmd
  run -1 tmd-stat --plan plan unproved.tmd
  [ "$(grep -c ^gap <<<"$output")" -eq 6 ]
  grep -qx $'claims\tunproved\t6\t6\t24576' <<<"$output"
  tmd-plan exp --format binary32 --domain 1:1.01 >real
  run -1 bash -c 'tmd-taylor real | tmd-stat --plan real'
}

@test "claims of several cells that lie between each other" {
  tmd-dump whole.tmd | sed -n 's/\t0\t1\t\(8[0-9]*\t8[0-9]*\t[^\t]*\t40\)$/\t0\t2\t\1/p' | tmd-pack >other.tmd
  sed 's/\t0\t1\t8388608/\t0\t2\t8388608/' plan | sed 1d >other
  split_blocks whole.tmd
  cat $(ls block.* | sort -R --random-source=plan) other.tmd >both.tmd
  run -1 tmd-stat --plan <(cat plan other) both.tmd
  [ "$(grep -c ^gap <<<"$output")" -eq 6 ] # the regions of the other cell
  [ "$(grep -c ^overlap <<<"$output")" -eq 0 ]
}

@test "an undecided case: status 1 although everything is covered" {
  edit '0,/^case/s/^\(case\t[^\t]*\t[^\t]*\t\)confirmed\t\([^\t]*\)\t.*/\1undecided\t\2\t20\t-\t4096/' >undecided.tmd
  run -1 tmd-stat --plan plan undecided.tmd
  [ "$(grep -c ^gap <<<"$output")" -eq 0 ]
  run -1 tmd-stat undecided.tmd
}

@test "overlaps are reported; status 1 only if their cases differ" {
  run -0 tmd-stat whole.tmd whole.tmd
  grep -q $'^overlap\t0\t0\t0\t1\t8388608\t8511488\tsame\t2\t-\t-\t-$' <<<"$output"
  edit '0,/^case/{/^case/d}' >missing.tmd
  run -1 tmd-stat whole.tmd missing.tmd
  [ "$(grep -c differ <<<"$output")" -eq 1 ]
  grep -q $'\tdiffer\t2\t8388608\tcase 15\tno case$' <<<"$output"
  edit '0,/^case/s/0x.fedcba98/0x.fedcba97/' >other.tmd
  run -1 tmd-stat other.tmd whole.tmd
  run tmd-stat whole.tmd
  [ "$(grep -c overlap <<<"$output")" -eq 0 ]
}

# pieces [DX0] KIND... : a claim of [8388608 + DX0, 8388611) each: cases:H,H,H (hardness or exact, - for none, u for undecided),
# or REASON:LEAST:GREATEST.
pieces() {
  local at=$1 piece cell X i
  shift
  for piece in "$@"; do
    cell='exp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1'
    if [[ $piece = cases:* ]]; then
      printf "@\\tcase\\t$cell\\t%d\\t8388611\\t-\\t40\\n" $((8388608 + at))
      i=$((8388608 + at))
      for X in $(tr ',' ' ' <<<"${piece#cases:}"); do
        case $X in
          -) ;;
          exact) printf 'case\t-\t%d\texact\tnumber\texact\t0\t0\n' $i ;;
          u) printf 'case\t-\t%d\tundecided\tnumber\t0\t-\t99\n' $i ;;
          *) printf 'case\t-\t%d\tconfirmed\tnumber\t%d\t+0x.8000000000000000p-%d\t0\n' $i $X $X ;;
        esac
        i=$((i + 1))
      done
    else
      printf "@\\tregion\\t$cell\\t%d\\t8388611\\t-\\t64\\n" $((8388608 + at))
      printf 'region\t%d\t8388611\t%s\t1\t%s\t%s\n' $((8388608 + at)) ${piece//:/ }
    fi
  done | tmd-pack
}

@test "overlaps of all kinds are compared: what contradicts each other is named, status 1" {
  # DX0 of the second, the two, and what is said: same, or X and statements
  while IFS='|' read -r at one other said; do
    { pieces 0 $one && pieces $at $other; } >two.tmd
    run tmd-stat two.tmd
    [[ $said = same && $one != cases:*u* ]] && expected=0 || expected=1 # an undecided case: 1
    [ "$status" -eq $expected ] || { echo "$one $other: $status" && return 1; }
    [[ $said = same ]] && said='same|2|-|-|-' || said="differ|2|$said"
    grep ^overlap <<<"$output" | cut -f 8- | tr '\t' '|' | grep -qxF -e "$said" || { echo "$one $other: $output" && return 1; }
  done <<'END'
0|cases:-,60,-|overflow:0:0|8388609|case 60|overflow 0..0
1|cases:-,-,60|overflow:60:60|8388610|case 60|overflow 60..60
0|cases:-,60,-|underflow:0:0|8388609|case 60|underflow 0..0
0|cases:-,-,-|overflow:0:0|same
0|constant:0:14|overflow:0:0|8388608|overflow 0..0|constant 0..14
1|identity:0:14|underflow:0:0|8388609|identity 0..14|underflow 0..0
0|overflow:0:0|underflow:0:0|8388608|overflow 0..0|underflow 0..0
2|constant:0:14|exact:exact:exact|8388610|constant 0..14|exact exact..exact
0|constant:15:unbounded|exact:exact:exact|same
0|constant:15:20|identity:20:30|same
0|constant:15:20|identity:21:30|8388608|constant 15..20|identity 21..30
0|identity:21:30|constant:15:20|8388608|constant 15..20|identity 21..30
0|cases:20,20,20|constant:15:30|same
0|cases:20,31,20|constant:15:30|8388609|case 31|constant 15..30
0|cases:20,20,15|identity:16:30|8388610|case 15|identity 16..30
0|cases:20,20,-|identity:16:30|8388610|no case|identity 16..30
1|cases:-,20,20|identity:16:30|same
0|cases:-,20,20|identity:16:30|8388608|no case|identity 16..30
0|cases:exact,20,20|identity:16:unbounded|same
0|cases:exact,20,20|identity:16:30|8388608|case exact|identity 16..30
0|cases:-,-,-|identity:3:14|same
0|cases:-,15,-|identity:3:14|8388609|case 15|identity 3..14
0|cases:20,u,20|identity:16:30|same
0|cases:-,u,-|overflow:0:0|same
0|cases:-,-,exact|exact:exact:exact|same
0|cases:-,-,16|exact:exact:exact|8388610|case 16|exact exact..exact
0|cases:20,u,-|cases:20,21,-|8388609|undecided|case 21
END
}

# squares K...: a claim of sqrt in binary32 on [1, 1.001), with X = 2^23 + K listed as exact.
squares() {
  local k
  printf '@\tcase\tsqrt\t24,-126,127\t24,-126,127\tall\t30\t0\t0\t0\t0\t8388608\t8396803\t-\t40\n'
  for k in "$@"; do printf 'case\t-\t%d\texact\tnumber\texact\t0\t0\n' $((8388608 + k)); done
}

@test "exact cases that follow by rule: listed or not is no contradiction, and they are counted; what is not exact is one" {
  # squares of multiples of 2^-11: 1, and 1 + 2^-10 + 2^-22
  squares | tmd-pack >none.tmd
  squares 0 | tmd-pack >one.tmd
  squares 0 8194 | tmd-pack >both.tmd
  for streams in none.tmd one.tmd both.tmd 'none.tmd one.tmd' 'both.tmd one.tmd none.tmd'; do
    tmd-stat $streams >report
    grep -qx $'covered\t8195\t0\t0\t0.0\t2\t0' report
    grep '^overlap.*differ' report && false
    tmd-select $streams | cmp - <(tmd-select none.tmd)
  done
  tmd-dump --cases --expand --no-images one.tmd | grep -v '^#' | cut -f 1,5 |
    cmp - <(printf 'x\tkind\n0x1p+0\texact\n0x1.004004p+0\texact\n')
  # not exact, and exact but no midpoint
  squares 0 1 | tmd-pack >wrong.tmd
  squares 0 | sed s/number/midpoint/ | tmd-pack >midpoint.tmd
  for wrong in wrong midpoint; do
    run -1 tmd-stat none.tmd $wrong.tmd
    grep -q $'^overlap.*\tdiffer\t2\t' <<<"$output"
    run -1 tmd-select none.tmd $wrong.tmd
    [[ $output = *"contradict each other"* ]]
  done
}

@test "a region and its arguments, searched one by one, say the same; a case less is seen" {
  tmd-plan sin --format 9,-12,6 --bits 6 >regions.plan
  awk "$awk_columns"'
    $at("region") == "identity" { $at("region") = "-"; $at("plan") = "method=points" }
    { print }' regions.plan >points.plan
  for name in regions points; do
    tmd-taylor $name.plan | tmd-shift | tmd-phase1 | tmd-phase2 | tmd-farey | tmd-exhaust | tmd-ziv >$name.tmd
  done
  [ "$(tmd-dump --records points.tmd | grep -c ^case)" -gt $(($(tmd-dump --records regions.tmd | grep -c ^case) + 1000)) ]
  tmd-stat regions.tmd points.tmd |
    awk "$awk_columns"'kind == "overlap" && $at("claims") == "same" { n += arguments() } END { print n }' >twice
  tmd-stat points.tmd |
    awk "$awk_columns"'kind == "covered" { print $at("searched") + $at("regions") }' | cmp - twice
  tmd-dump points.tmd | awk -F '\t' '!(/^case/ && $3 == 260 && !gone++)' | tmd-pack >less.tmd
  run -1 tmd-stat regions.tmd less.tmd
  grep '^overlap.*differ' <<<"$output" | cut -f 10- | cmp - <(printf '260\tno case\tidentity 14..unbounded\n')
}

# Pieces of arguments 0 to 59 that begin and end anywhere. What is said of each argument is drawn once, and sometimes anew; then,
# by argument and by pairs: how often it is covered, and whether the pieces contradict each other.
@test "overlaps of many claims, by the arguments one by one" {
  for seed in 1 2 3 4 5 6 7 8; do
    awk -v seed=$seed -v expected=expected '
      function die(n) { return int(n * rand()) }
      function truth() { return die(5) ? 0 : 15 + die(4) }
      BEGIN {
        srand(seed); OFS = "\t"; N = 60
        cell = "exp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1"
        for (x = 0; x < N; x++) h[x] = x >= 40 ? 15 + die(4) : truth()
        for (i = 0; i < 14 + seed; i++) {
          a[i] = die(N); b[i] = a[i] + 1 + die(die(2) ? 8 : N - a[i]); if (b[i] > N) b[i] = N
          kind[i] = a[i] >= 40 || !die(3)
          least[i] = a[i] >= 40 ? 15 : 0; greatest[i] = 18; wrong = die(6) ? -1 : a[i] + die(b[i] - a[i])
          if (kind[i] && wrong >= 0) { least[i] = die(19); greatest[i] = least[i] + die(19 - least[i]) }
          print "@", kind[i] ? "region" : "case", cell, 8388608 + a[i], 8388608 + b[i], "-", kind[i] ? 64 : 40
          if (kind[i]) print "region", 8388608 + a[i], 8388608 + b[i], "constant", 1, least[i], greatest[i]
          for (x = a[i]; !kind[i] && x < b[i]; x++) {
            says[i, x] = x == wrong ? truth() : h[x]
            if (!says[i, x]) continue
            print "case", "-", 8388608 + x, "confirmed", "number", says[i, x], "+0x.8000000000000000p-" says[i, x], 0
          }
        }
        for (x = 0; x < N; x++) {
          times = differ = 0
          for (i = 0; i < 14 + seed; i++) {
            if (x < a[i] || x >= b[i]) continue
            times++
            for (k = 0; k < i; k++) {
              if (x < a[k] || x >= b[k]) continue
              if (kind[i] && kind[k]) differ += least[i] > greatest[k] || least[k] > greatest[i]
              else if (!kind[i] && !kind[k]) differ += says[i, x] != says[k, x]
              else {
                r = kind[i] ? i : k; c = kind[i] ? k : i
                differ += says[c, x] ? says[c, x] < least[r] || says[c, x] > greatest[r] : least[r] >= 15
              }
            }
          }
          print 8388608 + x, times, (differ > 0) >expected
        }
      }' | tmd-pack >random.tmd
    run tmd-stat random.tmd
    # how often each argument is covered; the first of a line that differs
    grep ^overlap <<<"$output" | awk -F '\t' '
      NR == FNR { for (x = $6; x < $7; x++) { times[x] = $9; first[x] = $10; line[x] = NR } next }
      $2 > 1 && times[$1] != $2 { print "times of " $1; exit 1 }
      $2 < 2 && $1 in times { print "no overlap at " $1; exit 1 }
      $3 && !(line[$1] in found) { found[line[$1]] = $1; if (first[$1] != $1) { print "differ from " $1; exit 1 } }
      END { for (x in first) if (first[x] != "-" && !(line[x] in found)) { print "the same: " x; exit 1 } }' - expected
    [ "$status" -eq "$(cut -f 3 expected | sort -u | tail -n 1)" ]
    awk '$3' expected | wc -l >>all
  done
  [ "$(awk '{ n += $1 } END { print n }' all)" -gt 30 ]
}

@test "time: claims that are identical or nested, distinct problems, gaps of claims in any order" {
  claim='exp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1'
  awk -v OFS='\t' -v claim="$claim" 'BEGIN { for (i = 0; i < 20000; i++) print "@", "case", claim, 8388608, 8398608, "-", 40 }' |
    tmd-pack >identical.tmd
  (ulimit -t $((3 * slow)) && tmd-stat identical.tmd) | grep ^overlap | cut -f 6-9 |
    cmp - <(printf '8388608\t8398608\tsame\t20000\n')
  awk -v OFS='\t' -v claim="$claim" 'BEGIN { for (i = 0; i < 3000; i++)
    print "@", "case", claim, 8388608 + i, 8398608 - i, "-", 40 }' | tmd-pack >nested.tmd
  tmd-stat nested.tmd | grep ^overlap >overlaps
  [ "$(wc -l <overlaps)" -eq $((2 * 2999 - 1)) ]
  sed -n 2999p overlaps | cut -f 6-9 | cmp - <(printf '8391607\t8395609\tsame\t3000\n')
  awk -v OFS='\t' -v claim="$claim" 'BEGIN { for (i = 0; i < 8000; i++) {
    problem = claim; sub("exp", "x+" i, problem); print "@", "case", problem, 8388608, 8388708, "-", 40 } }' |
    tmd-pack >problems.tmd
  (ulimit -t $((4 * slow)) && tmd-dump --to c problems.tmd) | grep -c _BITS | grep -qx 8000
  (ulimit -t $((4 * slow)) && tmd-stat problems.tmd problems.tmd) | grep -c ^overlap | grep -qx 8000
  # each claim lacks an argument of a plan line
  awk -v OFS='\t' -v claim="$claim" 'BEGIN { n = 80000; for (i = 0; i < n; i++) {
    X = 8388608 + 64 * (i * 7919 % n); print "@", "case", claim, X, X + 63, "-", 40 } }' | tmd-pack >shuffled.tmd
  { head -n 1 plan && awk -v OFS='\t' -v claim="$claim" 'BEGIN { for (i = 0; i < 80000; i++)
    print claim, 8388608 + 64 * i, 8388672 + 64 * i, "-", "-", 0, "-", 1 }'; } >many
  (ulimit -t $((3 * slow)) && tmd-stat --gaps --plan many shuffled.tmd) | column function X0 X1 |
    cmp - <(seq 8388671 64 $((8388607 + 64 * 80000)) | awk -v OFS='\t' '{ print $1, $1 + 1 }')
}

@test "no report on a part of the input, unless --keep-going; status 3 either way" {
  { head -c 700 whole.tmd && printf X && tail -c +702 whole.tmd; } >damaged.tmd
  run -3 --separate-stderr tmd-stat --plan plan damaged.tmd
  [ -z "$output" ]
  run -3 --separate-stderr tmd-stat --keep-going --plan plan damaged.tmd
  [[ ${lines[-1]} = $'plan\t122880\t118784\t1' ]]
  [[ $stderr = "tmd-stat: 1 bad places skipped, the last: damaged.tmd: offset "* ]]
  run -3 --separate-stderr bash -c 'tmd-select damaged.tmd >before.tmd'
  [ "$(tmd-dump before.tmd | grep -c ^@)" -ge 1 ]
}

@test "a plan that is none is refused, with its line" {
  sed 1d plan >headless
  warned_like 3 "tmd-stat: headless: line 1: not the header*" tmd-stat --plan headless whole.tmd
  for change in 's/8388608/x/' 's/\texp/\texp\t/; s/^exp/exp\texp/' 's/8511488/8388608/' 's/\t1$/\tdear/' \
    's/\t-\t-\t/\tnone\t-\t/' 's/\tall\t/\tsome\t/'; do
    sed "2$change" plan >wrong
    warned_like 3 "tmd-stat: wrong: line 2: *" tmd-stat --plan wrong whole.tmd
  done
  head -c -1 plan >cut
  warned_like 3 "*line 2: cut short*" tmd-stat --plan cut whole.tmd
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

@test "chi-square of functions with steps: nor are 4x of sqrt, 2x of log2 and x + 1 of exp2" {
  # e_in and e_out of x, and of its images
  while read -r function cell images; do
    histogram 12:40 13:10 14:8 15:2 20:4 | sed "s/\texp\t/\t$function\t/; s/\t0\t1\t8388608/\t${cell/,/\\t}\t8388608/" >one
    for image in $images; do sed "/^@/s/\t${cell/,/\\t}\t8388608/\t${image/,/\\t}\t8388608/" one; done >more
    cat more one | tmd-pack | tmd-stat | grep -qx $'fit\t15\t4.75\t4\t0.314'
    tmd-pack more | tmd-stat | grep -q '^fit'
    [ $function = log2 ] || # cases that the next binade has too, see below
      cat more one | sed "s/\t$function\t/\texp\t/" | tmd-pack | tmd-stat | grep -qx $'fit\t1[67]\t.*'
  done <<'END'
sqrt 0,0 2,1 4,2
cbrt -3,-1 0,0
log2 4,2 5,2 6,2
exp2 0,1 1,2 1,3
sinpi 0,-1 3,-1
END
}

@test "chi-square where f is almost c x: binades of which many cases are cases of the next one are no more evidence" {
  histogram 12:40 13:10 14:8 15:2 20:4 >one
  sed '/^@/s/\t0\t1\t8388608/\t1\t2\t8388608/' one >next
  sed '/^@/s/\t0\t1\t8388608/\t2\t3\t8388608/' one >last
  for binades in one 'next one' 'one last next'; do
    cat $binades | tmd-pack | tmd-stat | grep -qx $'fit\t15\t4.75\t4\t0.314'
  done
  cat one last | tmd-pack | tmd-stat | grep -qx $'fit\t16\t.*' # no neighbours
  for every in 2:15 8:16; do # every second case is the same, or the eighth
    awk -F '\t' -v OFS='\t' -v every=${every%:*} '$1 == "case" && $3 % every { $3 += 100 } { print }' next |
      sort -s -t "$(printf '\t')" -k 1,1 -k 3,3n >part
    cat one part | tmd-pack | tmd-stat | grep -qx $'fit\t'${every#*:}$'\t.*'
  done
  for records in 7 8; do # few cases may be so by chance; the range is as long as if they were expected
    histogram 12:$records | sed 's/8519680/8404992/' >one
    sed '/^@/s/\t0\t1\t8388608/\t1\t2\t8388608/' one >next
    cat one next | tmd-pack | tmd-stat | column fit tail >tail
    [ "$(cat tail)" = $((records == 7 ? 13 : 12)) ]
  done
}

@test "no chi-square where fewer than 5 cases are expected; joined claims count once" {
  histogram 12:3 | sed 's/8519680/8398000/' | tmd-pack | tmd-stat | grep fit && false
  # 5 expected: erfc(sqrt(0.4))
  histogram 12:3 | sed 's/8519680/8398848/' | tmd-pack | tmd-stat | grep -qx $'fit\t12\t0.80\t1\t0.371'
  histogram 12:40 13:10 14:8 15:2 20:4 | tmd-pack >one.tmd
  tmd-stat one.tmd one.tmd | grep -qx $'fit\t15\t4.75\t4\t0.314'
}

@test "--only: what is covered beyond the plan is a fault, images of the plan are not" {
  tmd-search sin --format binary16 --plan plan -o sin.tmd >/dev/null
  tmd-stat --plan plan --only sin.tmd | tail -n 1 >whole
  cmp whole <(tmd-stat --plan plan sin.tmd | tail -n 1)
  line=$(awk "$awk_columns"'$at("region") == "-" { n = NR } END { print n }' plan)
  sed "${line}d" plan >less
  run -1 --separate-stderr tmd-stat --plan less --only sin.tmd
  # the line's own range, and that of its image
  [ "$(grep ^beyond <<<"$output" | cut -f 10-12)" = "$(sed -n "${line}{p;p}" plan | cut -f 9-11)" ]
  tmd-stat --plan less sin.tmd >/dev/null
  awk "$awk_columns"'NR == '"$line"' { $at("X1")-- } { print }' plan >shorter
  [ "$(tmd-stat --plan shorter --only sin.tmd | grep -c ^beyond)" -eq 2 ]
  tmd-search cos --format binary16 -o cos.tmd >/dev/null
  run -1 --separate-stderr tmd-stat --plan plan --only sin.tmd cos.tmd
  grep -q '^beyond.cos' <<<"$output"
  run -2 tmd-stat --only sin.tmd
}

@test "--accept: a part of the answer to a plan passes; what is damaged, too much, or of another plan is said" {
  edit '/\t8396800\t8400896\t/d' >gap.tmd
  head -c -7 whole.tmd >torn.tmd
  { head -c 60 whole.tmd; printf '\xff'; tail -c +62 whole.tmd; } >flipped.tmd
  sed '2s/8511488/8507392/' plan >less
  { cat whole.tmd; tmd-taylor plan | tmd-shift; } >polynomials.tmd
  edit '0,/^case/{/^case/d}' >differs.tmd
  cat whole.tmd differs.tmd >both.tmd
  for stream in torn flipped polynomials both missing gap whole; do printf '%s.tmd\tplan\n' $stream; done >list
  printf 'whole.tmd\tless\nwhole.tmd\tnone\n' >>list
  run -1 --separate-stderr tmd-stat --accept list
  [ "$(grep -c ^accept <<<"$output")" -eq 9 ]
  [[ ${lines[0]} = $'accept\ttorn.tmd\t0\toffset '*'truncated'* ]]
  [[ ${lines[1]} = $'accept\tflipped.tmd\t0\toffset 0: checksum'* ]]
  [[ ${lines[2]} = *$'\thas claims that are not confirmed (poly)' ]]
  [[ ${lines[3]} = *$'\thas claims that contradict each other' ]]
  [[ ${lines[4]} = $'accept\tmissing.tmd\t0\tNo such file'* ]]
  [ "${lines[5]}" = $'accept\tgap.tmd\t8\t-' ]
  [ "${lines[6]}" = $'accept\twhole.tmd\t8\t-' ]
  [[ ${lines[7]} = *$'\tclaims a range outside the plan: exp in 24,-126,127, e_in 0, 8507392 to 8511488' ]]
  [[ ${lines[8]} = *$'\tnone: No such file'* ]]
  sed -n '6,7p' list | tmd-stat --accept -
}

@test "--accept: a list that is none" {
  for line in 'whole.tmd' 'a\tplan\tb' '\tplan' 'a\t'; do
    printf "$line\n" >list
    run -3 tmd-stat --accept list
    error_line 'line 1: not STREAM, PLAN'
  done
  run -2 tmd-stat --accept list --plan plan
}

@test "--accuracy: complete only where the domain, or a plan, is covered; else it says what it holds for" {
  # of 11,-14,15: a domain that is a part, whole by its plan
  tmd-search exp --format binary16 --domain 1:4 --plan part.plan -o part.tmd >/dev/null
  run -1 tmd-stat --accuracy part.tmd
  printf '%s\n' "${lines[@]}" | grep -qx $'holds\tnearest\t0x1p+0\t0x1p+2'
  printf '%s\n' "${lines[@]}" | grep -qx $'missing\tdirected\t0x1p+2\t0x1p+16'
  run -0 tmd-stat --accuracy --plan part.plan part.tmd
  tmd-dump part.tmd | awk -F '\t' '/^@/ { keep = $9 != 0 || $12 != 1024 } keep' | tmd-pack >less.tmd
  run -1 tmd-stat --accuracy --plan part.plan less.tmd
  # both sides of an odd function by one
  tmd-search sin --format 6,-5,4 -o sin.tmd >/dev/null
  tmd-select --domain 0:inf sin.tmd | tmd-stat --accuracy >half
  [ "$(tmd-stat --accuracy sin.tmd | cut -f 1-7)" = "$(cut -f 1-7 half)" ]
  # claims of other bits and modes together
  tmd-select --domain 1:2 --modes nearest part.tmd >nearest.tmd
  tmd-select --domain 2:4 --bits 4 part.tmd | cat - nearest.tmd >both.tmd
  run -1 tmd-stat --accuracy both.tmd
  printf '%s\n' "${lines[@]}" | grep -qx $'holds\tnearest\t0x1p+0\t0x1p+2'
  printf '%s\n' "${lines[@]}" | grep -qx $'holds\tdirected\t0x1p+1\t0x1p+2'
  # nothing at all: claims that nobody has finished, or about other functions
  tmd-taylor part.plan >poly.tmd
  run -1 tmd-stat --accuracy poly.tmd
  run -2 tmd-stat --accuracy --function expp part.tmd
  run -1 tmd-stat --accuracy --plan part.plan poly.tmd
}

@test "images of what is claimed count for --plan, --gaps and --accuracy, each case confirmed; not with --no-images, --only" {
  tmd-plan log2 --format binary16 >plan
  tmd-taylor plan | tmd-exhaust --all | tmd-ziv >found.tmd # without tmd-orbit
  tmd-orbit --plan plan found.tmd >all.tmd
  warned 0 "" tmd-stat --plan plan found.tmd
  [ "${lines[-1]}" = "$(tmd-stat --plan plan --no-images all.tmd | tail -n 1)" ]
  tmd-stat found.tmd | cmp - <(sed '/^#plan/,$d' <<<"$output") # else the report is about the stream itself
  tmd-stat --plan plan --gaps found.tmd | cmp - <(head -n 1 plan)
  run -1 tmd-stat --plan plan --no-images found.tmd
  run -1 tmd-stat --plan plan --only found.tmd
  tmd-stat --accuracy --binades found.tmd | cmp - <(tmd-stat --accuracy --binades --no-images all.tmd)
  run -1 tmd-stat --accuracy --no-images found.tmd
  run -2 tmd-stat --no-images found.tmd
  # of an odd function, and what is not claimed has no images either
  tmd-plan sin --format 6,-5,4 >plan
  tmd-taylor plan | tmd-exhaust --all | tmd-ziv >found.tmd
  run -0 tmd-stat --plan plan found.tmd
  tmd-dump found.tmd | awk '/^@/ { n++ } n != 3' | tmd-pack >less.tmd
  run -1 tmd-stat --plan plan less.tmd
  [ "$(tmd-stat --plan plan --gaps less.tmd | column function symmetry images)" = $'odd\t1' ]
}

@test "images: a case that one contradicts is corrupt, one that is undecided is no pass" {
  tmd-plan sqrt --format binary16 --domain 1:256 >plan
  tmd-taylor plan | tmd-exhaust --all | tmd-ziv >found.tmd
  tmd-stat --plan plan found.tmd >/dev/null
  tmd-dump found.tmd | sed '0,/\tconfirmed\t[a-z]*\t/s/\(\tconfirmed\t[a-z]*\t[0-9]*\t[-+]0x\.\)./\1c/' | tmd-pack >wrong.tmd
  for options in --plan=plan "--gaps --plan=plan" --accuracy; do
    warned_like 3 "tmd-stat: sqrt: the record of a case contradicts that of its image 0x1.*" tmd-stat $options wrong.tmd
  done
  tmd-dump found.tmd | sed '0,/\tconfirmed\t\([a-z]*\)\t.*/s//\tundecided\t\1\t0\t-\t4096/' | tmd-pack >undecided.tmd
  warned_like 1 "tmd-stat: * cases of images are undecided" tmd-stat --plan plan undecided.tmd
}

@test "gaps where claims for other bits are: a line says what tmd-select makes of them" {
  tmd-search exp --format binary16 --bits 6 --domain 1:2 -o six.tmd >/dev/null
  for bits in 5 8; do tmd-plan exp --format binary16 --bits $bits --domain 1:2 >$bits.plan; done
  run -1 --separate-stderr tmd-stat --plan 8.plan six.tmd
  [ "$stderr" = "tmd-stat: exp: claims for 6 bits do not count for a plan of 8: tmd-select --bits 8 FILE | tmd-stat --plan PLAN" ]
  tmd-select --bits 8 six.tmd | tmd-stat --plan 8.plan >/dev/null
  run -1 --separate-stderr tmd-stat --plan 5.plan six.tmd
  [[ $stderr = *"for a plan of 5; for one of 6 they do: tmd-select --bits 6 FILE | tmd-stat --plan PLAN" ]]
}

@test "--accuracy: arguments and cases are counted once, however many claims of whatever bits are about them" {
  counts() {
    tmd-stat --accuracy --binades >report || true # not of a whole domain
    awk -F '\t' '/^accuracy/ { print $2, $3, $4, $9, $10 } /^apart/ { print $2, $3, $8 }' report
  }
  # some cases are trivial, some exact; one becomes undecided
  tmd-search exp --format binary16 --bits 7 --domain 0.0001:0.01 -o near.tmd >/dev/null
  tmd-search sqrt --format binary16 --domain 1:2 -o sqrt.tmd >/dev/null
  tmd-dump near.tmd | sed '0,/\tconfirmed\t\([a-z]*\)\t.*/s//\tundecided\t\1\t0\t-\t4096/' | tmd-pack | cat - sqrt.tmd >one.tmd
  counts <one.tmd >once
  grep -q 'polynomial [1-9]' once
  grep -q 'exact cases [1-9]' once
  grep -q '^nearest - - 6801 1$' once
  cat one.tmd one.tmd | counts | cmp - once
  tmd-select --bits 9 one.tmd | cat one.tmd - | counts | cmp - once
}

@test "--accuracy: as many bits are enough where no case needs them, undecided cases are false, wrong records corrupt" {
  tmd-search exp --format binary16 --bits 7 --domain 1:4 -o few.tmd >/dev/null
  # modes all, p = 11: 7 + 11 + 1
  tmd-dump few.tmd | sed '/^case/d' | tmd-pack >none.tmd
  run -1 tmd-stat --accuracy none.tmd
  printf '%s\n' "${lines[@]}" | grep -qP '^accuracy\tnearest\t-\t-\t19\tenough\t-\t-\t'
  tmd-dump few.tmd | sed 's/\(\tconfirmed\t[a-z]*\t[0-9]*\t[-+]0x\.\)./\1c/' | tmd-pack >wrong.tmd
  warned_like 3 "tmd-stat: the record of exp(0x1.*) is wrong" tmd-stat --accuracy wrong.tmd
  # one that says that it is not as hard as another of its binade, too
  tmd-dump few.tmd | sed '/0x1.d48p+0/s/\t10\t\(.*\)p-10/\t7\t\1p-7/' | tmd-pack >hidden.tmd
  warned 3 "tmd-stat: the record of exp(0x1.d48p+0) is wrong" tmd-stat --accuracy hidden.tmd
  # and one of a case that nothing decides
  printf '%s\t' @ case exp 53,-1022,1023 113,-16382,16383 all 40 1 0 40 -16382 4503599627370496 4503599627370497 - >text
  printf '40\ncase\t-0x1p+40\t4503599627370496\tconfirmed\tnumber\t65533\t+0x.8000000000000000p-2147483648\t0\n' >>text
  tmd-pack text >nothing.tmd
  warned 3 "tmd-stat: the record of exp(-0x1p+40) is wrong" tmd-stat --accuracy nothing.tmd
  tmd-dump few.tmd | sed '0,/\tconfirmed\t\([a-z]*\)\t.*/s//\tundecided\t\1\t0\t-\t4096/' | tmd-pack >undecided.tmd
  tmd-dump few.tmd | cmp -s - <(tmd-dump undecided.tmd) && return 1
  run -1 tmd-stat --accuracy undecided.tmd
  printf '%s\n' "${lines[@]}" | grep -qP '^accuracy\t.*\t1$'
  for options in '--accuracy --gaps --plan plan' --binades '--function exp --plan plan'; do
    bad_usage "try --help" tmd-stat $options few.tmd
  done
}
