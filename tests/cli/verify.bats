# tmd-verify, which shares no code: true streams pass, and each kind of false stream is its control, refused with its reason.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  tmd-search exp --format binary32 --bits 10 --domain 1:1.25 -o dense.tmd
  tmd-search sin --format binary32 --bits 20 --domain 0x1p-14:0.25 -o sin.tmd
  tmd-search exp --bits 30 --domain 1:1.00001 -o thirty.tmd
  for name in dense sin thirty; do tmd-dump $name.tmd >$name.tsv; done
} >/dev/null

setup() { cd "$BATS_FILE_TMPDIR"; }

# accepted OPTION...: it is true, and something was checked
accepted() {
  run -0 --separate-stderr tmd-verify "$@"
  [ -z "$stderr" ]
  [[ ${lines[-1]} = checked* || ${lines[-1]} = chance* ]]
}

# false_by REASON OPTION...: it is false, for that reason, which is printed as the control
false_by() {
  run -1 --separate-stderr tmd-verify "${@:2}"
  [ -z "$stderr" ]
  grep -m 1 $'^false\t.*\t'"$1" <<<"$output" | sed 's/^/# control: /' >&3
  grep -q $'^false\t.*\t'"$1" <<<"$output"
}

# edited NAME COMMAND...: the stream of that name after a filter on its text, with right checksums
edited() { "${@:2}" <"$1.tsv" | tmd-pack >edited.tmd; }

# first_case: the number of the first line of a case in a text
first_case() { grep -n -m 1 $'^case\t' "$1.tsv" | cut -d : -f 1; }

@test "stored lists are true, of one and of two arguments" {
  lists=$root/lib/cases
  accepted "$lists"/{acos,pown_3,rsqrt,sinpi,tanh}.tmd "$lists"/binary32-{powers,hypot,angles}.tmd
  accepted --function tgamma "$lists/binary16.tmd"
}

@test "whole claims, argument by argument and by lines" {
  for function in exp sinpi tgamma 'pown(3)'; do accepted --whole --function "$function" "$root/lib/cases/bfloat16.tmd"; done
  # one of each family of derivatives
  for function in cbrt 'rootn(5)' acospi asinh; do accepted --whole --function "$function" "$root/lib/cases/binary32.tmd"; done
  accepted --whole dense.tmd
  [ "$(column checked arguments <<<"$output")" = 2097152 ]
  accepted --whole sin.tmd
  accepted --whole --most 36 thirty.tmd
}

@test "a case removed is found by --whole, by its samples where cases are dense, and by nothing else" {
  line=$(first_case dense)
  edited dense sed "${line}d"
  accepted edited.tmd
  false_by "is a case that the claim lacks" --whole edited.tmd
  edited thirty awk '!/^case/ || ++n % 10 != 3'
  false_by "is a case that the claim lacks" --samples 1000 edited.tmd
  accepted --samples 1000 thirty.tmd
  [[ ${lines[-2]} = "#chance"* ]]
}

@test "a record changed: hardness, side, kind, argument" {
  line=$(first_case dense)
  distance=$(sed -n "${line}p" dense.tsv | cut -f 7)
  hardness=${distance##*p-}
  edited dense sed "${line}s/\t$hardness\t\(.*\)p-$hardness/\t$((hardness + 1))\t\1p-$((hardness + 1))/"
  false_by "hardness $hardness, not $((hardness + 1))" edited.tmd
  edited dense sed "${line}{s/\t+0x/\t~0x/;s/\t-0x/\t+0x/;s/~/-/}"
  false_by "on the other side" edited.tmd
  edited dense sed "${line}{s/midpoint/x/;s/number/midpoint/;s/\tx\t/\tnumber\t/}"
  false_by "next to a" edited.tmd
  edited dense sed "${line}s/0x\.\([89a-f]\)[0-9a-f][0-9a-f]/0x.\100/"
  false_by "another distance" edited.tmd
  edited dense sed "s/\texp\t/\texp2\t/"
  false_by "hardness" edited.tmd
}

@test "a range widened by one, over an argument of another hardness, or over a case" {
  tmd-dump "$root/lib/cases/exp.tmd" >listed.tsv
  sed -n 1p listed.tsv >region.tsv
  grep -m 1 '^#region' listed.tsv >>region.tsv
  grep -B 1 $'^region.*\toverflow\t' listed.tsv | grep -v $'\t4503599627370496\t\|^--' | head -n 2 >>region.tsv
  first=$(tail -n 1 region.tsv | cut -f 2)
  edited region cat
  accepted edited.tmd
  edited region sed "s/\t$first\t/\t$((first - 1))\t/"
  false_by "contradicts its region" edited.tmd
  last=$(tail -n 1 dense.tsv | cut -f 3)
  sed "\$d; s/\t10485760\t/\t$last\t/" dense.tsv >ended.tsv
  edited ended cat
  accepted --whole edited.tmd
  edited ended sed "s/\t$last\t/\t$((last + 1))\t/"
  false_by "is a case that the claim lacks" --whole edited.tmd
}

@test "an image that is none, and a region that is none" {
  edited sin sed 's/^\(@\t.*\t20\t\)0\t0\t/\11\t0\t/; s/^case\t/&-/'
  false_by "f(x) is not in the claim's cell" edited.tmd
  edited sin sed 's/^\(@\t.*\t20\t\)0\t0\t/\11\t1\t/; s/^case\t/&-/'
  accepted edited.tmd
  synthetic 40 | tmd-pack >edited.tmd # its cases and regions are invented
  false_by "contradicts its region" edited.tmd
  false_by "hardness" edited.tmd
}

@test "streams of two arguments: whole, and with a case removed" {
  tmd-search 'x^y' --format e4m3 -o pairs.tmd
  tmd-dump pairs.tmd >pairs.tsv
  accepted --whole pairs.tmd
  tmd-search 'x^y' --in 16,-1,0 --in-y 3,-1,1 --out 16,-3,3 --bits 12 -o strips.tmd # rows in strips of less than a binade
  accepted --whole strips.tmd
  edited pairs sed "$(first_case pairs)d"
  false_by "is a case that the claim lacks" --whole edited.tmd
}

@test "a wrong build refuses true streams: each of its parts is needed" {
  while IFS='|' read -r file fault reason; do
    rm -rf wrong
    mkdir -p wrong/tools
    cp -r "$root/tools/verify" "$root"/tools/tmd-verify.* wrong/tools
    sed -i "$fault" "wrong/tools/$file"
    run -1 cmp -s "wrong/tools/$file" "$root/tools/$file"
    (cd wrong && gcc -I. -O1 -DTMD_VERSION='"0"' tools/verify/*.c tools/tmd-verify.c -o verify -lmpfr -lgmp -lzstd -lxxhash -lm)
    run -1 wrong/verify --whole dense.tmd
    grep -m 1 "$reason" <<<"$output" | sed "s:^:# control, $file, $fault\: :" >&3
    grep -q $'^false\t.*\t'"$reason" <<<"$output"
  done <<'END'
verify/absence.c|s/W = 2 \*/W = 1 */|is a record that the search does not find
verify/absence.c|s/curved = second/curved = 0 * second/|is a record that the search does not find
verify/taylor-terms.c|s/(&y\[k\], &c), 1, k)/(\&y[k], \&c), 1, k + 1)/|is a record that the search does not find
verify/argument-state.c|s/shift = p->bits - t/shift = p->bits - t + 1/|hardness
END
}

@test "what is not checked is named; nothing checked is status 2" {
  : >empty.tmd
  tmd-plan exp --bits 40 --domain 1:1.0001 | tmd-taylor >packets.tmd
  for file in empty.tmd packets.tmd; do
    run -2 --separate-stderr tmd-verify --whole $file
    [[ $stderr = "tmd-verify: nothing was checked in "* ]]
  done
  grep -q $'^not-checked\t.*\tpackets$' <<<"$output"
  run -2 --separate-stderr tmd-verify --function exp "$root/lib/cases/decimal32.tmd"
  grep -q $'^not-checked\t.*\tdecimal format$' <<<"$output"
  run -2 --separate-stderr tmd-verify --function exp "$root/lib/cases/sin.tmd"
}

@test "the reader: bad samples are corrupt, good ones are read; usage" {
  for file in "$samples"/bad-*.tmd; do
    echo "$file"
    run -3 --separate-stderr tmd-verify "$file"
    [[ $stderr = "tmd-verify: $file: block at byte "* ]]
    [ "${#stderr_lines[@]}" -eq 1 ]
  done
  for file in good joined; do
    run --separate-stderr tmd-verify "$samples/$file.tmd"
    [ "$status" -le 1 ]
    [ "$(column checked claims <<<"$output")" = "$(tmd-dump "$samples/$file.tmd" | grep -c '^@')" ]
  done
  head -c 1000 thirty.tmd >cut.tmd
  refused 3 "tmd-verify: cut.tmd: block at byte *: cut short" tmd-verify cut.tmd
  refused 2 "tmd-verify: /no/such: No such file or directory" tmd-verify /no/such
  refused 2 "tmd-verify: no FILE (try --help)" tmd-verify --whole
  refused 2 "tmd-verify: 'x' is not a number *" tmd-verify --samples x thirty.tmd
}

@test "it shares no code: its includes, its symbols; and it has at most 1,000 lines" {
  sources=("$root"/tools/verify/*.[ch] "$root/tools/tmd-verify.c")
  run -1 grep -nE '^ *# *include *["<](lib|kernels|formats|tools/[^v])' "${sources[@]}"
  run -1 grep -nE 'arb|flint|acb_' "${sources[@]}"
  [ "$(nm "$BUILD/bin/tmd-verify" | grep -c ' tmd_')" -eq 0 ]
  [ "$(nm "$BUILD/bin/tmd-verify" | grep -c ' [TtDdBb] verify_')" -ge 8 ]
  # but comments, blank lines and those with nothing but brackets
  [ "$(perl -0777 -pe 's{/\*.*?\*/}{}gs' "${sources[@]}" | grep -vcE '^[][(){};, ]*$')" -le 1000 ]
}
