#include "lib/claim/claim.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"

static const char *const kind_names[] = {"poly", "case", "region"};

static const char *const reason_names[TMD_REGION_REASONS] = {
    [TMD_REGION_ZERO] = "zero",           [TMD_REGION_EXACT] = "exact",       [TMD_REGION_OVERFLOW] = "overflow",
    [TMD_REGION_UNDERFLOW] = "underflow", [TMD_REGION_CONSTANT] = "constant", [TMD_REGION_IDENTITY] = "identity",
};

const char *tmd_kind_name(enum tmd_kind kind) { return kind_names[kind]; }

const char *tmd_reason_name(unsigned reason) { return reason < TMD_REGION_REASONS ? reason_names[reason] : NULL; }

int tmd_reason_parse(const char *name) {
  for (int i = 1; i < TMD_REGION_REASONS; i++)
    if (!strcmp(name, reason_names[i])) return i;
  return 0;
}

void tmd_claim_clear(struct tmd_claim *claim) {
  free(claim->records);
  claim->records = NULL;
  claim->record_count = claim->capacity_bytes = 0;
}

void tmd_claim_begin(struct tmd_claim *claim, const struct tmd_claim *like, enum tmd_kind kind, size_t record_bytes) {
  if (claim != like) {
    claim->problem = like->problem;
    claim->cell = like->cell;
    claim->X0 = like->X0;
    claim->X1 = like->X1;
    strcpy(claim->plan, like->plan);
  }
  claim->kind = kind;
  claim->record_bytes = record_bytes;
  claim->record_count = 0;
}

void *tmd_claim_append(struct tmd_claim *claim) {
  size_t used = claim->record_count * claim->record_bytes;
  if (used + claim->record_bytes > claim->capacity_bytes) {
    claim->capacity_bytes = 2 * claim->capacity_bytes + 16 * claim->record_bytes;
    claim->records = tmd_reallocate(claim->records, claim->capacity_bytes);
  }
  claim->record_count++;
  return memset(claim->records + used, 0, claim->record_bytes);
}

void tmd_claim_move(struct tmd_claim *seat, struct tmd_claim *claim) {
  unsigned char *const records = seat->records;
  const size_t capacity_bytes = seat->capacity_bytes;
  tmd_claim_begin(seat, claim, claim->kind, claim->record_bytes);
  seat->records = claim->records;
  seat->record_count = claim->record_count;
  seat->capacity_bytes = claim->capacity_bytes;
  claim->records = records;
  claim->record_count = 0;
  claim->capacity_bytes = capacity_bytes;
}

/* The word "key=value" of the plan text: its place, or NULL; *bytes is its length. */
static const char *plan_word(const char *plan, const char *key, size_t *bytes) {
  size_t key_bytes = strlen(key);
  for (const char *word = plan; *word; word += *bytes, word += *word == ' ') {
    *bytes = strcspn(word, " ");
    if (*bytes > key_bytes && word[key_bytes] == '=' && !memcmp(word, key, key_bytes)) return word;
  }
  return NULL;
}

int tmd_plan_get(const char *plan, const char *key, char *value, size_t value_bytes) {
  size_t bytes, skip = strlen(key) + 1;
  const char *word = plan_word(plan, key, &bytes);
  if (!word || value_bytes == 0) return 0;
  snprintf(value, value_bytes, "%.*s", (int)(bytes - skip), word + skip);
  return 1;
}

long long tmd_plan_number(const char *plan, const char *key, long long absent) {
  char text[32], *end;
  if (!tmd_plan_get(plan, key, text, sizeof text) || !(isdigit((unsigned char)text[0]) || text[0] == '-'))
    return absent;
  long long number = strtoll(text, &end, 10);
  return *end || strlen(text) > 19 ? absent : number;
}

void tmd_plan_remove(char *plan, const char *key) {
  size_t bytes;
  char *word = (char *)plan_word(plan, key, &bytes);
  if (!word) return;
  const char *rest = word + bytes;
  if (*rest) rest++; /* the space behind it, or else the one before */
  else if (word > plan) word--;
  memmove(word, rest, strlen(rest) + 1);
}

int tmd_plan_set(char *plan, const char *key, const char *value) {
  char changed[TMD_TEXT_MAX_BYTES];
  size_t bytes = 0;
  const char *word = plan_word(plan, key, &bytes);
  int before = word ? (int)(word - plan) : (int)strlen(plan);
  const char *space = !word && *plan ? " " : "", *after = word ? word + bytes : "";
  int length = snprintf(changed, sizeof changed, "%.*s%s%s=%s%s", before, plan, space, key, value, after);
  if (length >= (int)sizeof changed) return tmd_error(TMD_USAGE, "plan text: no room for %s=%s", key, value);
  strcpy(plan, changed);
  return 0;
}
