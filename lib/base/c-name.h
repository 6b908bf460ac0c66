/* Names for C that tools write. */
#ifndef TMD_C_NAME_H
#define TMD_C_NAME_H

/* 1 if a name can be declared in C: letters, digits and _, no digit first, no keyword of C23 (which
   a compiler for an earlier C may take), no macro of gcc, no type of stdint.h. */
int tmd_is_c_name(const char *name);

#endif
