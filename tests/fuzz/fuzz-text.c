/* For libFuzzer (make fuzz): any text as claims. A claim that the reader accepts is valid, and is
   read again from the text that is printed of it; what it refuses has a message. */
#include "tests/fuzz/fuzz.h"
#include "tests/unit/contents.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  CLAIM claim = {0};
  FILE *file = bytes ? fmemopen((void *)(uintptr_t)input, bytes, "r") : NULL;
  if (!file) return 0;
  struct tmd_text_reader reader = {.lines = {.file = file, .name = "fuzz"}};
  int status;
  while ((status = tmd_text_next(&reader, &claim)) > 0) {
    REQUIRE(!tmd_claim_check(&claim));
    REQUIRE(text_restores(&claim));
  }
  REQUIRE(status == 0 || (tmd_error_status() == TMD_CORRUPT && *tmd_error_text()));
  tmd_text_close(&reader);
  fclose(file);
  return 0;
}
