/* The help and the manual page of a tool, made from its table of options. Functions that print
   return the exit status. */
#ifndef TMD_MANUAL_H
#define TMD_MANUAL_H

#include <stdio.h>

#include "lib/cli/options.h"

/* Prints the usage, the first paragraph of the description, the options, the exit statuses (NULL:
   those of all tools) and the example, filled to 80 columns. */
int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                    const char *exits);

/* Prints the manual page on standard output: mdoc(7), or on a terminal the page as man shows it. If
   `body` is NULL, the page is made from the tool's table; paragraphs are filled, but those of the
   description that begin with a space are printed unchanged. Otherwise `body` has the sections from
   SYNOPSIS on, where these lines are replaced by text from the tables:
     @options      the list of options; the lines that follow, up to @end, may have "@option NAME"
   and a text that replaces the help of this option
     @example      the example of --help
   The section NAME is printed before the body, and SEE ALSO after it, unless the body ends with the
   beginning of that section. */
int tmd_manual_show(const struct tmd_tool *tool, const struct tmd_option *common, const char *body);

/* The range of a number, as "0 to 4096" or "1 or more"; "" if it is unlimited. Returns `text`, of
   TMD_RANGE_TEXT_BYTES. */
enum { TMD_RANGE_TEXT_BYTES = 64 };
char *tmd_manual_range(char *text, const struct tmd_option *option);

int tmd_manual_version(FILE *out, const struct tmd_tool *tool);

#endif
