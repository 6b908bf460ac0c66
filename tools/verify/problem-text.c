/* The problem text of a claim, as tmd-stream(5) defines it. */
#include <string.h>

#include "tools/verify/verify.h"

/* Reads a character, if any, and an integer without leading zeros, of at most 36 digits. Returns
   the text behind it, or NULL. */
static const char *number(const char *s, int before, __int128 least, __int128 most,
                          __int128 *value) {
  if (!s || (before && *s++ != before)) return NULL;
  const int negative = *s == '-';
  int digits = 0;
  __int128 v = 0;
  for (s += negative; *s >= '0' && *s <= '9'; s++) {
    if (digits++ == 36 || (digits == 2 && !v)) return NULL;
    v = v * 10 + (*s - '0');
  }
  *value = negative ? -v : v;
  return digits && !(negative && !v) && *value >= least && *value <= most ? s : NULL;
}

/* LOW:HIGH; precision and exponents are those of the greatest absolute value. */
static const char *integers(const char *s, struct v_format *f) {
  __int128 low = 0, high;
  s = number(s, 0, INT64_MIN, INT64_MAX, &low);
  if (!(s = number(s, ':', low, INT64_MAX, &high))) return NULL;
  *f = (struct v_format){.radix = 2, .integers = 1};
  for (int sign = 0; sign < 2; sign++) {
    const __int128 from = sign ? -high : low, to = sign ? -low : high;
    f->least[sign] = from > 0 ? (v_ordinal)from : 0, f->most[sign] = to > 0 ? (v_ordinal)to : 0;
  }
  while ((f->most[0] | f->most[1] | 1) >> f->p) f->p++;
  f->emin = f->emax = f->p - 1;
  return s;
}

static const char *after(const char *s, const char *word) {
  return s && !strncmp(s, word, strlen(word)) ? s + strlen(word) : NULL;
}

/* p,emin,emax with what may follow, and 10: before it. */
static const char *format(const char *s, struct v_format *f) {
  __int128 p, emin = 0, emax, max;
  const int decimal = after(s, "10:") != NULL;
  const long most = decimal ? 1 << 16 : 1 << 20;
  s = number(decimal ? s + 3 : s, 0, 1, decimal ? 34 : 113, &p);
  s = number(s, ',', -most, 0, &emin);
  if (!(s = number(s, ',', 0, most, &emax))) return NULL;
  *f = (struct v_format){decimal ? 10 : 2, 0, (int)p, (long)emin, (long)emax, .first = 1};
  for (int i = 1; i < f->p; i++) f->first *= (unsigned)f->radix;
  f->max = f->first * (unsigned)f->radix - 1;
  if (decimal) return s;
  if (s[0] == ':' && s[1] != 's') {
    const __int128 full = (__int128)f->max, least = full - (1 << 30), first = (__int128)f->first;
    if (!(s = number(s, ':', least > first ? least : first, full, &max))) return NULL;
    f->max = (v_ordinal)max;
    if (after(s, ":p3109")) s += strlen(":p3109");
  } else if (p < 2) return NULL;
  return after(s, ":sat") ? after(s, ":sat") : s;
}

int verify_problem(struct v_problem *p, const char *text) {
  static const char *const modes[] = {"all\n", "directed\n", "nearest\n"};
  __int128 bits;
  memset(p, 0, sizeof *p);
  strncpy(p->text, text, sizeof p->text - 1);
  const char *s = after(text, "function=");
  while (s && *s > ' ' && *s <= '~' && strlen(p->name) < 1023) p->name[strlen(p->name)] = *s++;
  if (!*p->name || !(s = after(s, "\nin=")) || !(s = format(s, &p->in))) return 0;
  if ((p->pairs = *s == ';')) {
    s = after(s, ";int:") ? integers(s + strlen(";int:"), &p->y) : format(s + 1, &p->y);
    if (p->in.p > 64 || p->y.p > 64 || p->in.p + p->y.p > 120 || p->in.radix + p->y.radix > 4)
      return 0;
  }
  if (!(s = after(s, "\nout=")) || !(s = format(s, &p->out)) || !(s = after(s, "\nmodes=")))
    return 0;
  while (p->modes < 3 && !after(s, modes[p->modes])) p->modes++;
  if (p->modes == 3 || (p->pairs && p->out.radix != 2)) return 0;
  s = number(after(after(s, modes[p->modes]), "bits="), 0, 1, 1000, &bits);
  p->bits = s ? (int)bits : 0;
  p->threshold = p->bits + (p->modes == V_NEAREST);
  p->function = verify_function(p->name, &p->n);
  return s && !strcmp(s, "\n");
}
