#include "tools/generate/proof/proof-text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "lib/base/error.h"

char *tmd_hash_print(char text[TMD_HASH_TEXT_BYTES], const void *bytes, size_t count) {
  const XXH128_hash_t hash = XXH3_128bits(bytes, count);
  snprintf(text, TMD_HASH_TEXT_BYTES, "%016llx%016llx", (unsigned long long)hash.high64,
           (unsigned long long)hash.low64);
  return text;
}

/* ---- numbers ---- */

enum { NAME_BYTES = 24, ARRAYS_MAX = TMD_TABLES_MAX + 2 * (2 + TMD_PIECES_MAX) };

/* An array of doubles of a design: the coefficients of p, or its constant. */
struct design_array {
  char name[NAME_BYTES];
  const char *part;
  double *at;
  int count;
};

static void add(struct design_array list[ARRAYS_MAX], int *count, const char *name,
                const char *part, double *at, int length) {
  struct design_array *one = list + (*count)++;
  snprintf(one->name, sizeof one->name, "%s", name);
  one->part = part, one->at = at, one->count = length;
}

static void add_approximation(struct design_array list[ARRAYS_MAX], int *count, const char *name,
                              struct tmd_approximation *p) {
  if (p->count == 0) return;
  if (p->constant) add(list, count, name, "constant", &p->first, 1);
  add(list, count, name, "coefficient", p->coefficient, p->count);
}

/* The polynomials of a design: of this number, or NULL. */
static struct tmd_approximation *polynomial(struct tmd_design *design, int i,
                                            char name[NAME_BYTES]) {
  if (i >= 2 + design->piece_count) return NULL;
  snprintf(name, NAME_BYTES, i == 0 ? "p" : i == 1 ? "q" : "piece-%d", i - 2);
  return i == 0 ? &design->p : i == 1 ? &design->q : design->piece + i - 2;
}

/* The arrays that may have any values: the bounds are those of the values. Returns their number. */
static int list_numbers(struct design_array list[ARRAYS_MAX], struct tmd_design *design) {
  int count = 0;
  char name[NAME_BYTES];
  struct tmd_approximation *p;
  for (int i = 0; (p = polynomial(design, i, name)); i++) add_approximation(list, &count, name, p);
  if (design->scheme->index && design->table->count)
    add(list, &count, "table", "entry", design->table->entry, design->table->count);
  if (design->scheme->exchange)
    add(list, &count, "table-1", "entry", design->table[1].entry, design->table[1].count);
  return count;
}

static void print_numbers(FILE *out, const struct tmd_design *design) {
  static struct tmd_design copy; /* its arrays are read alone */
  struct design_array list[ARRAYS_MAX];
  copy = *design;
  const int count = list_numbers(list, &copy);
  for (int k = 0; k < count; k++)
    for (int i = 0; i < list[k].count; i++)
      fprintf(out, "number %s %s %d %a\n", list[k].name, list[k].part, i, list[k].at[i]);
  for (int i = 0; i < design->replaced_count; i++)
    fprintf(out, "replaced 0x%08x %a\n", design->replaced[i].x, design->replaced[i].y);
  if (design->by_size) fputs("replaced-by-size\n", out);
}

static int read_number(struct tmd_design *design, const char *line) {
  struct design_array list[ARRAYS_MAX];
  const int count = list_numbers(list, design);
  char name[NAME_BYTES], part[NAME_BYTES];
  int at;
  double value;
  if (sscanf(line, "number %23s %23s %d %la", name, part, &at, &value) != 4) return 0;
  for (int k = 0; k < count; k++)
    if (!strcmp(list[k].name, name) && !strcmp(list[k].part, part) && at >= 0 &&
        at < list[k].count) {
      list[k].at[at] = value;
      return isfinite(value);
    }
  return 0;
}

/* In increasing order, and not among the exact ones, so that each is printed once. */
static int read_replaced(struct tmd_design *design, const char *line) {
  struct tmd_replaced *at = design->replaced + design->replaced_count;
  if (design->replaced_count == TMD_REPLACED_MAX ||
      sscanf(line, "replaced 0x%8x %la", &at->x, &at->y) != 2 || !isfinite(at->y) ||
      (design->replaced_count && at->x <= at[-1].x))
    return 0;
  for (int i = 0; i < design->exact_count; i++)
    if (design->exact[i].x == at->x) return 0;
  design->replaced_count++;
  return 1;
}

/* ---- bounds ---- */

/* As a power of 2 with four decimals, rounded up: log2 errs by less than STEP. */
static void print_bound(FILE *out, const char *of, const char *name, const mag_t bound) {
  static const double step = 1e-4;
  fprintf(out, "bound %s %s ", of, name);
  if (mag_is_zero(bound)) fputs("0\n", out);
  else fprintf(out, "2^%.4f\n", (floor(log2(mag_get_d(bound)) / step) + 2) * step);
}

/* log2 of a bound that was printed so; NaN: it is none. */
static double exponent_of(const char *bound) {
  double exponent;
  int end = 0;
  if (!strcmp(bound, "0")) return -INFINITY;
  if (bound[strspn(bound, "2^-.0123456789")]) return NAN;
  return sscanf(bound, "2^%lf%n", &exponent, &end) == 1 && !bound[end] ? exponent : NAN;
}

static void print_steps(FILE *out, const char *name, const struct tmd_terms *steps) {
  char words[TMD_PROOF_WORD];
  for (int i = 0; i < steps->count; i++) {
    snprintf(words, sizeof words, "%s %d %s", name, i, steps->term[i].name);
    print_bound(out, words, "value", steps->term[i].greatest);
    print_bound(out, words, "error", steps->term[i].largest_error);
  }
}

static void print_bounds(FILE *out, const struct tmd_design *design) {
  static struct tmd_design copy;
  const struct tmd_approximation *p;
  char name[NAME_BYTES], piece[NAME_BYTES];
  copy = *design;
  fputs("# |p(t) - g(t)|, on 128 equal parts of the range of each polynomial\n", out);
  for (int k = 0; (p = polynomial(&copy, k, name)); k++)
    for (int i = 0; p->count && i < TMD_APPROXIMATION_PIECES; i++) {
      snprintf(piece, sizeof piece, "%d", i);
      print_bound(out, name, piece, p->error[i]);
    }
  fputs("# values and errors of the steps, in all states, in every rounding mode\n", out);
  print_steps(out, "step", &design->steps);
  print_steps(out, "step-near", &design->near.steps);
  for (int i = 0; i < TMD_PARTS_MAX; i++) {
    snprintf(name, sizeof name, "step-part-%d", i);
    print_steps(out, name, &design->part[i]);
  }
  fputs("# |y - f(x)|/|f(x)|, y the value before the last rounding\n", out);
  print_bound(out, "y", "relative", design->bound);
}

/* ---- the text ---- */

void tmd_proof_print(FILE *out, const struct tmd_design *design, const struct tmd_proof *proof) {
  char options[TMD_DEMANDS_BYTES];
  const char *listed = tmd_design_listed(design);
  tmd_demands_print(options, &proof->demands);
  fprintf(out, "tmd-proof 1\nfunction %s\nformat %s\nsymbol %s\nscheme %s\noptions%s\n",
          proof->function, proof->format, proof->symbol, proof->scheme,
          *options ? options : " none");
  fprintf(out, "claims %s\nbits %d\ncases %zu\n", proof->claims, proof->bits, proof->cases);
  fputs("# numbers of the design\n", out);
  print_numbers(out, design);
  print_bounds(out, design);
  fprintf(out,
          "# By the last bound, results are right at all arguments but those of hardness %d or\n"
          "# more%s%s.\n"
          "# The claims, which cover the function's domain, have all those of this hardness, and\n"
          "# the function was run %s%s: it is right at every argument%s.\n",
          proof->bits, listed ? ", and " : "", listed ? listed : "",
          proof->demands.nearest ? "at those next to midpoints, and at exact ones, to nearest"
                                 : "there in four modes",
          proof->demands.vector ? ", in every lane" : "",
          proof->demands.nearest ? " in this mode" : "");
}

int tmd_proof_read(struct tmd_proof *proof, FILE *in, const char *name) {
  char options[TMD_DEMANDS_BYTES];
  *proof = (struct tmd_proof){.bits = 0};
  int version = 0,
      read = fscanf(in,
                    "tmd-proof %d\nfunction %255[^\n]\nformat %63s\nsymbol %63s\n"
                    "scheme %63[^\n]\noptions%63[^\n]\nclaims %32[0-9a-f]\nbits %d\ncases %zu\n",
                    &version, proof->function, proof->format, proof->symbol, proof->scheme, options,
                    proof->claims, &proof->bits, &proof->cases);
  if (read == 9 && version == 1 &&
      tmd_demands_parse(&proof->demands, strcmp(options, " none") ? options : ""))
    return 0;
  if (read >= 1 && version != 1)
    return tmd_error(TMD_CORRUPT, "%s: a proof of version %d, not 1", name, version);
  return tmd_error(TMD_CORRUPT, "%s: is no proof of tmd-generate", name);
}

int tmd_proof_read_numbers(struct tmd_design *design, FILE *in, const char *name) {
  char line[256];
  while (fgets(line, sizeof line, in)) {
    int good = 1;
    if (!strncmp(line, "number ", 7)) good = read_number(design, line);
    else if (!strncmp(line, "replaced ", 9)) good = read_replaced(design, line);
    else if (!strcmp(line, "replaced-by-size\n")) design->by_size = 1;
    if (!good)
      return tmd_error(TMD_CORRUPT, "%s: no number of this design: %.*s", name,
                       (int)strcspn(line, "\n"), line);
  }
  return 0;
}

int tmd_proof_follows(const char *line, const char *printed) {
  const char *last = strrchr(line, ' '), *other = strrchr(printed, ' ');
  if (!strcmp(line, printed)) return 1;
  if (strncmp(line, "bound ", 6) || last - line != other - printed ||
      strncmp(line, printed, (size_t)(last - line)))
    return 0;
  return exponent_of(last + 1) >= exponent_of(other + 1);
}

int tmd_proof_is_enough(const char *line, int p, int bits) {
  static const char words[] = "bound y relative ";
  const size_t length = sizeof words - 1;
  return strncmp(line, words, length) || exponent_of(line + length) <= -(p + bits + 1);
}
