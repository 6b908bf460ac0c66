/* The bodies of manual pages, as the Makefile lists them (bodies.inc): BODY(symbol, "file with its
   text"). */
#define BODY(name, file)                                                        \
  __asm__(".pushsection .rodata\n.globl " #name "\n" #name ":\n.incbin \"" file \
          "\"\n.byte 0\n.popsection");
#include "bodies.inc"
