/* Tiles: the packet's polynomial is G within its error at random pairs, in every row; and cases of
   all binades of a tile are candidates. */
#include "lib/base/arb-compat.h"
#include "lib/cell/confirm.h"
#include "lib/cell/pair-row.h"
#include "lib/packet/packet.h"
#include "lib/pairs/tile.h"
#include "lib/problem/pair.h"
#include "tests/unit/problems.h"
#include "tests/unit/tap.h"

enum { PRECISION = 400, PAIRS = 400, BINADE_TILES = 5 };

struct sample {
  const char *name, *in, *in_y;
  enum tmd_modes modes;
  int bits;
  int sign_x, e_x, sign_y, e_y;
  unsigned rows;
  int binades; /* beyond the lowest */
};

/* |f| at an ordinal. */
static void value_at(arb_t f, const struct tmd_claim *claim, tmd_u128 at) {
  struct tmd_row row;
  SCOPED(arb, x);
  SCOPED(arb_poly, y);
  if (tmd_row_open(&row, claim->problem, &claim->cell, at, at + 1)) abort();
  tmd_segment_ball(x, &row.segment);
  tmd_function_series(row.segment.function, y, x, 1, PRECISION);
  arb_poly_get_coeff_arb(f, y, 0);
  arb_abs(f, f);
  tmd_row_close(&row);
}

/* 1 if P is |f| 2^log2, less 1/2 if `half`, within err (mod 1). */
static int agrees(const struct tmd_poly_record *packet, const arb_t f, int log2, int half,
                  uint64_t i, uint64_t t) {
  uint64_t residue[TMD_WORDS_MAX];
  SCOPED(arb, G, P);
  SCOPED(fmpz, integer);
  SCOPED(arf, bound);
  tmd_packet_value(residue, packet, i, t);
  fmpz_set_ui_array(integer, residue, packet->words);
  arb_set_fmpz(P, integer);
  arb_mul_2exp_si(P, P, -64 * packet->words);
  arb_mul_2exp_si(G, f, log2);
  if (half)
    arb_set_d(P, 0.5), arb_sub(G, G, P, PRECISION), arb_set_fmpz(P, integer),
        arb_mul_2exp_si(P, P, -64 * packet->words);
  arb_sub(G, G, P, PRECISION);
  arf_floor(bound, arb_midref(G));
  arb_sub_arf(G, G, bound, PRECISION);
  arb_set_d(P, packet->err);
  if (arb_lt(G, P)) return 1;
  arb_sub_ui(G, G, 1, PRECISION);
  arb_neg(G, G);
  return arb_lt(G, P);
}

/* 1 if a hard case is a candidate, or the pair is none. */
static int is_kept(const struct tmd_claim *claim, tmd_u128 at, uint64_t i, uint64_t t) {
  struct tmd_row row;
  struct tmd_case_record record;
  uint64_t residue[TMD_WORDS_MAX];
  const struct tmd_poly_record *packet = tmd_claim_record(claim, 0);
  if (tmd_row_open(&row, claim->problem, &claim->cell, at, at + 1)) abort();
  const int hard = tmd_confirm_case(&row.segment, row.segment.X0, 0, &record) == 1;
  tmd_row_close(&row);
  tmd_packet_value(residue, packet, i, t);
  return !hard || tmd_packet_near(residue, packet->words, tmd_problem_threshold(claim->problem),
                                  packet->err);
}

/* Makes a tile of some rows of a strip; 1 if one polynomial serves. */
static int make_tile(struct tmd_claim *claim, const struct sample *s, tmd_u128 *width) {
  tmd_u128 X, columns, Y, rows;
  tmd_pair_columns(claim->problem, &claim->cell, &X, &columns);
  tmd_pair_rows(claim->problem, &claim->cell, &Y, &rows);
  const tmd_u128 strip = (tmd_u128)1 << tmd_pair_strip_log2(claim->problem);
  *width = strip < columns ? strip : columns;
  const struct tmd_xy from = {X + (tmd_u128)test_random() % (columns / *width) * *width,
                              Y + (tmd_u128)test_random() % (rows - s->rows)};
  claim->X0 = tmd_pair_ordinal(claim->problem, &claim->cell, &from);
  claim->X1 = claim->X0 + *width * s->rows;
  return tmd_tile_claim(claim, 4) && claim->record_count == 1;
}

static void test_tile(const struct sample *s) {
  struct tmd_problem wanted = problem_of(s->name, s->in, "binary32", s->modes, s->bits);
  tmd_u128 width;
  tmd_format_parse(&wanted.in_y, s->in_y);
  CLAIM claim = {.problem = tmd_problem_intern(&wanted),
                 .cell = {s->sign_x, 0, s->e_x, TMD_E_OUT_SCATTERED, s->sign_y, s->e_y}};
  int made = 0;
  const double limit = ldexp(1, -tmd_problem_threshold(claim.problem));
  const struct tmd_poly_record *packet = NULL;
  /* until it spans several binades of f, or one */
  for (int tries = 0; !made && tries < 400; tries++) {
    if (!make_tile(&claim, s, &width)) continue;
    packet = tmd_claim_record(&claim, 0);
    made = (packet->err >= limit) == s->binades;
  }
  const int half = s->modes == TMD_MODES_NEAREST && !s->binades;
  int right[3] = {0}, kept = 0, lowest = 0;
  SCOPED(arb, f);
  for (int pass = 0; pass < 2 && made; pass++)
    for (int n = 0; n < PAIRS; n++) {
      const uint64_t i = test_random() % s->rows, t = test_random() % (uint64_t)width;
      const tmd_u128 at = claim.X0 + i * width + t;
      value_at(f, &claim, at);
      const int e = (int)arf_abs_bound_lt_2exp_si(arb_midref(f)) - 1;
      if (!pass && (!n || e < lowest)) lowest = e;
      for (int below = 0; below < 3 && pass; below++) /* the tile may count from a lower one */
        right[below] += agrees(packet, f,
                               tmd_problem_scale(claim.problem) - lowest + below +
                                   (s->modes == TMD_MODES_NEAREST && s->binades),
                               half, i, t);
      kept += pass && is_kept(&claim, at, i, t);
    }
  const double err = made ? packet->err / limit : 0;
  tap_ok(made && kept == PAIRS && (right[0] == PAIRS || right[1] == PAIRS || right[2] == PAIRS) &&
             (s->binades ? err >= 1 && err < 8 : err < 0x1p-8),
         "%s at 2^%d, 2^%d, %u rows: %d, %d, %d of %d values right, %d cases kept, error %g",
         s->name, s->e_x, s->e_y, s->rows, right[0], right[1], right[2], PAIRS, kept, err);
}

int main(void) {
  static const struct sample samples[] = {
      {"x^y", "binary32", "binary32", TMD_MODES_ALL, 44, 0, 0, 0, -1, 4096, 0},
      {"x^y", "binary32", "binary32", TMD_MODES_NEAREST, 44, 0, 30, 1, -3, 1000, 0},
      {"x^y", "24,-126,127", "12,-9,9", TMD_MODES_DIRECTED, 30, 0, -70, 0, -4, 16, 0},
      {"x^y", "12,-9,9", "12,-9,9", TMD_MODES_ALL, 4, 0, 1, 0, 2, 4, 1},
      {"x^y", "12,-9,9", "12,-9,9", TMD_MODES_NEAREST, 4, 0, 1, 1, 2, 4, 1},
      {"x*exp(y)", "binary32", "binary32", TMD_MODES_ALL, 40, 1, 3, 0, 1, 1000, 0},
      {"sqrt(x^2+y^2)", "16,-20,20", "20,-20,20", TMD_MODES_ALL, 30, 0, 3, 1, 1, 300, 0},
      {"compound(x,y)", "binary32", "int:-200:200", TMD_MODES_ALL, 44, 0, -9, 0, 7, 8, 0},
      /* e^39: a ball about all of it reaches down to binades far below */
      {"compound(x,y)", "binary32", "int:7000000:8000000", TMD_MODES_ALL, 44, 0, -18, 0, 22, 32768,
       1},
      /* f by e^1.4 from end to end: up to 28 terms */
      {"compound(x,y)", "binary32", "int:11200000:11300000", TMD_MODES_ALL, 44, 0, -17, 0, 23, 256,
       1},
      {"powr(x,y)", "binary32", "binary32", TMD_MODES_ALL, 44, 0, -3, 0, -5, 2000, 0},
      {"sin(x)/y-max(x,y)", "20,-20,20", "20,-20,20", TMD_MODES_ALL, 30, 0, 5, 1, 1, 300, 0},
  };
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    for (int times = samples[i].binades ? BINADE_TILES : 1; times > 0; times--)
      test_tile(samples + i);
  return tap_done();
}
