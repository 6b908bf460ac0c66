/* For libFuzzer (make fuzz): any text as a format, as the formats of x and y, and as a problem. A
   format that is accepted is within its limits, and is read again from its numbers and from its
   name; a problem is printed as it was read. What is refused has a message. */
#include "tests/fuzz/fuzz.h"

#include "lib/base/error.h"
#include "lib/problem/problem.h"

static void check_format(const struct tmd_format *format) {
  struct tmd_format again;
  REQUIRE(!tmd_format_check(format));
  REQUIRE(!tmd_format_parse(&again, TMD_FORMAT_NUMBERS(format)));
  REQUIRE(!memcmp(&again, format, sizeof again));
  REQUIRE(!tmd_format_parse(&again, TMD_FORMAT_TEXT(format)));
  REQUIRE(!memcmp(&again, format, sizeof again));
  if (!format->integers)
    REQUIRE(tmd_format_X_end(format, format->emax) > tmd_format_least_normal(format));
}

static void check_problem(const char *text, size_t bytes) {
  static char again[TMD_TEXT_MAX_BYTES];
  const struct tmd_problem *problem = tmd_problem_parse(text, bytes);
  REQUIRE(problem || *tmd_error_text());
  if (!problem) return;
  REQUIRE(tmd_problem_print(again, problem) == (int)bytes && !memcmp(again, text, bytes));
  REQUIRE(tmd_problem_intern(problem) == problem);
  REQUIRE(tmd_problem_parse(again, bytes) == problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  char text[FUZZ_TEXT_BYTES];
  struct tmd_format format;
  struct tmd_problem problem = {0}, again = {0};
  fuzz_text(text, input, bytes);
  if (!tmd_format_parse(&format, text)) check_format(&format);
  else REQUIRE(tmd_error_status() == TMD_USAGE && *tmd_error_text());
  if (!tmd_problem_in_parse(&problem, text)) {
    REQUIRE(!tmd_problem_in_parse(&again, TMD_PROBLEM_IN_TEXT(&problem)));
    REQUIRE(!memcmp(&again, &problem, sizeof again));
  }
  check_problem(text, strlen(text));
  return 0;
}
