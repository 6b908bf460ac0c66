#include "tools/dump/table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"
#include "lib/cell/confirm.h"
#include "lib/cell/enclose.h"
#include "lib/cell/scaled.h"
#include "lib/function/function.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/region/exact.h"
#include "lib/region/polynomial-case.h"
#include "lib/stream/case-words.h"
#include "tools/dump/expand.h"
#include "tools/dump/list.h"

enum { DIGITS_AFTER_RUN = 8, GUARD_BITS = 80, LOST_BITS = 16 };

/* The cases of a problem. */
struct rows {
  const struct tmd_problem *problem;
  const struct tmd_function *function;
  struct tmd_trivial trivial;
};

static int by_hardness(const void *a, const void *b) {
  const struct tmd_case *x = *(const struct tmd_case *const *)a,
                        *y = *(const struct tmd_case *const *)b;
  if (x->record.hardness != y->record.hardness)
    return x->record.hardness > y->record.hardness ? -1 : 1;
  /* at the greatest hardness of records, the distance decides */
  if (x->record.distance_exponent != y->record.distance_exponent)
    return x->record.distance_exponent < y->record.distance_exponent ? -1 : 1;
  return x < y ? -1 : x > y; /* then by x, as they are sorted */
}

/* The same, then by |x|, so that x and -x are adjacent, x first. */
static int by_hardness_and_magnitude(const void *a, const void *b) {
  const struct tmd_case *x = *(const struct tmd_case *const *)a,
                        *y = *(const struct tmd_case *const *)b;
  if (x->record.hardness == y->record.hardness &&
      x->record.distance_exponent == y->record.distance_exponent) {
    if (x->cell.e_in != y->cell.e_in) return x->cell.e_in < y->cell.e_in ? -1 : 1;
    const int c = tmd_ordinal_compare(tmd_case_X(x), tmd_case_X(y));
    if (c) return c;
    return x->cell.sign_x - y->cell.sign_x;
  }
  return by_hardness(a, b);
}

/* For odd and even functions, removes -x if x is present; returns the number of rows left. */
static size_t drop_mirrored(const struct tmd_case **row, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!kept || row[kept - 1]->cell.e_in != row[i]->cell.e_in ||
        tmd_case_X(row[kept - 1]) != tmd_case_X(row[i]))
      row[kept++] = row[i];
  return kept;
}

/* The digits of the fraction y in [0, 1) in this radix, zeros where it ends: "0 1^58 01101101", or
   "5 0^12 34072211", whose last digit is cut off. Consumes y. */
static void print_digits(FILE *out, mpfr_t y, int radix) {
  int run = 0, run_digit = -1, after = 0;
  for (int place = 0; after < DIGITS_AFTER_RUN && (after > 0 || !mpfr_zero_p(y)); place++) {
    mpfr_mul_ui(y, y, (unsigned long)radix, MPFR_RNDZ);
    const unsigned long digit = mpfr_get_ui(y, MPFR_RNDZ);
    mpfr_sub_ui(y, y, digit, MPFR_RNDZ);
    if (place == 0) {
      fprintf(out, "%lu", digit);
    } else if (after == 0 && (run_digit < 0 || (int)digit == run_digit)) {
      run_digit = (int)digit;
      run++;
    } else {
      if (after++ == 0) fprintf(out, " %d^%d ", run_digit, run);
      fprintf(out, "%lu", digit);
    }
  }
  if (after == 0 && run) fprintf(out, " %d^%d", run_digit, run);
}

/* 1 if a rounded value of so many ulps lies in the cell, including radix^p. */
static int in_cell(tmd_u128 ulps, const struct tmd_cell *cell, const struct tmd_format *out) {
  return ulps <= tmd_format_power(out, out->p) &&
         (ulps >= tmd_format_least_normal(out) || cell->e_out == out->emin);
}

/* |f(x)| in units of the last place, rounded toward zero; of decimal problems up to 2^LOST_BITS
   units in y's last place. 0 if it is out of MPFR's range, or not known so well. */
static int in_ulps(mpfr_t y, const struct tmd_segment *segment) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_function *function = segment->function;
  const tmd_u128 X = segment->X0;
  if (tmd_problem_decimal(problem)) {
    SCOPED(arb, G);
    const slong wanted = mpfr_get_prec(y) - LOST_BITS, most = function->methods->bits_max;
    slong prec = mpfr_get_prec(y);
    int known;
    do { /* large arguments lose bits when they are reduced */
      tmd_enclose_by_arb(G, segment, X, prec);
      known = arb_rel_accuracy_bits(G) >= wanted;
    } while (!known && (prec *= 2) <= 2 * most);
    if (!known) return 0;
    tmd_scaled_offset(G, problem, +1);
    if (problem->modes == TMD_MODES_ALL) arb_mul_2exp_si(G, G, -1);
    arf_get_mpfr(y, arb_midref(G), MPFR_RNDZ);
    return arb_is_finite(G) && mpfr_sgn(y) >= 0;
  }
  int out_of_range;
  FLOATS(128, x);
  tmd_segment_argument(x, segment, X);
  tmd_function_mpfr(function, y, x, MPFR_RNDZ, &out_of_range);
  mpfr_abs(y, y, MPFR_RNDN);
  mpfr_mul_2si(y, y, problem->out.p - 1 - segment->cell.e_out, MPFR_RNDN);
  return !out_of_range && mpfr_number_p(y);
}

/* Prints a row; f(x) is evaluated again, to hardness + GUARD_BITS bits behind the significand. */
static int print_argument(FILE *out, const struct tmd_segment *segment,
                          const struct tmd_case *result) {
  const struct tmd_problem *problem = segment->problem;
  const struct tmd_function *function = segment->function;
  const struct tmd_case_record *record = &result->record;
  const struct tmd_cell cell = segment->cell;
  const long hardness = tmd_problem_hardness(problem, record->distance_exponent);
  const struct tmd_format *out_format = &problem->out;
  const int ulp = cell.e_out - out_format->p + 1;
  char value[TMD_HEXFLOAT_TEXT_BYTES];
  const char *const x_text = TMD_ARGUMENT_TEXT(problem, &result->cell, tmd_case_X(result));
  if (hardness > TMD_CONFIRM_PRECISION_MOST)
    return tmd_error(TMD_CORRUPT, "%s: its hardness is beyond that of all searches", x_text);
  FLOATS(tmd_format_significand_bits(out_format) + hardness + GUARD_BITS, y);
  SCOPED(mpz, significand);
  const int known = in_ulps(y, segment);
  mpfr_get_z(significand, y, MPFR_RNDN);
  const tmd_u128 rounded =
      mpz_sizeinbase(significand, 2) < 128 ? tmd_wide_from_mpz(significand) : 0;
  if (!known) return tmd_error(TMD_USAGE, "%s(%s) is out of MPFR's range", function->name, x_text);
  if (!in_cell(rounded, &cell, out_format))
    return tmd_error(TMD_CORRUPT, "%s(%s) does not lie in the cell of its claim", function->name,
                     x_text);
  fprintf(out, "%-25s %5ld  %-8s  %-25s %-5s  ", x_text, hardness, tmd_case_hard_for(record),
          tmd_number_print(value, out_format, cell.sign_f, rounded, ulp),
          record->distance_negative ? "below" : "above");
  mpfr_frac(y, y, MPFR_RNDZ);
  print_digits(out, y, tmd_format_radix(out_format));
  fputc('\n', out);
  return 0;
}

static int print_case(FILE *out, const struct rows *rows, const struct tmd_case *result) {
  struct tmd_row row;
  const int failed =
      tmd_list_open(&row, rows->problem, result) || print_argument(out, &row.segment, result);
  tmd_row_close(&row);
  return failed ? -1 : 0;
}

/* 1 if f is almost a polynomial of degree 2 there; nothing is known of pairs. */
static int is_trivial(const struct rows *rows, const struct tmd_case *result) {
  struct tmd_row row;
  if (tmd_problem_of_pairs(rows->problem)) return 0;
  return !tmd_list_open(&row, rows->problem, result) &&
         tmd_trivial_at(&rows->trivial, &row.segment, row.segment.X0);
}

static void print_head(FILE *out, int decimal) {
  fprintf(out, "%-25s %5s  %-8s  %-25s %-5s  %s\n", "x", "k", "hard for", "f(x) to nearest", "side",
          decimal ? "digits after the significand" : "bits after the significand");
}

/* Prints the hardest `top` rows that are not trivial, and below them at most as many trivial ones
   found on the way. */
static int print_rows(FILE *out, const struct rows *rows, const struct tmd_case **row, size_t count,
                      long long top) {
  const struct tmd_case **apart = tmd_allocate(sizeof *apart * (count + 1));
  long long printed = 0, trivial = 0;
  int result = 0;
  if (count) print_head(out, rows->problem->out.decimal);
  for (size_t i = 0; i < count && printed < top && result == 0; i++) {
    if (is_trivial(rows, row[i])) apart[trivial++] = row[i];
    else result = print_case(out, rows, row[i]), printed++;
  }
  if (trivial && result == 0)
    fprintf(out,
            "# apart: %lld case%s as hard where f(x) is almost a polynomial of degree 2 in x\n",
            trivial, trivial == 1 ? "" : "s");
  for (long long i = 0; i < trivial && i < top && result == 0; i++)
    result = print_case(out, rows, apart[i]);
  free(apart);
  return result;
}

/* Prints a summary of the results of one problem. */
static void print_counts(FILE *out, const struct tmd_results *results,
                         const struct tmd_problem *problem) {
  size_t count[TMD_CASE_KINDS] = {0}, regions = 0, hard = 0;
  tmd_u128 by_rule = 0;
  int in_classes = 0;
  for (size_t i = 0; i < results->stretches; i++) {
    const struct tmd_stretch *r = results->stretch + i;
    by_rule = tmd_wide_sum(by_rule, tmd_expand_exact(r));
    if (r->says.reason)
      regions++, hard += tmd_stretch_is_hard(r) != 0, in_classes |= r->says.modulus > 0;
  }
  for (size_t i = 0; i < results->cases; i++) count[tmd_case_kind(&results->found[i].record)]++;
  const size_t cases = count[TMD_IS_NUMBER] + count[TMD_IS_MIDPOINT];
  fprintf(out, "# %s, %s to %s, modes %s, %d bits: %zu case%s", problem->name,
          TMD_PROBLEM_IN_TEXT(problem), TMD_FORMAT_NUMBERS(&problem->out),
          tmd_modes_name(problem->modes), problem->bits, cases, cases == 1 ? "" : "s");
  const int has_rule = tmd_exact_applies(problem->function, problem);
  if (has_rule && tmd_problem_of_pairs(problem)) fputs(", exact ones by rule", out);
  else if (has_rule) fprintf(out, ", %s exact by rule", TMD_WIDE_TEXT(by_rule));
  else fprintf(out, ", %zu exact", count[TMD_IS_EXACT]);
  fprintf(out, ", %zu undecided, %zu not confirmed", count[TMD_IS_UNDECIDED],
          count[TMD_IS_CANDIDATE]);
  if (!tmd_problem_of_pairs(problem))
    fprintf(out, ", %zu region%s", regions, regions == 1 ? "" : "s");
  if (hard)
    fprintf(out, ", %zu hard throughout%s and listed with --expand alone", hard,
            in_classes ? " or in one class" : "");
  fputc('\n', out);
}

int tmd_table_print(FILE *out, const struct tmd_results *results, const struct tmd_problem *problem,
                    long long top) {
  struct rows rows = {problem, problem->function, {0}};
  const struct tmd_case **row = tmd_allocate(sizeof *row * (results->cases + 1));
  size_t count = 0, far = 0;
  print_counts(out, results, problem);
  for (size_t i = 0; i < results->cases; i++) {
    const struct tmd_case *r = results->found + i;
    if (tmd_case_kind(&r->record) > TMD_IS_MIDPOINT) continue;
    if (r->record.distance_mantissa) row[count++] = r;
    else far++;
  }
  if (far)
    fprintf(out, "# not in this table: %zu arguments of regions, harder than those evaluated\n",
            far);
  const int parity = rows.function->symmetry.parity != TMD_PARITY_NONE;
  qsort(row, count, sizeof *row, parity ? by_hardness_and_magnitude : by_hardness);
  if (parity) count = drop_mirrored(row, count);
  const int pairs = tmd_problem_of_pairs(problem);
  if (!pairs) tmd_trivial_init(&rows.trivial, rows.function);
  const int failed = print_rows(out, &rows, row, count, top);
  if (!pairs) tmd_trivial_clear(&rows.trivial);
  free(row);
  return failed;
}
