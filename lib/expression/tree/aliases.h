/* Functions that are expressions with a name, as libraries of machine learning and C programs have
   them. */
#ifndef TMD_NAMED_H
#define TMD_NAMED_H

struct tmd_named {
  const char *name, *definition; /* an expression in x; a single function: another name of that */
  double at_infinity[2]; /* its limits at -inf and inf; a zero has the sign of the values that tend
                            to it, + if that alternates */
};

/* By name, NULL if there is none; the i-th, NULL behind the last. */
const struct tmd_named *tmd_named_find(const char *name);
const struct tmd_named *tmd_named_entry(int i);

#endif
