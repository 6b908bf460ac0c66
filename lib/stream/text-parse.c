/* From lines of text to claims. Strict: all columns must be present, values must have their types,
   redundant values must agree, and the claim must be valid. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/packet/layout.h"
#include "lib/problem/hex-float.h"
#include "lib/stream/case-words.h"
#include "lib/stream/plan-line.h"
#include "lib/stream/text.h"

static int columns_of(const struct tmd_text_type *type) {
  int count = 0;
  while (count < TMD_TEXT_COLUMNS_MAX && type->column[count]) count++;
  return count;
}

static const struct tmd_text_type *type_of(const char *name) {
  if (!strcmp(name, tmd_text_claim.name)) return &tmd_text_claim;
  for (int kind = TMD_POLY; kind <= TMD_REGION; kind++)
    if (!strcmp(name, tmd_text_records[kind].name)) return &tmd_text_records[kind];
  return NULL;
}

/* ---- a line to its values ---- */

static const char *split(struct tmd_text_reader *reader) {
  char *rest = reader->lines.text, *word = strsep(&rest, "\t");
  int fields = 0;
  reader->type = type_of(word);
  if (!reader->type) return "does not begin with @, poly, case, region or #";
  for (; rest; fields++) {
    word = strsep(&rest, "\t");
    if (fields < TMD_TEXT_COLUMNS_MAX) reader->value[fields] = word;
  }
  return fields == columns_of(reader->type) ? NULL : "wrong number of fields";
}

/* The next line that is no comment: 1 (type and values set), 0 at the end, -1 (message). */
static int next_line(struct tmd_text_reader *reader) {
  struct tmd_lines *lines = &reader->lines;
  int status;
  do status = tmd_lines_next(lines);
  while (status > 0 && lines->text[0] == '#');
  if (status <= 0) return status;
  const char *wrong = split(reader);
  return wrong ? tmd_lines_malformed(lines, lines->number, wrong) : 1;
}

/* ---- values ---- */

static int parse_unsigned(unsigned long long *number, const char *text, unsigned long long most) {
  tmd_u128 wide;
  if (tmd_wide_parse(&wide, text) || wide > most) return -1;
  *number = (unsigned long long)wide;
  return 0;
}

static int parse_hardness(unsigned *hardness, const char *text) {
  unsigned long long number = tmd_hardness_of_word(text);
  if (!number && parse_unsigned(&number, text, TMD_HARDNESS_EXACT)) return -1;
  *hardness = (unsigned)number;
  return 0;
}

static int parse_hex(uint64_t *word, const char *text) {
  if (strspn(text, "0123456789abcdef") < 16) return -1;
  *word = 0;
  for (int i = 0; i < 16; i++)
    *word = *word << 4 | (uint64_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
  return 0;
}

/* The inverse of add_words. */
static int parse_words(uint64_t *words, const char *text, size_t count, size_t group) {
  for (size_t g = 0; g < count; g += group) {
    if (g && *text++ != ',') return -1;
    for (size_t w = group; w-- > 0; text += 16)
      if (parse_hex(words + g + w, text)) return -1;
  }
  return *text ? -1 : 0;
}

static const char *parse_claim(struct tmd_claim *claim, char *const *value) {
  unsigned long long record_bytes;
  for (claim->kind = TMD_POLY; strcmp(value[0], tmd_kind_name(claim->kind)); claim->kind++)
    if (claim->kind == TMD_REGION) return "kind is not poly, case or region";
  const char *wrong =
      tmd_place_parse(&claim->problem, &claim->cell, &claim->X0, &claim->X1, value + 1);
  if (wrong) return wrong;
  const char *plan = strcmp(value[12], "-") ? value[12] : "";
  if (strlen(plan) >= TMD_TEXT_MAX_BYTES) return "plan text too long";
  tmd_claim_advise(claim, plan, strlen(plan));
  if (parse_unsigned(&record_bytes, value[13], TMD_CONTENT_MAX_BYTES))
    return "record_bytes is not a number within the limit";
  claim->record_bytes = record_bytes;
  claim->record_count = 0;
  return tmd_claim_check_header(claim) ? tmd_error_text() : NULL;
}

static const char *parse_poly(struct tmd_claim *claim, char *const *value) {
  unsigned long long number[6]; /* n, count, split, degree, words, outer */
  static const unsigned long long most[] = {ULLONG_MAX,     TMD_COUNT_MAX, TMD_BITS_MAX,
                                            TMD_DEGREE_MAX, TMD_WORDS_MAX, TMD_DEGREE_MAX};
  tmd_u128 X0;
  char *end;
  if (tmd_wide_parse(&X0, value[0])) return "X0 is not a number";
  for (int i = 0; i < 6; i++)
    if (parse_unsigned(number + i, value[1 + i], most[i]))
      return "n, count, split, degree, words or outer is not a number within its limit";
  struct tmd_packet_shape shape = {.count = (uint32_t)number[1],
                                   .split = (uint32_t)number[2],
                                   .degree = (int)number[3],
                                   .words = (int)number[4],
                                   .outer = (int)number[5]};
  if (shape.outer && shape.outer != shape.degree) return "outer is neither 0 nor degree";
  if (number[1] * number[2] > TMD_BITS_MAX || tmd_packet_bytes(&shape) > claim->record_bytes)
    return "packet is larger than record_bytes";
  struct tmd_poly_record *p = tmd_claim_append(claim);
  *p = (struct tmd_poly_record){.X0 = tmd_wide_store(X0),
                                .n = number[0],
                                .count = shape.count,
                                .split = shape.split,
                                .degree = (uint16_t)shape.degree,
                                .words = (uint16_t)shape.words,
                                .outer = (uint16_t)shape.outer};
  p->err = strtod(value[7], &end);
  if (end == value[7] || *end) return "err is not a number";
  size_t words = (size_t)tmd_packet_coefficients(shape.degree, shape.outer) * p->words;
  if (p->words == 0 || parse_words((uint64_t *)(p + 1), value[8], words, p->words))
    return "the number of coefficients contradicts degree and words";
  if (parse_words(tmd_packet_bitmap(p), value[9], tmd_packet_bitmap_words(p), 1))
    return "the length of the bitmap contradicts count and split";
  return NULL;
}

/* "-" or "0" without a distance; else sign, 0x., 16 digits, p, exponent. */
static int parse_distance(struct tmd_case_record *c, const char *text) {
  if (!strcmp(text, "-") || !strcmp(text, "0")) return 0;
  if ((*text != '+' && *text != '-') || strncmp(text + 1, "0x.", 3) ||
      parse_hex(&c->distance_mantissa, text + 4) || text[20] != 'p')
    return -1;
  c->distance_negative = *text == '-';
  return tmd_int_parse(&c->distance_exponent, text + 21);
}

static const char *parse_case(struct tmd_claim *claim, char *const *value) {
  struct tmd_case_record *c = tmd_claim_append(claim);
  unsigned long long undecided_bits;
  unsigned hardness = 0;
  tmd_u128 X;
  const struct tmd_problem *problem = claim->problem;
  const tmd_u128 end =
      tmd_problem_of_pairs(problem) ? claim->X1 : tmd_format_power(&problem->in, problem->in.p);
  if (tmd_wide_parse(&X, value[1]) || X >= end) return "X is not a number of the format";
  if (strcmp(value[0], "-") && strcmp(TMD_ARGUMENT_TEXT(problem, &claim->cell, X), value[0]))
    return "x is not the number given by X";
  c->X = tmd_wide_store(X);
  const char *wrong = tmd_case_flags_parse(&c->flags, value[2], value[3]);
  if (wrong) return wrong;
  if (strcmp(value[4], "-") ? parse_hardness(&hardness, value[4]) : c->flags)
    return "hardness is not a number";
  c->hardness = (uint16_t)hardness;
  if (parse_distance(c, value[5])) return "distance is not of the form +0x.0123456789abcdefp-50";
  if (parse_unsigned(&undecided_bits, value[6], UINT32_MAX))
    return "undecided_bits is not a number";
  c->undecided_bits = (uint32_t)undecided_bits;
  return NULL;
}

static const char *parse_region(struct tmd_claim *claim, char *const *value) {
  struct tmd_region_record *r = tmd_claim_append(claim);
  tmd_u128 Xa, Xb;
  if (tmd_wide_parse(&Xa, value[0]) || tmd_wide_parse(&Xb, value[1]))
    return "Xa or Xb is not a number";
  r->Xa = tmd_wide_store(Xa);
  r->Xb = tmd_wide_store(Xb);
  if (tmd_reason_read(r, value[2])) return "unknown reason";
  if (strcmp(value[3], "0") && strcmp(value[3], "1")) return "proved is not 0 or 1";
  r->flags = value[3][0] == '1' ? TMD_REGION_PROVED : 0;
  return parse_hardness(&r->least, value[4]) || parse_hardness(&r->greatest, value[5])
             ? "least or greatest is not a number"
             : NULL;
}

static const char *parse_record(struct tmd_claim *claim, const struct tmd_text_type *type,
                                char *const *value) {
  if (type != &tmd_text_records[claim->kind]) return "a record of another kind than its claim";
  if ((claim->record_count + 1) * claim->record_bytes > TMD_CONTENT_MAX_BYTES)
    return "more records than a block may have";
  switch (claim->kind) {
  case TMD_POLY: return parse_poly(claim, value);
  case TMD_CASE: return parse_case(claim, value);
  default: return parse_region(claim, value);
  }
}

/* ---- claims ---- */

int tmd_text_next(struct tmd_text_reader *reader, struct tmd_claim *claim) {
  const struct tmd_lines *lines = &reader->lines;
  int status = reader->type ? 1 : next_line(reader);
  if (status <= 0) return status;
  if (reader->type != &tmd_text_claim)
    return tmd_lines_malformed(lines, lines->number, "a record before any claim");
  const unsigned long claim_number = lines->number;
  const char *wrong = parse_claim(claim, reader->value);
  if (wrong) return tmd_lines_malformed(lines, lines->number, wrong);
  while ((status = next_line(reader)) > 0 && reader->type != &tmd_text_claim) {
    wrong = parse_record(claim, reader->type, reader->value);
    if (wrong) return tmd_lines_malformed(lines, lines->number, wrong);
  }
  if (status < 0) return -1;
  if (status == 0) reader->type = NULL;
  if (tmd_claim_check(claim)) return tmd_lines_malformed(lines, claim_number, tmd_error_text());
  return 1;
}

void tmd_text_close(struct tmd_text_reader *reader) { tmd_lines_close(&reader->lines); }
