/* Named expressions, from libraries of machine learning and C programs. */
#ifndef TMD_NAMED_H
#define TMD_NAMED_H

struct tmd_named {
  const char *name,
      *definition;       /* an expression in x; a single function makes `name` its synonym */
  double at_infinity[2]; /* limits at -inf and inf; a zero has the sign of the values that tend to
                            it, + if it alternates */
};

/* By name, or NULL; the i-th, NULL after the last. */
const struct tmd_named *tmd_named_find(const char *name);
const struct tmd_named *tmd_named_entry(int i);

#endif
