# Objects of one instruction set must not offer anything but their entries: the linker would give a shared inline
# function compiled for AVX2 to every caller.
load synthetic

@test "objects of an instruction set define nothing global but their entries" {
  shopt -s nullglob
  objects=("$BUILD"/kernels/*/*.{scalar,avx2,avx512}.o)
  [ ${#objects[@]} -ge 2 ]
  for object in "${objects[@]}"; do
    name=$(basename "$object" .o)
    symbols=$(nm -g --defined-only "$object" | awk '{ print $3 }' | grep -v -e '^__asan' -e '^__ubsan' -e '^__odr_asan')
    [ -n "$symbols" ]
    ! grep -v -x "tmd_${name%.*}\(_[a-z]*\)\?_${name##*.}" <<<"$symbols" || { echo "$object: $symbols"; false; }
  done
}

@test "an instruction set that is asked for is used, or refused with status 2" {
  for set in auto scalar avx2 avx512; do
    run bash -c "tmd-phase1 --simd $set --test lefevre </dev/null | cat"
    [ "$status" -eq 0 ] || [ "$status" -eq 2 ]
  done
  run tmd-phase1 --simd mmx
  [ "$status" -eq 2 ]
}

@test "bits do not depend on instruction set or threads" {
  cd "$BATS_TEST_TMPDIR"
  tmd-plan exp --format binary64 --bits 40 --domain 1:0x1.0001p0 --method regular | tmd-taylor | tmd-shift > packets.tmd
  [ -s packets.tmd ]
  for test in lefevre regular; do
    for set in scalar avx2 avx512; do
      tmd-phase1 --simd $set --test $test -j 1 packets.tmd > one.tmd || { [ $? -eq 2 ] && continue; false; }
      tmd-phase2 --simd $set --test $test -j 3 one.tmd > two.tmd
      { cat one.tmd two.tmd && tmd-exhaust --simd $set -j 2 two.tmd; } | zstd -dc | sha256sum > $test.$set
    done
    [ "$(cat $test.* | sort -u | wc -l)" -eq 1 ]
  done
}
