#include "kernels/shift/by-residues.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/rns/job.h"
#include "kernels/rns/modular.h"
#include "kernels/rns/residue-interval.h"
#include "lib/base/error.h"

enum { PLACES_MOST = 512 };

static uint64_t length_of(const struct tmd_rebase *rebase) { return rebase->n * rebase->count; }

/* ---- matrices ---- */

/* T[k][l] at u, l <= degree, k <= outer: C(u + i n', l) for i = 0 .. outer, then differences in i.
 */
static void entries(mpz_t *T, int degree, int outer, uint64_t u, uint64_t n) {
  const int row = degree + 1;
  mpz_t place;
  mpz_init(place);
  for (int i = 0; i <= outer; i++) {
    mpz_set_ui(place, n);
    mpz_mul_ui(place, place, (unsigned)i);
    mpz_add_ui(place, place, u);
    for (int l = 0; l <= degree; l++) mpz_bin_ui(T[i * row + l], place, (unsigned)l);
  }
  for (int k = 1; k <= outer; k++)
    for (int i = outer; i >= k; i--)
      for (int l = 0; l <= degree; l++)
        mpz_sub(T[i * row + l], T[i * row + l], T[(i - 1) * row + l]);
  mpz_clear(place);
}

/* The bits of what a sum may become: (degree + 1) T r, T[k][l] <= C(u + k n', l). */
static long bits_of(const struct tmd_shift_residues *shift) {
  mpz_t place, binomial;
  long most = 0;
  mpz_init_set_ui(place, length_of(&shift->rebase));
  mpz_init_set_ui(binomial, shift->rebase.n);
  mpz_mul_ui(place, place, shift->places);
  mpz_addmul_ui(place, binomial, (unsigned)shift->outer);
  for (int l = 0; l <= shift->degree; l++) {
    mpz_bin_ui(binomial, place, (unsigned)l);
    const long bits = (long)mpz_sizeinbase(binomial, 2);
    if (bits > most) most = bits;
  }
  mpz_clears(place, binomial, NULL);
  return most + 64L * shift->words + 6; /* degree < 2^5 */
}

static void matrix_at(struct tmd_shift_residues *shift, uint64_t place) {
  const int count = (shift->outer + 1) * (shift->degree + 1);
  const struct tmd_rns *rns = shift->rns;
  mpz_t *T = tmd_allocate((size_t)count * sizeof *T);
  for (int e = 0; e < count; e++) mpz_init(T[e]);
  entries(T, shift->degree, shift->outer, place * length_of(&shift->rebase), shift->rebase.n);
  uint64_t *to = shift->matrix + place / TMD_TRACKS * (uint64_t)(rns->count * count * TMD_TRACKS) +
                 place % TMD_TRACKS;
  for (int i = 0; i < rns->count; i++)
    for (int e = 0; e < count; e++, to += TMD_TRACKS) *to = mpz_fdiv_ui(T[e], rns->m[i]);
  for (int e = 0; e < count; e++) mpz_clear(T[e]);
  free(T);
}

void tmd_shift_residues_free(struct tmd_shift_residues *shift) {
  tmd_rns_free(shift->rns);
  free(shift->matrix);
  *shift = (struct tmd_shift_residues){.matrix = NULL};
}

int tmd_shift_residues_make(struct tmd_shift_residues *shift, const struct tmd_poly_record *input,
                            const struct tmd_rebase *rebase) {
  const uint64_t per_domain = tmd_rebase_per_domain(input, rebase),
                 wanted = per_domain < PLACES_MOST ? per_domain : PLACES_MOST;
  const uint64_t places = (wanted + TMD_TRACKS - 1) / TMD_TRACKS * TMD_TRACKS;
  if (shift->matrix && shift->degree == input->degree && shift->words == input->words &&
      shift->places == places && shift->rebase.n == rebase->n &&
      shift->rebase.count == rebase->count)
    return 0;
  tmd_shift_residues_free(shift);
  shift->rebase = *rebase, shift->places = places;
  shift->degree = input->degree, shift->words = input->words,
  shift->outer = rebase->count > 1 ? input->degree : 0;
  shift->rns = tmd_rns_make(bits_of(shift) + 2);
  if (!shift->rns) return -1;
  const size_t count = (size_t)(shift->outer + 1) * (size_t)(shift->degree + 1);
  shift->matrix = tmd_allocate(8 * places * (size_t)shift->rns->count * count);
#pragma omp parallel for schedule(dynamic)
  for (uint64_t place = 0; place < places; place++) matrix_at(shift, place);
  return 0;
}

/* ---- packets ---- */

/* r of a place, as residues times the inverses that make weights of the results: [modulus][degree +
   1] */
static void take(uint64_t *vector, const struct tmd_shift_residues *shift, const uint64_t *r) {
  mpz_t X;
  for (int j = 0; j <= shift->degree; j++) {
    mpz_roinit_n(X, r + j * shift->words, shift->words);
    for (int i = 0; i < shift->rns->count; i++)
      vector[i * (shift->degree + 1) + j] =
          rns_multiply(mpz_fdiv_ui(X, shift->rns->m[i]), shift->rns->inverse[i], shift->rns->c[i]);
  }
}

/* c'[j][k] of a track of eight, in the order of a packet whose outer is its degree. */
static void give(uint64_t *coefficients, const struct tmd_shift_residues *shift,
                 const uint64_t *residue, int track) {
  const int moduli = shift->rns->count;
  uint64_t weight[TMD_RNS_MODULI_MAX];
  for (int j = 0; j <= shift->degree; j++)
    for (int k = 0; k <= shift->outer && j + k <= shift->degree;
         k++, residue += moduli * TMD_TRACKS) {
      for (int i = 0; i < moduli; i++) weight[i] = residue[i * TMD_TRACKS + track];
      const int at = tmd_packet_place(shift->degree, shift->degree, j, k);
      tmd_rns_low_words(coefficients + at * shift->words, shift->words, shift->rns, weight);
    }
}

struct scratch {
  uint64_t *r, *vector, *residue, *coefficients;
  uint64_t base; /* the domain's packet that r is for, or ~0 */
};

/* Packets from q on, at most `count`, that one move of the polynomial and one group of tracks give;
   returns how many. */
static uint64_t run_group(const struct tmd_shift_residues *shift,
                          const struct tmd_rebase_store *store, struct scratch *scratch, uint64_t q,
                          uint64_t count, unsigned char *records, size_t record_bytes) {
  const struct tmd_poly_record *input = store->source->input;
  const uint64_t per_domain = tmd_rebase_per_domain(input, &shift->rebase), s = q % per_domain,
                 place = s % shift->places;
  const uint64_t track = place % TMD_TRACKS, rest = per_domain - s;
  const size_t group =
      (size_t)shift->rns->count * (size_t)((shift->outer + 1) * (shift->degree + 1)) * TMD_TRACKS;
  uint64_t steps = TMD_TRACKS - track;
  if (rest < steps) steps = rest;
  if (count < steps) steps = count;
  if (scratch->base != q - place) {
    scratch->base = q - place;
    tmd_packet_domain(scratch->r, input, q / per_domain,
                      (tmd_u128)(s - place) * length_of(&shift->rebase));
    take(scratch->vector, shift, scratch->r);
  }
  const struct tmd_rns_shift_job job = {.moduli = shift->rns->count,
                                        .degree = shift->degree,
                                        .outer = shift->outer,
                                        .c = shift->rns->c,
                                        .matrix = shift->matrix + place / TMD_TRACKS * group,
                                        .vector = scratch->vector};
  tmd_kernel_rns_shift()(&job, scratch->residue);
  for (uint64_t k = 0; k < steps; k++) {
    give(scratch->coefficients, shift, scratch->residue, (int)(track + k));
    tmd_rebase_store((struct tmd_poly_record *)(records + k * record_bytes), store, q + k,
                     scratch->coefficients);
  }
  return steps;
}

void tmd_shift_residues_run(const struct tmd_shift_residues *shift,
                            const struct tmd_rebase_source *source, uint64_t first, uint64_t count,
                            unsigned char *records, size_t record_bytes) {
  const size_t terms = (size_t)shift->degree + 1,
               coefficients = (size_t)tmd_packet_coefficients(shift->degree, shift->degree);
  const size_t words = (size_t)shift->words, moduli = (size_t)shift->rns->count;
  struct tmd_rebase_store store;
  if (source->input->degree != shift->degree ||
      source->input->words != shift->words) { /* the matrices are for others */
    tmd_rebase_run(source, first, count, records, record_bytes);
    return;
  }
  struct scratch scratch = {tmd_allocate(8 * terms * words), tmd_allocate(8 * terms * moduli),
                            tmd_allocate(8 * coefficients * moduli * TMD_TRACKS),
                            tmd_allocate(8 * coefficients * words), ~UINT64_C(0)};
  tmd_rebase_store_begin(&store, source);
  for (uint64_t done = 0, steps; done < count; done += steps)
    steps = run_group(shift, &store, &scratch, first + done, count - done,
                      records + done * record_bytes, record_bytes);
  tmd_rebase_store_end(&store);
  free(scratch.r);
  free(scratch.vector);
  free(scratch.residue);
  free(scratch.coefficients);
}
