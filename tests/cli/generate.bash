# What the suites of tmd-generate share.
. "${BASH_SOURCE[0]%/*}/synthetic.bash"

setup_file() { command -v sollya >/dev/null || skip "no sollya"; }

setup() { cd "$BATS_TEST_TMPDIR" && made=$BATS_FILE_TMPDIR; }

list=$BATS_TEST_DIRNAME/../../lib/cases/binary32.tmd

# passes_as SYMBOL FUNCTION FILE OPTION...: tmd-check of a function, every argument of each --domain
passes_as() {
  local options=(--symbol "$1" --function "$2" --library "$3") domains=() domain
  shift 3
  while [ $# -gt 0 ]; do
    case $1 in
      --domain) domains+=("$2") && shift ;;
      --domain=*) domains+=("${1#*=}") ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  [ ${#domains[@]} -gt 0 ]
  for domain in "${domains[@]}"; do
    tmd-check "${options[@]}" --format binary32 --flags --domain="$domain" || return
  done
}
passes() { passes_as "$1f" "$@"; }

v3="cc -O2 -march=x86-64-v3"

# vectors_pass CC FUNCTION FILE OPTION...: the vectors and their halves, at the list's cases, their neighbours, special
# arguments, samples of regions; or those of FORMS
vectors_pass() {
  local vector vectors="_ZGVdN8v _ZGVbN4v"
  [[ $1 != *v4 ]] || vectors="_ZGVeN16v _ZGVdN8v"
  for vector in ${FORMS:-$vectors}; do
    tmd-check --library "$3" --cc "$1" --symbol "${vector}_$2f" --flags "${@:4}" "$made/$2.tmd" >report || return
    [ "$(grep -c $'\tpass\t' report)" -ge 1 ]
  done
}

# preloaded FUNCTION: the program, whose loop over the function calls libmvec, prints the number of wrong results
preloaded() {
  cat >program.c <<C
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
static float x[4096], y[4096];
int main(void) {
  int wrong = 0;
  for (int i = 0; i < 4096; i++) x[i] = (float)i / 128 - 16;
  for (int i = 0; i < 4096; i++) y[i] = $1f(x[i]);
  for (int i = 0; i < 4096; i++) {
    volatile double z = x[i]; /* no loop of vectors */
    wrong += y[i] != (float)$1(z);
  }
  printf("%d\\n", wrong);
}
C
  gcc -Ofast -mavx2 program.c -o program -lm
  nm -D program | grep -q "U _ZGVdN8v_$1f" || skip "no $1f in libmvec"
}

# fault NAME SED FUNCTION: with the text changed, tmd-check finds wrong results
fault() {
  sed -E "$2" "$made/$3.c" >"$1.c"
  run -1 cmp -s "$1.c" "$made/$3.c"
  run -1 vectors_pass "$v3" "$3" "$PWD/$1.c"
}

# moved PROOF WORDS BY: the proof of $made with the bound that begins so 2^BY as high
moved() {
  awk -v words="bound $2 " -v by="$3" 'index($0, words) == 1 { split($NF, a, "^"); $NF = sprintf("2^%.4f", a[2] + by); n++ }
    { print } END { exit n != 1 }' "$made/$1" >"$1"
}

# claimed FILE: the bound to nearest that its comment states
claimed() { sed -n 's/.*differ from f(x) by at most \([0-9.]*\) ulp.*/\1/p' "$1"; }

# worst FUNCTION FILE: the largest error to nearest that a hunt finds, in ulp
worst() {
  tmd-check --library "$2" --symbol "$1f" --function "$1" --format binary32 --modes nearest --limit 16 --hunt 4r |
    awk "$awk_columns"' kind == "check" { below = -$at("below"); above = $at("above"); print (below > above ? below : above) }'
}

# within_bound FUNCTION-B: errors of this file are below its bound, and above half of what it adds to 1/2
within_bound() {
  local bound found
  bound=$(claimed "$1.c")
  found=$(worst "${1%-*}" "$1.c")
  echo "$1: $found of $bound"
  awk -v B="${1#*-}" -v bound="$bound" -v found="$found" 'BEGIN {
    exit !(bound <= B && found <= bound && found > 0.5 + (bound - 0.5) / 2)
  }'
}

# cuda_in_c: platform.h, what functions of tmd-generate --to cuda need to be C for the emulated driver
cuda_in_c() {
  cat >platform.h <<'C'
#include <math.h>
#define __device__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
static inline int __float_as_int(float x) { union { float f; int i; } u = {x}; return u.i; }
static inline float __int_as_float(int i) { union { int i; float f; } u = {i}; return u.f; }
static inline long long __double_as_longlong(double x) { union { double f; long long i; } u = {x}; return u.i; }
static inline double __longlong_as_double(long long i) { union { long long i; double f; } u = {i}; return u.f; }
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
#define __fma_rn(a, b, c) __builtin_fma(a, b, c)
#define __dsqrt_rn(x) sqrt(x)
static inline float __double2float_rn(double y) { return (float)y; }
static inline float toward(double y, int up, int down) {
  const float f = (float)y;
  return f < y && up ? nextafterf(f, INFINITY) : f > y && down ? nextafterf(f, -INFINITY) : f;
}
#define __double2float_ru(y) toward(y, 1, 0)
#define __double2float_rd(y) toward(y, 0, 1)
#define __double2float_rz(y) toward(y, (y) < 0, (y) > 0)
C
}

# paired SUFFIX WIDTH: OpenCL C, pairedSUFFIXWIDTH: plainSUFFIXWIDTH, wrong where flushedSUFFIXWIDTH is not it with zeros in place
# of subnormal arguments and results
paired() {
  sed "s/SUFFIX/$1/g; s/WIDTH/$2/g" <<'C'
floatWIDTH pairedSUFFIXWIDTH(floatWIDTH x) {
  const intWIDTH u = as_intWIDTH(x), size = u & 0x7fffffff;
  const intWIDTH y = as_intWIDTH(plainSUFFIXWIDTH(as_floatWIDTH(size < 0x00800000 ? u ^ size : u))), of_y = y & 0x7fffffff;
  const intWIDTH right = of_y < 0x00800000 ? y ^ of_y : y, got = as_intWIDTH(flushedSUFFIXWIDTH(x));
  const intWIDTH same = right == got | (of_y > 0x7f800000 & (got & 0x7fffffff) > 0x7f800000);
  const intWIDTH result = as_intWIDTH(plainSUFFIXWIDTH(x));
  return as_floatWIDTH(same ? result : result ^ 0x00400000);
}
C
}
