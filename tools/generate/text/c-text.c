#include "tools/generate/text/c-text.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/error.h"
#include "lib/base/random.h"
#include "lib/cli/options.h"
#include "tools/generate/double-word/double-word.h"
#include "tools/generate/fixed-point/fixed-scheme.h"
#include "tools/generate/near-zero.h"
#include "tools/generate/no-fma.h"
#include "tools/generate/text/byte-text.h"
#include "tools/generate/text/c-comment.h"
#include "tools/generate/text/project-text.h"
#include "tools/generate/text/single-text.h"
#include "tools/generate/vector/vector-text.h"

enum { COLUMNS = 4 };

/* 1 if table i has the name of the one before it. */
static int follows(const struct tmd_design *design, int i) {
  const struct tmd_table *table = design->table + i;
  return i > 0 && table->count && table[-1].count && !strcmp(table->name, table[-1].name);
}

/* Lines begin with the margin, also below. */
static void print_table(FILE *out, const struct tmd_design *design, int i, const char *margin,
                        const char *qualifiers) {
  const struct tmd_table *table = design->table + i;
  char text[TMD_DOUBLE_TEXT_BYTES];
  int count = 0;
  for (int k = i; k == i || (k < TMD_TABLES_MAX && follows(design, k)); k++)
    count += design->table[k].count;
  fprintf(out, "%s%sdouble %s[%d] = {", margin, qualifiers, table->name, count);
  for (int k = 0; k < count; k++) {
    const struct tmd_table *at = table + k / table->count;
    fprintf(out, "%s%s%s%s,", k % COLUMNS ? " " : "\n", k % COLUMNS ? "" : margin,
            k % COLUMNS ? "" : "  ",
            tmd_double_print(text, tmd_table_stored(at, k % table->count)));
  }
  fprintf(out, "\n%s};\n", margin);
}

/* ---- exceptions: arguments with exact results, and those at which y is replaced ---- */

enum { FEW = 8, FEW_EXACT = 2, SLOTS_LOG2_MAX = 7 };

/* A few are compared one by one, y being replaced after the evaluation; exact results come first,
   and raise nothing. If there are more of either, one comparison with the slot of the argument's
   hash is made. */
struct exceptions {
  int count, log2; /* slots: 2^log2; 0: no hash */
  int few;         /* the number of design->replaced that are compared one by one */
  uint32_t zeros;  /* bits that are 0 in all that have slots, if few arguments have them; or 0 */
  const struct tmd_replaced *of[TMD_REPLACED_MAX + TMD_EXACT_MAX];
  const struct tmd_replaced *slot[1 << SLOTS_LOG2_MAX];
  uint32_t factor; /* slot: x factor mod 2^32, shifted right by 32 - log2 */
};

static int spread(struct exceptions *all) {
  memset(all->slot, 0, sizeof all->slot);
  for (int i = 0; i < all->count; i++) {
    const struct tmd_replaced **slot =
        all->slot + (all->of[i]->x * all->factor >> (32 - all->log2));
    if (*slot) return 0;
    *slot = all->of[i];
  }
  return 1;
}

static void find_hash(struct exceptions *all) {
  uint64_t state = 1;
  for (all->log2 = 1; 1 << all->log2 < all->count; all->log2++) {}
  for (int tries = 1;; tries++) {
    all->factor = (uint32_t)tmd_random(&state) | 1;
    if (spread(all)) return;
    if (tries % 4000 == 0 && all->log2 < SLOTS_LOG2_MAX) all->log2++;
  }
}

/* Integers, as arguments, have many. */
static void find_zeros(struct exceptions *all, const struct tmd_design *design) {
  enum { MANY = 16 };
  if (design->scaling.by || design->format->every || design->exact_count <= FEW_EXACT) return;
  all->zeros = ~0u;
  for (int i = 0; i < design->exact_count; i++) all->zeros &= ~design->exact[i].x;
  if (__builtin_popcount(all->zeros) < MANY) all->zeros = 0;
}

static void find_exceptions(struct exceptions *all, const struct tmd_design *design, int trial) {
  *all = (struct exceptions){.count = 0};
  if (!design->scheme->returns_early) find_zeros(all, design);
  const int apart = design->scaling.by || all->zeros;
  for (int i = 0; i < design->exact_count; i++) all->of[all->count++] = design->exact + i;
  for (int i = 0; i < design->replaced_count && !trial && !apart; i++)
    all->of[all->count++] = design->replaced + i;
  if (design->exact_count > (design->scaling.by ? 0 : FEW_EXACT) ||
      all->count - design->exact_count > FEW || (design->scheme->returns_early && all->count))
    find_hash(all);
  if (!trial && (apart || !all->log2)) all->few = design->replaced_count;
}

/* A free slot has the argument of another one, which is never compared with it. */
static void print_slots(FILE *out, const struct exceptions *all, const char *margin) {
  if (!all->log2) return;
  for (int kind = 0; kind < 2; kind++) {
    fprintf(out, "%sstatic const %s[%d] = {", margin, kind ? "double Y" : "uint32_t X",
            1 << all->log2);
    for (int i = 0; i < 1 << all->log2; i++) {
      const struct tmd_replaced *const at = all->slot[i] ? all->slot[i] : all->of[0];
      if (i % COLUMNS) fputs(" ", out);
      else fprintf(out, "\n%s  ", margin);
      if (kind) fprintf(out, "%a,", at->y);
      else fprintf(out, "0x%08x,", at->x);
    }
    fprintf(out, "\n%s};\n", margin);
  }
}

/* Constants would be rounded by the compiler, to nearest, without flags. */
static void print_few(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                      int near) {
  const int odd = design->by_size && design->f->symmetry.parity == TMD_PARITY_ODD;
  for (int i = 0; i < all->few; i++) {
    if (tmd_near_has(design, design->replaced[i].x) != near) continue;
    fprintf(out, "  static const volatile double y%d = %a; /* rounded when it is run */\n", i,
            design->replaced[i].y);
    fprintf(out, "  if (__builtin_expect(v.u%s == 0x%08xu, 0)) y = y%d%s;\n",
            design->by_size ? " << 1" : "", design->replaced[i].x << design->by_size, i,
            odd ? " * __builtin_copysign(1.0, x)" : "");
  }
  fputs("  return (float)y;\n", out);
}

static void print_few_exact(FILE *out, const struct tmd_design *design) {
  for (int i = 0; i < design->exact_count; i++)
    fprintf(out, "  if (__builtin_expect(v.u == 0x%08xu, 0)) return (float)(%a);\n",
            design->exact[i].x, design->exact[i].y);
}

/* Arguments are scaled: an exact result is that of the scaled one times a power of 2. */
static void print_scaled(FILE *out, const struct tmd_design *design, const struct exceptions *all) {
  const struct tmd_scaling *scaling = &design->scaling;
  const int odd = scaling->parity == TMD_PARITY_ODD;
  fprintf(out,
          "  const union { double f; uint64_t u; } d = {.f = %s}; /* exactly */\n"
          "  const uint32_t high = (uint32_t)(d.u >> 32), n = (high >> 20 & 2047) / %d,\n"
          "                 scaled = high - n * 0x%x00000, slot = scaled * 0x%08xu >> %d;\n"
          "  if (__builtin_expect(scaled == X[slot], 0) && (v.u << 1) - 1 < 0xfeffffff) {\n"
          "    const union { int64_t i; double f; } scale = {\n"
          "        .i = (int64_t)(1023 + ((int)n - %d) * %d) << 52};\n"
          "    return (float)(%sY[slot] * scale.f);\n"
          "  }\n",
          scaling->parity == TMD_PARITY_NONE ? "x" : "__builtin_fabsf(x)", scaling->by,
          (unsigned)scaling->by, all->factor, 32 - all->log2, 1023 / scaling->by, scaling->result,
          odd ? "__builtin_copysign(1.0, x) * " : "");
}

static void print_lookup(FILE *out, const struct tmd_design *design, const struct exceptions *all) {
  const char *u = design->by_size ? "size" : "v.u";
  if (all->zeros) {
    fprintf(out,
            "  if (__builtin_expect((v.u & 0x%x) == 0, 0)) {\n"
            "    const uint32_t slot = v.u * 0x%08xu >> %d;\n"
            "    if (v.u == X[slot]) return (float)Y[slot];\n"
            "  }\n",
            all->zeros, all->factor, 32 - all->log2);
    return;
  }
  if (design->by_size) fputs("  const uint32_t size = v.u & 0x7fffffff;\n", out);
  fprintf(out,
          "  const uint32_t slot = %s * 0x%08xu >> %d;\n"
          "  if (__builtin_expect(%s == X[slot], 0)) return (float)%s;\n",
          u, all->factor, 32 - all->log2, u,
          design->by_size && design->f->symmetry.parity == TMD_PARITY_ODD
              ? "(Y[slot] * __builtin_copysign(1.0, x))"
              : "Y[slot]");
}

static void print_body(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                       int trial) {
  if (design->power || design->near.limit > 0) fputs("  const double xd = x;\n", out);
  if (design->scaling.by) print_scaled(out, design, all);
  else if (all->log2) print_lookup(out, design, all);
  else print_few_exact(out, design);
  if (design->near.limit > 0) tmd_near_print_call(out, design);
  design->scheme->print_reduction(out, design);
  tmd_terms_print(out, &design->steps, trial);
  print_few(out, design, all, 0);
  fputs("}\n", out);
}

static FILE *open_text(char **text, size_t *bytes) {
  FILE *result = open_memstream(text, bytes);
  if (!result) tmd_die(TMD_USAGE, "no memory for the text");
  return result;
}

static void close_text(FILE *text) {
  if (ferror(text) | fclose(text)) tmd_die(TMD_USAGE, "no memory for the text");
}

static void print_tables(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                         const char *margin, int trial) {
  for (int i = 0; i < TMD_TABLES_MAX; i++)
    if (design->table[i].count && !follows(design, i))
      print_table(out, design, i, margin, trial ? "" : "static const ");
  print_slots(out, all, margin);
  if (trial) fprintf(out, "double K[%d];\n", TMD_TERMS_MAX);
}

/* The beginning of a function's body. */
static void print_argument(FILE *out, const char *body) {
  if (strstr(body, "v.u")) fputs("  const union { float f; uint32_t u; } v = {.f = x};\n", out);
}

static void print_near(FILE *out, const struct tmd_design *design, const struct exceptions *all) {
  tmd_near_print(out, design);
  tmd_terms_print(out, &design->near.steps, 0);
  print_few(out, design, all, 1);
}

static void print_special(FILE *out, const struct tmd_design *design,
                          const struct exceptions *all) {
  (void)all;
  design->scheme->print_special(out, design);
}

/* A function SYMBOL_name with these attributes, whose body `print` writes: what is rare, in
   functions of its own, leaves registers to the others. */
static void print_own(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                      const char *name, const char *attributes,
                      void (*print)(FILE *out, const struct tmd_design *design,
                                    const struct exceptions *all)) {
  char *body;
  size_t bytes;
  FILE *lines = open_text(&body, &bytes);
  print(lines, design, all);
  close_text(lines);
  fprintf(out, "static __attribute__((%s)) float %s_%s(float x) {\n", attributes, design->symbol,
          name);
  print_argument(out, body);
  if (strstr(body, "xd")) fputs("  const double xd = x;\n", out);
  tmd_c_format_print_body(out, design->format, design->demands.set_errno, body);
  fputs("}\n\n", out);
  free(body);
}

/* The function from `body`. */
static void print_function(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                           const struct tmd_text *text, const char *body) {
  const struct tmd_c_format *format = design->format;
  const int set_errno = design->demands.set_errno;
  char name[sizeof design->symbol + 16] = "evaluate";
  if (text->library) snprintf(name, sizeof name, "evaluate_%s", design->symbol);
  if (tmd_c_format_has_entry(format, set_errno) && !text->in_floats)
    fprintf(out, "static inline float %s(float x) {\n", name);
  else fprintf(out, "float %s(float x);\nfloat %s(float x) {\n", design->symbol, design->symbol);
  if (text->library) print_tables(out, design, all, "  ", 0);
  print_argument(out, body);
  tmd_c_format_print_body(out, format, set_errno, body);
  if (!text->in_floats) tmd_c_format_print_entry(out, format, set_errno, design->symbol, name);
}

/* The functions that it calls, and their rewriting without FMA. */
static void print_shared(struct tmd_library_part *part, const struct tmd_design *design) {
  char *functions;
  size_t bytes;
  FILE *lines = open_text(&functions, &bytes), *shared = open_text(&part->shared, &bytes);
  tmd_c_format_print_functions(lines, design->format, design->demands.set_errno);
  if (design->scheme->print_functions) design->scheme->print_functions(lines, design);
  close_text(lines);
  if (design->demands.no_fma) {
    tmd_no_fma_rewrite(functions), tmd_no_fma_rewrite(part->own);
    tmd_no_fma_print_functions(shared, functions, part->own);
  }
  fputs(functions, shared);
  close_text(shared);
  free(functions);
}

static struct tmd_library_part print_part(const struct tmd_design *design,
                                          const struct exceptions *all,
                                          const struct tmd_text *text) {
  struct tmd_library_part part;
  char *body;
  size_t bytes;
  FILE *lines = open_text(&body, &bytes);
  if (!design->results) print_body(lines, design, all, text->trial);
  close_text(lines);
  lines = open_text(&part.own, &bytes);
  if (text->library) tmd_comment_print(lines, design, text);
  if (design->near.limit > 0) print_own(lines, design, all, "near", "noinline", print_near);
  if (design->scheme->print_special)
    print_own(lines, design, all, "special", "noinline, cold", print_special);
  if (design->results) tmd_byte_text_print(lines, design);
  else print_function(lines, design, all, text, body);
  close_text(lines);
  print_shared(&part, design);
  free(body);
  return part;
}

struct tmd_library_part tmd_library_part(const struct tmd_design *design,
                                         const struct tmd_text *text) {
  static struct exceptions all;
  const int in_pairs = design->demands.arithmetic == TMD_FLOAT_FLOAT;
  if (design->demands.vector || in_pairs) {
    struct tmd_library_part part;
    size_t bytes;
    FILE *lines = open_text(&part.shared, &bytes);
    (in_pairs ? tmd_word_print_lanes : tmd_vector_print_lanes)(lines, design);
    close_text(lines);
    lines = open_text(&part.own, &bytes);
    (in_pairs ? tmd_word_print_own : tmd_vector_print_own)(lines, design, text);
    close_text(lines);
    return part;
  }
  find_exceptions(&all, design, 0);
  return print_part(design, &all, text);
}

static void print_code(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                       const struct tmd_text *text, const struct tmd_library_part *part) {
  if (!text->library) {
    print_tables(out, design, all, "", text->trial);
    fputs("\n", out);
  }
  fputs(part->shared, out);
  fputs(part->own, out);
}

/* The code by operations on floats. */
static void print_single(FILE *out, const struct tmd_design *design, const struct exceptions *all,
                         const struct tmd_text *text, const struct tmd_library_part *part) {
  char *code;
  size_t bytes;
  FILE *lines = open_text(&code, &bytes);
  print_code(lines, design, all, text, part);
  close_text(lines);
  char *single = tmd_single_text(code);
  fputs(single, out);
  free(single), free(code);
}

static void print_for_project(FILE *out, const struct tmd_design *design,
                              const struct exceptions *all, const struct tmd_text *text,
                              const struct tmd_library_part *part) {
  char *code;
  size_t bytes;
  FILE *lines = open_text(&code, &bytes);
  print_code(lines, design, all, text, part);
  close_text(lines);
  tmd_project_print(out, design, code);
  free(code);
}

void tmd_design_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  static struct exceptions all;
  if (design->demands.arithmetic == TMD_INTEGER) {
    tmd_fixed_print(out, design, text);
    return;
  }
  if (design->demands.arithmetic == TMD_FLOAT_FLOAT) {
    tmd_word_print(out, design, text);
    return;
  }
  if (design->demands.vector) {
    tmd_vector_print(out, design, text);
    return;
  }
  const int project = design->demands.project && !text->in_c;
  find_exceptions(&all, design, text->trial || (project && tmd_project_lists(design)));
  const struct tmd_library_part part = print_part(design, &all, text);
  if (!text->library) tmd_comment_print(out, design, text);
  if (project) print_for_project(out, design, &all, text, &part);
  else {
    tmd_beginning_print(out, &design->demands);
    (design->demands.arithmetic == TMD_FLOAT ? print_single : print_code)(out, design, &all, text,
                                                                          &part);
  }
  free(part.shared), free(part.own);
}
