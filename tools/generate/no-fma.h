/* The C text of functions for processors without FMA: a b + c is a product and a sum, which no
   compiler may contract to an FMA, as that would be slow where it is no instruction, and gives
   other bits. */
#ifndef TMD_GENERATE_NO_FMA_H
#define TMD_GENERATE_NO_FMA_H

#include <stdio.h>

/* C: after it no compiler contracts the double `name`, if it is a product, with a sum. The
   assembler's line is empty. */
#define TMD_APART_TEXT(name)                        \
  "#if defined __GNUC__ && defined __SSE2_MATH__\n" \
  "  __asm__(\"\" : \"+x\"(" name "));\n"           \
  "#elif defined __GNUC__ && defined __aarch64__\n" \
  "  __asm__(\"\" : \"+w\"(" name "));\n"           \
  "#else\n"                                         \
  "  volatile double apart = " name ";\n"           \
  "  " name " = apart;\n"                           \
  "#endif\n"

/* Replaces each __builtin_fma by multiply_add. */
void tmd_no_fma_rewrite(char *text);

/* Prints the functions product and multiply_add, if one of the texts calls them. */
void tmd_no_fma_print_functions(FILE *out, const char *text, const char *more);

/* C: the double x divided by pi, which has two words: relative errors of 2^-61 and of the
   roundings, one or two. */
const char *tmd_over_pi_text(int no_fma);

#endif
