/* Correctly rounded values and errors, for libtmd. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/expression/expression.h"
#include "lib/public/entry.h"
#include "lib/public/libtmd.h"
#include "lib/value/correct.h"

struct tmd_evaluator {
  struct tmd_checked checked;
};

static int check_format(const struct tmd_format *format) {
  if (tmd_format_has_places(format)) return 0;
  return tmd_error(TMD_USAGE, "format %d,%d,%d has more numbers than 2^127", format->p,
                   format->emin, format->emax);
}

struct opened {
  const char *function, *in, *out;
  struct tmd_checked *checked;
};

static int open_checked(void *context) {
  const struct opened *opened = context;
  struct tmd_checked *checked = opened->checked;
  if (!(checked->function = tmd_resolve_of_x(opened->function))) return -1;
  if (!tmd_function_is_listed(checked->function->name) && !tmd_function_is_name(opened->function))
    return tmd_error(TMD_USAGE, "'%.80s' is an expression without a name", opened->function);
  if (tmd_format_parse(&checked->in, opened->in) || tmd_format_parse(&checked->out, opened->out))
    return -1;
  return check_format(&checked->in) || check_format(&checked->out) ? -1 : 0;
}

TMD_PUBLIC struct tmd_evaluator *tmd_evaluator_open(const char *function, const char *in,
                                                    const char *out) {
  if (TMD_GIVEN(function, in, out)) return NULL;
  struct tmd_evaluator *evaluator = calloc(1, sizeof *evaluator);
  if (!evaluator) tmd_error(TMD_USAGE, "out of memory");
  else if (!tmd_entry(open_checked, &(struct opened){function, in, out, &evaluator->checked}))
    return evaluator;
  free(evaluator);
  return NULL;
}

TMD_PUBLIC void tmd_evaluator_close(struct tmd_evaluator *evaluator) { free(evaluator); }

struct asked {
  const struct tmd_checked *checked;
  const char *x, *y;
  enum tmd_rounding mode;
  char *value;
  double *error_ulp;
};

static int is_undecided(const struct tmd_correct *correct, const char *x) {
  if (correct->kind != TMD_CORRECT_UNDECIDED) return 0;
  tmd_error(TMD_USAGE, "f(%.80s) is undecided", x);
  return 1;
}

static int evaluate(void *context) {
  const struct asked *asked = context;
  const struct tmd_format *out = &asked->checked->out;
  struct tmd_datum x, y;
  struct tmd_correct correct;
  if (tmd_datum_parse(&x, &asked->checked->in, asked->x) ||
      (asked->y && tmd_datum_parse(&y, out, asked->y)))
    return -1;
  tmd_correct_at(&correct, asked->checked, &x);
  if (is_undecided(&correct, asked->x)) return -1;
  if (asked->y) {
    *asked->error_ulp = tmd_correct_error(&correct, out, &y);
  } else {
    y = tmd_correct_round(&correct, out, asked->mode);
    tmd_datum_print(asked->value, out, &y);
  }
  return 0;
}

TMD_PUBLIC int tmd_evaluator_value(struct tmd_evaluator *evaluator, const char *x, char mode,
                                   char value[TMD_NUMBER_BYTES]) {
  if (TMD_GIVEN(evaluator, x, value)) return -1;
  const enum tmd_rounding rounding = tmd_rounding_find(&mode, 1);
  if (rounding >= TMD_DECIMAL_ROUNDINGS)
    return tmd_error(TMD_USAGE, "rounding mode '%c' is none of N, U, D, Z, A", mode);
  struct asked asked = {.checked = &evaluator->checked, .x = x, .mode = rounding, .value = value};
  return tmd_entry(evaluate, &asked);
}

TMD_PUBLIC int tmd_evaluator_error(struct tmd_evaluator *evaluator, const char *x, const char *y,
                                   double *error_ulp) {
  if (TMD_GIVEN(evaluator, x, y, error_ulp)) return -1;
  return tmd_entry(
      evaluate,
      &(struct asked){.checked = &evaluator->checked, .x = x, .y = y, .error_ulp = error_ulp});
}
