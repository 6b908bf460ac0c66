/* Numbers in memory as text, exactly. */
#ifndef TMD_CHECK_NUMBER_TEXT_H
#define TMD_CHECK_NUMBER_TEXT_H

#include "tools/check/target/target.h"

enum { TMD_NUMBER_TEXT_BYTES = 64 };

/* "0x1.8p+1", "inf", "-nan": returns its length. */
int tmd_number_print(char text[TMD_NUMBER_TEXT_BYTES], const struct tmd_format *format,
                     const void *number);

/* 0, or -1 (no message) if the text is no number of the format. */
int tmd_number_parse(void *number, const struct tmd_format *format, const char *text);

#endif
