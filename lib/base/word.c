#include "lib/base/word.h"

#include <ctype.h>
#include <string.h>

const char *tmd_word_end(const char *text, char wanted) {
  for (int depth = 0; *text && (depth > 0 || *text != wanted); text++)
    depth += (*text == '(') - (*text == ')');
  return text;
}

static int least(int a, int b) { return a < b ? a : b; }

int tmd_word_distance(const char *a, const char *b) {
  const int n = (int)strlen(a), m = (int)strlen(b);
  int d[TMD_WORD_LETTERS_MAX + 1][TMD_WORD_LETTERS_MAX + 1];
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++) {
      if (!i || !j) {
        d[i][j] = i + j;
        continue;
      }
      const int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      d[i][j] = least(d[i - 1][j - 1] + (x != y), least(d[i - 1][j], d[i][j - 1]) + 1);
      const int swapped = i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                          tolower((unsigned char)a[i - 2]) == y;
      if (swapped) d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}
