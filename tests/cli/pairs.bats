# tmd-check --pairs: functions of two arguments.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  gcc -O1 -frounding-math -shared -fPIC "$BATS_TEST_DIRNAME/faults-of-two.c" -o faults.so -lm
}
setup() { cd "$BATS_FILE_TMPDIR"; }

# row [-STATUS] SYMBOL [OPTION...]: x = 1.5 with every y, by fmod; findings without their first columns
row() {
  local wanted=()
  [[ $1 != -[0-9] ]] || { wanted=("$1") && shift; }
  run --separate-stderr "${wanted[@]}" tmd-check --library ./faults.so --symbol "${1}f16" --pairs fmod --format binary16 \
    --domain 1.5:1.5005 --timeout 1 "${@:2}" || return 1
  findings=$(grep '^finding' <<<"$output" | cut -f 4- | tr '\t' ' ')
}
# finds FINDINGS [-STATUS] SYMBOL [OPTION...]: a row has these and no others.
finds() { row "${@:2}" && [ "$findings" = "$1" ] || { echo "${*:2}: $findings" && return 1; }; }
at=0x1.8p+0,0x1.4p+0

@test "two arguments: right results of a row have no findings, with flags and errno" {
  finds "" -0 right --flags --errno
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $8, $10, $20 }' <<<"$output" | sort -u)" = "part 63490 0 0 pass" ]
}

@test "two arguments: faults at one pair are named, and the rest is checked" {
  finds "$(printf "%s wrong 1 $at 0x1p-2 0x1.004p-2\n" nearest down)" -1 wrong --modes nearest,down --keep kept
  [[ "$(sed -n 2p kept)" = "$at"$'\tnearest\t0x1p-2\t0x1.004p-2\t'* ]]
  finds "up wrong 1 $at 0x1p-2 0x1.004p-2" wrong_up
  finds "$(printf 'down %s 1 0x1.8p+0,-0x1.8p+0 0x0p+0 -0x0p+0\n' wrong sign)" zero --modes down
  finds "$(printf "down %s 1 $at 0x1p-2 -0x1p-2\n" wrong sign)" minus --modes down
  finds "$(printf "zero %s 1 $at 0x1p-2 nan\n" wrong special-value)" not_a_number --modes zero
  finds "zero crash 1 $at 0x1p-2 -" crash --modes zero
  [[ $stderr == *"crashf16($at): killed by signal 11"* ]]
  finds "zero hang 1 $at 0x1p-2 -" hang --modes zero
}

@test "two arguments: flags, errno and the environment" {
  finds "up spurious-inexact 1 $at 0x1p-2 0x1p-2" spurious --flags --modes up
  finds "up flag-cleared 1 $at 0x1p-2 0x1p-2" cleared --flags --modes up
  row unstable --flags --modes up
  grep -q "^up unstable 1 $at " <<<"$findings"
  finds "nearest mode-changed 1 $at 0x1p-2 0x1p-2" mode --modes nearest
  finds "nearest errno 1 $at 0x1p-2 0x1p-2" error --errno --modes nearest
  row lost_errno --errno --modes nearest
  [ "$(cut -d ' ' -f 1-6 <<<"$findings")" = "nearest errno 2 0x1.8p+0,-0x0p+0 nan -nan" ] ||
    [ "$(cut -d ' ' -f 1-5 <<<"$findings")" = "nearest errno 2 0x1.8p+0,-0x0p+0 nan" ]
}

@test "two arguments: integers and binary32, at special values; nothing but the list" {
  run tmd-check --library ./faults.so --symbol wrong_scaledf --pairs ldexp --format binary32 --modes nearest --samples 0
  grep -q $'\twrong\t1\t0x1.8p+0,-3\t0x1.8p-3\t0x1p-2$' <<<"$output"
  run tmd-check --library ./faults.so --symbol wrong_legf --pairs hypot --format binary32 --modes up --samples 0
  grep -q $'\twrong\t1\t0x1.8p+1,0x1p+2\t0x1.4p+2\t0x1.400002p+2$' <<<"$output"
  printf '# pairs\n0x3p0\t4\n3,4\tdown\tagain\n-3\t-4\n' >list
  run -1 tmd-check --library ./faults.so --symbol wrong_legf --pairs hypot --format binary32 --modes up --claims-only list
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $8, $10 }' <<<"$output")" = "sampled 2 2 1" ]
}

@test "two arguments: the same counts and errors as by MPFR alone, every y, values in double precision" {
  # all numbers of binary16, or integers
  awk 'BEGIN { for (e = -14; e <= 15; e++) for (m = e == -14 ? 0 : 1024; m < 2048; m++)
    printf "%.17g\n-%.17g\n", m * 2 ^ (e - 10), m * 2 ^ (e - 10); print "inf\n-inf" }' >halves
  seq -32768 32767 >integers
  compare() { # FUNCTION MODE X NEXT
    local second=halves
    case $1 in pown | rootn | ldexp) second=integers ;; esac
    sed "s/^/$3\t/" $second >pairs
    tmd-check --library ./faults.so --pairs "$1" --format binary16 --modes "$2" --domain "$3:$4" >report || [ $? -eq 1 ]
    counts_as "$("$BUILD/tests/brute-check" ./faults.so "$1" "$1f16" binary16 "$2" pairs)" "$2" "$1"
  }
  compare pow down 1.25 1.2505
  compare atan2 nearest 3 3.0015
  compare hypot up 0.75 0.7503
  compare remainder nearest -7.5 -7.497
  compare rootn down -12.5 -12.494
  compare add up -1.5 -1.4995
  compare sub zero 1.5 1.5005
  compare mul down 1.25 1.2505
  compare div nearest -3.5 -3.499
  # binary32, random pairs, by MPFR in both
  awk 'BEGIN { srand(7); for (i = 0; i < 4000; i++) printf "%s0x1.%06xp%d\t%s0x1.%06xp%d\n", rand() < 0.5 ? "-" : "",
    2 * int(rand() * 2 ^ 23), rand() * 40 - 20, rand() < 0.5 ? "-" : "", 2 * int(rand() * 2 ^ 23), rand() * 12 - 6 }' >pairs
  for f in pow atan2 remainder; do
    tmd-check --library libm.so.6 --pairs $f --format binary32 --claims-only pairs >report || [ $? -eq 1 ]
    for mode in nearest up; do
      counts_as "$("$BUILD/tests/brute-check" libm.so.6 $f ${f}f binary32 $mode pairs)" $mode $f
    done
  done
}

@test "the cases of a stream of pairs are those of its CSV" {
  local cases=$BATS_TEST_DIRNAME/../../lib/cases
  same() { # FUNCTION SYMBOL LIST
    local check=(tmd-check --library libm.so.6 --symbol "$2" --pairs "$1" --format binary32 --claims-only)
    tmd-dump --to csv "$3" | awk -F , -v name=",\"$1(" 'index($0, name) { print $1 }' |
      awk -F ';' -v of="$1" '{
        if (of ~ /n$/ && ($2 < -2147483648 || $2 > 2147483647)) next
        if (of ~ /^atan2/) print $2 "," $1
        else print $1 "," $2
      }' >list
    [ "$(wc -l <list)" -gt 100 ]
    "${check[@]}" list >of-list || [ $? -eq 1 ]
    "${check[@]}" "$3" >of-stream || [ $? -eq 1 ]
    cmp of-list of-stream
  }
  same hypot hypotf "$cases/binary32-hypot.tmd"
  same atan2 atan2f "$cases/binary32-angles.tmd"
  same pown ldexpf "$cases/binary32-powers.tmd" # it takes an int
  run -2 --separate-stderr tmd-check --library libm.so.6 --pairs pow --format binary32 --claims-only "$cases/binary32-hypot.tmd"
  [ "$stderr" = "tmd-check: $cases/binary32-hypot.tmd: has no claim about pow in the format" ]
  run -2 --separate-stderr tmd-check --library libm.so.6 --pairs hypot --format binary64 --claims-only "$cases/binary32-hypot.tmd"
  [[ "$stderr" = *"has no claim about hypot in the format" ]]
}

@test "streams of several functions: each is about one of them, and each function has one" {
  local cases=$BATS_TEST_DIRNAME/../../lib/cases check=(tmd-check --library libm.so.6 --format binary32 --claims-only)
  local hypot=$cases/binary32-hypot.tmd angles=$cases/binary32-angles.tmd
  tested() { awk "$awk_columns"'kind == "check" { print $at("function"), $at("mode"), $at("tested") }'; }
  "${check[@]}" --pairs hypot "$hypot" >report || [ $? -eq 1 ]
  "${check[@]}" --pairs atan2 "$angles" >>report || [ $? -eq 1 ]
  "${check[@]}" --pairs hypot,atan2 "$angles" "$hypot" >both || [ $? -eq 1 ]
  tested <report >apart
  [ "$(wc -l <apart)" -eq 8 ]
  tested <both | cmp - apart
  fails() { # MESSAGE OPTION...
    run -2 --separate-stderr "${check[@]}" "${@:2}"
    [ -z "$output" ]
    [ "$stderr" = "tmd-check: $1" ]
  }
  fails "$angles: has no claim about hypot in the format" --pairs hypot "$hypot" "$angles"
  fails "$hypot: has no claim about pow,fmod in the format" --pairs pow,fmod "$hypot" "$angles"
  fails "no file has a claim about pow in the format" --pairs hypot,atan2,pow "$hypot" "$angles"
  fails "no file has a claim about fmod in the format" --pairs fmod,hypot "$hypot" "$hypot"
  printf '3,4\n' >list
  "${check[@]}" --pairs pow,hypot "$hypot" list >both || [ $? -eq 1 ]
  [ "$(tested <both | grep -c '^pow.*\s1$')" -eq 4 ]
  # a function with claims, but without cases, has not passed
  tmd-select --bits 90 "$hypot" >none.tmd
  run -1 "${check[@]}" --pairs hypot,atan2 none.tmd "$angles"
  [ "$(grep -c "^check.hypot.*void" <<<"$output")" -eq 4 ]
}

@test "of a stream of pairs, integers beyond 32 bits are left out" {
  tmd-plan pown --in binary64 --in-y int:2147483640:2147483655 --out binary64 --bits 4 --domain 1:1.5 >plan
  for n in 2147483647 2147483648; do # 64 arguments of the row
    awk -v n=$n "$awk_columns"'
      kind == "function" && ++lines == 1 {
        $at("X0") = sprintf("%.0f", (n - 2147483640) * 2 ^ 52); $at("X1") = sprintf("%.0f", (n - 2147483640) * 2 ^ 52 + 64)
        $at("plan") = "method=points block=64"
      }
      lines < 2' plan >row
    tmd-taylor row | tmd-exhaust | tmd-ziv >$n.tmd
    tmd-dump --to csv $n.tmd | grep -c ";$n," >$n.cases
    [ "$(cat $n.cases)" -gt 5 ]
  done
  run -1 tmd-check --library libm.so.6 --symbol ldexp --pairs pown --format binary64 --modes nearest --claims-only 2147483647.tmd
  [ "$(awk "$awk_columns"'kind == "check" { print $at("tested") }' <<<"$output")" = "$(cat 2147483647.cases)" ]
  run ! tmd-check --library libm.so.6 --symbol ldexp --pairs pown --format binary64 --modes nearest --claims-only 2147483648.tmd
  [[ "$output" = *"nothing was checked"* ]]
}

@test "operators: right in every mode with their flags; zeros of sums that cancel; errors of a quotient, by OpenCL's limit" {
  for format in binary32 binary64; do
    run --separate-stderr tmd-check --library ./faults.so --pairs add,sub,mul,div --format $format --samples 3000 --flags --errno
    [ "$status" -eq 0 ]
    [ "$(grep -c $'\t0.5\tpass\t' <<<"$output")" -eq 16 ]
  done
  run tmd-check --library ./faults.so --symbol no_sign_addf --pairs add --format binary32 --samples 0
  [ "$(awk '$1 == "finding" && $5 == "sign" { print $4, ($6 > 50) }' <<<"$output" | sort)" = $'down 1\nnearest 0\nup 0\nzero 0' ]
  run -1 tmd-check --library ./faults.so --symbol reciprocal_divf --pairs div --format binary32 --modes nearest --samples 3000
  [ "$(awk -F '\t' '$1 == "check" { print ($10 > 300) }' <<<"$output")" = 1 ]
  printf '0x1.8p+0\t0x1.8p+1\n' >list
  run -0 tmd-check --library opencl:0 --pairs add,sub,mul,div --format binary32 --limit opencl --modes nearest --claims-only list
  [ "$(awk -F '\t' '$1 == "check" { print $2, $19 }' <<<"$output")" = $'add 0.5\nsub 0.5\nmul 0.5\ndiv 2.5' ]
}

@test "three arguments: fma is right in every mode with its flags, and one fault, two roundings and a rounded product are found" {
  for format in binary32 binary64; do
    run -0 --separate-stderr tmd-check --library libm.so.6 --pairs fma --format $format --samples 3000 --flags --errno
    [ "$(grep -c $'\t0.5\tpass\t' <<<"$output")" -eq 4 ]
  done
  printf '0x1.8p+0\t0x1.8p+1\t-0x1p+2\n1.5,3,-5\tup\n1.5,3,-6\n' >triples
  run --separate-stderr tmd-check --library ./faults.so --symbol wrong_fmaf --pairs fma --format binary32 --modes up \
    --claims-only --keep kept triples
  [ "$status" -eq 1 ]
  [ "$(grep ^finding <<<"$output" | cut -f 4- | tr '\t' ' ')" = "up wrong 1 0x1.8p+0,0x1.8p+1,-0x1p+2 0x1p-1 0x1.000002p-1
up crash 1 0x1.8p+0,0x1.8p+1,-0x1.4p+2 -0x1p-1 -" ]
  [[ "$(sed -n 2p kept)" = $'0x1.8p+0,0x1.8p+1,-0x1p+2\tup\t0x1p-1\t0x1.000002p-1\t'* ]]
  many() { # SYMBOL FORMAT MODE: a good deal of the samples is wrong
    run -1 tmd-check --library ./faults.so --symbol "$1" --pairs fma --format "$2" --modes "$3" --samples 3000
    [ "$(awk -F '\t' '$1 == "check" { print ($10 > 100) }' <<<"$output")" = 1 ]
  }
  many twice_fmaf binary32 nearest
  many rounded_fma binary64 nearest
  many rounded_fma binary64 down
  run -2 tmd-check --library ./faults.so --symbol wrong_fmaf --pairs fma --format binary32 --claims-only list-of-two
  printf '1,2\n' >list-of-two
  run -3 tmd-check --library ./faults.so --symbol wrong_fmaf --pairs fma --format binary32 --claims-only list-of-two
  error_line "list-of-two: line 1: no third argument"
}

@test "three arguments: as a source, for OpenCL, as a program: the same report, that of MPFR alone" {
  body='float my_fmaf(float x, float y, float z) { return x * y + z; }'
  printf '#pragma OPENCL FP_CONTRACT OFF\n%s\n' "$body" >fused.cl
  printf '%s\n' "$body" >fused.c
  printf '%s\n' '#include <stdio.h>' '#include "fused.c"' 'int main(void) { float x, y, z;' \
    'while (scanf("%a %a %a", &x, &y, &z) == 3) printf("%a\n", (double)my_fmaf(x, y, z)); return 0; }' >program.c
  gcc -O1 -ffp-contract=off program.c -o program
  gcc -O1 -ffp-contract=off -shared -fPIC fused.c -o fused.so
  awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) { for (k = 0; k < 3; k++)
    printf "%s0x1.%06xp%d%s", rand() < 0.5 ? "-" : "", 2 * int(rand() * 2 ^ 23), rand() * 6 - 3, k < 2 ? "\t" : "\n" } }' >triples
  for library in ./fused.so "./fused.c --cc=gcc\ -O1\ -ffp-contract=off" "opencl:0 --source fused.cl" cmd:./program; do
    eval run -1 tmd-check --library "$library" --symbol my_%s --pairs fma --format binary32 --modes nearest --claims-only triples
    report=$(sed 's|\./program|my_fmaf|' <<<"$output")
    [ "$report" = "${first:=$report}" ]
  done
  echo "$report" >report
  [ "$(column check wrong <report)" -gt 100 ]
  counts_as "$("$BUILD/tests/brute-check" ./fused.so fma my_fmaf binary32 nearest triples)" nearest fma
  run -0 tmd-check --library opencl:0 --pairs fma --format binary32 --limit opencl --modes nearest --samples 3000
}

@test "two arguments: samples follow from the seed, whatever the threads; limits; formats beyond 64 bits" {
  sampled() {
    tmd-check --library libm.so.6 --pairs pow,fmod --format binary32 --modes nearest --samples 3000 "$@" || [ $? -eq 1 ]
  }
  sampled -j 1 >one
  sampled -j 2 >two
  sampled --seed 2 >other
  cmp one two
  printf 'float powf(float x, float y) { return 3; }\n' >three.c # NaN, too
  for j in 1 2; do sampled --library ./three.c --pairs pow --samples 0 --keep kept$j -j $j >/dev/null; done
  cmp kept1 kept2
  [ "$(grep -c '^check.*sampled' one)" -eq 2 ]
  run ! cmp -s one other
  sampled --limit opencl >opencl
  [ "$(awk -F '\t' '/^check/ { print $19 }' opencl)" = $'16\n0.5' ]
  [ "$(uname -m)" != x86_64 ] || tmd-check --library libm.so.6 --pairs fmod --format binary80 --modes up --samples 100 >extended
  [ "$(uname -m)" != x86_64 ] || [ "$(awk -F '\t' '/^check/ { print $5, $9, $10 }' extended)" = "fmodl - 0" ]
}

@test "two arguments: what cannot be checked is one line" {
  bad() { # STATUS OPTION...
    run tmd-check --library libm.so.6 "${@:2}"
    [ "$status" -eq "$1" ]
    [ "${#lines[@]}" -eq 1 ] || { echo "$output" && false; }
  }
  bad 2 --pairs power
  bad 2 --pairs ''
  bad 2 --pairs pow, --format 12,-3,3
  bad 2 --pairs pow --domain 2:1
  bad 2 --pairs pow --claims-only
  bad 2 --pairs pow none
  bad 2 --format binary64 "$root/lib/cases/asin.tmd"
  bad 2 --pairs rootn --format binary16
  printf '1\t0x1.00000001p0\n' >list
  bad 3 --pairs pow --format binary32 --claims-only list
  printf '1\n' >list
  bad 3 --pairs pow --format binary32 --claims-only list
  printf '1\t2.5\n' >list
  bad 3 --pairs ldexp --format binary32 --claims-only list
  printf '1\t2' >list
  bad 3 --pairs pow --format binary32 --claims-only list
}
