# tmd-generate --to core-math, glibc and llvm: files in the form of these projects.
bats_require_minimum_version 1.5.0
load generate.bash
load generate-projects.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  cd "$BATS_FILE_TMPDIR"
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "exp2" } on' | tmd-pack | tmd-select --bits 23 >exp2.tmd
  for project in core-math glibc llvm; do tmd-generate exp2 --to $project --no-check -o $project.c & done
  wait
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "atanpi" } on' | tmd-pack | tmd-select --bits 23 >atanpi.tmd
  for project in glibc llvm; do tmd-generate atanpi --to $project --no-check -o atanpi-$project.c & done
  tmd-generate sqrt --to llvm --no-check -o sqrt-llvm.c
  wait
  stubs_of_llvm exp2 atanpi sqrt
  stubs_of_glibc
}

setup() { cd "$BATS_FILE_TMPDIR"; }

@test "the files compile beside headers of the projects' names, and pass tmd-check with flags and errno" {
  for project in core-math glibc llvm; do
    cc=gcc
    [ $project != llvm ] || cc=g++
    built_for $project exp2 $project.c $cc -O2 -mfma
    passes_for $project exp2
  done
}

@test "an odd function, one with square roots" {
  built_for glibc atanpi atanpi-glibc.c gcc -O2 -mfma
  passes_for glibc atanpi
  built_for llvm atanpi atanpi-llvm.c g++ -O2 -mfma
  passes_for llvm atanpi
  grep -q 'EXCEPTIONS.lookup_odd' atanpi-llvm.c
  built_for llvm sqrt sqrt-llvm.c g++ -O2 -mfma
}

@test "their names, licences and macros; the exceptions of LLVM's are rows of tmd-dump --to llvm" {
  grep -qx 'float cr_exp2f(float x) {' core-math.c
  grep -qx '   In the form of src/binary32/exp2/exp2f.c.' core-math.c
  grep -qx '   SPDX-License-Identifier: MIT' core-math.c
  [ "$(tail -n 1 glibc.c)" = "libm_alias_float (__exp2, exp2)" ]
  grep -qx '   SPDX-License-Identifier: LGPL-2.1-or-later' glibc.c
  grep -q 'e_exp2f.c\.$' glibc.c
  run ! grep -q __builtin_ glibc.c
  [ "$(grep -c '__builtin_expect(.*, 1)' core-math.c)" -eq "$(grep -c '__glibc_likely (' glibc.c)" ]
  grep -q '  if (__glibc_unlikely (v.u == ' glibc.c
  grep -qx 'LLVM_LIBC_FUNCTION(float, exp2f, (float x)) {' llvm.c
  grep -qx '   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception' llvm.c
  run ! grep -q '__builtin_\(expect\|fma\)\|v\.u\b' llvm.c
  grep -q -- '--name exp2f --to llvm$' llvm.c
  sed -n '/ExceptValues/,/^}}/s/^    \({.*\)/\1/p' llvm.c >rows
  [ -s rows ]
  tmd-select --bits 23 "$list" | tmd-dump --to llvm >all
  [ "$(grep -Fxcf rows all)" -eq "$(wc -l <rows)" ]
}

@test "a fault in an exception is seen" {
  sed -E '/ExceptValues/,/}}/s/([01])U}, \/\/ x/9U}, \/\/ x/' llvm.c >wrong.c
  run -1 cmp -s wrong.c llvm.c
  built_for llvm exp2 wrong.c g++ -mfma
  run -1 passes_for llvm exp2
}

@test "what has no form of the project is refused in one line" {
  bad_usage "--to llvm: functions are made in binary32, not bfloat16" tmd-generate exp --to llvm --format bfloat16
  bad_usage "--to core-math: functions are made in binary32 and binary16, not e4m3" tmd-generate exp --to core-math --format e4m3
  bad_usage "--to glibc: lgamma: glibc's e_*_r.c has another interface" tmd-generate lgamma --to glibc
  bad_usage "--to glibc: --name cube: names end with f" tmd-generate 'pown(3)' --to glibc --name cube
  bad_usage "--proof: not with --to llvm" tmd-generate exp --to llvm --proof p
  bad_usage "--arith: not with --to llvm" tmd-generate exp --to llvm --arith integer
  bad_usage "--all: not with --to glibc" tmd-generate --all --to glibc -o f.c
  bad_usage "--vector: not with --to core-math" tmd-generate exp --vector --to core-math
}
