/* Parses the command lines of scripts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/manual.h"
#include "lib/cli/option-parse.h"
#include "tools/commands/commands.h"

static const struct tmd_option common[] = {
    {"help", 'h', TMD_FLAG, NULL, "print a summary of the options"},
    {"version", 0, TMD_FLAG, NULL, "print the version"},
    {"man", 0, TMD_FLAG, NULL, "print the manual page"},
    {0},
};

static const struct tmd_command *const commands[] = {
    &tmd_command_atlas,  &tmd_command_conform, &tmd_command_parallel, &tmd_command_plot,
    &tmd_command_report, &tmd_command_search,  &tmd_command_spread};
enum { COMMANDS = sizeof commands / sizeof *commands };

const struct tmd_command *tmd_command_find(const char *name) {
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i]->tool.name, name)) return commands[i];
  return NULL;
}

/* Holds the output until the whole line has been parsed. */
static FILE *words;
static const char *text_wanted;

/* Numbers are printed in decimal, also those given as 2^k. */
static void take(const struct tmd_option *option, const char *value, long long number) {
  if (option >= common && option < common + sizeof common / sizeof *common) {
    if (!text_wanted) text_wanted = option->name;
    return;
  }
  fprintf(words, "--%s", option->name);
  if (option->type == TMD_NUMBER) fprintf(words, "=%lld", number);
  else if (value) fprintf(words, "=%s", value);
  fputc(0, words);
}

int tmd_command_options(const struct tmd_command *command, int argc, char **argv) {
  char *text = NULL;
  size_t bytes = 0;
  tmd_set_tool_name(command->tool.name);
  words = open_memstream(&text, &bytes);
  if (!words) tmd_out_of_memory(0);
  const int first = tmd_parse(&command->tool, common, argc, argv, take);
  fputs("--", words);
  fputc(0, words);
  for (int i = first; i < argc; i++) fwrite(argv[i], 1, strlen(argv[i]) + 1, words);
  if (fclose(words)) tmd_out_of_memory(0);
  if (text_wanted) printf("--%s%c", text_wanted, 0);
  else fwrite(text, 1, bytes, stdout);
  free(text);
  if (fflush(stdout) || ferror(stdout)) tmd_die(TMD_USAGE, "standard output: %s", strerror(errno));
  return TMD_OK;
}

int tmd_command_text(const struct tmd_command *command, const char *option) {
  tmd_set_tool_name(command->tool.name);
  if (!strcmp(option, "--help") || !strcmp(option, "-h"))
    return tmd_manual_help(stdout, &command->tool, common, command->exits);
  if (!strcmp(option, "--version")) return tmd_manual_version(stdout, &command->tool);
  if (!strcmp(option, "--man")) return tmd_manual_show(&command->tool, common);
  return -1;
}
