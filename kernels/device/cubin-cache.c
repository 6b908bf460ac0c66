#include "kernels/device/cubin-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "lib/base/error.h"

enum { PATH_BYTES = 4096, CODE_MOST = 64 << 20 };

/* Behind the code, where readers of cubins do not look. */
struct seal {
  char magic[16];
  unsigned char made_from[16], code[16];
};
static const char magic[16] = "tmd kernel seal";

static void store_hash(unsigned char *to, XXH128_hash_t hash) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  memcpy(to, &bytes, sizeof bytes);
}

static struct seal seal_of(const struct tmd_kernel_identity *identity, const void *code,
                           size_t bytes) {
  struct seal seal;
  memcpy(seal.magic, magic, sizeof magic);
  memcpy(seal.made_from, identity->made_from, sizeof seal.made_from);
  store_hash(seal.code, XXH3_128bits(code, bytes));
  return seal;
}

void tmd_kernel_identify(struct tmd_kernel_identity *identity, const char *program,
                         const char *source, const char *options, int architecture) {
  XXH3_state_t *state = XXH3_createState();
  XXH3_128bits_reset(state);
  XXH3_128bits_update(state, source, strlen(source) + 1); /* with the 0 between them */
  XXH3_128bits_update(state, options, strlen(options));
  store_hash(identity->made_from, XXH3_128bits_digest(state));
  XXH3_freeState(state);
  char hash[2 * sizeof identity->made_from + 1];
  for (size_t i = 0; i < sizeof identity->made_from; i++)
    sprintf(hash + 2 * i, "%02x", identity->made_from[i]);
  snprintf(identity->file, sizeof identity->file, "%s-%s-sm_%d.cubin", program, hash, architecture);
}

static int path_of(char *path, const char *folder, const char *name) {
  return snprintf(path, PATH_BYTES, "%s/%s", folder, name) < PATH_BYTES ? 0 : -1;
}

/* ---- reading ---- */

/* Those who own what runs here: the user, and whoever has installed the program. */
static int may_own(uid_t owner) {
  struct stat program;
  return owner == geteuid() || (stat("/proc/self/exe", &program) == 0 && program.st_uid == owner);
}

/* The whole file, or NULL: what is wrong with it. */
static char *read_regular(int file, size_t *bytes, const char **why) {
  struct stat status;
  *why = "cannot be read";
  if (fstat(file, &status)) return NULL;
  if (!S_ISREG(status.st_mode)) *why = "not a regular file";
  else if (!may_own(status.st_uid)) *why = "belongs to another user";
  else if (status.st_size > CODE_MOST) *why = "too large for a kernel";
  else *why = NULL;
  if (*why) return NULL;
  const size_t size = (size_t)status.st_size;
  char *text = tmd_allocate(size + 1);
  ssize_t got;
  for (*bytes = 0; *bytes < size && (got = read(file, text + *bytes, size - *bytes)) > 0;)
    *bytes += (size_t)got;
  return text;
}

static int sealed(const struct tmd_kernel_identity *identity, const char *text, size_t bytes) {
  if (bytes <= sizeof(struct seal)) return 0;
  const struct seal right = seal_of(identity, text, bytes - sizeof right);
  return memcmp(text + bytes - sizeof right, &right, sizeof right) == 0;
}

void *tmd_kernel_read(const char *folder, const struct tmd_kernel_identity *identity, int *bad) {
  char path[PATH_BYTES];
  const char *why = NULL;
  size_t bytes;
  *bad = 0;
  if (path_of(path, folder, identity->file)) return NULL;
  const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
                                  O_CLOEXEC); /* of a FIFO nothing is waited for */
  if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) return NULL;
  char *text = file >= 0 ? read_regular(file, &bytes, &why) : NULL;
  if (file < 0) why = errno == ELOOP ? "not a regular file" : strerror(errno);
  else close(file);
  if (text && !sealed(identity, text, bytes)) why = "damaged, or of another kernel";
  if (!why) return text;
  free(text);
  *bad = 1;
  return tmd_error(TMD_USAGE, "%s: %s", path, why), NULL;
}

/* ---- writing ---- */

static int write_all(int file, const void *from, size_t bytes) {
  for (const char *at = from, *end = at + bytes; at < end;) {
    const ssize_t written = write(file, at, (size_t)(end - at));
    if (written <= 0) return -1;
    at += written;
  }
  return 0;
}

int tmd_kernel_write(const char *folder, const struct tmd_kernel_identity *identity,
                     const void *code, size_t bytes) {
  char path[PATH_BYTES], part[PATH_BYTES];
  const struct seal seal = seal_of(identity, code, bytes);
  if (path_of(path, folder, identity->file) || path_of(part, folder, ".part-XXXXXX")) return -1;
  const int file = mkstemp(part);
  if (file < 0) return -1;
  int failed = write_all(file, code, bytes) || write_all(file, &seal, sizeof seal);
  failed |= close(file);
  if (!failed && rename(part, path) == 0) return 0;
  unlink(part);
  return -1;
}

/* ---- folders ---- */

/* A folder of the user's that nobody else may look into; one of older versions is made so. */
static int make_private(const char *folder) {
  struct stat status;
  mkdir(folder, 0700);
  if (stat(folder, &status) || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()) return -1;
  return (status.st_mode & 0777) == 0700 ? 0 : chmod(folder, 0700);
}

const char *tmd_kernel_cache(char *folder, size_t bytes) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const int given = cache && *cache;
  if (!given && (!home || !*home)) return NULL;
  const int length =
      given ? snprintf(folder, bytes, "%s", cache) : snprintf(folder, bytes, "%s/.cache", home);
  if (length < 0 || (size_t)length + sizeof "/tmd" > bytes) return NULL;
  mkdir(folder, 0700);
  strcpy(folder + length, "/tmd");
  return make_private(folder) == 0 ? folder : NULL;
}

const char *tmd_kernels_beside_program(char *folder, size_t bytes) {
  const ssize_t length = readlink("/proc/self/exe", folder, bytes - 1);
  if (length <= 0) return NULL;
  folder[length] = 0;
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(folder, '/');
    if (!slash) return NULL;
    *slash = 0;
  }
  const size_t used = strlen(folder);
  if (used + sizeof "/kernels" > bytes) return NULL;
  strcpy(folder + used, "/kernels");
  return folder;
}
