/* Lists as a database of SQLite: made in memory, and written at once. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/claim/hex-float.h"
#include "lib/claim/text.h"
#include "lib/report/expand.h"
#include "lib/report/list.h"

/* The columns of cases are the values of TSV, without those of the problem; x_double is x rounded
   to binary64. */
static const char schema[] =
    "CREATE TABLE problem (id INTEGER PRIMARY KEY, function TEXT NOT NULL, in_format TEXT NOT NULL, out_format TEXT NOT NULL,"
    " modes TEXT NOT NULL, bits INTEGER NOT NULL, whole_domain INTEGER, comments TEXT NOT NULL);"
    "CREATE TABLE claims (problem INTEGER NOT NULL REFERENCES problem, what TEXT NOT NULL, least TEXT NOT NULL,"
    " greatest TEXT NOT NULL, reason TEXT, proved INTEGER, all_hard INTEGER, least_hardness INTEGER, greatest_hardness INTEGER);"
    "CREATE TABLE cases (problem INTEGER NOT NULL REFERENCES problem, x TEXT NOT NULL, significand TEXT NOT NULL,"
    " e INTEGER NOT NULL, sign INTEGER NOT NULL, kind TEXT NOT NULL, hard_for TEXT NOT NULL, hardness INTEGER,"
    " distance TEXT, undecided INTEGER NOT NULL, side TEXT, rn TEXT, ru TEXT, rd TEXT, rz TEXT, ra TEXT, ro TEXT,"
    " x_double REAL NOT NULL);"
    "BEGIN;";
static const char insert_problem[] = "INSERT INTO problem VALUES (?,?,?,?,?,?,?,?)";
static const char insert_claim[] = "INSERT INTO claims VALUES (?,?,?,?,?,?,?,?,?)";
static const char insert_case[] = "INSERT INTO cases VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

/* A statement that is used again; a column's number grows with each value. */
struct row {
  sqlite3_stmt *statement;
  int column, failed; /* failed: a value could not be taken */
};

static void bind_text(struct row *row, const char *text) {
  const char *value = text && strcmp(text, "-") ? text : NULL;
  row->failed |=
      sqlite3_bind_text(row->statement, ++row->column, value, -1, SQLITE_TRANSIENT) != SQLITE_OK;
}

static void bind_number(struct row *row, long long number) {
  row->failed |= sqlite3_bind_int64(row->statement, ++row->column, number) != SQLITE_OK;
}

/* NULL: exact, or without bound. */
static void bind_hardness(struct row *row, unsigned hardness) {
  if (tmd_hardness_word(hardness)) bind_text(row, NULL);
  else bind_number(row, hardness);
}

static int insert(struct row *row) {
  const int failed = row->failed || sqlite3_step(row->statement) != SQLITE_DONE;
  row->column = 0;
  sqlite3_reset(row->statement);
  return failed ? -1 : 0;
}

static int add_problem(struct row *row, const struct tmd_list *list,
                       const struct tmd_list_section *section) {
  const struct tmd_problem *p = section->problem;
  char in[TMD_FORMAT_TEXT_BYTES], out[TMD_FORMAT_TEXT_BYTES], *comments = NULL;
  size_t bytes;
  FILE *text = open_memstream(&comments, &bytes);
  if (!text) tmd_out_of_memory(0);
  tmd_list_print_comments(text, "", list, section);
  if (fclose(text)) tmd_out_of_memory(bytes);
  bind_number(row, section->number);
  bind_text(row, p->name);
  bind_text(row, tmd_format_describe(in, &p->in));
  bind_text(row, tmd_format_describe(out, &p->out));
  bind_text(row, tmd_modes_name(p->modes));
  bind_number(row, p->bits);
  bind_number(row, tmd_summary_whole_domain(section->summary));
  bind_text(row, comments);
  free(comments);
  return insert(row);
}

static int add_claim(struct row *row, unsigned problem, const struct tmd_stretch *range,
                     const char *what) {
  const struct tmd_region_saying *says = &range->says;
  char least[TMD_HEXFLOAT_TEXT_BYTES], greatest[TMD_HEXFLOAT_TEXT_BYTES],
      reason[TMD_REASON_TEXT_BYTES];
  tmd_list_print_range(range, least, greatest);
  bind_number(row, problem);
  bind_text(row, what);
  bind_text(row, least);
  bind_text(row, greatest);
  if (says->reason) {
    bind_text(row, tmd_reason_print(reason, says->reason, says->modulus, says->residue));
    bind_number(row, (range->flags & TMD_REGION_PROVED) != 0);
    bind_number(row, tmd_stretch_is_hard(range) && !says->modulus);
    bind_hardness(row, says->least);
    bind_hardness(row, says->greatest);
  } else {
    for (int i = 0; i < 5; i++) bind_text(row, NULL);
  }
  return insert(row);
}

static int add_case(struct row *row, unsigned problem, const struct tmd_case *r) {
  static struct tmd_text_line line;
  tmd_list_values(&line, r);
  bind_number(row, problem);
  for (int i = 0; i < TMD_LIST_VALUES; i++) {
    const char *name = tmd_list_value_names[i];
    if (!strcmp(name, "function") || !strcmp(name, "in") || !strcmp(name, "out")) continue;
    if (!strcmp(name, "hardness")) bind_hardness(row, r->record.hardness);
    else bind_text(row, line.text + line.at[i]);
  }
  const double x = strtod(line.text + line.at[0], NULL);
  row->failed |= sqlite3_bind_double(row->statement, ++row->column, x) != SQLITE_OK;
  return insert(row);
}

static int add_section(struct row row[3], const struct tmd_list *list,
                       const struct tmd_list_section *section) {
  const struct tmd_domaingaps *gaps = &section->summary->gaps;
  int failed = add_problem(row, list, section);
  for (size_t i = section->first; i < section->behind && !failed; i++) {
    const struct tmd_stretch *r = list->results->stretch + i;
    failed = add_claim(row + 1, section->number, r, r->says.reason ? "region" : "searched");
  }
  for (size_t i = 0; i < gaps->count && !failed; i++)
    failed = add_claim(row + 1, section->number, gaps->range + i, "gap");
  for (size_t at = section->from; !failed;) {
    const struct tmd_case *r = tmd_list_case(list, &at, section->to);
    if (!r) break;
    failed = add_case(row + 2, section->number, r);
  }
  return failed;
}

static int add_all(sqlite3 *database, const struct tmd_list *list) {
  static const char *const inserts[] = {insert_problem, insert_claim, insert_case};
  struct row row[3] = {{0}};
  int failed = sqlite3_exec(database, schema, NULL, NULL, NULL) != SQLITE_OK;
  for (int i = 0; i < 3 && !failed; i++)
    failed = sqlite3_prepare_v2(database, inserts[i], -1, &row[i].statement, NULL) != SQLITE_OK;
  for (struct tmd_list_section section = {0}; !failed && tmd_list_next(list, &section);)
    failed = add_section(row, list, &section);
  for (int i = 0; i < 3; i++) sqlite3_finalize(row[i].statement);
  return failed || sqlite3_exec(database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK ? -1 : 0;
}

int tmd_list_print_sqlite(FILE *out, const struct tmd_list *list) {
  sqlite3 *database = NULL;
  sqlite3_int64 bytes = 0;
  int failed = sqlite3_open(":memory:", &database) != SQLITE_OK || add_all(database, list);
  if (failed)
    failed =
        tmd_error(TMD_USAGE, "SQLite: %s", database ? sqlite3_errmsg(database) : "out of memory");
  unsigned char *content = failed ? NULL : sqlite3_serialize(database, "main", &bytes, 0);
  if (!failed && !content) failed = tmd_error(TMD_USAGE, "SQLite: out of memory");
  if (content) fwrite(content, 1, (size_t)bytes, out);
  sqlite3_free(content);
  sqlite3_close(database);
  return failed;
}
