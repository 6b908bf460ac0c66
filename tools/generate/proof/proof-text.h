/* Proofs of functions made from lists, as texts: the numbers of a design, the bounds that follow
   from them, and the name of the stream whose claims complete the proof.

   A line is a word and what it says; lines that begin with # are comments. The numbers (tables,
   coefficients, replaced arguments) are all that a design has beside its scheme. With them every
   bound is computed again, without Sollya, and the text of the function printed again. */
#ifndef TMD_PROOF_TEXT_H
#define TMD_PROOF_TEXT_H

#include "tools/generate/design.h"

enum { TMD_HASH_TEXT_BYTES = 33, TMD_PROOF_WORD = 64 };

/* What a proof says beside numbers and bounds. */
struct tmd_proof {
  char function[256], format[TMD_PROOF_WORD], symbol[TMD_PROOF_WORD], scheme[TMD_PROOF_WORD];
  struct tmd_demands demands;
  char claims[TMD_HASH_TEXT_BYTES]; /* XXH3's hash of the stream, 128 bits */
  int bits;
  size_t cases; /* of hardness `bits` or more */
};

/* The hash of bytes, in hexadecimal digits: text, returned. */
char *tmd_hash_print(char text[TMD_HASH_TEXT_BYTES], const void *bytes, size_t count);

/* Prints the proof of a design whose error is bounded. */
void tmd_proof_print(FILE *out, const struct tmd_design *design, const struct tmd_proof *proof);

/* Reads the first lines, up to `cases`: 0, or -1 (message: status 3). */
int tmd_proof_read(struct tmd_proof *proof, FILE *in, const char *name)
    __attribute__((warn_unused_result));

/* Reads the numbers that follow into a design that is planned, and has steps. 0, or -1 (message:
   status 3). */
int tmd_proof_read_numbers(struct tmd_design *design, FILE *in, const char *name)
    __attribute__((warn_unused_result));

/* 1: a line of a proof follows from the line that was printed for the same design: they are the
   same, or say the same bound, which is not below the printed one. */
int tmd_proof_follows(const char *line, const char *printed);

/* 0: the line is the bound of y, which is too large for right results at all arguments of precision
   p but those of hardness `bits` or more. */
int tmd_proof_is_enough(const char *line, int p, int bits);

#endif
