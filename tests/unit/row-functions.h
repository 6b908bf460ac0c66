/* Rows that are freed at the end of their scope. */
#ifndef TMD_TEST_ROW_FUNCTIONS_H
#define TMD_TEST_ROW_FUNCTIONS_H

#include "lib/expression/expression.h"

static void row_end(struct tmd_function **row) { tmd_row_function_free(*row); }
#define ROW __attribute__((cleanup(row_end))) struct tmd_function

#endif
