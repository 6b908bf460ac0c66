/* The raw form of a matrix: tmd-matrix(5). */
#ifndef TMD_MATRIX_FORMAT_H
#define TMD_MATRIX_FORMAT_H

#include <stdint.h>

#define TMD_MATRIX_MAGIC "TMDMATRX"

/* Little-endian, as all of it. */
struct tmd_matrix_header {
  char magic[8];
  uint64_t rows, columns;
  uint64_t words; /* of a significand: 1 .. TMD_MATRIX_WORDS_MAX */
};

/* Then, row by row, each entry: this and `words` words, least significant first, the integer S: the
   number is S 2^unit, or its negative. */
struct tmd_matrix_entry {
  int64_t unit;
  uint64_t negative; /* 1, or 0 */
};

enum { TMD_MATRIX_WORDS_MAX = 256 };
#define TMD_MATRIX_ENTRIES_MAX (UINT64_C(1) << 32)

_Static_assert(sizeof(struct tmd_matrix_header) == 32 && sizeof(struct tmd_matrix_entry) == 16,
               "no padding");

#endif
