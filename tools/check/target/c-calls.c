/* Each batch is run by a tight loop, at about the cost of the calls themselves. If there are signs
   that a call had side effects (another rounding mode, traps, output), or used the x87 while flags
   are checked, the batch is run again by a slow loop, which detects and repairs them after each
   call. */
#include "tools/check/target/jobs.h"

#include <errno.h>
#include <string.h>

#include "tools/check/target/fenv-word.h"

struct run {
  struct tmd_exchange *batch;
  tmd_any_function *function; /* cast by each step to its type */
  void *result;
  int x87; /* its flags are checked, too */
  int *signgam;
  const struct tmd_decimal_modes *modes;
};

/* The call on argument i. */
typedef void step(const struct run *run, uint32_t i);

/* ---- the loops ---- */

#define LOOP static inline __attribute__((always_inline)) void

/* The status after each call, decoded after the last one: in between, the processor would wait for
   it before the next call. */
static uint32_t left[TMD_BATCH];

static void note_control(struct tmd_exchange *batch, unsigned changed) {
  if (changed & ~(TMD_STATUS_RAISED | TMD_STATUS_DENORMAL)) batch->found |= TMD_OBSERVED_CONTROL;
}

/* Decodes what the loop over flags has stored; the status was `control` before it. */
static void take_flags(struct tmd_exchange *batch, unsigned control) {
  unsigned changed = 0;
#pragma omp simd reduction(| : changed)
  for (uint32_t i = 0; i < batch->count; i++) {
    batch->flags[i] = tmd_status_flags(left[i]);
    changed |= left[i] ^ control;
  }
  note_control(batch, changed);
}

static void take_cleared(struct tmd_exchange *batch, unsigned control) {
  unsigned changed = 0;
#pragma omp simd reduction(| : changed)
  for (uint32_t i = 0; i < batch->count; i++) {
    batch->observed[i] = ~left[i] & TMD_STATUS_RAISED ? TMD_OBSERVED_CLEARED : 0;
    changed |= left[i] ^ control;
  }
  note_control(batch, changed);
}

/* Unrolled, which saves a tenth of the time of a short function. */
LOOP bare(const struct run *run, step *call) {
  const struct run here = *run; /* the compiler may assume that nothing writes there */
  struct tmd_exchange *batch = here.batch;
#pragma GCC unroll 4
  for (uint32_t i = 0, count = batch->count; i < count; i++) {
    batch->at = i;
    call(&here, i);
  }
}

LOOP plain(const struct run *run, step *call) {
  const struct run here = *run;
  struct tmd_exchange *batch = here.batch;
  int *const error = &errno;
  if (!(batch->wants & TMD_WANT_ERRORS)) {
    bare(run, call);
    return;
  }
  for (uint32_t i = 0, count = batch->count; i < count; i++) {
    batch->at = i;
    *error = 0;
    call(&here, i);
    batch->errors[i] = *error;
  }
}

/* Flags are clear before each call. */
LOOP flagged(const struct run *run, step *call) {
  const struct run here = *run;
  struct tmd_exchange *batch = here.batch;
  int *const error = &errno;
  const int errors = (batch->wants & TMD_WANT_ERRORS) != 0;
  const unsigned clear = tmd_status_get() & ~(TMD_STATUS_RAISED | TMD_STATUS_DENORMAL);
  for (uint32_t i = 0, count = batch->count; i < count; i++) {
    batch->at = i;
    if (errors) *error = 0;
    if (here.x87) tmd_x87_clear();
    tmd_status_set(&clear);
    call(&here, i);
    tmd_status_put(&left[i]);
    if (here.x87) left[i] |= tmd_x87_raised();
    if (errors) batch->errors[i] = *error;
  }
}

/* All flags are raised before each call. */
LOOP raised(const struct run *run, step *call) {
  const struct run here = *run;
  struct tmd_exchange *batch = here.batch;
  const unsigned before = tmd_status_get() | TMD_STATUS_RAISED;
  for (uint32_t i = 0, count = batch->count; i < count; i++) {
    batch->at = i;
    tmd_status_set(&before);
    call(&here, i);
    tmd_status_put(&left[i]);
  }
}

/* ---- the calls ---- */

static inline void keep_sign(const struct run *run, uint32_t i, int sign) {
  run->batch->signs[i] = (int8_t)(sign > 0 ? 1 : sign < 0 ? -1 : 0);
}

#define X(T) (((const T *)run->batch->x)[i])
#define Y(T) (((const T *)run->batch->y)[i])
#define Z(T) (((const T *)run->batch->y)[2 * (size_t)i + 1])
#define RESULT(T) (((T *)run->result)[i])
/* A value that is no sine and no cosine, not even of NaN: 3, or an encoding, which is more than 3
   in binary16, 48 in bfloat16, and in formats of 8 bits more than 1. */
#define UNWRITTEN(T) ((T)0.5 ? (T)3 : (T)0x4242)
#define STEP(name, ...)                                                                          \
  static inline void name(const struct run *run, uint32_t i) { __VA_ARGS__; }                    \
  static void name##_plain(const struct run *run, uint32_t i) { (void)i, plain(run, name); }     \
  static void name##_flagged(const struct run *run, uint32_t i) { (void)i, flagged(run, name); } \
  static void name##_raised(const struct run *run, uint32_t i) { (void)i, raised(run, name); }
#define STEPS(name, T)                                                                      \
  STEP(name##_one, RESULT(T) = ((T(*)(T))run->function)(X(T)))                              \
  STEP(name##_two, RESULT(T) = ((T(*)(T, T))run->function)(X(T), Y(T)))                     \
  STEP(name##_three, RESULT(T) = ((T(*)(T, T, T))run->function)(                            \
                         X(T), ((const T *)run->batch->y)[2 * (size_t)i], Z(T)))            \
  STEP(name##_long, RESULT(T) = ((T(*)(T, long long))run->function)(X(T), Y(int64_t)))      \
  STEP(name##_sin, T other, y = UNWRITTEN(T);                                               \
       ((void (*)(T, T *, T *))run->function)(X(T), &y, &other); RESULT(T) = y)             \
  STEP(name##_cos, T other, y = UNWRITTEN(T);                                               \
       ((void (*)(T, T *, T *))run->function)(X(T), &other, &y); RESULT(T) = y)             \
  STEP(name##_sign, int sign = 0; RESULT(T) = ((T(*)(T, int *))run->function)(X(T), &sign); \
       keep_sign(run, i, sign))                                                             \
  STEP(name##_signgam, *run->signgam = 0; RESULT(T) = ((T(*)(T))run->function)(X(T));       \
       keep_sign(run, i, *run->signgam))

/* `one` takes its argument's index; the others run over the batch. */
struct calls {
  step *one, *plain, *flagged, *raised;
};
#define CALLS_OF(step) {step, step##_plain, step##_flagged, step##_raised}
#define CALLS(n)                                                                  \
  {CALLS_OF(n##_one), CALLS_OF(n##_two), CALLS_OF(n##_three), CALLS_OF(n##_long), \
   CALLS_OF(n##_sin), CALLS_OF(n##_cos), CALLS_OF(n##_sign),  CALLS_OF(n##_signgam)}

STEPS(bits8, uint8_t)
STEPS(bits16, uint16_t)
STEPS(of_float, float)
STEPS(of_double, double)
#ifdef __FLT16_MANT_DIG__
STEPS(half, _Float16)
#endif
#if __LDBL_MANT_DIG__ == 64
STEPS(extended, long double)
#endif
#ifdef __FLT128_MANT_DIG__
STEPS(quad, _Float128)
#endif
#ifdef __DECIMAL_BID_FORMAT__
__extension__ typedef _Decimal32 tmd_decimal32;
__extension__ typedef _Decimal64 tmd_decimal64;
__extension__ typedef _Decimal128 tmd_decimal128;
STEPS(decimal32, tmd_decimal32)
STEPS(decimal64, tmd_decimal64)
STEPS(decimal128, tmd_decimal128)
#endif

static const struct calls calls[][TMD_SHAPES] = {
    [TMD_TYPE_BITS8] = CALLS(bits8),
    [TMD_TYPE_BITS16] = CALLS(bits16),
    [TMD_TYPE_FLOAT] = CALLS(of_float),
    [TMD_TYPE_DOUBLE] = CALLS(of_double),
#ifdef __FLT16_MANT_DIG__
    [TMD_TYPE_HALF] = CALLS(half),
#endif
#if __LDBL_MANT_DIG__ == 64
    [TMD_TYPE_EXTENDED] = CALLS(extended),
#endif
#ifdef __FLT128_MANT_DIG__
    [TMD_TYPE_QUAD] = CALLS(quad),
#endif
#ifdef __DECIMAL_BID_FORMAT__
    [TMD_TYPE_DECIMAL32] = CALLS(decimal32),
    [TMD_TYPE_DECIMAL64] = CALLS(decimal64),
    [TMD_TYPE_DECIMAL128] = CALLS(decimal128),
#endif
};

static size_t bytes_of(enum tmd_type type) {
  return type == TMD_TYPE_BITS8                                  ? 1
         : type == TMD_TYPE_FLOAT || type == TMD_TYPE_DECIMAL32  ? 4
         : type == TMD_TYPE_DOUBLE || type == TMD_TYPE_DECIMAL64 ? 8
         : type <= TMD_TYPE_HALF                                 ? 2
                                                                 : 16;
}

/* ---- one by one ---- */

static int is_decimal(const struct tmd_exchange *batch) {
  return batch->callee.type >= TMD_TYPE_DECIMAL32;
}

/* libdfp's numbers of the modes of fe_dec_setround. */
static const int decimal_round_of_mode[TMD_DECIMAL_ROUNDINGS] = {0, 2, 3, 1, 4};

unsigned tmd_decimal_modes_of(const struct tmd_decimal_modes *modes) {
  unsigned found = 1u << TMD_ROUND_NEAREST;
  for (int mode = 0; mode < TMD_DECIMAL_ROUNDINGS && modes->set && modes->get; mode++) {
    const int number = decimal_round_of_mode[mode];
    if (modes->set(number) == 0 && modes->get() == number) found |= 1u << mode;
  }
  return found;
}

/* 1 if the rounding mode is not that of the batch: the decimal one, and to nearest for all others,
   or the only one. */
static int has_other_mode(const struct run *run) {
  const enum tmd_rounding mode = run->batch->mode;
  if (!is_decimal(run->batch)) return fegetround() != tmd_round_of_mode[mode];
  return fegetround() != FE_TONEAREST ||
         (run->modes->get && run->modes->get() != decimal_round_of_mode[mode]);
}

/* The observations after calls that began with this environment. */
static uint8_t look_at(const struct run *run, unsigned control, unsigned x87, int output) {
  const unsigned mxcsr_rounding = 0x6000, x87_rounding = 0xc00;
  const unsigned status =
      TMD_STATUS_FAST ? (tmd_status_get() ^ control) & ~(TMD_STATUS_RAISED | TMD_STATUS_DENORMAL)
                      : 0;
  const int mode = has_other_mode(run) || (status & mxcsr_rounding);
  const int changed = (status & ~mxcsr_rounding) || ((tmd_x87_control() ^ x87) & ~x87_rounding);
  return (uint8_t)((mode ? TMD_OBSERVED_MODE : 0) | (changed ? TMD_OBSERVED_CONTROL : 0) |
                   (tmd_was_written(output) ? TMD_OBSERVED_OUTPUT : 0));
}

static void set_decimal_mode(const struct run *run) {
  if (is_decimal(run->batch) && run->modes->set)
    run->modes->set(decimal_round_of_mode[run->batch->mode]);
}

static void slow(const struct run *run, const struct run *again, step *call, int output) {
  struct tmd_exchange *batch = run->batch;
  const size_t bytes = bytes_of(batch->callee.type);
  const unsigned control = tmd_status_get(), x87 = tmd_x87_control();
  fenv_t clear, all;
  fegetenv(&clear);
  feraiseexcept(FE_ALL_EXCEPT);
  fegetenv(&all);
  tmd_was_written(output);
  for (uint32_t i = 0; i < batch->count; i++) {
    batch->at = i;
    fesetenv(&clear);
    set_decimal_mode(run);
    errno = 0;
    call(run, i);
    batch->errors[i] = errno;
    batch->flags[i] = tmd_flags_of_fenv(fetestexcept(FE_ALL_EXCEPT));
    batch->observed[i] = look_at(run, control, x87, output);
    if (batch->wants & TMD_WANT_TWICE) {
      fesetenv(&all);
      call(again, i);
      if (fetestexcept(FE_ALL_EXCEPT) != FE_ALL_EXCEPT) batch->observed[i] |= TMD_OBSERVED_CLEARED;
      batch->observed[i] |= look_at(run, control, x87, output);
      if (memcmp((char *)run->result + i * bytes, (char *)again->result + i * bytes, bytes))
        batch->observed[i] |= TMD_OBSERVED_UNSTABLE;
    }
    batch->found |= batch->observed[i];
  }
}

/* Sets the environment in which C programs begin, except for the rounding mode. */
static void set_environment(const struct run *run) {
  fesetenv(FE_DFL_ENV);
  fesetround(is_decimal(run->batch) ? FE_TONEAREST : tmd_round_of_mode[run->batch->mode]);
  set_decimal_mode(run);
}

/* The fast loops. Returns their observations, which the slow loop has to assign to calls. */
static unsigned fast(const struct run *first, const struct run *again, const struct calls *c,
                     int output) {
  struct tmd_exchange *batch = first->batch;
  const int look = batch->wants & TMD_WANT_TWICE, flags = look | (batch->wants & TMD_WANT_FLAGS);
  tmd_was_written(output); /* while it was loaded */
  set_environment(first);
  const unsigned control = tmd_status_get(), x87 = tmd_x87_control();
  (flags ? c->flagged : c->plain)(first, 0);
  if (flags) take_flags(batch, control);
  if (look) {
    batch->pass++;
    c->raised(again, 0);
    take_cleared(batch, control);
  }
  return look_at(first, control, x87, output) | (batch->found & TMD_OBSERVED_CONTROL);
}

/* Compares with the second calls, if there were no other observations. */
static void compare(const struct run *first, const struct run *again) {
  struct tmd_exchange *batch = first->batch;
  const size_t bytes = bytes_of(batch->callee.type);
  const int same = memcmp(first->result, again->result, batch->count * bytes) == 0;
  for (uint32_t i = 0; !same && i < batch->count; i++)
    if (memcmp((char *)first->result + i * bytes, (char *)again->result + i * bytes, bytes))
      batch->observed[i] |= TMD_OBSERVED_UNSTABLE;
  for (uint32_t i = 0; i < batch->count; i++) batch->found |= batch->observed[i];
}

void tmd_calls_run(struct tmd_exchange *batch, tmd_any_function *function, int *signgam,
                   const struct tmd_decimal_modes *modes, int output) {
  static _Alignas(16) unsigned char second[sizeof batch->result];
  static int uses_x87; /* as has been seen */
  const struct calls *c = &calls[batch->callee.type][batch->callee.shape];
  const int look = batch->wants & TMD_WANT_TWICE, flags = look | (batch->wants & TMD_WANT_FLAGS);
  uses_x87 |= batch->callee.type == TMD_TYPE_EXTENDED;
  struct run first = {batch, function, batch->result, uses_x87, signgam, modes},
             again = {batch, function, second, uses_x87, signgam, modes};
  int careful = flags && (!TMD_STATUS_FAST || (look && uses_x87));
  unsigned seen = 0;
  batch->found = 0;
  batch->pass++;
  if (!careful) careful = (seen = fast(&first, &again, c, output)) != 0;
  if (!careful && flags && !uses_x87 && tmd_x87_raised()) {
    first.x87 = uses_x87 = 1;
    batch->pass++;
    careful = look || (seen = fast(&first, &again, c, output));
  }
  batch->pass++;
  if (careful) {
    batch->found = 0;
    set_environment(&first);
    slow(&first, &again, c->one, output);
    if (batch->found & (TMD_OBSERVED_MODE | TMD_OBSERVED_CONTROL)) seen &= TMD_OBSERVED_OUTPUT;
    batch->found |= seen; /* for no argument, if no call did it again */
  } else if (look) {
    compare(&first, &again);
  }
}
