/* The bits of the exponent, and the greatest one used here. */
#define WHIGH 0x7f800000
#define WMOST 0x7e800000

/* 1 where y = h + l is within 2^-43 of |y| of a number, or of a midpoint, of 24 or 25 bits. */
WLANE wint WNAME(wnear)(wfloat h, wfloat l) {
  const wint power = wsmaller(wbits(h) & WHIGH, wall_int(WMOST));
  const wfloat part = wproduct(l, wfloats(0x7f000000 - power));
  return ((winteger(wproduct(part, wall(0x1p+48f))) + 32) & 0x7fffff) < 64;
}

/* y moved by 2^-42 of it, up (1), down (-1); or the number next to it (2); m = 0: y. */
WLANE wfloat WNAME(wmoved)(wfloat h, wfloat *l, wint m) {
  const wfloat step = wfloats((wbits(h) & WHIGH) - (42 << 23));
  const wfloat low = wselect(m == 2, wall(0.0f), *l + wproduct(step, wconvert(m)));
  wfast_sum(y, h, low);
  *l = wselect(m == 0, *l, y_l);
  return wselect(m == 0, h, y_h);
}

/* The encoding of (h + l) 2^n, h being h + l rounded to nearest, rounded in a mode: 0 to nearest, 1
   toward zero, 2 up, 3 down; n = 0x10000 or h = 0: that of h. */
WLANE wint WNAME(wround)(wfloat h, wfloat l, wint n, int mode) {
  const wint u = wbits(h), sign = u & (int)0x80000000, low = wbits(l);
  const wint e = ((u >> 23) & 255) + n,
             shift = wsmaller(wgreater(1 - e, wall_int(0)), wall_int(26));
  /* 4 times the 24 bits of h, and 1 more or less for l */
  const wint beside = wchoose((low & 0x7fffffff) == 0, wall_int(0), ((u ^ low) >> 31) | 1);
  const wint bits = 4 * ((u & 0x7fffff) | 0x800000) + beside, whole = bits >> (shift + 2);
  const wint rest = bits & ((wall_int(4) << shift) - 1), middle = wall_int(2) << shift;
  const wint first = wsmaller(wgreater(e, wall_int(1)), wall_int(255));
  wint more = wall_int(0), away = wall_int(1); /* away: from 2^128 on */
  if (mode == 0)
    more = wchoose((rest > middle) | ((rest == middle) & ((whole & 1) != 0)), away, more);
  else if (mode == 1) away = more;
  else {
    away = ((sign >> 31) & 1) ^ (mode == 2 ? 1 : 0);
    more = wchoose(rest != 0, away, more);
  }
  const wint size = wchoose(first == 255, 0x7f7fffff + away, ((first - 1) << 23) + whole + more);
  return wchoose((n == 0x10000) | ((u & 0x7fffffff) == 0), u, sign | size);
}
