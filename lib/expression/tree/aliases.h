/* Named expressions, from libraries of machine learning and C programs. */
#ifndef TMD_NAMED_H
#define TMD_NAMED_H

struct tmd_named {
  const char *name,
      *definition;         /* an expression in x; a single function makes `name` its synonym */
  double at_infinity[2];   /* limits at -inf and inf; a zero has the sign of the values that tend to
                              it, + if it alternates */
  const char *of_two;      /* its arguments are x and y in the definition: what `name` alone stands
                              for; else NULL */
  const char *by_fraction; /* the definition if y is a number that is no integer; NULL: the same */
};

/* By name, or NULL; the i-th of one argument, or of two, NULL after the last. */
const struct tmd_named *tmd_named_find(const char *name);
const struct tmd_named *tmd_named_entry(int i);
const struct tmd_named *tmd_named_of_two(int i);

#endif
