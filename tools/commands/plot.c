#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR",
     "folder of the plots, which is made if necessary; plots in it are replaced"},
    {"plan", 0, TMD_TEXT, "PLAN", "the plan of the search"},
    {"times", 0, TMD_TEXT, "FOLDER",
     "folder where tmd-spread searched the plan, with the times of its units"},
    {0},
};

TMD_PAGE("pipelines/tmd-plot.mdoc");

const struct tmd_command tmd_command_plot = {
    {
        "tmd-plot",
        "plot the cases and the coverage of a stream",
        "STREAM... --into DIR",
        "Plots a stream about one problem by gnuplot, as SVG and PNG in DIR: hardness, the "
        "cases of each hardness and the expected number; cases, likewise in each binade of x; "
        "coverage, the arguments of each binade that are searched, in proved regions and, with "
        "--plan, in gaps; cost, the predicted seconds of each binade (with --plan) and the "
        "measured ones (with --times); of a function of x and y also pairs, the cases in the plane. "
        "The numbers are in hardness.tsv and binades.tsv, and in pairs.tsv and cells.tsv.",
        options,
        "tmd-plot exp.tmd --plan exp.plan --into plots",
        tmd_page,
    },
    "Exit status: 0 done, 1 claims contradict each other, 2 usage or system, or no gnuplot, 3 corrupt stream, 130 interrupted.",
};
