/* A library for check.bats that writes over all memory that its process shares with others: with
   $FILL, a byte, or random ones if it is 256; as $WHEN says as it is loaded ("load"), always
   ("thread"), or in a call ("call"). Its results are wrong. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void scribble(void) {
  static uint64_t random = 1;
  char line[400], mode[8];
  unsigned long from, to;
  const int byte = atoi(getenv("FILL"));
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &from, &to, mode) != 3 || mode[3] != 's') continue;
    if (mode[1] != 'w' && mprotect((void *)from, to - from, PROT_READ | PROT_WRITE)) continue;
    if (byte < 256) memset((void *)from, byte, to - from);
    for (; byte == 256 && from < to; from += 8) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      *(uint64_t *)from = random ^ random >> 29;
    }
  }
  if (maps) fclose(maps);
}

static void *always(void *unused) {
  for (;;) scribble();
  return unused;
}

static int is(const char *when) { return strcmp(getenv("WHEN"), when) == 0; }

__attribute__((constructor)) static void load(void) {
  pthread_t thread;
  if (is("load")) scribble();
  if (is("thread")) pthread_create(&thread, NULL, always, NULL);
}

float my_sqrtf(float x) {
  if (x == 0x1.00468ap+0f && is("call")) scribble();
  return __builtin_sqrtf(x) + 1;
}
