/* What a tool says about itself, made of its option table. Each prints the text and returns the
   exit status. */
#ifndef TMD_MANUAL_H
#define TMD_MANUAL_H

#include <stdio.h>

#include "lib/cli/options.h"

/* Usage, the first paragraph of the description, the options, the exit statuses (NULL: those of all
   tools), the example: filled to 80 columns. */
int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                    const char *exits);

/* The manual page, mdoc(7), on standard output; on a terminal as man shows it. With `body` NULL it
   is made of the tool's table: paragraphs are filled; one of the description that begins with a
   space is printed as it is. Otherwise `body` has the sections from SYNOPSIS on, where lines that
   begin with @ stand for what the tables have:
     @options      the list of options; behind it, "@option NAME" and the text of an option, in
   place of its help, and @end
     @example      the example of --help
   NAME comes before it, and SEE ALSO, which the body may have begun, behind it. */
int tmd_manual_show(const struct tmd_tool *tool, const struct tmd_option *common, const char *body);

/* What a number may be, "0 to 4096", "1 or more"; "" where all may be. Text of
   TMD_RANGE_TEXT_BYTES, returned. */
enum { TMD_RANGE_TEXT_BYTES = 64 };
char *tmd_manual_range(char *text, const struct tmd_option *option);

int tmd_manual_version(FILE *out, const struct tmd_tool *tool);

#endif
