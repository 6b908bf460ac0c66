#include "lib/base/symmetry.h"

#include <string.h>

static const struct {
  const char *name;
  unsigned images_max;
} symmetries[TMD_SYMMETRIES] = {
    [TMD_SYMMETRY_NONE] = {"none", 0},
    [TMD_SYMMETRY_ODD] = {"odd", 1},
    [TMD_SYMMETRY_EVEN] = {"even", 1},
};

const char *tmd_symmetry_name(enum tmd_symmetry symmetry) { return symmetries[symmetry].name; }

enum tmd_symmetry tmd_symmetry_parse(const char *name) {
  for (int i = 0; i < TMD_SYMMETRIES; i++)
    if (!strcmp(name, symmetries[i].name)) return (enum tmd_symmetry)i;
  return TMD_SYMMETRY_NONE;
}

unsigned tmd_symmetry_images_max(enum tmd_symmetry symmetry) { return symmetries[symmetry].images_max; }
