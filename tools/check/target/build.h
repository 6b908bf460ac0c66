/* Sources, objects and archives made into a shared object by the system's compiler. */
#ifndef TMD_BUILD_H
#define TMD_BUILD_H

/* 1 if the library must be built, by its name: .c, .o, .a. */
int tmd_build_needed(const char *library);

/* A descriptor of the shared object, whose file is in no folder any more; it is kept to the end of
   the process, and reused for the same texts. `symbols`: of an archive, the objects that define
   these are linked, and all they need; the list ends with NULL. compiler: words; NULL: "cc". -1
   (message: the compiler's first line with an error). */
int tmd_build(const char *library, const char *compiler, const char *const *symbols);

#endif
