/* The words for rounding modes and methods of search. Each list stands only here, in the order of
   its enumeration; FIRST(word) and NEXT(word) are macros. */
#ifndef TMD_WORDS_H
#define TMD_WORDS_H

#define TMD_MODES_WORDS(FIRST, NEXT) FIRST(all) NEXT(directed) NEXT(nearest)

/* Methods that test domains by lines; methods that tmd-plan accepts. */
#define TMD_LINE_METHODS(FIRST, NEXT) FIRST(lefevre) NEXT(regular) NEXT(both)
#define TMD_PLAN_METHODS(FIRST, NEXT) \
  FIRST(auto) NEXT(farey) TMD_LINE_METHODS(NEXT, NEXT) NEXT(exhaust) NEXT(divisors)

#define TMD_WORD(word) #word
#define TMD_WORD_BEHIND_BAR(word) "|" #word
#define TMD_WORD_BEHIND_COMMA(word) ", " #word
#define TMD_WORD_OF_ARRAY(word) #word,

/* "all|directed|nearest", for options */
#define TMD_CHOICES(LIST) LIST(TMD_WORD, TMD_WORD_BEHIND_BAR)

#endif
