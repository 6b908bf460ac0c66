/* Parses command lines by tables of options (options.h), for tools and for tmd's scripts. */
#ifndef TMD_PARSE_H
#define TMD_PARSE_H

#include "lib/cli/options.h"

/* Receives an option and its checked value. `number` is the value for TMD_NUMBER and the index for
   TMD_CHOICE. The value of a flag is NULL. */
typedef void tmd_take(const struct tmd_option *option, const char *value, long long number);

/* Parses like tmd_options (options.h), by the tables of the tool and `common`, and passes each
   option to `take`, in order. Returns the index of the first operand. If `operands` of the tool
   begins with
   "-- ", operands are accepted after -- only. */
int tmd_parse(const struct tmd_tool *tool, const struct tmd_option *common, int argc, char **argv,
              tmd_take *take);

#endif
