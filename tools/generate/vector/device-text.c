/* The C text of a design for devices, OpenCL C or CUDA C++, where the mode of rounding is fixed:
   y is evaluated to nearest, and the last rounding is a conversion in one of four modes. */
#include "tools/generate/vector/short/short-device.h"
#include "tools/generate/vector/short/short-text.h"
#include "tools/generate/vector/vector-text.h"

TMD_LANES_TEXT(opencl, "tools/generate/vector/lanes-opencl.h");
TMD_LANES_TEXT(cuda, "tools/generate/vector/lanes-cuda.h");

static const struct mode {
  const char *suffix, *opencl, *cuda; /* of the function's name, and of conversions */
} modes[] = {
    {"", "_rte", "rn"}, {"_rtz", "_rtz", "rz"}, {"_rtp", "_rtp", "ru"}, {"_rtn", "_rtn", "rd"}};
enum { MODES = sizeof modes / sizeof *modes };

/* A result is wrong only where a number of the format, or a midpoint, is y, or lies between f and
   y: |y - f| is less than 2^-(m+1) of a unit in f's last place, that is 2^29 in y's encoding, or
   2^30 if y is in the binade below. So y's encoding is within 2^(29-m) of a multiple of 2^28. If f
   is subnormal, the unit is larger, and numbers and midpoints are multiples of more. */
/* In 16 bits: exceptions are few, and are looked for everywhere. */
static void print_short_y(FILE *out, const struct tmd_design *design, const struct tmd_text *text,
                          const char *width) {
  const char *name = design->symbol;
  fprintf(out,
          "TMD_LANE vdouble %s_y%s(vhalf lanes) {\n"
          "  const vhalfint u = vbits(lanes);\n"
          "  const vdouble x = vwiden(lanes);\n"
          "  const vhalfint usual = ",
          name, width);
  design->scheme->lanes->print_usual(out, design);
  fprintf(out,
          ";\n"
          "  vdouble y = %s_evaluate%s(lanes%s);\n"
          "  if (vsome(vnot(usual))) y = %s_rare%s(lanes);\n"
          "  (void)x;\n",
          name, width, design->scheme->lanes->far ? ", 0" : "", name, width);
  tmd_vector_print_replaced(out, design, text->trial);
  fputs("  return y;\n}\n\n", out);
}

void tmd_device_print_y(FILE *out, const struct tmd_design *design, const struct tmd_text *text,
                        const char *width) {
  const char *name = design->symbol;
  if (design->scheme->lanes->whole) {
    fprintf(out, "#define %s_y%s %s_evaluate%s\n\n", name, width, name, width);
    return;
  }
  if (tmd_short_is(design)) {
    print_short_y(out, design, text, width);
    return;
  }
  const long near = 1L << (29 - tmd_design_bits(design, 24));
  fprintf(out, "TMD_RARE vdouble %s_replaced%s(vhalf lanes, vdouble y) {\n", name, width);
  fputs(
      "  const vhalfint u = vbits(lanes);\n  const vdouble x = vwiden(lanes);\n  (void)u, (void)x;\n",
      out);
  tmd_vector_print_replaced(out, design, text->trial);
  fprintf(
      out,
      "  return y;\n}\n\n"
      "/* Exceptions are looked for where y is next to a number of the format or a midpoint. */\n"
      "TMD_LANE vdouble %s_y%s(vhalf lanes) {\n"
      "  const vhalfint u = vbits(lanes);\n"
      "  const vhalfint usual = ",
      name, width);
  design->scheme->lanes->print_usual(out, design);
  fprintf(
      out,
      ";\n"
      "  if (vsome(vnot(usual))) return %s_replaced%s(lanes, %s_rare%s(lanes));\n"
      "  const vdouble y = %s_evaluate%s(lanes%s);\n"
      "  if (vsome(((vending(y) + 0x%lx) & 0x0fffffff) < 0x%lx)) return %s_replaced%s(lanes, y);\n"
      "  return y;\n}\n\n",
      name, width, name, width, name, width, design->scheme->lanes->far ? ", 0" : "", near,
      2 * near, name, width);
}

/* With --ftz no conversion depends on whether the device flushes: arguments and results that are
   subnormal are found by their encodings, and each y that is converted is 0, or normal as a float.
   A y below 2^-126 rounds to it, or away from it, on either side of `least`: of 2^-126 itself
   toward zero, of the midpoint 2^-126 - 2^-150 to nearest (its even neighbour is 2^-126), and of
   the greatest subnormal number, 2^-126 - 2^-149, away from zero. */
static void print_flush(FILE *out, const char *name, const char *width) {
  fprintf(
      out,
      "TMD_LANE vhalf %s_argument%s(vhalf lanes) {\n"
      "  const vhalfint u = vbits(lanes), size = u & 0x7fffffff;\n"
      "  return vfloats(vchoose(size < 0x00800000, u ^ size, u));\n}\n\n"
      "/* 0 where y, rounded, is below 2^-126, else at least this; mode: 0 to nearest, 1 toward\n"
      "   zero, 2 up, 3 down. */\n"
      "TMD_LANE vdouble %s_flushed%s(vdouble y, int mode) {\n"
      "  const vlong u = vencoding(y), size = u & 0x7fffffffffffffff, sign = u >> 63;\n"
      "  const vlong away = mode == 2 ? ~sign : mode == 3 ? sign : sign & 0;\n"
      "  const vlong below = mode == 0 ? (sign & 0) + 0x20000000 : away & 0x3fffffff;\n"
      "  const vlong least = 0x3810000000000000 - below, normal = least + below;\n"
      "  const vlong z = vchoose(size < normal, normal, size);\n"
      "  return vdecoded((u ^ size) | vchoose(size < least, size & 0, z));\n}\n\n",
      name, width, name, width);
}

static void print_mode(FILE *out, const struct tmd_design *design, int mode, const char *width) {
  const char *name = design->symbol, *suffix = modes[mode].suffix;
  char y[3 * sizeof design->symbol + 64];
  if (design->demands.flush)
    snprintf(y, sizeof y, "%s_flushed%s(%s_y%s(%s_argument%s(x)), %d)", name, width, name, width,
             name, width, mode);
  else snprintf(y, sizeof y, "%s_y%s(x)", name, width);
  if (design->demands.device == TMD_DEVICE_CUDA)
    fprintf(out, "__device__ float %s%s(float x) { return __double2float_%s(%s); }\n", name, suffix,
            modes[mode].cuda, y);
  else
    fprintf(out,
            "float%s %s%s%s(float%s x);\n"
            "float%s %s%s%s(float%s x) { return vnarrow_in(%s, %s); }\n",
            width, name, suffix, width, width, width, name, suffix, width, width,
            modes[mode].opencl, y);
}

/* The functions of so many lanes ("" for one). */
static void print_width(FILE *out, const struct tmd_design *design, const struct tmd_text *text,
                        const char *width) {
  const int cuda = design->demands.device == TMD_DEVICE_CUDA, in_short = tmd_short_is(design);
  if (!cuda) fprintf(out, "#define TMD_WIDTH %s\n", width);
  tmd_vector_print_steps(out, design, 0, width);
  tmd_device_print_y(out, design, text, width);
  if (in_short) tmd_short_device_print_functions(out, design, width);
  else if (design->demands.flush) print_flush(out, design->symbol, width);
  for (int i = 0; i < (design->demands.nearest ? 1 : MODES); i++)
    if (in_short) tmd_short_device_print_mode(out, design, modes[i].suffix, i, width);
    else print_mode(out, design, i, width);
  fprintf(out, cuda ? "" : "#undef TMD_WIDTH\n\n");
}

void tmd_device_print_lanes(FILE *out, const struct tmd_design *design) {
  fputs(design->demands.device == TMD_DEVICE_CUDA ? tmd_lanes_cuda : tmd_lanes_opencl, out);
  fputs("\n", out);
  if (tmd_short_is(design)) tmd_short_device_print_lanes(out);
}

void tmd_device_print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  static const char *const widths[] = {"", "2", "4", "8", "16"};
  const size_t count =
      design->demands.device == TMD_DEVICE_CUDA ? 1 : sizeof widths / sizeof *widths;
  for (size_t i = 0; i < count; i++) print_width(out, design, text, widths[i]);
}
