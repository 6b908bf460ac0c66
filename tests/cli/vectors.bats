# tmd-check of vector functions: each lane, next to ordinary and special numbers, flags, masks, and what is refused.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  [ "$(uname -m)" = x86_64 ] || return 0
  gcc -O1 -fopenmp-simd -fno-math-errno -frounding-math -shared -fPIC "$BATS_TEST_DIRNAME/vector-faults.c" -o vectors.so -lm
}
setup() {
  cd "$BATS_FILE_TMPDIR"
  [ "$(uname -m)" = x86_64 ] || skip "vector functions of x86"
}

# check SYMBOL [OPTION...]: sqrt in binary32 about X = 0x1.00468ap+0; findings: MODE KIND COUNT X of each
check() {
  run --separate-stderr tmd-check --library ./vectors.so --symbol "$1" --function sqrt --format binary32 \
    --domain 0x1.0046p+0:0x1.00478p+0 -j 1 "${@:2}"
  findings=$(awk -F '\t' '$1 == "finding" { print $4, $5, $6, $7 }' <<<"$output")
}
# finds KINDS SYMBOL [OPTION...]: to nearest, with claims only, these kinds of findings at X, and no others
finds() {
  check "_ZGVb${*:2:1}" --claims-only --modes nearest "${@:3}"
  # shellcheck disable=SC2086
  [ "$status $findings" = "1 $(printf 'nearest %s 1 0x1.00468ap+0\n' $1)" ] || { echo "${*:2}: $findings" && return 1; }
}
# lane SYMBOL KIND NUMBER: a message names it
lane() { [[ $stderr = *"_ZGVb$1(0x1.00468ap+0): $2 in lane $3; lanes 0 to 3: "* ]]; }
# has LETTER: this machine has its instructions
has() {
  local flag
  case $1 in b) return 0 ;; c) flag=avx ;; d) flag=avx2 ;; e) flag=avx512f ;; esac
  grep -qw "$flag" /proc/cpuinfo
}

@test "vectors as a compiler makes them are right: every set of instructions, format, mode, flag, with masks" {
  tmd-plan sqrt --format binary64 --domain 1:0x1.0000000000ffp+0 | tmd-taylor >few.tmd
  for sort in b:4:2 c:8:4 d:8:4 e:16:8; do
    IFS=: read -r letter singles doubles <<<"$sort"
    has $letter || continue
    for mask in N M; do
      check _ZGV$letter$mask${singles}v_rightf --flags --claims-only
      [ "$status $(grep -c $'\tpass\t' <<<"$output") $findings" = "0 4 " ]
      run -0 tmd-check --library ./vectors.so --symbol _ZGV$letter$mask${doubles}v_right --flags --claims-only few.tmd
      [ "$(grep -c $'\tpass\t' <<<"$output") $(grep -c ^finding <<<"$output")" = "4 0" ]
    done
  done
  check _ZGVbN4v_rightf --flags --modes nearest # with special arguments
  [ "$status $findings" = "0 " ]
}

@test "one argument is wrong in one lane: the lane is named, and the result is judged" {
  finds "wrong lanes-differ" N4v_one
  lane N4v_one lanes-differ 2
  finds "wrong lanes-differ" N4v_far --limit 1 --ignore lanes-differ --keep kept
  [ "$(grep -v '^#' kept)" = $'0x1.00468ap+0\tnearest\t0x1.002342p+0\t0x1.002342p+1\tsqrt\tbinary32' ]
  run -0 tmd-check --library ./vectors.so --symbol _ZGVbN4v_one --function sqrt --format binary32 --limit 2 --claims-only \
    --domain 0x1.0046p+0:0x1.00478p+0 -j 1 --ignore lanes-differ --modes up
}

@test "lanes that take each other's results, or lose them next to special ones" {
  check _ZGVbN4v_swapped --claims-only --modes nearest
  grep -q '^nearest lanes-differ' <<<"$findings"
  check _ZGVbN4v_spoilt --claims-only --modes nearest
  [ "$(awk '$2 == "lanes-differ" { print ($3 > 180) }' <<<"$findings")" = 1 ]
  finds "wrong lanes-differ" N4v_lost
  check _ZGVbN4v_crashes --claims-only --modes nearest
  grep -q '^nearest crash ' <<<"$findings"
  # where not all arguments are called in many ways: in a block of 32768 that is none of the 16th ones
  for fault in lost neighbours; do
    run -1 tmd-check --library ./vectors.so --symbol _ZGVbN4v_$fault --function sqrt --format binary32 --claims-only -j 1 \
      --domain 0x1.42p+0:0x1.421p+0 --modes nearest
    [ "$(awk -F '\t' '$1 == "finding" { print $5, $6, $7 }' <<<"$output")" = \
      $'wrong 1 0x1.42008ap+0\nlanes-differ 1 0x1.42008ap+0' ]
  done
}

@test "a lane in another mode is wrong there" {
  check _ZGVbN4v_mode --claims-only --modes nearest
  [ "$status $findings" = "0 " ]
  check _ZGVbN4v_mode --claims-only --modes up
  [[ $findings = "up wrong "*"up lanes-differ "* ]]
}

@test "flags: raised or missing in one lane, next to another one, and cleared" {
  finds spurious-overflow N4v_raises --flags
  finds spurious-divide N4v_raises_next_to_nan --flags
  [[ $stderr = *"(0x1.00468ap+0): spurious-divide in lane "[12]"; lanes 0 to 3: "*nan* ]]
  finds missing-inexact N4v_misses --flags
  lane N4v_misses missing-inexact 2
  check _ZGVbN4v_clears --claims-only --modes nearest --flags
  grep -q '^nearest flag-cleared 1 0x1.00468ap+0$' <<<"$findings"
}

@test "masks: lanes that are inactive count, lost behind them, or other lanes are meant" {
  check _ZGVbM4v_ignores --claims-only --modes nearest
  [ "$status $findings" = "0 " ]
  check _ZGVbM4v_ignores --claims-only --modes nearest --flags
  grep -q '^nearest spurious-invalid ' <<<"$findings"
  finds "wrong lanes-differ" M4v_tail
  check _ZGVbM4v_shifted --claims-only --modes nearest
  grep -q '^nearest lanes-differ' <<<"$findings"
}

@test "vectors of two arguments" {
  pairs() { run "$1" tmd-check --library ./vectors.so --symbol "$2" --pairs div --format binary32 --samples 1000 -j 1 "${@:3}"; }
  pairs -0 _ZGVbN4vv_div --flags
  printf '3,7\n5,7\n' >few
  pairs -1 _ZGVbN4vv_div_one --claims-only --modes nearest few
  [ "$(awk -F '\t' '$1 == "finding" { print $5, $6, $7 }' <<<"$output")" = \
    "$(printf '%s 1 0x1.8p+1,0x1.cp+2\n' wrong lanes-differ)" ]
}

@test "vectors of 16 bits, as encodings; a lane that is wrong" {
  has d && grep -qw f16c /proc/cpuinfo || skip "no AVX2"
  cat >half.c <<'C'
#include <immintrin.h>
#include <stdint.h>
typedef uint16_t of8 __attribute__((vector_size(16)));
typedef uint16_t of16 __attribute__((vector_size(32)));
#ifndef LANE
#define LANE(x) (x)
#endif
of8 _ZGVbN8v_root(of8 x) { return LANE((of8)_mm256_cvtps_ph(_mm256_sqrt_ps(_mm256_cvtph_ps((__m128i)x)), 4)); }
of16 _ZGVdM16v_root(of16 x, of16 mask) {
  const __m256i m = (__m256i)(x & mask);
  const of8 low = _ZGVbN8v_root((of8)_mm256_castsi256_si128(m)), high = _ZGVbN8v_root((of8)_mm256_extracti128_si256(m, 1));
  return (of16)_mm256_set_m128i((__m128i)high, (__m128i)low);
}
#ifdef __AVX512F__
typedef uint16_t of32 __attribute__((vector_size(64)));
of32 _ZGVeM32v_root(of32 x, unsigned long long mask) {
  for (int i = 0; i < 32; i++) x[i] = mask >> i & 1 ? x[i] : 0;
  for (int i = 0; i < 4; i++) ((of8 *)&x)[i] = _ZGVbN8v_root(((of8 *)&x)[i]);
  return x;
}
#endif
C
  half() {
    tmd-check --library ./half.c --cc "gcc -O2 -mavx2 -mf16c $2" --symbol "$1" --flags --bits16 --function sqrt \
      --format binary16 --domain 1:1.1
  }
  for name in _ZGVbN8v_root _ZGVdM16v_root; do [ "$(half $name | grep -c $'\tpass\t')" -eq 4 ]; done
  run -1 half _ZGVdM16v_root '-DLANE(x)=(x+(of8){0,0,0,1})'
  [[ $output = *"lanes-differ in lane "[0-9]* ]]
  has e || return 0
  [ "$(half _ZGVeM32v_root -mavx512f | grep -c $'\tpass\t')" -eq 4 ]
  run -1 half _ZGVeM32v_root '-mavx512f -DLANE(x)=(x+(of8){0,0,0,1})'
}

@test "names that are not called, and instructions that this machine lacks" {
  refused() { # TEXT SYMBOL
    check "$2" --modes nearest
    [ "$status ${#stderr_lines[@]} $output" = "2 1 " ]
    [[ $stderr = *"$1"* ]]
  }
  refused "must be b, c, d, e or n" _ZGVaN4v_rightf
  refused "N or M must follow the letter" _ZGVbX4v_rightf
  refused "a register of d has 8 lanes of binary32" _ZGVdN4v_rightf
  refused "sqrt has 1 argument" _ZGVbN4vv_div
  refused "sqrt has 1 argument" _ZGVbN4l_rightf
  refused "vectors of any length" _ZGVnNxv_rightf
  refused "this machine lacks its instructions" _ZGVnN4v_right
  check _ZGVbN4v_rightf --errno
  [[ $status = 2 && $stderr = *"omit --errno"* ]]
}
