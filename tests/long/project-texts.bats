# tmd-generate --to core-math, glibc and llvm: every function, or those of FUNCTIONS, with faults; and CORE-MATH's own check.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash
load ../cli/generate-projects.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  cd "$BATS_FILE_TMPDIR"
  for f in ${FUNCTIONS:-$(tmd-generate --list)}; do
    echo "$f" >>functions
    tmd-dump "$list" | awk -F '\t' -v f="$f" '/^@/ { on = $3 == f } on' | tmd-pack | tmd-select --bits 23 >"$f.tmd"
  done
  for project in core-math glibc llvm; do
    while read -r f; do
      [[ $project = glibc && $f = *gamma ]] || echo "tmd-generate $f --to $project --no-check -o $project-$f.c"
    done <functions
  done | parallel --will-cite -j 2
  stubs_of_llvm $(<functions)
  stubs_of_glibc
}

setup() { cd "$BATS_FILE_TMPDIR"; }

# all_pass PROJECT COMPILER...
all_pass() {
  while read -r f; do
    [[ $1 = glibc && $f = *gamma ]] && continue
    echo "$1 $f"
    built_for "$1" "$f" "$1-$f.c" "${@:2}" && passes_for "$1" "$f" || return
  done <functions
}

@test "glibc: all functions but tgamma and lgamma" { all_pass glibc gcc -O2 -mavx2 -mfma; }

@test "LLVM: all functions, by g++ and clang++" {
  all_pass llvm g++ -O2 -march=x86-64-v3
  command -v clang++ >/dev/null || skip "no clang++"
  all_pass llvm clang++ -O2 -march=x86-64-v3
}

@test "LLVM: where the nearest integer may be another one in directed modes" {
  for f in sin cos tan sinpi cospi tanpi; do
    built_for llvm $f llvm-$f.c g++ -O2 -mfma
    passes_for llvm $f
  done
}

@test "CORE-MATH: all functions, by gcc and clang" {
  all_pass core-math gcc -O2 -march=x86-64-v3 -frounding-math -fsignaling-nans
  command -v clang >/dev/null || skip "no clang"
  all_pass core-math clang -O2 -march=x86-64-v3
}

@test "faults in exceptions, errno and flags are seen" {
  while read -r project change; do
    sed -E "$change" "$project-exp2.c" >wrong.c
    run -1 cmp -s wrong.c "$project-exp2.c"
    cc=gcc
    [ "$project" != llvm ] || cc=g++
    built_for "$project" exp2 wrong.c $cc -O2 -mfma
    echo "$project $change"
    run -1 passes_for "$project" exp2
  done <<'E'
llvm s/raise_except_if_required\(FE_INEXACT\)/raise_except_if_required(0)/
llvm s/set_errno_if_required\(ERANGE\)/set_errno_if_required(EDOM)/
glibc s/__set_errno \(ERANGE\);/(void)0;/
core-math s/#define SET_ERRNO\(e\) \(errno = \(e\)\)/#define SET_ERRNO(e) ((void)0)/
E
}

# CORE-MATH compares all arguments with GNU MPFR, for hours in binary32: here all special ones, and each 4093rd other one.
core_math() {
  peers=$DATA/../peers/core-math
  [ -d "$peers" ] || skip "no CORE-MATH in $DATA/../peers"
  echo '#include <mpfr.h>' | gcc -E - >/dev/null 2>&1 || skip "no MPFR"
  [ -d tree ] || { cp -r "$peers" tree && chmod -R u+w tree; }
  cd tree
  sed -i 's/n <= nmax; n++)/n <= nmax; n += 4093)/' src/binary32/support/check_exhaustive.c
  grep -q 'n += 4093' src/binary32/support/check_exhaustive.c
  export EXTRA_CFLAGS="-DCORE_MATH_SUPPORT_ERRNO -DCORE_MATH_CHECK_INEXACT"
}

@test "CORE-MATH's check.sh passes in its modes, with flags and errno" {
  core_math
  for f in exp log sin atan; do
    cp "../core-math-$f.c" "src/binary32/$f/${f}f.c"
    ./check.sh ${f}f 2>said
    [ ! -s said ]
  done >out
  cat out
  [ "$(grep -cx 'all ok' out)" -eq 16 ]
  sed -i 's/^  return ranged(y);/  return ranged(y * 1.0000001);/' src/binary32/exp/expf.c
  run -1 ./check.sh --rndz expf
}

@test "CORE-MATH's check.sh at every argument of binary16" {
  core_math
  for f in exp log; do
    tmd-generate $f --to core-math --format binary16 --license BSD-3-Clause -o src/binary16/$f/${f}f16.c --force
    ./check.sh ${f}f16
  done >out
  cat out
  [ "$(grep -cx 'all ok' out)" -eq 8 ]
  grep -q 'Identifier: BSD-3-Clause$' src/binary16/exp/expf16.c
}
