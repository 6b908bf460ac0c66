/* tmd-orbit: confirmed claims in, the same and their images under a symmetry of f out. */
#include <string.h>

#include "lib/base/error.h"
#include "lib/cell/confirm.h"
#include "lib/cli/program.h"
#include "lib/image/orbit.h"
#include "lib/problem/hex-float.h"
#include "tools/stage/progress.h"
#include "tools/stage/record-tests.h"
#include "tools/stage/stage.h"

static struct tmd_orbit orbit;

static int add_line(const struct tmd_planline *line, void *context) {
  return tmd_orbit_add(context, line);
}

static int read_plan(const char *name) {
  orbit.planned = 1;
  if (tmd_plan_each(tmd_open_input(name), name, add_line, &orbit)) tmd_fail();
  tmd_orbit_sort(&orbit);
  return 0;
}

static const struct tmd_option options[] = {
    {"plan", 0, TMD_EACH, "PLAN", "write only the images that lines of PLAN name; may be repeated",
     .each = read_plan},
    {0},
};

TMD_PAGE("tools/tmd-orbit.mdoc");

static const struct tmd_tool tool = {
    "tmd-orbit",
    "claim the images of confirmed claims under symmetries",
    "[FILE...]",
    "Writes each claim of confirmed cases or proved regions, followed by its images: the same "
    "claim about -x, 4x, 16x and so on, as far as a symmetry of f proves them.",
    options,
    "tmd-plan sin --format binary16 > plan\n"
    "tmd-taylor plan | tmd-exhaust --all | tmd-ziv | tmd-orbit --plan plan | tmd-stat --plan plan",
    tmd_page,
};

static unsigned long long images, cases;

static int take(struct tmd_load *load, const struct tmd_claim *claim) {
  enum { CLAIM_NS = 2000, RECORD_NS = 2600 };
  if (!tmd_claim_confirmed(claim)) return 0;
  /* claims without images are taken, too, so that they share blocks */
  const size_t count = (size_t)tmd_orbit_images(&orbit, claim);
  load->nanoseconds = CLAIM_NS + RECORD_NS * (double)claim->record_count;
  load->bytes = count * (sizeof *claim + claim->record_count * claim->record_bytes);
  return 1;
}

/* The images of the claims of a batch, in the order of the claims. */
static struct work {
  struct tmd_claim *image;
  size_t count, capacity;
  size_t *first; /* of claim i: image[first[i]] to image[first[i + 1] - 1] */
  size_t first_capacity;
  struct tmd_verdicts verdicts;
} works[TMD_QUEUES];

static struct tmd_claim *next_image(struct work *work) {
  work->image = tmd_grow_zeros(work->image, &work->capacity, work->count + 1, sizeof *work->image);
  return work->image + work->count++;
}

static void add_images(struct work *work, const struct tmd_claim *claim) {
  static struct tmd_claim piece;
  struct tmd_orbit_range part;
  for (tmd_u128 X = claim->X0; tmd_orbit_next(&orbit, claim, &X, &piece, &part);)
    for (unsigned i = 1; i <= part.images; i++)
      work->count -= !tmd_symmetry_claim(next_image(work), &piece, &part.symmetry,
                                         i); /* the image may be empty */
}

static int submit(struct tmd_batch *batch, const struct tmd_executor *executor) {
  struct work *work = &works[batch->queue];
  work->first = tmd_grow(work->first, &work->first_capacity, batch->count + 1, sizeof *work->first);
  work->count = 0;
  for (size_t i = 0; i < batch->count; i++) {
    work->first[i] = work->count;
    add_images(work, &batch->claims[i]);
  }
  work->first[batch->count] = work->count;
  tmd_verdicts_clear(&work->verdicts);
  tmd_verdicts_find(&work->verdicts, work->image, work->count, executor->threads,
                    tmd_confirm_image);
  return 0;
}

/* 0, or -1 (message) if an image's case contradicts its record. */
static int check_image(const struct work *work, size_t i) {
  const struct tmd_claim *image = work->image + i;
  const struct tmd_case_record *record = (const struct tmd_case_record *)image->records;
  const size_t first = work->verdicts.first[i], count = work->verdicts.first[i + 1] - first;
  for (size_t k = 0; k < count; k++) {
    if (!work->verdicts.verdict[first + k])
      return tmd_error(TMD_USAGE, "%s: the record of a case contradicts that of its image %s",
                       image->problem->name,
                       TMD_ARGUMENT_TEXT(image->problem, &image->cell, tmd_wide_load(record[k].X)));
    cases += !(record[k].flags & TMD_CASE_UNDECIDED);
  }
  return tmd_verdicts_failed(&work->verdicts, i);
}

/* Writes a claim after all its images are confirmed, so that no record contradicted by an image is
   passed on. */
static int collect(struct tmd_batch *batch, const struct tmd_executor *executor, size_t i,
                   struct tmd_output *output) {
  struct work *work = &works[batch->queue];
  const size_t first = work->first[i], behind = work->first[i + 1];
  (void)executor;
  for (size_t k = first; k < behind; k++)
    if (check_image(work, k)) return -1;
  if (tmd_output_move(output, &batch->claims[i])) return -1;
  for (size_t k = first; k < behind; k++, images++) {
    tmd_progress_cases(work->image + k);
    if (tmd_output_move(output, work->image + k)) return -1;
  }
  return 0;
}

static void stats(FILE *out) { fprintf(out, " images=%llu cases=%llu", images, cases); }

int main(int argc, char **argv) {
  static const struct tmd_stage stage = {take, submit, collect, stats, .joins = 1};
  return tmd_stage_run(&tool, &stage, argc, argv);
}
