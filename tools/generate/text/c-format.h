/* Formats of generated functions: their types in C, and the last rounding. Arguments are converted
   to float, exactly; a function of floats, whose results are numbers of the format, does the work.
 */
#ifndef TMD_GENERATE_C_FORMAT_H
#define TMD_GENERATE_C_FORMAT_H

#include <stdio.h>

#include "lib/problem/problem.h"

struct tmd_c_format {
  const char *name;   /* binary32 */
  const char *suffix; /* of functions' names: expf16 */
  const char
      *type; /* of arguments and results; uint8_t: encodings, without what is below but `every` */
  int bits_most;        /* with no more bits, the format's lists have cases of each function */
  int every;            /* 1: no list is needed: every argument is tested */
  const char *rounding; /* C of `rounded`, which rounds a double to a float that is a number of the
                           format, with its flags; NULL: a conversion to float does */
  const char *to_float, *from_float; /* C: the float of x, and the result of the float y */
  const char *least, *beyond; /* C: the least normal number, as a float, and the power of 2 behind
                                 the greatest one, as a double */
};

/* NULL (message): functions are not made in this format. */
const struct tmd_c_format *tmd_c_format_find(const struct tmd_format *format);

/* The same format where y is a float: the text, by tmd_single_text, has no double. NULL: there is
   none. */
const struct tmd_c_format *tmd_c_format_single(const struct tmd_c_format *format);

/* Prints the functions that round, and set errno. */
void tmd_c_format_print_functions(FILE *out, const struct tmd_c_format *format, int set_errno);

/* Prints C whose conversions "(float)" of doubles stand for the last rounding. */
void tmd_c_format_print_body(FILE *out, const struct tmd_c_format *format, int set_errno,
                             const char *text);

/* 1 if the function that is called is not that of floats: then this one is static. */
int tmd_c_format_has_entry(const struct tmd_c_format *format, int set_errno);

/* Prints the function `symbol`, which calls this one, if there is one. */
void tmd_c_format_print_entry(FILE *out, const struct tmd_c_format *format, int set_errno,
                              const char *symbol, const char *evaluate);

#endif
