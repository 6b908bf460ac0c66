/* Functions of two arguments, the second of which may be an integer, and fma, of three; their
   correct results by MPFR. */
#ifndef TMD_PAIR_FUNCTION_H
#define TMD_PAIR_FUNCTION_H

#include "lib/value/correct.h"

/* Groups of functions that are computed in double precision, and sampled, alike. */
enum tmd_pair_group {
  TMD_PAIR_POWER,
  TMD_PAIR_ANGLE,
  TMD_PAIR_HYPOT,
  TMD_PAIR_RESIDUE,
  TMD_PAIR_DIFFERENCE,
  TMD_PAIR_SCALE,
  TMD_PAIR_SUM, /* from here on operations of IEEE 754: they set no errno, and Annex F gives them no
                   freedom */
  TMD_PAIR_PRODUCT,
  TMD_PAIR_QUOTIENT,
  TMD_PAIR_FUSED /* x y + z: of three arguments */
};

struct tmd_pair {
  const char *name;
  int integer; /* the second argument is an integer */
  enum tmd_pair_group group;

  /* By MPFR only, as tmd_methods.mpfr (lib/function/function.h); y is an integer if `integer`. NULL
     for fma. */
  int (*mpfr)(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t round);
  char operator; /* that of C; 0: none */
};

/* By name, or NULL (message). */
const struct tmd_pair *tmd_pair_find(const char *name);

/* The i-th, NULL after the last. */
const struct tmd_pair *tmd_pair_entry(int i);

/* The arguments after x in memory: an encoding, or two, or an int64_t; and their bytes. */
enum { TMD_PAIR_SECOND_BYTES = 32 }; /* at most */
size_t tmd_pair_second_bytes(const struct tmd_checked *checked);
struct tmd_second tmd_pair_second(const struct tmd_checked *checked, const void *memory);

/* The position of f(x, y) of checked->pair. Special values are those of C23's Annex F. */
void tmd_correct_at_pair(struct tmd_correct *correct, const struct tmd_checked *checked,
                         const struct tmd_datum *x, const struct tmd_second *second);

#endif
