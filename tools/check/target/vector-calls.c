/* Vector functions: arguments and results in registers of 16, 32 or 64 bytes, and a mask of the
   active lanes behind the arguments, if the function has one, as gcc passes it: with AVX-512 an
   integer with a bit for each lane, else a vector whose lanes are -1 or 0 as integers. A batch is
   divided into vectors so that x[i] goes through lane (i + batch->lane) mod lanes. Lanes beyond its
   ends hold its first or last number, so that the flags of a vector are those of its own numbers;
   or with batch->alone all lanes hold x[i]. Flags and changes of the environment are observed for
   all x of a vector. */
#include <fenv.h>
#include <string.h>

#include "tools/check/target/fenv-word.h"
#include "tools/check/target/jobs.h"

struct vectors {
  struct tmd_exchange *batch;
  tmd_any_function *function;
  long lanes, size; /* size: bytes of a number */
  unsigned control; /* the environment before each call, flags clear */
};

/* The operands and the result of a call. */
struct vector_call {
  _Alignas(64) char x[64], y[64], mask[64], result[64];
  unsigned active; /* the mask as bits */
};

#if defined __x86_64__ || defined __aarch64__

typedef void call_vector(const struct vectors *v, struct vector_call *call);

#ifdef __x86_64__
#define INSTRUCTIONS(isa) __attribute__((target(isa)))
#define HAS(isa) __builtin_cpu_supports(isa)
#else
#define INSTRUCTIONS(isa)
#define HAS(isa) 0
#endif

#define CALL(name, T, bytes, isa, M, mask)                                                       \
  typedef T name __attribute__((vector_size(bytes)));                                            \
  INSTRUCTIONS(isa) static void call_##name(const struct vectors *v, struct vector_call *call) { \
    const name a = *(const name *)call->x, b = *(const name *)call->y;                           \
    const M m = mask;                                                                            \
    const int two = v->batch->callee.shape == TMD_SHAPE_TWO, masked = v->batch->callee.masked;   \
    *(name *)call->result = two && masked ? ((name(*)(name, name, M))v->function)(a, b, m)       \
                            : two         ? ((name(*)(name, name))v->function)(a, b)             \
                            : masked      ? ((name(*)(name, M))v->function)(a, m)                \
                                          : ((name(*)(name))v->function)(a);                          \
  }
CALL(float4, float, 16, "sse2", float4, *(const float4 *)call->mask)
CALL(double2, double, 16, "sse2", double2, *(const double2 *)call->mask)
CALL(short8, uint16_t, 16, "sse2", short8, *(const short8 *)call->mask)
#ifdef __x86_64__
CALL(float8, float, 32, "avx", float8, *(const float8 *)call->mask)
CALL(double4, double, 32, "avx", double4, *(const double4 *)call->mask)
CALL(float16, float, 64, "avx512f", unsigned long long, call->active)
CALL(double8, double, 64, "avx512f", unsigned long long, call->active)
CALL(short16, uint16_t, 32, "avx", short16, *(const short16 *)call->mask)
CALL(short32, uint16_t, 64, "avx512f", unsigned long long, call->active)
#endif

static long size_of(enum tmd_type type) {
  return type == TMD_TYPE_DOUBLE ? 8 : type == TMD_TYPE_FLOAT ? 4 : 2;
}

static call_vector *find(const struct tmd_callee *callee) {
  static call_vector *const calls[][3] = {
#ifdef __x86_64__
      {call_short32, call_float16, call_double8},
      {call_short16, call_float8, call_double4},
#endif
      {call_short8, call_float4, call_double2}};
  const int narrower = callee->vector_bytes == 64   ? 0
                       : callee->vector_bytes == 32 ? 1
                                                    : 2,
            rows = sizeof calls / sizeof *calls;
  return calls[rows == 1 ? 0 : narrower][size_of(callee->type) / 4];
}

/* 1 if the machine has the instructions: the letter of _ZGVdN4v_NAME names them, whatever the
   registers are. */
int tmd_vectors_supported(const struct tmd_callee *callee) {
  const char isa = strncmp(callee->symbol, "_ZGV", 4) == 0 ? callee->symbol[4] : 0;
  const int x86 = TMD_STATUS_FAST; /* else AArch64 */
  if (!x86) return callee->vector_bytes == 16 && (isa == 'n' || isa == 0);
  if (isa == 'n') return 0;
  if ((callee->vector_bytes == 64 || isa == 'e') && !HAS("avx512f")) return 0;
  if (isa == 'd' && !(HAS("avx2") && HAS("fma"))) return 0;
  return callee->vector_bytes < 32 || HAS("avx");
}

/* ---- operands ---- */

/* Collects the numbers of the vector that begins at number `from`. */
static void gather(const struct vectors *v, char *lanes, const unsigned char *numbers, long from) {
  const long last = (long)v->batch->count - 1;
  if (!v->batch->alone && from >= 0 && from + v->lanes - 1 <= last) {
    memcpy(lanes, numbers + from * v->size, (size_t)(v->lanes * v->size));
    return;
  }
  for (long lane = 0; lane < v->lanes; lane++) {
    const long at = v->batch->alone ? from : from + lane, i = at < 0 ? 0 : at > last ? last : at;
    memcpy(lanes + lane * v->size, numbers + i * v->size, (size_t)v->size);
  }
}

/* Lanes beyond the ends of the batch are inactive. */
static void set_mask(const struct vectors *v, struct vector_call *call, long from) {
  const struct tmd_exchange *batch = v->batch;
  call->active = 0;
  for (long lane = 0; lane < v->lanes; lane++) {
    const long i = batch->alone ? from : from + lane;
    const int active = i >= 0 && i < (long)batch->count && batch->active[i];
    memset(call->mask + lane * v->size, active ? 0xff : 0, (size_t)v->size);
    call->active |= (unsigned)active << lane;
  }
}

/* ---- the environment ---- */

static unsigned set_environment(enum tmd_rounding mode) {
  fesetenv(FE_DFL_ENV);
  fesetround(tmd_round_of_mode[mode]);
  return tmd_status_get();
}

/* Makes all flags clear, or raised, in an environment that is otherwise as before the calls. */
static void set_flags(const struct vectors *v, int are_raised) {
  const unsigned word = v->control | (are_raised ? TMD_STATUS_RAISED : 0);
  if (TMD_STATUS_FAST) tmd_status_set(&word);
  else if (are_raised) feraiseexcept(FE_ALL_EXCEPT);
  else feclearexcept(FE_ALL_EXCEPT);
  if (!are_raised && tmd_x87_raised()) tmd_x87_clear();
}

/* Observes changes of the environment, and restores it. */
static int changed(const struct vectors *v) {
  const unsigned differs =
      (tmd_status_get() ^ v->control) & ~(TMD_STATUS_RAISED | TMD_STATUS_DENORMAL);
  if (TMD_STATUS_FAST && !differs) return 0;
  const int mode = fegetround() != tmd_round_of_mode[v->batch->mode];
  if (!TMD_STATUS_FAST && !mode) return 0;
  set_environment(v->batch->mode);
  return mode ? TMD_OBSERVED_MODE : TMD_OBSERVED_CONTROL;
}

/* ---- calls ---- */

/* Calls again with all flags raised, and compares, if every lane is active. */
static int call_again(const struct vectors *v, call_vector *call_it, struct vector_call *call) {
  struct vector_call again = *call;
  set_flags(v, 1);
  call_it(v, &again);
  const int all = tmd_status_flags(TMD_STATUS_RAISED),
            cleared = (tmd_status_flags(tmd_status_get()) & all) != all, seen = changed(v);
  const int same = (v->batch->callee.masked && !v->batch->alone) ||
                   memcmp(call->result, again.result, (size_t)(v->lanes * v->size)) == 0;
  return seen | (cleared ? TMD_OBSERVED_CLEARED : 0) | (same ? 0 : TMD_OBSERVED_UNSTABLE);
}

/* What a call has returned and raised, for numbers from the begin-th to the end-th, of which the
   first is in this lane. */
static void take(const struct vectors *v, const struct vector_call *call, unsigned status, int seen,
                 const long numbers[2], long lane) {
  struct tmd_exchange *batch = v->batch;
  const size_t begin = (size_t)numbers[0], count = (size_t)(numbers[1] - numbers[0]),
               size = (size_t)v->size;
  memcpy(batch->result + begin * size, call->result + (size_t)lane * size, count * size);
  if (batch->wants & TMD_WANT_FLAGS) memset(batch->flags + begin, tmd_status_flags(status), count);
  if (seen) memset(batch->observed + begin, seen, count);
  batch->found |= (uint32_t)seen;
}

void tmd_vectors_run(struct tmd_exchange *batch, tmd_any_function *function) {
  struct vectors v = {batch, function, batch->callee.lanes, size_of(batch->callee.type), 0};
  call_vector *const call_it = find(&batch->callee);
  struct vector_call call;
  const long count = batch->count, step = batch->alone ? 1 : v.lanes;
  const int flags = batch->wants & TMD_WANT_FLAGS;
  tmd_batch_unobserved(batch);
  v.control = set_environment(batch->mode);
  for (long from = batch->alone ? 0 : -(long)batch->lane; from < count; from += step) {
    const long numbers[2] = {from > 0 ? from : 0, from + step < count ? from + step : count};
    batch->at = (uint32_t)numbers[0];
    gather(&v, call.x, batch->x, from);
    if (batch->callee.shape == TMD_SHAPE_TWO) gather(&v, call.y, batch->y, from);
    if (batch->callee.masked) set_mask(&v, &call, from);
    if (flags) set_flags(&v, 0);
    call_it(&v, &call);
    const unsigned status = flags ? tmd_status_get() | tmd_x87_raised() : 0;
    int seen = changed(&v);
    if (batch->wants & TMD_WANT_TWICE) seen |= call_again(&v, call_it, &call);
    take(&v, &call, status, seen, numbers,
         batch->alone ? (from + batch->lane) % v.lanes : numbers[0] - from);
  }
}

#else

int tmd_vectors_supported(const struct tmd_callee *callee) {
  (void)callee;
  return 0;
}

void tmd_vectors_run(struct tmd_exchange *batch, tmd_any_function *function) {
  (void)batch, (void)function;
}

#endif
