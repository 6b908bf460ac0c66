/* What tmd-phase1, tmd-phase2 and tmd-exhaust have in common: options, which claims they take, dropping
   packets without survivors. */
#ifndef TMD_TOOLS_PHASES_H
#define TMD_TOOLS_PHASES_H

#include <stdlib.h>
#include <string.h>

#include "kernels/boolean/boolean.h"
#include "kernels/device/packets.h"
#include "lib/base/error.h"
#include "tools/stage/filter.h"

#define TMD_SIMD_CHOICES "auto|scalar|avx2|avx512"

enum { PHASES_SIMD_AUTO, PHASES_UNSET = -1 };

static int phases_test = PHASES_UNSET, phases_line = PHASES_UNSET, phases_simd = PHASES_SIMD_AUTO;

#define PHASES_TEST_OPTION                                                                                             \
  {"test", 't', TMD_CHOICE, "TEST", "the Boolean test, on every poly claim (default: the plan's, where it names one)", \
   &phases_test, 0, 0, "lefevre|regular", NULL}
#define PHASES_LINE_OPTION                                                                                          \
  {"line", 0, TMD_CHOICE, "LINE", "the line that stands for a domain (default: the plan's, or minimax)", &phases_line, \
   0, 0, "minimax|tangent", NULL}
#define PHASES_SIMD_OPTION                                                                                             \
  {"simd", 0, TMD_CHOICE, "SET", "instruction set (default auto: the widest there is)", &phases_simd, \
   0, 0, TMD_SIMD_CHOICES, NULL}
#define PHASES_END_OPTIONS \
  {NULL, 0, TMD_FLAG, NULL, NULL, NULL, 0, 0, NULL, NULL}

/* The index of the plan's word among "a|b|c", or PHASES_UNSET. */
__attribute__((unused)) static int phases_plan_choice(const struct tmd_claim *claim, const char *key, const char *const *words,
                                                      int count) {
  char value[32];
  if (!tmd_plan_get(claim->plan, key, value, sizeof value)) return PHASES_UNSET;
  for (int i = 0; i < count; i++)
    if (strcmp(value, words[i]) == 0) return i;
  return PHASES_UNSET;
}

/* The Boolean test for a claim; 0 if neither options nor plan ask for one. */
__attribute__((unused)) static int phases_boolean(struct tmd_boolean *how, const struct tmd_claim *claim) {
  static const char *const tests[] = {"lefevre", "regular"}, *const lines[] = {"minimax", "tangent"};
  int test = phases_test != PHASES_UNSET ? phases_test : phases_plan_choice(claim, "method", tests, 2);
  int line = phases_line != PHASES_UNSET ? phases_line : phases_plan_choice(claim, "line", lines, 2);
  if (test == PHASES_UNSET) return 0;
  *how = (struct tmd_boolean){.test = (enum tmd_test)test, .line = line == PHASES_UNSET ? TMD_LINE_MINIMAX : (enum tmd_line)line,
                              .threshold = tmd_problem_threshold(&claim->problem)};
  return 1;
}

/* After the options are known, before the first kernel: refuses an instruction set that is not there. */
__attribute__((unused)) static int phases_select(void) {
  static const char *const names[] = {"auto", "scalar", "avx2", "avx512"};
  static int selected;
  if (selected) return 0;
  selected = 1;
  if (tmd_kernels_select(names[phases_simd]) != 0)
    return tmd_error(TMD_USAGE, "--simd %s: not on this machine or not built", names[phases_simd]);
  if (tmd_common.verbose) fprintf(stderr, "%s: instruction set %s\n", tmd_tool_name(), tmd_kernels()->name);
  return 0;
}

/* Domains, or parts of domains, and the arguments in them. */
struct phases_count {
  unsigned long long domains;
  double arguments;
};

__attribute__((unused)) static void phases_count(struct phases_count *count, const struct tmd_claim *claim) {
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
    unsigned long long survivors = tmd_packet_survivors(packet);
    count->domains += survivors;
    count->arguments += (double)survivors * (double)tmd_packet_bit_length(packet);
  }
}

/* ---- flights (tools/stage/filter.h) ---- */

/* 1 if the claim has packets, all alike. */
__attribute__((unused)) static int phases_uniform(const struct tmd_claim *claim) {
  for (size_t i = 1; i < claim->record_count; i++)
    if (!tmd_packets_alike(tmd_claim_record(claim, 0), tmd_claim_record(claim, i))) return 0;
  return claim->record_count > 0;
}

/* 1 if the packets of two uniform claims are alike. */
__attribute__((unused)) static int phases_alike(const struct tmd_claim *a, const struct tmd_claim *b) {
  return tmd_packets_alike(tmd_claim_record(a, 0), tmd_claim_record(b, 0));
}

/* The packets of all claims, in a list that grows. */
__attribute__((unused)) static void phases_packets(struct tmd_packets *packets, const struct tmd_claim *claims, size_t count) {
  size_t all = 0;
  for (size_t c = 0; c < count; c++) all += claims[c].record_count;
  packets->packet = tmd_reallocate(packets->packet, (all + 1) * sizeof *packets->packet);
  packets->count = 0;
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < claims[c].record_count; i++) packets->packet[packets->count++] = tmd_claim_record(&claims[c], i);
}

/* Survivor bits of all packets. */
__attribute__((unused)) static size_t phases_survivors(const struct tmd_claim *claim) {
  size_t survivors = 0;
  for (size_t i = 0; i < claim->record_count; i++) survivors += tmd_packet_survivors(tmd_claim_record(claim, i));
  return survivors;
}

/* A list of claims with at least `wanted` entries; new ones are zero. */
__attribute__((unused)) static void phases_grow(struct tmd_claim **claims, size_t *count, size_t wanted) {
  if (wanted <= *count) return;
  *claims = tmd_reallocate(*claims, wanted * sizeof **claims);
  memset(*claims + *count, 0, (wanted - *count) * sizeof **claims);
  *count = wanted;
}

/* Adds the time of a flight that has landed; where it overlapped the one before it, only the rest. */
__attribute__((unused)) static void phases_flown(double *seconds, double start) {
  static double last;
  const double now = tmd_seconds();
  *seconds += now - (start > last ? start : last);
  last = now;
}

#endif
