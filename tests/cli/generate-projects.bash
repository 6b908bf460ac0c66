# What the suites of tmd-generate --to core-math, glibc and llvm share: headers with the names that the projects have, and only
# what the files made need of them.

# stubs_of_llvm FUNCTION...: the folder llvm
stubs_of_llvm() {
  local support=llvm/src/__support f
  mkdir -p llvm/src/math $support/{FPUtil,macros}
  for f; do
    echo "namespace LIBC_NAMESPACE { extern \"C\" float ${f}f(float x); }" >"llvm/src/math/${f}f.h"
  done
  echo '#define LIBC_NAMESPACE_DECL LIBC_NAMESPACE' >$support/macros/config.h
  echo '#define LLVM_LIBC_FUNCTION(type, name, arguments) extern "C" type name arguments' >$support/common.h
  cat >$support/macros/optimization.h <<'C'
#define LIBC_LIKELY(x) __builtin_expect(!!(x), 1)
#define LIBC_UNLIKELY(x) __builtin_expect(!!(x), 0)
C
  cat >$support/FPUtil/FEnvImpl.h <<'C'
#include <cerrno>
#include <cfenv>
namespace LIBC_NAMESPACE::fputil {
inline void set_errno_if_required(int e) { errno = e; }
inline void raise_except_if_required(int flags) { std::feraiseexcept(flags); }
}
C
  cat >$support/FPUtil/FPBits.h <<'C'
#include <cstdint>
namespace LIBC_NAMESPACE::fputil {
template <typename T> class FPBits {
  union { T value; uint32_t bits; } datum;
public:
  explicit FPBits(T x) { datum.value = x; }
  uint32_t uintval() const { return datum.bits; }
  T get_val() const { return datum.value; }
  bool is_neg() const { return datum.bits >> 31; }
};
}
C
  echo 'namespace LIBC_NAMESPACE::fputil { template <typename T> T fma(T a, T b, T c) { return __builtin_fma(a, b, c); } }' \
    >$support/FPUtil/FMA.h
  echo 'namespace LIBC_NAMESPACE::fputil { template <typename T> T sqrt(T x) { return __builtin_sqrt(x); } }' \
    >$support/FPUtil/sqrt.h
  cat >$support/FPUtil/nearest_integer.h <<'C'
#ifdef __SSE4_2__
#include <immintrin.h>
#endif
namespace LIBC_NAMESPACE::fputil {
inline double nearest_integer(double x) {
#ifdef __SSE4_2__
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_round_sd(v, v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#else /* in other modes than to nearest, one of two nearest integers */
  volatile double sum = x + __builtin_copysign(0x1p52, x);
  const double n = sum - __builtin_copysign(0x1p52, x);
  return x - n > 0.5 ? n + 1 : x - n < -0.5 ? n - 1 : n;
#endif
}
}
C
  cat >$support/FPUtil/except_value_utils.h <<'C'
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
namespace LIBC_NAMESPACE::fputil {
template <typename T, std::size_t N> struct ExceptValues {
  struct { uint32_t input, toward_zero, up, down, nearest; } rows[N];
  std::optional<T> find(uint32_t x, bool negative) const {
    for (const auto &row : rows) {
      if (row.input != x) continue;
      const int mode = std::fegetround();
      uint32_t y = row.toward_zero ^ (uint32_t)negative << 31;
      if (mode == FE_TONEAREST) y += row.nearest;
      if (mode == (negative ? FE_DOWNWARD : FE_UPWARD)) y += row.up;
      if (mode == (negative ? FE_UPWARD : FE_DOWNWARD)) y += row.down;
      T result;
      std::memcpy(&result, &y, sizeof y);
      return result;
    }
    return {};
  }
  std::optional<T> lookup(uint32_t x) const { return find(x, false); }
  std::optional<T> lookup_odd(uint32_t x, bool negative) const { return find(x, negative); }
};
}
C
}

# stubs_of_glibc: the folder glibc
stubs_of_glibc() {
  mkdir -p glibc
  echo '#define math_narrow_eval(x) (x)' >glibc/math-narrow-eval.h
  echo '#define libm_alias_float(from, to) extern __typeof(from##f) to##f __attribute__((weak, alias(#from "f")));' \
    >glibc/libm-alias-float.h
  cat >glibc/math_config.h <<'C'
#include <errno.h>
#define __set_errno(e) (errno = (e))
static inline __attribute__((unused)) double roundeven_finite(double x) { return __builtin_roundeven(x); }
C
}

# built_for PROJECT FUNCTION FILE COMPILER...: the library FUNCTION.so of the file
built_for() {
  local project=$1 f=$2 file=$3
  shift 3
  case $project in
    llvm) "$@" -x c++ -std=c++17 -DLIBC_NAMESPACE=tests -Illvm -Wall -Wextra -Werror -shared -fPIC "$file" -o "$f.so" -lm ;;
    glibc) "$@" -std=gnu11 -Iglibc -Wall -Wextra -Werror -fno-builtin-"$f"f -shared -fPIC "$file" -o "$f.so" -lm ;;
    core-math) "$@" -DCORE_MATH_SUPPORT_ERRNO -std=gnu11 -W -Wall -Werror -shared -fPIC "$file" -o "$f.so" -lm ;;
  esac
}

# passes_for PROJECT FUNCTION OPTION...: tmd-check of FUNCTION.so at the cases of FUNCTION.tmd, with flags and errno
passes_for() {
  local symbol=$2f
  [ "$1" != core-math ] || symbol=cr_$symbol
  tmd-check --library "$PWD/$2.so" --symbol "$symbol" --flags --errno --ignore sign-of-gamma "${@:3}" "$2.tmd" >report || return
  [ "$(grep -c $'\tpass\t' report)" -ge 1 ]
}
