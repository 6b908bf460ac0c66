#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"jobs", 'j', TMD_NUMBER, "N", "processes at a time (0, the default: one per core)",
     .most = 1000},
    {"block", 0, TMD_EACH, "SIZE",
     "least size of a piece, with the suffixes of GNU parallel (default 2M)",
     .each = tmd_value_size},
    {0},
};

TMD_PAGE("pipelines/tmd-parallel.mdoc");

const struct tmd_command tmd_command_parallel = {
    {
        "tmd-parallel",
        "run a filter over the blocks of a stream in several processes",
        "-- COMMAND [ARGUMENT...] < in.tmd > out.tmd",
        "Cuts the stream on standard input between its blocks into pieces of about --block "
        "bytes, passes each piece to a process of COMMAND, and writes the outputs in the order "
        "of the input.",
        options,
        "tmd-parallel -j 8 -- tmd-farey -j 1 < packets.tmd | tmd-exhaust | tmd-ziv > cases.tmd",
        tmd_page,
    },
    "Exit status: 0 done, that of COMMAND if it failed (the others are stopped), 2 usage or write error, 130 interrupted.",
};
