/* A file to write to whose lines are taken one by one. */
#ifndef TMD_LINE_SINK_H
#define TMD_LINE_SINK_H

#include <stdio.h>

struct tmd_line_sink {
  FILE *out;                                            /* that the lines go to in the end */
  void (*take)(struct tmd_line_sink *sink, char *line); /* without its newline */
  void (*finish)(struct tmd_line_sink
                     *sink); /* what is held back is written, what is owned freed; may be NULL */
  char *line;                /* the rest is zero at first: what has come of a line */
  size_t bytes, capacity;
};

/* The file, whose fclose closes `out` and fails if that does, or if writing there has failed. The
   sink lives as long. */
FILE *tmd_line_sink_open(struct tmd_line_sink *sink);

#endif
