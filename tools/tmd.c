/* tmd: the programs beside it as its commands, and the command lines of those that are scripts,
   parsed for them. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/failures.h"
#include "lib/cli/files.h"
#include "lib/cli/options.h"
#include "tools/commands/commands.h"

TMD_PAGE("pipelines/tmd.mdoc");

static const struct tmd_command tmd = {
    {
        "tmd",
        "find all hard-to-round arguments of functions, with proof",
        "COMMAND [ARGUMENT...]",
        "Runs tmd-COMMAND, the program of that name beside it, with these arguments. Without COMMAND, and as `tmd help`, it "
        "prints all commands; `tmd help COMMAND` shows the manual page of one.",
        NULL,
        "tmd search exp --format binary16 --top 3\ntmd help search",
        tmd_page,
    },
    "Exit status: that of the command; 2 if there is none.",
};

static int ends_with(const char *text, const char *end) {
  const size_t bytes = strlen(text), of_end = strlen(end);
  return bytes >= of_end && !strcmp(text + bytes - of_end, end);
}

/* Runs the program beside this one, whatever PATH says; argv[0] is replaced. In a folder of make
   dist this one, or the dynamic linker that runs it, is in a folder beside bin. */
static int run(const char *name, char **argv) {
  static char path[PATH_MAX];
  const ssize_t bytes = readlink("/proc/self/exe", path, sizeof path / 2);
  char *slash = bytes > 0 && bytes < (ssize_t)sizeof path / 2 ? strrchr(path, '/') : NULL;
  if (!slash) tmd_die(TMD_USAGE, "the folder of this program is not known");
  *slash = 0;
  const int apart = ends_with(path, "/libexec") || ends_with(path, "/glibc");
  sprintf(slash, "%s/tmd-%s", apart ? "/../bin" : "", name);
  argv[0] = path;
  execv(path, argv);
  tmd_die(TMD_USAGE, "%s: %s", path, strerror(errno));
}

/* A command may be given as tmd-plan, too. */
static char *command_name(char *word) {
  char *name = strncmp(word, "tmd-", 4) ? word : word + 4;
  if (!tmd_commands_has(name))
    tmd_die(TMD_USAGE, "unknown command '%s'%s (try tmd help)", word, tmd_commands_suggest(name));
  return name;
}

static int help(int argc, char **argv) {
  static char page[] = "--man";
  if (argc == 2) return tmd_commands_list();
  if (argc > 3) tmd_die(TMD_USAGE, "help: one command at a time (try --help)");
  if (!strcmp(argv[2], "tmd")) return tmd_command_text(&tmd, page);
  return run(command_name(argv[2]), (char *[]){NULL, page, NULL});
}

/* options PROGRAM -- WORD... and options PROGRAM --help|--version|--man, for scripts. */
static int options(int argc, char **argv) {
  const struct tmd_command *command = argc > 3 ? tmd_command_find(argv[2]) : NULL;
  const int status = command && argc == 4 ? tmd_command_text(command, argv[3]) : -1;
  if (status >= 0) return status;
  if (!command || strcmp(argv[3], "--"))
    tmd_die(TMD_USAGE, "options: PROGRAM -- WORD... is expected (try --help)");
  return tmd_command_options(command, argc - 3, argv + 3);
}

int main(int argc, char **argv) {
  tmd_open_standard();
  tmd_property_guard();
  tmd_set_tool_name("tmd");
  if (argc < 2) return tmd_commands_list();
  if (argv[1][0] == '-') {
    const int status = tmd_command_text(&tmd, argv[1]);
    if (status < 0) tmd_die(TMD_USAGE, "unknown option '%s' (try --help)", argv[1]);
    return status;
  }
  if (!strcmp(argv[1], "help")) return help(argc, argv);
  if (!strcmp(argv[1], "options")) return options(argc, argv);
  return run(command_name(argv[1]), argv + 1);
}
