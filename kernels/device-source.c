/* The texts of the device programs, as the Makefile puts them together (single-source.awk). */
#include <string.h>

#include "device-backend.h"

#define TEXT(name)                                                                              \
  __asm__(".pushsection .rodata\ntmd_text_" #name ":\n.incbin \"" TMD_TEXTS "/" #name ".text\"\n.byte 0\n.popsection"); \
  extern const char tmd_text_##name[];
#define PROGRAMS(do_) do_(compact) do_(lines) do_(exhaust) do_(shift) do_(farey) do_(check)
PROGRAMS(TEXT)

#define NAME(name) #name,
const char *const tmd_programs[] = {PROGRAMS(NAME) NULL};

const char *tmd_program_source(const char *program) {
#define CASE(name) if (strcmp(program, #name) == 0) return tmd_text_##name;
  PROGRAMS(CASE)
  return NULL;
}
