/* The C text of a design for vectors: one file for several instruction sets.

   Two registers of doubles are the lanes of a vector of floats; the steps are those of each half,
   the same operations of IEEE 754 in every lane, so that the bound and the trial hold for each
   instruction set. One test of all lanes finds those that are special, or have an exact result, or
   are replaced; then a function without branches evaluates all lanes, with a harmless argument in
   such lanes, and replaces their y. So no lane raises the flags of another argument.

   No comparison is one of floats, which would raise invalid for NaN. */
#ifndef TMD_GENERATE_VECTOR_TEXT_H
#define TMD_GENERATE_VECTOR_TEXT_H

#include "tools/generate/text/c-text.h"

extern const struct tmd_scheme tmd_vector_exponential, tmd_vector_logarithm,
    tmd_vector_exponential_m1, tmd_vector_hyperbolic, tmd_vector_tanh, tmd_vector_root,
    tmd_vector_square_root, tmd_vector_arctangent, tmd_vector_arcsine, tmd_vector_arccosine,
    tmd_vector_erf, tmd_vector_erfc, tmd_vector_plus, tmd_vector_odd, tmd_vector_sine,
    tmd_vector_tangent, tmd_vector_gamma, tmd_vector_log_gamma;

/* The scheme for f in vectors, or NULL: none is known. */
const struct tmd_scheme *tmd_vector_scheme_find(const struct tmd_function *f);

/* With text->in_floats a function SYMBOL of one float follows, for the trial: it puts x into each
   lane in turn, beside usual and special ones, and returns NaN if results differ. */
void tmd_vector_print(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* Its parts, for a library: what all functions share, and what is this one's own. */
void tmd_vector_print_lanes(FILE *out, const struct tmd_design *design);
void tmd_vector_print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* ---- its parts ---- */

/* The lanes' types and operations, a part of the text, which is built in: tmd_lanes_NAME. */
#define TMD_LANES_TEXT(name, file)                                      \
  __asm__(".pushsection .rodata\ntmd_lanes_" #name ":\n.incbin \"" file \
          "\"\n.byte 0\n.popsection");                                  \
  extern const char tmd_lanes_##name[]

/* The steps of a half's lanes, and the function of rare lanes: SYMBOL_evaluate, SYMBOL_rare, with
   `width` behind their names. */
void tmd_vector_print_steps(FILE *out, const struct tmd_design *design, int trial,
                            const char *width);

/* A condition on encodings u, true where the steps alone do not give the result; half: "_half" if u
   is a half's, "" if it is a vector's. */
void tmd_vector_print_rare(FILE *out, const struct tmd_design *design, int trial, const char *half);

/* The tables of this condition. */
void tmd_vector_print_listed(FILE *out, const struct tmd_design *design, int trial);

/* Selections of y for arguments with exact results, and, but for a trial, for exceptions. */
void tmd_vector_print_replaced(FILE *out, const struct tmd_design *design, int trial);

/* With demands.device: the function SYMBOL_y of a half's lanes, y before the last rounding, with
   `width` behind its name; and the parts of its text. */
void tmd_device_print_y(FILE *out, const struct tmd_design *design, const struct tmd_text *text,
                        const char *width);
void tmd_device_print_lanes(FILE *out, const struct tmd_design *design);
void tmd_device_print_own(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

#endif
