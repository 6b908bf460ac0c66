/* A file of its own, so that programs with this function alone need no library but C's. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/files.h"
#include "lib/cli/options.h"

void tmd_open_standard(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 1 ? O_RDONLY : O_WRONLY) != fd)
      tmd_die(TMD_USAGE, "/dev/null: %s", strerror(errno));
}
