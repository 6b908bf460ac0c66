#include "tools/commands/commands.h"

static const struct tmd_option options[] = {
    {"format", 'f', TMD_TEXT, "FORMAT", "may be repeated (default binary32 and binary64)"},
    {"cases", 0, TMD_TEXT, "DIR",
     "folder of worst cases, FUNCTION.tmd (default: share/tmd/cases of this installation, or lib/cases)"},
    {"threads", 'j', TMD_NUMBER, "N", "threads (0, the default: all cores)", .most = 4096},
    {"symbol", TMD_LESSER, TMD_TEXT, "PATTERN", "names of the functions"},
    {"source", TMD_LESSER, TMD_TEXT, "FILE", "OpenCL or CUDA source of the functions"},
    {"cc", TMD_LESSER, TMD_TEXT, "COMMAND", "compiler and options for .c, .o and .a"},
    {"modes", TMD_LESSER, TMD_TEXT, "LIST", "rounding modes"},
    {"limit", TMD_LESSER, TMD_TEXT, "LIMIT", "the allowed error"},
    {"ignore", TMD_LESSER, TMD_TEXT, "LIST", "findings that do not fail"},
    {"expect", TMD_LESSER, TMD_TEXT, "N", "fail if fewer than N functions are checked"},
    {"timeout", TMD_LESSER, TMD_TEXT, "SECONDS", "time that a call may take"},
    {"bits16", TMD_LESSER, TMD_FLAG, NULL, "pass 16-bit formats as uint16_t"},
    {"bits8", TMD_LESSER, TMD_FLAG, NULL, "pass formats of 8 bits as uint8_t"},
    {"flags", TMD_LESSER, TMD_FLAG, NULL, "check the flags, too"},
    {"errno", TMD_LESSER, TMD_FLAG, NULL, "check errno, too"},
    {"ftz", TMD_LESSER, TMD_FLAG, NULL, "allow subnormal arguments and results to count as zeros"},
    {0},
};

TMD_PAGE("pipelines/tmd-conform.mdoc");

const struct tmd_command tmd_command_conform = {
    {
        "tmd-conform",
        "check a whole math library",
        "LIBRARY [FUNCTION...]",
        "Checks FUNCTIONs of a math library (default: all of the table that it has) by "
        "tmd-check, and prints its lines. In formats of up to 32 bits, every argument is "
        "checked; in others, the stored worst cases of the function, or if there are none, a "
        "random search of 10 seconds. Functions that the library lacks are named on standard "
        "error, and fail if the command names them. The options from --symbol on are those of "
        "tmd-check.",
        options,
        "tmd-conform libm.so.6 log2 --format binary64 --modes nearest",
        tmd_page,
    },
    "Exit status: 0 all are within the limit, 1 not all, 2 usage or system, or nothing was "
    "checked, 3 corrupt stream, 130 interrupted.",
};
