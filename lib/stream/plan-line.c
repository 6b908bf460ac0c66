#include "lib/stream/plan-line.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/stream/claim.h"

enum { FIELDS = 16 };

#define COST_MAX 1e300 /* any cost is less; near the greatest double one is printed as more */

void tmd_planline_header(FILE *out) { fprintf(out, "%s\n", TMD_PLAN_HEADER); }

/* A field of x, or of pairs one of x and one of y, with a semicolon between them. */
static void print_two(FILE *out, const struct tmd_problem *problem, int of_x, int of_y) {
  fprintf(out, "\t%d", of_x);
  if (tmd_problem_of_pairs(problem)) fprintf(out, ";%d", of_y);
}

static int parse_two(int *of_x, int *of_y, const struct tmd_problem *problem, char *field) {
  *of_y = 0;
  if (!tmd_problem_of_pairs(problem)) return tmd_int_parse(of_x, field);
  char *of_second = field, *first = strsep(&of_second, ";");
  return !of_second || tmd_int_parse(of_x, first) || tmd_int_parse(of_y, of_second);
}

void tmd_place_print(FILE *out, const struct tmd_problem *problem, const struct tmd_cell *cell,
                     tmd_u128 X0, tmd_u128 X1) {
  tmd_problem_print_columns(out, problem);
  print_two(out, problem, cell->sign_x, cell->sign_y);
  fprintf(out, "\t%d", cell->sign_f);
  print_two(out, problem, cell->e_in, cell->e_y);
  fprintf(out, "\t%d\t%s\t%s", cell->e_out, TMD_WIDE_TEXT(X0), TMD_WIDE_TEXT(X1));
}

const char *tmd_place_parse(const struct tmd_problem **problem, struct tmd_cell *cell, tmd_u128 *X0,
                            tmd_u128 *X1, char *const *field) {
  struct tmd_problem p = {.name = field[0]};
  if (!*field[0] || strlen(field[0]) >= TMD_FUNCTION_MAX_BYTES)
    return "function is missing or too long";
  if (tmd_problem_in_parse(&p, field[1]) || tmd_format_parse(&p.out, field[2]) ||
      tmd_modes_parse(&p.modes, field[3]))
    return tmd_error_text();
  if (tmd_int_parse(&p.bits, field[4])) return "bits is not an integer";
  if (!(*problem = tmd_problem_intern(&p))) return tmd_error_text();
  if (parse_two(&cell->sign_x, &cell->sign_y, &p, field[5]) ||
      tmd_int_parse(&cell->sign_f, field[6]))
    return "a sign is not an integer";
  if (parse_two(&cell->e_in, &cell->e_y, &p, field[7]) || tmd_int_parse(&cell->e_out, field[8]))
    return "an exponent is not an integer";
  if (tmd_wide_parse(X0, field[9]) || tmd_wide_parse(X1, field[10]))
    return "X0 or X1 is not an integer";
  return tmd_cell_check(*problem, cell, *X0, *X1) ? tmd_error_text() : NULL;
}

void tmd_planline_print(FILE *out, const struct tmd_planline *line) {
  char symmetry[TMD_SYMMETRY_TEXT_BYTES];
  tmd_place_print(out, line->problem, &line->cell, line->X0, line->X1);
  fprintf(out, "\t%s\t%s\t%u\t%s\t%.3g\n", line->region ? tmd_reason_name(line->region) : "-",
          line->images ? tmd_symmetry_print(symmetry, &line->symmetry) : "-", line->images,
          *line->plan ? line->plan : "-", line->cost_seconds);
}

/* Fields 12 and 13: "-" and 0, or a symmetry and a number of images that it can give. */
static const char *parse_symmetry(struct tmd_planline *line, char *const *field) {
  int images;
  const int none = !strcmp(field[12], "-");
  if (tmd_symmetry_parse(&line->symmetry, none ? "none" : field[12]) ||
      (!none && tmd_symmetry_none(&line->symmetry)))
    return "unknown symmetry";
  if (tmd_int_parse(&images, field[13]) || images < 0) return "images is not an integer >= 0";
  line->images = (unsigned)images;
  if ((images == 0) != none || !tmd_symmetry_gives(&line->symmetry, line->images))
    return "symmetry and images do not agree";
  if (images && line->X0 == 0) return "x = 0 has no image";
  return NULL;
}

/* Fills the line from its fields; NULL or the fault. */
static const char *parse_fields(struct tmd_planline *line, char *const *field) {
  const char *wrong = tmd_place_parse(&line->problem, &line->cell, &line->X0, &line->X1, field);
  char *end;
  if (wrong) return wrong;
  line->region = (unsigned)tmd_reason_parse(field[11]);
  if (!line->region && strcmp(field[11], "-")) return "unknown region";
  if ((wrong = parse_symmetry(line, field))) return wrong;
  if (strlen(field[14]) >= sizeof line->plan) return "plan text too long";
  strcpy(line->plan, strcmp(field[14], "-") ? field[14] : "");
  if (tmd_plan_check(line->plan)) return tmd_error_text();
  line->cost_seconds = strtod(field[15], &end);
  if (end == field[15] || *end || !(line->cost_seconds >= 0 && line->cost_seconds <= COST_MAX))
    return "cost is not a number from 0 to 1e300";
  return NULL;
}

static int malformed(const struct tmd_lines *lines, const char *what) {
  return tmd_lines_malformed(lines, lines->number, what);
}

/* The next line: 1, 0 at the end, -1 (message). Headers are passed. */
static int next_line(struct tmd_lines *lines, struct tmd_planline *line) {
  char *field[FIELDS];
  int status, fields = 0;
  do status = tmd_lines_next(lines);
  while (status > 0 && !strcmp(lines->text, TMD_PLAN_HEADER));
  if (status == 0 && !lines->number)
    return malformed(lines, "empty: not even the header of a plan");
  if (status <= 0) return status;
  if (lines->number == 1) return malformed(lines, "not the header of a plan");
  for (char *rest = lines->text; rest; fields++) {
    char *word = strsep(&rest, "\t");
    if (fields < FIELDS) field[fields] = word;
  }
  if (fields != FIELDS) return malformed(lines, "not 16 fields");
  const char *wrong = parse_fields(line, field);
  return wrong ? malformed(lines, wrong) : 1;
}

int tmd_plan_each(FILE *plan, const char *name, tmd_plan_visit *visit, void *context) {
  static _Thread_local struct tmd_planline line;
  struct tmd_lines lines = {.file = plan, .name = name, .kind = "a plan"};
  int status;
  while ((status = next_line(&lines, &line)) > 0 && !(status = visit(&line, context))) continue;
  tmd_lines_close(&lines);
  fclose(plan);
  return status;
}
