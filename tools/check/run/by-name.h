/* --function: functions that are given by their names. Every argument of formats of up to 32 bits;
   of others the cases of a list, if there is one; else they are hunted for a short while. */
#ifndef TMD_CHECK_BY_NAME_H
#define TMD_CHECK_BY_NAME_H

#include "tools/check/run/checks.h"

/* Adds checks of `names`, with commas between, or all of the table. With an amount in how->hunt
   they are only hunted, when the checks are finished. `cases`: the folder of the lists, NULL: that
   of these programs. A line on standard error for each names what is done of it. 0, or -1
   (message). */
int tmd_checks_by_name(struct tmd_checks *checks, const char *names,
                       const struct tmd_format *format, const char *cases);

#endif
