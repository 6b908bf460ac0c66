#include "tools/generate/vector/vector-text.h"

#include "tools/generate/vector/listed.h"

const struct tmd_scheme *tmd_vector_scheme_find(const struct tmd_function *f) {
  static const struct tmd_scheme *const schemes[] = {
      &tmd_vector_exponential, &tmd_vector_logarithm,  &tmd_vector_exponential_m1,
      &tmd_vector_hyperbolic,  &tmd_vector_tanh,       &tmd_vector_root,
      &tmd_vector_square_root, &tmd_vector_arctangent, &tmd_vector_arcsine,
      &tmd_vector_arccosine,   &tmd_vector_erf,        &tmd_vector_erfc,
      &tmd_vector_plus,        &tmd_vector_odd,        &tmd_vector_sine,
      &tmd_vector_tangent,     &tmd_vector_gamma,      &tmd_vector_log_gamma};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (schemes[i]->data(f)) return schemes[i];
  return NULL;
}

/* ---- exceptions ---- */

enum { FEW = 2, MANY = 16 };

/* Bits that are 0 in all arguments with exact results, if there are more than a few, and few others
   have them; or 0. */
static uint32_t zeros(const struct tmd_design *design) {
  uint32_t result = ~0u;
  if (design->exact_count <= FEW) return 0;
  for (int i = 0; i < design->exact_count; i++) result &= ~design->exact[i].x;
  return __builtin_popcount(result) < MANY ? 0 : result;
}

/* The lanes with this argument, or that of the other sign, if it stands for both. */
static void print_equal(FILE *out, const struct tmd_design *design, uint32_t x) {
  fprintf(out, design->by_size ? "(u & 0x7fffffff) == 0x%08x" : "u == (int)0x%08x", x);
}

/* The arguments that are compared with u, or with |x|'s encodings, as no other condition finds
   them, in groups: their number. */
static int find_listed(struct tmd_listed *group, const struct tmd_design *design, int trial) {
  uint32_t x[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  const uint32_t beyond = design->scheme->lanes->beyond;
  int count = 0;
  for (int i = 0; i < design->exact_count && !zeros(design); i++) x[count++] = design->exact[i].x;
  for (int i = 0; i < design->replaced_count && !trial; i++)
    if (!beyond || (design->replaced[i].x & 0x7fffffff) < beyond)
      x[count++] = design->replaced[i].x;
  return tmd_listed_divide(group, x, count);
}

void tmd_vector_print_rare(FILE *out, const struct tmd_design *design, int trial,
                           const char *half) {
  struct tmd_listed group[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  const uint32_t zero = zeros(design);
  const int count = find_listed(group, design, trial);
  fputs("vnot(", out);
  design->scheme->lanes->print_usual(out, design);
  fputs(")", out);
  if (zero)
    fprintf(out, " |\n      (((u & 0x%x) == 0) & (u != 0x%x))", zero,
            design->scheme->lanes->harmless);
  for (int k = 0; k < count; k++) {
    fputs(" |\n      (", out);
    if (group[k].count == 1) print_equal(out, design, group[k].word[0]);
    else
      fprintf(out, "vlisted%s(u%s, %d, %s_listed%d)", half, design->by_size ? " & 0x7fffffff" : "",
              group[k].shift, design->symbol, k);
    fputs(")", out);
  }
}

void tmd_vector_print_listed(FILE *out, const struct tmd_design *design, int trial) {
  struct tmd_listed group[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  tmd_listed_print(out, group, find_listed(group, design, trial), design->symbol);
}

void tmd_vector_print_replaced(FILE *out, const struct tmd_design *design, int trial) {
  const int odd = design->by_size && design->f->symmetry.parity == TMD_PARITY_ODD,
            count = design->exact_count + (trial ? 0 : design->replaced_count);
  for (int i = 0; i < count; i++) {
    const struct tmd_replaced *at =
        i < design->exact_count ? design->exact + i : design->replaced + i - design->exact_count;
    fputs("  y = vselect(", out);
    print_equal(out, design, at->x);
    fprintf(out, odd ? ", vsigned(vall(%a), x), y);\n" : ", vall(%a), y);\n", at->y);
  }
}

static void print_rare_function(FILE *out, const struct tmd_design *design, int trial,
                                const char *width) {
  const struct tmd_lanes *lanes = design->scheme->lanes;
  char far[80] = "";
  fprintf(
      out,
      "/* Lanes whose results the steps do not give get another argument, and then another y. */\n"
      "TMD_RARE vdouble %s_rare%s(vhalf lanes) {\n"
      "  const vhalfint u = vbits(lanes), size = u & 0x7fffffff;\n"
      "  const vdouble x = vwiden(lanes);\n"
      "  vhalfint usual = ",
      design->symbol, width);
  lanes->print_usual(out, design);
  fputs(";\n", out);
  for (int i = 0; i < design->exact_count && !design->demands.device; i++) {
    fputs("  usual = usual & vnot(", out);
    print_equal(out, design, design->exact[i].x);
    fputs(");\n", out);
  }
  if (lanes->print_scaled) lanes->print_scaled(out, design);
  if (lanes->far) snprintf(far, sizeof far, ", %s", lanes->far);
  fprintf(out, "  vdouble y = %s_evaluate%s(vfloats(vchoose(usual, %s, vall_int(0x%x)))%s);\n",
          design->symbol, width, lanes->print_scaled ? "w" : "u", lanes->harmless, far);
  design->scheme->print_special(out, design);
  if (!design->demands.device) tmd_vector_print_replaced(out, design, trial);
  fputs("  return y;\n}\n\n", out);
}

static const char aside[] =
    "/* y; if it is c, the number next to it on the side of s, unless s is 0. */\n"
    "#ifndef vaside\n"
    "#define vaside(y, c, s) vdecoded(vencoding(y) + \\\n"
    "  ((((vencoding(y) ^ vencoding(s)) >> 63) | 1) & \\\n"
    "   ~(((vencoding(y) ^ vencoding(c)) | -(vencoding(y) ^ vencoding(c))) >> 63) & \\\n"
    "   (-(vencoding(s) & 0x7fffffffffffffff) >> 63)))\n"
    "#endif\n\n";

void tmd_vector_print_steps(FILE *out, const struct tmd_design *design, int trial,
                            const char *width) {
  const struct tmd_lanes *lanes = design->scheme->lanes;
  if (lanes->whole && !design->demands.device) return;
  if (lanes->side && design->demands.device) fputs(aside, out);
  if (design->scheme->print_functions && !*width) design->scheme->print_functions(out, design);
  fprintf(out,
          "/* y, before the last rounding. */\nTMD_LANE vdouble %s_evaluate%s(vhalf lanes%s) {\n",
          design->symbol, width, lanes->far ? ", int any_large" : "");
  if (!lanes->whole) design->scheme->print_reduction(out, design);
  tmd_terms_print(out, &design->steps, trial);
  if (lanes->side && design->demands.device)
    fprintf(out, "  const vdouble result = %s;\n  return vaside(result, %s);\n}\n\n", lanes->y,
            lanes->side);
  else fprintf(out, "  return %s;\n}\n\n", lanes->y);
  if (!lanes->whole) print_rare_function(out, design, trial, width);
}
