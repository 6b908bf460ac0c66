#include "lib/cli/on-disk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"

static int failed(const char *name) {
  return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
}

int tmd_on_disk(const char *name) {
  const int fd = open(name, O_RDONLY);
  if (fd < 0) return failed(name);
  int bad = fsync(fd) ? failed(name) : 0;
  if (close(fd) && !bad) bad = failed(name);
  return bad;
}
