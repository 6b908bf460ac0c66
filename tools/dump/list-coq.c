/* Lists as lemmas for Coq 8.16, with Flocq 4.1 and CoqInterval 4.6. What a lemma states, and why it
   follows from integers and one enclosure of f(x), is hard-case.v, a part of the text, which is
   built in. */
#include "lib/base/arb-helpers.h"
#include "lib/base/error.h"
#include "lib/base/wide-fmpz.h"
#include "lib/cell/decide.h"
#include "lib/cell/enclose.h"
#include "lib/cell/pair-row.h"
#include "lib/problem/hex-float.h"
#include "tools/dump/list.h"

__asm__(".pushsection .rodata\ntmd_hard_case:\n.incbin \"tools/dump/hard-case.v\"\n.byte 0\n"
        ".popsection");
extern const char tmd_hard_case[];

/* ---- functions ---- */

/* Where the enclosure of f(x) loses bits, beside some of every step. */
enum {
  AT_SMALL = 1, /* where |f(x)| < 1, as it is a difference of numbers next to 1 or greater */
  AT_LARGE = 2, /* where |x| > 1, as the argument is halved and the result doubled */
  AT_POLES = 4, /* where |f(x)| > 1, as it is a quotient by a difference */
  AT_ZEROS = 8  /* where |f(x)| < 1 <= 4 |x|, as at multiples of pi/2; nothing is lost next to 0 */
};

static const struct coq_function {
  enum tmd_function_id id;
  const char *body;
  int loses;
} functions[] = {
    {TMD_FN_exp, "exp x", AT_LARGE},
    {TMD_FN_exp2, "exp (x * ln 2)", AT_LARGE},
    {TMD_FN_exp10, "exp (x * ln 10)", AT_LARGE},
    {TMD_FN_expm1, "exp x - 1", AT_SMALL | AT_LARGE},
    {TMD_FN_exp2m1, "exp (x * ln 2) - 1", AT_SMALL | AT_LARGE},
    {TMD_FN_exp10m1, "exp (x * ln 10) - 1", AT_SMALL | AT_LARGE},
    {TMD_FN_log, "ln x", AT_SMALL},
    {TMD_FN_log2, "ln x / ln 2", AT_SMALL},
    {TMD_FN_log10, "ln x / ln 10", AT_SMALL},
    {TMD_FN_log1p, "ln (1 + x)", AT_SMALL},
    {TMD_FN_log2p1, "ln (1 + x) / ln 2", AT_SMALL},
    {TMD_FN_log10p1, "ln (1 + x) / ln 10", AT_SMALL},
    {TMD_FN_sqrt, "sqrt x", 0},
    {TMD_FN_rsqrt, "/ sqrt x", 0},
    {TMD_FN_sin, "sin x", AT_ZEROS | AT_LARGE},
    {TMD_FN_cos, "cos x", AT_ZEROS | AT_LARGE},
    {TMD_FN_tan, "tan x", AT_ZEROS | AT_LARGE | AT_POLES},
    {TMD_FN_sinpi, "sin (PI * x)", AT_ZEROS | AT_LARGE},
    {TMD_FN_cospi, "cos (PI * x)", AT_ZEROS | AT_LARGE},
    {TMD_FN_tanpi, "sin (PI * x) / cos (PI * x)", AT_ZEROS | AT_LARGE | AT_POLES},
    {TMD_FN_atan, "atan x", 0},
    {TMD_FN_atanpi, "atan x / PI", 0},
    {TMD_FN_sinh, "(exp x - exp (- x)) / 2", AT_SMALL | AT_LARGE},
    {TMD_FN_cosh, "(exp x + exp (- x)) / 2", AT_LARGE},
    {TMD_FN_tanh, "(exp x - exp (- x)) / (exp x + exp (- x))", AT_SMALL | AT_LARGE},
};

static const struct coq_function *function_of(const struct tmd_problem *problem) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (functions[i].id == problem->function->id) return functions + i;
  return NULL;
}

int tmd_list_check_coq(const struct tmd_problem *problem) {
  if (!problem->function || !function_of(problem))
    return tmd_error(TMD_USAGE, "%.80s: not among the functions that lemmas are made of (--man)",
                     problem->name);
  if (tmd_problem_decimal(problem))
    return tmd_error(TMD_USAGE, "%s: lemmas are made of binary formats", problem->name);
  return 0;
}

/* ---- the numbers of a lemma ---- */

enum {
  BITS_OF_BOUNDS = 20, /* about six digits; more where they do not separate the hardness */
  MARGIN = 10,         /* bits by which the bounds are wide of the distance */
  GUARD = 30,          /* bits lost in the steps of every enclosure */
  PRECISION_MOST = 4096
};

struct lemma {
  fmpz_t n;         /* the breakpoint is n 2^n_unit */
  fmpz_t low, high; /* bounds of f(x) less the breakpoint, in units of 2^unit */
  slong n_unit, unit, ulp, precision;
  int midpoint;
};

static void lemma_init(struct lemma *lemma) {
  fmpz_init(lemma->n);
  fmpz_init(lemma->low);
  fmpz_init(lemma->high);
}

static void lemma_clear(struct lemma *lemma) {
  fmpz_clear(lemma->n);
  fmpz_clear(lemma->low);
  fmpz_clear(lemma->high);
}

/* A hardness k means 2^-(k + this) <= distance < 2^-(k + this - 1) ulp. */
static int bits_above(const struct tmd_problem *problem) {
  return problem->modes == TMD_MODES_DIRECTED ? 1 : 2;
}

/* The breakpoint from the nearest integer of G. */
static void set_breakpoint(struct lemma *lemma, const struct tmd_segment *segment,
                           const struct tmd_distance *distance) {
  const struct tmd_problem *problem = segment->problem;
  arf_get_fmpz(lemma->n, distance->nearest, ARF_RND_NEAR);
  if (problem->modes != TMD_MODES_ALL) fmpz_mul_2exp(lemma->n, lemma->n, 1);
  if (problem->modes == TMD_MODES_NEAREST) fmpz_add_ui(lemma->n, lemma->n, 1);
  lemma->n_unit = lemma->ulp - 1;
  lemma->midpoint = fmpz_is_odd(lemma->n);
  /* a number has the last place of its format, or if it is the next power of two, one above */
  for (int i = 0; i < 2 && fmpz_is_even(lemma->n); i++) {
    if (i == 1 && fmpz_bits(lemma->n) <= (flint_bitcnt_t)problem->out.p) break;
    fmpz_fdiv_q_2exp(lemma->n, lemma->n, 1);
    lemma->n_unit++;
  }
  if (segment->cell.sign_f) fmpz_neg(lemma->n, lemma->n);
}

/* low and high from the distance in units of 2^unit, so that 2^bits <= low, high < 2^(bits + 1),
   and both are wide of it by 2^-MARGIN. 1, or 0 if there are none. */
static int set_bounds(struct lemma *lemma, const arf_t least, const arf_t greatest, int bits) {
  SCOPED(arf, below, above, margin);
  SCOPED(fmpz, end);
  arf_set_ui_2exp_si(margin, 1, -MARGIN);
  arf_sub(below, least, margin, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_add(above, greatest, margin, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_get_fmpz(lemma->low, below, ARF_RND_FLOOR);
  arf_get_fmpz(lemma->high, above, ARF_RND_CEIL);
  fmpz_one_2exp(end, (ulong)bits);
  if (fmpz_cmp(lemma->low, end) < 0) return 0;
  fmpz_mul_2exp(end, end, 1);
  return fmpz_cmp(lemma->high, end) < 0;
}

/* The bits that the enclosure of f(x) loses. */
static slong lost(const struct tmd_segment *segment) {
  const int loses = function_of(segment->problem)->loses;
  const slong e_in = segment->cell.e_in, e_out = segment->cell.e_out;
  const int small = loses & AT_SMALL || (loses & AT_ZEROS && e_in >= -2);
  return (small && e_out < 0 ? -e_out : 0) + (loses & AT_LARGE && e_in > 0 ? e_in : 0) +
         (loses & AT_POLES && e_out > 0 ? e_out : 0);
}

/* 1, or 0 if the lemma would take too many bits: its distance is next to a power of two. */
static int set_lemma(struct lemma *lemma, const struct tmd_segment *segment, long hardness) {
  const struct tmd_problem *problem = segment->problem;
  const int p = problem->out.p, half = problem->modes == TMD_MODES_ALL;
  const slong bits_lost = lost(segment);
  SCOPED(arb, G);
  SCOPED_STRUCT(tmd_distance, distance);
  lemma->ulp = segment->cell.e_out - p + 1;
  for (int bits = BITS_OF_BOUNDS;; bits *= 2) {
    const slong scale = hardness + bits_above(problem) + bits;
    int found = 0;
    lemma->unit = lemma->ulp - scale;
    lemma->precision = p + scale + MARGIN + GUARD + bits_lost;
    if (lemma->precision > PRECISION_MOST) return 0;
    for (slong W = lemma->precision; W <= 4 * PRECISION_MOST && !found; W *= 2) {
      tmd_enclose_by_arb(G, segment, segment->X0, W);
      if (tmd_decide(&distance, problem, G) != TMD_DECISION_CASE) continue;
      arf_mul_2exp_si(distance.least, distance.least, scale - half);
      arf_mul_2exp_si(distance.greatest, distance.greatest, scale - half);
      found = set_bounds(lemma, distance.least, distance.greatest, bits);
    }
    if (!found) continue;
    set_breakpoint(lemma, segment, &distance);
    if (distance.negative == segment->cell.sign_f) return 1;
    fmpz_neg(lemma->low, lemma->low);
    fmpz_neg(lemma->high, lemma->high);
    fmpz_swap(lemma->low, lemma->high);
    return 1;
  }
}

/* ---- the text ---- */

struct left_out {
  unsigned long long exact, undecided, far;
};

static void print_float(FILE *out, const fmpz_t m, slong e) {
  fputs("(F2R (Float radix2 ", out);
  if (fmpz_sgn(m) < 0) fputc('(', out);
  fmpz_fprint(out, m);
  if (fmpz_sgn(m) < 0) fputc(')', out);
  fprintf(out, e < 0 ? " (%ld)))" : " %ld))", (long)e);
}

static void print_lemma(FILE *out, const struct lemma *lemma, const struct tmd_case *found,
                        unsigned long long number) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  SCOPED(fmpz, X);
  tmd_wide_to_fmpz(X, tmd_case_X(found));
  if (found->cell.sign_x) fmpz_neg(X, X);
  fprintf(out, "\n(* x = %s *)\nLemma case_%llu : hard_case %s ", tmd_list_print_x(x, found),
          number, lemma->midpoint ? "midpoint" : "number");
  print_float(out, X, tmd_cell_unit(found->problem, &found->cell));
  fputs("\n  ", out);
  print_float(out, lemma->n, lemma->n_unit);
  fputs("\n  ", out);
  print_float(out, lemma->low, lemma->unit - lemma->ulp);
  fputc(' ', out);
  print_float(out, lemma->high, lemma->unit - lemma->ulp);
  fprintf(out, " %u.\nProof. prove %s_is (%ld)%%Z (%ld)%%Z %ld%%positive. Qed.\n",
          found->record.hardness, lemma->midpoint ? "midpoint" : "number", (long)lemma->ulp,
          (long)lemma->unit, (long)lemma->precision);
}

/* Prints the lemma of a case unless it is left out. 0, or -1 (message). */
static int print_case(FILE *out, const struct tmd_case *found, unsigned long long *lemmas,
                      struct left_out *left) {
  struct tmd_row row;
  struct lemma lemma;
  const enum tmd_case_kind kind = tmd_case_kind(&found->record);
  if (kind == TMD_IS_EXACT) return left->exact++, 0;
  if (kind == TMD_IS_UNDECIDED) return left->undecided++, 0;
  lemma_init(&lemma);
  const int failed = tmd_list_open(&row, found->problem, found);
  if (!failed) {
    if (found->record.distance_mantissa && set_lemma(&lemma, &row.segment, found->record.hardness))
      print_lemma(out, &lemma, found, ++*lemmas);
    else left->far++;
  }
  tmd_row_close(&row);
  lemma_clear(&lemma);
  return failed;
}

static void print_head(FILE *out, const struct tmd_list *list) {
  const struct tmd_problem *problem = list->problem;
  const struct tmd_format *in = &problem->in, *f = &problem->out;
  fputs("(*\n", out);
  tmd_list_print_comments(out, " * ", list);
  fputs(" * for Coq 8.16 with Flocq 4.1 and CoqInterval 4.6\n *)\n", out);
  fputs("Require Import Reals ZArith Lia Lra.\nFrom Flocq Require Import Core.\n"
        "From Interval Require Import Tactic.\nOpen Scope R_scope.\n\n"
        "(* ---- the problem ---- *)\n\n",
        out);
  fprintf(out, "Definition f (x : R) := %s.\n\n", function_of(problem)->body);
  fputs("(* the precision of the two formats, and the exponents of their last places *)\n", out);
  fprintf(out, "Definition digits_in := %d%%Z.\nDefinition least_in := (%d)%%Z.\n", in->p,
          in->emin - in->p + 1);
  fprintf(out, "Definition digits_out := %d%%Z.\nDefinition least_out := (%d)%%Z.\n", f->p,
          f->emin - f->p + 1);
  fprintf(out,
          "(* hardness k: 2^-(k + above) <= distance < 2^-(k + above - 1) ulp *)\n"
          "Definition above := %d%%Z.\n\n%s\n(* ---- the cases ---- *)\n",
          bits_above(problem), tmd_hard_case);
}

int tmd_list_print_coq(FILE *out, const struct tmd_list *list) {
  struct left_out left = {0};
  unsigned long long lemmas = 0;
  const struct tmd_case *found;
  int failed = 0;
  print_head(out, list);
  for (size_t at = 0; !failed && (found = tmd_list_case(list, &at));)
    failed = print_case(out, found, &lemmas, &left);
  fprintf(out, "\n(* %llu lemma%s; left out: %llu exact, %llu undecided, %llu beyond %d bits *)\n",
          lemmas, lemmas == 1 ? "" : "s", left.exact, left.undecided, left.far, PRECISION_MOST);
  return failed ? -1 : 0;
}
