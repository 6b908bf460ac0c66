/* The text of a function as CORE-MATH, the GNU C library and LLVM's libc have theirs: the same C
   with their names, headers, macros and errno; in C++ for LLVM. No line of theirs is in it. */
#ifndef TMD_GENERATE_PROJECT_TEXT_H
#define TMD_GENERATE_PROJECT_TEXT_H

#include "tools/generate/design.h"

/* "glibc", as the option has it. */
const char *tmd_project_name(const struct tmd_demands *demands);

/* The licence of the project, which the text names unless another one is given. */
const char *tmd_project_license(const struct tmd_demands *demands);

/* For the comment: where the file belongs, and what is assumed. */
void tmd_project_describe(FILE *out, const struct tmd_design *design);

/* 0, or -1 (message): the project has no such file. */
int tmd_project_check(const struct tmd_demands *demands, const struct tmd_function *f,
                      const char *format, const char *symbol) __attribute__((warn_unused_result));

/* 1: exceptions are in a table of results, which only the project's text has. */
int tmd_project_lists(const struct tmd_design *design);

/* Prints what follows the comment: `text`, C that sets errno. */
void tmd_project_print(FILE *out, const struct tmd_design *design, const char *text);

#endif
