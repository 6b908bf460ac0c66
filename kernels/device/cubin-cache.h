/* Compiled kernels as files PROGRAM-HASH-sm_XX.cubin: the code, then a seal that hashes the code,
   and the source and options that it was made from. What is read is what was written for these very
   ones: a file that is damaged, renamed, no regular file, or of an owner who has no business there,
   is not loaded. */
#ifndef TMD_CUBIN_CACHE_H
#define TMD_CUBIN_CACHE_H

#include <stddef.h>

struct tmd_kernel_identity {
  char file[128]; /* the name in a folder */
  unsigned char
      made_from[16]; /* XXH128 of the source and of the options, which name the architecture, too */
};
void tmd_kernel_identify(struct tmd_kernel_identity *identity, const char *program,
                         const char *source, const char *options, int architecture);

/* The code, to be freed; NULL if the file is not there, or, with *bad = 1 and a message, if it is
   not to be used. */
void *tmd_kernel_read(const char *folder, const struct tmd_kernel_identity *identity, int *bad);

/* In place of what has the name, in one step: readers find the old file or the whole new one. 0, or
   -1 without a message. */
int tmd_kernel_write(const char *folder, const struct tmd_kernel_identity *identity,
                     const void *code, size_t bytes);

/* The user's own folder for them, $XDG_CACHE_HOME/tmd or ~/.cache/tmd, made if it is not there;
   nobody else may look into it. NULL if there can be none, which is no error. The text is the
   caller's, of at least 2048 bytes. */
const char *tmd_kernel_cache(char *folder, size_t bytes);

/* The folder of compiled kernels of a machine without a compiler: ../kernels beside the program's
   folder. Likewise. */
const char *tmd_kernels_beside_program(char *folder, size_t bytes);

#endif
