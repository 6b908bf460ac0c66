/* A library of one function of 16 bits, whose results and flags are those of a table
   (brute-table.c) that is altered: the file $TABLE, and $CHANGES, lines MODE X RESULT FLAGS,
   hexadecimal numbers. For --symbol kernel --bits16. */
#include <fcntl.h>
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CODES = 1 << 16, MODES = 4 };
static struct table {
  uint16_t result[MODES][CODES];
  uint8_t flags[MODES][CODES];
} *table;

__attribute__((constructor)) static void load(void) {
  const int file = open(getenv("TABLE"), O_RDONLY);
  FILE *changes = fopen(getenv("CHANGES"), "r");
  unsigned mode, x, result, flags;
  table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (table == MAP_FAILED || !changes) abort();
  while (fscanf(changes, "%x %x %x %x", &mode, &x, &result, &flags) == 4)
    table->result[mode % MODES][x % CODES] = (uint16_t)result,
                                    table->flags[mode % MODES][x % CODES] = (uint8_t)flags;
  fclose(changes);
  close(file);
}

#ifdef __x86_64__
/* Bits 0 and 2 to 5 of MXCSR. */
static void raise_flags(unsigned flags) {
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | (flags & 1) | (flags & 0x1e) << 1);
}
static int mode_of_round(void) {
  static const int mode[] = {0, 2, 1, 3};
  return mode[__builtin_ia32_stmxcsr() >> 13 & 3];
}
#else
static void raise_flags(unsigned flags) {
  static const int raised[] = {FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT};
  for (int i = 0; i < 5; i++)
    if (flags >> i & 1) feraiseexcept(raised[i]);
}
static int mode_of_round(void) {
  const int round = fegetround();
  return round == FE_TONEAREST ? 0 : round == FE_UPWARD ? 1 : round == FE_DOWNWARD ? 2 : 3;
}
#endif

uint16_t kernel(uint16_t x) {
  const int mode = mode_of_round();
  if (table->flags[mode][x] != 255) raise_flags(table->flags[mode][x]); /* OPEN of brute-table.c */
  return table->result[mode][x];
}
