#include "lib/public/entry.h"

#include <mpfr.h>
#include <omp.h>
#include <setjmp.h>

#include "lib/base/error.h"
#include "lib/public/libtmd.h"

TMD_PUBLIC int tmd_abi(int *minor) {
  if (minor) *minor = TMD_ABI_MINOR;
  return TMD_ABI;
}

TMD_PUBLIC const char *tmd_version(void) { return TMD_VERSION; }
TMD_PUBLIC const char *tmd_last_error(void) { return tmd_error_text(); }

int tmd_entry_given(const char *name, const void *const *pointers, int count) {
  for (int i = 0; i < count; i++)
    if (!pointers[i]) return tmd_error(TMD_USAGE, "%s: a pointer is NULL", name);
  return 0;
}

/* One thread alone: the others could not come back from where memory ends. */
int tmd_entry(int (*work)(void *context), void *context) {
  const int threads = omp_get_max_threads();
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  const mpfr_flags_t flags = mpfr_flags_save();
  jmp_buf escape;
  int result;
  omp_set_num_threads(1);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  if (setjmp(escape)) {
    result = tmd_error(TMD_USAGE, "out of memory");
  } else {
    tmd_error_escape(&escape);
    result = work(context);
  }
  tmd_error_escape(NULL);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  mpfr_flags_restore(flags, MPFR_FLAGS_ALL);
  omp_set_num_threads(threads);
  return result;
}
