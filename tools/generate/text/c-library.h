/* Libraries: one file of C with many functions, and its header. */
#ifndef TMD_GENERATE_C_LIBRARY_H
#define TMD_GENERATE_C_LIBRARY_H

#include <limits.h>

#include "tools/generate/text/c-text.h"

enum { TMD_LIBRARY_MAX = 64, TMD_LIBRARY_NAME_BYTES = 64 };

struct tmd_c_library {
  const char *const *names; /* of functions */
  int count;
  const struct tmd_c_format *format;
  const struct tmd_demands *demands;
  struct tmd_library_part part[TMD_LIBRARY_MAX];
};

/* Calls make(name, out), which writes the part by tmd_c_library_send or ends its process with a
   message, for all functions, in a process each, `jobs` of them at the same time. 0, or the first
   status that is not 0. */
int tmd_c_library_make(struct tmd_c_library *library, int jobs,
                       void (*make)(const char *name, FILE *out));

/* Writes the part of a design. */
void tmd_c_library_send(FILE *out, const struct tmd_design *design, const struct tmd_text *text);

/* The name of the header beside the file: 0, or -1 (message): the file's does not end with .c. */
int tmd_c_library_header_name(char header[PATH_MAX], const char *name);

/* Prints the file; writes the header. */
void tmd_c_library_print(FILE *out, const struct tmd_c_library *library, const char *license);
void tmd_c_library_write_header(const struct tmd_c_library *library, const char *header);

void tmd_c_library_clear(struct tmd_c_library *library);

#endif
