/* Wrong results that are kept: of any number, as many as are wanted of those that come first, by
   mode and arguments, whatever the order in which they are found. */
#ifndef TMD_WRONG_LIST_H
#define TMD_WRONG_LIST_H

#include "tools/check/examine/verdict.h"

struct tmd_wrong {
  int mode;
  struct tmd_instance at;
};

/* Zeros but for `most` are an empty list, as are zeros that another list is joined to. Room is for
   twice as many at most. */
struct tmd_wrong_list {
  struct tmd_wrong *at; /* owned */
  size_t count, capacity, most;
  unsigned long long found; /* with those that are left out */
  int full; /* the list was cut once: its last is at[most - 1], of those behind it nobody knows */
};

void tmd_wrong_add(struct tmd_wrong_list *list, const struct tmd_wrong *one);

/* Those of another list, which is for as many; what that has left out is counted. */
void tmd_wrong_join(struct tmd_wrong_list *list, const struct tmd_wrong_list *other);

/* Puts them in order, and leaves out what is too many. */
void tmd_wrong_settle(struct tmd_wrong_list *list);

void tmd_wrong_clear(struct tmd_wrong_list *list);

#endif
