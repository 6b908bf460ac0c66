# tmd-check: what it finds in libraries, and that it finds nothing else.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  gcc -O1 -shared -fPIC "$BATS_TEST_DIRNAME/faults.c" -o faults.so -lm
  tmd-plan sqrt --format binary32 --domain 1.0007:1.0011 | tmd-taylor >roots.tmd
}
setup() { cd "$BATS_FILE_TMPDIR"; }

# check [-STATUS] SYMBOL [OPTION...]: of roots.tmd, without its header lines
check() {
  local wanted=()
  [[ $1 != -[0-9] ]] || { wanted=("$1") && shift; }
  run --separate-stderr "${wanted[@]}" tmd-check --library ./faults.so --symbol "$1" --timeout 1 -j 1 "${@:2}" roots.tmd ||
    return 1
  findings=$(grep '^finding' <<<"$output" | cut -f 4- | tr '\t' ' ')
}
# finds FINDINGS [-STATUS] SYMBOL [OPTION...]: these and no others.
finds() { check "${@:2}" && [ "$findings" = "$1" ] || { echo "${*:2}: $findings" && return 1; }; }
# wrong MODE: how many results are
wrong() { awk -F '\t' -v mode="$1" '$1 == "check" && $4 == mode { print $10 }' <<<"$output"; }

@test "a library that is right has no findings, with flags and errno" {
  finds "" -0 right --flags --errno
  for mode in nearest up down zero; do [ "$(wrong $mode)" = 0 ]; done
  [ "$(grep -c $'\tpass\t0\t-\t-\t-$' <<<"$output")" -eq 4 ]
  check right --claims-only --modes up
  claimed=$(tmd-stat roots.tmd | awk "$awk_columns"'kind == "claims" { n += $at("arguments") } END { print n }')
  [ "$(awk -F '\t' '$4 == "up" { print $7 }' <<<"$output")" = "$claimed" ]
}

@test "one wrong result, in all modes or upwards alone, and what is kept of it" {
  check -1 wrong --keep kept
  [ "$(grep wrong <<<"$findings" | cut -d ' ' -f 1-4 | sort)" = "$(printf '%s wrong 1 0x1.00468ap+0\n' down nearest up zero)" ]
  [ "$(grep -cv '^#' kept)" -eq 4 ]
  grep -qE $'^0x1\\.00468ap\\+0\tup\t0x1\\.002344p\\+0\t0x1\\.002346p\\+0\tsqrt\tbinary32$' kept
  check -1 wrong_up
  [ "$(grep wrong <<<"$findings")" = "up wrong 1 0x1.00468ap+0 0x1.002344p+0 0x1.002346p+0" ]
}

@test "of very many wrong results the first are kept, whatever -j, and that is said" {
  printf 'float many_sqrtf(float x) { return x + 1; }\n' >many.c
  check_many() {
    run --separate-stderr tmd-check --library many.c --symbol many_%s --claims-only --modes nearest,up,down "$@" roots.tmd
  }
  check_many --keep all --keep-most 1000000
  [ "$stderr" = "" ]
  found=$(grep -cv '^#' all)
  [ "$found" -gt 9000 ]
  for most in 100 4000; do
    for threads in 1 2; do
      check_many --keep some --keep-most $most -j $threads
      [ "$stderr" = "tmd-check: sqrt: the first $most of $found wrong results are kept: see --keep-most" ]
      cmp some <(head -n $((most + 1)) all)
    done
  done
}

@test "steps against the direction, zeros of the wrong sign, NaN" {
  check step --modes up
  [ "$(cut -d ' ' -f 1-4 <<<"$findings")" = $'up wrong 1 0x1.00468ap+0\nup not-monotone 1 0x1.00468ap+0' ]
  finds $'up wrong 1 -0x0p+0 -0x0p+0 0x0p+0\nup sign 1 -0x0p+0 -0x0p+0 0x0p+0' zero --modes up
  check -1 not_a_number --modes up --limit 1
  [ "$(cut -d ' ' -f 2-4 <<<"$findings")" = $'wrong 1 0x1.00468ap+0\nspecial-value 1 0x1.00468ap+0' ]
}

@test "flags missing and spurious, the mode changed, errno lost" {
  check -1 missing --flags --modes down
  grep -q '^down missing-inexact 1 0x1.00468ap+0 ' <<<"$findings"
  grep -q '^down flag-cleared 1 0x1.00468ap+0 ' <<<"$findings"
  [ "$(wrong down)" = 0 ]
  finds "nearest spurious-inexact 1 0x1p+0 0x1p+0 0x1p+0" spurious --flags --modes nearest
  finds "nearest mode-changed 1 0x1.00468ap+0 0x1.002342p+0 0x1.002342p+0" mode --flags --modes nearest
  check lost_errno --errno --modes nearest
  grep -qE '^nearest errno [0-9]+ -inf nan -?nan$' <<<"$findings"
  check -0 lost_errno --modes nearest
}

@test "flags: the first argument of a finding is the least one, also of negative ones" {
  printf '#include <%s.h>\n' fenv math >raises.c
  echo 'float raisesf(float x) { feraiseexcept(FE_UNDERFLOW); return (float)exp((double)x); }' >>raises.c
  run -1 tmd-check --library ./raises.c --symbol raisesf --function exp --format binary32 --domain=-1.01:-1 \
    --modes nearest --flags --claims-only
  [ "$(awk '$5 == "spurious-underflow" { print $7 }' <<<"$output")" = -0x1.028f5cp+0 ]
}

@test "errno of overflow is demanded in default rounding alone, and elsewhere allowed" {
  tmd-plan exp --format binary32 --domain 0x1.65p+6:0x1.67p+6 | tmd-taylor >beyond.tmd
  for library in "./faults.so --symbol overflow" libm.so.6; do
    run tmd-check --library $library --claims-only --limit 1 --errno --modes nearest,up,down,zero beyond.tmd
    grep ^finding <<<"$output" | grep -v $'\twrong\t' >found || true
    [[ $library = lib* ]] || [ "$(cut -f 4-7 found)" = $'nearest\terrno\t1\t0x1.66p+6' ]
    [[ $library != lib* ]] || [ ! -s found ]
  done
}

@test "what a library does to the environment is seen without --flags" {
  finds "nearest mode-changed 1 0x1.00468ap+0 0x1.002342p+0 0x1.002342p+0" -1 mode --modes nearest
  finds "nearest output 1 0x1.00468ap+0 0x1.002342p+0 0x1.002342p+0" output --modes nearest
  check output_once --modes nearest
  [ "$(cut -d ' ' -f 1-3 <<<"$findings")" = "nearest output 1" ] # at some x: no call does it again
  [ "$(uname -m)" = x86_64 ] || return 0
  check _ZGVbN4v_output --modes nearest
  [ "$(cut -d ' ' -f 1-2 <<<"$findings")" = "nearest output" ]
  finds "nearest mode-changed 1 0x1.00468ap+0 0x1.002342p+0 0x1.002342p+0" mode_of_sse --modes nearest
}

@test "cleared flags: in one block of sixteen, with --twice everywhere, and before a crash" {
  tmd-plan sqrt --format binary32 --domain 1.0042:1.0046 | tmd-taylor >roots-2.tmd
  tmd-plan sqrt --format binary32 --domain 1.0007:1.0011 | tmd-taylor >>roots-2.tmd
  check cleared --flags --modes up
  [ "$(cut -d ' ' -f 1-4 <<<"$findings")" = "up flag-cleared 1 0x1.00468ap+0" ]
  run tmd-check --library ./faults.so --symbol cleared --modes up --flags roots-2.tmd
  [ "$(grep flag-cleared <<<"$output" | cut -f 6)" = 1 ]
  run tmd-check --library ./faults.so --symbol cleared --modes up --flags --twice roots-2.tmd
  [ "$(grep flag-cleared <<<"$output" | cut -f 6)" = 2 ]
  check cleared_and_crash --flags --modes up
  [ "$(cut -d ' ' -f 1-4 <<<"$findings")" = $'up flag-cleared 1 0x1.00468ap+0\nup crash 1 0x1.00468cp+0' ]
}

@test "flags of subnormal results, of those about the least normal number, and of overflow" {
  local at=(0x1.fffep-64:0x1.0002p-63 0x1.ffffp63:0x1.0001p64 0x1p-76:0x1.01p-76 0x1.6ap-75:0x1.6bp-75)
  tmd-plan 'pown(2)' --format binary32 "${at[@]/#/--domain=}" | tmd-taylor >squares.tmd
  run -0 tmd-check --library ./faults.so --flags squares.tmd
  [ "$(grep -c $'\tpass\t' <<<"$output")" -eq 4 ]
}

@test "a crash and a hang are named, and the rest is checked" {
  for fault in crash hang; do
    check -1 $fault --modes nearest,zero
    [ "$(cut -d ' ' -f 1-4,6 <<<"$findings")" = "$(printf '%s '$fault' 1 0x1.00468ap+0 -\n' nearest zero)" ]
    [ "$(wrong nearest)" = 0 ]
  done
  check crash --modes nearest
  grep -q '(0x1.00468ap+0): killed by signal 11' <<<"$stderr"
}

@test "a crash at the first argument, or the last, around a case is named" {
  tmd-search exp --format binary32 --bits 21 --domain 1:1.3 -o near.tmd
  for x in 0x1.43adp+0 0x1.43ad0cp+0; do
    printf '#include <%s>\n' math.h stdlib.h >ends.c
    echo "float expf(float x) { return x == ${x}f ? abort(), x : (float)exp(x); }" >>ends.c
    run -1 --separate-stderr tmd-check --library ./ends.c --claims-only --modes nearest near.tmd
    grep -q $'\tcrash\t1\t'$x$'\t' <<<"$output"
  done
}

@test "a library that writes over the memory it shares with the tool does not pass, nor end the tool" {
  gcc -O1 -fno-math-errno -shared -fPIC "$BATS_TEST_DIRNAME/scribbler.c" -o scribbler.so -lpthread
  tmd-plan sqrt --format binary32 --domain 1.00107:1.00108 | tmd-taylor >few.tmd
  for WHEN in load thread call; do
    for FILL in 0 255 256; do
      export WHEN FILL
      run --separate-stderr timeout 60 tmd-check --library ./scribbler.so --symbol my_%s --timeout 1 -j 1 --claims-only --flags \
        few.tmd
      [ "$status" -eq 1 ] || [ $WHEN$status = thread2 ]
      [ "${#stderr_lines[@]}" -le 1 ]
      [ "$status" -eq 2 ] || [ "$(awk -F '\t' '$1 == "check" && $20 == "fail"' <<<"$output" | wc -l)" -eq 4 ]
      [[ $stderr != *[[:cntrl:]]* ]]
    done
  done
}

@test "vectors: behind a crash and before it, each argument goes through each lane" {
  [ "$(uname -m)" = x86_64 ] || skip "no vector functions on this machine"
  above() { local hex && hex=$(printf %02x $((0x8a + 2 * $1))) && echo "0x1.0046${hex%0}p+0"; } # ulps
  for n in $(seq 0 3 | drawn 2); do # half of them by the date
    check -1 _ZGVbN4v_lane$n --modes nearest
    grep -q "^nearest crash 1 $(above $n) " <<<"$findings"
    grep -q "^nearest lanes-differ 1 $(above $((n + 8))) " <<<"$findings"
    grep -q "^nearest wrong [12] $(above $n) " <<<"$findings"
  done
  check _ZGVbN4v_before --modes nearest
  grep -q '^nearest crash 1 0x1.00468ap+0 ' <<<"$findings"
  grep -q '^nearest lanes-differ 1 0x1.004688p+0 ' <<<"$findings"
}

@test "the same counts and errors as by MPFR alone" {
  local function from to
  drawn 3 <<'END' >lines # a third by the date
exp 0x1.62e42p+6 0x1.62e44p+6
exp -0x1.9fe372p+6 -0x1.9fd372p+6
exp2 -0x1.0p-30 -0x1.fff8p-31
sin 0x1.921fb4p+1 0x1.922fb4p+1
cos 0x1p-13 0x1.001p-13
tan 0x1p-10 0x1.001p-10
log 0x1.ffep-1 0x1.001p+0
tgamma -0x1.81p+3 -0x1.80fp+3
sin 0x1p+100 0x1.001p+100 # neighbours have nothing in common: in double precision
tan -0x1.001p+70 -0x1p+70
lgamma -0x1.0008p+12 -0x1.0001p+12
atan 0x1p+30 0x1.001p+30
asinh 0x1p-126 0x1.0008p-126
erfc 0x1.41p+3 0x1.411p+3
sin -0x1.302p-18 -0x1.3p-18
sin 0x1.8p-100 0x1.802p-100 # next to x, where a derivative does not show on which side
tanh -0x1.802p-60 -0x1.8p-60
exp -0x1.802p-30 -0x1.8p-30 # results of another binade than f(x)
lgamma -0x1.882p-4 -0x1.88p-4 # against the direction
acos -0x1.801p-60 -0x1.8p-60 # all errors agree but for their 60th bits
tgamma -0x1.5e004p+5 -0x1.5dffcp+5 # next to 0 on both sides of it, and a pole
END
  [ "$(wc -l <lines)" -eq 7 ]
  while read -r function from to _; do as_brute "$function" "$from" "$to" </dev/null; done <lines
}

@test "few arguments need MPFR: at the bottom of a binade of f, where f is steep, flat, or the library far off; images" {
  by_few() { # MODE OPTION...
    tmd-check --library libm.so.6 --modes "$1" --limit 9 --ignore not-monotone --stats "${@:2}" 2>stats >report
    [ "$(sed -n 's/.*by_mpfr=//p' stats)" -lt "$(awk -F '\t' '$1 == "check" { printf "%d", $7 / 200 }' report)" ]
  }
  few() { # FUNCTION DOMAIN MODE
    tmd-plan "$1" --format binary32 "--domain=$2" | tmd-taylor | by_few "$3" --claims-only
  }
  drawn 2 <<'END' >lines # half of them by the date
exp 0x1p-26:0x1.02p-26 nearest
exp 80:80.5 nearest
exp -0x1.82p-30:-0x1.8p-30 up # 1 and next to it, less than 1
sin 0x1.8p-100:0x1.82p-100 nearest
tan 0x1p+70:0x1.02p+70 up # more than an ulp off
lgamma -0x1.89p-4:-0x1.88p-4 up # not monotone
tgamma -0x1.5f8p+5:-0x1.5e8p+5 up
acos 0x1p-60:0x1.02p-60 nearest # all are as far off, up to the slack
END
  [ "$(wc -l <lines)" -eq 4 ]
  while read -r function domain mode _; do few "$function" "$domain" "$mode" </dev/null; done <lines
  # scattered, in double precision: up to 2^-43, where |f| is small
  tmd-plan lgamma --format binary32 --domain=-4:-2 |
    awk -F '\t' -v OFS='\t' 'NR > 1 { $10 = 11000000; $11 = 11005000 } { print }' | tmd-taylor | by_few up --claims-only
  by_few nearest "$BATS_TEST_DIRNAME/../../lib/cases/cbrt.tmd" # f(8^k x) of each case: 680 images
}

@test "another result, flag or errno among thousands of results that are far off and the same" {
  tmd-plan exp --format binary32 --domain=-0x1.803p-30:-0x1.801p-30 | tmd-taylor >below.tmd
  run tmd-check --library ./faults.so --symbol far_off --claims-only --flags --errno --modes nearest,down -j 1 below.tmd
  [ "$(awk '$1 == "check" { print $4, $7, $10, $15, $16 }' <<<"$output")" = \
    $'nearest 4096 4096 4.02345 -0x1.80200cp-30\ndown 4096 4096 4.02345 -0x1.80200cp-30' ]
  for mode in nearest down; do
    grep -q $'\t'$mode$'\twrong\t4096\t-0x1.803p-30\t' <<<"$output"
    grep -q $'\t'$mode$'\tmissing-inexact\t1\t-0x1.802004p-30\t' <<<"$output"
    grep -q $'\t'$mode$'\terrno\t1\t-0x1.802008p-30\t' <<<"$output"
  done
  [ "$(grep -c ^finding <<<"$output")" -eq 8 ] # and both not monotone
}

@test "flushing: subnormal arguments count as zeros, other results are still wrong" {
  for f in log exp; do
    tmd-plan $f --format binary32 --domain 0x1.7ff8p-128:0x1.8008p-128 --domain 0x1p-126:0x1.0001p-126 | tmd-taylor >low-$f.tmd
  done
  run -1 tmd-check --library ./faults.so --symbol flush_log --claims-only --limit 1 --modes nearest low-log.tmd
  grep -qE $'^finding\tlog\t.*\tspecial-value\t[0-9]{3,}\t' <<<"$output"
  run -1 tmd-check --library ./faults.so --symbol flush_log --claims-only --limit 1 --modes nearest --ftz low-log.tmd
  [ "$(grep ^finding <<<"$output" | grep -v not-monotone | cut -f 4-9)" = \
    $'nearest\twrong\t1\t0x1.8p-128\t-0x1.6144fep+6\t-0x1p+0' ]
  for ftz in "" --ftz; do # e^0 is 1 in all modes, e^x more, as it is of 128 normal x
    run tmd-check --library ./faults.so --symbol flush_right --claims-only --modes up $ftz low-exp.tmd
    [ "$(awk '$1 == "check" { print $10 }' <<<"$output")" = "$([ -n "$ftz" ] && echo 128 || echo 640)" ]
  done
}

@test "flushing: zeros of results a little below the normal numbers, and next to nothing, are right" {
  printf '%s\n' '#include <math.h>' 'static float exp_(float x) { return (float)exp((double)x); }' \
    'float flushf(float x) { return exp_(x) < 0x1p-126f ? 0 : exp_(x); }' \
    'float earlyf(float x) { return exp_(x) < 0x1.001p-126f ? 0 : exp_(x); }' \
    'float twicef(float x) { return exp_(x) < 0x1p-126f ? 2 * exp_(x) : exp_(x); }' >ftz.c
  gcc -O1 -shared -fPIC ftz.c -o ftz.so -lm
  tmd-plan exp --format binary32 --domain=-0x1.5d5ap+6:-0x1.5d58p+6 --domain=-0x1.9p+6:-0x1.8ffp+6 \
    --domain=-0x1.ap+6:-0x1.9ff8p+6 --domain=-0x1.b004p+6:-0x1.bp+6 | tmd-taylor >low.tmd
  low() { # SYMBOL: wrong results and largest errors of modes, with --ftz
    run tmd-check --library ./ftz.so --symbol "$1" --claims-only --modes nearest,up --ftz low.tmd
    awk -F '\t' '$1 == "check" { print $4, $10, ($11 < -1) }' <<<"$output"
  }
  [ "$(low flushf)" = $'nearest 0 0\nup 0 0' ]
  low earlyf | awk '$2 < 30 || $2 > 34 || $3 != 1 { bad = 1 } END { exit bad || NR != 2 }' # x in steps of 2^-17, f in as many
  low twicef
  [ "$(awk -F '\t' '$1 == "check" { print ($10 > 2000), ($15 > 9) }' <<<"$output")" = $'1 1\n1 1' ]
}

@test "the sign of gamma, in signgam and as lgamma_r has it; both results of sincos" {
  tmd-plan lgamma --format binary32 --domain=-3.5001:-3.4999 --domain=-4.7:-4.6999 | tmd-taylor >gamma.tmd
  found() {
    tmd-check --library "$@" --modes nearest --limit 9 --claims-only gamma.tmd | grep sign-of-gamma | cut -f 4-7 || true
  }
  [ "$(found ./faults.so --symbol signsf)" = $'nearest\tsign-of-gamma\t1\t-0x1.c00002p+1' ]
  [ "$(found ./faults.so --symbol signsf_r)" = $'nearest\tsign-of-gamma\t1\t-0x1.c00006p+1' ]
  [ "$(found libm.so.6)" = "" ]
  [ "$(found libm.so.6 --symbol %s_r)" = "" ]
  for f in sin cos; do tmd-plan $f --format binary32 --domain 1:1.001 | tmd-taylor; done >both.tmd
  run -0 tmd-check --library libm.so.6 --symbol sincosf --modes nearest --limit 1 both.tmd
  [ "$(awk -F '\t' '$1 == "check" { print $2, $5, $20 }' <<<"$output")" = $'sin sincosf pass\ncos sincosf pass' ]
}

@test "limits of OpenCL by function, format and profile; of CUDA, half an ulp more than against correct results; of C23" {
  printf '#include <math.h>\n_Float16 sqrtf16(_Float16 x) { return (_Float16)sqrt(x); }\n' >half.c
  printf '%s\n' '#include <math.h>' 'float cr_sqrtf(float x) { return sqrtf(x); }' 'float cr_asinf(float x) { return 2; }' >cr.c
  printf '#include <math.h>\nfloat asinf(float x) { return x == 0.125f ? NAN : -x; }\n' >bad.c
  while read -r limit verdict function format table options; do
    tmd-plan "$function" --format "$format" --domain 0x1p-3:0x1.02p-3 | tmd-taylor >one.tmd
    # shellcheck disable=SC2086
    tmd-check --library libm.so.6 $options --claims-only --modes nearest --limit "$table" one.tmd >report || [ $verdict = fail ]
    [ "$(column check limit verdict <report)" = "$limit"$'\t'"$verdict" ] || { echo "$function, $table" && cat report && false; }
  done < <(drawn 2 <<'END'
5 pass atanh binary32 opencl
2 pass cbrt binary32 opencl
4 pass cbrt binary32 opencl-embedded
8192 pass cbrt binary32 opencl-fast
16 pass erf binary32 opencl-fast
- pass exp binary32 opencl-fast
16 pass pown(2) binary32 opencl --library ./faults.so
- pass lgamma binary32 opencl
0.5 pass sqrt binary16 opencl --library ./half.c
1 pass sqrt binary16 opencl-embedded --library ./half.c
2.5 pass asin binary32 cuda
0.5 pass sqrt binary32 cuda
- pass lgamma binary32 cuda
0.5 pass sqrt binary32 c23
inf pass asin binary32 c23
0.5 pass sqrt binary32 c23 --library ./cr.c --symbol cr_%s
0.5 fail asin binary32 c23 --library ./cr.c --symbol cr_%s
inf fail asin binary32 c23 --library ./bad.c
END
  ) # half of them by the date
}

@test "limits: numbers, tables, files; a baseline" {
  tmd-plan tgamma --format binary32 --domain 0x1.9p4:0x1.9001p4 | tmd-taylor >gamma.tmd
  run -1 tmd-check --library libm.so.6 --claims-only gamma.tmd --modes nearest -o old.tsv
  tmd-check --library libm.so.6 --claims-only gamma.tmd --modes nearest --limit 4 >/dev/null
  tmd-check --library libm.so.6 --claims-only gamma.tmd --modes nearest --limit opencl >/dev/null
  tmd-check --library libm.so.6 --claims-only gamma.tmd --modes nearest --baseline old.tsv >/dev/null
  printf '# ours\ntgamma\tbinary32\t0.75\nexp\t-\t9\n' >limits
  run -1 tmd-check --library libm.so.6 --claims-only gamma.tmd --modes nearest --limit limits
  awk -F '\t' -v OFS='\t' '$1 == "check" { $11 *= 0.99 } { print }' old.tsv >better.tsv
  run -1 tmd-check --library libm.so.6 --claims-only gamma.tmd --modes nearest --baseline better.tsv
  run -2 tmd-check --library libm.so.6 gamma.tmd --limit 0.3
  echo nonsense >bad
  run -3 tmd-check --library libm.so.6 gamma.tmd --limit bad
  run -3 tmd-check --library libm.so.6 gamma.tmd --baseline bad
}

@test "limits and baselines that say nothing are refused; a function that is gone is worse" {
  for f in sqrt cbrt; do tmd-plan $f --format binary32 --domain 1:1.001 | tmd-taylor; done >two.tmd
  against() { run "$1" tmd-check --library ./two.so --modes nearest --claims-only --present "${@:2}" two.tmd; }
  printf '#include <math.h>\nfloat sqrtf_(float x) { return sqrtf(x); }\nfloat cbrtf_(float x) { return cbrtf(x); }\n' >two.c
  gcc -shared -fPIC two.c -o two.so -lm
  against -1 --symbol %s_ --limit 9 -o old.tsv
  for text in '' '# nothing' 'sqrtt\t-\t1' 'sqrt(2)\t-\t1\nnot a name\t-\t2'; do
    printf "$text\n" >limits
    against -3 --symbol %s_ --limit limits
    [ "${#lines[@]}" -eq 1 ]
  done
  for name in pown rootn compound pow x*x 'pown(-3)'; do printf '%s\t-\t9\n' "$name"; done >limits
  against -0 --symbol %s_ --limit limits
  grep '^#' old.tsv >head
  for file in /dev/null head; do
    against -3 --symbol %s_ --baseline $file
    [ "${#lines[@]}" -eq 1 ]
  done
  { cat old.tsv && printf 'finding\tsqrt\tbinary32\tnearest\tcrash\t-3\t1\t1\t-\n'; } >bad.tsv
  against -3 --symbol %s_ --baseline bad.tsv
  [ "${#lines[@]}" -eq 1 ]
  against -0 --symbol %s_ --baseline old.tsv
  printf 'float sqrtf_(float x) { return __builtin_sqrtf(x); }\n' >one.c
  gcc -O1 -fno-math-errno -shared -fPIC one.c -o two.so
  against -1 --symbol %s_ --baseline old.tsv --junit gone.xml
  grep -q 'failures="1"' gone.xml
  grep -q 'failure message="cbrt was there in the earlier report"' gone.xml
  [[ "$output" = *"tmd-check: cbrt was there in the earlier report"* ]]
  [ "$(awk -F '\t' '$1 == "check" { print $2, $20 }' <<<"$output")" = "sqrt pass" ]
  # what the earlier report does not have is judged by the limit
  printf 'float sqrtf_(float x) { return x; }\nfloat cbrtf_(float x) { return x; }\n' >one.c
  gcc -O1 -shared -fPIC one.c -o two.so
  grep -v cbrt old.tsv >less.tsv
  against -1 --symbol %s_ --baseline less.tsv --limit 4
  [ "$(awk -F '\t' '$1 == "check" { print $2, $20 }' <<<"$output" | paste -s -d ' ')" = "sqrt fail cbrt fail" ]
  against -1 --symbol %s_ --baseline less.tsv --limit kappa:inf
  [ "$(awk -F '\t' '$1 == "check" { print $2, $20 }' <<<"$output" | paste -s -d ' ')" = "sqrt fail cbrt pass" ]
}

@test "where too many calls do not come back nothing passes" {
  echo '_Float16 expf16(_Float16 x) { return x > 1 ? *(volatile _Float16 *)0 : 7; }' >dies.c
  tmd-plan exp --format binary16 --domain 2:16 | tmd-taylor >dies.tmd
  run -1 --separate-stderr tmd-check --library ./dies.c --modes nearest,up -j 1 --claims-only --ignore crash dies.tmd
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $20 }' <<<"$output" | uniq)" = "given up 0 undecided" ]
}

@test "cases with their neighbours, and what a list covers" {
  # negative arguments follow by symmetry, are no proof of what a library does, and are looked at
  run tmd-check --library libm.so.6 --modes nearest --samples 0 "$root/lib/cases/asin.tmd"
  [ "$(awk -F '\t' '$1 == "check" { print $6 }' <<<"$output")" = "listed k>=50, sampled regions" ]
  tmd-select --domain 0.25:1 "$root/lib/cases/asin.tmd" >part.tmd
  run tmd-check --library libm.so.6 --modes nearest part.tmd
  [ "$(awk -F '\t' '$1 == "check" { print $6 }' <<<"$output")" = "part k>=49" ]
  # claims about one mode say less
  tmd-select --modes nearest part.tmd >nearest.tmd
  run tmd-check --library libm.so.6 --modes nearest nearest.tmd
  [ "$(awk -F '\t' '$1 == "check" { print $6 }' <<<"$output")" = sampled ]
}

# nothing TEXT COMMAND...: ends with that line and status 2, and prints no report.
nothing() { refused 2 "tmd-check: nothing was checked: $1" "${@:2}"; }

@test "nothing checked is no pass: one line, and status 2" {
  local check=(tmd-check --library libm.so.6) at="no argument of claims or domain, in no mode of the target"
  : >empty.tmd
  nothing "the input has no claims" "${check[@]}" empty.tmd
  nothing "the input has no claims" "${check[@]}" --hunt 1r empty.tmd
  tmd-search sin --bits 60 --domain 1:0x1.00001p0 -o none.tmd >/dev/null
  nothing "$at" "${check[@]}" --claims-only none.tmd
  nothing "$at" "${check[@]}" --function exp --hunt 1r --domain 1e400:1e401 --claims-only
  nothing "$at" "${check[@]}" --pairs pow --domain 0x1.00000000000001p0:0x1.00000000000002p0
  printf '0.5\t1\n' >list
  nothing "$at" "${check[@]}" --pairs pow --format binary32 --claims-only --domain 1:2 list
}

@test "a mode or a hunt that looks at nothing is void; fewer functions than are expected" {
  verdicts() { awk -F '\t' '$1 == "check" { print $2, $4, $6, $10, $20 }' <<<"$output"; }
  run -1 tmd-check --library ./faults.so --symbol right --function sqrt --format binary32 --hunt 1r --domain 1e40:1e41 \
    --modes up --junit void.xml
  [ "$(verdicts)" = "sqrt up void 0 void" ]
  grep -q 'failures="1"' void.xml
  grep -q 'failure message="void: ' void.xml
  run -0 tmd-check --library ./faults.so --symbol right --expect 1 roots.tmd
  run -1 --separate-stderr tmd-check --library ./faults.so --symbol right --expect 2 --modes up roots.tmd
  [ "$(verdicts)" = "sqrt up part 0 pass" ]
  [ "$stderr" = "tmd-check: 1 function was checked, 2 expected" ]
  [ "${lines[-1]}" = $'fault\texpect\t1 function was checked, 2 expected' ]
}

@test "fewer functions than are expected: a failure in JUnit's XML and in JSON" {
  local text="1 function was checked, 2 expected"
  run -1 tmd-check --library ./faults.so --symbol right --modes up --expect 2 --json --junit short.xml -o short.json roots.tmd
  grep -qxF '  "faults": [{"about": "expect", "text": "'"$text"'"}],' short.json
  grep -q 'tests="2" failures="1"' short.xml
  grep -qF -A 1 '<testcase classname="tmd-check" name="expect">' short.xml
  grep -qxF "    <failure message=\"$text\"/>" short.xml
  run -0 tmd-check --library ./faults.so --symbol right --modes up --expect 1 --json --junit enough.xml roots.tmd
  grep -qxF '  "faults": [],' <<<"$output"
  grep -q 'tests="1" failures="0"' enough.xml
}

@test "NaN: all of 16 bits; of 32 each bit of the payload, and others by the seed; signaling ones may raise invalid" {
  printf '%s\n' '#include <math.h>' '#include <string.h>' '#include <stdint.h>' \
    'static uint16_t half(uint16_t x) { _Float16 y; memcpy(&y, &x, 2); y = (_Float16)sqrtf(y); memcpy(&x, &y, 2); return x; }' \
    'uint16_t right_sqrt(uint16_t x) { return half(x); }' \
    'uint16_t one_sqrt(uint16_t x) { return x == 0x7d01 ? 0 : half(x); }' \
    'uint16_t two_sqrt(uint16_t x) { return x == 0xff02 || x == 0xfd02 ? 0x3c00 : half(x); }' \
    'static uint32_t bits(float x) { uint32_t y; memcpy(&y, &x, 4); return y; }' \
    'float right_sqrtf(float x) { return sqrtf(x); }' \
    'float one_sqrtf(float x) { return bits(x) == 0xff800400 ? 0 : sqrtf(x); }' \
    'float some_sqrtf(float x) { return isnan(x) && bits(x) % 64 == 37 ? 0 : sqrtf(x); }' >nan.c
  gcc -O1 -fno-builtin -fno-math-errno -shared -fPIC nan.c -o nan.so -lm
  tmd-plan sqrt --format binary16 --domain 1:1.01 | tmd-taylor >half.tmd
  nans() { # EXPECTED SYMBOL FILE [OPTION...]
    run -"$1" tmd-check --library ./nan.so --symbol "$2" --bits16 --modes down --flags "${@:4}" "$3"
    awk -F '\t' '$1 == "finding" { print $5, $6, $7, $8, $9 }' <<<"$output"
  }
  nans 0 right_%n half.tmd
  [ "$(nans 1 one_%n half.tmd | head -n 1)" = "wrong 1 snan(0x101) nan 0x0p+0" ]
  [ "$(nans 1 two_%n half.tmd | head -n 1)" = "wrong 2 -nan(0x102) nan 0x1p+0" ]
  nans 0 right_%s roots.tmd
  [ "$(nans 1 one_%s roots.tmd | head -n 1)" = "wrong 1 -snan(0x400) nan 0x0p+0" ]
  [ "$(nans 1 some_%s roots.tmd | awk '$1 == "wrong" && $2 > 32 { print "many" }')" = many ]
  [ "$(nans 1 some_%s roots.tmd)" != "$(nans 1 some_%s roots.tmd --seed 2)" ]
}

@test "complete is what no region of hard arguments and no exact cases are missing from" {
  covers() { # FUNCTION BITS [OPTION...]
    tmd-select --bits "$2" "$root/lib/cases/$1.tmd" >list.tmd
    run tmd-check --library libm.so.6 --modes nearest --samples 0 -j 1 "${@:3}" list.tmd
    awk -F '\t' '$1 == "check" { print $6 }' <<<"$output"
  }
  [ "$(covers asin 56)" = "listed k>=56, sampled regions" ]
  [ "$(covers asin 56 --hunt 1r --domain 0.5:0.75)" = "listed k>=56, sampled regions, hunted" ]
  [ "$(covers acos 56)" = "complete k>=56" ] # regions are sampled, of arguments that are not hard; of 1 and -1 there is no more
  [ "$(covers log2 56)" = "complete k>=56" ]
  [ "$(covers sqrt 56)" = "listed k>=56, sampled exact cases" ]
  # few exact cases, 4^k of rsqrt, are all looked at; of many, of sqrt, samples
  printf '%s\n' '#include <math.h>' 'double rsqrt(double x) { return 1 / sqrt(x); }' \
    'double sqrt_(double x) { double r = sqrt(x); return r > 0x1p20 && r < 0x1p26 && fma(r, r, -x) == 0 ? 2 * r : r; }' >roots.c
  [ "$(covers rsqrt 56 --library ./roots.c)" = "complete k>=56" ]
  covers sqrt 56 --library ./roots.c --symbol %s_ >/dev/null
  awk '$1 == "finding" && $5 == "wrong" && $6 > 100 { found = 1 } END { exit !found }' <<<"$output"
}

@test "a gap of a list: a few arguments are looked at, of more the list is not complete" {
  printf '%s\n' '#include <math.h>' 'double exp_(double x) { return x == 0x1.000000000001p+0 ? 2 : exp(x); }' >one.c
  for end in 28 128; do # the list without 1 to so many numbers behind it
    tmd-select --bits 60 --domain=:1 --domain 0x1.$(printf %013d $end)p+0: "$root/lib/cases/exp.tmd" >gap-$end.tmd
  done
  covers() { # END [OPTION...]
    run tmd-check --library ./one.c --symbol %s_ --modes nearest --samples 0 -j 1 "${@:2}" "gap-$1.tmd"
    awk -F '\t' '$1 == "check" { print $6 }' <<<"$output"
  }
  [ "$(covers 128)" = "part k>=60, sampled regions" ]
  [ "$(covers 28 --claims-only)" = "part k>=60, sampled regions" ]
  covers 28 >text
  [ "$(cat text)" = "listed k>=60, sampled regions" ]
  [ "$(awk -F '\t' '$1 == "check" { print $12 }' <<<"$output")" = 0x1.000000000001p+0 ]
}

@test "every argument of a format of 16 bits" {
  printf '%s\n' '#include <math.h>' '_Float16 sinf16(_Float16 x) { return (_Float16)sin(x); }' >half.c
  tmd-plan sin --format binary16 | tmd-taylor | tmd-check --library ./half.c --cc 'gcc -O1' --modes nearest >report
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $9, $10 }' report)" = "exhaustive 63490 0 0" ]
  # outside of the domain, too: NaN, in all modes
  printf '%s\n' '#include <math.h>' '_Float16 logf16(_Float16 x) { return (_Float16)log(x); }' >half.c
  tmd-plan log --format binary16 | tmd-taylor | tmd-check --library ./half.c --cc 'gcc -O1' --modes nearest --errno >report
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $9, $10 }' report)" = "exhaustive 63490 0 0" ]
  printf '%s\n' '#include <math.h>' '_Float16 logf16(_Float16 x) { return x < -7 ? 0 : (_Float16)log(x); }' >half.c
  run -1 bash -c 'tmd-plan log --format binary16 | tmd-taylor | tmd-check --library ./half.c --cc "gcc -O1" --modes nearest'
  count=$((0x7c00 - 0x4700)) # -inf to -7
  grep -q $'\tspecial-value\t'$count$'\t-inf\tnan\t0x0p+0$' <<<"$output"
}

@test "functions by their names: every argument as of a plan, in the end the worst" {
  printf '%s\n' '#include <math.h>' '_Float16 sinf16(_Float16 x) { return x == 2 ? 1 : (_Float16)sin(x); }' \
    '_Float16 sqrtf16(_Float16 x) { return x == 4 ? INFINITY : (_Float16)sqrt(x); }' >half.c
  for function in sin sqrt; do tmd-plan $function --format binary16; done | tmd-taylor >claims.tmd
  tmd-check --library ./half.c claims.tmd >piped && false
  run -1 --separate-stderr tmd-check --library ./half.c --function sin,sqrt --format binary16
  cmp piped <(echo "$output")
  [ "$stderr" = "tmd-check: sin, binary16: every argument
tmd-check: sqrt, binary16: every argument
tmd-check: worst: sqrt inf, sin 186" ]
  run -1 --separate-stderr tmd-check --library ./half.c --function all --present --format binary16 --modes nearest
  [ "$(awk -F '\t' '$1 == "check" { print $2, $6 }' <<<"$output" | paste -sd ,)" = "sqrt exhaustive,sin exhaustive" ]
  [ "$(tail -n 1 <<<"$stderr")" = "tmd-check: worst: sqrt inf, sin 186" ]
  # of a domain; of all functions those that have no argument there are left out
  printf '%s\n' '_Float16 atanhf16(_Float16 x) { return x; }' >>half.c
  run --separate-stderr tmd-check --library ./half.c --function all --present --format binary16 --domain 3:3.1 --modes nearest
  [ "$(awk -F '\t' '$1 == "check" { print $2 }' <<<"$output" | paste -sd ,)" = sqrt,sin ]
  grep -qxF 'tmd-check: left out: no argument of the format is in the domain and in that of atanh' <<<"$stderr"
  run -2 --separate-stderr tmd-check --library ./half.c --function sqrt,atanh --format binary16 --domain 3:3.1
  [ "${stderr_lines[-1]}" = "tmd-check: no argument of the format is in the domain and in that of atanh" ]
  run -2 --separate-stderr tmd-check --library ./half.c --function all --present --format binary16 --domain 1e6:1e7
  [ "$output" = "" ]
  [[ ${stderr_lines[-1]} = "tmd-check: nothing was checked: "* ]]
  tmd-check --library ./half.c --function sin --format binary16 --domain 1:2 --modes nearest --claims-only >part
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7 }' part)" = "part 1024" ]
  bad_usage "--function reads no claims: 'claims.tmd'" tmd-check --library ./half.c --function sin claims.tmd
  bad_usage "--domain: a second one" tmd-check --library ./half.c --function sin --domain 1:2 --domain 2:3
}

@test "a name of a function that the table calls otherwise is tried first" {
  printf '_Float16 %sf16(_Float16 x) { return x; }\n' silu swish >names.c
  printf '_Float16 siluf16(_Float16 x) { return x; }\n' >one.c
  called() { # LIBRARY FUNCTION
    run -1 --separate-stderr tmd-check --library "./$1" --function "$2" --format binary16 --domain 1:1.01 --modes nearest
    awk -F '\t' '$1 == "check" { print $2, $5 }' <<<"$output"
  }
  [ "$(called names.c swish)" = "silu swishf16" ]
  [ "$(called names.c silu)" = "silu siluf16" ]
  [ "$(called one.c swish)" = "silu siluf16" ]
}

@test "functions by their names beyond 32 bits: the cases of a list, else a hunt" {
  mkdir cases none
  : >cases/exp.tmd
  tmd-select --domain 0x1p-1021:0x1p-1020 "$root/lib/cases/rootn_3.tmd" >cases/rootn_3.tmd
  printf 'double rootn(double x, long long n) { return __builtin_cbrt(x); }\n' >root.c
  run -1 --separate-stderr tmd-check --library ./root.c --function 'rootn(3)' --modes nearest --cases cases
  [ "$stderr" = "tmd-check: rootn(3), binary64: the cases of cases/rootn_3.tmd, and their neighbours" ]
  cmp <(echo "$output") <(tmd-check --library ./root.c --modes nearest cases/rootn_3.tmd)
  run -2 tmd-check --library libm.so.6 --function exp --cases cases
  [ "${lines[1]}" = "tmd-check: cases/exp.tmd: has no claim about exp in the format" ]
  tmd-search exp --format binary16 --domain 1:2 -o cases/exp.tmd --force 2>/dev/null >/dev/null
  run -2 tmd-check --library libm.so.6 --function exp --cases cases
  [ "${lines[1]}" = "tmd-check: cases/exp.tmd: has no claim about exp in the format" ]
  # the lists of these programs
  run --separate-stderr timeout -s INT 0.1 tmd-check --library libm.so.6 --function asin
  [ "$stderr" = "tmd-check: asin, binary64: the cases of $(readlink -f "$root/lib/cases/asin.tmd"), and their neighbours" ]
  run -130 --separate-stderr timeout --foreground --preserve-status -s INT 1 \
    tmd-check --library libm.so.6 --function sinh --modes nearest --cases none
  [ "$stderr" = "tmd-check: sinh, binary64: no list of cases: hunted for 10 seconds" ]
  [ "$(awk -F '\t' '$1 == "check" { print $2, $6 }' <<<"$output")" = "sinh hunted, interrupted" ]
}

@test "of lists the cases and their neighbours alone, in 32 bits, too; --all is for every argument" {
  tmd-search exp --format binary16 -o exp16.tmd >/dev/null
  printf '%s\n' '#include <math.h>' '_Float16 expf16(_Float16 x) { return (_Float16)exp(x); }' >half.c
  check() { tmd-check --library ./half.c --modes nearest "$@" 2>&1 | awk -F '\t' '$1 == "check" { print $6, $7, $8 }'; }
  read -r words tested sampled < <(check exp16.tmd | sed 's/complete k>=/complete-/')
  [ "$words" = complete-4 ]
  [ "$tested" -lt 20000 ]
  [ "$sampled" -gt 0 ]
  [ "$(check --all exp16.tmd)" = "exhaustive 63490 0" ]
  # regions of a plan, or beside one, are looked at whole
  tmd-plan exp --format binary16 | tmd-taylor >plan.tmd
  [ "$(check exp16.tmd plan.tmd)" = "exhaustive 63490 0" ]
  tmd-plan exp --format binary16 --domain 11.5: | tmd-taylor >regions.tmd
  [ "$(check --claims-only regions.tmd)" = "part $((0x7c00 - 0x49c0)) 0" ]
  [ "$(check --claims-only --cases-only regions.tmd | cut -d ' ' -f 1,3)" != "part $((0x7c00 - 0x49c0)) 0" ]
  run -2 tmd-check --library ./half.c --cases-only plan.tmd
  error_line "--cases-only is for lists of cases: the input has ranges of exp to be searched"
  bad_usage "--all and --cases-only contradict each other" tmd-check --library ./half.c --cases-only --all exp16.tmd
}

@test "a line of a plan whose arguments are taken one by one is no list: all of them are looked at, in any format" {
  one_by_one() { tmd-plan sin --domain 1:0x1.00000000000${1}p0 | tmd-taylor; }
  counts() { awk -F '\t' '$1 == "check" { print $6, $7, $8, $10 }' <<<"$output"; }
  printf '%s\n' '#include <math.h>' 'double sin_(double x) { return x == 0x1.0000000000002p+0 ? 1 : sin(x); }' >one.c
  one_by_one 03 >few.tmd
  tmd-dump few.tmd | grep -q 'method=points' # and no candidate
  run -1 tmd-check --library ./one.c --symbol %s_ --modes nearest --claims-only few.tmd
  [ "$(counts)" = "part 3 0 1" ]
  # beside a list, whose words it does not lend: of that the cases and their neighbours
  tmd-search sin --bits 44 --domain 1.5:1.50001 -o sine.tmd >/dev/null
  run tmd-check --library ./one.c --symbol %s_ --modes nearest --claims-only sine.tmd
  listed=$(awk -F '\t' '$1 == "check" { print $7 }' <<<"$output")
  run -1 tmd-check --library ./one.c --symbol %s_ --modes nearest --claims-only few.tmd sine.tmd
  [ "$(counts)" = "part k>=44 $((listed + 3)) 0 1" ]
  run -2 tmd-check --library ./one.c --symbol %s_ --cases-only few.tmd
  error_line "--cases-only is for lists of cases: the input has ranges of sin to be searched"
  # x = 0, where nothing is decided, makes no list of a plan: its regions are looked at whole
  printf '@\tcase\texp\t%s\t%s\tall\t4\t0\t0\t-14\t0\t0\t1\t-\t40\ncase\t-\t0\tcandidate\t-\t-\t-\t0\n' \
    11,-14,15 11,-14,15 | tmd-pack >zero.tmd
  printf '%s\n' '#include <math.h>' '_Float16 expf16(_Float16 x) { return (_Float16)exp(x); }' >half.c
  tmd-plan exp --format binary16 --domain 11.5: | tmd-taylor | cat zero.tmd - >regions.tmd
  run -0 tmd-check --library ./half.c --modes nearest --claims-only regions.tmd
  [ "$(counts)" = "part $((0x7c00 - 0x49c0 + 1)) 0 0" ]
}

@test "expressions next to a number far out: what is not the right result is wrong" {
  printf 'unsigned short %s_gelu(unsigned short x) { return %s; }\n' my 0 x x >bad.c
  tmd-plan gelu --format bfloat16 --domain 128:1024 | tmd-taylor >gelu.tmd
  found() {
    awk -F '\t' '$1 == "check" { print $4, $7, $10, $20 } $1 == "finding" { print $4, $5, $6, $7, $8, $9 }' <<<"$output"
  }
  run -1 tmd-check --library ./bad.c --symbol my_%n --bits16 --modes nearest --claims-only --junit gelu.xml gelu.tmd
  [ "$(found)" = $'nearest 384 384 fail\nnearest wrong 384 0x1p+7 0x1p+7 0x0p+0' ]
  grep -q 'failures="1"' gelu.xml
  run -1 tmd-check --library ./bad.c --symbol x_%n --bits16 --modes nearest,down --claims-only gelu.tmd # x less a little
  [ "$(found)" = $'nearest 384 0 pass\ndown 384 384 fail\ndown wrong 384 0x1p+7 0x1.fep+6 0x1p+7' ]
  printf '%s\n' '_Float16 siluf16(_Float16 x) { return x > 12288 ? x - 4096 : x; }' >half.c
  tmd-plan silu --format binary16 --domain 8192:32768 | tmd-taylor >silu.tmd
  run -1 tmd-check --library ./half.c --cc 'gcc -O1' --modes nearest --claims-only silu.tmd
  [ "$(found | head -n 2)" = $'nearest 2048 1535 fail\nnearest wrong 1535 0x1.804p+13 0x1.804p+13 0x1.004p+13' ]
}

@test "an expression that is next to breakpoints, and nobody proves on which side: undecided, which is no pass" {
  # 1, which is right to nearest alone, and a midpoint
  printf 'unsigned short %s(unsigned short x) { return 0x%s; }\n' one 3f80 more 3f81 two 4000 >ones.c
  tmd-plan 'tan(atan(x))-x+1' --format bfloat16 --domain 1:1.25 2>/dev/null | tmd-taylor >one.tmd
  tmd-plan 'tan(atan(x))-x+257/256' --format bfloat16 --domain 1:1.25 2>/dev/null | tmd-taylor >half.tmd
  check() { run tmd-check --library ./ones.c --symbol "$1" --bits16 --modes "$2" --claims-only "${@:3}"; }
  found() { awk -F '\t' '$1 == "check" { print $10, $20 } $1 == "finding" { print $5, $6, $8 }' <<<"$output"; }
  check one nearest one.tmd
  [ "$status" -eq 0 ]
  [ "$(found)" = "0 pass" ]
  for symbol in one more; do
    for list in "up one.tmd" "nearest half.tmd"; do
      check $symbol ${list% *} --junit test.xml "${list#* }"
      [ "$status" -eq 1 ]
      [ "$(found)" = $'0 undecided\nundecided 32 -' ]
      grep -q 'failures="1"' test.xml
      grep -q 'failure message="undecided: ' test.xml
    done
    check $symbol up --json one.tmd
    [ "$status" -eq 1 ]
    grep -qF '"passes": false, "verdict": "undecided"' <<<"$output"
    check $symbol up one.tmd --ignore undecided
    [ "$status" -eq 0 ]
    [ "$(found)" = $'0 pass\nundecided 32 -' ]
  done
  check one up -o old.tsv one.tmd
  check one up --baseline old.tsv one.tmd # no worse than before, and as little known
  [ "$(found)" = $'0 undecided\nundecided 32 -' ]
  check two up --ignore undecided one.tmd # outside of every enclosure
  [ "$status" -eq 1 ]
  [ "$(found)" = $'32 fail\nwrong 32 0x1.02p+0' ]
  check more nearest one.tmd
  [ "$(found)" = $'32 fail\nwrong 32 0x1p+0' ]
  check one nearest --flags one.tmd # right, but nobody knows whether it is exact
  [ "$(found)" = $'0 undecided\nundecided 32 -' ]
}

@test "every finding fails, not-monotone by other limits than tables; what is ignored" {
  check() { # SYMBOL OPTION...
    run tmd-check --library ./down.c --symbol "$1" --modes nearest --claims-only "${@:2}" root.tmd
    awk -F '\t' '$1 == "check" { print $20 } $1 == "finding" { print $5 }' <<<"$output" | paste -s -d ' '
  }
  printf '%s\n' '#include <math.h>' 'float down(float x) { return x == 2.5f ? sqrtf(x) - 0x1p-22f : sqrtf(x); }' >down.c
  tmd-plan sqrt --format binary32 --domain 2.49:2.51 | tmd-taylor >root.tmd
  [ "$(check down)" = "fail wrong not-monotone" ]
  [ "$(check down --limit 4)" = "fail wrong not-monotone" ]
  [ "$(check down --limit 4 --ignore not-monotone)" = "pass wrong not-monotone" ]
  [ "$(check down --limit 1 --ignore not-monotone,sign)" = "fail wrong not-monotone" ]
  [ "$(check down --limit kappa:4)" = "pass wrong not-monotone" ]
  # what does not count is named, and is in JUnit's XML, though the verdict is pass
  for limit in "kappa:4" "opencl" "4 --ignore not-monotone"; do
    # shellcheck disable=SC2086
    run -0 --separate-stderr tmd-check --library ./down.c --symbol down --modes nearest --claims-only --junit pass.xml \
      --limit $limit root.tmd
    [ "$stderr" = "tmd-check: sqrt, binary32: found, and not counted: not-monotone 1" ]
    grep -q 'failures="0"' pass.xml
    grep -qxF '    <system-out>found, and not counted: not-monotone 1</system-out>' pass.xml
  done
  printf 'sqrt\t-\t4\n' >limits
  [ "$(check down --limit limits)" = "fail wrong not-monotone" ]
  [ "$(check down --limit opencl)" = "pass wrong not-monotone" ]
  check down -o old.tsv
  printf '%s\n' '#include <math.h>' 'float down(float x) { return sqrtf(x); }' >down.c
  [ "$(check down --baseline old.tsv)" = pass ]
  run -2 tmd-check --library ./down.c --ignore not-monotone,rounding root.tmd
  [ "$output" = "tmd-check: --ignore: 'rounding' is not a finding" ]
  run -2 tmd-check --library ./down.c --ignore wrong root.tmd
  [ "$output" = "tmd-check: --ignore: 'wrong' cannot be ignored: see --limit" ]
}

@test "any instruction set and number of threads: the same report" {
  tmd-plan sin --format binary32 --domain 1:1.02 | tmd-taylor >sin.tmd
  for options in "-j 1" "-j 2" "-j 1 --simd scalar"; do
    # shellcheck disable=SC2086
    tmd-check --library libm.so.6 $options sin.tmd >"${options// /}" || true
  done
  cmp -- -j1 -j2
  cmp -- -j1 -j1--simdscalar
}

@test "what claims say is not relied on: another exponent, another sign, regions that are none" {
  tmd-plan exp --format binary32 --domain 0x1p-36:0x1.01p-36 --domain 1:1.01 --domain 100:101 | tmd-taylor | tmd-dump >true
  awk -F '\t' -v OFS='\t' '$1 == "@" { $11-- } { print }' true | tmd-pack >exponent.tmd
  awk -F '\t' -v OFS='\t' '$1 == "@" { $9 = 1 } { print }' true | tmd-pack >sign.tmd
  sed 's/\toverflow\t/\tunderflow\t/; s/\tconstant\t/\tidentity\t/' true | tmd-pack >reason.tmd
  tmd-pack true >true.tmd
  run tmd-check --library libm.so.6 --modes down,up --claims-only true.tmd
  expected=$output
  [ "$(grep -c '^check' <<<"$output")" -eq 2 ]
  for false in $(printf '%s\n' exponent sign reason | drawn 3); do # one by the date
    run tmd-check --library libm.so.6 --modes down,up --claims-only $false.tmd
    diff <(echo "$expected") <(echo "$output")
  done
}

@test "a list of many functions: those that are there, and which are not" {
  printf '#include <math.h>\n' >half.c
  for f in cbrt log; do printf '_Float16 %sf16(_Float16 x) { return (_Float16)%s(x); }\n' $f $f; done >>half.c
  run -0 --separate-stderr tmd-check --library ./half.c --cc 'gcc -O1' --present --modes nearest "$root/lib/cases/binary16.tmd"
  [ "$(awk -F '\t' '$1 == "check" { print $2, $6 }' <<<"$output")" = $'cbrt complete k>=4\nlog complete k>=4' ]
  grep -q '^tmd-check: left out: .*expf16' <<<"$stderr"
}

@test "one function as a shared object, archive, object, source, for OpenCL, as a program: the same report" {
  body='float my_sqrtf(float x) { return x > 1.001f ? (float)(sqrt((double)x) * 0x1.00001p0) : (float)sqrt((double)x); }'
  printf '#include <math.h>\n%s\n' "$body" >root.c
  echo "$body" >root.cl
  printf '%s\n' '#include <stdio.h>' '#include "root.c"' \
    'int main(void) { float x; while (scanf("%a", &x) == 1) printf("%a\n", (double)my_sqrtf(x)); return 0; }' >program.c
  gcc -O1 -fPIC -c root.c -o root.o
  gcc -shared root.o -o root.so -lm
  gcc program.c -o program -lm
  rm -f root.a && ar qc root.a root.o
  tmd-plan sqrt --format binary32 --domain 1.0009:1.0011 | tmd-taylor >part.tmd
  for library in ./root.so ./root.a ./root.o ./root.c "opencl:0 --source root.cl" cmd:./program; do
    # shellcheck disable=SC2086
    run -1 tmd-check --library $library --symbol my_%s --modes nearest -j 1 --claims-only part.tmd
    report=$(sed 's|\./program|my_sqrtf|' <<<"$output")
    [ "$(awk -F '\t' '$1 == "check" { print $7, ($10 > 100) }' <<<"$report")" = "1678 1" ]
    [ "$report" = "${first:=$report}" ]
  done
}

@test "names of libraries and symbols: any bytes, of which a terminal, JSON and XML get those that they can show" {
  printf 'float my_expf(float x) { return 0; }\nfloat gonef(float x) { *(volatile char *)0 = 0; return x; }\n' >my.c
  odd=$'odd\e[31m\xff\xc2\x9b\xc3\xa4"<'
  gcc -c -o my.o my.c
  objcopy --redefine-sym my_expf="$odd"expf --redefine-sym gonef="$odd"gone my.o "$odd.o"
  tmd-plan exp --format binary32 --domain 1:1.0001 | tmd-taylor >claims
  run -1 tmd-check --library "./$odd.o" --symbol "$odd%s" --modes nearest --claims-only --junit junit claims
  echo "$output" >tsv
  [ "$(awk -F '\t' '$1 == "check" { print $5 }' tsv)" = 'odd?[31m???ä"<expf' ]
  run -1 tmd-check --library "./$odd.o" --symbol "$odd%s" --modes nearest --claims-only --json claims
  echo "$output" >json
  [ "$(jq -r '.library + .checks[0].symbol' json)" = $'./odd\e[31m???ä"<.oodd?[31m???ä"<expf' ]
  tmd-plan exp --format binary32 --domain 1:1.00001 | tmd-taylor >few
  # where every call crashes that is a verdict, too
  run -1 --separate-stderr tmd-check --library "./$odd.o" --symbol "${odd}gone" --modes nearest --claims-only few
  echo "$stderr" >crash
  [ "$(awk -F '\t' '$1 == "check" { print $20 } $1 == "finding" { print $5, $6 }' <<<"$output")" = $'fail\ncrash 84' ]
  tmd-check --library "./$odd" claims 2>missing && false
  tmd-check --library ./my.o --symbol "$odd%s" claims 2>without && false
  printable tsv json junit crash missing without
  grep -F 'name="exp nearest, odd?[31m???ä&quot;&lt;expf"' junit
}

@test "sources for devices: what is wrong, and what to do" {
  tmd-plan sqrt --format binary16 --domain 1:1.1 | tmd-taylor >half.tmd
  tmd-plan sqrt --format bfloat16 --domain 1:1.1 | tmd-taylor >b.tmd
  echo 'float my_sqrt(float x) { return sqrt(x); }' >my.cl
  echo 'ushort my_sqrt(ushort x) { return x; }' >bits.cl
  echo '__kernel void my_sqrt(__global float *x) { *x = sqrt(*x); }' >kernel.cl
  export POCL_CACHE_DIR=$BATS_TEST_TMPDIR XDG_CACHE_HOME=$BATS_TEST_TMPDIR
  # says TEXT LIBRARY [OPTION...]
  says() {
    warned 2 "tmd-check: $1" tmd-check --library "${@:2}" --modes nearest -j 1 --claims-only
  }
  says "./my.cl: a source for devices: --library opencl:0 --source ./my.cl" ./my.cl roots.tmd
  says "my.cu: a source for devices: --library cuda:0 --source my.cu" my.cu roots.tmd
  says "my.cl: no function sqrt; --symbol names it, as my_%n" opencl:0 --source my.cl roots.tmd
  local passed="has no type there: use --bits16, and --source with a function of unsigned short"
  says "opencl:0: bfloat16 $passed" opencl:0 --source my.cl b.tmd
  says "cuda:0: binary16 $passed" cuda:0 half.tmd
  says "opencl:0: --bits16: no built-in function takes encodings: give --source FILE" opencl:0 --bits16 b.tmd
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  says "kernel.cl: my_sqrt is a kernel; a function is called: float my_sqrt(float)" \
    opencl:0 --source kernel.cl --symbol my_%n roots.tmd
  run tmd-check --library opencl:0 --source bits.cl --symbol my_%n --bits16 --modes nearest -j 1 --claims-only b.tmd
  [ "$(awk -F '\t' '$1 == "check" { print $7, $10 }' <<<"$output")" = "13 12" ] # all but 1
  ! clinfo -l >/dev/null 2>&1 || ! clinfo | grep -q cl_khr_fp16 || skip "a device with binary16"
  says "opencl:0: the device has no cl_khr_fp16: binary16 works as unsigned short only, with --bits16" opencl:0 half.tmd
}

@test "a program that prints no result is given up at once" {
  warned 2 "tmd-check: /bin/true: prints no result" tmd-check --library cmd:/bin/true --modes nearest --claims-only roots.tmd
}

@test "where f overflows finite results are measured, wrong infinities are special values, rows as one by one" {
  printf '%s\n' '#include <math.h>' 'static float e(float x) { return (float)exp((double)x); }' \
    'float late_expf(float x) { return isinf(e(x)) && x < 89 ? 0x1.fffffep127f : e(x); }' \
    'float far_expf(float x) { return isinf(e(x)) && x < 89 ? 0x1.8p127f : e(x); }' \
    'float always_expf(float x) { return x > 88.8f ? INFINITY : e(x); }' \
    'unsigned short never(unsigned short x) { return 0x7f7f; }' >over.c
  gcc -O1 -shared -fPIC over.c -o over.so -lm
  judged() { # SYMBOL LIMIT MODE: verdict and findings
    run tmd-check --library ./over.so --symbol "$1" --function exp --format binary32 --domain 88.5:90 --claims-only \
      -j 1 --modes "$3" --limit "$2"
    awk -F '\t' '$1 == "check" { print $20 } $1 == "finding" { print $5 }' <<<"$output" | paste -s -d ' '
  }
  for limit in 2 opencl cuda c23; do [[ $(judged late_%s $limit nearest) = fail* ]]; done
  [[ $(judged far_%s c23 nearest) = fail* ]]
  for limit in 2 c23; do [ "$(judged always_%s $limit down)" = "fail wrong special-value" ]; done
  [ "$(judged always_%s c23 nearest)" = pass ]
  # far out errors are beyond all numbers: the report is that of one by one, as where wrong results are kept
  for keep in '' '--keep kept'; do
    # shellcheck disable=SC2086
    run -1 tmd-check --library ./over.so --symbol never --bits16 --function exp --format bfloat16 --domain 89:1e30 \
      --claims-only -j 1 --limit 4 $keep
    [ "$(grep -c special-value <<<"$output")" -eq 2 ]
    grep -v '^tmd-check' <<<"$output" >"rows$keep"
  done
  cmp rows "rows--keep kept"
}

@test "a line of limits for exp is not one for expressions that begin with it" {
  printf '%s\n' '#include <math.h>' 'float off(float x) { return nextafterf((float)(exp((double)x) - x), 9); }' >off.c
  printf 'exp(x)-x\t-\t0.5\nexp\t-\t4\n' >limits
  run -1 tmd-check --library ./off.c --symbol off --function 'exp(x)-x' --format binary32 --domain 1:1.001 -j 1 \
    --limit limits --modes nearest --claims-only
  [ "$(awk -F '\t' '$1 == "check" { print $19, $20 }' <<<"$output")" = "0.5 fail" ]
}

@test "tf32: every argument, in float; a result with other bits of float is wrong, whatever is expected" {
  cat >tf32.c <<'C'
#include <math.h>
#include <stdint.h>
typedef union { float f; uint32_t u; } bits;
float magtf32(float x) { return fabsf(x); }
float low(float x) { bits v = {.f = fabsf(x)}; if (v.f < 1) v.u |= 1; return v.f; }
float none(float x) { return isnan(x) ? 0x1.0004p0f : fabsf(x); }
float large(float x) { bits v = {.f = fabsf(x)}; if (v.u == 0x7f7fe000) v.u |= 0x1fff; return v.f; }
float quiet(float x) { bits v = {.f = fabsf(x)}; if (isnan(x)) v.u |= 0x401fff; return v.f; }
C
  verdict() { # OPTION...: tested, wrong, verdict, and the first wrong and special values
    run tmd-check --library ./tf32.c --function 'abs(x)' --format tf32 --modes nearest -j 1 "$@"
    awk -F '\t' '$1 == "check" { print $7, $10, $20 } $5 ~ /^(wrong|special)/ { print $6, $7, $9 }' <<<"$output" | paste -s -d ' '
  }
  [ "$(verdict --symbol magtf32)" = "522240 0 pass" ]
  [ "$(verdict --symbol low)" = "522240 260096 fail 260096 -0x1.ffcp-1 0x1.004p+128" ]
  [[ $(verdict --symbol none) == "522240 "*" fail "*nan* ]]
  [ "$(verdict --symbol large)" = "522240 2 fail 2 -0x1.ffcp+127 0x1.004p+128" ]
  [ "$(verdict --symbol quiet)" = "522240 0 pass" ]
  run -2 tmd-check --library ./tf32.c --pairs pow --format tf32
  [[ $output == *"pow: C libraries do not have functions of this format" ]]
}

@test "commas in parentheses do not separate the functions of --function" {
  echo 'float most(float x) { return x < 1 ? 1 : x; }' >most.c
  run -0 --separate-stderr tmd-check --library ./most.c --symbol most --function 'max(x,1),max(1,max(x,0))' --format binary32 \
    --domain 0.999:1.001 --modes nearest -j 1
  [ "$(awk -F '\t' '$1 == "check" { print $2, $20 }' <<<"$output")" = $'max(x,1) pass\nmax(1,max(x,0)) pass' ]
  run -2 tmd-check --library ./most.c --symbol most --function 'max(x,1' --format binary32
}

@test "expressions without a name at 0: any result where there may be a limit, else none that is finite" {
  printf '%s\n' '#include <math.h>' '#define F(name, f, at_0) float name(float x) { return x == 0 ? at_0 : (float)(f); }' \
    'F(inverse, 1 / (double)x, 1 / x) F(inverse_0, 1 / (double)x, 42)' \
    'F(root, sqrt((double)x - 1), NAN) F(root_0, sqrt((double)x - 1), 42)' \
    'F(slow, log(-log((double)x)), INFINITY) F(slow_0, log(-log((double)x)), 42)' \
    'F(one_side, exp(1 / (double)x), signbit(x) ? 0 : INFINITY) F(one_side_0, exp(1 / (double)x), 42)' \
    'F(sinc, sin((double)x) / x, 1) F(product, x * log((double)x), 0)' \
    'F(angle, atan(1 / (double)x), copysignf(0x1.921fb6p0f, x))' >zero.c
  gcc -O1 -shared -fPIC zero.c -o zero.so -lm
  verdict() { # EXPRESSION SYMBOL: verdict, and the special values
    run tmd-check --library ./zero.so --symbol "$2" --function "$1" --format binary32 --modes nearest -j 1 --limit 1 \
      --domain "${3:-0.1:0.10001}"
    awk -F '\t' '$1 == "check" { print $20 } $5 == "special-value" { print $6 }' <<<"$output" | paste -s -d ' '
  }
  for f in '1/x inverse 2' 'sqrt(x-1) root 2 2:2.0001' 'log(-log(x)) slow 2' 'exp(1/x) one_side 1'; do
    read -r expression symbol count domain <<<"$f"
    [ "$(verdict "$expression" "$symbol" "$domain")" = pass ]
    [ "$(verdict "$expression" "${symbol}_0" "$domain")" = "fail $count" ]
  done
  [ "$(verdict 'sin(x)/x' sinc) $(verdict 'x*log(x)' product) $(verdict 'atan(1/x)' angle)" = "pass pass pass" ]
}

@test "a sincos that writes nothing has no result, of NaN and infinities neither" {
  printf '%s\n' '#include <fenv.h>' '#include <math.h>' 'void sincosf(float x, float *s, float *c) {' \
    '  if (fegetround() != FE_TONEAREST && !isfinite(x)) return; /* where the right results of nearest lie */' \
    '  *s = (float)sin((double)x), *c = (float)cos((double)x);' '}' >quiet.c
  run -1 tmd-check --library ./quiet.c --function sin,cos --symbol sincosf --format binary32 --domain 1:1.001 -j 1 --limit 1 \
    --modes nearest,up
  [ "$(awk -F '\t' '$5 == "special-value" { print $2, $4, ($6 > 1) }' <<<"$output")" = $'sin up 1\ncos up 1' ]
  [ "$(awk -F '\t' '$1 == "check" { print $4, $20 }' <<<"$output" | sort | uniq -c | awk '{ print $1, $2, $3 }')" = \
    $'2 nearest pass\n2 up fail' ]
}

@test "flags and errno that cannot be checked are refused; devices ignore them, with a message" {
  printf '#!/bin/sh\nexec awk "{ print 1 }"\n' >ones && chmod 755 ones
  for option in --flags --errno; do
    bad_usage "omit $option" tmd-check --library cmd:./ones $option --modes nearest roots.tmd
  done
  if [ "$(uname -m)" = x86_64 ]; then
    bad_usage "omit --errno" tmd-check --library ./faults.so --symbol _ZGVbN4v_output --errno --modes nearest roots.tmd
  fi
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  run --separate-stderr tmd-check --library opencl:0 --flags --errno --limit 4 --modes nearest --claims-only -j 2 roots.tmd
  [ "$stderr" = "tmd-check: devices have no flags and no errno: they are not checked" ]
}

@test "--present leaves out what is not there, not what crashes as it is loaded" {
  printf '%s\n' '#include <math.h>' '#include <stdlib.h>' 'float my_expf(float x) { return expf(x); }' \
    'typedef float f(float);' 'static f *pick(void) { abort(); }' \
    'float my_logf(float) __attribute__((ifunc("pick")));' >aborts.c
  gcc -shared -fPIC aborts.c -o aborts.so -lm || skip "no ifunc here"
  present() { # LIST
    run --separate-stderr tmd-check --library ./aborts.so --symbol my_%s --function "$1" --present --format binary32 \
      --domain 1:1.001 --limit 1 --claims-only -j 1 --modes nearest
  }
  present exp,sin
  [ "$status" -eq 0 ]
  [[ $stderr = *"left out: ./aborts.so: no symbol my_sinf"* ]]
  present exp,log
  [ "$status" -eq 2 ]
  [[ $stderr = *"tmd-check: log: does not load: killed by signal 6"* ]]
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  run -0 tmd-check --library opencl:0 --function exp,log2p1 --present --format binary32 --domain 1:1.001 --limit 4 \
    --modes nearest
  [[ $output = *"left out: "*log2p1* ]]
}

@test "a program that hangs once, and not again, is said" {
  printf '%s\n' '#!/bin/sh' 'read -r x || exit 0' '[ -e hung ] || { : >hung; exec sleep 20; }' \
    '{ echo "$x"; cat; } | awk "{ print 1 }"' >once && chmod 755 once
  run --separate-stderr tmd-check --library cmd:./once --function exp --format binary32 --domain 1:1.0001 -j 1 \
    --modes nearest --timeout 1 --claims-only
  [[ $stderr = *"./once: calls together exceeded --timeout"*"hung once"* ]]
}

@test "what cannot be checked is one line" {
  bad_usage "" tmd-check roots.tmd
  bad_usage "" tmd-check --library ./none.so roots.tmd
  bad_usage "" tmd-check --library ./faults.so --symbol none roots.tmd
  echo 'no library' >text.so
  printf '!<arch>\nrubbish' >rubbish.a
  echo 'float sqrtf(' >unfinished.c
  printf '#include <stdlib.h>\n__attribute__((constructor)) static void leave(void) { exit(0); }\n' >leaves.c
  for library in ./text.so ./rubbish.a ./unfinished.c ./leaves.c . ./none.c cmd:./none opencl:99 "opencl:0 --source none.cl" \
    "libm.so.6 --symbol sincosf" "libmvec.so.1 --symbol _ZGVbN4vv_%s" "./faults.so --symbol _ZGVbM4v_%s"; do
    # shellcheck disable=SC2086
    run tmd-check --library $library --modes nearest -j 1 roots.tmd
    [ "$status ${#lines[@]}" = "2 1" ]
  done
  run -2 tmd-check --library libm.so.6 --modes nearest,sideways roots.tmd
  tmd-plan sqrt --in binary32 --out binary64 --domain 1:1.001 | tmd-taylor >wide.tmd
  bad_usage "" tmd-check --library libm.so.6 wide.tmd
}

@test "an interrupt is heeded where the target comes back from no call" {
  # a program that waits in its 20th call until the test goes on
  printf '#!/bin/sh\necho >>calls\n[ $(wc -l <calls) -ne 20 ] || cat go >/dev/null\nexit 1\n' >fails
  chmod 755 fails
  mkfifo go
  tmd-plan exp --format binary16 --domain 1:2 | tmd-taylor >claims.tmd
  env --default-signal=INT tmd-check -j 1 --modes nearest --library cmd:./fails claims.tmd >said 2>&1 &
  until [ -e calls ] && [ "$(wc -l <calls)" -eq 20 ]; do sleep 0.05; done
  kill -INT $!
  echo >go
  status=0
  wait $! || status=$?
  [ "$status" -eq 130 ]
  [ "$(wc -l <calls)" -lt 60 ] # and not some for each of 1000
}
