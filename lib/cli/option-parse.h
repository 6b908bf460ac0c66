/* The parsing of command lines by tables of options (options.h), for the tools and for others. */
#ifndef TMD_OPTION_PARSE_H
#define TMD_OPTION_PARSE_H

#include "lib/cli/options.h"

/* Receives an option and its value, which have been checked; for TMD_NUMBER `number` is the value,
   for TMD_CHOICE the index. The value of a flag is NULL. */
typedef void tmd_take(const struct tmd_option *option, const char *value, long long number);

/* Parses as tmd_options (options.h) says, by the tables of the tool and `common`: each option is
   passed to `take`, in order. Returns the index of the first operand. If `operands` of the tool
   begins with "-- ", operands are accepted after -- only. */
int tmd_parse(const struct tmd_tool *tool, const struct tmd_option *common, int argc, char **argv,
              tmd_take *take);

#endif
