#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR", "folder of the results"},
    {"format", 'f', TMD_TEXT, "FORMAT", "format of x and f(x) (default binary64)"},
    {"bits", 'b', TMD_TEXT, "M", "search hardness from M on (default: that of tmd-plan)"},
    {"keep", 0, TMD_EACH, "K",
     "keep all cases of hardness K or more, and the hardest two of each binade, kind and side "
     "(default: p - 1 if p >= 53, else all that are searched); none: keep the summary alone",
     .each = tmd_value_keep},
    {"domain", 'd', TMD_EACH, "A:B",
     "search only A <= x < B; may be repeated (default: all; in binary64 sin, cos, tan, sinpi, "
     "cospi and tanpi to 2^11, lgamma from -64 on)",
     .each = tmd_value_domain},
    {"threads", 'j', TMD_NUMBER, "N", "threads of each stage (default: all cores)", .most = 4096},
    {"device", 0, TMD_TEXT, "cpu|DEVICE|auto", "device of tmd-shift to tmd-exhaust"},
    {0},
};

TMD_PAGE("pipelines/tmd-atlas.mdoc");

const struct tmd_command tmd_command_atlas = {
    {
        "tmd-atlas",
        "search functions of the table, and store their worst cases",
        "[FUNCTION...] --into DIR",
        "Searches each FUNCTION of the table (default: all) on its whole domain, for all "
        "rounding modes, and stores its worst cases in DIR/FUNCTION.tmd, or in DIR/FORMAT.tmd "
        "for all functions of a format other than binary64. It prints the rows that it adds to "
        "DIR/SUMMARY.tsv; functions that have a row there are not searched again. After an "
        "interrupt, the same command continues from DIR/work.",
        options,
        "tmd-atlas asin 'rootn(3)' --format binary16 --into cases",
        tmd_page,
    },
    "Exit status: 0 done, 1 a function is not fully covered or a case is undecided (the "
    "others are done), 2 usage or system, 3 corrupt stream, 130 interrupted.",
};
