#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"into", 0, TMD_TEXT, "DIR", "where the results are"},
    {"format", 'f', TMD_TEXT, "FORMAT", "format of x and f(x) (default binary64)"},
    {"bits", 'b', TMD_TEXT, "M", "search hardness from M on (default: that of tmd-plan)"},
    {"keep", 0, TMD_EACH, "K",
     "keep all cases of hardness K or more, and the hardest two of each binade, kind and side "
     "(default: p - 1 where p >= 53, else all that is searched); none: keep the summary alone",
     .each = tmd_value_keep},
    {"domain", 'd', TMD_EACH, "A:B",
     "search only A <= x < B; may be repeated (default: all; in binary64 sin, cos, tan, sinpi, "
     "cospi and tanpi to 2^11, lgamma from -64 on)",
     .each = tmd_value_domain},
    {"threads", 'j', TMD_NUMBER, "N", "threads of each stage (default: all cores)", .most = 4096},
    {"device", 0, TMD_TEXT, "cpu|DEVICE|auto", "where tmd-shift to tmd-exhaust compute"},
    {0},
};

TMD_PAGE("pipelines/tmd-atlas.mdoc");

const struct tmd_command tmd_command_atlas = {
    {
        "tmd-atlas",
        "search functions of the table, and keep their worst cases",
        "[FUNCTION...] --into DIR",
        "Searches each FUNCTION of the table (without one, all) on its whole domain, for all rounding modes, and keeps its worst "
        "cases: in DIR/FUNCTION.tmd, or DIR/FORMAT.tmd for all functions of a format other than binary64. Its row of "
        "DIR/SUMMARY.tsv is printed. What the summary has is not searched again. After an interrupt the same command continues "
        "with what DIR/work has.",
        options,
        "tmd-atlas asin 'rootn(3)' --format binary16 --into cases",
        tmd_page,
    },
    "Exit status: 0 done, 1 of a function not everything was covered or a case is undecided (the others are done), "
    "2 usage or system, 3 corrupt stream, 130 interrupted.",
};
