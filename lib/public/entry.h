/* What every call of libtmd does around its work: its caller's settings are put back, and no
   failure ends the program. */
#ifndef TMD_PUBLIC_ENTRY_H
#define TMD_PUBLIC_ENTRY_H

#define TMD_PUBLIC __attribute__((visibility("default")))

/* Calls work(context): its result, or -1 (message) where memory has ended, which leaves what it was
   at work on as it is. Inside, there is one thread, and MPFR's exponent range is the widest. */
int tmd_entry(int (*work)(void *context), void *context);

/* 0, or -1 (message) if one of the pointers that the call was given is NULL. */
int tmd_entry_given(const char *name, const void *const *pointers, int count);
#define TMD_GIVEN(...)                                          \
  tmd_entry_given(__func__, (const void *const[]){__VA_ARGS__}, \
                  (int)(sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *)))

#endif
