/* Plan words: the advice of tmd-plan on how to search a range, read by every stage. Claims do not
   depend on it: whatever it is, no case is lost. The text is "key=value key=value ..."
   (tmd-stream(5), PLAN WORDS); other words are left alone. Names, limits and defaults of the words
   are defined only here. */
#ifndef TMD_PLAN_WORDS_H
#define TMD_PLAN_WORDS_H

#include <stddef.h>
#include <stdint.h>

enum tmd_method {
  TMD_METHOD_AUTO, /* no word, or an unknown method: no stage takes the claim */
  TMD_METHOD_FAREY,
  TMD_METHOD_LEFEVRE,
  TMD_METHOD_REGULAR,
  TMD_METHOD_BOTH, /* the regular test, then Lefevre's on the domains that pass */
  TMD_METHOD_EXHAUST,
  TMD_METHODS,                       /* the number of methods that the cost model chooses from */
  TMD_METHOD_DIVISORS = TMD_METHODS, /* tmd-taylor factors integers (lib/cell/divisors.h) */
  TMD_METHOD_CIRCLE,                 /* steps around a circle, by tmd-taylor (lib/cell/circle.h) */
  TMD_METHOD_POINTS,                 /* each argument evaluated on its own, by tmd-taylor */
  TMD_METHOD_POWERS,  /* pairs, by running through n (lib/pairs/power-runs.h), likewise, */
  TMD_METHOD_SQUARES, /* by factoring integers (lib/pairs/squares.h), */
  TMD_METHOD_ANGLES   /* and by straight lines (lib/pairs/angles.h) */
};

enum tmd_plan_line { TMD_PLAN_LINE_MINIMAX, TMD_PLAN_LINE_TANGENT };

enum { TMD_ORDER_MAX = 1 << 25, TMD_SPLIT_MAX = 1 << 16, TMD_SPLIT_DEFAULT = 8 };

struct tmd_plan_words {
  enum tmd_method method;
  enum tmd_plan_line
      line; /* the line that replaces a domain's polynomial in phases 1 and 2; default minimax */
  uint64_t block; /* arguments of a block polynomial, a power of two; default 2^40 */
  uint64_t n;     /* arguments of a domain; 0: not advised */
  uint32_t count; /* domains of a packet; default: as many as a packet may have */
  uint32_t split; /* parts of a domain in phase 2; default TMD_SPLIT_DEFAULT */
  uint64_t order; /* of the Farey walk; 0: not advised */
};

/* Reads the words; absent ones have their defaults. Returns 0, or -1 (message, status 2) if a word
   is out of range. */
int tmd_plan_words_read(struct tmd_plan_words *words, const char *text)
    __attribute__((warn_unused_result));

/* Writes the text of the words that are not 0 (line: only where it is not minimax), method first;
   text has `bytes` bytes. Returns 0, or -1 (message) if there is no room. */
int tmd_plan_words_write(char *text, size_t bytes, const struct tmd_plan_words *words);

/* Checks a plan text: printable words key=value, one space between them, no key twice. 0 or -1
   (message). */
int tmd_plan_check(const char *plan);

/* The word of the method, as plans have it. */
const char *tmd_method_name(enum tmd_method method);

/* 1 if domains are tested by lines (tmd-phase1, tmd-phase2), and survivors go to
   tmd-exhaust. */
static inline int tmd_method_by_lines(enum tmd_method method) {
  return method == TMD_METHOD_LEFEVRE || method == TMD_METHOD_REGULAR || method == TMD_METHOD_BOTH;
}

#endif
