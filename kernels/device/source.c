/* The texts of the device programs, as the Makefile puts them together (single-source.awk) and
   lists them (programs.inc). */
#include <string.h>

#include "kernels/device/backend.h"

#define PROGRAM(name, file)                                            \
  __asm__(".pushsection .rodata\ntmd_text_" #name ":\n.incbin \"" file \
          "\"\n.byte 0\n.popsection");                                 \
  extern const char tmd_text_##name[];
#include "programs.inc"
#undef PROGRAM

static const struct program {
  const char *name, *text;
} programs[] = {
#define PROGRAM(name, file) {#name, tmd_text_##name},
#include "programs.inc"
};

const char *tmd_program_source(const char *name) {
  for (int i = 0; i < (int)(sizeof programs / sizeof *programs); i++)
    if (strcmp(name, programs[i].name) == 0) return programs[i].text;
  return NULL;
}
