/* Wrong results that are kept: of any number, as many as are wanted of those that come first, by
   mode and arguments, whatever the order in which they are found. */
#ifndef TMD_KEPT_H
#define TMD_KEPT_H

#include "lib/check/verdict.h"

struct tmd_kept {
  int mode;
  struct tmd_instance at;
};

/* Zeros but for `most` are an empty list, as are zeros that another list is joined to. Room is for
   twice as many at most. */
struct tmd_kept_list {
  struct tmd_kept *at; /* owned */
  size_t count, capacity, most;
  unsigned long long found; /* with those that are left out */
  int full; /* the list was cut once: its last is at[most - 1], of those behind it nobody knows */
};

void tmd_kept_add(struct tmd_kept_list *list, const struct tmd_kept *one);

/* Those of another list, which is for as many; what that has left out is counted. */
void tmd_kept_join(struct tmd_kept_list *list, const struct tmd_kept_list *other);

/* Puts them in order, and leaves out what is too many. */
void tmd_kept_settle(struct tmd_kept_list *list);

void tmd_kept_clear(struct tmd_kept_list *list);

#endif
