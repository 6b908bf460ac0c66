/* Words: where they end, and the distance of two, for messages about an unknown one. */
#ifndef TMD_WORD_H
#define TMD_WORD_H

/* The first character `wanted` outside parentheses, or the end of the text. */
const char *tmd_word_end(const char *text, char wanted);

enum { TMD_WORD_LETTERS_MAX = 20 };

/* The number of letters, small or capital, to be inserted, removed, replaced or swapped with the
   next one to make b of a. Neither has more than TMD_WORD_LETTERS_MAX. */
int tmd_word_distance(const char *a, const char *b);

#endif
