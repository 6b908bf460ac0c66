#include <limits.h>

#include "lib/problem/words.h"
#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"output", 'o', TMD_TEXT, "FILE", "keep the confirmed stream in FILE"},
    {"resume", 0, TMD_FLAG, NULL, "continue an earlier search, with its output in -o"},
    {"force", 0, TMD_FLAG, NULL, "search anew, and replace the content of -o"},
    {"top", 0, TMD_NUMBER, "N", "rows of the table (default 20)", .least = 1, .most = LLONG_MAX},
    {"threads", 'j', TMD_NUMBER, "N", "threads of each stage (default: all cores)", .most = 4096},
    {"plan", 0, TMD_TEXT, "FILE", "keep the plan; if FUNCTION is -, search this one"},
    {"plot", 0, TMD_TEXT, "DIR", "then plot the result, as tmd-plot does"},
    {"report", 0, TMD_TEXT, "DIR", "then write a page, as tmd-report does"},
    {"date", TMD_LESSER, TMD_EACH, "YYYY-MM-DD", "the date of that page", .each = tmd_value_date},
    {"stats", TMD_LESSER, TMD_FLAG, NULL, "each stage prints a line of counters"},
    {"progress", TMD_LESSER, TMD_FLAG, NULL,
     "show the progress (default: when standard error is a terminal)"},
    {"status-json", TMD_LESSER, TMD_TEXT, "FILE",
     "write the progress to FILE about once a second, for programs"},
    {"precision", TMD_LESSER, TMD_TEXT, "N", "leave a case undecided at N bits, as tmd-ziv"},
    {"device", 0, TMD_TEXT, "cpu|DEVICE|auto|list",
     "compute on DEVICE, such as cuda, or list all devices"},
    {"list", 0, TMD_FLAG, NULL, "print the functions and formats"},
    {"format", 'f', TMD_TEXT, "FORMAT", "a name, see --list, or p,emin,emax"},
    {"bits", 'b', TMD_TEXT, "M", "hardness from M on (default p - 9, at least 4)"},
    {"modes", TMD_LESSER, TMD_TEXT, TMD_CHOICES(TMD_MODES_WORDS), "rounding modes (default all)"},
    {"domain", 'd', TMD_TEXT, "A:B,...", "A <= x < B, exact (0.1, pi/2); repeatable"},
    {"domain-y", TMD_LESSER, TMD_TEXT, "A:B,...", "A <= y < B, for functions of x and y"},
    {"in", TMD_LESSER, TMD_TEXT, "FORMAT", "format of x only"},
    {"in-y", TMD_LESSER, TMD_TEXT, "FORMAT", "format of y only, or int:LOW:HIGH"},
    {"out", TMD_LESSER, TMD_TEXT, "FORMAT", "format of f(x) only"},
    {"method", 'm', TMD_TEXT, TMD_CHOICES(TMD_PLAN_METHODS), "search method (default auto)"},
    {"line", TMD_LESSER, TMD_TEXT, "minimax|tangent", "the line of phases 1 and 2"},
    {"n", 'n', TMD_TEXT, "N", "arguments of a domain, a power of two"},
    {"split", 'K', TMD_TEXT, "K", "parts of a domain in phase 2"},
    {"max-cells", TMD_LESSER, TMD_TEXT, "N", "give up beyond so many lines of the plan"},
    {"max-cost", TMD_LESSER, TMD_TEXT, "SECONDS", "give up beyond so many predicted seconds"},
    {"verbose", TMD_LESSER, TMD_FLAG, NULL, "each stage prints more on standard error"},
    {"keep-going", TMD_LESSER, TMD_FLAG, NULL, "each stage continues after a bad block"},
    {0},
};

TMD_PAGE("pipelines/tmd-search.mdoc");

const struct tmd_command tmd_command_search = {
    {
        "tmd-search",
        "find every hard-to-round case of a function",
        "FUNCTION",
        "Plans the search of FUNCTION for hard-to-round cases, runs it, checks that every "
        "argument is covered, and prints the hardest cases. The options from --format on are "
        "those of tmd-plan.",
        options,
        "tmd-search exp --format binary64 --bits 44 --domain 1:1.0001 -o exp.tmd",
        tmd_page,
    },
    "Exit status: 0 done, 1 an argument is not covered or a case is undecided, 2 usage or "
    "system, 3 corrupt stream, 130 interrupted.",
};
