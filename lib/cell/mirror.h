/* Odd and even functions: -x is as hard as x. A plan text with the word mirror=odd or mirror=even belongs to the arguments -x as
   well: the search is made of x, and tmd-ziv, when all is confirmed, makes the same claim of -x. */
#ifndef TMD_MIRROR_H
#define TMD_MIRROR_H

#include "lib/function/function.h"
#include "lib/claim/problem.h"

#define TMD_MIRROR_WORD "mirror"

int tmd_mirror_has_word(const char *plan);

/* 1 if the plan text of a range from X0 on has the word, 0 if not; -1 (message) if it says of f what the table does not, or x = 0
   is in the range. */
int tmd_mirror_asked(const struct tmd_function *function, const char *plan, tmd_u128 X0);

/* The cell of -x, where that of x is known and the region's reason (0: searched); G and all records are the same. */
struct tmd_cell tmd_mirror_cell(const struct tmd_function *function, struct tmd_cell cell, unsigned region);

#endif
