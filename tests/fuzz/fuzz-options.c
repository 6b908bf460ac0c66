/* For libFuzzer (make fuzz): any words, one a line, as a command line. The options have values
   within their limits, and the operands are the other words, in their order; what is refused has a
   message, and does nothing else. In the place of tmd_die, which ends the program, is one that
   comes back here. */
#include "tests/fuzz/fuzz.h"

#include <sanitizer/allocator_interface.h>
#include <setjmp.h>
#include <stdarg.h>

#include "lib/cli/option-parse.h"

enum { WORDS = 30 };

static jmp_buf refused;
static void *allocated; /* by tmd_parse; its free is not reached where a word is refused */
static int counts;
static int taken, words_taken;

void tmd_die(int status, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  REQUIRE(status == 2 && vsnprintf(message, sizeof message, format, arguments) > 0);
  va_end(arguments);
  longjmp(refused, 1);
}

static void on_malloc(const volatile void *memory, size_t bytes) {
  (void)bytes;
  if (counts && !allocated) allocated = (void *)(uintptr_t)memory;
}
static void on_free(const volatile void *memory) {
  if (memory == allocated) allocated = NULL;
}

static const struct tmd_option common[] = {{"output", 'o', TMD_TEXT, "FILE"},
                                           {"force", 0, TMD_FLAG},
                                           {0}},
                               options[] = {{"count", 'n', TMD_NUMBER, "N", .least = 2, .most = 64},
                                            {"any", 'a', TMD_NUMBER, "N"},
                                            {"range", 0, TMD_TEXT, "A:B"},
                                            {"mode", 'm', TMD_CHOICE, "M", .choices = "up|down|z"},
                                            {"flag", 'f', TMD_FLAG},
                                            {0}};

static void take(const struct tmd_option *option, const char *value, long long number) {
  REQUIRE((option->type == TMD_FLAG) == !value);
  if (option->type == TMD_NUMBER && option->most)
    REQUIRE(number >= option->least && number <= option->most);
  if (option->type == TMD_CHOICE) REQUIRE(number >= 0 && number <= 2);
  if (option->argument && !strcmp(option->argument, "A:B")) REQUIRE(strchr(value, ':'));
  taken++;
  words_taken += value ? 2 : 1; /* or 1 with a value in the same word */
}

static void parse(int argc, char **argv) {
  const struct tmd_tool tool = {.name = "fuzz", .operands = "[FILE...]", .options = options};
  char *before[WORDS + 1];
  memcpy(before, argv, (size_t)argc * sizeof *argv);
  int first = tmd_parse(&tool, common, argc, argv, take);
  REQUIRE(first >= 1 && first <= argc && taken <= first - 1 && argc - first >= 0);
  REQUIRE(first - 1 <= words_taken + 1); /* and -- */
  for (int i = 1; first < argc; first++, i++) {
    while (i < argc && before[i] != argv[first]) i++;
    REQUIRE(i < argc);
  }
  REQUIRE(!argv[argc]);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t bytes) {
  static char text[FUZZ_TEXT_BYTES], name[] = "fuzz";
  static int hooks;
  char *argv[WORDS + 1] = {name}, *rest = fuzz_text(text, input, bytes);
  int argc = 1;
  if (!hooks++) __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
  while (argc < WORDS && rest) argv[argc++] = strsep(&rest, "\n");
  taken = words_taken = 0;
  counts = 1;
  if (!setjmp(refused)) parse(argc, argv);
  counts = 0;
  free(allocated);
  allocated = NULL;
  return 0;
}
