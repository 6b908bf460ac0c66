#include "tools/generate/approximation.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "tools/generate/terms.h"

enum { LENGTH = 24 }; /* of Taylor polynomials: more than p has */
enum { CENTRE = 16 }; /* the slope is bounded for |t| <= radius / CENTRE */

void tmd_approximation_init(struct tmd_approximation *p) {
  for (int i = 0; i < TMD_APPROXIMATION_PIECES; i++) mag_init(p->error[i]);
  mag_init(p->slope);
}

void tmd_approximation_clear(struct tmd_approximation *p) {
  for (int i = 0; i < TMD_APPROXIMATION_PIECES; i++) mag_clear(p->error[i]);
  mag_clear(p->slope);
}

/* ---- Sollya ---- */

extern char **environ;

FILE *tmd_sollya_run(const char *commands, pid_t *process) {
  int in[2], out[2];
  char *const words[] = {"sollya", "--warnonstderr", NULL};
  posix_spawn_file_actions_t actions;
  if (pipe(in) || pipe(out)) {
    tmd_error(TMD_USAGE, "sollya: no pipe: %s", strerror(errno));
    return NULL;
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  for (int i = 0; i < 2; i++) {
    posix_spawn_file_actions_addclose(&actions, in[i]);
    posix_spawn_file_actions_addclose(&actions, out[i]);
  }
  const int failed = posix_spawnp(process, "sollya", &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]), close(out[1]);
  FILE *result = NULL;
  if (failed)
    tmd_error(TMD_USAGE, "sollya cannot be run: %s (Debian's package is sollya)", strerror(failed));
  else if (write(in[1], commands, strlen(commands)) == (ssize_t)strlen(commands))
    result = fdopen(out[0], "r");
  close(in[1]);
  if (!result) close(out[0]);
  return result;
}

/* A line that is one hexadecimal constant, as Sollya prints it, and no more. */
static int read_constant(double *x, const char *line) {
  char *end;
  if (strspn(line, "-+0123456789abcdefx.p") != strcspn(line, "\n")) return 0;
  *x = strtod(line, &end);
  return end != line && *end == '\n' && isfinite(*x);
}

int tmd_approximation_find(struct tmd_approximation *p) {
  char text[TMD_SOLLYA_BYTES + 64], line[256];
  int found = p->given, good = 1, status = 0;
  pid_t process;
  snprintf(text, sizeof text, "display = hexadecimal!;\n%squit;\n", p->sollya);
  FILE *output = tmd_sollya_run(text, &process);
  if (!output) return -1;
  while (fgets(line, sizeof line, output)) {
    if (found == p->count) good = 0;
    else if (good) good = read_constant(p->coefficient + found++, line);
  }
  fclose(output);
  waitpid(process, &status, 0);
  if (!good || found < p->count || !WIFEXITED(status))
    return tmd_error(TMD_USAGE, "sollya has not printed %d coefficients for %s", p->count,
                     p->f->name);
  return 0;
}

void tmd_approximation_take_constant(struct tmd_approximation *p) {
  if (p->constant) return;
  p->first = p->coefficient[0], p->constant = 1;
  memmove(p->coefficient, p->coefficient + 1, (size_t)--p->count * sizeof *p->coefficient);
}

/* ---- bounds ---- */

/* The power of t that is the factor of coefficient i; of `first` for i = -1. */
static int exponent(const struct tmd_approximation *p, int i) {
  if (p->parity == TMD_PARITY_NONE) return i + 1;
  return 2 * i + 2 + (p->parity == TMD_PARITY_ODD);
}

/* The Taylor polynomial of g at t. */
static void series(arb_poly_t g, const void *approximation, const arb_t t, slong length) {
  const struct tmd_approximation *p = approximation;
  arb_poly_t factor;
  arb_t one;
  if (p->series) {
    p->series(g, p, t, length);
    return;
  }
  arb_poly_init(factor);
  arb_init(one);
  arb_set_d(one, p->shift);
  arb_add(one, one, t, TMD_IDEAL_BITS);
  tmd_function_series(p->f, g, one, length, TMD_IDEAL_BITS);
  if (p->factor_count) {
    arb_poly_one(factor);
    for (int i = 0; i < p->factor_count; i++) {
      arb_set_d(one, p->factor[i]);
      arb_poly_set_coeff_arb(factor, 2 * i + 2, one);
    }
    arb_poly_taylor_shift(factor, factor, t, TMD_IDEAL_BITS);
    arb_poly_mullow(g, g, factor, length, TMD_IDEAL_BITS);
  }
  if (p->over_pi) {
    arb_const_pi(one, TMD_IDEAL_BITS);
    arb_poly_scalar_div(g, g, one, TMD_IDEAL_BITS);
  }
  if (p->halved) arb_poly_scalar_mul_2exp_si(g, g, -1);
  arb_poly_clear(factor);
  arb_clear(one);
}

/* p */
static void set_polynomial(arb_poly_t d, const struct tmd_approximation *p) {
  arb_t at, one;
  arb_init(at), arb_init(one);
  arb_poly_zero(d);
  arb_set_d(one, p->first);
  arb_poly_set_coeff_arb(d, exponent(p, -1), one);
  for (int i = 0; i < p->count; i++) {
    arb_set_d(one, p->coefficient[i]);
    if (i == 0) {
      arb_set_d(at, p->low);
      arb_add(one, one, at, TMD_IDEAL_BITS);
    }
    arb_poly_set_coeff_arb(d, exponent(p, i), one);
  }
  arb_clear(at), arb_clear(one);
}

/* The Taylor polynomial of p - g at the centre of the piece, its last coefficient on all of the
   piece: with it, the polynomial encloses p - g there (Lagrange's remainder). */
static void difference(arb_poly_t d, const arb_poly_t p, tmd_polynomial_series *taylor,
                       const void *of, const arb_t piece) {
  arb_poly_t g, all;
  arb_t at, one;
  arb_poly_init(g), arb_poly_init(all);
  arb_init(at), arb_init(one);
  arb_get_mid_arb(at, piece);
  arb_poly_taylor_shift(d, p, at, TMD_IDEAL_BITS);
  taylor(g, of, at, LENGTH);
  taylor(all, of, piece, LENGTH);
  arb_poly_get_coeff_arb(one, all, LENGTH - 1);
  arb_poly_set_coeff_arb(g, LENGTH - 1, one);
  arb_poly_sub(d, d, g, TMD_IDEAL_BITS);
  arb_poly_clear(g), arb_poly_clear(all);
  arb_clear(at), arb_clear(one);
}

/* value >= sum |d_j| h^j, slope >= sum j |d_j| h^(j-1). */
static void sums(mag_t value, mag_t slope, const arb_poly_t d, const mag_t h) {
  arb_t one;
  mag_t term, power;
  arb_init(one);
  mag_init(term), mag_init(power);
  mag_zero(value), mag_zero(slope);
  mag_one(power); /* h^(j-1) for j >= 1 */
  for (slong j = 0; j < arb_poly_length(d); j++) {
    arb_poly_get_coeff_arb(one, d, j);
    arb_get_mag(term, one);
    if (j == 0) {
      mag_add(value, value, term);
      continue;
    }
    mag_mul(term, term, power);
    mag_mul(power, power, h);
    mag_addmul(value, term, h);
    mag_mul_ui(term, term, (ulong)j);
    mag_add(slope, slope, term);
  }
  arb_clear(one);
  mag_clear(term), mag_clear(power);
}

void tmd_polynomial_distance(mag_t value, mag_t slope, const arb_poly_t p,
                             tmd_polynomial_series *taylor, const void *of, const arb_t piece) {
  arb_poly_t d;
  arb_poly_init(d);
  difference(d, p, taylor, of, piece);
  sums(value, slope, d, arb_radref(piece));
  arb_poly_clear(d);
}

static double piece_length(const struct tmd_approximation *p) {
  return 2 * p->radius / TMD_APPROXIMATION_PIECES;
}

/* Piece i, rounded outward. */
static void set_piece(arb_t piece, const struct tmd_approximation *p, int i) {
  const double step = piece_length(p);
  arb_set_d(piece, p->middle + (i + 0.5) * step - p->radius);
  mag_set_d(arb_radref(piece), step / 2 * (1 + 0x1p-20));
}

enum { NEAR = 2 }; /* more pieces than roundings of doubles make up for */

/* All pieces that meet the ball lie from *first to *last, and those from *first + 2 NEAR to
 *last - 2 NEAR do. */
static void near_pieces(int *first, int *last, const struct tmd_approximation *p, const arb_t t) {
  const double place = arf_get_d(arb_midref(t), ARF_RND_NEAR) - (p->middle - p->radius),
               size = mag_get_d(arb_radref(t)), step = piece_length(p);
  const double least = (place - size) / step - NEAR, most = (place + size) / step + NEAR;
  *first = least > 0 ? (int)fmin(least, TMD_APPROXIMATION_PIECES) : 0; /* also if it is NaN */
  *last = most < TMD_APPROXIMATION_PIECES - 1 ? (int)fmax(most, -1) : TMD_APPROXIMATION_PIECES - 1;
}

/* |t| <= radius / CENTRE */
static void set_centre(arb_t piece, const struct tmd_approximation *p) {
  arb_zero(piece);
  mag_set_d(arb_radref(piece), p->radius / CENTRE);
}

void tmd_approximation_bound(struct tmd_approximation *p) {
  arb_poly_t whole;
  arb_t piece;
  mag_t unused;
  arb_poly_init(whole);
  arb_init(piece);
  mag_init(unused);
  set_polynomial(whole, p);
  for (int i = 0; i < TMD_APPROXIMATION_PIECES; i++) {
    set_piece(piece, p, i);
    tmd_polynomial_distance(p->error[i], unused, whole, series, p, piece);
  }
  set_centre(piece, p);
  tmd_polynomial_distance(unused, p->slope, whole, series, p, piece);
  arb_poly_clear(whole);
  arb_clear(piece);
  mag_clear(unused);
}

void tmd_approximation_error(mag_t error, const struct tmd_approximation *p, const arb_t t) {
  arb_t piece;
  mag_t size, linear;
  arb_init(piece);
  mag_init(size), mag_init(linear);
  mag_zero(error);
  int first, last;
  near_pieces(&first, &last, p, t);
  for (int i = first; i <= last; i++) {
    int meets = i >= first + 2 * NEAR && i <= last - 2 * NEAR;
    if (!meets) {
      set_piece(piece, p, i);
      meets = arb_overlaps(piece, t);
    }
    if (meets) mag_max(error, error, p->error[i]);
  }
  set_centre(piece, p);
  if ((!p->constant || p->parity == TMD_PARITY_ODD) && arb_contains(piece, t)) {
    arb_get_mag(size, t);
    mag_mul(linear, size, p->slope);
    mag_min(error, error, linear);
  }
  arb_clear(piece);
  mag_clear(size), mag_clear(linear);
}

void tmd_approximation_exact(arb_t g, const struct tmd_approximation *p, const arb_t t) {
  arb_poly_t constant;
  arb_poly_init(constant);
  series(constant, p, t, 1);
  arb_poly_get_coeff_arb(g, constant, 0);
  arb_poly_clear(constant);
}
