/* Arguments that are always tested: those whose results C23's Annex F defines, and the ends of
   formats, domains and binades. */
#ifndef TMD_SPECIAL_VALUES_H
#define TMD_SPECIAL_VALUES_H

#include "lib/value/correct.h"

/* Calls visit for each: zeros, infinities (not for expressions without a name), NaN, the ends of
   subnormal and normal numbers, powers of two, small integers and their halves, and the neighbours
   of these and of the ends of the domain, of both signs. 0, or 1: visit has returned another
   number, which ends it. NaN are quiet and signalling, of both signs: in formats of 16 bits all of
   them; in others those with payloads of no bit, of all, of one, of all but one, and
   TMD_SPECIAL_NANS by the seed.
 */
enum { TMD_SPECIAL_NANS = 1 << 12 };
int tmd_special_each(const struct tmd_checked *checked, uint64_t seed,
                     int (*visit)(const struct tmd_datum *x, void *context), void *context);

/* 1 if f has no value at any of the `count` numbers from this ordinal on, of one binade: they lie
   outside its domain, or are poles by a theorem. */
int tmd_special_no_value(const struct tmd_checked *checked, int sign, tmd_u128 ordinal,
                         tmd_u128 count);

#endif
