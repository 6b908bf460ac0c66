/* Files that get their names when they are on the disk. */
#ifndef TMD_KEEP_H
#define TMD_KEEP_H

/* The next bytes of a descriptor become the file, and whatever was there goes. Returns 0, also
   where there are fewer, or -1 (message). */
int tmd_keep_bytes(int fd, unsigned long long bytes, const char *name)
    __attribute__((warn_unused_result));

/* Waits until the file, or the names in the folder, are on the disk. Returns 0, or -1 (message). */
int tmd_on_disk(const char *name) __attribute__((warn_unused_result));

/* Renames the file, in place of whatever has that name: after a crash the name is there with all of
   it, or is not there. Returns 0, or -1 (message). */
int tmd_keep_as(const char *file, const char *name) __attribute__((warn_unused_result));

#endif
