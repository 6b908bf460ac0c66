/* --function: functions by their names. Every argument is tested in formats of up to 32 bits;
   otherwise the cases of a list, if there is one; else the function is hunted for a short time. */
#ifndef TMD_BY_NAME_H
#define TMD_BY_NAME_H

#include <limits.h>

#include "tools/check/run/checks.h"

/* The folder of lists, relative to this program as it is installed or built; 0 if there is none. */
int tmd_cases_folder(char folder[PATH_MAX]);

/* Adds checks of `names`, with commas between, or "all" of the table. With an amount in how->hunt
   they are only hunted, when the checks are finished. `cases`: the folder of the lists, NULL: the
   installed one. A line on standard error for each names the method. 0, or -1 (message). */
int tmd_checks_by_name(struct tmd_checks *checks, const char *names,
                       const struct tmd_format *format, const char *cases);

#endif
