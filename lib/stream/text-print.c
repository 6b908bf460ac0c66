/* From claims to lines of text. */
#include <string.h>

#include "lib/packet/layout.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/case-words.h"
#include "lib/stream/plan-line.h"
#include "lib/stream/text.h"

const struct tmd_text_type tmd_text_claim = {
    "@",
    {"kind", "function", "in", "out", "modes", "bits", "sign_x", "sign_f", "e_in", "e_out", "X0",
     "X1", "plan", "record_bytes"},
};

const struct tmd_text_type tmd_text_records[3] = {
    [TMD_POLY] = {"poly",
                  {"X0", "n", "count", "split", "degree", "words", "outer", "err", "coefficients",
                   "bitmap"}},
    [TMD_CASE] = {"case", {"x", "X", "status", "kind", "hardness", "distance", "undecided_bits"}},
    [TMD_REGION] = {"region", {"Xa", "Xb", "reason", "proved", "least", "greatest"}},
};

void tmd_text_print_columns(FILE *out, const struct tmd_text_type *type) {
  fprintf(out, "#%s", type->name);
  for (int i = 0; i < TMD_TEXT_COLUMNS_MAX && type->column[i]; i++)
    fprintf(out, "\t%s", type->column[i]);
  fputc('\n', out);
}

void tmd_text_print_claim(FILE *out, const struct tmd_claim *claim) {
  fprintf(out, "@\t%s\t", tmd_kind_name(claim->kind));
  tmd_place_print(out, claim->problem, &claim->cell, claim->X0, claim->X1);
  fprintf(out, "\t%s\t%zu\n", claim->plan ? claim->plan : "-", claim->record_bytes);
}

/* ---- records ---- */

/* A tab, and words as 16 hexadecimal digits each, most significant first in each group of `group`;
   groups with commas. */
static void print_words(FILE *out, const uint64_t *words, size_t count, size_t group) {
  for (size_t g = 0; g < count; g += group) {
    fputc(g ? ',' : '\t', out);
    for (size_t w = group; w-- > 0;) fprintf(out, "%016llx", (unsigned long long)words[g + w]);
  }
}

static void print_poly(FILE *out, const struct tmd_poly_record *p) {
  const size_t coefficients = (size_t)tmd_packet_coefficients(p->degree, p->outer);
  fprintf(out, "\t%s\t%llu\t%u\t%u\t%d\t%d\t%d\t%a", TMD_WIDE_TEXT(tmd_wide_load(p->X0)),
          (unsigned long long)p->n, p->count, p->split, p->degree, p->words, p->outer, p->err);
  print_words(out, (const uint64_t *)(p + 1), coefficients * p->words, p->words);
  print_words(out, tmd_packet_bitmap(p), tmd_packet_bitmap_words(p), 1);
}

char *tmd_distance_print(char *text, const struct tmd_case_record *c) {
  if (c->flags & TMD_CASE_EXACT) strcpy(text, "0");
  else if (!c->distance_mantissa) strcpy(text, "-");
  else
    snprintf(text, TMD_DISTANCE_TEXT_BYTES, "%c0x.%016llxp%d", c->distance_negative ? '-' : '+',
             (unsigned long long)c->distance_mantissa, c->distance_exponent);
  return text;
}

void tmd_text_print_case(FILE *out, const struct tmd_case_record *c) {
  char hardness[TMD_HARDNESS_TEXT_BYTES], distance[TMD_DISTANCE_TEXT_BYTES];
  const int known = tmd_case_kind(c) != TMD_IS_CANDIDATE;
  fprintf(out, "\t%s\t%s\t%s\t%s\t%u", tmd_case_status_name(c), tmd_case_near_name(c),
          known ? tmd_hardness_print(hardness, c->hardness) : "-", tmd_distance_print(distance, c),
          c->undecided_bits);
}

void tmd_text_print_region(FILE *out, const struct tmd_region_saying *says, unsigned flags) {
  char reason[TMD_REASON_TEXT_BYTES], least[TMD_HARDNESS_TEXT_BYTES],
      greatest[TMD_HARDNESS_TEXT_BYTES];
  fprintf(out, "\t%s\t%d\t%s\t%s",
          tmd_reason_print(reason, says->reason, says->modulus, says->residue),
          (int)flags & TMD_REGION_PROVED, tmd_hardness_print(least, says->least),
          tmd_hardness_print(greatest, says->greatest));
}

void tmd_text_print_record(FILE *out, const struct tmd_claim *claim, size_t i) {
  const void *record = tmd_claim_record(claim, i);
  const struct tmd_case_record *c = record;
  const struct tmd_region_record *r = record;
  char first[TMD_HEXFLOAT_TEXT_BYTES];
  fputs(tmd_text_records[claim->kind].name, out);
  if (claim->kind == TMD_POLY) {
    print_poly(out, record);
  } else if (claim->kind == TMD_CASE) {
    const tmd_u128 X = tmd_wide_load(c->X);
    tmd_argument_print(first, claim->problem, &claim->cell, X);
    fprintf(out, "\t%s\t%s", first, TMD_WIDE_TEXT(X));
    tmd_text_print_case(out, c);
  } else {
    const struct tmd_region_saying says = tmd_region_says(r);
    fprintf(out, "\t%s\t%s", tmd_wide_print(first, tmd_wide_load(r->Xa)),
            TMD_WIDE_TEXT(tmd_wide_load(r->Xb)));
    tmd_text_print_region(out, &says, r->flags);
  }
  fputc('\n', out);
}
