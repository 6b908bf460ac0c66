/* Random command lines of our programs, valid and hostile, from what their manual pages say of
   options and arguments. All depends on what chance was begun with. */
#ifndef TMD_RANDOM_COMMAND_H
#define TMD_RANDOM_COMMAND_H

#include <stdint.h>

enum { WORDS_MAX = 24 };

/* splitmix64 */
void chance_begin(uint64_t seed);
uint64_t chance(uint64_t below);
#define ONE_OF(list) (list)[chance(sizeof(list) / sizeof *(list))]

/* The table of lines "PROGRAM OPTION ARGUMENT" (- if it takes none), tab-separated, those of a
   program together; ends the program if it cannot be read. Programs are numbered in its order. */
void read_table(const char *name);
const char *program_name(int program);

/* The words of a command of this kind, without the program's name, which is the first; NULL ends
   them. */
struct command {
  char *words[WORDS_MAX + 1];
  int count;
  int program;
  const char *standard_input; /* a file of the inputs, or a path that begins with a slash */
};
/* The same command, filled anew by the next call. */
struct command *make_command(void);

#endif
