#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"format", 'f', TMD_TEXT, "FORMAT", "may be repeated (default binary32 and binary64)"},
    {"cases", 0, TMD_TEXT, "DIR",
     "where worst cases are, FUNCTION.tmd (default: share/tmd/cases beside these programs, or lib/cases)"},
    {"threads", 'j', TMD_NUMBER, "N", "threads (0, the default: all cores)", .most = 4096},
    {"symbol", TMD_LESSER, TMD_TEXT, "PATTERN", "names of the functions"},
    {"source", TMD_LESSER, TMD_TEXT, "FILE", "OpenCL or CUDA source of the functions"},
    {"cc", TMD_LESSER, TMD_TEXT, "COMMAND", "compiler and options for .c, .o and .a"},
    {"modes", TMD_LESSER, TMD_TEXT, "LIST", "rounding modes"},
    {"limit", TMD_LESSER, TMD_TEXT, "LIMIT", "the error that is allowed"},
    {"ignore", TMD_LESSER, TMD_TEXT, "LIST", "findings that do not fail"},
    {"expect", TMD_LESSER, TMD_TEXT, "N", "fail if fewer than N functions are checked"},
    {"timeout", TMD_LESSER, TMD_TEXT, "SECONDS", "that a call may take"},
    {"bits16", TMD_LESSER, TMD_FLAG, NULL, "16-bit formats are passed as uint16_t"},
    {"flags", TMD_LESSER, TMD_FLAG, NULL, "check the flags, too"},
    {"errno", TMD_LESSER, TMD_FLAG, NULL, "check errno, too"},
    {"ftz", TMD_LESSER, TMD_FLAG, NULL, "subnormal arguments and results may count as zeros"},
    {0},
};

TMD_PAGE("pipelines/tmd-conform.mdoc");

const struct tmd_command tmd_command_conform = {
    {
        "tmd-conform",
        "check a whole math library",
        "LIBRARY [FUNCTION...]",
        "Checks FUNCTIONs of a math library (without one: all of the table that it has) by tmd-check, and prints its lines. In "
        "formats of up to 32 bits every argument is checked; in others the worst cases that are kept of the function, or if "
        "there are none it is hunted for 10 seconds. Functions that the library does not have are named on standard error, and "
        "fail if they are named in the command. The options from --symbol on are those of tmd-check.",
        options,
        "tmd-conform libm.so.6 log2 --format binary64 --modes nearest",
        tmd_page,
    },
    "Exit status: 0 all within the limit, 1 not all, 2 usage or system, or none was checked, 3 corrupt stream, 130 interrupted.",
};
