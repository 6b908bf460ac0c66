/* The names of functions in C: suffixes of types, patterns of libraries, and the shape of the call.
 */
#ifndef TMD_C_NAMES_H
#define TMD_C_NAMES_H

#include "lib/value/encoding.h"
#include "tools/check/target/target.h"

/* How numbers are passed. */
enum tmd_type {
  TMD_TYPE_NONE,
  TMD_TYPE_BITS8,  /* uint8_t */
  TMD_TYPE_BITS16, /* uint16_t */
  TMD_TYPE_HALF,   /* _Float16; __bf16, which is passed likewise */
  TMD_TYPE_FLOAT,
  TMD_TYPE_DOUBLE,
  TMD_TYPE_EXTENDED, /* long double of the x87 */
  TMD_TYPE_QUAD,
  TMD_TYPE_DECIMAL32, /* _Decimal32 and others */
  TMD_TYPE_DECIMAL64,
  TMD_TYPE_DECIMAL128
};

enum tmd_shape {
  TMD_SHAPE_ONE,     /* T f(T) */
  TMD_SHAPE_TWO,     /* T f(T, T) */
  TMD_SHAPE_THREE,   /* T f(T, T, T) */
  TMD_SHAPE_LONG,    /* T f(T, long long), also for int in the same register */
  TMD_SHAPE_SIN,     /* void f(T, T *, T *): the first of two results */
  TMD_SHAPE_COS,     /* the second */
  TMD_SHAPE_SIGN,    /* T f(T, int *): lgamma_r, with the sign of gamma */
  TMD_SHAPE_SIGNGAM, /* T f(T): lgamma, which leaves it in the variable signgam */
  TMD_SHAPES
};

enum { TMD_SYMBOL_BYTES = 128 };

/* A symbol that may be the function, and its calling convention. */
struct tmd_callee {
  char symbol[TMD_SYMBOL_BYTES];
  enum tmd_type type;
  enum tmd_shape shape;
  int lanes, vector_bytes; /* 1 and 0, or of a vector ABI */
  int masked;              /* 1: a mask of the lanes follows the arguments */
};

/* Splits "rootn(3)" into rootn and *parameter = 3; *parameter = 0 if there is none. Other
   expressions have an empty name, for a symbol without %. 0, or -1 (message) if it is no name. */
int tmd_c_name(const char *function, const char *symbol, char base[TMD_SYMBOL_BYTES],
               long long *parameter);

/* By the arguments of the function only. */
enum tmd_shape tmd_shape_of(const char *function);

/* The next candidate after the one numbered *at, which starts at 0: 1; 0 if there is none left; -1
   (message) if the pattern makes none. */
int tmd_callee_next(const struct tmd_target_options *options, int *at, struct tmd_callee *callee);

/* Reads a number as programs print it, by tmd_datum_parse: with white space after it, and "inf",
   "infinity" and "nan" in any case. 0, or -1 (message). */
int tmd_c_number(struct tmd_datum *datum, const struct tmd_format *format, const char *text);

#endif
