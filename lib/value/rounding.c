#include "lib/value/rounding.h"

#include <ctype.h>
#include <string.h>

static const char *const names[] = {"nearest", "up", "down", "zero", "away"};
_Static_assert(sizeof names / sizeof *names == TMD_DECIMAL_ROUNDINGS,
               "a name for each mode of libraries");

const char *tmd_rounding_name(enum tmd_rounding mode) {
  return mode < TMD_DECIMAL_ROUNDINGS ? names[mode] : NULL;
}

enum tmd_rounding tmd_rounding_find(const char *name, size_t bytes) {
  int mode = 0;
  while (mode < TMD_DECIMAL_ROUNDINGS &&
         (bytes == 1 ? *name != toupper(names[mode][0])
                     : strlen(names[mode]) != bytes || memcmp(names[mode], name, bytes) != 0))
    mode++;
  return (enum tmd_rounding)mode;
}

int tmd_rounding_direction(enum tmd_rounding mode, int sign) {
  if (mode == TMD_ROUND_NEAREST || mode == TMD_ROUND_TIES_AWAY) return 0;
  if (mode == TMD_ROUND_ZERO || mode == TMD_ROUND_ODD) return -1;
  return mode == TMD_ROUND_AWAY || (mode == TMD_ROUND_DOWN) == (sign != 0) ? 1 : -1;
}
