/* Names of the entries: tmd_NAME_SET. */
#ifndef TMD_SET_ENTRY_H
#define TMD_SET_ENTRY_H

#define TMD_JOIN_(a, b, c) a##b##_##c
#define TMD_JOIN(a, b, c) TMD_JOIN_(a, b, c)
#define TMD_ENTRY(name) TMD_JOIN(tmd_, name, TMD_SIMD)

_Static_assert(8 % TMD_LANES == 0, "tracks fill the lanes");

#endif
