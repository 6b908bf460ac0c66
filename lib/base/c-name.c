#include "lib/base/c-name.h"

#include <ctype.h>
#include <string.h>

/* Between blanks. */
static const char taken[] =
    " alignas alignof asm auto bool break case char const constexpr continue default do double else"
    " enum extern false float for goto if inline int linux long nullptr register restrict return"
    " short signed sizeof static static_assert struct switch thread_local true typedef typeof"
    " typeof_unqual union unix unsigned void volatile while"
    " _Alignas _Alignof _Atomic _BitInt _Bool _Complex _Decimal128 _Decimal32 _Decimal64 _Float128"
    " _Float16 _Float32 _Float32x _Float64 _Float64x _Generic _Imaginary _Noreturn _Static_assert"
    " _Thread_local"
    " int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t ";

int tmd_is_c_name(const char *name) {
  const size_t bytes = strlen(name);
  if (!bytes || isdigit((unsigned char)*name)) return 0;
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_') return 0;
  for (const char *at = taken; (at = strstr(at, name)); at++)
    if (at[-1] == ' ' && at[bytes] == ' ') return 0;
  return 1;
}
