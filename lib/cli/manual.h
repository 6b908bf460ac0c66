/* The texts of a program about itself, made from its option table and the body of its page. Each
   function prints a text and returns the exit status. */
#ifndef TMD_MANUAL_H
#define TMD_MANUAL_H

#include <stdio.h>

#include "lib/cli/options.h"

/* Usage, the first paragraph of the description, the options, the exit statuses (NULL: those of all
   tools), the example: filled to 80 columns. */
int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                    const char *exits);

/* The manual page, mdoc(7), on standard output; on a terminal as man shows it. tool->page is its
   body, a file NAME.mdoc. It begins with ".Sh SYNOPSIS" and has all sections, or it continues the
   description of the table, and the other sections are added. Lines that begin with @ stand for
   texts of the table:
     @options      the options; behind it "@option NAME" and the text of an option, which is printed
                   in place of its help, and @end. Added to a description without this line
     @example      the example of --help
   NAME precedes the body, and SEE ALSO, which the body may begin, follows it. */
int tmd_manual_show(const struct tmd_tool *tool, const struct tmd_option *common);

/* All programs but tmd, by groups; a page refers to those of its own group. */
enum { TMD_GROUPS = 5, TMD_GROUP_NAME_BYTES = 16 };
extern const struct tmd_group {
  const char *title, *names; /* "search plan ...", without "tmd-" */
} tmd_groups[TMD_GROUPS];

/* The next name of a list of names; returns the rest of the list, or NULL at its end. */
const char *tmd_group_next(const char *list, char name[static TMD_GROUP_NAME_BYTES]);

/* The range of a number, as "0 to 4096" or "1 or more"; "" if it has no bounds. Text of
   TMD_RANGE_TEXT_BYTES, returned. */
enum { TMD_RANGE_TEXT_BYTES = 64 };
char *tmd_manual_range(char *text, const struct tmd_option *option);

int tmd_manual_version(FILE *out, const struct tmd_tool *tool);

#endif
