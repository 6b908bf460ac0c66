"""Correctly rounded values by libtmd: values.py FUNCTION X... prints each x and f(x) of binary64 in four rounding modes."""
import ctypes
import sys

tmd = ctypes.CDLL("libtmd.so.0")
tmd.tmd_last_error.restype = ctypes.c_char_p
tmd.tmd_evaluator_open.restype = ctypes.c_void_p
tmd.tmd_evaluator_open.argtypes = [ctypes.c_char_p] * 3
tmd.tmd_evaluator_value.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char, ctypes.c_char_p]
tmd.tmd_evaluator_error.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_double)]
tmd.tmd_evaluator_close.argtypes = [ctypes.c_void_p]


def value(f, x, mode):
    text = ctypes.create_string_buffer(64)
    if tmd.tmd_evaluator_value(f, x.hex().encode(), mode.encode(), text):
        raise ValueError(tmd.tmd_last_error().decode())
    return float.fromhex(text.value.decode())


f = tmd.tmd_evaluator_open(sys.argv[1].encode(), b"binary64", b"binary64")
if not f:
    sys.exit(tmd.tmd_last_error().decode())
for x in map(float, sys.argv[2:]):
    print(x.hex(), *(value(f, x, mode).hex() for mode in "NUDZ"))
tmd.tmd_evaluator_close(f)
