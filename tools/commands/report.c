#include <limits.h>

#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR",
     "made if it is not there; a page of tmd-report's in it is replaced"},
    {"plan", 0, TMD_TEXT, "PLAN",
     "the plan of the search: the page names what it lacks (without it, the page claims nothing of "
     "what is not covered)"},
    {"times", 0, TMD_TEXT, "FOLDER",
     "with --plan, where tmd-spread has searched it: the plot of costs has what each binade took, too"},
    {"top", 0, TMD_NUMBER, "N", "rows of the table of hardest cases (default 20)", .least = 1,
     .most = LLONG_MAX},
    {"command", 0, TMD_TEXT, "TEXT", "the command that has made the stream"},
    {"date", 0, TMD_EACH, "YYYY-MM-DD",
     "date of the page (default: that of $SOURCE_DATE_EPOCH, or today's)", .each = tmd_value_date},
    {0},
};

TMD_PAGE("pipelines/tmd-report.mdoc");

const struct tmd_command tmd_command_report = {
    {
        "tmd-report",
        "make a page of what a stream claims",
        "STREAM... --into DIR",
        "Writes DIR/index.html, a page that needs no other file: what the stream, which is about one problem, claims, what is "
        "covered and what is not, the hardest cases, plots (where gnuplot is installed), and commands to repeat it. It claims "
        "what tmd-stat does.",
        options,
        "tmd-report exp.tmd --plan exp.plan --into report",
        tmd_page,
    },
    "Exit status, that of tmd-stat: 0 done, 1 there is a gap, an undecided case or a contradiction (the page names it), 2 usage "
    "or system, 3 corrupt stream (no page), 130 interrupted.",
};
