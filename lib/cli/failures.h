/* Failures that libraries do not report: GMP and FLINT abort when memory is exhausted, and libgomp
   ends the program with status 1, which means that a checked property is false. */
#ifndef TMD_FAILURES_H
#define TMD_FAILURES_H

/* Makes such failures end the program with status 2 and a line on standard error, which this module
   or the library prints. Must be called before these libraries are used. */
void tmd_failures_catch(void);

/* Returns the exit status for a false property. Status 1 without this call counts as a failure of a
   library. */
int tmd_property_false(void);
void tmd_property_guard(void); /* enables that rule; for tmd_failures_catch */

#endif
