/* The device under test. */
#ifndef TMD_TEST_OPENED_H
#define TMD_TEST_OPENED_H

#include "kernels/device/backend.h"
#include "lib/base/error.h"
#include "tests/unit/tap.h"

static struct tmd_device *device;

/* Opens it, a test; one that is not there is a skip. */
static int is_open(const char *name) {
  device = tmd_device_open(name, NULL);
  if (!device && strstr(tmd_error_text(), ": no ")) /* no library, no device, no compiler */
    return tap_skip(name, tmd_error_text()), 0;
  return tap_ok(device != NULL, "%s opens and passes its self-test: %s", name,
                device ? tmd_device_name(device) : tmd_error_text());
}

/* PoCL keeps what it has made until the end. */
const char *__lsan_default_suppressions(void), *__lsan_default_options(void);
const char *__lsan_default_suppressions(void) { return "leak:libpocl\n"; }
const char *__lsan_default_options(void) { return "print_suppressions=0"; }

#endif
