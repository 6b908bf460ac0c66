# Formats of 8 bits, decoded by the fields of their specifications, and rounding to them, in double precision: checks a table of
# tmd-table --to csv against a function's values. Shares nothing with lib/value. Variables: format (e4m3, e5m2, binary8pP; :sat),
# mode, f. Prints what differs, and at the end the number of encodings that were compared.

function is_nan_code(b) {
  if (p3109) return b == 128
  return format ~ /^e4m3/ ? b % 128 == 127 : b % 128 > 124
}
function is_infinite_code(b) { return p3109 ? b % 128 == 127 : format ~ /^e5m2/ && b % 128 == 124 }

# The magnitude, 2^(E - bias) (1 + M/T) or 2^(1 - bias) M/T. With precision 1 there is no subnormal number.
function magnitude(b, E, M) {
  b %= 128
  E = int(b / T)
  M = b % T
  return E == 0 ? M / T * 2^(1 - bias) : (1 + M / T) * 2^(E - bias)
}

# What a result beyond the greatest number becomes: a code with its sign.
function beyond(sign) {
  if (saturates) return most + 128 * sign
  return format ~ /^e4m3/ ? 127 : most + 1 + 128 * sign
}

# The code of y rounded in the mode; `kind` is set.
function rounded(y, sign, size, low, up, next_one) {
  sign = y < 0
  size = sign ? -y : y
  for (low = most; magnitude(low) > size; low--) continue
  next_one = low < most ? magnitude(low + 1) : magnitude(most) + ulp
  kind = size == magnitude(low) ? "exact" : size < magnitude(T) ? "underflow" : "normal"
  if (kind != "exact" && size < next_one && 2 * size == magnitude(low) + next_one) kind = "midpoint"
  if (kind == "exact") up = 0
  else if (mode == "zero") up = 0
  else if (mode == "up") up = !sign
  else if (mode == "down") up = sign
  else up = 2 * size > magnitude(low) + next_one || (2 * size == magnitude(low) + next_one && low % 2)
  if (size >= next_one || (low + up > most)) kind = "overflow"
  low += up
  if (low > most) return beyond(sign)
  if (low == 0 && p3109) return 0
  return low + 128 * sign
}

# f(x) as a code; `kind` is set.
function result(x) {
  if (f == "exp" && x != 0 && x > -1e-12 && x < 1e-12) return rounded(x < 0 ? 1 - 1e-12 : 1 + 1e-12)
  if (f == "exp") return rounded(x > 700 ? 1e300 : x < -700 ? 1e-300 : exp(x))
  if (f == "x") return rounded(x)
  if (f == "x*x") return rounded(x * x)
  if (f == "29*x/28") return rounded(29 * x / 28)
  kind = "infinite" # log
  if (x == 0) return beyond(1)
  kind = "nan"
  return x < 0 ? nan : rounded(log(x))
}
function result_at_infinity(sign) {
  kind = "infinite"
  if (f == "exp" && sign) { kind = "exact"; return 0 }
  if (f == "exp") return beyond(0)
  kind = sign ? "nan" : "infinite"
  return sign ? nan : beyond(0)
}

# 0x1.8p-3 as a number
function hex(text, sign, parts, digits, i, value) {
  sign = sub(/^-/, "", text) ? -1 : 1
  sub(/^0x/, "", text)
  split(text, parts, "p")
  value = 0
  digits = parts[1]
  sub(/\./, "", digits)
  for (i = 1; i <= length(digits); i++) value = 16 * value + index("123456789abcdef", substr(digits, i, 1))
  return sign * value * 16^(1 - length(digits)) * 2^parts[2]
}
function code(text) { return 16 * index("123456789abcdef", substr(text, 3, 1)) + index("123456789abcdef", substr(text, 4, 1)) }

function same(text, b) {
  if (is_nan_code(b)) return text ~ /^-?s?nan$/
  if (is_infinite_code(b)) return text == (b >= 128 ? "-inf" : "inf")
  return text !~ /n/ && hex(text) == (b >= 128 ? -1 : 1) * magnitude(b) && (text ~ /^-/) == (b >= 128)
}

BEGIN {
  FS = ","
  p3109 = format ~ /^binary8p/
  saturates = format ~ /:sat$/
  precision = p3109 ? substr(format, 9, 1) + 0 : format ~ /^e4m3/ ? 4 : 3
  bias = p3109 ? (precision == 1 ? 63 : 2^(7 - precision)) : format ~ /^e4m3/ ? 7 : 15
  T = 2^(precision - 1)
  most = format ~ /^e5m2/ ? 123 : 126
  ulp = 2^(int(most / T) - bias) / T
  nan = p3109 ? 128 : format ~ /^e4m3/ ? 127 : 126
}
NR > 1 {
  b = NR - 2
  if (code($2) != b || !same($1, b)) { print "x", format, b, $0; bad = 1 }
  if ($5 == "free") next # expressions at infinity
  if (is_nan_code(b)) { expected = nan; kind = "nan" }
  else if (is_infinite_code(b)) expected = result_at_infinity(b >= 128)
  else expected = result((b >= 128 ? -1 : 1) * magnitude(b))
  if (f == "x" && b == 128 && !p3109) expected = 128 # -0
  if (f == "29*x/28" && b == 128 && !p3109) expected = 128
  if (code($4) != expected || !same($3, expected) || $5 != kind) { print format, mode, f, b, expected, kind ": " $0; bad = 1 }
  compared++
}
END { if (!bad) print compared + 0 }
