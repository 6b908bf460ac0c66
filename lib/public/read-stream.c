/* Streams, for libtmd. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/public/entry.h"
#include "lib/public/libtmd.h"
#include "lib/stream/case-words.h"
#include "lib/stream/stream.h"

struct tmd_stream {
  FILE *file; /* the reader's, once there is one */
  const char *name;
  struct tmd_reader *reader;
  struct tmd_claim *claim; /* the last one; NULL: none */
  struct tmd_stream_claim *next;
  int failed;
  char in[TMD_FORMAT_TEXT_BYTES], out[TMD_FORMAT_TEXT_BYTES];
  char first[TMD_HEXFLOAT_TEXT_BYTES], end[TMD_HEXFLOAT_TEXT_BYTES], x[TMD_HEXFLOAT_TEXT_BYTES],
      x_end[TMD_HEXFLOAT_TEXT_BYTES];
  char reason[TMD_REASON_TEXT_BYTES];
};

_Static_assert((int)TMD_HARDNESS_OF_EXACT == TMD_HARDNESS_EXACT, "hardness as in the stream");
_Static_assert((int)TMD_HARDNESS_WITHOUT_BOUND == TMD_HARDNESS_UNBOUNDED,
               "hardness as in the stream");
_Static_assert((int)TMD_NUMBER_BYTES == TMD_HEXFLOAT_TEXT_BYTES, "room for a number");

static int open_reader(void *context) {
  struct tmd_stream *stream = context;
  stream->reader = tmd_reader_open(stream->file, stream->name, 0);
  return 0;
}

TMD_PUBLIC struct tmd_stream *tmd_stream_open(const char *file) {
  if (TMD_GIVEN(file)) return NULL;
  const int standard = !strcmp(file, "-");
  struct tmd_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return tmd_error(TMD_USAGE, "out of memory"), NULL;
  stream->name = standard ? "standard input" : file;
  stream->file = standard ? stdin : fopen(file, "rb");
  if (!stream->file) {
    tmd_error(TMD_USAGE, "%s: %s", file, strerror(errno));
  } else if (!tmd_entry(open_reader, stream)) {
    return stream;
  } else {
    fclose(stream->file);
  }
  free(stream);
  return NULL;
}

TMD_PUBLIC void tmd_stream_close(struct tmd_stream *stream) {
  if (stream) tmd_reader_close(stream->reader);
  free(stream);
}

static char *print(const struct tmd_stream *stream, char *text, tmd_u128 X) {
  const struct tmd_claim *claim = stream->claim;
  return tmd_argument_print(text, claim->problem, &claim->cell, X);
}

static int next(void *context) {
  struct tmd_stream *stream = context;
  stream->claim = NULL;
  const int status = tmd_reader_next(stream->reader, &stream->claim);
  if (status <= 0) return status;
  const struct tmd_claim *claim = stream->claim;
  *stream->next =
      (struct tmd_stream_claim){.function = claim->problem->name,
                                .in = tmd_format_print(stream->in, &claim->problem->in),
                                .out = tmd_format_print(stream->out, &claim->problem->out),
                                .modes = tmd_modes_name(claim->problem->modes),
                                .bits = claim->problem->bits,
                                .kind = tmd_kind_name(claim->kind),
                                .confirmed = tmd_claim_confirmed(claim),
                                .first = print(stream, stream->first, claim->X0),
                                .end = print(stream, stream->end, claim->X1),
                                .arguments = tmd_wide_double(claim->X1 - claim->X0),
                                .records = claim->kind == TMD_POLY ? 0 : claim->record_count};
  return 1;
}

TMD_PUBLIC int tmd_stream_next(struct tmd_stream *stream, struct tmd_stream_claim *claim) {
  if (TMD_GIVEN(stream, claim)) return -1;
  if (stream->failed) return tmd_error(TMD_USAGE, "the stream has failed before");
  stream->next = claim;
  const int status = tmd_entry(next, stream);
  if (status <= 0) stream->claim = NULL;
  stream->failed = status < 0;
  return status;
}

TMD_PUBLIC int tmd_stream_record(struct tmd_stream *stream, unsigned long i,
                                 struct tmd_stream_record *record) {
  if (TMD_GIVEN(stream, record)) return -1;
  const struct tmd_claim *claim = stream->claim;
  if (!claim || claim->kind == TMD_POLY || i >= claim->record_count)
    return tmd_error(TMD_USAGE, "no record %lu", i);
  if (claim->kind == TMD_REGION) {
    const struct tmd_region_record *region = tmd_claim_record(claim, i);
    *record = (struct tmd_stream_record){
        .x = print(stream, stream->x, tmd_wide_load(region->Xa)),
        .end = print(stream, stream->x_end, tmd_wide_load(region->Xb)),
        .what = tmd_reason_print(stream->reason, region->reason, region->modulus, region->residue),
        .near = "-",
        .least = (int)region->least,
        .greatest = (int)region->greatest};
    return 0;
  }
  const struct tmd_case_record *found = tmd_claim_record(claim, i);
  const int known = tmd_case_kind(found) != TMD_IS_CANDIDATE;
  *record =
      (struct tmd_stream_record){.x = print(stream, stream->x, tmd_wide_load(found->X)),
                                 .what = tmd_case_status_name(found),
                                 .near = tmd_case_near_name(found),
                                 .least = known ? found->hardness : 0,
                                 .greatest = known ? found->hardness : TMD_HARDNESS_WITHOUT_BOUND};
  return 0;
}
