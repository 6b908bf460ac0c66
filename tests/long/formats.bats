#!/usr/bin/env bats
# Every function against brute force in all kinds of small formats and modes (tests/reference/small-formats.bats has a choice
# of them); some
# minutes.
bats_require_minimum_version 1.5.0
load ../cli/synthetic
load ../reference/small-formats

@test "binary16, modes directed, every function" { each_function --format binary16 --modes directed; }
@test "bfloat16, modes nearest, every function" { each_function --format bfloat16 --modes nearest; }
@test "binary16 to bfloat16, every function" { each_function --in binary16 --out bfloat16; }
@test "bfloat16 to binary16, every function" { each_function --in bfloat16 --out binary16; }
@test "p = 5, every function" { each_function --format 5,-6,7; }
@test "p = 2, every function" { each_function --format 2,-4,4 --bits 1; }
@test "without exponents below 0, every function" { each_function --in 6,0,12 --out 13,-30,30; }
@test "into p = 3, modes nearest, every function" { each_function --in 12,-9,3 --out 3,-2,2 --modes nearest; }
@test "a wide range of exponents, every function" { each_function --in 4,-60,60 --out 16,-20,20 --bits 3; }
