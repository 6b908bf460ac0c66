/* A histogram of errors: signed, in bins of 0.01 ulp. */
#ifndef TMD_ERROR_BINS_H
#define TMD_ERROR_BINS_H

#include <stdio.h>

#include "lib/value/correct.h"

enum {
  TMD_BINS_AN_ULP = 100,
  TMD_BINS_REACH = 16, /* ulp; larger errors are in the bins of both ends */
  TMD_BINS = 2 * TMD_BINS_AN_ULP * TMD_BINS_REACH + 2
};

struct tmd_error_bins {
  uint64_t count[TMD_BINS];
};

/* The bin of hundredths, rounded down. */
static inline int tmd_bin_of(int64_t hundredths) {
  const int64_t reach = TMD_BINS_AN_ULP * TMD_BINS_REACH;
  return hundredths < -reach   ? 0
         : hundredths >= reach ? TMD_BINS - 1
                               : (int)(hundredths + reach + 1);
}

/* Counts an error in ulp, unless it is infinite or NaN. */
void tmd_error_bins_count(struct tmd_error_bins *bins, double error);
void tmd_error_bins_add(struct tmd_error_bins *sum, const struct tmd_error_bins *bins);

/* Print the line that names the columns, and one line for each bin that is not empty. */
void tmd_error_bins_header(FILE *out);
void tmd_error_bins_print(FILE *out, const struct tmd_error_bins *bins, const char *function,
                          const struct tmd_format *format, enum tmd_rounding mode);

#endif
