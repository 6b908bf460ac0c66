#include <string.h>

#include "lib/problem/ordinal.h"
#include "tools/check/examine/vector-lanes.h"

static void make_datum(struct tmd_datum *datum, const struct tmd_checked *checked, int k) {
  static const char *const texts[] = {"1",    "0.5", "2",       "1.5", "10.25", "0.0625", "-1",
                                      "-2.5", "0",   "-0x0p+0", "inf", "-inf",  "nan"};
  enum { TEXTS = sizeof texts / sizeof *texts };
  const struct tmd_format *in = &checked->in;
  const tmd_u128 normal = (tmd_u128)1 << (in->p - 1), most = tmd_ordinal_infinite(in) - 1;
  const tmd_u128 ordinals[] = {1, normal - 1, normal, most};
  if (k < TEXTS) tmd_datum_parse(datum, in, texts[k]);
  else if (k < TEXTS + 2) *datum = (struct tmd_datum){TMD_DATUM_SIGNALLING, k - TEXTS, 1};
  else if (k < TEXTS + 3) *datum = (struct tmd_datum){TMD_DATUM_NAN, 1, 5};
  else *datum = (struct tmd_datum){TMD_DATUM_NUMBER, k & 1, ordinals[(k - TEXTS - 3) / 2]};
  if (datum->class == TMD_DATUM_INFINITE && !checked->pair &&
      !tmd_correct_has_infinite(checked->function))
    *datum = (struct tmd_datum){TMD_DATUM_NUMBER, datum->sign, most};
}

/* Sets the flags of f. */
static void set_flags(struct tmd_filler *filler, const struct tmd_checked *checked) {
  struct tmd_correct correct;
  if (checked->pair) tmd_correct_at_pair(&correct, checked, &filler->datum, &filler->second);
  else tmd_correct_at(&correct, checked, &filler->datum);
  for (int m = 0; m < TMD_ROUNDINGS; m++) {
    const enum tmd_rounding mode = (enum tmd_rounding)m;
    const int late = tmd_correct_raises(&correct, &checked->out, mode, 1),
              early = tmd_correct_raises(&correct, &checked->out, mode, 0);
    filler->expected[m] = (uint8_t)early;
    filler->open[m] =
        (uint8_t)(correct.kind == TMD_CORRECT_UNDECIDED ? TMD_RAISES_ANY
                                                        : correct.allowed | (early ^ late));
  }
}

void tmd_fillers_make(struct tmd_filler filler[TMD_FILLERS], const struct tmd_checked *checked) {
  enum { STEP = 5 }; /* coprime to TMD_FILLERS: every number is a second one */
  for (int k = 0; k < TMD_FILLERS; k++) {
    struct tmd_datum y;
    make_datum(&filler[k].datum, checked, k);
    make_datum(&y, checked, STEP * k % TMD_FILLERS);
    tmd_datum_encode(filler[k].x, &checked->in, &filler[k].datum);
    tmd_datum_encode(filler[k].y, &checked->in, &y);
    if (checked->pair) filler[k].second = tmd_pair_second(checked, filler[k].y);
    set_flags(&filler[k], checked);
  }
}

int tmd_fillers_call(struct tmd_filler filler[TMD_FILLERS], struct tmd_examiner *e) {
  const enum tmd_rounding mode = e->judge.mode;
  unsigned char result[8];
  for (int k = 0; k < TMD_FILLERS; k++) {
    struct tmd_calls calls = {.count = 1,
                              .mode = mode,
                              .x = filler[k].x,
                              .y = e->y ? filler[k].y : NULL,
                              .result = result,
                              .flags = e->flags ? &filler[k].raised[mode] : NULL,
                              .alone = 1};
    const enum tmd_target_outcome outcome = tmd_target_call(e->target, &calls);
    if (outcome == TMD_TARGET_LOST) return -1;
    if (outcome == TMD_TARGET_DONE) filler[k].present |= 1u << mode;
    filler[k].open[mode] |= filler[k].raised[mode] ^ filler[k].expected[mode];
  }
  return 0;
}
