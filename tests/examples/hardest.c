/* The hardest case of each stream named: its argument, its correctly rounded value, and how wrong
   this machine's exp is there. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tmd.h>

static void fail(void) {
  fprintf(stderr, "%s\n", tmd_last_error());
  exit(2);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    struct tmd_stream *stream = tmd_stream_open(argv[i]);
    struct tmd_stream_claim claim;
    struct tmd_stream_record record;
    char x[TMD_NUMBER_BYTES] = "", value[TMD_NUMBER_BYTES], y[TMD_NUMBER_BYTES];
    int hardest = -1, more = -1;
    double error;
    while (stream && (more = tmd_stream_next(stream, &claim)) > 0)
      for (unsigned long r = 0; r < claim.records && !tmd_stream_record(stream, r, &record); r++)
        if (!record.end && record.least > hardest && record.least != TMD_HARDNESS_OF_EXACT)
          hardest = record.least, snprintf(x, sizeof x, "%s", record.x);
    if (more < 0) fail();
    tmd_stream_close(stream);
    struct tmd_evaluator *f = tmd_evaluator_open("exp", "binary64", "binary64");
    snprintf(y, sizeof y, "%a", exp(strtod(x, NULL)));
    if (!f || tmd_evaluator_value(f, x, 'N', value) || tmd_evaluator_error(f, x, y, &error)) fail();
    printf("%s: exp(%s) is %s, hardness %d, libm is wrong by %.3f ulp\n", argv[i], x, value,
           hardest, error);
    tmd_evaluator_close(f);
  }
}
