#include "kernels/device/packets.h"

#include <string.h>

#include "lib/base/error.h"

enum { MANY = 64 }; /* packets that are work for more than one thread */

size_t tmd_packets_survivors(const struct tmd_packets *packets) {
  size_t survivors = 0;
#pragma omp parallel for reduction(+ : survivors) if (packets->count > MANY)
  for (size_t p = 0; p < packets->count; p++) survivors += tmd_packet_survivors(packets->packet[p]);
  return survivors;
}

int tmd_packets_alike(const struct tmd_poly_record *a, const struct tmd_poly_record *b) {
  return a->n == b->n && a->count == b->count && a->split == b->split && a->degree == b->degree &&
         a->words == b->words && a->outer == b->outer;
}

struct tmd_poly_record *tmd_packet_sample(const struct tmd_poly_record *packet, uint64_t n,
                                          uint32_t count) {
  struct tmd_packet_shape shape = tmd_packet_shape_of(packet);
  if (count < shape.count) shape.count = count;
  shape.split = 1;
  const size_t bytes = tmd_packet_bytes(&shape);
  struct tmd_poly_record *sample = tmd_zeros(bytes);
  memcpy(sample, packet, (size_t)((const char *)tmd_packet_bitmap(packet) - (const char *)packet));
  sample->n = n < packet->n ? n : packet->n;
  sample->count = shape.count;
  sample->split = 1;
  tmd_packet_set_all(sample);
  uint64_t state = 0x243f6a8885a308d3; /* pi */
  for (int j = 0; j < 2 && j <= sample->degree; j++)
    for (int w = 0; w < sample->words; w++)
      tmd_packet_coefficient(sample, j, 0)[w] = state *= 6364136223846793005; /* Knuth */
  return sample;
}

void tmd_packets_upload(struct tmd_buffer *buffer, struct tmd_device *device, int queue,
                        const struct tmd_packets *packets) {
  const struct tmd_poly_record *first = packets->packet[0];
  const size_t words = (size_t)tmd_packet_coefficients(first->degree, first->outer) * first->words,
               count = packets->count;
  tmd_buffer_reserve(buffer, device, 8 * words * count);
  uint64_t *to = buffer->host;
  for (size_t p = 0; p < count; p++) {
    const uint64_t *from = tmd_packet_coefficient(packets->packet[p], 0, 0);
    for (size_t w = 0; w < words; w++) to[w * count + p] = from[w];
  }
  tmd_buffer_upload(buffer, queue, 8 * words * count);
}

void tmd_binomial_rows(struct tmd_binomial_rows *rows, struct tmd_device *device, int queue,
                       int degree, int words, uint64_t step, uint64_t places) {
  const size_t row = (size_t)degree * (size_t)words;
  if (rows->degree == degree && rows->words == words && rows->step == step &&
      rows->places == places && rows->buffer.bytes)
    return;
  tmd_buffer_reserve(&rows->buffer, device, 8 * row * places);
  rows->degree = degree, rows->words = words, rows->step = step, rows->places = places;
  uint64_t *to = rows->buffer.host;
#pragma omp parallel for schedule(static)
  for (uint64_t place = 0; place < places; place++)
    for (int k = 1; k <= degree; k++)
      tmd_binomial(to + place * row + (size_t)(k - 1) * (size_t)words, words,
                   (tmd_u128)step * place, k);
  tmd_buffer_upload(&rows->buffer, queue, 8 * row * places);
}

void tmd_prefix_sums(struct tmd_prefix_sums *sums, struct tmd_device *device, int queue,
                     const char *what, const struct tmd_buffer *entries, size_t count) {
  const size_t groups = tmd_device_groups(count);
  struct tmd_device_kernel *sum = tmd_device_kernel(device, "compact", what, "");
  struct tmd_device_kernel *prefix = tmd_device_kernel(device, "compact", "sums_prefix", "");
  tmd_buffer_reserve_inside(&sums->groups, device, 4 * groups);
  tmd_buffer_reserve(&sums->all, device, 4);
  TMD_LAUNCH(sum, queue, groups, TMD_BUFFER(entries), TMD_NUMERAL(count),
             TMD_BUFFER(&sums->groups));
  TMD_LAUNCH(prefix, queue, 1, TMD_BUFFER(&sums->groups), TMD_NUMERAL(groups),
             TMD_BUFFER(&sums->all));
}

void tmd_survivor_list(struct tmd_survivor_list *survivors, struct tmd_device *device, int queue,
                       const struct tmd_packets *packets) {
  const size_t each = tmd_packet_bitmap_words(packets->packet[0]), words = each * packets->count;
  struct tmd_device_kernel *list = tmd_device_kernel(device, "compact", "bits_list", "");
  survivors->set = tmd_packets_survivors(packets);
  tmd_buffer_reserve(&survivors->bitmaps, device, 8 * words);
  tmd_buffer_reserve_inside(&survivors->list, device, 4 * survivors->set);
#pragma omp parallel for if (packets->count > MANY)
  for (size_t p = 0; p < packets->count; p++)
    memcpy((uint64_t *)survivors->bitmaps.host + p * each, tmd_packet_bitmap(packets->packet[p]),
           8 * each);
  tmd_buffer_upload(&survivors->bitmaps, queue, 8 * words);
  tmd_prefix_sums(&survivors->sums, device, queue, "bits_sum", &survivors->bitmaps, words);
  TMD_LAUNCH(list, queue, tmd_device_groups(words), TMD_BUFFER(&survivors->bitmaps),
             TMD_NUMERAL(words), TMD_BUFFER(&survivors->sums.groups), TMD_BUFFER(&survivors->list));
}

void tmd_slots_reserve(struct tmd_slot_list *list, struct tmd_device *device, size_t threads,
                       size_t slots) {
  list->threads = threads;
  tmd_buffer_reserve_inside(&list->slots, device, 4 * slots * threads);
  tmd_buffer_reserve_inside(&list->counts, device, 4 * threads);
}

void tmd_slots_count(struct tmd_slot_list *list, struct tmd_device *device, int queue) {
  tmd_prefix_sums(&list->sums, device, queue, "counts_sum", &list->counts, list->threads);
  tmd_buffer_download(&list->sums.all, queue, 4);
}

void tmd_slots_fetch(struct tmd_slot_list *list, struct tmd_device *device, int queue) {
  struct tmd_device_kernel *kernel = tmd_device_kernel(device, "compact", "slots_list", "");
  list->count = *(const uint32_t *)list->sums.all.host;
  tmd_buffer_reserve(&list->list, device, 8 * list->count);
  TMD_LAUNCH(kernel, queue, tmd_device_groups(list->count ? list->threads : 0),
             TMD_BUFFER(&list->slots), TMD_BUFFER(&list->counts), TMD_NUMERAL(list->threads),
             TMD_BUFFER(&list->sums.groups), TMD_BUFFER(&list->list));
  tmd_buffer_download(&list->list, queue, 8 * list->count);
}
