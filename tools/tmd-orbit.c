/* tmd-orbit: confirmed claims in, the same and their images under a symmetry of f out. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/claim/hex-float.h"
#include "lib/cell/confirm.h"
#include "lib/cell/orbit.h"
#include "tools/stage/filter.h"

static struct tmd_orbit orbit;

static int read_plan(const char *name) {
  static struct tmd_planline line;
  struct tmd_planline_reader reader = {.lines = {.file = tmd_open_input(name), .name = name}};
  int more;
  orbit.planned = 1;
  while ((more = tmd_planline_next(&reader, &line)) > 0 && !tmd_orbit_add(&orbit, &line)) continue;
  if (more) tmd_fail();
  tmd_planline_close(&reader);
  fclose(reader.lines.file);
  tmd_orbit_sort(&orbit);
  return 0;
}

static const struct tmd_option options[] = {
    {"plan", 0, TMD_EACH, "PLAN", "only the images that lines of PLAN name; may be repeated", .each = read_plan},
    {0},
};

static const struct tmd_tool tool = {
    "tmd-orbit",
    "claim what follows by symmetry from confirmed claims",
    "[FILE...]",
    "Where f is odd or even, -x is as hard to round as x. Behind each claim of confirmed cases or proved regions,\n"
    "writes its image: the same claim of -x. Other claims, poly ones and those with candidates, pass through, as they\n"
    "all do where f has no symmetry (tmd-plan --list says which has one).\n"
    "\n"
    "With --plan, only of the ranges of PLAN whose columns symmetry and images name images, see tmd-stream(5). Of a claim that\n"
    "lies there in part, this part has an image. Without, of every range, whichever side of 0 it is on; x = 0 has no image.\n"
    "\n"
    "Each case of an image is confirmed by itself, by MPFR and Arb at -x, and must have the record that x has; else\n"
    "the record is wrong, exit status 2. Cases that tmd-ziv left undecided are left so. The output's order depends on the input\n"
    "alone; tmd-stat --merge joins what can be joined.\n"
    "\n"
    "The line of --stats adds images, the claims written beside those read, and cases, those confirmed in them.",
    options,
    "tmd-plan sin --format binary16 > sin.plan\n"
    "tmd-taylor sin.plan | tmd-exhaust | tmd-ziv | tmd-orbit --plan sin.plan | tmd-stat --plan sin.plan",
};

static unsigned long long images, cases;

static int wants(const struct tmd_claim *claim) {
  struct tmd_orbit_range part;
  return tmd_claim_confirmed(claim) && tmd_orbit_part(&orbit, claim, claim->X0, &part) != 0;
}

/* 1 if the record is what MPFR and Arb say of this argument, -1 on error (message). What tmd-ziv has decided is decided here at
   the same precision, whatever it was allowed. */
static int confirmed_again(const struct tmd_claim *claim, const struct tmd_function *function,
                           const struct tmd_case_record *record) {
  if (record->flags & TMD_CASE_UNDECIDED) return 1;
  struct tmd_case_record again;
  const int verdict = tmd_ziv_confirm(&claim->problem, function, &claim->cell, tmd_wide_load(record->X), TMD_ZIV_PRECISION_MOST,
                                      &again);
  return verdict < 0 ? -1 : verdict && !memcmp(&again, record, sizeof again);
}

/* Confirms all cases of an image. 0, or -1 (message): the first that is not what its record says. */
static int confirm(const struct tmd_claim *claim) {
  const size_t count = claim->kind == TMD_CASE ? claim->record_count : 0;
  const struct tmd_function *function = tmd_function_find(claim->problem.function);
  const struct tmd_case_record *record = (const struct tmd_case_record *)claim->records;
  if (!function) return -1;
  size_t first = count;
  char error[512] = "";
  int status = 0;
#pragma omp parallel for schedule(dynamic, 16) num_threads(tmd_threads())
  for (size_t i = 0; i < count; i++) {
    const int same = confirmed_again(claim, function, record + i);
    if (same == 1) continue;
#pragma omp critical
    if (i < first) {
      first = i;
      status = same < 0 ? tmd_error_status() : 0;
      snprintf(error, sizeof error, "%s", same < 0 ? tmd_error_text() : "");
    }
  }
  if (first == count) {
    for (size_t i = 0; i < count; i++) cases += !(record[i].flags & TMD_CASE_UNDECIDED);
    return 0;
  }
  if (status) return tmd_error(status, "%s", error);
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  return tmd_error(TMD_USAGE, "%s: the record of a case contradicts that of its image %s", function->name,
                   tmd_hexfloat_print(x, claim->cell.sign_x, tmd_wide_load(record[first].X),
                                      tmd_cell_unit(&claim->problem, &claim->cell)));
}

/* The images of the claim being worked on. */
static struct tmd_claim *image;
static size_t image_count, image_capacity;

static struct tmd_claim *next_image(void) {
  if (image_count == image_capacity) {
    image_capacity = 2 * image_capacity + 4;
    image = tmd_reallocate(image, image_capacity * sizeof *image);
    memset(image + image_count, 0, (image_capacity - image_count) * sizeof *image);
  }
  return image + image_count++;
}

/* A claim is written when all its images are confirmed: a record that one of them contradicts is not passed on. */
static int apply(struct tmd_claim *claim, struct tmd_writer *writer) {
  static struct tmd_claim piece;
  struct tmd_orbit_range part;
  int more;
  image_count = 0;
  for (tmd_u128 X = claim->X0; (more = tmd_orbit_part(&orbit, claim, X, &part)) > 0; X = part.X1) {
    tmd_claim_part(&piece, claim, part.X0, part.X1);
    for (unsigned i = 1; i <= part.images; i++) {
      struct tmd_claim *made = next_image();
      tmd_symmetry_claim(made, &piece, part.symmetry, i);
      if (confirm(made)) return -1;
    }
  }
  images += image_count;
  return more || tmd_writer_put(writer, claim) || tmd_writer_put_all(writer, image, image_count) ? -1 : 0;
}

static void stats(FILE *out) { fprintf(out, " images=%llu cases=%llu", images, cases); }

int main(int argc, char **argv) {
  return tmd_filter_run(&tool, &(struct tmd_filter){.wants = wants, .apply = apply, .stats = stats}, argc, argv);
}
