#include "tools/generate/proof/replay.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/c-name.h"
#include "lib/base/error.h"
#include "lib/cli/program.h"
#include "tools/generate/hard-cases.h"
#include "tools/generate/make/make-design.h"
#include "tools/generate/proof/proof-text.h"
#include "tools/generate/text/c-text.h"
#include "tools/generate/trial/trial.h"
#include "tools/generate/trial/verification.h"
#include "tools/stage/input.h"

/* ---- writing ---- */

static int claims_name(char name[PATH_MAX], const char *proof) {
  if (snprintf(name, PATH_MAX, "%s.tmd", proof) < PATH_MAX) return 0;
  return tmd_error(TMD_USAGE, "%s: too long a name", proof);
}

int tmd_proof_write(const char *name, const struct tmd_design *design,
                    const struct tmd_problem *problem, struct tmd_ledger *ledger, size_t cases) {
  static char claims[PATH_MAX];
  struct tmd_proof proof = {.bits = problem->bits, .cases = cases, .demands = design->demands};
  char *bytes;
  size_t count;
  if (claims_name(claims, name) || tmd_claims_stream(&bytes, &count, ledger)) return -1;
  snprintf(proof.function, sizeof proof.function, "%s", problem->name);
  snprintf(proof.format, sizeof proof.format, "%s", design->format->name);
  snprintf(proof.symbol, sizeof proof.symbol, "%s", design->symbol);
  snprintf(proof.scheme, sizeof proof.scheme, "%s", design->scheme->name);
  tmd_hash_print(proof.claims, bytes, count);
  FILE *out = tmd_open_text(name), *stream = tmd_open_text(claims);
  tmd_proof_print(out, design, &proof);
  fwrite(bytes, 1, count, stream);
  tmd_close_text(out), tmd_close_text(stream);
  free(bytes);
  return 0;
}

/* ---- replaying ---- */

static struct tmd_ledger ledger;
static const struct tmd_problem *problem;

/* The content of a file, with a byte 0 behind it, owned by the caller; or NULL (message). */
static char *read_file(const char *name, size_t *bytes) {
  enum { STEP = 1 << 16 };
  char *text = NULL;
  size_t count = 0, got = 1;
  FILE *in = fopen(name, "rb");
  while (in && got) {
    text = tmd_reallocate(text, count + STEP + 1);
    count += got = fread(text + count, 1, STEP, in);
  }
  if (!in || ferror(in)) {
    tmd_error(TMD_USAGE, "%s: %s", name, strerror(errno));
    free(text);
    text = NULL;
  } else text[ *bytes = count] = 0;
  if (in) fclose(in);
  return text;
}

/* *text is what `print` writes, owned by the caller. */
static void print_to(char **text,
                     void (*print)(FILE *out, const struct tmd_design *design, const void *with),
                     const struct tmd_design *design, const void *with) {
  size_t bytes;
  FILE *out = open_memstream(text, &bytes);
  if (out) print(out, design, with);
  if (!out || (ferror(out) | fclose(out))) tmd_out_of_memory(0);
}

static void print_proof(FILE *out, const struct tmd_design *design, const void *proof) {
  tmd_proof_print(out, design, proof);
}

static void print_text(FILE *out, const struct tmd_design *design, const void *text) {
  tmd_design_print(out, design, text);
}

/* The lines of a proof and those printed from its numbers: 0, or -1 (message, status 1). */
static int compare_lines(const char *name, char *proof, char *again) {
  char *ends[2], *line = strtok_r(proof, "\n", ends), *other = strtok_r(again, "\n", ends + 1);
  for (; line && other; line = strtok_r(NULL, "\n", ends), other = strtok_r(NULL, "\n", ends + 1))
    if (!tmd_proof_follows(line, other) ||
        !tmd_proof_is_enough(line, problem->out.p, problem->bits))
      break;
  if (!line && !other) return 0;
  return tmd_error(TMD_FALSE, "%s: '%.80s' does not follow: '%.80s' does", name, line ? line : "",
                   other ? other : "");
}

/* The text of a function but for the comment before it, which contains no code: it ends where C
   ends it, with its line, and without \ and ?, by which lines and trigraphs can end it sooner. */
static const char *behind_comment(const char *text) {
  const char *end = strncmp(text, "/*", 2) ? NULL : strstr(text + 2, "*/");
  return end && end[2] == '\n' && strcspn(text, "\\?") > (size_t)(end - text) ? end : text;
}

static int compare_text(const char *name, const struct tmd_design *design) {
  size_t bytes;
  char *text = read_file(name, &bytes), *again;
  if (!text) return -1;
  print_to(&again, print_text, design, &(struct tmd_text){.bits = 0});
  const int same = strlen(text) == bytes && !strcmp(behind_comment(text), behind_comment(again));
  free(text), free(again);
  return same ? 0 : tmd_error(TMD_FALSE, "%s: is not the function of the proof", name);
}

static int take(struct tmd_claim *claim, struct tmd_reader *reader) {
  (void)reader;
  return tmd_hard_cases_take(&ledger, problem, claim);
}

/* Lists the cases of the proof's claims. */
static int list_cases(struct tmd_hard_cases *list, struct tmd_design *design, const char *name,
                      const struct tmd_proof *proof) {
  char claims[PATH_MAX], hash[TMD_HASH_TEXT_BYTES];
  size_t count;
  if (claims_name(claims, name)) return -1;
  char *bytes = read_file(claims, &count);
  if (!bytes) return -1;
  tmd_hash_print(hash, bytes, count);
  free(bytes);
  if (tmd_each_claim((char *[]){claims, NULL}, take)) return -1;
  list->nearest = proof->demands.nearest;
  if (design->scheme->list && design->scheme->list(list, design, problem)) return -1;
  if (tmd_hard_cases_list(list, &ledger, problem)) return -1;
  if (strcmp(hash, proof->claims))
    return tmd_error(TMD_FALSE, "%s: are not the claims of the proof, %s", claims, proof->claims);
  if (list->count != proof->cases)
    return tmd_error(TMD_FALSE, "%s: %zu cases, not %zu", claims, list->count, proof->cases);
  return 0;
}

/* The bound says nothing of arguments at which y is replaced: they must be among those that are
   run. */
static int check_replaced(const struct tmd_design *design, const struct tmd_hard_cases *list,
                          const char *name) {
  for (int i = 0; i < design->replaced_count; i++)
    for (uint32_t sign = 0; sign <= (uint32_t)design->by_size; sign++) {
      const uint32_t x = design->replaced[i].x ^ sign << 31;
      if (!tmd_hard_cases_has(list, x))
        return tmd_error(TMD_FALSE, "%s: y is replaced at 0x%08x, which is no case", name, x);
    }
  return 0;
}

/* The design of the proof's numbers, with its bounds. */
static int load(struct tmd_design *design, const struct tmd_proof *proof, FILE *in,
                const char *name) {
  struct tmd_problem wanted = {.modes = TMD_MODES_ALL, .bits = proof->bits};
  if (tmd_format_parse_binary(&wanted.in, proof->format)) return -1;
  wanted.out = wanted.in;
  const struct tmd_c_format *format = tmd_c_format_find(&wanted.in);
  if (!format || !(wanted.name = tmd_problem_spell(proof->function)) ||
      !(problem = tmd_problem_intern(&wanted)))
    return -1;
  const struct tmd_scheme *scheme = tmd_making_scheme(&proof->demands, problem->function);
  if (format->every || !scheme || strcmp(scheme->name, proof->scheme) ||
      !tmd_is_c_name(proof->symbol))
    return tmd_error(TMD_FALSE, "%s: no function is made so: %.40s, %.80s in %.40s by scheme %.40s",
                     name, proof->symbol, proof->function, proof->format, proof->scheme);
  const int no_fma = proof->demands.no_fma;
  if (tmd_demands_check(&proof->demands, scheme, problem->function)) return -1;
  if (proof->demands.vector && !tmd_trial_has_vectors(no_fma))
    return tmd_error(TMD_USAGE, "%s: the function is run by %s, which this machine lacks", name,
                     tmd_trial_needs(no_fma));
  tmd_design_plan(design, scheme, problem->function, format, NULL, proof->symbol, &proof->demands);
  tmd_design_append(design); /* it may move coefficients to other places */
  if (tmd_proof_read_numbers(design, in, name)) return -1;
  tmd_design_append(design);
  tmd_design_bound(design);
  if (tmd_design_bits(design, problem->out.p) < problem->bits)
    return tmd_error(TMD_FALSE, "%s: the error is too large for cases of hardness %d", name,
                     problem->bits);
  return 0;
}

int tmd_proof_replay(struct tmd_design *design, size_t *cases, const char *name, const char *text) {
  struct tmd_proof proof;
  struct tmd_hard_cases list = {.hard = NULL};
  size_t bytes;
  char *lines = read_file(name, &bytes);
  if (!lines) return -1;
  FILE *in = fmemopen(lines, bytes ? bytes : 1, "r");
  if (!in) tmd_out_of_memory(0);
  int failed = tmd_proof_read(&proof, in, name) || load(design, &proof, in, name);
  if (!failed && strlen(lines) != bytes)
    failed = tmd_error(TMD_CORRUPT, "%s: contains a byte 0", name);
  fclose(in);
  if (!failed) {
    char *again;
    print_to(&again, print_proof, design, &proof);
    failed = compare_lines(name, lines, again);
    free(again);
  }
  free(lines);
  failed = failed || compare_text(text, design) || list_cases(&list, design, name, &proof) ||
           check_replaced(design, &list, name) || tmd_trial_confirm(design, &list) ||
           tmd_trial_verify(design, &ledger, 0);
  *cases = list.count;
  tmd_hard_cases_clear(&list);
  tmd_ledger_clear(&ledger);
  return failed ? -1 : 0;
}
