#include "tools/check/examine/error-bins.h"

#include <math.h>

void tmd_error_bins_count(struct tmd_error_bins *bins, double error) {
  if (!isfinite(error)) return;
  const double beyond = 2 * TMD_BINS_REACH;
  bins->count[tmd_bin_of((int64_t)floor(TMD_BINS_AN_ULP * fmax(-beyond, fmin(error, beyond))))]++;
}

void tmd_error_bins_add(struct tmd_error_bins *sum, const struct tmd_error_bins *bins) {
  for (int i = 0; i < TMD_BINS; i++) sum->count[i] += bins->count[i];
}

void tmd_error_bins_header(FILE *out) { fputs("#function\tformat\tmode\tfrom\tto\tcount\n", out); }

void tmd_error_bins_print(FILE *out, const struct tmd_error_bins *bins, const char *function,
                          const struct tmd_format *format, enum tmd_rounding mode) {
  char name[TMD_FORMAT_TEXT_BYTES];
  tmd_format_describe(name, format);
  for (int i = 0; i < TMD_BINS; i++) {
    const double unit = TMD_BINS_AN_ULP,
                 from = i == 0 ? -INFINITY : (i - 1) / unit - TMD_BINS_REACH;
    const double to = i == TMD_BINS - 1 ? INFINITY : i / unit - TMD_BINS_REACH;
    if (bins->count[i])
      fprintf(out, "%s\t%s\t%s\t%.2f\t%.2f\t%llu\n", function, name, tmd_rounding_name(mode), from,
              to, (unsigned long long)bins->count[i]);
  }
}
