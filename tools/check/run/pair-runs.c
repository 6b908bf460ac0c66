/* Checks of functions of two arguments: every pair, or special values, samples and lists. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/cli/program.h"
#include "lib/plan/domain.h"
#include "tools/check/pairs/pair-list.h"
#include "tools/check/report/text-lists.h"
#include "tools/check/run/checks.h"
#include "tools/check/target/c-names.h"

enum { ROW_BYTES = 2, PIECE = 256, INTEGERS_16 = 1 << 16 };

/* One function in one format. */
struct pair_work {
  struct tmd_checks *checks;
  struct tmd_function_check *check;
  const struct tmd_checked *checked; /* the check's */
  int rows;                          /* all pairs with an x of the domain are tested */
  struct tmd_pair_list list;
  char **lists;
  long long samples;
};

/* ---- the list of pairs ---- */

static int in_domain(const struct pair_work *work, const struct tmd_datum *x) {
  const struct tmd_domains *domain = &work->checks->how->domains;
  if (!domain->count) return 1;
  if (x->class != TMD_DATUM_NUMBER) return 0;
  const struct tmd_format *in = &work->checked->in;
  struct tmd_range range;
  int e;
  tmd_u128 X;
  tmd_argument_at(in, x->ordinal, &e, &X);
  return tmd_domains_cut(domain, in, x->sign, e, X, X + 1, &range) > 0;
}

static int is_nan(const struct pair_work *work, const struct tmd_pair_arguments *at) {
  unsigned char memory[TMD_PAIR_SECOND_BYTES];
  tmd_pair_arguments_second(memory, work->checked, at);
  const struct tmd_datum x = tmd_datum_decode(&work->checked->in, &at->x);
  const struct tmd_second second = tmd_pair_second(work->checked, memory);
  return x.class >= TMD_DATUM_NAN || second.y.class >= TMD_DATUM_NAN ||
         second.z.class >= TMD_DATUM_NAN;
}

/* Ends the text at a tab, or at a comma before another argument; returns the rest, or NULL. */
static char *next_word(char *text, int last) {
  text += strcspn(text, last ? "\t" : "\t,");
  if (*text) return *text = 0, text + 1;
  return NULL;
}

static int parse_number(tmd_u128 *word, const struct pair_work *work, const char *text) {
  struct tmd_datum datum;
  if (tmd_c_number(&datum, &work->checked->in, text))
    return tmd_error(TMD_CORRUPT, "'%.60s' is not a number of the format", text);
  tmd_datum_encode(word, &work->checked->in, &datum);
  return 0;
}

static int parse_integer(tmd_u128 *word, const char *text) {
  char *end;
  errno = 0;
  const long long n = strtoll(text, &end, 10);
  if (errno || end == text || *end || n < INT32_MIN || n > INT32_MAX)
    return tmd_error(TMD_CORRUPT, "'%.60s' is not an integer of 32 bits", text);
  *word = (tmd_u128)(uint64_t)n;
  return 0;
}

/* One line: x, a tab or a comma, y; for three arguments another separator and z. */
static int add_line(void *work_, char *text) {
  struct pair_work *work = work_;
  const int three = work->checked->pair->group == TMD_PAIR_FUSED;
  struct tmd_pair_arguments at = {0, 0, 0};
  if (*text == '#' || *text == 0) return 0;
  char *second = next_word(text, 0), *third = second ? next_word(second, !three) : NULL;
  if (!second) return tmd_error(TMD_CORRUPT, "no second argument");
  if (three && !third) return tmd_error(TMD_CORRUPT, "no third argument");
  if (three) next_word(third, 1);
  if (parse_number(&at.x, work, text)) return -1;
  if (work->checked->pair->integer ? parse_integer(&at.y, second)
                                   : parse_number(&at.y, work, second))
    return -1;
  if (three && parse_number(&at.z, work, third)) return -1;
  tmd_pair_list_add(&work->list, &at);
  return 0;
}

/* Adds the pairs of the files: some file has to be a list, or to have claims about the function. */
static int add_files(struct pair_work *work) {
  int about = !*work->lists;
  for (char **name = work->lists; *name; name++) {
    if (!tmd_is_stream_file(*name)) {
      if (tmd_each_line(*name, add_line, work)) return -1;
      about = 1;
      continue;
    }
    const long claims = tmd_pair_list_add_stream(&work->list, work->checked, *name);
    if (claims < 0) return -1;
    about |= claims > 0;
  }
  const char *const function = work->checked->pair->name;
  if (about || tmd_interrupted()) return 0;
  if (!work->lists[1])
    return tmd_error(TMD_USAGE, "%s: has no claim about %s in the format",
                     tmd_input_name(*work->lists), function);
  return tmd_error(TMD_USAGE, "no file has a claim about %s in the format", function);
}

/* Makes the list, without pairs of the rows. */
static int make_list(struct pair_work *work) {
  const int whole = !work->checks->how->claims_only;
  size_t kept = 0;
  if (whole) tmd_pair_list_add_special(&work->list, work->checked);
  if (whole && !work->rows)
    tmd_pair_list_add_samples(&work->list, work->checked, work->checks->how->seed,
                              (size_t)work->samples);
  if (add_files(work)) return -1;
  tmd_pair_list_sort(&work->list);
  for (size_t i = 0; i < work->list.count; i++) {
    const struct tmd_datum x = tmd_datum_decode(&work->checked->in, &work->list.at[i].x);
    const int nan = is_nan(work, &work->list.at[i]);
    if (!in_domain(work, &x) || (work->rows && !nan)) continue;
    work->list.at[kept++] = work->list.at[i];
    work->check->pairs += !nan;
  }
  work->list.count = kept;
  work->check->sampled = (unsigned long long)work->check->pairs;
  return 0;
}

/* ---- examining lists and rows, by all threads ---- */

static int examine_piece(size_t i, int thread, void *work_) {
  const struct pair_work *work = work_;
  struct tmd_examiner *examiner = work->checks->work->examiner[thread];
  const size_t from = i * PIECE;
  const size_t to = from + PIECE < work->list.count ? from + PIECE : work->list.count;
  for (size_t k = from; k < to; k++) {
    const struct tmd_datum x = tmd_datum_decode(&work->checked->in, &work->list.at[k].x);
    unsigned char second[TMD_PAIR_SECOND_BYTES];
    tmd_pair_arguments_second(second, work->checked, &work->list.at[k]);
    if (tmd_examine_pair(examiner, &x, second)) return -1;
  }
  return 0;
}

/* The encodings of all numbers and infinities in their order. */
static size_t all_numbers(const struct tmd_format *format, uint16_t *code) {
  const int infinite = (int)tmd_ordinal_infinite(format);
  size_t count = 0;
  for (int n = infinite; n >= 0; n--) code[count++] = (uint16_t)(1 << 15 | n);
  for (int n = 0; n <= infinite; n++) code[count++] = (uint16_t)n;
  return count;
}

/* Rows of the same x. */
struct pair_rows {
  const struct pair_work *work;
  const struct tmd_pair_table *table;
  const uint16_t *x;
  const void *y;
  size_t count; /* of y */
};

static int examine_row(size_t i, int thread, void *rows_) {
  const struct pair_rows *rows = rows_;
  return tmd_examine_row(rows->work->checks->work->examiner[thread], rows->table, rows->x[i],
                         rows->y, rows->count);
}

/* Every pair with an x of the domain. */
static int every_pair(struct pair_work *work) {
  static uint16_t x[INTEGERS_16], y[INTEGERS_16];
  static int64_t n[INTEGERS_16];
  const struct tmd_format *in = &work->checked->in;
  const size_t all = all_numbers(in, x),
               count = work->checked->pair->integer ? INTEGERS_16 : all_numbers(in, y);
  size_t rows = 0;
  for (int64_t i = 0; i < INTEGERS_16; i++) n[i] = i - INTEGERS_16 / 2;
  for (size_t i = 0; i < all; i++) {
    const struct tmd_datum datum = tmd_datum_decode(in, &x[i]);
    if (in_domain(work, &datum)) x[rows++] = x[i];
  }
  work->check->pairs += (tmd_u128)rows * count;
  struct tmd_pair_table *table = tmd_pair_table_open(work->checked);
  struct pair_rows all_rows = {work, table, x, work->checked->pair->integer ? (const void *)n : y,
                               count};
  const int failed = tmd_each_by_threads(rows, work->checks->how->threads, examine_row, &all_rows);
  tmd_pair_table_close(table);
  return failed;
}

/* ---- a check ---- */

static tmd_u128 times(tmd_u128 a, tmd_u128 b) {
  return a > ~(tmd_u128)0 / b ? ~(tmd_u128)0 : a * b;
}

/* The number of pairs of numbers and infinities, or of triples; integers have 16 bits, or 32.
   Saturates at 128 bits. */
static tmd_u128 total_of(const struct pair_work *work) {
  const struct tmd_format *in = &work->checked->in;
  const tmd_u128 numbers = 2 * (tmd_ordinal_infinite(in) + 1);
  const tmd_u128 second = !work->checked->pair->integer
                              ? numbers
                              : (tmd_u128)1 << (tmd_encoding_bytes(in) == ROW_BYTES ? 16 : 32);
  return times(times(numbers, second), work->checked->pair->group == TMD_PAIR_FUSED ? numbers : 1);
}

/* Adds a check, and does it. 0, or -1 (message). */
static int check(struct tmd_checks *checks, const struct tmd_pair *pair,
                 const struct tmd_format *format, char **lists, long long samples) {
  const int bytes = tmd_encoding_bytes(format);
  if (bytes == 0 || tmd_encoding_pad(format))
    return tmd_error(TMD_USAGE, "%s: C libraries do not have functions of this format", pair->name);
  const struct tmd_problem problem = {pair->name, *format, *format, .bits = 0};
  struct tmd_function_check *const one = tmd_checks_new(checks, &problem, pair);
  struct pair_work work = {
      .checks = checks, .check = one, .checked = &one->checked, .lists = lists, .samples = samples};
  work.rows = bytes == ROW_BYTES && pair->group != TMD_PAIR_FUSED && !checks->how->claims_only;
  work.check->total = total_of(&work);
  int failed = tmd_checks_enter(checks, work.check);
  if (!failed && !work.check->absent)
    failed = make_list(&work) ||
             tmd_each_by_threads((work.list.count + PIECE - 1) / PIECE, checks->how->threads,
                                 examine_piece, &work) ||
             (work.rows && every_pair(&work)) || tmd_checks_leave(checks);
  for (int mode = 0; mode < TMD_ROUNDINGS; mode++)
    tmd_verdict_settle_underflow(&work.check->verdict[mode]);
  tmd_pair_list_clear(&work.list);
  return failed ? -1 : 0;
}

/* 0, or -1 (message) if a stream is about none of the functions in the format. */
static int check_streams(const struct tmd_pair *const *pair, size_t count, const char *names,
                         const struct tmd_format *format, char **lists) {
  for (; *lists && !tmd_interrupted(); lists++) {
    long about = !tmd_is_stream_file(*lists);
    for (size_t i = 0; i < count && about == 0; i++) {
      const struct tmd_checked checked = {NULL, *format, *format, pair[i]};
      about = tmd_pair_list_add_stream(NULL, &checked, *lists);
    }
    if (about < 0) return -1;
    if (about == 0 && !tmd_interrupted())
      return tmd_error(TMD_USAGE, "%s: has no claim about %s in the format", tmd_input_name(*lists),
                       names);
  }
  return 0;
}

/* The functions of the names, or of the table: allocated; NULL (message). */
static const struct tmd_pair **find_functions(const char *names, size_t *count) {
  const struct tmd_pair **pair = NULL;
  const int all = strcmp(names, "all") == 0;
  const char *text = all ? NULL : names, *word;
  char name[TMD_FUNCTION_MAX_BYTES];
  size_t capacity = 0, bytes;
  for (int i = 0; all && tmd_pair_entry(i); i++) {
    pair = tmd_grow(pair, &capacity, *count + 1, sizeof *pair);
    pair[(*count)++] = tmd_pair_entry(i);
  }
  while (tmd_next_word(&text, &word, &bytes)) {
    snprintf(name, sizeof name, "%.*s", (int)bytes, word);
    pair = tmd_grow(pair, &capacity, *count + 1, sizeof *pair);
    if ((pair[(*count)++] = tmd_pair_find(name))) continue;
    free(pair);
    return NULL;
  }
  return pair;
}

int tmd_checks_pairs(struct tmd_checks *checks, const char *names, const struct tmd_format *format,
                     char **lists, long long samples) {
  size_t count = 0;
  if (checks->how->claims_only && !*lists)
    return tmd_error(TMD_USAGE, "--pairs with --claims-only: no list of pairs");
  const struct tmd_pair **pair = find_functions(names, &count);
  int failed = (count && !pair) || check_streams(pair, count, names, format, lists);
  for (size_t i = 0; i < count && !failed && !tmd_interrupted(); i++)
    failed = check(checks, pair[i], format, lists, samples);
  free(pair);
  return failed ? -1 : 0;
}
