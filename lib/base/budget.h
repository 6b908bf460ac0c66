/* Budgets: how much work may be spent on what, in steps. Steps are counted, not timed: what depends
   on them is the same on every machine and with every number of threads.

   A step is one term of an expression, evaluated on a ball in 64 bits: its Taylor polynomial of 20
   terms to 128 bits takes 40. What looks at arguments together, which may say nothing of them, has
   as many steps as they would take one by one. So it about doubles the work at most, however few
   arguments a format has; when they are spent, the arguments are taken one by one, which loses
   none. */
#ifndef TMD_BUDGET_H
#define TMD_BUDGET_H

/* Counts the steps of an evaluation. */
void tmd_steps_count(long terms, long bits);

/* All that this thread has counted. */
double tmd_steps_counted(void);

/* The steps that so many arguments may take together. */
double tmd_budget_of(double arguments);

/* 1 if so much is left that a polynomial of two terms may be tried; well: where it is expanded. */
int tmd_budget_allows(double budget, int well);

#endif
