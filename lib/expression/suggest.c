/* Suggestions for unknown names. */
#include <stdio.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/word.h"
#include "lib/expression/expression.h"
#include "lib/expression/tree/aliases.h"

enum { LETTERS_MAX = TMD_WORD_LETTERS_MAX, SHOWN_MAX = 3 };

/* Names before parentheses that are in no table. */
static const char *const others[] = {"abs", "min", "max", "pow"};
enum { OTHERS = sizeof others / sizeof *others };

/* The i-th of all names; NULL after the last. */
static const char *name(int i) {
  int j = 0;
  if (i < OTHERS) return others[i];
  for (i -= OTHERS; tmd_function_entry(j); j++)
    if (i-- == 0) return tmd_function_entry(j)->name;
  for (j = 0; tmd_function_family(j); j++)
    if (i-- == 0) return tmd_function_family(j)->name;
  for (j = 0; tmd_named_entry(j); j++)
    if (i-- == 0) return tmd_named_entry(j)->name;
  return tmd_named_of_two(i) ? tmd_named_of_two(i)->name : NULL;
}

int tmd_function_is_name(const char *word) {
  const char *other;
  for (int i = 0; (other = name(i)); i++)
    if (!strcmp(other, word)) return 1;
  return 0;
}

/* Functions of two arguments, which are checked by --pairs. */
static const char *const of_two[] = {"pow",  "powr",      "atan2", "atan2pi",  "hypot",
                                     "fmod", "remainder", "fdim",  "ldexp",    "add",
                                     "sub",  "mul",       "div",   "compoundn"};

int tmd_function_explain(char text[TMD_SUGGESTION_BYTES], const char *word) {
  for (int i = 0; tmd_function_family(i); i++)
    if (!strcmp(word, tmd_function_family(i)->name))
      return snprintf(text, TMD_SUGGESTION_BYTES, "takes an integer: %s(3)", word);
  for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++)
    if (!strcmp(word, of_two[i]))
      return snprintf(text, TMD_SUGGESTION_BYTES,
                      "is a function of two arguments: tmd-check --pairs %s%s", word,
                      i == 0 ? ", or of one: pown(N), x^x" : "");
  if (!strcmp(word, "fma"))
    return snprintf(text, TMD_SUGGESTION_BYTES, "has three arguments: tmd-check --pairs fma");
  for (int i = 0; i < OTHERS; i++)
    if (!strcmp(word, others[i]))
      return snprintf(text, TMD_SUGGESTION_BYTES, "takes arguments in parentheses: %s(x%s)", word,
                      i == 0 ? "" : ",1");
  return 0;
}

static int least(int a, int b) { return a < b ? a : b; }

void tmd_function_suggest(char text[TMD_SUGGESTION_BYTES], const char *word) {
  const int length = (int)strlen(word);
  int nearest = length > LETTERS_MAX ? -1 : length < 3 ? 0 : length < 6 ? 1 : 2, shown = 0;
  const char *other;
  *text = 0;
  for (int i = 0; length <= LETTERS_MAX && (other = name(i)); i++)
    nearest = least(nearest, tmd_word_distance(word, other));
  for (int i = 0; length <= LETTERS_MAX && (other = name(i)) && shown < SHOWN_MAX; i++)
    if (tmd_word_distance(word, other) == nearest) {
      const size_t used = strlen(text);
      snprintf(text + used, TMD_SUGGESTION_BYTES - used, "%s%s", shown++ ? ", " : ": did you mean ",
               other);
    }
  if (shown) strcat(text, "?");
}

const struct tmd_function *tmd_function_unknown(const char *word) {
  char suggestion[TMD_SUGGESTION_BYTES];
  if (tmd_function_explain(suggestion, word))
    return tmd_error(TMD_USAGE, "'%s' %s", word, suggestion), NULL;
  tmd_function_suggest(suggestion, word);
  return tmd_error(TMD_USAGE, "unknown function '%.80s'%s (tmd-plan --list prints them)", word,
                   suggestion),
         NULL;
}
