/* Functions in formats of 16 bits for devices: encodings around SYMBOL_y (vector-text.h). */
#ifndef TMD_GENERATE_SHORT_DEVICE_H
#define TMD_GENERATE_SHORT_DEVICE_H

#include "tools/generate/design.h"

/* The types, behind those of floats. */
void tmd_short_device_print_lanes(FILE *out);

/* The conversions of arguments and results of so many lanes ("" for one). */
void tmd_short_device_print_functions(FILE *out, const struct tmd_design *design,
                                      const char *width);

/* The function in a mode: 0 to nearest, 1 toward zero, 2 up, 3 down. */
void tmd_short_device_print_mode(FILE *out, const struct tmd_design *design, const char *suffix,
                                 int mode, const char *width);

#endif
