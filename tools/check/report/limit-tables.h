/* Published limits of errors: facts of specifications, each cited next to its table. */
#ifndef TMD_LIMIT_TABLES_H
#define TMD_LIMIT_TABLES_H

extern const char tmd_limit_tables[]; /* their names */

/* A limit of functions, with commas between, in ulp relative to f(x): 1/2 for correctly rounded, 0
   for none, which replaces an earlier one; a format of "-" for all. */
typedef void tmd_add_limit(void *context, const char *functions, const char *format, double ulp);

/* Calls add for each limit of the table: 1, or 0 if there is none of that name. */
int tmd_limit_table(const char *name, tmd_add_limit *add, void *context);

#endif
