#include <limits.h>

#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR",
     "folder of the page, which is made if necessary; a page of tmd-report in it is replaced"},
    {"plan", 0, TMD_TEXT, "PLAN",
     "the plan of the search: the page names its gaps (without a plan, the page does not claim "
     "that there are none)"},
    {"times", 0, TMD_TEXT, "FOLDER",
     "folder where tmd-spread searched the plan: the plot of costs shows measured times, too"},
    {"top", 0, TMD_NUMBER, "N", "rows of the table of hardest cases (default 20)", .least = 1,
     .most = LLONG_MAX},
    {"command", 0, TMD_TEXT, "TEXT", "the command that made the stream"},
    {"date", 0, TMD_EACH, "YYYY-MM-DD",
     "date of the page (default: that of $SOURCE_DATE_EPOCH, or today's)", .each = tmd_value_date},
    {0},
};

TMD_PAGE("pipelines/tmd-report.mdoc");

const struct tmd_command tmd_command_report = {
    {
        "tmd-report",
        "make a page about the claims of a stream",
        "STREAM... --into DIR",
        "Writes DIR/index.html, a page that needs no other file: the claims of a stream about "
        "one problem, its coverage and gaps, the hardest cases, plots (if gnuplot is "
        "installed), and commands that repeat the search. Its results are those of tmd-stat.",
        options,
        "tmd-report exp.tmd --plan exp.plan --into report",
        tmd_page,
    },
    "Exit status, as of tmd-stat: 0 done, 1 a gap, an undecided case or a contradiction "
    "(the page names it), 2 usage or system, 3 corrupt stream (no page), 130 interrupted.",
};
