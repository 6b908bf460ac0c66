/* All programs by groups, with their own summaries. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/word.h"
#include "lib/cli/manual.h"
#include "tools/commands/commands.h"

enum { SUGGESTED_MAX = 3 };

/* The compiled programs, generated from their manual pages: COMMAND("tmd-plan", "summary"). */
static const struct {
  const char *name, *summary;
} compiled[] = {
#define COMMAND(name, summary) {name, summary},
#include "compiled.inc"
};

static const char *summary_of(const char *name) {
  char program[64];
  snprintf(program, sizeof program, "tmd-%s", name);
  const struct tmd_command *command = tmd_command_find(program);
  if (command) return command->tool.summary;
  for (size_t i = 0; i < sizeof compiled / sizeof *compiled; i++)
    if (!strcmp(compiled[i].name, program)) return compiled[i].summary;
  return NULL;
}

int tmd_commands_list(void) {
  char name[TMD_GROUP_NAME_BYTES];
  printf(
      "tmd: find, with proof, all hard-to-round arguments of functions, and check math libraries.\n\n"
      "Usage: tmd COMMAND [ARGUMENT...], the same as tmd-COMMAND [ARGUMENT...]\n       tmd help COMMAND\n");
  for (int i = 0; i < TMD_GROUPS; i++) {
    printf("\n%s:\n", tmd_groups[i].title);
    for (const char *list = tmd_groups[i].names; (list = tmd_group_next(list, name));)
      printf("  %-10s %s\n", name, summary_of(name));
  }
  printf("\nStart with: tmd search exp --format binary32, tmd help search, man 7 tmd\n");
  if (fflush(stdout) || ferror(stdout)) tmd_die(TMD_USAGE, "standard output: %s", strerror(errno));
  return TMD_OK;
}

int tmd_commands_has(const char *word) {
  char name[TMD_GROUP_NAME_BYTES];
  for (int i = 0; i < TMD_GROUPS; i++)
    for (const char *list = tmd_groups[i].names; (list = tmd_group_next(list, name));)
      if (!strcmp(word, name)) return 1;
  return 0;
}

const char *tmd_commands_suggest(const char *word) {
  static char text[64];
  char name[TMD_GROUP_NAME_BYTES];
  int shown = 0;
  if (strlen(word) > TMD_WORD_LETTERS_MAX) return text;
  for (int distance = 1; distance <= 2 && !shown; distance++)
    for (int i = 0; i < TMD_GROUPS; i++)
      for (const char *list = tmd_groups[i].names; (list = tmd_group_next(list, name));)
        if (shown < SUGGESTED_MAX && tmd_word_distance(word, name) == distance) {
          const size_t used = strlen(text);
          snprintf(text + used, sizeof text - used, "%s%s", shown++ ? ", " : ": did you mean ",
                   name);
        }
  if (shown) strcat(text, "?");
  return text;
}
