"""Correct results in formats of either radix, by libtmd and by Python's decimal and fractions: decimal-values.py LIBTMD COUNT
prints each result that differs, and the number of those compared."""
import ctypes
import decimal
import math
import random
import sys
from decimal import Decimal
from fractions import Fraction

tmd = ctypes.CDLL(sys.argv[1])
tmd.tmd_last_error.restype = ctypes.c_char_p
tmd.tmd_evaluator_open.restype = ctypes.c_void_p
tmd.tmd_evaluator_open.argtypes = [ctypes.c_char_p] * 3
tmd.tmd_evaluator_value.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char, ctypes.c_char_p]
tmd.tmd_evaluator_error.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_double)]

formats = {"decimal32": (10, 7, -95, 96), "decimal64": (10, 16, -383, 384), "decimal128": (10, 34, -6143, 6144),
           "10:1,-3,4": (10, 1, -3, 4), "10:3,-9,9": (10, 3, -9, 9),
           "binary64": (2, 53, -1022, 1023), "binary32": (2, 24, -126, 127)}


def exponent(y, radix):
    """floor(log_radix y) of a fraction y > 0."""
    e = int((y.numerator.bit_length() - y.denominator.bit_length()) / (1 if radix == 2 else 3.3219280948873623))
    while y < Fraction(radix) ** e:
        e -= 1
    while y >= Fraction(radix) ** (e + 1):
        e += 1
    return e


def rounded(y, mode, radix, p, emin, emax):
    """y, a fraction, in a format: a fraction, or "inf" or "-inf"."""
    if y == 0:
        return y
    size = abs(y)
    unit = Fraction(radix) ** (max(exponent(size, radix), emin) - p + 1)
    X, rest = divmod(size / unit, 1)
    half = Fraction(1, 2)
    up = {"N": rest > half or (rest == half and X % 2), "A": rest >= half,
          "Z": 0, "U": rest and y > 0, "D": rest and y < 0}[mode]
    result = (X + (1 if up else 0)) * unit
    if result >= Fraction(radix) ** (emax + 1):
        greatest = (radix ** p - 1) * Fraction(radix) ** (emax - p + 1)
        if mode == "Z" or mode == ("D" if y > 0 else "U"):
            return greatest if y > 0 else -greatest
        return "inf" if y > 0 else "-inf"
    return result if y > 0 else -result


def by_decimal(name):
    """An enclosure of f(x) with so many digits."""
    def enclose(x, digits):
        with decimal.localcontext() as context:
            context.prec, context.Emax, context.Emin = 9999, decimal.MAX_EMAX, decimal.MIN_EMIN
            argument = Decimal(x.numerator) / Decimal(x.denominator)
            assert Fraction(argument) == x
            context.prec = digits
            context.clear_flags()
            y = Fraction(getattr(argument, name)())
            more = abs(y) / Fraction(10) ** (digits - 1) if context.flags[decimal.Inexact] else 0
            return y - more, y + more
    return enclose


functions = {"id": lambda x, digits: (x,) * 2, "pown(3)": lambda x, digits: (x ** 3,) * 2,
             "pown(-2)": lambda x, digits: (x ** -2,) * 2,
             "compound(2)": lambda x, digits: ((1 + x) ** 2,) * 2 if x >= -1 else None,
             "exp": by_decimal("exp"), "log": by_decimal("ln"),
             "log10": by_decimal("log10"), "sqrt": by_decimal("sqrt"),
             "exp10": lambda x, digits: (Fraction(10) ** int(x),) * 2 if x.denominator == 1 else None}


def argument(name, radix, p, emin, emax, out):
    """A number and its text: of any exponent, near 1, or near the ends of the results' format; few digits, many, or many 9."""
    X = random.randrange(1, radix ** random.choice([p, p, random.randint(1, p)]))
    X = random.choice([X, X, X, X, radix ** p - 1 - X % radix ** (p // 2)])
    end = round(random.choice([out[2] - random.randint(0, out[1] + 1), out[3]]) * math.log(out[0], radix))
    e = max(emin, min(emax, random.choice([random.randint(emin, emax), random.randint(-5, 5), end])))
    if name == "exp10":
        X, e = random.randint(0, 9 if p < 4 else 700), p - 1
    if name == "exp":
        X, e = min(X, 2 * radix ** (p - 1) - 1), max(min(e, 4), -400, emin)
    sign = "" if name in ("log", "log10", "sqrt") else random.choice(["", "-"])
    x = X * Fraction(radix) ** (e - p + 1)
    return -x if sign else x, f"{sign}{X}e{e - p + 1}" if radix == 10 else f"{sign}0x{X:x}p{e - p + 1}"


def value_of(text):
    if text[-3:] in ("inf", "nan"):
        return text
    if "0x" not in text:
        return Fraction(text)
    digits, power = text.replace("0x", "").split("p")
    whole, _, part = digits.partition(".")
    return Fraction(int(whole + part, 16)) / 16 ** len(part) * Fraction(2) ** int(power)


def expected(name, x, mode, out):
    digits = 120
    while digits < 9000:
        ends = functions[name](x, digits)
        if ends is None:
            return None
        low, high = (rounded(end, mode, *out) for end in ends)
        if low == high:
            return low
        digits *= 4
    return None


random.seed(1)
compared = 0
pairs = [("decimal32",) * 2, ("decimal64",) * 2, ("decimal128",) * 2, ("10:1,-3,4",) * 2, ("10:3,-9,9",) * 2,
         ("binary64", "decimal64"), ("decimal64", "binary64"), ("decimal32", "binary32"),
         ("10:3,-9,9", "decimal32"), ("decimal64", "10:1,-3,4"), ("binary32", "10:1,-3,4")]
for name in functions:
    for a, b in pairs:
        f = tmd.tmd_evaluator_open(name.encode(), a.encode(), b.encode())
        if not f:
            sys.exit(tmd.tmd_last_error().decode())
        for _ in range(int(sys.argv[2])):
            x, given = argument(name, *formats[a], formats[b])
            text = ctypes.create_string_buffer(64)
            for mode in "NUDZA":
                y = expected(name, x, mode, formats[b])
                if rounded(x, "Z", *formats[a]) != x or y is None:
                    continue
                if tmd.tmd_evaluator_value(f, given.encode(), mode.encode(), text):
                    print(name, a, b, given, mode, tmd.tmd_last_error().decode())
                elif value_of(text.value.decode()) != y:
                    print(name, a, b, given, mode, text.value.decode())
                compared += 1
print(compared)
