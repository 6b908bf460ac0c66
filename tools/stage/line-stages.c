#include "tools/stage/line-stages.h"

int tmd_test_option = -1, tmd_line_option = -1;

int tmd_boolean_take(struct tmd_load *load, struct tmd_plan_words *words,
                     const struct tmd_claim *claim) {
  if (claim->kind != TMD_POLY) return 0;
  if (tmd_plan_words_read(words, tmd_claim_plan(claim))) return -1;
  const enum tmd_test of_plan = words->method == TMD_METHOD_LEFEVRE ? TMD_TEST_LEFEVRE
                                : words->method == TMD_METHOD_BOTH  ? TMD_TEST_BOTH
                                                                    : TMD_TEST_REGULAR;
  const enum tmd_line line_of_plan =
      words->line == TMD_PLAN_LINE_TANGENT ? TMD_LINE_TANGENT : TMD_LINE_MINIMAX;
  load->key = (struct tmd_key){{tmd_test_option >= 0 ? (uint64_t)tmd_test_option : of_plan,
                                tmd_line_option >= 0 ? (uint64_t)tmd_line_option : line_of_plan,
                                (uint64_t)tmd_problem_threshold(claim->problem)}};
  return tmd_method_by_lines(words->method) || tmd_test_option >= 0;
}

struct tmd_boolean tmd_boolean_of(const struct tmd_key *key) {
  return (struct tmd_boolean){.test = (enum tmd_test)key->parameter[0],
                              .line = (enum tmd_line)key->parameter[1],
                              .threshold = (int)key->parameter[2]};
}

size_t tmd_claim_survivors(const struct tmd_claim *claim) {
  size_t survivors = 0;
  for (size_t i = 0; i < claim->record_count; i++)
    survivors += tmd_packet_survivors(tmd_claim_record(claim, i));
  return survivors;
}

struct tmd_tested tmd_tested;

static void sift(struct tmd_claim *claim) {
  unsigned long long all = 0;
  tmd_u128 arguments = 0;
  tmd_packets_drop_empty(claim);
  for (size_t i = 0; i < claim->record_count; i++) {
    const struct tmd_poly_record *packet = tmd_claim_record(claim, i);
    const size_t survivors = tmd_packet_survivors(packet);
    all += survivors, arguments += (tmd_u128)survivors * tmd_packet_bit_length(packet);
  }
#pragma omp critical
  tmd_tested.survivors += all, tmd_tested.arguments = tmd_wide_sum(tmd_tested.arguments, arguments);
}

void tmd_tested_sift(struct tmd_claim *claims, size_t count, int threads) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (size_t c = 0; c < count; c++) sift(&claims[c]);
}

void tmd_tested_print(FILE *out) {
  const struct tmd_tested *tested = &tmd_tested;
  fprintf(out, " domains=%llu survivors=%llu surviving_arguments=%s ns_per_domain=%.2f",
          tested->domains, tested->survivors, TMD_WIDE_TEXT(tested->arguments),
          tested->domains ? 1e9 * tmd_stage_seconds() / (double)tested->domains : 0);
}
