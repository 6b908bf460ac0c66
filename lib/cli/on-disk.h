/* Files on the disk, as opposed to the memory of the kernel. */
#ifndef TMD_ON_DISK_H
#define TMD_ON_DISK_H

/* Waits until the file, or the names in the folder, are on the disk. Returns 0, or -1 (message). */
int tmd_on_disk(const char *name) __attribute__((warn_unused_result));

#endif
