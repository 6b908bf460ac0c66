#include "lib/report/table.h"

#include <stdlib.h>
#include <string.h>

#include "lib/claim/argument.h"
#include "lib/claim/case-record.h"
#include "lib/claim/hex-float.h"
#include "lib/cell/confirm.h"
#include "lib/cell/cut.h"
#include "lib/base/error.h"
#include "lib/base/wide-mpz.h"
#include "lib/function/function.h"
#include "lib/report/expand.h"

enum { BITS_AFTER_RUN = 8, GUARD_BITS = 80 };

static int by_hardness(const void *a, const void *b) {
  const struct tmd_result *x = *(const struct tmd_result *const *)a, *y = *(const struct tmd_result *const *)b;
  if (x->record.hardness != y->record.hardness) return x->record.hardness > y->record.hardness ? -1 : 1;
  /* of those of the greatest hardness of a record, the distance says more */
  if (x->record.distance_exponent != y->record.distance_exponent)
    return x->record.distance_exponent < y->record.distance_exponent ? -1 : 1;
  return x < y ? -1 : x > y; /* then by x, as they are sorted */
}

/* The bits of the fraction y in [0, 1): "0 1^58 01101101". Consumes y. */
static void print_bits(FILE *out, mpfr_t y) {
  int bit = 0, run = 0, run_bit = -1, after = 0;
  for (int place = 0; after < BITS_AFTER_RUN && !mpfr_zero_p(y); place++) {
    mpfr_mul_2ui(y, y, 1, MPFR_RNDZ);
    bit = mpfr_cmp_ui(y, 1) >= 0;
    if (bit) mpfr_sub_ui(y, y, 1, MPFR_RNDZ);
    if (place == 0) {
      fprintf(out, "%d", bit);
    } else if (after == 0 && (run_bit < 0 || bit == run_bit)) {
      run_bit = bit;
      run++;
    } else {
      if (after++ == 0) fprintf(out, " %d^%d ", run_bit, run);
      fprintf(out, "%d", bit);
    }
  }
  if (after == 0) fprintf(out, " %d^%d", run_bit, run);
}

/* Whether a value of that many ulps, rounded, lies in the cell: 2^p belongs there, too. */
static int in_cell(const mpz_t ulps, const struct tmd_cell *cell, const struct tmd_format *out) {
  const size_t bits = mpz_sizeinbase(ulps, 2), p = (size_t)out->p;
  return bits == p || (bits < p && cell->e_out == out->emin) || (bits == p + 1 && mpz_scan1(ulps, 0) == p);
}

/* One row; f(x) is evaluated anew, to hardness + GUARD_BITS bits behind the significand. */
static int print_case(FILE *out, const struct tmd_problem *problem, const struct tmd_function *function,
                      const struct tmd_result *result) {
  const struct tmd_case_record *record = &result->record;
  struct tmd_segment segment = {problem, function, result->cell, result->Xa, result->Xa + 1};
  tmd_cut_own_cell(&segment, result->Xa);
  const struct tmd_cell cell = segment.cell;
  const long hardness = tmd_problem_hardness(problem, record->distance_exponent);
  const int ulp = cell.e_out - problem->out.p + 1, unit = tmd_cell_unit(problem, &cell);
  char x_text[TMD_HEXFLOAT_TEXT_BYTES], y_text[TMD_HEXFLOAT_TEXT_BYTES];
  int out_of_range;
  mpfr_t x, y;
  mpz_t significand;
  tmd_hexfloat_print(x_text, cell.sign_x, result->Xa, unit);
  if (hardness > TMD_CONFIRM_PRECISION_MOST) return tmd_error(TMD_CORRUPT, "%s: no search says that it is so hard", x_text);
  mpfr_init2(x, 128);
  mpfr_init2(y, problem->out.p + hardness + GUARD_BITS);
  mpz_init(significand);
  tmd_argument_mpfr(x, cell.sign_x, result->Xa, unit);
  tmd_function_mpfr(function, y, x, MPFR_RNDZ, &out_of_range);
  mpfr_abs(y, y, MPFR_RNDN);
  mpfr_mul_2si(y, y, -ulp, MPFR_RNDN);
  mpfr_get_z(significand, y, MPFR_RNDN);
  const int good = in_cell(significand, &cell, &problem->out);
  if (good && !out_of_range) {
    fprintf(out, "%-25s %5ld  %-8s  %-25s %-5s  ", x_text, hardness, tmd_case_hard_for(record),
            tmd_hexfloat_print(y_text, cell.sign_f, tmd_wide_from_mpz(significand), ulp),
            record->distance_negative ? "below" : "above");
    mpfr_frac(y, y, MPFR_RNDZ);
    print_bits(out, y);
    fputc('\n', out);
  }
  mpfr_clears(x, y, NULL);
  mpz_clear(significand);
  if (out_of_range) return tmd_error(TMD_USAGE, "%s(%s) is out of MPFR's range", function->name, x_text);
  return good ? 0 : tmd_error(TMD_CORRUPT, "%s(%s) does not lie in the cell of its claim", function->name, x_text);
}

/* The results from..to of one problem. */
static int print_problem(FILE *out, const struct tmd_results *results, const struct tmd_result *from,
                         const struct tmd_result *to, long long top) {
  const struct tmd_problem *problem = results->problems.problem + from->problem;
  const struct tmd_function *function = tmd_function_find(problem->function);
  const struct tmd_result **hardest = tmd_allocate(sizeof *hardest * (size_t)(to - from));
  char in[TMD_FORMAT_TEXT_BYTES], to_format[TMD_FORMAT_TEXT_BYTES];
  char exact[TMD_WIDE_TEXT_BYTES];
  size_t count[TMD_CASE_KINDS] = {0}, cases = 0, regions = 0, hard = 0;
  tmd_u128 by_rule = 0;
  for (const struct tmd_result *r = from; r < to; r++) {
    by_rule = tmd_wide_sum(by_rule, tmd_expand_exact(results, r));
    if (r->type == TMD_RESULT_REGION) regions++, hard += tmd_result_all_hard(results, r) != 0;
    if (r->type != TMD_RESULT_CASE) continue;
    const enum tmd_case_kind kind = tmd_case_kind(&r->record);
    if (kind <= TMD_IS_MIDPOINT) hardest[cases++] = r;
    else count[kind]++;
  }
  qsort(hardest, cases, sizeof *hardest, by_hardness);
  int result = function ? 0 : -1;
  fprintf(out, "# %s, %s to %s, modes %s, %d bits: %zu cases", problem->function, tmd_format_print(in, &problem->in),
          tmd_format_print(to_format, &problem->out), tmd_modes_name(problem->modes), problem->bits, cases);
  if (function && function->exact_rule) fprintf(out, ", %s exact by rule", tmd_wide_print(exact, by_rule));
  else fprintf(out, ", %zu exact", count[TMD_IS_EXACT]);
  fprintf(out, ", %zu undecided, %zu not confirmed, %zu regions", count[TMD_IS_UNDECIDED], count[TMD_IS_CANDIDATE], regions);
  if (hard) fprintf(out, ", %zu hard throughout and listed with --expand alone", hard);
  fputc('\n', out);
  if (cases)
    fprintf(out, "%-25s %5s  %-8s  %-25s %-5s  %s\n", "x", "k", "hard for", "f(x) to nearest", "side",
            "bits after the significand");
  for (size_t i = 0; i < cases && (long long)i < top && result == 0; i++)
    result = print_case(out, problem, function, hardest[i]);
  free(hardest);
  return result;
}

int tmd_table_print(FILE *out, const struct tmd_results *results, long long top) {
  int result = 0;
  for (size_t from = 0, to; from < results->count && result == 0; from = to) {
    for (to = from; to < results->count && results->result[to].problem == results->result[from].problem;) to++;
    result = print_problem(out, results, results->result + from, results->result + to, top);
  }
  return result;
}
