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

/* The functions of so many lanes ("" for one). */
static void print_width(FILE *out, const struct tmd_design *design, const struct tmd_text *text,
                        const char *width) {
  const char *name = design->symbol;
  const int cuda = design->demands.device == TMD_DEVICE_CUDA;
  if (!cuda) fprintf(out, "#define TMD_WIDTH %s\n", width);
  tmd_vector_print_steps(out, design, 0, width);
  tmd_device_print_y(out, design, text, width);
  if (tmd_short_is(design)) tmd_short_device_print_functions(out, design, width);
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    if (i > 0 && design->demands.nearest) break;
    if (tmd_short_is(design))
      tmd_short_device_print_mode(out, design, modes[i].suffix, (int)i, width);
    else if (cuda)
      fprintf(out, "__device__ float %s%s(float x) { return __double2float_%s(%s_y(x)); }\n", name,
              modes[i].suffix, modes[i].cuda, name);
    else
      fprintf(out,
              "float%s %s%s%s(float%s x);\n"
              "float%s %s%s%s(float%s x) { return vnarrow_in(%s, %s_y%s(x)); }\n",
              width, name, modes[i].suffix, width, width, width, name, modes[i].suffix, width,
              width, modes[i].opencl, name, width);
  }
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
