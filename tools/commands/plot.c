#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR", "made if it is not there; plots in it are replaced"},
    {"plan", 0, TMD_TEXT, "PLAN", "the plan of the search"},
    {"times", 0, TMD_TEXT, "FOLDER",
     "where tmd-spread has searched it, and has recorded how long its units took"},
    {0},
};

TMD_PAGE("pipelines/tmd-plot.mdoc");

const struct tmd_command tmd_command_plot = {
    {
        "tmd-plot",
        "plot what a stream of claims holds",
        "STREAM... --into DIR",
        "Plots what a stream holds, which is about one problem, by gnuplot. Files in DIR, each as SVG and as PNG: hardness, the "
        "cases of each hardness, and how many the model expects; cases, likewise in each binade of x; coverage, of each binade "
        "the arguments that are searched, those of proved regions, and with --plan the gaps; cost, the seconds that the plan has "
        "predicted for each binade (with --plan), and those that it took (with --times). hardness.tsv and binades.tsv have the "
        "numbers.",
        options,
        "tmd-plot exp.tmd --plan exp.plan --into plots",
        tmd_page,
    },
    "Exit status: 0 done, 1 claims contradict each other, 2 usage or system, or no gnuplot, 3 corrupt stream, 130 interrupted.",
};
