/* The reader of streams: blocks, their claims and records, with the rules of tmd-stream(5). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>
#include <zstd.h>

#include "tools/verify/verify.h"

enum { CONTENT_MOST = 64 << 20, JOINED_MOST = 65536, HEADER_BYTES = 96, TEXT_MOST = 4095 };

uint64_t verify_u64(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int i = 7; i >= 0; i--) value = value << 8 | bytes[i];
  return value;
}
v_ordinal verify_u128(const uint8_t *bytes) {
  return (v_ordinal)verify_u64(bytes + 8) << 64 | verify_u64(bytes);
}
static uint32_t u32(const uint8_t *b) {
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
static int zero(const uint8_t *bytes, size_t n) {
  while (n && !bytes[n - 1]) n--;
  return !n;
}

/* The first significand of a binade and the one behind its last. */
static v_ordinal first_of(const struct v_format *f, long e) { return e == f->emin ? 0 : f->first; }
static v_ordinal end_of(const struct v_format *f, long e) {
  return e == f->emax ? f->max + 1 : f->first * (unsigned)f->radix;
}

v_ordinal verify_pairs(const struct v_claim *c, v_ordinal ordinal, v_ordinal *X, v_ordinal *Y) {
  const struct v_problem *p = &c->problem;
  const int whole = !strncmp(p->name, "pown(", 5) || !strncmp(p->name, "rootn(", 6);
  const int wide = !strncmp(p->name, "hypot(", 6) || !strncmp(p->name, "atan2", 5);
  const int s = whole ? p->in.p : wide || p->in.p <= 11 ? 18 : 3 * p->in.p / 4 - 1;
  const v_ordinal x = first_of(&p->in, c->e_in), x_end = end_of(&p->in, c->e_in);
  const v_ordinal y = p->y.integers ? p->y.least[c->sign_y] : first_of(&p->y, c->e_y);
  const v_ordinal y_end = p->y.integers ? p->y.most[c->sign_y] + 1 : end_of(&p->y, c->e_y);
  const v_ordinal h = y_end > y ? y_end - y : 1;
  const v_ordinal strip = (ordinal / h >> s << s) + x, rest = ordinal - (strip - x) * h;
  const v_ordinal w = x_end - strip < (v_ordinal)1 << s ? x_end - strip : (v_ordinal)1 << s;
  *Y = y + rest / w;
  *X = strip + rest % w;
  return (x_end - x) * h;
}

/* What is wrong with a record, or NULL. */
static const char *bad_case(const struct v_claim *c, const uint8_t *r, const uint8_t *before) {
  const struct v_problem *p = &c->problem;
  const v_ordinal X = verify_u128(r);
  const int flags = r[29], hardness = r[30] | r[31] << 8, precision = !zero(r + 32, 4);
  const int kind = flags & 11, normal = r[23] >> 7;
  const long k = p->bits - p->threshold - (long)(int32_t)u32(r + 24);
  if (X < c->x0 || X >= c->x1) return "a record outside of the range";
  if (before && X <= verify_u128(before)) return "records that do not increase";
  if (r[28] > 1 || flags > 15 || !zero(r + 36, 4)) return "a record with an undefined field";
  if (flags && p->modes != V_ALL && !(flags & 4) != (p->modes == V_DIRECTED))
    return "a midpoint against the modes";
  const int right = kind == 1 ? normal && !precision && k >= p->bits &&
                                    hardness == (k < V_GREATEST ? k : V_GREATEST)
                    : kind == 3 ? zero(r + 16, 13) && hardness == V_EXACT_HARDNESS && !precision
                    : kind == 8 ? precision && (normal || zero(r + 16, 12))
                                : !flags && zero(r + 16, 20);
  return right ? NULL : "a record whose fields contradict each other";
}
static const char *bad_region(const struct v_claim *c, const uint8_t *r, v_ordinal from) {
  const v_ordinal a = verify_u128(r), b = verify_u128(r + 16);
  const uint32_t reason = u32(r + 32), least = u32(r + 40), greatest = u32(r + 44);
  const uint64_t modulus = verify_u64(r + 48), residue = verify_u64(r + 56);
  if (a != from || b <= a || b > c->x1) return "regions that do not tile the range";
  return reason < 1 || reason > (c->problem.pairs ? 8 : 7) || u32(r + 36) > 1 || least > greatest ||
                 greatest > V_EXACT_HARDNESS || (reason == 1 && (a || b != 1)) ||
                 (modulus && (reason != 7 || modulus < 2 || modulus > 1 << 20)) ||
                 (residue && residue >= modulus)
             ? "a region with an undefined field"
             : NULL;
}
static const char *bad_records(const struct v_claim *c) {
  const char *bad = NULL;
  const uint32_t bytes = c->record_bytes;
  v_ordinal from = c->x0;
  if (c->kind == 'c' ? bytes != 40 : c->kind == 'r' ? bytes != 64 : bytes < 64 || bytes % 8)
    return "records of a wrong size";
  for (uint64_t i = 0; i < c->records && !bad; i++) {
    const uint8_t *r = c->record + i * bytes;
    if (c->kind == 'c') bad = bad_case(c, r, i ? r - bytes : NULL);
    if (c->kind == 'r') bad = bad_region(c, r, from), from = verify_u128(r + 16);
  }
  return bad ? bad : c->kind == 'r' && from != c->x1 ? "regions that do not tile the range" : NULL;
}

/* Words key=value with one space between them, without a repeated key. */
static int bad_plan(const char *s) {
  static const char key_letters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  for (const char *next; s && *s; s = next) {
    const size_t key = strspn(s, key_letters), word = strcspn(s, " ");
    if (!key || s[key] != '=' || (s[word] && !s[word + 1])) return 1;
    for (size_t i = key; i < word; i++)
      if (s[i] < '!' || s[i] > '~') return 1;
    next = s[word] ? s + word + 1 : NULL;
    for (const char *w = next; w; w = strchr(w, ' '), w += w != NULL)
      if (!strncmp(w, s, key + 1)) return 1;
  }
  return 0;
}

static const char *bad_cell(const struct v_claim *c) {
  const struct v_problem *p = &c->problem;
  v_ordinal X, Y, first = 0, end = 0;
  if (c->e_in < p->in.emin || c->e_in > p->in.emax) return "e_in outside of the format";
  if (c->scattered ? c->sign_f : c->e_out < p->out.emin || c->e_out > p->out.emax)
    return "a wrong e_out or sign_f";
  if (p->pairs ? !c->scattered || c->e_y < p->y.emin || c->e_y > p->y.emax : c->e_y || c->sign_y)
    return "a wrong e_y or sign_y";
  if (p->pairs) end = verify_pairs(c, 0, &X, &Y);
  else first = first_of(&p->in, c->e_in), end = end_of(&p->in, c->e_in);
  return c->x0 >= c->x1 || c->x0 < first || c->x1 > end ? "a wrong range" : NULL;
}

/* Reads a claim at `b`, of at most n bytes; its length, or 0 with a reason. */
static size_t claim_at(struct v_claim *c, const uint8_t *b, size_t n, int joined,
                       const char **bad) {
  static const char kinds[5][5] = {"pol1", "cas1", "reg1", "cas2", "reg2"};
  char text[TEXT_MOST + 1] = "", plan[TEXT_MOST + 1] = "";
  int kind = 0;
  *bad = "no claim, or one of an unknown kind";
  if (n < HEADER_BYTES || memcmp(b, "TMDCLAIM", 8)) return 0;
  while (kind < 5 && memcmp(b + 8, kinds[kind], 4)) kind++;
  if (kind == 5 || (kind >= 3) != joined) return 0;
  const uint32_t text_bytes = u32(b + 24), plan_bytes = u32(b + 28);
  *bad = "texts or records of a wrong length";
  if (text_bytes > TEXT_MOST || plan_bytes > TEXT_MOST) return 0;
  const size_t used = HEADER_BYTES + text_bytes + plan_bytes, head = (used + 15) / 16 * 16;
  c->kind = kinds[kind][0];
  c->record_bytes = u32(b + 12), c->records = verify_u64(b + 16), c->record = b + head;
  if (head > n || !c->record_bytes || c->records > (n - head) / c->record_bytes) return 0;
  const size_t length = head + (size_t)c->records * c->record_bytes;
  if (!joined && length != n) return 0;
  *bad = "an undefined field";
  if (b[32] > 1 || b[33] > 1 || b[34] > 1 || b[35] || !zero(b + 80, 16) ||
      !zero(b + used, head - used))
    return 0;
  memcpy(text, b + HEADER_BYTES, text_bytes);
  memcpy(plan, b + HEADER_BYTES + text_bytes, plan_bytes);
  *bad = "a wrong problem or plan text";
  if (strlen(text) != text_bytes || strlen(plan) != plan_bytes || bad_plan(plan)) return 0;
  if (strcmp(text, c->problem.text) && !verify_problem(&c->problem, text)) return 0;
  c->sign_x = b[32], c->sign_f = b[33], c->sign_y = b[34];
  c->e_in = (int32_t)u32(b + 36), c->e_out = (int32_t)u32(b + 40), c->e_y = (int32_t)u32(b + 44);
  c->scattered = c->e_out == INT32_MIN;
  c->x0 = verify_u128(b + 48), c->x1 = verify_u128(b + 64);
  *bad = bad_cell(c);
  if (!*bad) *bad = bad_records(c);
  return *bad ? 0 : length;
}

/* Uses the claims of a content, after all have been read once. */
static const char *use_content(const uint8_t *content, size_t n, struct v_claim *c,
                               void (*use)(struct v_claim *)) {
  const int joined = n >= 12 && content[11] == '2';
  const char *bad = !n ? "no claim" : joined && n > JOINED_MOST ? "a joined block too long" : NULL;
  for (int pass = 0; pass < 2; pass++)
    for (size_t at = 0, length; !bad && at < n; at += length) {
      length = claim_at(c, content + at, n - at, joined, &bad);
      if (length && pass) use(c);
    }
  return bad;
}

static FILE *opened(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) verify_end(2, "%s: %s", name, strerror(errno));
  return file;
}
/* n bytes in place of those of *memory */
static uint8_t *room(uint8_t **memory, size_t n) {
  free(*memory);
  *memory = malloc(n);
  if (!*memory) verify_end(2, "no memory");
  return *memory;
}

void verify_read(const char *name, void (*use)(struct v_claim *)) {
  static struct v_claim c;
  uint8_t head[32], *frame = NULL, *content = NULL;
  size_t got;
  FILE *file = opened(name);
  c.file = name, c.problem.text[0] = 0;
  for (c.offset = 0; (got = fread(head, 1, 32, file)) > 0;) {
    const char *bad = NULL;
    const uint64_t length = got == 32 ? verify_u64(head + 16) : 0;
    if (memcmp(head, "]*M\x18\x18\0\0\0TMDCHUNK", got < 16 ? got : 16))
      bad = "no block begins here";
    else if (got < 32) bad = "cut short";
    else if (length < 9 || length > ZSTD_compressBound(CONTENT_MOST)) bad = "a wrong length";
    else if (fread(room(&frame, length), 1, length, file) < length) bad = "cut short";
    else if (XXH64(frame, length, 0) != verify_u64(head + 24)) bad = "a wrong checksum";
    if (ferror(file)) break;
    const unsigned long long size = bad ? 0 : ZSTD_getFrameContentSize(frame, length);
    if (!bad && (size > CONTENT_MOST || ZSTD_findFrameCompressedSize(frame, length) != length ||
                 !(frame[4] & 4)))
      bad = "no zstd frame with its size and checksum";
    if (!bad && ZSTD_decompress(room(&content, size + 1), size, frame, length) != size)
      bad = "a damaged zstd frame";
    if (!bad) bad = use_content(content, size, &c, use);
    if (bad) verify_end(3, "%s: block at byte %lld: %s", name, c.offset, bad);
    c.offset += 32 + (long long)length;
  }
  if (ferror(file)) verify_end(2, "%s: %s", name, strerror(errno));
  free(frame), free(content), fclose(file);
}
