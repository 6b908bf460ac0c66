/* What a tool says about itself, made of its option table. Each prints the text and returns the exit status. */
#ifndef TMD_MANUAL_H
#define TMD_MANUAL_H

#include <stdio.h>

#include "lib/cli/options.h"

/* Usage, the first paragraph of the description, the options, the example: filled to 80 columns. */
int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common);

/* The manual page, mdoc(7). Paragraphs are filled; one of the description that begins with a space is printed as it is. */
int tmd_manual_page(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common);

/* What a number may be, "0 to 4096", "1 or more"; "" where all may be. Text of TMD_RANGE_TEXT_BYTES, returned. */
enum { TMD_RANGE_TEXT_BYTES = 64 };
char *tmd_manual_range(char *text, const struct tmd_option *option);

int tmd_manual_version(FILE *out, const struct tmd_tool *tool);

#endif
