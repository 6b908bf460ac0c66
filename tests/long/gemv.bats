# Residue number systems and matrix-vector products on many more random numbers and systems than make check takes.

load ../cli/synthetic

@test "12 million numbers: conversion, intervals, sign, scaling against GMP" { "$BUILD/tests/test-rns" 15000000; }

@test "10000 products: each result is the exact one, rounded once; bounds" { "$BUILD/tests/test-gemv" 10000; }
