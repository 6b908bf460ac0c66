/* Re-basing packets: from one packet to smaller ones that tile it, with another domain length n'
   and lower degree.

   Within domain i0 of the input packet, P is the polynomial with Newton coefficients r_j(i0)
   (lib/packet/packet.h). A packet of count' domains of n' arguments from the place u of that domain
   on has the coefficients c'[j][k] = Delta_{n'}^k Delta_1^j P (u),   j + k <= degree, integer
   combinations of the r_j, hence exact mod 1. Two ways to compute them, with identical results:
     straightforward: r_j(u + i n') = sum_l C(u + i n', l) r_{j+l} for i = 0..degree-j, then
   differences in i; tabulated: c'[j][k] is a polynomial of degree D-j-k in the number s of the
   output packet; its D-j-k+1 differences in s are computed once per input domain, then each step
   costs additions only. Dropping the terms with j + k > d' adds |centred c'[j][k]| C(n'-1, j)
   C(count'-1, k) each to err; cutting to w' words adds 2^(-64 w') C(n'-1, j) C(count'-1, k) for
   each coefficient kept. (mathematics: Fortin, Gouicem, Graillat 2016, section 4.) */
#ifndef TMD_REBASE_H
#define TMD_REBASE_H

#include "lib/packet/packet.h"

enum tmd_rebase_method { TMD_REBASE_TABULATED, TMD_REBASE_STRAIGHTFORWARD };

struct tmd_rebase {
  enum tmd_rebase_method method;
  uint64_t n;     /* n', arguments of a domain of the output */
  uint32_t count; /* count'; n' count' divides the input's n */
  int degree,
      words; /* 0: the least with error at most 2^-(threshold + 8) on the packets looked at */
};

/* Packets that a claim may become: more would be some 20 petabytes. */
#define TMD_REBASE_PACKETS_MAX (UINT64_C(1) << 48)

/* n' and count', lowered until n' count' is no more than any packet's n. Returns 0, or -1 (message)
   if a packet's n is not a multiple of n' count' then, or if the claim would become too many
   packets. */
int tmd_rebase_fit(struct tmd_rebase *rebase, struct tmd_packet_range range);

/* The shape that suits all packets of a claim, from the first and the last position of each. */
struct tmd_packet_shape tmd_rebase_shape(struct tmd_packet_range range,
                                         const struct tmd_rebase *rebase);

/* Number of output packets of an input packet (split = 1) that begin before the claim's end X1, for
   packets that tmd_rebase_fit accepts. */
uint64_t tmd_rebase_packets(tmd_u128 X1, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase);

/* A task of re-basing: an input packet (split = 1), the end X1 of its claim, and the shape of
   what comes out. */
struct tmd_rebase_source {
  const struct tmd_poly_record *input;
  tmd_u128 end;
  const struct tmd_rebase *rebase;
  const struct tmd_packet_shape *shape;
};

/* Writes output packets first .. first+count-1 of an input packet to consecutive records of
   record_bytes (zeroed before). All survivor bits are set but those of domains beyond the claim's
   end. */
void tmd_rebase_run(const struct tmd_rebase_source *source, uint64_t first, uint64_t count,
                    unsigned char *records, size_t record_bytes);

/* ---- pieces of it, for devices (kernels/shift) ---- */

/* Output packets within a domain of the input. */
uint64_t tmd_rebase_per_domain(const struct tmd_poly_record *input,
                               const struct tmd_rebase *rebase);

/* The differences in s of every c'[j][k] from output packet q on, D-j-k+1 for each, in the order of
   (j, k, l); k = 0 alone where count' = 1. Words as in the input. Also for places beyond the
   domain's end: the polynomial goes on. */
void tmd_rebase_differences(uint64_t *to, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase, uint64_t q);

/* C(n'-1, j) C(count'-1, k) */
double tmd_rebase_weight(const struct tmd_rebase *rebase, int j, int k);

/* The increase of err by cutting words. */
double tmd_rebase_truncated(const struct tmd_poly_record *input, const struct tmd_rebase *rebase,
                            const struct tmd_packet_shape *shape);

/* All of output packet q but its coefficients (the record is zero before): `dropped` is what the
   dropped terms add to err, `truncated` what cutting words adds. */
void tmd_rebase_frame(struct tmd_poly_record *packet, const struct tmd_rebase_source *source,
                      uint64_t q, double dropped, double truncated);

#endif
