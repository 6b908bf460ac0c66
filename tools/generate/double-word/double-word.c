#include "tools/generate/double-word/double-word.h"

#include "lib/base/error.h"
#include "tools/generate/double-word/every-argument.h"
#include "tools/generate/trial/trial.h"

const struct tmd_scheme *tmd_word_scheme_find(const struct tmd_function *f) {
  static const struct tmd_scheme *const schemes[] = {&tmd_word_exponential, &tmd_word_logarithm,
                                                     &tmd_word_root, &tmd_word_turns};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (schemes[i]->data(f)) return schemes[i];
  return NULL;
}

int tmd_word_make(struct tmd_making *making, const struct tmd_demands *demands) {
  static struct tmd_every_argument_run run;
  struct tmd_design *design = &making->design;
  if (tmd_every_argument_open(&run, design)) return -1;
  tmd_design_clear(design);
  tmd_word_exceptions.count = 0;
  if (tmd_design_make(design, tmd_word_scheme_find(making->problem->function),
                      making->problem->function, making->format, NULL, making->symbol, demands) ||
      tmd_every_argument_compare(&run, design, &tmd_word_exceptions))
    return -1;
  const int count = tmd_word_exceptions.count;
  if (count && tmd_every_argument_compare(&run, design, &tmd_word_exceptions)) return -1;
  if (tmd_word_exceptions.count != count)
    return tmd_error(TMD_FALSE, "%s: %d results are wrong after all exceptions were moved",
                     making->problem->name, tmd_word_exceptions.count - count);
  design->replaced_count = count;
  return tmd_every_argument_scalar(design);
}
