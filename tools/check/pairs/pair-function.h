/* Functions of two arguments, of which the second may be an integer, and fma, of three; their
   correct results by MPFR. */
#ifndef TMD_PAIR_H
#define TMD_PAIR_H

#include "lib/value/correct.h"

/* How a function is computed in double precision, and which pairs are looked at: its kin. */
enum tmd_pair_kin {
  TMD_PAIR_POWER,
  TMD_PAIR_ANGLE,
  TMD_PAIR_HYPOT,
  TMD_PAIR_RESIDUE,
  TMD_PAIR_DIFFERENCE,
  TMD_PAIR_SCALE,
  TMD_PAIR_SUM, /* from here on operations of IEEE 754, which know no errno and none of the
                   liberties of functions */
  TMD_PAIR_PRODUCT,
  TMD_PAIR_QUOTIENT,
  TMD_PAIR_FUSED /* x y + z: of three arguments */
};

struct tmd_pair {
  const char *name;
  int integer; /* the second argument is an integer */
  enum tmd_pair_kin kin;

  /* By MPFR alone, as tmd_methods.mpfr (lib/function/function.h); y is an integer if it should be.
     NULL: of fma. */
  int (*mpfr)(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round);
  char operator; /* C's; 0: there is none */
};

/* By name, or NULL (message). */
const struct tmd_pair *tmd_pair_find(const char *name);

/* The i-th, NULL behind the last. */
const struct tmd_pair *tmd_pair_entry(int i);

/* The arguments behind x as they are in memory: an encoding, or two, or an int64_t; and how many
   bytes that are. */
enum { TMD_PAIR_SECOND_BYTES = 32 }; /* at most */
size_t tmd_pair_second_bytes(const struct tmd_checked *checked);
struct tmd_second tmd_pair_second(const struct tmd_checked *checked, const void *memory);

/* Where f(x, y) of checked->pair lies. Special values are those of C23's Annex F. */
void tmd_correct_at_pair(struct tmd_correct *correct, const struct tmd_checked *checked,
                         const struct tmd_datum *x, const struct tmd_second *second);

#endif
