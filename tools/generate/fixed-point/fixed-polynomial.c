/* Horner's scheme: sum_i = c_i +- floor(sum_(i+1) T/2^64), where T 2^-64 differs from the ideal
   variable v by less than d 2^-64. With the ideal P_i = c_i +- P_(i+1) v, all in units of the
   coefficients,

     |sum_i - P_i| < 1 + |sum_(i+1) T 2^-64 - P_(i+1) v| <= 1 + e_(i+1) v_max + P_(i+1) d 2^-64

   where v_max bounds T 2^-64 as well. Sums do not overflow if the sum of sizes c_i + U_(i+1) v_max
   + e_i = U_i is below 2^64, and are not negative if c_i > U_(i+1) v_max + e_i. */
#include "tools/generate/fixed-point/fixed-polynomial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "lib/base/error.h"
#include "lib/cli/options.h"
#include "tools/generate/approximation.h"
#include "tools/generate/terms.h"

/* t may be beyond the radius by this part of it, as r is where n is found by a rounded number. */
static const double margin = 1 + 0x1p-20;

void tmd_fixed_init(struct tmd_fixed_polynomial *p) { mag_init(p->error), mag_init(p->least); }
void tmd_fixed_clear(struct tmd_fixed_polynomial *p) { mag_clear(p->error), mag_clear(p->least); }

/* ---- Sollya ---- */

/* The commands; the polynomial is even, or has all powers. */
static void print_commands(char text[TMD_FIXED_SOLLYA_BYTES],
                           const struct tmd_fixed_polynomial *p) {
  const char *least = p->step == 2 ? "1b-40" : "";
  char low[32], powers[96] = "";
  snprintf(low, sizeof low, "-%g", p->radius);
  for (int i = p->one, at = 0; i < p->count; i++)
    at += snprintf(powers + at, sizeof powers - (size_t)at, "%s%d", i > p->one ? "," : "",
                   p->step * i);
  snprintf(text, TMD_FIXED_SOLLYA_BYTES,
           "p = fpminimax(%s, [|%s|], [|%d...|], [%s;%g], fixed, absolute%s);\n"
           "for i from 0 to %d do coeff(p,%s);\n",
           p->sollya, powers, p->scale, *least ? least : low, p->radius, p->one ? ", 1" : "",
           p->count - 1, p->step == 2 ? "2*i" : "i");
}

/* A line that is one number of the form -123b-45, as Sollya prints it, in units of 2^-scale. */
static int read_coefficient(uint64_t *c, int negative, int scale, const char *line) {
  char *end;
  const int minus = *line == '-';
  const char *digits = line + minus;
  if (*digits < '1' || *digits > '9') return 0;
  const unsigned long long mantissa = strtoull(digits, &end, 10);
  const long power = (*end == 'b' ? strtol(end + 1, &end, 10) : 0) + scale;
  *c = (uint64_t)mantissa << (power & 63);
  return *end == '\n' && minus == negative && power >= 0 && power < 64 && *c >> power == mantissa;
}

int tmd_fixed_find(struct tmd_fixed_polynomial *p) {
  char commands[TMD_FIXED_SOLLYA_BYTES], text[TMD_FIXED_SOLLYA_BYTES + 64], line[256];
  int found = 0, good = 1, status = 0;
  pid_t process;
  print_commands(commands, p);
  snprintf(text, sizeof text, "display = dyadic!;\n%squit;\n", commands);
  FILE *output = tmd_sollya_run(text, &process);
  if (!output) return -1;
  while (fgets(line, sizeof line, output)) {
    good = good && found < p->count &&
           read_coefficient(p->coefficient + found, p->alternate && found & 1, p->scale, line);
    found++;
  }
  fclose(output);
  waitpid(process, &status, 0);
  if (!good || found < p->count || !WIFEXITED(status))
    return tmd_error(TMD_USAGE, "sollya has not printed %d coefficients for %s", p->count,
                     p->sollya);
  return 0;
}

/* ---- bounds ---- */

static void series(arb_poly_t g, const void *polynomial, const arb_t t, slong length) {
  const struct tmd_fixed_polynomial *p = polynomial;
  arb_t at;
  arb_init(at);
  arb_mul_2exp_si(at, t, -p->halved);
  tmd_function_series(p->f, g, at, length, TMD_IDEAL_BITS);
  for (slong i = 1; p->halved && i < arb_poly_length(g); i++) {
    arb_poly_get_coeff_arb(at, g, i);
    arb_mul_2exp_si(at, at, -p->halved * i);
    arb_poly_set_coeff_arb(g, i, at);
  }
  arb_clear(at);
}

/* t^offset (c_0 + ...), without the factor with offset = 0 */
static void ideal(arb_poly_t all, const struct tmd_fixed_polynomial *p, int offset) {
  arb_t c;
  arb_init(c);
  arb_poly_zero(all);
  for (int i = 0; i < p->count; i++) {
    arb_set_ui(c, p->coefficient[i]);
    arb_mul_2exp_si(c, c, -p->scale);
    if (p->alternate && i & 1) arb_neg(c, c);
    arb_poly_set_coeff_arb(all, offset + p->step * i, c);
  }
  arb_clear(c);
}

/* The error of the scheme alone, in units of the coefficients. */
static void bound_units(mag_t units, const struct tmd_fixed_polynomial *p) {
  mag_t size, limit, v, shift, product;
  mag_init(size), mag_init(limit), mag_init(v), mag_init(shift), mag_init(product);
  mag_set_d(v, p->radius * margin);
  mag_pow_ui(v, v, (ulong)p->step);
  mag_set_d(shift, p->argument);
  mag_mul_2exp_si(shift, shift, -64);
  mag_zero(units);
  mag_set_ui_lower(limit, UINT64_MAX);
  for (int i = p->count - 1; i >= 0; i--) {
    if (i < p->count - 1) {
      mag_mul(units, units, v);
      mag_add_ui(units, units, 1);
      mag_addmul(units, size, shift);
    }
    mag_mul(product, size, v);
    mag_add(product, product, units);
    mag_t c;
    mag_init(c);
    mag_set_ui_lower(c, p->coefficient[i]);
    if (mag_cmp(product, c) >= 0) tmd_die(TMD_USAGE, "%s: a sum may be negative", p->name);
    mag_set_ui(c, p->coefficient[i]);
    mag_add(size, product, c);
    mag_clear(c);
    if (mag_cmp(size, limit) >= 0) tmd_die(TMD_USAGE, "%s: a sum may overflow", p->name);
  }
  mag_clear(size), mag_clear(limit), mag_clear(v), mag_clear(shift), mag_clear(product);
}

/* Piece i of [-radius, radius], or [0, radius], rounded outward. */
static void set_piece(arb_t piece, const struct tmd_fixed_polynomial *p, int i) {
  const double least = p->step == 2 ? 0 : -p->radius * margin,
               half = (p->radius * margin - least) / TMD_APPROXIMATION_PIECES / 2;
  arb_set_d(piece, least + (2 * i + 1) * half);
  mag_set_d(arb_radref(piece), half * (1 + 0x1p-20));
}

/* The error of the ideal polynomial: with an offset, the difference vanishes at 0, so that near 0
   it is at most its slope times |t|. */
void tmd_fixed_bound(struct tmd_fixed_polynomial *p) {
  arb_poly_t whole, sum;
  arb_t piece, value;
  mag_t error, slope, least;
  arb_poly_init(whole), arb_poly_init(sum);
  arb_init(piece), arb_init(value);
  mag_init(error), mag_init(slope), mag_init(least);
  ideal(whole, p, p->offset), ideal(sum, p, 0);
  mag_zero(p->error), mag_inf(p->least);
  for (int i = 0; i < TMD_APPROXIMATION_PIECES; i++) {
    set_piece(piece, p, i);
    tmd_polynomial_distance(error, slope, whole, series, p, piece);
    arb_get_mag_lower(least, piece);
    if (p->offset && mag_is_zero(least)) mag_set(error, slope);
    else if (p->offset) mag_div(error, error, least);
    mag_max(p->error, p->error, error);
    arb_poly_evaluate(value, sum, piece, TMD_IDEAL_BITS);
    arb_get_mag_lower(least, value);
    mag_min(p->least, p->least, least);
  }
  bound_units(slope, p);
  mag_mul_2exp_si(slope, slope, -p->scale);
  mag_add(p->error, p->error, slope);
  mag_sub_lower(p->least, p->least, p->error);
  arb_poly_clear(whole), arb_poly_clear(sum);
  arb_clear(piece), arb_clear(value);
  mag_clear(error), mag_clear(slope), mag_clear(least);
}

/* ---- the text ---- */

void tmd_fixed_print_coefficients(FILE *out, const struct tmd_fixed_polynomial *p,
                                  const char *symbol) {
  char commands[TMD_FIXED_SOLLYA_BYTES];
  print_commands(commands, p);
  fputs("/* By Sollya:\n", out);
  for (const char *line = commands; *line; line = strchr(line, '\n') + 1)
    fprintf(out, "     %.*s\n", (int)strcspn(line, "\n"), line);
  fprintf(out, "*/\nTMD_DATA uint64_t %s_%s[%d] = {", symbol, p->name, p->count);
  for (int i = 0; i < p->count; i++)
    fprintf(out, "%s0x%016" PRIx64 ",", i % 4 ? " " : "\n  ", p->coefficient[i]);
  fputs("\n};\n", out);
}
