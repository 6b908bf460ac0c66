#include "lib/cli/manual.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"

#define MANUAL_DATE "November 20, 2026"

enum { COLUMNS = 80 };

static int finish(FILE *out) {
  if (fflush(out) == 0 && !ferror(out)) return TMD_OK;
  tmd_die(TMD_USAGE, "standard output: %s", strerror(errno));
}

static const char *argument_of(const struct tmd_option *option) {
  if (option->type == TMD_CHOICE) return option->choices;
  return option->argument ? option->argument : "VALUE";
}

/* Bounds that the type alone sets are not printed; great powers of two are printed as such. */
char *tmd_manual_range(char *text, const struct tmd_option *option) {
  const long long least = option->least, most = option->most;
  *text = 0;
  if (least == 0 && most == 0) return text;
  int length = snprintf(text, TMD_RANGE_TEXT_BYTES, "%lld ", least);
  if (most >= 1LL << 62) snprintf(text + length, TMD_RANGE_TEXT_BYTES - (size_t)length, "or more");
  else if (most > 1 << 20 && !(most & (most - 1)))
    snprintf(text + length, TMD_RANGE_TEXT_BYTES - (size_t)length, "to 2^%d",
             __builtin_ctzll((unsigned long long)most));
  else snprintf(text + length, TMD_RANGE_TEXT_BYTES - (size_t)length, "to %lld", most);
  return text;
}

/* ---- filled text ---- */

/* A paragraph in the making: words from column `indent` up to column `width`, for roff a line for
   each sentence. */
struct fill {
  FILE *out;
  int column, indent, width, roff;
};

static int ends_sentence(const char *word, size_t bytes) {
  if (bytes > 1 && word[bytes - 1] == ')') bytes--;
  return word[bytes - 1] == '.';
}

/* No line for roff may begin with a control character, and a backslash is \e. */
static void fill_words(struct fill *fill, const char *text, size_t length) {
  const char *end = text + length;
  for (int new_line = 0;;) {
    while (text < end && (*text == ' ' || *text == '\n')) text++;
    size_t bytes = 0;
    while (text + bytes < end && text[bytes] != ' ' && text[bytes] != '\n') bytes++;
    if (bytes == 0) break;
    if (fill->column > fill->indent && (new_line || fill->column + 1 + (int)bytes > fill->width))
      fill->column = fprintf(fill->out, "\n%*s", fill->indent, "") - 1;
    if (fill->column > fill->indent) fill->column += fprintf(fill->out, " ");
    else if (fill->roff && (*text == '.' || *text == '\'')) fputs("\\&", fill->out);
    for (size_t i = 0; i < bytes; i++) {
      if (fill->roff && text[i] == '\\') fputs("\\e", fill->out);
      else fputc(text[i], fill->out);
    }
    fill->column += (int)bytes;
    new_line = fill->roff && ends_sentence(text, bytes);
    text += bytes;
  }
  fputc('\n', fill->out);
}

static void fill_text(FILE *out, const char *text) {
  fill_words(&(struct fill){.out = out, .width = COLUMNS}, text, strlen(text));
}

/* ---- --help ---- */

enum { OPTION_COLUMN = 28 };

static int is_lesser(const struct tmd_option *option) { return option->letter == TMD_LESSER; }
static int has_letter(const struct tmd_option *option) {
  return option->letter && !is_lesser(option);
}

static void help_option(FILE *out, const struct tmd_option *option) {
  char left[COLUMNS + 1];
  struct fill fill = {out, OPTION_COLUMN, OPTION_COLUMN, COLUMNS, 0};
  int length = has_letter(option) ? snprintf(left, sizeof left, "  -%c, ", option->letter)
                                  : snprintf(left, sizeof left, "      ");
  length += snprintf(left + length, sizeof left - (size_t)length, "--%s", option->name);
  if (option->type != TMD_FLAG)
    snprintf(left + length, sizeof left - (size_t)length, "=%s", argument_of(option));
  if (strlen(left) > OPTION_COLUMN - 2) fprintf(out, "%s\n%*s", left, OPTION_COLUMN, "");
  else fprintf(out, "%-*s", OPTION_COLUMN, left);
  fill_words(&fill, option->help, strlen(option->help));
}

/* Options in few lines: names only, the manual page has the rest. */
static void help_names(FILE *out, const char *title, const struct tmd_option *option, int lesser) {
  int column = 0;
  for (; option && option->name; option++) {
    char text[64];
    if (is_lesser(option) != lesser) continue;
    if (column == 0) column = fprintf(out, "%s", title);
    int length = has_letter(option)
                     ? snprintf(text, sizeof text, " -%c|--%s", option->letter, option->name)
                     : snprintf(text, sizeof text, " --%s", option->name);
    if (option->type != TMD_FLAG)
      length += snprintf(text + length, sizeof text - (size_t)length, " %s",
                         strchr(argument_of(option), '|') ? "NAME" : argument_of(option));
    if (column + length > COLUMNS) column = fprintf(out, "\n ") - 1;
    column += fprintf(out, "%s", text);
  }
  if (column > 0) fputc('\n', out);
}

int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                    const char *exits) {
  fprintf(out, "Usage: %s [OPTION...]%s%s\n%s: %s.\n\n", tool->name, *tool->operands ? " " : "",
          tool->operands, tool->name, tool->summary);
  fill_text(out, tool->description);
  fputc('\n', out);
  for (const struct tmd_option *option = tool->options; option && option->name; option++)
    if (!is_lesser(option)) help_option(out, option);
  help_names(out, "More, see --man:", tool->options, 1);
  help_names(out, "Common options:", common, 0);
  fill_text(
      out,
      exits ? exits
            : "Exit status: 0 done, 1 a checked property is false (tmd-stat), 2 usage or system, "
              "3 corrupt input, 130 interrupted (filters).");
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

static void page_filled(FILE *out, const char *text, size_t bytes) {
  fill_words(&(struct fill){.out = out, .width = COLUMNS, .roff = 1}, text, bytes);
}

/* Line by line. */
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

/* The text of an option in a body, behind the line "@option NAME"; NULL if there is none. */
static const char *text_of(const char *body, const char *name) {
  char line[64];
  const char *found = NULL;
  if (snprintf(line, sizeof line, "\n@option %s\n", name) < (int)sizeof line)
    found = strstr(body, line);
  return found ? found + strlen(line) : NULL;
}

/* Lines of mdoc, up to the next one that begins with @. */
static void page_lines(FILE *out, const char *text) {
  for (; *text && *text != '@'; text++) {
    const size_t bytes = strcspn(text, "\n");
    fprintf(out, "%.*s\n", (int)bytes, text);
    text += bytes;
    if (!*text) break;
  }
}

static void page_options(FILE *out, const char *before, const struct tmd_option *option,
                         const char *body) {
  if (!option || !option->name) return;
  fprintf(out, "%s.Bl -tag -width Ds\n", before);
  for (; option->name; option++) {
    fputs(".It ", out);
    if (has_letter(option)) fprintf(out, "Fl %c , ", option->letter);
    fprintf(out, "Fl -%s", option->name);
    if (option->type != TMD_FLAG) fprintf(out, " Ar %s", argument_of(option));
    fputc('\n', out);
    const char *text = text_of(body, option->name);
    if (text) {
      fprintf(out, ".\\\" %s\n", option->help); /* for completions */
      page_lines(out, text);
    } else {
      page_filled(out, option->help, strlen(option->help));
    }
    char range[TMD_RANGE_TEXT_BYTES];
    if (option->type == TMD_NUMBER && *tmd_manual_range(range, option))
      fprintf(out, "(%s)\n", range);
  }
  fputs(".El\n", out);
}

static void page_exit_status(FILE *out) {
  fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds\n"
        ".It 0\nDone: the output is complete.\n"
        ".It 1\nA checked property is false: a gap, an undecided case, contradicting claims.\n"
        ".It 2\nUsage, system or device error.\n"
        ".It 3\nCorrupt or truncated input; the output that precedes the error is valid.\n"
        ".It 130\nInterrupted; the output of a filter is a valid stream.\n"
        ".El\n",
        out);
}

const struct tmd_group tmd_groups[TMD_GROUPS] = {
    {"search, all at once and by its stages",
     "search plan taylor shift phase1 phase2 farey exhaust ziv orbit"},
    {"streams, lists and reports", "stat select dump pack plot report verify"},
    {"libraries", "check conform generate table"},
    {"many functions, many machines", "atlas spread parallel"},
    {"matrices", "gemv"},
};

const char *tmd_group_next(const char *list, char name[static TMD_GROUP_NAME_BYTES]) {
  while (*list == ' ') list++;
  const size_t bytes = strcspn(list, " ");
  if (!bytes) return NULL;
  snprintf(name, TMD_GROUP_NAME_BYTES, "%.*s", (int)bytes, list);
  return list + bytes;
}

/* The names of a list that has `own`, but for it, in the order of the alphabet. */
static void page_group(FILE *out, const char *names, const char *own) {
  char name[TMD_GROUP_NAME_BYTES], next[TMD_GROUP_NAME_BYTES], last[TMD_GROUP_NAME_BYTES] = "";
  int found = 0;
  for (const char *list = names; (list = tmd_group_next(list, name));) found |= !strcmp(own, name);
  while (found) {
    *next = 0;
    for (const char *list = names; (list = tmd_group_next(list, name));)
      if (strcmp(name, own) && strcmp(name, last) > 0 && (!*next || strcmp(name, next) < 0))
        memcpy(next, name, sizeof next);
    if (!*next) return;
    fprintf(out, ".Xr tmd-%s 1 ,\n", next);
    memcpy(last, next, sizeof last);
  }
}

/* The other programs of the group, and the pages about all; the body may have begun the section
   with further pages. */
static void page_see_also(FILE *out, const char *program, int begun) {
  const char *dash = strchr(program, '-');
  fputs(begun ? ".Pp\n" : ".Sh SEE ALSO\n", out);
  for (int i = 0; i < TMD_GROUPS && dash; i++) page_group(out, tmd_groups[i].names, dash + 1);
  fputs(".Xr tmd-stream 5 ,\n.Xr tmd 7\n", out);
}

static void page_name(FILE *out, const struct tmd_tool *tool) {
  char title[64];
  size_t i = 0;
  for (; tool->name[i] && i + 1 < sizeof title; i++)
    title[i] = (char)toupper((unsigned char)tool->name[i]);
  title[i] = 0;
  fprintf(out, ".Dd " MANUAL_DATE "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n", title, tool->name,
          tool->summary);
}

static int has_option(const struct tmd_option *option, const char *name, size_t bytes) {
  for (; option && option->name; option++)
    if (strlen(option->name) == bytes && !memcmp(option->name, name, bytes)) return 1;
  return 0;
}

/* The body has its own sections from SYNOPSIS on: those of scripts. */
static int has_sections(const char *body) { return !strncmp(body, ".Sh SYNOPSIS\n", 13); }

static void page_begin(FILE *out, const struct tmd_tool *tool) {
  fprintf(out, ".Sh SYNOPSIS\n.Nm\n.Op Ar option ...\n");
  if (*tool->operands) fprintf(out, ".Ar %s\n", tool->operands);
  fputs(".Sh DESCRIPTION\n", out);
  page_filled(out, tool->description, strlen(tool->description));
  if (*tool->page && *tool->page != '@') fputs(".Pp\n", out);
}

static void page_all_options(FILE *out, const struct tmd_tool *tool,
                             const struct tmd_option *common) {
  fputs(".Ss Options\n", out);
  page_options(out, "", tool->options, tool->page);
  if (tool->options && tool->options->name) fputs(".Pp\n", out);
  page_options(out, "All programs have these options:\n", common, tool->page);
  fputs(".Pp\nA number is decimal or of the form 2^k.\nThe word -- ends the options.\n", out);
  if (has_sections(tool->page)) return;
  fputs(
      "Common options without a meaning for a program have no effect.\n"
      "A file of\n.Fl o\nthat is not empty keeps its content until its replacement is complete.\n"
      "If a filter fails or is interrupted, its output is left next to this file, and a message names it.\n"
      "The line of\n.Fl -stats\n"
      "contains, where they apply, the claims and arguments read; passed, the claims copied unchanged;\n"
      "bytes_in and bytes_out; and the elapsed seconds.\n",
      out);
}

/* Prints what a line that begins with @ stands for. */
static void page_place(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                       const char *line) {
  const size_t bytes = strcspn(line, "\n");
  if (!strncmp(line, "@options\n", 9)) page_all_options(out, tool, common);
  else if (!strncmp(line, "@example\n", 9)) page_literal(out, tool->example, strlen(tool->example));
  else if (strncmp(line, "@option ", 8) || !has_option(tool->options, line + 8, bytes - 8))
    tmd_die(TMD_USAGE, "the body of the manual page has '%.*s', which has no meaning", (int)bytes,
            line);
}

static void page_body(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common) {
  int skipped = 0; /* the text of an option, which has been printed */
  for (const char *line = tool->page; *line; line += strcspn(line, "\n") + 1) {
    if (*line == '@') {
      skipped = !strncmp(line, "@option ", 8);
      if (strncmp(line, "@end\n", 5)) page_place(out, tool, common, line);
    } else if (!skipped) {
      fprintf(out, "%.*s\n", (int)strcspn(line, "\n"), line);
    }
  }
}

static int print_page(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common) {
  const int framed = !has_sections(tool->page);
  page_name(out, tool);
  if (framed) page_begin(out, tool);
  page_body(out, tool, common);
  if (framed && !strstr(tool->page, "@options\n")) page_all_options(out, tool, common);
  if (framed) page_exit_status(out);
  if (framed) fputs(".Sh EXAMPLES\n", out);
  if (framed) page_literal(out, tool->example, strlen(tool->example));
  page_see_also(out, tool->name, strstr(tool->page, "\n.Sh SEE ALSO\n") != NULL);
  return finish(out);
}

int tmd_manual_show(const struct tmd_tool *tool, const struct tmd_option *common) {
  const int shown = isatty(STDOUT_FILENO) && system("command -v man >/dev/null") == 0;
  FILE *man = shown ? popen("exec man -l -", "w") : NULL;
  if (!man) return print_page(stdout, tool, common);
  print_page(man, tool, common);
  return pclose(man) == 0 ? TMD_OK : TMD_USAGE;
}
