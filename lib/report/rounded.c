#include "lib/report/rounded.h"

#include <string.h>

#include "lib/claim/argument.h"
#include "lib/function/function.h"

void tmd_rounded_at(struct tmd_rounded *rounded, const struct tmd_case *found) {
  const struct tmd_problem *problem = found->problem;
  const struct tmd_checked checked = {problem->function, problem->in, problem->out, NULL};
  rounded->known = 0;
  if (!tmd_format_has_places(&problem->in) || !tmd_format_has_places(&problem->out)) return;
  const struct tmd_datum x = {
      TMD_DATUM_NUMBER, found->cell.sign_x,
      tmd_argument_ordinal(&problem->in, found->cell.e_in, tmd_case_X(found))};
  tmd_correct_at(&rounded->correct, &checked, &x);
  rounded->known = rounded->correct.kind == TMD_CORRECT_NUMBER;
}

struct tmd_datum tmd_rounded_result(const struct tmd_rounded *rounded,
                                    const struct tmd_problem *problem, enum tmd_rounded_mode mode) {
  static const enum tmd_rounding roundings[] = {TMD_ROUND_NEAREST, TMD_ROUND_UP, TMD_ROUND_DOWN,
                                                TMD_ROUND_ZERO};
  const struct tmd_correct *correct = &rounded->correct;
  const enum tmd_rounding away = correct->sign ? TMD_ROUND_DOWN : TMD_ROUND_UP;
  return tmd_correct_round(correct, &problem->out, mode < TMD_RA ? roundings[mode] : away);
}

char *tmd_rounded_print(char *text, const struct tmd_rounded *rounded,
                        const struct tmd_problem *problem, enum tmd_rounded_mode mode) {
  if (!rounded->known) return strcpy(text, "-");
  if (mode == TMD_RO) return tmd_correct_print_odd(text, &rounded->correct, &problem->out);
  const struct tmd_datum result = tmd_rounded_result(rounded, problem, mode);
  return tmd_datum_print(text, &problem->out, &result);
}
