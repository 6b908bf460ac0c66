/* The commands of `tmd`: the programs beside it, and the tables of those that are scripts. */
#ifndef TMD_COMMANDS_H
#define TMD_COMMANDS_H

#include <stddef.h>

#include "lib/cli/options.h"

#pragma GCC diagnostic ignored \
    "-Wmissing-field-initializers" /* the options of scripts have no target */

/* A program whose command line is parsed, and whose texts are printed, by tmd. Targets of its
   options are NULL. */
struct tmd_command {
  struct tmd_tool tool;
  const char *exits; /* the exit statuses, for --help */
};

/* By its name, "tmd-search"; NULL if it is no script. */
const struct tmd_command *tmd_command_find(const char *name);

extern const struct tmd_command tmd_command_atlas, tmd_command_conform, tmd_command_parallel,
    tmd_command_plot, tmd_command_report, tmd_command_search, tmd_command_spread;

/* Prints the options of the command line of a script, argv[1] and on, checked, as words --NAME or
   --NAME=VALUE, then -- and the operands, a zero byte behind each; or only --help, --version or
   --man, if that is asked for. Returns the exit status. */
int tmd_command_options(const struct tmd_command *command, int argc, char **argv);

/* Prints the text that `option` asks for: "--help", "-h", "--version" or "--man". Returns the exit
   status, -1 for other words. */
int tmd_command_text(const struct tmd_command *command, const char *option);

/* ---- all programs, groups.c ---- */

/* A line for each program, by groups, on standard output. Returns the exit status. */
int tmd_commands_list(void);

/* Is NAME, without "tmd-", a program? */
int tmd_commands_has(const char *name);

/* The nearest names, ": did you mean plan, plot?", or "". */
const char *tmd_commands_suggest(const char *name);

/* ---- checks of values, for TMD_EACH: 0, or -1 with a message ---- */

int tmd_value_date(const char *text);    /* YYYY-MM-DD */
int tmd_value_domain(const char *text);  /* A:B */
int tmd_value_keep(const char *text);    /* a number from 1 to 9999, or none */
int tmd_value_line(const char *text);    /* without tabs and newlines */
int tmd_value_seconds(const char *text); /* 1 to 999999999, to six digits behind the point */
int tmd_value_size(const char *text);    /* a number with a suffix of k, K, m, M, g, G or without */

#endif
