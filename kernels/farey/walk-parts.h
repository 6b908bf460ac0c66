/* Inside the Farey walk: a block, the search of one packet, and what its files give each other.
   farey.md has the formulas and the error budget. */
#ifndef TMD_WALK_PARTS_H
#define TMD_WALK_PARTS_H

#include "kernels/farey/arc.h"
#include "kernels/farey/farey.h"
#include "kernels/farey/job.h"

#define TMD_FAREY_SINGLE 9.0  /* single precision takes q >= Q/this, if its bounds allow; */
#define TMD_FAREY_DOUBLE 16.0 /* double precision many at a time, q >= Q/this */
#define TMD_FAREY_FARTHEST                                                                    \
  0x1p52 /* |t| in a block that is searched as a line or by its arcs: integers up to 2^53 are \
            exact */
#define TMD_FAREY_GRID 0x1p47
enum {
  TMD_FAREY_GRID_BITS = 47
}; /* of c1: its distance from a fraction of the block, times q, is below 32, exact in double */

/* x up to a relative error of 2^-52, exact for 53 bits: the compiler's own way is a call. */
static inline double farey_of_wide(tmd_i128 x) {
  const tmd_u128 u = x < 0 ? -(tmd_u128)x : (tmd_u128)x;
  const double magnitude = (double)(uint64_t)(u >> 64) * 0x1p64 + (double)(uint64_t)u;
  return x < 0 ? -magnitude : magnitude;
}

/* An interval of arguments X + t, low <= t <= high, with the packet's polynomial about X:
     G(X + t) = c0 + c1 t + c2 t^2 + c3 t^3 + ...  (mod 1),
   c0, c1 mod 1, the others real numbers chosen once; negated if the curvature at X is negative. */
struct tmd_farey_block {
  tmd_u128 X;
  int64_t low, high;
  int degree;
  tmd_u128 c0, c1;              /* mod 1, units of 2^-128 */
  tmd_i128 c2;                  /* real, units of 2^-128 */
  double c[TMD_DEGREE_MAX + 1]; /* c[2] .. c[degree], real; and up to c[5] */
  double radius;                /* max |t| */
  int higher;                   /* whether the fourth and fifth order are part of the curve */
  double eps_exact;             /* 2^-threshold + err */
  double c4, c5;          /* c[4], c[5], or 0 where they are in eps, as all higher terms are */
  double eps;             /* of the terms up to c5, with the errors of their coefficients */
  double eps_value;       /* the same for tmd_farey_block_value */
  uint64_t a;             /* c1 on a grid of 2^-TMD_FAREY_GRID_BITS, in units of 2^-64 */
  double a_low;           /* c1 - a */
  double c0_high, c0_low; /* c0 = their sum; q c0_high is exact for q <= TMD_FAREY_ORDER_MAX */
};

/* The slope at t, less c1. */
static inline double farey_rise(const struct tmd_farey_block *block, double t) {
  const double c3 = block->c[3];
  return (2 * block->c[2] + (3 * c3 + (4 * block->c4 + 5 * block->c5 * t) * t) * t) * t;
}

/* Bounds of one or more blocks: of c2, |c3|, |c4|, |c5| (0 where they are in eps), radius, eps. */
struct tmd_farey_extent {
  double c2_least, c2_most, c3, c4, c5, radius, eps;
};

/* Fills the block, for a walk of that order, from r_j at X (lib/packet/packet.h); X, low and high
   are set; and its extent. Returns 0 if the coefficients are so large that they say nothing about a
   real curve: then arguments are evaluated one by one. */
int tmd_farey_block_make(struct tmd_farey_block *block, struct tmd_farey_extent *extent,
                         const struct tmd_poly_record *packet, int threshold, double order,
                         const uint64_t *r);

/* The parts of that. Coefficients from r_j, of either sign; returns sum_{j>=3} |r_j|, and
   absolute[k] = sum_j |s(j,k)/j! r_j|, j >= 3: if the sum is less than 2^-6. */
double tmd_farey_coefficients(struct tmd_farey_block *block, double *absolute, const uint64_t *r,
                              int words);
/* Whether the higher orders are part of the curve, and eps, for all blocks of an extent (radius,
   eps, and c4, c5 where they are not, are set); of block, degree, low, high, eps_exact are given.
   The error of G by numbers cut off (`units` of them) and rounded, and what is `omitted`. */
struct tmd_farey_errors {
  double units, sum, absolute[TMD_DEGREE_MAX + 1], omitted;
};
void tmd_farey_bound(struct tmd_farey_extent *extent, struct tmd_farey_block *block, double order,
                     const struct tmd_farey_errors *errors);
/* c0, c1, c2, c[] to the numbers that the walk needs, all negated first if they are `negative`. */
void tmd_farey_block_finish(struct tmd_farey_block *block, int negative);

/* c0 + c1 t + ... mod 1 in [-1/2, 1/2], up to eps_value - eps_exact. */
double tmd_farey_block_value(const struct tmd_farey_block *block, int64_t t);

/* Bounds for the arcs of a block that are taken many at a time; the others are taken one by one. */
struct tmd_farey_path {
#define TMD_FAREY_FIELD(name) double name;
  TMD_FAREY_WINDOW_FIELDS(TMD_FAREY_FIELD)
  TMD_FAREY_PATH_FIELDS(TMD_FAREY_FIELD)
};

/* A block's numbers for the walk, and the place where this begins. */
struct tmd_farey_numbers {
  TMD_FAREY_WALK_FIELDS(TMD_FAREY_FIELD)
#undef TMD_FAREY_FIELD
};

/* For all blocks of an extent. Returns 0 if they do not suit the walk: longer than
   TMD_FAREY_FARTHEST, too curved, too much bend. */
int tmd_farey_path(struct tmd_farey_path *path, const struct tmd_farey_extent *extent,
                   double order);

/* Neighbours p/q <= s < p'/q' in the Farey sequence of an order; s in units of 2^-64. */
struct tmd_farey_neighbours {
  uint64_t q, rest; /* rest = q s - p, units of 2^-64 */
  uint64_t q_above;
};
struct tmd_farey_neighbours tmd_farey_neighbours(uint64_t s, uint64_t order);

enum {
  TMD_FAREY_BLOCKS = TMD_FAREY_TRACKS * (TMD_FAREY_STEPS + 2) +
                     TMD_FAREY_CARRIED /* on tracks, or with arcs in the buffer */
};

/* The room of a walk: blocks on tracks, and their arcs. */
struct tmd_farey_walk {
  struct tmd_farey_tracks tracks;
  struct tmd_farey_arcs arcs;
  struct tmd_farey_block blocks[TMD_FAREY_BLOCKS];
  uint16_t block_of[TMD_FAREY_PLACES]; /* of the arcs in the buffer */
  uint16_t on_track[TMD_FAREY_TRACKS], vacant[TMD_FAREY_BLOCKS], ended[TMD_FAREY_BLOCKS];
  int vacant_count, ended_count;
};

/* The search of one packet. The first fields are the caller's. */
struct tmd_farey_search {
  const struct tmd_poly_record *packet;
  int threshold;
  uint64_t order;
  struct tmd_candidates *found;
  struct tmd_farey_stats *stats;
  /* Takes a block that would be walked, returns 1; or 0: then it is walked here. NULL: all are. */
  int (*submit)(void *where, const struct tmd_farey_block *block,
                const struct tmd_farey_path *path);
  void *where;
  int plain;                   /* lines only */
  uint64_t lined;              /* arguments of blocks that the walk left to lines */
  struct tmd_farey_walk *walk; /* the thread's room, from the first block that is walked on */
};

/* tmd_farey_packet, or with `plain` tmd_farey_plain_packet: appends the candidates with X0 <= X <
   X1. */
void tmd_farey_search(struct tmd_farey_search *search, tmd_u128 X0, tmd_u128 X1);

/* Appends X if it is a candidate, decided on all words. */
void tmd_farey_confirm(const struct tmd_farey_search *search, tmd_u128 X);

/* Evaluates the member X + t: exactly, if the block's polynomial does not exclude it. */
void tmd_farey_member(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                      int64_t t);

/* The arc of p/q on the block, whole, in double precision. Returns 0 if it cannot be done so: then
   the block is to be taken as lines. */
int tmd_farey_arc(struct tmd_farey_search *search, const struct tmd_farey_block *block, double q,
                  double left, double delta);
/* Its pairs M = first, first + 1, ...; 0 likewise. */
int tmd_farey_arc_pairs(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                        double q, double left, double delta, double first, double pairs);

/* A block whose value rises or falls by `slope` or more for each argument: from integer to integer.
 */
void tmd_farey_crossings(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                         double slope);

/* The plain form: the block as one straight line, with a fraction of order at most `order`. */
void tmd_farey_line(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                    double order);
/* The greatest order, up to `order`, with which the block may be taken as a line; 0: with none. */
double tmd_farey_line_order(const struct tmd_farey_block *block, double order);

/* A run of TMD_FAREY_STRAIGHT_MOST arguments at most as one straight line, from r_j at its middle
   t0 + (t1 - t0)/2. The half-width of the window about the line that has all candidates; not a
   number, or infinite: no line. */
double tmd_farey_straight_width(const struct tmd_farey_search *search,
                                const struct tmd_packet_run *run, const uint64_t *r);
/* Those candidates, in rising order: of the arguments in that window, of half-width at most 2^-2,
   the ones that the run's block does not exclude (NULL: there is no block), each decided on all
   words. Returns 0, and appends nothing, if the window has many more than that of a random line:
   the slope is next to a fraction of few arguments. */
int tmd_farey_straight(struct tmd_farey_search *search, const struct tmd_packet_run *run,
                       const uint64_t *r, const struct tmd_farey_block *block, double width);
#define TMD_FAREY_STRAIGHT_MOST (UINT64_C(1) << 60)

/* The numbers of a block; the walk begins at the fraction before the block's first slope. */
struct tmd_farey_numbers tmd_farey_numbers(const struct tmd_farey_block *block,
                                           const struct tmd_farey_path *path, uint64_t order);

/* The values that its arcs need. */
struct tmd_farey_curve tmd_farey_curve(const struct tmd_farey_block *block);

/* The walk over many blocks: add each, then end. */
void tmd_farey_walk_add(struct tmd_farey_search *search, const struct tmd_farey_block *block,
                        const struct tmd_farey_path *path);
void tmd_farey_walk_end(struct tmd_farey_search *search);

/* Sorts what was appended from `first` on; an argument found by two arcs or two roots stays once.
 */
void tmd_farey_tidy(struct tmd_candidates *found, size_t first);

/* The arguments X0 .. X1 - 1, all of one domain, as lines and single arguments alone: for what the
   walk leaves out. */
void tmd_farey_lines(struct tmd_farey_search *search, tmd_u128 X0, tmd_u128 X1);

#endif
