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

/* Limits of the type count as no limits; great powers of two are printed as powers. */
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

/* A paragraph that is being filled: words from column `indent` to column `width`; for roff, a line
   for each sentence. */
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

/* The names of options; the manual page has their texts. */
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

/* The length of the paragraph that begins at `text`. */
static size_t paragraph_bytes(const char *text) {
  const char *end = strstr(text, "\n\n");
  return end ? (size_t)(end - text) : strlen(text);
}

int tmd_manual_help(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                    const char *exits) {
  fprintf(out, "Usage: %s [OPTION...]%s%s\n%s: %s.\n\n", tool->name, *tool->operands ? " " : "",
          tool->operands, tool->name, tool->summary);
  fill_words(&(struct fill){.out = out, .width = COLUMNS}, tool->description,
             paragraph_bytes(tool->description));
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

/* Prints text line by line. */
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
    size_t bytes = paragraph_bytes(text);
    if (!first && *text != ' ') fputs(".Pp\n", out);
    if (*text == ' ') page_literal(out, text, bytes);
    else page_filled(out, text, bytes);
    text += bytes;
    while (*text == '\n') text++;
  }
}

/* The text of an option in a body, after the line "@option NAME"; NULL if there is no such line. */
static const char *text_of(const char *body, const char *name) {
  char line[64];
  const char *found = NULL;
  if (body && snprintf(line, sizeof line, "\n@option %s\n", name) < (int)sizeof line)
    found = strstr(body, line);
  return found ? found + strlen(line) : NULL;
}

/* Prints lines of mdoc up to the next line that begins with @. */
static void page_lines(FILE *out, const char *text) {
  for (; *text && *text != '@'; text++) {
    const size_t bytes = strcspn(text, "\n");
    fprintf(out, "%.*s\n", (int)bytes, text);
    text += bytes;
    if (!*text) break;
  }
}

static void page_options(FILE *out, const char *which, const struct tmd_option *option,
                         const char *body) {
  if (!option || !option->name) return;
  fprintf(out, ".Pp\n%s:\n.Bl -tag -width Ds\n", which);
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
  fputs(
      ".Sh EXIT STATUS\n.Bl -tag -width Ds\n"
      ".It 0\nDone: the output is complete.\n"
      ".It 1\nA checked property is false (tmd-stat): a gap, an undecided case, contradicting claims.\n"
      ".It 2\nUsage, system or device.\n"
      ".It 3\nCorrupt or truncated input; what was written before it is valid.\n"
      ".It 130\nInterrupted (filters); what was written is a valid stream.\n"
      ".El\n",
      out);
}

/* `begun`: the body has begun the section with other pages. */
static void page_see_also(FILE *out, const char *own_name, int begun) {
  static const char *const pages[] = {
#include "pages.inc" /* made by the build, from tools/ and pipelines/ */
  };
  fputs(begun ? ".Pp\n" : ".Sh SEE ALSO\n", out);
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    if (strcmp(pages[i], own_name)) fprintf(out, ".Xr %s 1 ,\n", pages[i]);
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

static int print_table_page(FILE *out, const struct tmd_tool *tool,
                            const struct tmd_option *common) {
  page_name(out, tool);
  fprintf(out, ".Sh SYNOPSIS\n.Nm\n.Op Ar option ...\n");
  if (*tool->operands) fprintf(out, ".Ar %s\n", tool->operands);
  fputs(".Sh DESCRIPTION\n", out);
  page_description(out, tool->description);
  page_options(out, "The options are", tool->options, NULL);
  page_options(out, "Common to all tools; without effect where there is nothing to do", common,
               NULL);
  fputs(
      ".Pp\nA number is decimal or of the form 2^k.\n"
      "A file of -o that is not empty stays as it is until its replacement is complete;\n"
      "what a filter that fails or is interrupted has written is then left beside it, and named.\n"
      "The line of --stats has, where they apply, claims and arguments, those read; passed, claims copied as they are;\n"
      "bytes_in and bytes_out; and seconds, elapsed.\n",
      out);
  page_exit_status(out);
  if (tool->example && *tool->example) {
    fputs(".Sh EXAMPLES\n", out);
    page_literal(out, tool->example, strlen(tool->example));
  }
  page_see_also(out, tool->name, 0);
  return finish(out);
}

static int has_option(const struct tmd_option *option, const char *name, size_t bytes) {
  for (; option && option->name; option++)
    if (strlen(option->name) == bytes && !memcmp(option->name, name, bytes)) return 1;
  return 0;
}

/* Prints the text that replaces a line that begins with @. */
static void page_place(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                       const char *body, const char *line) {
  const size_t bytes = strcspn(line, "\n");
  if (!strncmp(line, "@options\n", 9)) {
    page_options(out, "The options are", tool->options, body);
    page_options(out, "As every program has them", common, body);
    fputs(".Pp\nA number is decimal or of the form 2^k.\nThe word -- ends the options.\n", out);
  } else if (!strncmp(line, "@example\n", 9)) {
    page_literal(out, tool->example, strlen(tool->example));
  } else if (strncmp(line, "@option ", 8) || !has_option(tool->options, line + 8, bytes - 8)) {
    tmd_die(TMD_USAGE, "the body of the manual page has '%.*s', which has no meaning", (int)bytes,
            line);
  }
}

static int print_filled_page(FILE *out, const struct tmd_tool *tool,
                             const struct tmd_option *common, const char *body) {
  int skipped = 0; /* within the texts of options, which have been printed */
  page_name(out, tool);
  for (const char *line = body; *line; line += strcspn(line, "\n") + 1) {
    if (*line == '@') {
      skipped = !strncmp(line, "@option ", 8);
      if (strncmp(line, "@end\n", 5)) page_place(out, tool, common, body, line);
    } else if (!skipped) {
      fprintf(out, "%.*s\n", (int)strcspn(line, "\n"), line);
    }
  }
  page_see_also(out, tool->name, strstr(body, "\n.Sh SEE ALSO\n") != NULL);
  return finish(out);
}

static int print_page(FILE *out, const struct tmd_tool *tool, const struct tmd_option *common,
                      const char *body) {
  return body ? print_filled_page(out, tool, common, body) : print_table_page(out, tool, common);
}

int tmd_manual_show(const struct tmd_tool *tool, const struct tmd_option *common,
                    const char *body) {
  const int shown = isatty(STDOUT_FILENO) && system("command -v man >/dev/null") == 0;
  FILE *man = shown ? popen("exec man -l -", "w") : NULL;
  if (!man) return print_page(stdout, tool, common, body);
  print_page(man, tool, common, body);
  return pclose(man) == 0 ? TMD_OK : TMD_USAGE;
}
