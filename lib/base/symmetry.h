/* Symmetries: by which generators hard-to-round cases of other ranges follow from those of one.
   Here are their names, as the list of functions and plan lines have them; lib/cell/image.h has
   what they do to arguments. */
#ifndef TMD_BASE_SYMMETRY_H
#define TMD_BASE_SYMMETRY_H

/* For all x of the domain, which is symmetric then. */
enum tmd_parity {
  TMD_PARITY_NONE,
  TMD_PARITY_ODD, /* f(-x) = -f(x) */
  TMD_PARITY_EVEN /* f(-x) = f(x) */
};

/* For all x of the domain on a side of 0, and repeated: s steps take x so far from 0. */
enum tmd_step {
  TMD_STEP_NONE,
  TMD_STEP_SCALE,    /* f(r^a x) = r^b f(x), a >= 1, with the radix r */
  TMD_STEP_LOG2,     /* f(2 x) = f(x) + 1: f is log2 */
  TMD_STEP_LOG10,    /* f(10 x) = f(x) + 1: f is log10, between decimal formats */
  TMD_STEP_ADD,      /* f(x + 1) = r^b f(x), with the radix r of results */
  TMD_STEP_ALTERNATE /* f(x + 1) = -f(x) */
};

struct tmd_symmetry {
  enum tmd_parity parity;
  enum tmd_step step;
  int a, b; /* 0 where the step has no such number */
};

static inline int tmd_symmetry_is_logarithm(const struct tmd_symmetry *s) {
  return s->step == TMD_STEP_LOG2 || s->step == TMD_STEP_LOG10;
}

int tmd_symmetry_same(const struct tmd_symmetry *p, const struct tmd_symmetry *q);
static inline int tmd_symmetry_none(const struct tmd_symmetry *s) { return !s->parity && !s->step; }

/* "none", "odd", "even", "scale:2:1", "log2", "log10", "add:1", "alternate", or both as
   "odd+scale:3:1". Returns text. */
enum { TMD_SYMMETRY_TEXT_BYTES = 48, TMD_STEP_NUMBER_MAX = 1 << 20 };
const char *tmd_symmetry_print(char *text, const struct tmd_symmetry *symmetry);
int tmd_symmetry_parse(struct tmd_symmetry *symmetry,
                       const char *text); /* 0, or -1 if it is none of these */

/* A range and its images are the range and, if there is a parity, its mirror image, after 0, 1, 2,
   ... steps. With a parity image i is that after i / 2 steps, mirrored for odd i; without one, that
   after i steps. Image 0 is the range itself. */
enum { TMD_IMAGES_MAX = (1 << 16) - 1 };
static inline unsigned tmd_symmetry_sides(const struct tmd_symmetry *s) {
  return s->parity ? 2 : 1;
}
unsigned tmd_symmetry_images(const struct tmd_symmetry *symmetry,
                             unsigned steps); /* images of a range, itself not counted */

/* Whether a range can have so many images, each side with as many steps. */
int tmd_symmetry_gives(const struct tmd_symmetry *symmetry, unsigned images);

#endif
