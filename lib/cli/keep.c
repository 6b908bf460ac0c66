#include "lib/cli/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"

static int failed(const char *name) { return tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno)); }

static int write_all(int fd, const char *at, ssize_t bytes) {
  while (bytes > 0) {
    const ssize_t written = write(fd, at, (size_t)bytes);
    if (written < 0 && errno != EINTR) return -1;
    if (written > 0) at += written, bytes -= written;
  }
  return 0;
}

int tmd_keep_bytes(int fd, unsigned long long bytes, const char *name) {
  static char buffer[1 << 16];
  const int out = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  int bad = out < 0 ? failed(name) : 0; /* the bytes are taken all the same */
  while (bytes > 0) {
    const ssize_t got = read(fd, buffer, bytes < sizeof buffer ? (size_t)bytes : sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && !bad) bad = failed("standard input");
    if (got <= 0) break;
    bytes -= (unsigned long long)got;
    if (!bad && write_all(out, buffer, got)) bad = failed(name);
  }
  if (out >= 0 && close(out) && !bad) bad = failed(name);
  return bad;
}

static int on_disk(const char *name, int flags) {
  const int fd = open(name, O_RDONLY | flags);
  if (fd < 0) return failed(name);
  const int bad = fsync(fd) ? failed(name) : 0;
  close(fd);
  return bad;
}

int tmd_keep_as(const char *file, const char *name) {
  if (on_disk(file, 0)) return -1;
  if (rename(file, name)) return failed(name);
  const char *slash = strrchr(name, '/');
  char *folder = strdup(slash ? name : ".");
  if (slash) folder[slash == name ? 1 : slash - name] = 0;
  const int bad = on_disk(folder, O_DIRECTORY);
  free(folder);
  return bad;
}
