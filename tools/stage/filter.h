/* For tools that are no stages: to be replaced by what they use of it. */
#include "lib/claim/stream.h"
#include "lib/cli/options.h"
#include "lib/cli/program.h"
#include "tools/stage/input.h"
