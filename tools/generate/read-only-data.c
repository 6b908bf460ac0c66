#include "tools/generate/read-only-data.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/error.h"

/* `bytes` of the file from `offset` on, and a byte 0 behind them, owned by the caller; or NULL. */
static char *read_at(int descriptor, size_t bytes, off_t offset) {
  char *result = tmd_allocate(bytes + 1);
  if (pread(descriptor, result, bytes, offset) == (ssize_t)bytes) {
    result[bytes] = 0;
    return result;
  }
  free(result);
  return NULL;
}

/* Sections' names are at offsets of a section of names. */
static long add_sections(const ElfW(Shdr) * section, int count, const char *names, size_t bytes) {
  static const char rodata[] = ".rodata";
  long sum = 0;
  for (int i = 0; i < count; i++)
    if (section[i].sh_name < bytes && !strncmp(names + section[i].sh_name, rodata, strlen(rodata)))
      sum += (long)section[i].sh_size;
  return sum;
}

long tmd_read_only_bytes(int descriptor) {
  ElfW(Ehdr) header;
  long result = -1;
  if (pread(descriptor, &header, sizeof header, 0) != (ssize_t)sizeof header ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) || header.e_shentsize != sizeof(ElfW(Shdr)) ||
      header.e_shstrndx >= header.e_shnum)
    return -1;
  ElfW(Shdr) *section =
      (ElfW(Shdr) *)read_at(descriptor, header.e_shnum * sizeof(ElfW(Shdr)), (off_t)header.e_shoff);
  if (!section) return -1;
  const ElfW(Shdr) *of_names = section + header.e_shstrndx;
  char *names = read_at(descriptor, of_names->sh_size, (off_t)of_names->sh_offset);
  if (names) result = add_sections(section, header.e_shnum, names, of_names->sh_size);
  free(names), free(section);
  return result;
}
