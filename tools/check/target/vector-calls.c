/* Vector functions of x86: arguments and results in registers of 16, 32 or 64 bytes. A batch is
   divided into vectors so that x[i] goes through lane (i + batch->lane) mod lanes; unused lanes at
   its ends hold x[0]. Changes of the environment are observed for all x of a vector. */
#include <fenv.h>
#include <string.h>

#include "tools/check/target/fenv-word.h"
#include "tools/check/target/jobs.h"

struct vectors {
  struct tmd_exchange *batch;
  tmd_any_function *function;
  long lanes, size; /* size: bytes of a number */
};

#ifdef __x86_64__

/* Calls on one vector each of x and y, into `result`. */
typedef void call_vector(const struct vectors *v, const void *x, const void *y, void *result);

#define CALL(name, T, bytes, isa)                                                              \
  typedef T name __attribute__((vector_size(bytes)));                                          \
  __attribute__((target(isa))) static void call_##name(const struct vectors *v, const void *x, \
                                                       const void *y, void *result) {          \
    const name *const a = x, *const b = y;                                                     \
    if (v->batch->callee.shape == TMD_SHAPE_TWO)                                               \
      *(name *)result = ((name(*)(name, name))v->function)(*a, *b);                            \
    else *(name *)result = ((name(*)(name))v->function)(*a);                                   \
  }
CALL(float4, float, 16, "sse2")
CALL(float8, float, 32, "avx")
CALL(float16, float, 64, "avx512f")
CALL(double2, double, 16, "sse2")
CALL(double4, double, 32, "avx")
CALL(double8, double, 64, "avx512f")

static call_vector *find(const struct tmd_callee *callee) {
  if (callee->type == TMD_TYPE_FLOAT)
    return callee->vector_bytes == 16   ? call_float4
           : callee->vector_bytes == 32 ? call_float8
                                        : call_float16;
  return callee->vector_bytes == 16   ? call_double2
         : callee->vector_bytes == 32 ? call_double4
                                      : call_double8;
}

/* 1 if the machine has the instructions: the letter of _ZGVdN4v_NAME names them, whatever the
   registers are. */
int tmd_vectors_supported(const struct tmd_callee *callee) {
  const char isa = strncmp(callee->symbol, "_ZGV", 4) == 0 ? callee->symbol[4] : 0;
  if ((callee->vector_bytes == 64 || isa == 'e') && !__builtin_cpu_supports("avx512f")) return 0;
  if (isa == 'd' && !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))) return 0;
  return callee->vector_bytes < 32 || __builtin_cpu_supports("avx");
}

/* Collects numbers from..from + lanes - 1; those outside the batch are the first one. */
static void gather(const struct vectors *v, char *lanes, const unsigned char *numbers, long from) {
  for (long lane = 0; lane < v->lanes; lane++) {
    const long i = from + lane;
    memcpy(lanes + lane * v->size,
           numbers + (i >= 0 && i < (long)v->batch->count ? i * v->size : 0), (size_t)v->size);
  }
}

static void set_environment(enum tmd_rounding mode) {
  fesetenv(FE_DFL_ENV);
  fesetround(tmd_round_of_mode[mode]);
}

/* Observes changes of the environment, and restores it. */
static int changed(const struct tmd_exchange *batch, unsigned control) {
  if (((tmd_status_get() ^ control) & ~(TMD_STATUS_RAISED | TMD_STATUS_DENORMAL)) == 0) return 0;
  const int mode = fegetround() != tmd_round_of_mode[batch->mode];
  set_environment(batch->mode);
  return mode ? TMD_OBSERVED_MODE : TMD_OBSERVED_CONTROL;
}

void tmd_vectors_run(struct tmd_exchange *batch, tmd_any_function *function) {
  const struct vectors v = {batch, function, batch->callee.lanes,
                            batch->callee.type == TMD_TYPE_FLOAT ? 4 : 8};
  call_vector *const call = find(&batch->callee);
  _Alignas(64) char x[64], y[64], result[64];
  const long count = batch->count;
  tmd_batch_unobserved(batch);
  set_environment(batch->mode);
  const unsigned control = tmd_status_get();
  for (long from = -(long)batch->lane; from < count; from += v.lanes) {
    batch->at = (uint32_t)(from > 0 ? from : 0);
    gather(&v, x, batch->x, from);
    if (batch->callee.shape == TMD_SHAPE_TWO) gather(&v, y, batch->y, from);
    call(&v, x, y, result);
    const long first = from < 0 ? -from : 0, last = from + v.lanes < count ? v.lanes : count - from;
    memcpy(batch->result + (from + first) * v.size, result + first * v.size,
           (size_t)((last - first) * v.size));
    const int seen = changed(batch, control);
    memset(batch->observed + from + first, seen, (size_t)(last - first));
    batch->found |= (uint32_t)seen;
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
