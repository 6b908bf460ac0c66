/* The commands of `tmd`: the programs next to it, and the option tables of scripts. */
#ifndef TMD_COMMANDS_H
#define TMD_COMMANDS_H

#include <stddef.h>

#include "lib/cli/options.h"

#pragma GCC diagnostic ignored \
    "-Wmissing-field-initializers" /* the options of scripts have no target */

/* A program whose command line tmd parses and whose texts it prints. Its options have NULL
   targets. */
struct tmd_command {
  struct tmd_tool tool;
  const char *exits; /* the exit statuses, for --help */
};

/* The script of this name, "tmd-search"; else NULL. */
const struct tmd_command *tmd_command_find(const char *name);

extern const struct tmd_command tmd_command_atlas, tmd_command_conform, tmd_command_parallel,
    tmd_command_plot, tmd_command_report, tmd_command_search, tmd_command_spread;

/* Checks a script's command line from argv[1] on, and prints it as words --NAME or --NAME=VALUE,
   then -- and the operands, each followed by a zero byte; or only --help, --version or --man, if it
   is among them. Returns the exit status. */
int tmd_command_options(const struct tmd_command *command, int argc, char **argv);

/* Prints the text for "--help", "-h", "--version" or "--man". Returns the exit status, -1 for other
   words. */
int tmd_command_text(const struct tmd_command *command, const char *option);

/* ---- all programs, groups.c ---- */

/* Prints a line for each program, by groups. Returns the exit status. */
int tmd_commands_list(void);

/* 1 if `name`, without "tmd-", is a program. */
int tmd_commands_has(const char *name);

/* The nearest names, ": did you mean plan, plot?", or "". */
const char *tmd_commands_suggest(const char *name);

/* ---- checks of values, for TMD_EACH: 0, or -1 with a message ---- */

int tmd_value_date(const char *text);   /* YYYY-MM-DD */
int tmd_value_domain(const char *text); /* A:B */
int tmd_value_keep(const char *text);   /* a number from 1 to 9999, or "none" */
int tmd_value_line(const char *text);   /* without tabs and newlines */
int tmd_value_seconds(
    const char *text);                /* 1 to 999999999, with up to six digits behind the point */
int tmd_value_size(const char *text); /* a number with an optional suffix k, K, m, M, g, G */

#endif
