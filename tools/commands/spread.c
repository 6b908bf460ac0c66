#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR", "a new folder for the units and results"},
    {"engine", 0, TMD_CHOICE, "NAME", "workers of the units (default local)",
     .choices = "local|ssh|slurm"},
    {"unit-seconds", 0, TMD_EACH, "S",
     "predicted seconds of a unit on one core (default 600, or less on this machine)",
     .each = tmd_value_seconds},
    {"jobs", 'j', TMD_NUMBER, "N",
     "units at a time on this machine (default: one per core) or of Slurm (default: no limit)",
     .most = 1000},
    {"timeout", 0, TMD_NUMBER, "S",
     "stop a unit after S seconds (default: 10 times those of a unit and 10 minutes)", .least = 1,
     .most = 999999999},
    {"hosts", 0, TMD_TEXT, "FILE",
     "ssh: a line for each host: [TASKS/][USER@]HOST [device=NAME] [bin=FOLDER]"},
    {"ship", 0, TMD_TEXT, "FILE",
     "ssh: copy the tools from this tar.gz of make dist to hosts without bin="},
    {"ssh", TMD_LESSER, TMD_EACH, "COMMAND", "ssh: command to use instead of ssh, with its options",
     .each = tmd_value_line},
    {"parallel", TMD_LESSER, TMD_EACH, "OPTIONS", "local and ssh: more options of GNU parallel",
     .each = tmd_value_line},
    {"sbatch", TMD_LESSER, TMD_EACH, "OPTIONS",
     "slurm: more options of sbatch: a partition, a time limit, GPUs", .each = tmd_value_line},
    {"threads", 0, TMD_NUMBER, "N", "threads of each stage of a unit (default 1)", .least = 1,
     .most = 4096},
    {"precision", TMD_LESSER, TMD_EACH, "N", "passed to tmd-search, which searches the units",
     .each = tmd_value_line},
    {"device", TMD_LESSER, TMD_EACH, "NAME", "passed to tmd-search", .each = tmd_value_line},
    {"resume", 0, TMD_FLAG, NULL, "continue an earlier run, however it ended"},
    {0},
};

TMD_PAGE("pipelines/tmd-spread.mdoc");

const struct tmd_command tmd_command_spread = {
    {
        "tmd-spread",
        "search a plan by many workers, on many machines",
        "PLAN --into DIR",
        "Cuts PLAN (-: standard input) into units of about the same predicted time, searches "
        "them on this machine, on hosts or by Slurm, checks all results, and joins them in "
        "DIR/joined.tmd. If a worker, a host or tmd-spread itself dies, the same command with "
        "--resume searches the gaps.",
        options,
        "tmd-plan exp --bits 40 --domain 1:1.001 | tmd-spread - --into exp --unit-seconds 1",
        tmd_page,
    },
    "Exit status: 0 done, 1 an argument is not covered or a case is undecided, 2 usage or "
    "system, 3 corrupt, 130 interrupted.",
};
