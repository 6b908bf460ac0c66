/* The first wrong results by mode and arguments, up to a number, whatever the order in which they
   are found. */
#ifndef TMD_WRONG_LIST_H
#define TMD_WRONG_LIST_H

#include "tools/check/examine/verdict.h"

struct tmd_wrong {
  int mode;
  struct tmd_instance at;
};

/* Initialise to zero except `most`; a list that another one is joined to, to zero. There is room
   for twice as many at most. */
struct tmd_wrong_list {
  struct tmd_wrong *at; /* owned */
  size_t count, capacity, most;
  unsigned long long found; /* including those that are omitted */
  int full; /* the list was cut once, at its last one, at[most - 1]; later ones were dropped */
};

void tmd_wrong_add(struct tmd_wrong_list *list, const struct tmd_wrong *one);

/* Adds those of another list with the same `most`, and counts those that it omitted. */
void tmd_wrong_join(struct tmd_wrong_list *list, const struct tmd_wrong_list *other);

/* Sorts them, and drops those beyond `most`. */
void tmd_wrong_settle(struct tmd_wrong_list *list);

void tmd_wrong_clear(struct tmd_wrong_list *list);

#endif
