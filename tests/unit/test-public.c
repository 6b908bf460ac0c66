/* libtmd from inside: what is refused, what is left as it was, and where memory ends. */
#include <mpfr.h>
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/arb-compat.h"
#include "lib/public/libtmd.h"
#include "tests/unit/tap.h"

/* Closed at the end of its scope. */
static void evaluator_end(struct tmd_evaluator **f) { tmd_evaluator_close(*f); }
#define EVALUATOR __attribute__((cleanup(evaluator_end))) struct tmd_evaluator

/* f(x) in a mode is this text. */
static int is(struct tmd_evaluator *f, const char *x, char mode, const char *expected) {
  char value[TMD_NUMBER_BYTES] = "";
  const int failed = tmd_evaluator_value(f, x, mode, value);
  if (!failed && !strcmp(value, expected)) return 1;
  printf("# f(%s) in mode %c is %s, not %s\n", x, mode, failed ? tmd_last_error() : value,
         expected);
  return 0;
}

static void check_values(void) {
  EVALUATOR *exp = tmd_evaluator_open("exp", "binary32", "binary32"),
            *third = tmd_evaluator_open("rootn(3)", "binary64", "binary16");
  tap_ok(is(exp, "0", 'N', "0x1p+0") && is(exp, "-0x0p+0", 'U', "0x1p+0") &&
             is(exp, "inf", 'D', "inf") && is(exp, "-inf", 'U', "0x0p+0") &&
             is(exp, "nan", 'Z', "nan"),
         "exact and special values");
  tap_ok(is(exp, "88.75", 'N', "inf") && is(exp, "88.75", 'Z', "0x1.fffffep+127") &&
             is(exp, "-104", 'U', "0x1p-149") && is(exp, "-104", 'D', "0x0p+0"),
         "overflow and underflow");
  tap_ok(is(third, "27", 'N', "0x1.8p+1") && is(third, "-0x1.8p+1", 'D', "-0x1.714p+0") &&
             is(third, "-0x1.8p+1", 'U', "-0x1.71p+0"),
         "another format of f(x), directed modes of negative values");
}

static void check_names_and_8_bits(void) {
  EVALUATOR *gelu = tmd_evaluator_open("gelu", "binary32", "bfloat16"),
            *exp = tmd_evaluator_open("exp", "e4m3", "e4m3"),
            *sat = tmd_evaluator_open("exp", "e4m3", "e4m3:sat"),
            *log = tmd_evaluator_open("log", "binary8p3", "binary8p3");
  double error;
  tap_ok(is(gelu, "1", 'N', "0x1.aep-1") && is(gelu, "1", 'U', "0x1.bp-1") &&
             is(gelu, "-inf", 'N', "-0x0p+0"),
         "an expression that has a name");
  tap_ok(is(exp, "6", 'N', "0x1.ap+8") && is(exp, "6.5", 'N', "nan") &&
             is(exp, "6.5", 'Z', "0x1.cp+8") && is(sat, "6.5", 'U', "0x1.cp+8") &&
             is(log, "0", 'N', "-inf") && is(log, "-1", 'N', "nan"),
         "overflow without infinity, saturation, P3109");
  tap_ok(tmd_evaluator_error(exp, "6.5", "inf", &error) &&
             !tmd_evaluator_error(exp, "6.5", "nan", &error) && isnan(error),
         "infinity is no number of e4m3");
}

/* Against MPFR, whose settings are narrow meanwhile and stay so. */
static void check_against_mpfr(void) {
  EVALUATOR *f = tmd_evaluator_open("sin", "binary64", "binary64");
  const mpfr_rnd_t rounds[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
  char text[TMD_NUMBER_BYTES], value[TMD_NUMBER_BYTES];
  int wrong = 0, changed = 0;
  FLOATS(53, y);
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  for (int i = 0; i < 2000; i++) {
    const double x = ldexp((double)(test_random() >> 11), -(int)(test_random() % 90) - 30);
    double error;
    snprintf(text, sizeof text, "%a", x);
    mpfr_set_inexflag();
    mpfr_clear_underflow();
    wrong += tmd_evaluator_value(f, text, "NUDZ"[i % 4], value) != 0;
    changed += !mpfr_inexflag_p() || mpfr_underflow_p() || mpfr_get_emin() != -1073 ||
               mpfr_get_emax() != 1024;
    mpfr_set_d(y, x, MPFR_RNDN);
    const int side = mpfr_sin(y, y, rounds[i % 4]);
    wrong += mpfr_get_d(y, MPFR_RNDN) != strtod(value, NULL);
    wrong += tmd_evaluator_error(f, text, value, &error) != 0;
    wrong += fabs(error) >= (i % 4 ? 1 : 0.5000001) || (error > 0) != (side > 0);
  }
  tap_ok(wrong == 0, "2000 values and their errors agree with MPFR");
  tap_ok(changed == 0, "MPFR's exponent range and flags are as they were");
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

static int refuses(const char *function, const char *in, const char *out, const char *why) {
  return !tmd_evaluator_open(function, in, out) && strstr(tmd_last_error(), why);
}

static void check_refusals(void) {
  char value[TMD_NUMBER_BYTES];
  EVALUATOR *f = tmd_evaluator_open("exp", "binary32", "binary32");
  tap_ok(refuses("nonsense", "binary32", "binary32", "unknown function") &&
             refuses("exp(x)+1", "binary32", "binary32", "expression") &&
             refuses("exp", "binary33", "binary32", "binary33") &&
             refuses("exp", "binary32", "113,-40000,40000", "2^127"),
         "functions and formats that are none, or too large");
  tap_ok(tmd_evaluator_value(f, "1", 'X', value) && strstr(tmd_last_error(), "'X'") &&
             tmd_evaluator_value(f, "1", 0, value),
         "a rounding mode that is none");
  static const char *const bad[] = {
      "", "x", "0.1", "0x1.000001p+0", "0x1p-150", "0x1.8p-149", "0x1p+128", "infinity", "1 "};
  int taken = 0;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    taken += !tmd_evaluator_value(f, bad[i], 'N', value);
  tap_ok(taken == 0, "texts that are no number of the format");
  tmd_evaluator_close(NULL);
  tmd_stream_close(NULL);
}

static void check_stream(void) {
  struct tmd_stream *stream = tmd_stream_open("formats/samples/good.tmd");
  struct tmd_stream_claim claim;
  struct tmd_stream_record record;
  int claims = 0, cases = 0, regions = 0, status, bad = 0;
  omp_set_num_threads(3);
  while ((status = tmd_stream_next(stream, &claim)) > 0) {
    claims++;
    for (unsigned long i = 0; i < claim.records; i++) {
      bad += tmd_stream_record(stream, i, &record) || !record.x || !record.what ||
             record.least > record.greatest;
      if (record.end) regions++;
      else cases++;
    }
    bad += tmd_stream_record(stream, claim.records, &record) != -1;
  }
  tap_ok(status == 0 && claims == 6 && cases == 5 && regions == 3 && !bad,
         "the sample's claims and records");
  tap_ok(omp_get_max_threads() == 3, "OpenMP's number of threads is as it was");
  tap_ok(tmd_stream_record(stream, 0, &record) == -1, "no record behind the end");
  tmd_stream_close(stream);
}

/* Each pointer of each call that can fail is NULL in turn: that is an error, and what is open goes
   on. */
static void check_null(void) {
  struct tmd_stream *stream = tmd_stream_open("formats/samples/good.tmd");
  EVALUATOR *f = tmd_evaluator_open("exp", "binary32", "binary32");
  struct tmd_stream_claim claim;
  struct tmd_stream_record record;
  char value[TMD_NUMBER_BYTES];
  double error;
#define CALL(call) {#call, (call) < 0 && strstr(tmd_last_error(), "a pointer is NULL")}
#define OPEN(call) {#call, !(call) && strstr(tmd_last_error(), "a pointer is NULL")}
  const struct {
    const char *call;
    int failed;
  } calls[] = {
      OPEN(tmd_stream_open(NULL)),
      OPEN(tmd_evaluator_open(NULL, "binary32", "binary32")),
      OPEN(tmd_evaluator_open("exp", NULL, "binary32")),
      OPEN(tmd_evaluator_open("exp", "binary32", NULL)),
      CALL(tmd_stream_next(NULL, &claim)),
      CALL(tmd_stream_next(stream, NULL)),
      CALL(tmd_stream_record(NULL, 0, &record)),
      CALL(tmd_stream_record(stream, 0, NULL)),
      CALL(tmd_evaluator_value(NULL, "1", 'N', value)),
      CALL(tmd_evaluator_value(f, NULL, 'N', value)),
      CALL(tmd_evaluator_value(f, "1", 'N', NULL)),
      CALL(tmd_evaluator_error(NULL, "1", "1", &error)),
      CALL(tmd_evaluator_error(f, NULL, "1", &error)),
      CALL(tmd_evaluator_error(f, "1", NULL, &error)),
      CALL(tmd_evaluator_error(f, "1", "1", NULL)),
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    tap_ok(calls[i].failed, "%s", calls[i].call);
  tap_ok(tmd_abi(NULL) == TMD_ABI && tmd_stream_next(stream, &claim) == 1 &&
             is(f, "0", 'N', "0x1p+0"),
         "what is open goes on");
  tmd_stream_close(stream);
}

/* With no memory left to be had, the buffer of the first read cannot be. */
static void check_memory(void) {
#ifdef __SANITIZE_ADDRESS__
  tap_skip("where memory ends, calls fail and the program goes on",
           "AddressSanitizer reserves what it wants");
#else
  struct tmd_stream *stream = tmd_stream_open("formats/samples/good.tmd");
  struct tmd_stream_claim claim;
  struct rlimit limit, old;
  long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (!statm || fscanf(statm, "%ld", &pages) != 1) pages = 0;
  if (statm) fclose(statm);
  getrlimit(RLIMIT_AS, &old);
  limit = old;
  limit.rlim_cur = (rlim_t)(pages * sysconf(_SC_PAGESIZE));
  setrlimit(RLIMIT_AS, &limit);
  const int status = tmd_stream_next(stream, &claim);
  const char *why = tmd_last_error();
  setrlimit(RLIMIT_AS, &old);
  tap_ok(pages > 0 && status == -1 && !strcmp(why, "out of memory") &&
             tmd_stream_next(stream, &claim) == -1,
         "where memory ends, calls fail and the program goes on");
  tmd_stream_close(stream);
#endif
}

int main(void) {
  check_values();
  check_names_and_8_bits();
  check_against_mpfr();
  check_refusals();
  check_stream();
  check_memory();
  check_null();
  return tap_done();
}
