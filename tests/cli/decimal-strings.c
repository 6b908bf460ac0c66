/* strtod and printf of the C library against a list: lines of x and f(x) rounded to nearest, up,
   down and toward zero, from decimal numbers of 17 digits to binary64 (x decimal), or back. Prints
   how many results were compared, and how many are wrong. */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "-1.25e-2" as its sign, 17 digits and exponent, as "%.16e" has them. */
static void spread(char to[64], const char *from) {
  char digits[18] = "00000000000000000";
  const int sign = *from == '-';
  int count = 0, exponent = 0;
  for (from += sign; *from && *from != 'e'; from++)
    if (*from != '.' && count < 17) digits[count++] = *from;
  if (*from) exponent = atoi(from + 1);
  snprintf(to, 64, "%s%c.%se%c%02d", sign ? "-" : "", digits[0], digits + 1,
           exponent < 0 ? '-' : '+', abs(exponent));
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  char x[64], y[4][64], got[64], wanted[64];
  long compared = 0, wrong = 0;
  while (scanf("%63s %63s %63s %63s %63s", x, y[0], y[1], y[2], y[3]) == 5)
    for (int mode = 0; mode < 4; mode++, compared++) {
      if (strstr(x, "0x")) {
        const double argument = strtod(x, NULL);
        spread(wanted, y[mode]);
        fesetround(modes[mode]);
        snprintf(got, sizeof got, "%.16e", argument);
        fesetround(FE_TONEAREST);
        wrong += strcmp(got, wanted) != 0;
      } else {
        fesetround(modes[mode]);
        const double result = strtod(x, NULL);
        fesetround(FE_TONEAREST);
        wrong += result != strtod(y[mode], NULL);
      }
    }
  printf("%ld %ld\n", compared, wrong);
  return 0;
}
