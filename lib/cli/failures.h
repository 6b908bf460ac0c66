/* What becomes of failures that libraries do not report: GMP and FLINT abort where memory ends, and
   libgomp ends the program with status 1, which is for a checked property that is false. */
#ifndef TMD_FAILURES_H
#define TMD_FAILURES_H

/* From now on they end the program with status 2 and a line on standard error, one of ours or the
   library's. To be called before any of them is used. */
void tmd_failures_catch(void);

/* The exit status where a checked property is false: any other end with status 1 is taken for a
   failure of a library. */
int tmd_property_false(void);
void tmd_property_guard(void); /* from now on, that is so; for tmd_failures_catch */

#endif
