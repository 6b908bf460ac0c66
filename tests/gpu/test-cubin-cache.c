/* Compiled kernels as files: what is read is what was written, for the same source and options, by
   who may write it. */
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/device/cubin-cache.h"
#include "tests/unit/tap.h"

enum { CODE = 200, FILE_MOST = 1000, STRANGER = 12345 };

static struct tmd_kernel_identity identity;
static char folder[] = "/tmp/tmd-test-kernels-XXXXXX", path[256], code[CODE], whole[FILE_MOST];
static size_t bytes;

static void put(const char *text, size_t length) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(text, 1, length, file) != length || fclose(file)) exit(2);
}

static int is_right(void) {
  int bad;
  FREED char *got = tmd_kernel_read(folder, &identity, &bad);
  return got && !bad && memcmp(got, code, CODE) == 0;
}

static int is_refused(const char *why) {
  int bad;
  FREED char *got = tmd_kernel_read(folder, &identity, &bad);
  return !got && bad && strstr(tmd_error_text(), why) && strstr(tmd_error_text(), path);
}

static int write_code(void) { return tmd_kernel_write(folder, &identity, code, CODE); }

static void test_whole(void) {
  int bad;
  tap_ok(!tmd_kernel_read(folder, &identity, &bad) && !bad, "no file: none, and no fault");
  tap_ok(write_code() == 0 && is_right(), "what is written is read");
  FILE *file = fopen(path, "rb");
  bytes = file ? fread(whole, 1, sizeof whole, file) : 0;
  if (file) fclose(file);
  tap_ok(bytes > CODE && bytes < FILE_MOST && memcmp(whole, code, CODE) == 0,
         "the code stands at the front of the file");
}

static void test_damage(void) {
  static char text[FILE_MOST + 1];
  size_t accepted = 0;
  memcpy(text, whole, bytes);
  for (size_t bit = 0; bit < 8 * bytes; bit++) {
    text[bit / 8] ^= (char)(1 << bit % 8);
    put(text, bytes);
    accepted += !is_refused("damaged");
    text[bit / 8] ^= (char)(1 << bit % 8);
  }
  tap_ok(accepted == 0, "of %zu files with one bit flipped none is loaded", 8 * bytes);
  for (size_t length = 0; length <= bytes + 1; length++)
    if (length != bytes) put(text, length), accepted += !is_refused("damaged");
  tap_ok(accepted == 0, "none that is too short or too long");
  tap_ok(write_code() == 0 && is_right(), "a damaged file is replaced");
}

/* Another source, other options, another program's name: another file; and its content is not taken
   for this one's. */
static void test_identity(void) {
  const char *const others[][2] = {{"source2", "-a"}, {"source", "-a -b"}, {"sourc", "e-a"}};
  int taken = 0;
  for (int i = 0; i < 3; i++) {
    struct tmd_kernel_identity other;
    char from[256];
    tmd_kernel_identify(&other, "program", others[i][0], others[i][1], 90);
    taken +=
        strcmp(other.file, identity.file) == 0 || tmd_kernel_write(folder, &other, code, CODE) != 0;
    snprintf(from, sizeof from, "%s/%s", folder, other.file);
    taken += rename(from, path) != 0 || !is_refused("damaged, or of another kernel");
  }
  tap_ok(taken == 0,
         "code of another source or of other options is not loaded under this one's name");
}

static void test_kinds(void) {
  char target[256];
  struct stat status;
  snprintf(target, sizeof target, "%s/target", folder);
  unlink(path);
  tap_ok(mkfifo(path, 0600) == 0 && is_refused("not a regular file"), "a FIFO is not waited for");
  tap_ok(write_code() == 0 && is_right(), "and replaced");
  tap_ok(rename(path, target) == 0 && symlink("target", path) == 0 &&
             is_refused("not a regular file"),
         "a link is not followed");
  tap_ok(write_code() == 0 && is_right() && stat(target, &status) == 0,
         "and replaced, not what it leads to");
  unlink(path), unlink(target);
  tap_ok(mkdir(path, 0700) == 0 && is_refused("not a regular file") && write_code() != 0,
         "a folder in its place stays");
  rmdir(path);
  tap_ok(write_code() == 0 && truncate(path, (off_t)1 << 40) == 0 && is_refused("too large"),
         "a file of 2^40 bytes is not read");
  if (geteuid() != 0) tap_skip("a file of another user is not read", "needs root");
  else
    tap_ok(write_code() == 0 && !chown(path, STRANGER, 0) && is_refused("another user"),
           "a file of another user is not read");
}

static int mode_of_cache(char *cache, size_t size) {
  struct stat status;
  return tmd_kernel_cache(cache, size) && stat(cache, &status) == 0 ? (int)(status.st_mode & 0777)
                                                                    : -1;
}

static void test_cache(void) {
  char cache[2048], home[64];
  snprintf(home, sizeof home, "%s/home", folder);
  setenv("XDG_CACHE_HOME", home, 1);
  tap_ok(mode_of_cache(cache, sizeof cache) == 0700, "the cache is made, for the user alone");
  tap_ok(chmod(cache, 0755) == 0 && mode_of_cache(cache, sizeof cache) == 0700,
         "one that others may look into is closed");
  if (geteuid() != 0) tap_skip("a cache of another user is none", "needs root");
  else
    tap_ok(chown(cache, STRANGER, 0) == 0 && !tmd_kernel_cache(cache, sizeof cache),
           "a cache of another user is none");
  rmdir(cache);
  FILE *file = fopen(cache, "w");
  tap_ok(file && fclose(file) == 0 && !tmd_kernel_cache(cache, sizeof cache), "nor is a file");
  unlink(cache), rmdir(home);
  unsetenv("XDG_CACHE_HOME"), unsetenv("HOME");
  tap_ok(!tmd_kernel_cache(cache, sizeof cache), "without a home there is none");
}

int main(void) {
  if (!mkdtemp(folder)) return 2;
  for (int i = 0; i < CODE; i++) code[i] = (char)(i * i);
  tmd_kernel_identify(&identity, "program", "source", "-a", 90);
  snprintf(path, sizeof path, "%s/%s", folder, identity.file);
  test_whole();
  test_damage();
  test_identity();
  test_kinds();
  test_cache();
  unlink(path);
  tap_ok(rmdir(folder) == 0, "nothing else is left in the folder");
  return tap_done();
}
