/* Functions in 16 bits on devices. y is rounded by integer operations: no float is subnormal, whose
   operations devices may flush, and no mode is needed. Where |y| is below the least normal number
   2^e, 2^e + |y| has the bits of a subnormal encoding. This sum is rounded to odd, by its exact
   error, so that one more rounding is that of y; |y| below 2^(e-40) counts as this, so that no
   error is subnormal. */
#include "tools/generate/vector/short/short-device.h"

#include <string.h>

#include "tools/generate/vector/vector-text.h"

TMD_LANES_TEXT(short_device, "tools/generate/vector/short/lanes-short-device.h");

void tmd_short_device_print_lanes(FILE *out) {
  fputs(tmd_lanes_short_device, out);
  fputs("\n", out);
}

/* Of encodings. */
struct layout {
  int bias, bits; /* bits: behind the point */
};

static struct layout layout_of(const struct tmd_design *design) {
  return strcmp(design->format->name, "bfloat16") ? (struct layout){15, 10}
                                                  : (struct layout){127, 7};
}

static void print_argument(FILE *out, const struct tmd_design *design, const char *width) {
  const struct layout l = layout_of(design);
  fprintf(out, "TMD_LANE vhalf %s_argument%s(vshort x) {\n", design->symbol, width);
  if (design->demands.flush)
    fprintf(out,
            "  const vhalfint k = vints(x);\n"
            "  const vhalfint all = vchoose((k & 0x7fff) < 0x%x, k & 0x8000, k);\n",
            1 << l.bits);
  else fputs("  const vhalfint all = vints(x);\n", out);
  if (l.bias == 127) fputs("  return vfloats(all << 16);\n}\n\n", out);
  else
    fputs(
        "  const vhalfint size = all & 0x7fff, sign = (all & 0x8000) << 16;\n"
        "  const vhalfint subnormal = vbits(vcounted(size) * 0x1p-24f);\n"
        "  const vhalfint normal = (size << 13) +\n"
        "                          vchoose(size < 0x7c00, vall_int(0x38000000), vall_int(0x70000000));\n"
        "  return vfloats(sign | vchoose(size < 0x0400, subnormal, normal));\n}\n\n",
        out);
}

void tmd_short_device_print_functions(FILE *out, const struct tmd_design *design,
                                      const char *width) {
  const struct layout l = layout_of(design);
  const int shift = 52 - l.bits, infinite = ((l.bias + l.bias + 1) << l.bits);
  const long long least = (long long)(1024 - l.bias) << 52, unit = 1LL << 52;
  print_argument(out, design, width);
  fprintf(out,
          "/* y as an encoding; mode: 0 to nearest, 1 toward zero, 2 up, 3 down. */\n"
          "TMD_LANE vshort %s_rounded%s(vdouble y, int mode) {\n"
          "  const vlong u = vencoding(y), size = u & 0x7fffffffffffffff, sign = u >> 63;\n"
          "  const vlong tiny = vpick((size > 0) && (size < 0x%llx), (vlong)(0x%llx), size);\n",
          design->symbol, width, (unsigned long long)(least - 40 * unit),
          (unsigned long long)(least - 40 * unit));
  fprintf(out,
          "  const vdouble nearest = vdecoded(tiny) + vall(0x1p%d);\n"
          "  const vlong error = vencoding(vdecoded(tiny) - (nearest - vall(0x1p%d)));\n"
          "  const vlong below = vencoding(nearest) + (error >> 63); /* not above the sum */\n"
          "  const vlong sum = vpick(error == 0, below, below | 1) - 0x%llx;\n"
          "  const vlong all = vpick(size < 0x%llx, sum, size) - 0x%llx;\n"
          "  const vlong w = vpick(all < 0x%llx, all, (vlong)(0x%llx)), odd = (w >> %d) & 1;\n",
          1 - l.bias, 1 - l.bias, (unsigned long long)unit, (unsigned long long)least,
          (unsigned long long)(least - unit), (unsigned long long)infinite << shift,
          ((unsigned long long)infinite << shift) - 1, shift);
  fprintf(
      out,
      "  const vlong away = (mode == 2 ? ~sign : mode == 3 ? sign : sign & 0) & 0x%llx;\n"
      "  const vlong z = (w + (mode == 0 ? odd + 0x%llx : away)) >> %d;\n"
      "  const vlong special = vpick(size > 0x7ff0000000000000, (vlong)(0x%x), (vlong)(0x%x));\n"
      "  const vlong result = vpick(size < 0x7ff0000000000000, z, special);\n",
      (1ULL << shift) - 1, (1ULL << (shift - 1)) - 1, shift, infinite | 1 << (l.bits - 1),
      infinite);
  if (design->demands.flush)
    fprintf(out, "  return vshorts(vpick(result < 0x%x, result & 0, result) | (sign & 0x8000));\n",
            1 << l.bits);
  else fputs("  return vshorts(result | (sign & 0x8000));\n", out);
  fputs("}\n\n", out);
}

static const char *const types[] = {
    [TMD_DEVICE_OPENCL] = "ushort", [TMD_DEVICE_CUDA] = "unsigned short"};

void tmd_short_device_print_mode(FILE *out, const struct tmd_design *design, const char *suffix,
                                 int mode, const char *width) {
  const char *name = design->symbol;
  if (design->demands.device == TMD_DEVICE_CUDA) fputs("__device__ ", out);
  else fprintf(out, "ushort%s %s%s%s(ushort%s x);\n", width, name, suffix, width, width);
  fprintf(out,
          "%s%s %s%s%s(%s%s x) {\n"
          "  return %s_rounded%s(%s_y%s(%s_argument%s(x)), %d);\n}\n",
          types[design->demands.device], width, name, suffix, width, types[design->demands.device],
          width, name, width, name, width, name, width, mode);
}
