/* libtmd: hard-to-round cases of elementary functions, as searches have found them, and correctly
   rounded values.

   SPDX-FileCopyrightText: 2026 The tmd authors
   SPDX-License-Identifier: MIT

   Nothing here ends the program or prints: what can fail returns -1 or NULL, and tmd_last_error
   says why; so does a pointer that is NULL where that is not allowed. (GMP and MPFR end a program
   where memory ends, as they do everywhere.) Calls for different objects may run in different
   threads at once. MPFR's exponent range and flags, and what OpenMP was set to, are afterwards what
   they were.

   Numbers are texts, so that every format can be said: hexadecimal ("0x1.8p-3", what %a of printf
   prints) or decimal, "inf",
   "-inf", "nan"; those that are returned are hexadecimal. A number that is given must be one of its
   format, exactly. Formats are binary16, bfloat16, tf32, binary32, binary64, binary80, binary128,
   e4m3, e5m2, binary8p1 to binary8p7, or p,emin,emax with p <= 113 bits, as in tmd-stream(5). */
#ifndef TMD_H
#define TMD_H

#ifdef __cplusplus
extern "C" {
#endif

/* The interface: a program made with one runs with a library of the same TMD_ABI, and a
   TMD_ABI_MINOR as great or greater. */
#define TMD_ABI 0
#define TMD_ABI_MINOR 1

int tmd_abi(int *minor);       /* that of the library; minor may be NULL */
const char *tmd_version(void); /* of tmd, "0.2" */
const char *
tmd_last_error(void); /* what was wrong with the last call of this thread that failed: one line */

enum { TMD_NUMBER_BYTES = 64 }; /* room for any number */

/* ---- Streams: see tmd-stream(5) ---- */

struct tmd_stream;

/* What a block says: all hard cases of this problem, of hardness `bits` or more for these modes,
   whose x lies between the two ends, are among its records. Its texts are the stream's, valid until
   the next call for it. */
struct tmd_stream_claim {
  const char *function; /* "exp", "rootn(3)", or an expression */
  const char *in, *out; /* formats of x and f(x), "53,-1022,1023" */
  const char *modes;    /* "all", "directed" or "nearest" */
  int bits;
  const char
      *kind; /* "case", "region", or "poly": a claim still to be searched, whose records are none */
  int confirmed; /* 1: nothing is left to be searched or confirmed; 0: what it says holds, of
                    candidates */
  const char *first, *end; /* |first| <= |x| < |end|, all of one sign */
  double arguments;        /* how many: rounded where there are more than 2^53 */
  unsigned long records;
};

enum { TMD_HARDNESS_OF_EXACT = 65535, TMD_HARDNESS_WITHOUT_BOUND = 65534 };

/* A case, or a region of alike arguments. In one that is "rational:5:0" those are hard whose
   significand X = |x| / ulp has X mod 5 = 0, and the bounds are theirs; the others are not hard. */
struct tmd_stream_record {
  const char *x;       /* the argument; of a region its first */
  const char *end;     /* NULL; of a region its end, which does not belong to it */
  const char *what;    /* "candidate", "confirmed", "exact", "undecided"; why a region is alike,
                          "overflow", "identity", ... */
  const char *near;    /* what f(x) is near: "number" (hard for directed modes), "midpoint" (for
                          nearest); "-": not known */
  int least, greatest; /* between these its hardness lies: the same of a case; of a candidate 0 and
                          without bound */
};

struct tmd_stream *tmd_stream_open(const char *file); /* "-": standard input */
/* 1 and the next claim; 0 at the end; -1: what follows is corrupt or cannot be read, and the stream
   can only be closed. */
int tmd_stream_next(struct tmd_stream *stream, struct tmd_stream_claim *claim);
/* Record i of that claim, i < records: 0 or -1. Its texts are valid until the next call for the
   stream. */
int tmd_stream_record(struct tmd_stream *stream, unsigned long i, struct tmd_stream_record *record);
void tmd_stream_close(struct tmd_stream *stream); /* NULL: nothing to do */

/* ---- Values ---- */

struct tmd_evaluator;

/* A function of the table that `tmd-plan --list` prints, "exp" or "rootn(3)", or an expression that
   has a name, "gelu", from one format to another; decimal formats ("decimal64") have decimal
   numbers. */
struct tmd_evaluator *tmd_evaluator_open(const char *function, const char *in, const char *out);

/* f(x), correctly rounded to nearest (mode 'N', ties to even), up ('U'), down ('D'), toward zero
   ('Z'), or to nearest with ties away from zero ('A'). 0 or -1, also where the value of an
   expression is undecided. */
int tmd_evaluator_value(struct tmd_evaluator *evaluator, const char *x, char mode,
                        char value[TMD_NUMBER_BYTES]);

/* (y - f(x)) / ulp of a number y of the format of f(x), in units in the last place of f(x): within
   a relative error of 2^-50 or 2^-70; 0 where both are infinite, or NaN; else infinite or NaN if
   either is. 0 or -1. */
int tmd_evaluator_error(struct tmd_evaluator *evaluator, const char *x, const char *y,
                        double *error_ulp);

void tmd_evaluator_close(struct tmd_evaluator *evaluator); /* NULL: nothing to do */

#ifdef __cplusplus
}
#endif
#endif
