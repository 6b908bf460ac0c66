/* Lists of pairs of arguments, to test functions of two arguments in formats of more than 16 bits.
 */
#ifndef TMD_PAIR_LIST_H
#define TMD_PAIR_LIST_H

#include <stddef.h>

#include "tools/check/pairs/pair-function.h"

/* In memory: encodings; the low 8 bytes of an integer are an int64_t. z: the last of three
   arguments, else 0. */
struct tmd_pair_arguments {
  tmd_u128 x, y, z;
};

struct tmd_pair_list {
  struct tmd_pair_arguments *at; /* owned */
  size_t count, capacity;
};

/* The encoding of a number, the greatest one for ordinals beyond it. */
tmd_u128 tmd_pair_number(const struct tmd_format *format, int sign, tmd_u128 ordinal);

void tmd_pair_list_add(struct tmd_pair_list *list, const struct tmd_pair_arguments *at);

/* Those after x as a target has them (pair-function.h). */
void tmd_pair_arguments_second(unsigned char memory[TMD_PAIR_SECOND_BYTES],
                               const struct tmd_checked *checked,
                               const struct tmd_pair_arguments *at);

/* Adds special values with special values: zeros, infinities, NaN, the ends of the format, 1 and
   its neighbours, small integers and halves, powers of two, the ends of integers and odd ones; for
   three arguments fewer of them. Signalling NaN are omitted where a quiet one has a value. */
void tmd_pair_list_add_special(struct tmd_pair_list *list, const struct tmd_checked *checked);

/* Adds `count` pairs by the seed: some anywhere, others where values are neither 0 nor infinite,
   are exact or midpoints, or are those of nearly equal numbers, which may cancel. Integers have 32
   bits. */
void tmd_pair_list_add_samples(struct tmd_pair_list *list, const struct tmd_checked *checked,
                               uint64_t seed, size_t count);

/* Adds the cases of a stream's claims about the function in the format, unless the list is NULL.
   Integers have 32 bits. Returns the number of these claims, or -1 (message). */
long tmd_pair_list_add_stream(struct tmd_pair_list *list, const struct tmd_checked *checked,
                              char *name);

/* Sorts them, and drops repeated ones. */
void tmd_pair_list_sort(struct tmd_pair_list *list);
void tmd_pair_list_clear(struct tmd_pair_list *list);

#endif
