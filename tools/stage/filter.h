/* The frame of every tool that reads and writes streams: opens inputs and output, passes foreign
   blocks through, keeps the statistics line and the progress, and ends as tmd-stream(5) demands. */
#ifndef TMD_FILTER_H
#define TMD_FILTER_H

#include "kernels/device/device.h"
#include "lib/cli/options.h"
#include "lib/claim/stream.h"

/* How a stage works on a device: claims board a flight until it is full; it starts, and while it is away the next one boards.
   Flights land in order, so claims are written in the order in which they came. */
struct tmd_flights {
  /* How many threads of the device a claim keeps busy; 0: it cannot go there and is worked on by `apply`. */
  size_t (*threads)(const struct tmd_claim *claim);
  /* 1 if a claim may go on the same flight as the first one. */
  int (*joins)(const struct tmd_claim *first, const struct tmd_claim *claim);
  /* Puts the work of the claims into the flight's queue and returns; they stay where they are until it has landed. 0 or -1 (message). */
  int (*start)(struct tmd_device *device, int flight, struct tmd_claim *claims, size_t count);
  /* Waits for it and writes what came out. 0 or -1 (message). */
  int (*land)(int flight, struct tmd_claim *claims, size_t count, struct tmd_writer *writer);
};

struct tmd_filter {
  /* 1 if the stage works on this claim; others pass through byte for byte. */
  int (*wants)(const struct tmd_claim *claim);
  /* Turns one claim into one or more claims on the same range and writes them. 0, or -1 (message). */
  int (*apply)(struct tmd_claim *claim, struct tmd_writer *writer);
  /* Writes what is held back, in the end; may be NULL. 0 or -1 (message). */
  int (*finish)(struct tmd_writer *writer);
  /* Appends " key=value ..." to the --stats line; may be NULL. */
  void (*stats)(FILE *out);
  /* What --device other than cpu takes; NULL: this tool works on the CPU alone. */
  const struct tmd_flights *flights;
};

/* Runs the whole tool: parse, read FILES (or stdin), write, close. Returns the exit status. */
int tmd_filter_run(const struct tmd_tool *tool, const struct tmd_filter *filter, int argc, char **argv);

/* Pieces of it, for tools of another shape. */

/* Calls `visit` for each claim of the files (none: stdin) until it returns non-zero or there is an interrupt. Returns
   0, or -1 (message); after places skipped by --keep-going too, but then everything has been visited. */
int tmd_each_claim(char **names, int (*visit)(struct tmd_claim *claim, const struct tmd_reader *reader));

/* The length of the file (or stdin) without a torn last block. Returns 0, or -1 (message) if anything else is bad. */
int tmd_intact_bytes(const char *name, unsigned long long *bytes);

void tmd_count_claim(const struct tmd_claim *claim); /* for tools that get claims otherwise */

/* The --stats line: what tmd_each_claim has read, and whatever `more` (or NULL) appends; nothing without --stats. */
void tmd_print_stats(void (*more)(FILE *out));
FILE *tmd_open_input(const char *name);             /* "-" is stdin; fails with status 2 */
FILE *tmd_open_output(int binary);                  /* -o or stdout; refuses a terminal when binary */
void tmd_close_text(FILE *out);                     /* flush and close, or fail with status 2 */
void tmd_catch_interrupt(void);                     /* SIGINT sets the flag below */
int tmd_interrupted(void);
int tmd_threads(void);                              /* the number of threads to use, >= 1 */
double tmd_seconds(void);                           /* monotonic clock */

#endif
