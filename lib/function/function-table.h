/* Declarations shared by the table of functions (function-table.c) and the families (family.c). */
#ifndef TMD_FUNCTION_TABLE_H
#define TMD_FUNCTION_TABLE_H

#include "lib/function/function.h"

/* function.c */
extern const struct tmd_methods tmd_methods_of_entries, tmd_methods_of_members;

/* For functions on all real numbers that are monotone on each side of 0. */
#define LINE .least = -INFINITY, .greatest = INFINITY
#define MONOTONE .monotone = 1

/* The family named before the parenthesis, if the rest can be a parameter; -1: none. The member of
   this name, made once and stored; NULL (message) if the parameter is invalid. */
int tmd_family_of(const char *name);
const struct tmd_function *tmd_family_member(int family, const char *name);

#endif
