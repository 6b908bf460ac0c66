/* The correct results of a case, evaluated anew: what a test of a library compares with. */
#ifndef TMD_ROUNDED_H
#define TMD_ROUNDED_H

#include "lib/check/correct.h"
#include "lib/report/results.h"

/* To nearest (ties to even), up, down, toward zero, away from zero; and to odd with two more bits
   (lib/check/correct.h). */
enum tmd_rounded_mode { TMD_RN, TMD_RU, TMD_RD, TMD_RZ, TMD_RA, TMD_RO, TMD_ROUNDED_MODES };

struct tmd_rounded {
  int known; /* 0: the function is not known, an expression not decided, or a format has more than
                2^127 numbers */
  struct tmd_correct correct;
};

void tmd_rounded_at(struct tmd_rounded *rounded, const struct tmd_case *found);

/* The result in a mode, but TMD_RO, of a case that is known; as text of TMD_HEXFLOAT_TEXT_BYTES,
   which is returned, "-" if it is not known. */
struct tmd_datum tmd_rounded_result(const struct tmd_rounded *rounded,
                                    const struct tmd_problem *problem, enum tmd_rounded_mode mode);
char *tmd_rounded_print(char *text, const struct tmd_rounded *rounded,
                        const struct tmd_problem *problem, enum tmd_rounded_mode mode);

#endif
