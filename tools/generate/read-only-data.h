/* The size of tables and constants of a compiled function. */
#ifndef TMD_GENERATE_READ_ONLY_DATA_H
#define TMD_GENERATE_READ_ONLY_DATA_H

/* The bytes of sections .rodata of the object or shared object; -1: it is none. */
long tmd_read_only_bytes(int descriptor);

#endif
