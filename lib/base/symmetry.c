#include "lib/base/symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const parities[] = {[TMD_PARITY_ODD] = "odd", [TMD_PARITY_EVEN] = "even"};
static const struct {
  const char *name;
  int has_a, has_b;
} steps[] = {
    [TMD_STEP_SCALE] = {"scale", 1, 1},         [TMD_STEP_LOG2] = {"log2", 0, 0},
    [TMD_STEP_LOG10] = {"log10", 0, 0},         [TMD_STEP_ADD] = {"add", 0, 1},
    [TMD_STEP_ALTERNATE] = {"alternate", 0, 0},
};

int tmd_symmetry_same(const struct tmd_symmetry *p, const struct tmd_symmetry *q) {
  return p->parity == q->parity && p->step == q->step && p->a == q->a && p->b == q->b;
}

const char *tmd_symmetry_print(char *text, const struct tmd_symmetry *s) {
  int at = 0;
  const int size = TMD_SYMMETRY_TEXT_BYTES;
  if (tmd_symmetry_none(s)) return strcpy(text, "none");
  if (s->parity) at = snprintf(text, (size_t)size, "%s%s", parities[s->parity], s->step ? "+" : "");
  if (s->step) at += snprintf(text + at, (size_t)(size - at), "%s", steps[s->step].name);
  if (s->step && steps[s->step].has_a) at += snprintf(text + at, (size_t)(size - at), ":%d", s->a);
  if (s->step && steps[s->step].has_b) snprintf(text + at, (size_t)(size - at), ":%d", s->b);
  return text;
}

/* ":NUMBER" behind *text, which moves on. */
static int parse_number(int *number, const char **text, int least) {
  char *end;
  const char *p = *text;
  if (p[0] != ':' || !(p[1] == '-' || (p[1] >= '0' && p[1] <= '9'))) return -1;
  const long value = strtol(p + 1, &end, 10);
  if (value < least || value > TMD_STEP_NUMBER_MAX) return -1;
  *number = (int)value;
  *text = end;
  return 0;
}

static int parse_step(struct tmd_symmetry *s, const char *text) {
  for (int i = TMD_STEP_SCALE; i <= TMD_STEP_ALTERNATE; i++) {
    const char *rest = text + strlen(steps[i].name);
    if (strncmp(text, steps[i].name, strlen(steps[i].name)) || (*rest && *rest != ':')) continue;
    s->step = (enum tmd_step)i;
    if (steps[i].has_a && parse_number(&s->a, &rest, 1)) return -1;
    if (steps[i].has_b && parse_number(&s->b, &rest, -TMD_STEP_NUMBER_MAX)) return -1;
    return *rest ? -1 : 0;
  }
  return -1;
}

int tmd_symmetry_parse(struct tmd_symmetry *s, const char *text) {
  char canonical[TMD_SYMMETRY_TEXT_BYTES];
  const char *step = text;
  *s = (struct tmd_symmetry){0};
  if (!strcmp(text, "none")) return 0;
  for (int i = TMD_PARITY_ODD; i <= TMD_PARITY_EVEN; i++) {
    const size_t bytes = strlen(parities[i]);
    if (strncmp(text, parities[i], bytes) || (text[bytes] && text[bytes] != '+')) continue;
    s->parity = (enum tmd_parity)i;
    if (!text[bytes]) return 0;
    step = text + bytes + 1;
  }
  return parse_step(s, step) || strcmp(text, tmd_symmetry_print(canonical, s)) ? -1 : 0;
}

unsigned tmd_symmetry_images(const struct tmd_symmetry *s, unsigned count) {
  return tmd_symmetry_sides(s) * (count + 1) - 1;
}

int tmd_symmetry_gives(const struct tmd_symmetry *s, unsigned images) {
  const unsigned sides = tmd_symmetry_sides(s);
  return images <= TMD_IMAGES_MAX && (images + 1) % sides == 0 && (s->step || images + 1 == sides);
}
