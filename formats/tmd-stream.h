/* The tmd stream, byte by byte. The normative text is tmd-stream(5) beside this file;
   the structures here mirror it and the assertions at the end pin every offset.

   A stream is a concatenation of blocks. A block is a frame header (32 bytes, a zstd skippable
   frame) followed by one zstd frame, whose content is

       block header | problem text | plan text | zero bytes up to a multiple of 16 | records

   of a claim; or, if the kinds are those of joined claims, of several, one behind the other.
   All integers are little-endian; X is a 128-bit unsigned integer. Reserved fields are zero. */
#ifndef TMD_STREAM_FORMAT_H
#define TMD_STREAM_FORMAT_H

#include <stddef.h>
#include <stdint.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records are used in place");

#define TMD_SKIPPABLE_MAGIC 0x184D2A5Du
#define TMD_FRAME_TAG "TMDCHUNK"
#define TMD_BLOCK_MAGIC "TMDCLAIM"
#define TMD_KIND_POLY "pol1"
#define TMD_KIND_CASE "cas1"
#define TMD_KIND_REGION "reg1"
#define TMD_KIND_CASE_JOINED "cas2" /* among several claims in a block */
#define TMD_KIND_REGION_JOINED "reg2"

enum {
  TMD_CONTENT_DEFAULT_BYTES = 1 << 20, /* what writers aim at */
  TMD_CONTENT_MAX_BYTES = 64 << 20,    /* what readers accept */
  TMD_CONTENT_JOINED_BYTES = 64 << 10, /* at most, of a block of several claims */
  TMD_TEXT_MAX_BYTES = 4096,           /* problem text, plan text */
  TMD_FUNCTION_MAX_BYTES = 1024,       /* the name of a function, with its end */
  TMD_COUNT_MAX = 65536,               /* domains in a packet */
  TMD_BITS_MAX = 1 << 24,              /* bits in a survivor bitmap */
  TMD_DEGREE_MAX = 31,
  TMD_WORDS_MAX = 32
};

struct tmd_u128_le {
  uint64_t low, high;
};

struct tmd_frame_header {
  uint32_t magic;       /* TMD_SKIPPABLE_MAGIC */
  uint32_t bytes;       /* 24: what follows in the skippable frame */
  char tag[8];          /* TMD_FRAME_TAG */
  uint64_t frame_bytes; /* length of the zstd frame that follows */
  uint64_t frame_xxh64; /* XXH64, seed 0, of the zstd frame that follows */
};

struct tmd_block_header {
  char magic[8];         /* TMD_BLOCK_MAGIC */
  char kind[4];          /* TMD_KIND_...; the last character is the version of the kind */
  uint32_t record_bytes; /* size of each record */
  uint64_t record_count;
  uint32_t problem_bytes;         /* length of the problem text */
  uint32_t plan_bytes;            /* length of the plan text */
  uint8_t sign_x, sign_f, sign_y; /* 0 for +, 1 for - */
  uint8_t reserved0;
  int32_t e_in, e_out, e_y;  /* exponents of the cell; sign_y and e_y are 0 where f has one argument
                              */
  struct tmd_u128_le X0, X1; /* the claim's range [X0, X1) */
  uint64_t reserved2[2];
};

/* A segment packet: `count` consecutive domains of n arguments from X0 on.
     X = X0 + i*n + t,  0 <= i < count,  0 <= t < n
     P_i(t) = sum_j C(t,j) sum_k C(i,k) c[j][k]  (mod 1),   |G(X) - P_i(t)| <= err  (mod 1)
   for every X of the claim; the packet may reach beyond the claim's end.
   After this header: c[j][k], j = 0..degree, k = 0..min(degree-j, outer), each `words` 64-bit
   words, least significant first, a fraction mod 1 in units of 2^(-64 words); then the survivor
   bitmap, count*split bits in 64-bit words: bit b answers for the n/split arguments from
   X0 + b*(n/split) on. Zero words fill the record up to the block's record size. */
struct tmd_poly_record {
  struct tmd_u128_le X0;
  uint64_t n;
  uint32_t count;
  uint32_t split; /* divides n */
  uint16_t degree;
  uint16_t words;
  uint16_t outer; /* 0 (when count is 1) or degree */
  uint16_t reserved0;
  double err; /* finite, >= 0 */
  uint64_t reserved1[2];
};

enum tmd_case_flags {
  TMD_CASE_CONFIRMED = 1, /* else a candidate: only X means anything */
  TMD_CASE_EXACT = 2,     /* G(X) is an integer */
  TMD_CASE_MIDPOINT = 4,  /* the nearest integer stands for a midpoint, else for a number */
  TMD_CASE_UNDECIDED = 8  /* at undecided_bits bits */
};

struct tmd_case_record {
  struct tmd_u128_le X;
  uint64_t
      distance_mantissa; /* |distance to the nearest integer| = mantissa * 2^(exponent - 64), */
  int32_t
      distance_exponent; /*   truncated, top bit of the mantissa set; 0 and 0 for an exact case */
  uint8_t distance_negative; /* 1: G(X) lies below that integer */
  uint8_t flags;
  uint16_t hardness;       /* TMD_HARDNESS_EXACT for an exact case */
  uint32_t undecided_bits; /* working precision that did not decide; 0 if decided */
  uint32_t reserved0;
};

enum tmd_region_reason {
  TMD_REGION_ZERO = 1,  /* the argument 0 */
  TMD_REGION_EXACT,     /* every f(x) is a number of the output format, 0 among them */
  TMD_REGION_OVERFLOW,  /* |f| >= 2^(emax+1) */
  TMD_REGION_UNDERFLOW, /* |f| < 2^(emin - p_out - 1), a quarter of the least subnormal */
  TMD_REGION_CONSTANT,  /* near-constant: G stays near one integer, or away from all */
  TMD_REGION_IDENTITY,  /* near-identity: likewise G minus an integer multiple of X */
  TMD_REGION_RATIONAL,  /* G minus a rational multiple of X: near integers in one class of X,
                           elsewhere away from all */
  TMD_REGION_QUOTIENT,  /* of pairs: f is nearly y/x, and hard only where that is a breakpoint */
  TMD_REGION_REASONS
};

enum {
  TMD_REGION_PROVED = 1,
  TMD_HARDNESS_EXACT = 65535,     /* distance 0 */
  TMD_HARDNESS_MOST = 65533,      /* of a case: this or more, see its distance */
  TMD_HARDNESS_UNBOUNDED = 65534, /* greatest hardness not bounded from above */
  TMD_MODULUS_LOG2_MAX = 20       /* of the class of a region */
};

/* Records of a region block tile its range. */
struct tmd_region_record {
  struct tmd_u128_le Xa, Xb; /* [Xa, Xb) */
  uint32_t reason;
  uint32_t flags;
  uint32_t least, greatest; /* hardness of every argument, or of the class, lies between; 0, 0 where
                               nothing is rounded */
  uint64_t modulus, residue; /* the class X mod modulus = residue, whose arguments are the hard
                                ones; 0, 0: all are alike */
};

_Static_assert(sizeof(struct tmd_frame_header) == 32, "frame header");
_Static_assert(offsetof(struct tmd_frame_header, tag) == 8, "frame header");
_Static_assert(offsetof(struct tmd_frame_header, frame_bytes) == 16, "frame header");
_Static_assert(offsetof(struct tmd_frame_header, frame_xxh64) == 24, "frame header");

_Static_assert(sizeof(struct tmd_block_header) == 96, "block header");
_Static_assert(offsetof(struct tmd_block_header, kind) == 8, "block header");
_Static_assert(offsetof(struct tmd_block_header, record_bytes) == 12, "block header");
_Static_assert(offsetof(struct tmd_block_header, record_count) == 16, "block header");
_Static_assert(offsetof(struct tmd_block_header, problem_bytes) == 24, "block header");
_Static_assert(offsetof(struct tmd_block_header, plan_bytes) == 28, "block header");
_Static_assert(offsetof(struct tmd_block_header, sign_x) == 32, "block header");
_Static_assert(offsetof(struct tmd_block_header, sign_f) == 33, "block header");
_Static_assert(offsetof(struct tmd_block_header, sign_y) == 34, "block header");
_Static_assert(offsetof(struct tmd_block_header, reserved0) == 35, "block header");
_Static_assert(offsetof(struct tmd_block_header, e_in) == 36, "block header");
_Static_assert(offsetof(struct tmd_block_header, e_out) == 40, "block header");
_Static_assert(offsetof(struct tmd_block_header, e_y) == 44, "block header");
_Static_assert(offsetof(struct tmd_block_header, X0) == 48, "block header");
_Static_assert(offsetof(struct tmd_block_header, X1) == 64, "block header");
_Static_assert(offsetof(struct tmd_block_header, reserved2) == 80, "block header");

_Static_assert(sizeof(struct tmd_poly_record) == 64, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, n) == 16, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, count) == 24, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, split) == 28, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, degree) == 32, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, words) == 34, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, outer) == 36, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, reserved0) == 38, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, err) == 40, "poly record");
_Static_assert(offsetof(struct tmd_poly_record, reserved1) == 48, "poly record");

_Static_assert(sizeof(struct tmd_case_record) == 40, "case record");
_Static_assert(offsetof(struct tmd_case_record, distance_mantissa) == 16, "case record");
_Static_assert(offsetof(struct tmd_case_record, distance_exponent) == 24, "case record");
_Static_assert(offsetof(struct tmd_case_record, distance_negative) == 28, "case record");
_Static_assert(offsetof(struct tmd_case_record, flags) == 29, "case record");
_Static_assert(offsetof(struct tmd_case_record, hardness) == 30, "case record");
_Static_assert(offsetof(struct tmd_case_record, undecided_bits) == 32, "case record");
_Static_assert(offsetof(struct tmd_case_record, reserved0) == 36, "case record");

_Static_assert(sizeof(struct tmd_region_record) == 64, "region record");
_Static_assert(offsetof(struct tmd_region_record, Xb) == 16, "region record");
_Static_assert(offsetof(struct tmd_region_record, reason) == 32, "region record");
_Static_assert(offsetof(struct tmd_region_record, flags) == 36, "region record");
_Static_assert(offsetof(struct tmd_region_record, least) == 40, "region record");
_Static_assert(offsetof(struct tmd_region_record, greatest) == 44, "region record");
_Static_assert(offsetof(struct tmd_region_record, modulus) == 48, "region record");

#endif
