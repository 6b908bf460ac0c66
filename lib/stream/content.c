/* The content of a block: one claim or several. */
#include <stdio.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/block.h"

/* The magic of a claim alone in its block, and of one that may share its block. */
static const char *const kind_magic[] = {TMD_KIND_POLY, TMD_KIND_CASE, TMD_KIND_REGION};
static const char *const joined_magic[] = {NULL, TMD_KIND_CASE_JOINED, TMD_KIND_REGION_JOINED};

enum { RECORD_ALIGNMENT = 16 };

/* Records begin at a multiple of this. */
static size_t aligned(size_t bytes) {
  return (bytes + RECORD_ALIGNMENT - 1) / RECORD_ALIGNMENT * RECORD_ALIGNMENT;
}

static int all_zero(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i]) return 0;
  return 1;
}

/* Finds the kind with this magic: returns 1, or 0 if there is none. */
static int find_kind(enum tmd_kind *kind, const char *const magic[], const char found[4]) {
  for (*kind = TMD_POLY; *kind <= TMD_REGION; ++*kind)
    if (magic[*kind] && !memcmp(found, magic[*kind], 4)) return 1;
  return 0;
}

/* The offsets of the texts and records of a claim from the beginning of its header. */
struct records_at {
  size_t texts_end, records_at, end;
};

/* The extent of the claim that begins with this header, at most `bytes` bytes; returns NULL or the
   fault. */
static const char *find_extent(struct records_at *extent, const struct tmd_block_header *h,
                               const unsigned char *content, size_t bytes) {
  if (h->problem_bytes >= TMD_TEXT_MAX_BYTES || h->plan_bytes >= TMD_TEXT_MAX_BYTES)
    return "block header: text too long";
  extent->texts_end = sizeof *h + h->problem_bytes + h->plan_bytes;
  extent->records_at = aligned(extent->texts_end);
  if (bytes < extent->records_at) return "content ends within the texts";
  if (!all_zero(content + extent->texts_end, extent->records_at - extent->texts_end))
    return "bytes after the texts are not zero";
  if (h->record_bytes == 0 || h->record_count > (bytes - extent->records_at) / h->record_bytes)
    return "records do not fill the content";
  extent->end = extent->records_at + h->record_count * h->record_bytes;
  return NULL;
}

/* Reads the block header and texts at `content` (`bytes` bytes) into the claim, without records,
   and fills *extent. Returns NULL or the fault. */
static const char *read_header(struct tmd_claim *claim, const unsigned char *content, size_t bytes,
                               int joined, struct records_at *extent) {
  struct tmd_block_header h;
  if (bytes < sizeof h) return "content is shorter than a block header";
  memcpy(&h, content, sizeof h);
  if (memcmp(h.magic, TMD_BLOCK_MAGIC, sizeof h.magic))
    return "content does not begin with " TMD_BLOCK_MAGIC;
  if (!find_kind(&claim->kind, joined ? joined_magic : kind_magic, h.kind))
    return joined ? "unknown kind of record among several claims" : "unknown kind of record";
  if (h.reserved0 || h.reserved2[0] || h.reserved2[1])
    return "block header: reserved field is not zero";
  const char *wrong = find_extent(extent, &h, content, bytes);
  if (wrong) return wrong;
  if (!joined && extent->end != bytes) return "records do not fill the content";
  const char *problem = (const char *)content + sizeof h, *plan = problem + h.problem_bytes;
  if (!(claim->problem = tmd_problem_parse(problem, h.problem_bytes))) return tmd_error_text();
  if (memchr(plan, 0, h.plan_bytes)) return "plan text: zero byte";
  tmd_claim_advise(claim, plan, h.plan_bytes);
  claim->cell = (struct tmd_cell){h.sign_x, h.sign_f, h.e_in, h.e_out, h.sign_y, h.e_y};
  claim->X0 = tmd_wide_load(h.X0);
  claim->X1 = tmd_wide_load(h.X1);
  claim->record_bytes = h.record_bytes;
  claim->record_count = h.record_count;
  return NULL;
}

int tmd_content_is_joined(const unsigned char *content, size_t bytes) {
  enum tmd_kind kind;
  return bytes >= sizeof(struct tmd_block_header) &&
         find_kind(&kind, joined_magic,
                   (const char *)content + offsetof(struct tmd_block_header, kind));
}

/* ---- from a content to claims ---- */

/* Takes the claim of a content that lies in the claim's own memory. */
static const char *take_single(struct tmd_claim *claim, size_t bytes) {
  struct records_at extent;
  const char *wrong = read_header(claim, claim->records, bytes, 0, &extent);
  if (wrong) return wrong;
  memmove(claim->records, claim->records + extent.records_at, bytes - extent.records_at);
  return tmd_claim_check(claim) ? tmd_error_text() : NULL;
}

/* Takes the next of several claims, with a copy of its records; moves `rest` behind it. */
static const char *take_next(struct tmd_claim *claim, struct tmd_block_rest *rest) {
  struct records_at extent;
  const unsigned char *content = rest->content + rest->at;
  const char *wrong = read_header(claim, content, rest->end - rest->at, 1, &extent);
  if (wrong) return wrong;
  const size_t bytes = extent.end - extent.records_at;
  tmd_block_reserve(&claim->records, &claim->capacity_bytes, bytes);
  if (bytes) memcpy(claim->records, content + extent.records_at, bytes);
  rest->before = rest->at;
  rest->at += extent.end;
  return NULL;
}

int tmd_block_next(struct tmd_claim *claim, struct tmd_block_rest *rest) {
  return rest->at < rest->end && !take_next(claim, rest);
}

/* Takes several claims; their content moves from the memory of the claim to `rest`. All are checked
   before the first is handed out. */
static const char *take_joined(struct tmd_claim *claim, struct tmd_block_rest *rest, size_t bytes) {
  unsigned char *const content = claim->records;
  const size_t capacity = claim->capacity_bytes;
  const char *wrong = NULL;
  if (bytes > TMD_CONTENT_JOINED_BYTES) return "content of several claims exceeds the limit";
  claim->records = rest->content, claim->capacity_bytes = rest->capacity;
  *rest = (struct tmd_block_rest){content, capacity, .end = bytes};
  while (!wrong && rest->at < rest->end) {
    wrong = take_next(claim, rest);
    if (!wrong && tmd_claim_check(claim)) wrong = tmd_error_text();
  }
  rest->at = rest->before = 0;
  if (wrong) rest->end = 0;
  else tmd_block_next(claim, rest);
  return wrong;
}

const char *tmd_content_take(struct tmd_claim *claim, struct tmd_block_rest *rest, size_t bytes) {
  return tmd_content_is_joined(claim->records, bytes) ? take_joined(claim, rest, bytes)
                                                      : take_single(claim, bytes);
}

/* ---- from claims to a content ---- */

size_t tmd_content_bytes(const struct tmd_claim *claim) {
  const char *problem =
      claim->problem && claim->problem->text ? claim->problem->text : ""; /* else it is refused */
  const size_t texts = strlen(problem) + strlen(tmd_claim_plan(claim));
  return aligned(sizeof(struct tmd_block_header) + texts) +
         claim->record_count * claim->record_bytes;
}

int tmd_block_joins(const struct tmd_claim *claim) {
  return joined_magic[claim->kind] && tmd_content_bytes(claim) <= TMD_CONTENT_JOINED_BYTES;
}

/* Appends the claim to the content. */
static void lay_out(struct tmd_block_content *content, const struct tmd_claim *claim,
                    const char kind[4]) {
  struct tmd_block_header h = {
      .record_bytes = (uint32_t)claim->record_bytes,
      .record_count = claim->record_count,
      .problem_bytes = (uint32_t)strlen(claim->problem->text),
      .plan_bytes = (uint32_t)strlen(tmd_claim_plan(claim)),
      .sign_x = (uint8_t)claim->cell.sign_x,
      .sign_f = (uint8_t)claim->cell.sign_f,
      .e_in = claim->cell.e_in,
      .e_out = claim->cell.e_out,
      .sign_y = (uint8_t)claim->cell.sign_y,
      .e_y = claim->cell.e_y,
      .X0 = tmd_wide_store(claim->X0),
      .X1 = tmd_wide_store(claim->X1),
  };
  memcpy(h.magic, TMD_BLOCK_MAGIC, sizeof h.magic);
  memcpy(h.kind, kind, sizeof h.kind);
  const size_t texts_end = sizeof h + h.problem_bytes + h.plan_bytes,
               records_at = aligned(texts_end),
               records_bytes = claim->record_count * claim->record_bytes;
  tmd_block_reserve(&content->at, &content->capacity, content->bytes + records_at + records_bytes);
  unsigned char *at = content->at + content->bytes;
  memcpy(at, &h, sizeof h);
  memcpy(at + sizeof h, claim->problem->text, h.problem_bytes);
  memcpy(at + sizeof h + h.problem_bytes, tmd_claim_plan(claim), h.plan_bytes);
  memset(at + texts_end, 0, records_at - texts_end);
  if (records_bytes) memcpy(at + records_at, claim->records, records_bytes);
  content->bytes += records_at + records_bytes;
}

/* 0 if the claim is valid, else -1 (message, status 2). */
static int refuse(const struct tmd_claim *claim) {
  if (tmd_claim_check(claim)) return tmd_error(TMD_USAGE, "claim refused: %s", tmd_error_text());
  if (tmd_content_bytes(claim) > TMD_CONTENT_MAX_BYTES)
    return tmd_error(TMD_USAGE, "claim refused: content exceeds %d bytes", TMD_CONTENT_MAX_BYTES);
  return 0;
}

int tmd_block_join(struct tmd_block_content *content, const struct tmd_claim *claim) {
  if (content->bytes + tmd_content_bytes(claim) > TMD_CONTENT_JOINED_BYTES) return 0;
  if (refuse(claim)) return -1;
  if (!content->at) tmd_block_reserve(&content->at, &content->capacity, TMD_CONTENT_JOINED_BYTES);
  lay_out(content, claim, joined_magic[claim->kind]);
  return 1;
}

int tmd_content_make(struct tmd_block_content *content, const struct tmd_claim *claim) {
  content->bytes = 0;
  if (refuse(claim)) return -1;
  lay_out(content, claim, kind_magic[claim->kind]);
  return 0;
}

void tmd_content_alone(struct tmd_block_content *content, const struct tmd_block_rest *rest) {
  content->bytes = rest->at - rest->before;
  tmd_block_reserve(&content->at, &content->capacity, content->bytes);
  memcpy(content->at, rest->content + rest->before, content->bytes);
  struct tmd_block_header *h = (struct tmd_block_header *)content->at;
  enum tmd_kind kind = TMD_CASE;
  find_kind(&kind, joined_magic, h->kind);
  memcpy(h->kind, kind_magic[kind], sizeof h->kind);
}
