/* Rounding modes and the exceptions of IEEE 754. */
#ifndef TMD_ROUNDING_H
#define TMD_ROUNDING_H

#include <stddef.h>

/* The first TMD_ROUNDINGS are the modes of C libraries, the first TMD_DECIMAL_ROUNDINGS those of
   decimal arithmetic in C; lists of cases use all others. */
enum tmd_rounding {
  TMD_ROUND_NEAREST, /* ties to even */
  TMD_ROUND_UP,
  TMD_ROUND_DOWN,
  TMD_ROUND_ZERO,
  TMD_ROUNDINGS,
  TMD_ROUND_TIES_AWAY = TMD_ROUNDINGS, /* to nearest, ties away from zero */
  TMD_DECIMAL_ROUNDINGS,
  TMD_ROUND_AWAY = TMD_DECIMAL_ROUNDINGS, /* from zero */
  TMD_ROUND_ODD,                          /* in a format with two more bits */
  TMD_ALL_ROUNDINGS
};

/* "nearest", "up", "down", "zero", "away" for the first TMD_DECIMAL_ROUNDINGS; else NULL. */
const char *tmd_rounding_name(enum tmd_rounding mode);

/* The mode with this name or capital letter (N, U, D, Z, A), or TMD_DECIMAL_ROUNDINGS. */
enum tmd_rounding tmd_rounding_find(const char *name, size_t bytes);

/* The direction in which the mode rounds |f(x)| for this sign: 1 up, -1 down, 0 to nearest. */
int tmd_rounding_direction(enum tmd_rounding mode, int sign);

/* Flags raised by a call. */
enum tmd_exception {
  TMD_RAISES_INVALID = 1,
  TMD_RAISES_DIVIDE = 2,
  TMD_RAISES_OVERFLOW = 4,
  TMD_RAISES_UNDERFLOW = 8,
  TMD_RAISES_INEXACT = 16,
  TMD_RAISES_ANY = 31,
  TMD_EXCEPTIONS = 5
};

#endif
