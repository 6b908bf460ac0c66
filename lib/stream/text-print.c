/* From claims to lines of text. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/packet/layout.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/case-words.h"
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

/* ---- lines ---- */

void tmd_text_begin(struct tmd_text_line *line) {
  line->used = 0;
  line->fields = 0;
}

void tmd_text_free(struct tmd_text_line *line) {
  free(line->text);
  line->text = NULL;
  line->capacity = 0;
}

static char *room(struct tmd_text_line *line, size_t bytes) {
  line->text = tmd_grow(line->text, &line->capacity, line->used + bytes, 1);
  return line->text + line->used;
}

void tmd_text_add(struct tmd_text_line *line, const char *format, ...) {
  const size_t left = line->capacity - line->used;
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const size_t bytes =
      (size_t)vsnprintf(left ? line->text + line->used : NULL, left, format, arguments) + 1;
  if (bytes > left) vsnprintf(room(line, bytes), bytes, format, again);
  va_end(again);
  va_end(arguments);
  line->at[line->fields++] = line->used;
  line->used += bytes;
}

void tmd_text_add_string(struct tmd_text_line *line, const char *value) {
  const size_t bytes = strlen(value) + 1;
  memcpy(room(line, bytes), value, bytes);
  line->at[line->fields++] = line->used;
  line->used += bytes;
}

/* Words as 16 hexadecimal digits each, most significant first in each group of `group`; groups with
   commas. */
static void add_words(struct tmd_text_line *line, const uint64_t *words, size_t count,
                      size_t group) {
  char *at = room(line, 17 * count + 1);
  line->at[line->fields++] = line->used;
  for (size_t g = 0; g < count; g += group) {
    if (g) *at++ = ',';
    for (size_t w = group; w-- > 0;) at += sprintf(at, "%016llx", (unsigned long long)words[g + w]);
  }
  *at++ = 0;
  line->used = (size_t)(at - line->text);
}

void tmd_text_print_columns(FILE *out, const struct tmd_text_type *type) {
  fprintf(out, "#%s", type->name);
  for (int i = 0; i < TMD_TEXT_COLUMNS_MAX && type->column[i]; i++)
    fprintf(out, "\t%s", type->column[i]);
  fputc('\n', out);
}

void tmd_text_print(FILE *out, const struct tmd_text_type *type, const struct tmd_text_line *line) {
  fputs(type->name, out);
  for (int i = 0; i < line->fields; i++) {
    fputc('\t', out);
    fputs(line->text + line->at[i], out);
  }
  fputc('\n', out);
}

/* ---- values ---- */

static void add_wide(struct tmd_text_line *line, tmd_u128 x) {
  char text[TMD_WIDE_TEXT_BYTES];
  tmd_text_add_string(line, tmd_wide_print(text, x));
}

void tmd_text_add_problem(struct tmd_text_line *line, const struct tmd_problem *problem) {
  char text[TMD_FORMAT_TEXT_BYTES];
  tmd_text_add_string(line, problem->name);
  tmd_text_add_string(line, tmd_format_print(text, &problem->in));
  tmd_text_add_string(line, tmd_format_print(text, &problem->out));
  tmd_text_add_string(line, tmd_modes_name(problem->modes));
  tmd_text_add(line, "%d", problem->bits);
}

void tmd_text_from_claim(struct tmd_text_line *line, const struct tmd_claim *claim) {
  tmd_text_begin(line);
  tmd_text_add_string(line, tmd_kind_name(claim->kind));
  tmd_text_add_problem(line, claim->problem);
  tmd_text_add(line, "%d", claim->cell.sign_x);
  tmd_text_add(line, "%d", claim->cell.sign_f);
  tmd_text_add(line, "%d", claim->cell.e_in);
  tmd_text_add(line, "%d", claim->cell.e_out);
  add_wide(line, claim->X0);
  add_wide(line, claim->X1);
  tmd_text_add_string(line, claim->plan ? claim->plan : "-");
  tmd_text_add(line, "%zu", claim->record_bytes);
}

static void from_poly(struct tmd_text_line *line, const struct tmd_poly_record *p) {
  add_wide(line, tmd_wide_load(p->X0));
  tmd_text_add(line, "%llu", (unsigned long long)p->n);
  tmd_text_add(line, "%u", p->count);
  tmd_text_add(line, "%u", p->split);
  tmd_text_add(line, "%d", p->degree);
  tmd_text_add(line, "%d", p->words);
  tmd_text_add(line, "%d", p->outer);
  tmd_text_add(line, "%a", p->err);
  size_t coefficients = (size_t)tmd_packet_coefficients(p->degree, p->outer);
  add_words(line, (const uint64_t *)(p + 1), coefficients * p->words, p->words);
  add_words(line, tmd_packet_bitmap(p), tmd_packet_bitmap_words(p), 1);
}

void tmd_text_add_hardness(struct tmd_text_line *line, unsigned hardness) {
  const char *word = tmd_hardness_word(hardness);
  if (word) tmd_text_add_string(line, word);
  else tmd_text_add(line, "%u", hardness);
}

void tmd_text_add_distance(struct tmd_text_line *line, const struct tmd_case_record *c) {
  if (c->flags & TMD_CASE_EXACT) tmd_text_add(line, "0");
  else if (!c->distance_mantissa) tmd_text_add(line, "-");
  else
    tmd_text_add(line, "%c0x.%016llxp%d", c->distance_negative ? '-' : '+',
                 (unsigned long long)c->distance_mantissa, c->distance_exponent);
}

void tmd_text_add_case(struct tmd_text_line *line, const struct tmd_case_record *c) {
  tmd_text_add_string(line, tmd_case_status_name(c));
  tmd_text_add_string(line, tmd_case_near_name(c));
  if (tmd_case_kind(c) == TMD_IS_CANDIDATE) tmd_text_add(line, "-");
  else tmd_text_add_hardness(line, c->hardness);
  tmd_text_add_distance(line, c);
  tmd_text_add(line, "%u", c->undecided_bits);
}

static void from_case(struct tmd_text_line *line, const struct tmd_claim *claim,
                      const struct tmd_case_record *c) {
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  tmd_u128 X = tmd_wide_load(c->X);
  tmd_text_add(
      line, "%s",
      tmd_hexfloat_print(x, claim->cell.sign_x, X, tmd_cell_unit(claim->problem, &claim->cell)));
  add_wide(line, X);
  tmd_text_add_case(line, c);
}

void tmd_text_add_region(struct tmd_text_line *line, const struct tmd_region_saying *says,
                         unsigned flags) {
  char reason[TMD_REASON_TEXT_BYTES];
  tmd_text_add_string(line, tmd_reason_print(reason, says->reason, says->modulus, says->residue));
  tmd_text_add(line, "%d", (int)flags & TMD_REGION_PROVED);
  tmd_text_add_hardness(line, says->least);
  tmd_text_add_hardness(line, says->greatest);
}

static void from_region(struct tmd_text_line *line, const struct tmd_region_record *r) {
  add_wide(line, tmd_wide_load(r->Xa));
  add_wide(line, tmd_wide_load(r->Xb));
  const struct tmd_region_saying says = tmd_region_says(r);
  tmd_text_add_region(line, &says, r->flags);
}

void tmd_text_from_record(struct tmd_text_line *line, const struct tmd_claim *claim, size_t i) {
  const void *record = tmd_claim_record(claim, i);
  tmd_text_begin(line);
  switch (claim->kind) {
  case TMD_POLY: from_poly(line, record); break;
  case TMD_CASE: from_case(line, claim, record); break;
  case TMD_REGION: from_region(line, record); break;
  }
}
