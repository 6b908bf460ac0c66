/* Sources, objects and archives made into a shared object by the system's compiler. */
#ifndef TMD_CHECK_BUILD_H
#define TMD_CHECK_BUILD_H

/* 1 if the library is named so that it has to be built: .c, .o, .a. */
int tmd_build_needed(const char *library);

/* A descriptor of the shared object, whose file is in no folder any more; kept to the end of the
   process, and found again for the same texts. `symbols`: of an archive, the objects that define
   these, and what they need, are taken; a list that ends with NULL. compiler: words; NULL: "cc". -1
   (message: the first line of the compiler's that says error). */
int tmd_build(const char *library, const char *compiler, const char *const *symbols);

#endif
