#include "manual.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "error.h"

#define MANUAL_DATE "November 20, 2026"

static int finish(FILE *out) {
  if (fflush(out) == 0 && !ferror(out)) return TMD_OK;
  tmd_die(TMD_USAGE, "standard output: %s", strerror(errno));
}

static const char *argument_of(const struct tmd_option *option) {
  if (option->type == TMD_CHOICE) return option->choices;
  return option->argument ? option->argument : "VALUE";
}

/* ---- --help ---- */

static void help_option(FILE *out, const struct tmd_option *option) {
  char left[96];
  int length =
      option->letter ? snprintf(left, sizeof left, "  -%c, ", option->letter) : snprintf(left, sizeof left, "      ");
  length += snprintf(left + length, sizeof left - (size_t)length, "--%s", option->name);
  if (option->type != TMD_FLAG) snprintf(left + length, sizeof left - (size_t)length, "=%s", argument_of(option));
  fprintf(out, strlen(left) > 26 ? "%s\n%28s%s\n" : "%-28s%s%s\n", left, "", option->help);
}

/* The common options in few lines: names only, the manual page tells the rest. */
static void help_common(FILE *out, const struct tmd_option *common) {
  int column = fprintf(out, "Common options:");
  for (; common->name; common++) {
    char text[64];
    int length = common->letter ? snprintf(text, sizeof text, " -%c|--%s", common->letter, common->name)
                                : snprintf(text, sizeof text, " --%s", common->name);
    if (common->type != TMD_FLAG)
      length += snprintf(text + length, sizeof text - (size_t)length, " %s", argument_of(common));
    if (column + length > 96) column = fprintf(out, "\n ") - 1;
    column += fprintf(out, "%s", text);
  }
  fprintf(out, "\n");
}

int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common) {
  const char *paragraph = strstr(tool->description, "\n\n");
  int length = paragraph ? (int)(paragraph - tool->description) : (int)strlen(tool->description);
  while (length > 0 && tool->description[length - 1] == '\n') length--;
  fprintf(out, "Usage: %s [OPTION...]%s%s\n%s: %s.\n\n%.*s\n\n", tool->name, *tool->operands ? " " : "", tool->operands,
          tool->name, tool->summary, length, tool->description);
  for (const struct tmd_option *option = tool->options; option && option->name; option++) help_option(out, option);
  help_common(out, common);
  fprintf(out, "Exit status: 0 done, 1 a checked property is false, 2 usage or system, 3 corrupt input.\n");
  if (tool->example && *tool->example) {
    size_t bytes = strlen(tool->example);
    fprintf(out, "\nExample:\n%s%s", tool->example, tool->example[bytes - 1] == '\n' ? "" : "\n");
  }
  return finish(out);
}

int tmd_manual_version(FILE *out, const struct tmd_tool *tool) {
  fprintf(out, "%s (tmd) %s\n", tool->name, TMD_VERSION);
  return finish(out);
}

/* ---- --man ---- */

/* Text for roff: no line may begin with a control character, and a backslash is \e. */
static void page_text(FILE *out, const char *text, size_t bytes) {
  int line_start = 1;
  for (size_t i = 0; i < bytes; i++) {
    if (line_start && (text[i] == '.' || text[i] == '\'')) fputs("\\&", out);
    if (text[i] == '\\') fputs("\\e", out);
    else fputc(text[i], out);
    line_start = text[i] == '\n';
  }
  if (!line_start) fputc('\n', out);
}

static void page_literal(FILE *out, const char *text, size_t bytes) {
  fputs(".Bd -literal -offset indent\n", out);
  page_text(out, text, bytes);
  fputs(".Ed\n", out);
}

static void page_description(FILE *out, const char *text) {
  for (int first = 1; *text; first = 0) {
    const char *end = strstr(text, "\n\n");
    size_t bytes = end ? (size_t)(end - text) : strlen(text);
    if (!first && *text != ' ') fputs(".Pp\n", out);
    if (*text == ' ') page_literal(out, text, bytes);
    else page_text(out, text, bytes);
    text += bytes;
    while (*text == '\n') text++;
  }
}

static void page_options(FILE *out, const struct tmd_option *option) {
  for (; option && option->name; option++) {
    fputs(".It ", out);
    if (option->letter) fprintf(out, "Fl %c , ", option->letter);
    fprintf(out, "Fl -%s", option->name);
    if (option->type != TMD_FLAG) fprintf(out, " Ar %s", argument_of(option));
    fputc('\n', out);
    page_text(out, option->help, strlen(option->help));
  }
}

static void page_exit_status(FILE *out) {
  fputs(
      ".Sh EXIT STATUS\n.Bl -tag -width Ds\n"
      ".It 0\nDone: the output is complete.\n"
      ".It 1\nA checked property is false: a gap, an undecided case, contradicting claims.\n"
      ".It 2\nUsage, system or device.\n"
      ".It 3\nCorrupt or truncated input; what was written before it is valid.\n"
      ".It 130\nInterrupted; what was written is a valid stream.\n"
      ".El\n",
      out);
}

int tmd_manual_page(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common) {
  char title[64];
  size_t i = 0;
  for (; tool->name[i] && i + 1 < sizeof title; i++) title[i] = (char)toupper((unsigned char)tool->name[i]);
  title[i] = 0;
  fprintf(out, ".Dd " MANUAL_DATE "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n", title, tool->name, tool->summary);
  fprintf(out, ".Sh SYNOPSIS\n.Nm\n.Op Ar option ...\n");
  if (*tool->operands) fprintf(out, ".Ar %s\n", tool->operands);
  fputs(".Sh DESCRIPTION\n", out);
  page_description(out, tool->description);
  fputs(".Pp\nThe options are:\n.Bl -tag -width Ds\n", out);
  page_options(out, tool->options);
  page_options(out, common);
  fputs(".El\n.Pp\nA number is decimal or of the form 2^k.\n", out);
  page_exit_status(out);
  if (tool->example && *tool->example) {
    fputs(".Sh EXAMPLES\n", out);
    page_literal(out, tool->example, strlen(tool->example));
  }
  fputs(".Sh SEE ALSO\n.Xr tmd-stream 5\n", out);
  return finish(out);
}
