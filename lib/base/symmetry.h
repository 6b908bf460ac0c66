/* Symmetries: by which generator hard-to-round cases of other ranges follow from those of one. Here are their names, as the list
   of functions and plan lines have them; lib/cell/symmetry.h has what they do to arguments. */
#ifndef TMD_BASE_SYMMETRY_H
#define TMD_BASE_SYMMETRY_H

/* For all x of the domain, which is symmetric then. */
enum tmd_symmetry {
  TMD_SYMMETRY_NONE,
  TMD_SYMMETRY_ODD, /* f(-x) = -f(x) */
  TMD_SYMMETRY_EVEN, /* f(-x) = f(x) */
  TMD_SYMMETRIES
};

const char *tmd_symmetry_name(enum tmd_symmetry symmetry); /* "none", "odd", "even" */
enum tmd_symmetry tmd_symmetry_parse(const char *name);    /* none if unknown */

/* How many images an argument has at most, itself not counted. */
unsigned tmd_symmetry_images_max(enum tmd_symmetry symmetry);

#endif
