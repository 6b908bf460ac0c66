#include "lib/cell/mirror.h"

#include <string.h>

#include "lib/claim/claim.h"
#include "lib/base/error.h"

int tmd_mirror_has_word(const char *plan) {
  char word[16];
  return tmd_plan_get(plan, TMD_MIRROR_WORD, word, sizeof word);
}

int tmd_mirror_asked(const struct tmd_function *function, const char *plan, tmd_u128 X0) {
  char word[16];
  if (!tmd_plan_get(plan, TMD_MIRROR_WORD, word, sizeof word)) return 0;
  if (X0 == 0) return tmd_error(TMD_USAGE, "%s: x = 0 has no mirror image", function->name);
  if (function->symmetry != TMD_SYMMETRY_NONE && !strcmp(word, tmd_symmetry_name(function->symmetry))) return 1;
  return tmd_error(TMD_USAGE, "%s: the plan says that it is %s, but it is not known to be", function->name, word);
}

struct tmd_cell tmd_mirror_cell(const struct tmd_function *function, struct tmd_cell cell, unsigned region) {
  const int signless = region == TMD_REGION_EXACT || tmd_cell_scattered(&cell); /* f(x) = 0, or of either sign: always 0 */
  cell.sign_x = !cell.sign_x;
  if (function->symmetry == TMD_SYMMETRY_ODD && !signless) cell.sign_f = !cell.sign_f;
  return cell;
}
