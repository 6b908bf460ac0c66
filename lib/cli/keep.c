#include "lib/cli/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"

static int failed(const char *name) {
  return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
}

int tmd_keep_bytes(int fd, unsigned long long bytes, const char *name) {
  static char buffer[1 << 16];
  FILE *out = fopen(name, "wb");
  int bad = out ? 0 : failed(name); /* the bytes are taken all the same */
  while (bytes > 0) {
    const ssize_t got = read(fd, buffer, bytes < sizeof buffer ? (size_t)bytes : sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && !bad) bad = failed("standard input");
    if (got <= 0) break;
    bytes -= (unsigned long long)got;
    if (!bad && fwrite(buffer, 1, (size_t)got, out) < (size_t)got) bad = failed(name);
  }
  if (out && fclose(out) && !bad) bad = failed(name);
  return bad;
}

int tmd_on_disk(const char *name) {
  const int fd = open(name, O_RDONLY);
  if (fd < 0) return failed(name);
  int bad = fsync(fd) ? failed(name) : 0;
  if (close(fd) && !bad) bad = failed(name);
  return bad;
}

int tmd_keep_as(const char *file, const char *name) {
  if (tmd_on_disk(file)) return -1;
  if (rename(file, name)) return failed(name);
  const char *slash = strrchr(name, '/');
  char *folder = strdup(slash ? name : ".");
  if (slash) folder[slash == name ? 1 : slash - name] = 0;
  const int bad = tmd_on_disk(folder);
  free(folder);
  return bad;
}
