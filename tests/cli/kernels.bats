# Objects of one instruction set must not offer anything but their entries: the linker would give a shared inline
# function compiled for AVX2 to every caller.
load synthetic

@test "objects of an instruction set define nothing global but their entries" {
  mapfile -t objects < <(for set in $(all_sets); do ls "$BUILD"/kernels/*/*."$set".o; done)
  [ ${#objects[@]} -ge 6 ]
  for object in "${objects[@]}"; do
    name=$(basename "$object" .o)
    symbols=$(nm -g --defined-only "$object" | awk '{ print $3 }' | grep -v -e '^__asan' -e '^__ubsan' -e '^__odr_asan')
    [ -n "$symbols" ]
    ! grep -v -x "tmd_${name%.*}\(_[a-z]*\)\?_${name##*.}" <<<"$symbols" || { echo "$object: $symbols"; false; }
  done
}

# sets_of_machine: by what the kernel says of the processor
sets_of_machine() {
  local flags
  flags=" $(sed -n 's/^flags[[:blank:]]*: //p' /proc/cpuinfo | head -n 1) "
  echo scalar
  [[ $flags = *" fma "* && $flags = *" avx2 "* ]] || return 0
  echo avx2
  [[ $flags = *" avx512f "* && $flags = *" avx512dq "* && $flags = *" avx512vl "* && $flags = *" avx512bw "* ]] || return 0
  echo avx512
}

# chosen WIDEST COMMAND...: before anything is read each set up to the widest is taken, and others are refused
chosen() {
  local widest=$1 set
  shift
  local name=$widest there=1
  run -0 "$@" --verbose </dev/null
  [[ ${lines[-1]} = *": instruction set $name" ]]
  for set in $(all_sets); do
    run "$@" --simd $set --verbose </dev/null
    echo "$*, $set: $status, ${lines[-1]}"
    if [ $there -eq 1 ]; then
      [ "$status" -eq 0 ]
      [[ ${lines[-1]} = *": instruction set $set" ]]
    else
      [ "$status" -eq 2 ]
      [[ ${lines[-1]} = *": --simd $set: not on this machine or not built" ]]
    fi
    [ $set != "$widest" ] || there=0
  done
  run -2 "$@" --simd mmx </dev/null
}

@test "an instruction set that is asked for is used, or refused with status 2, also where there is no work" {
  [ "$(sets)" = "$(sets_of_machine)" ]
  for stage in phase1 phase2 farey exhaust; do chosen "$(sets_of_machine | tail -n 1)" tmd-$stage; done
}

# Instructions that a machine has not end a program; the emulator's machines have neither AVX-512 nor, the older one, AVX2.
@test "machines without AVX-512, and without AVX2: their sets are refused, bits are the same" {
  command -v qemu-x86_64 >/dev/null || skip "no qemu-x86_64 (qemu-user)"
  export OMP_WAIT_POLICY=passive # a tool that starts itself anew for it would leave the emulator
  tmd-plan exp --method farey --format 30,-60,60 --bits 21 --domain 0x1.581p-1:0x1.5a8p-1 | tmd-taylor >taylor.tmd
  tmd-shift taylor.tmd >packets.tmd
  tmd-shift -n 256 taylor.tmd >short.tmd
  for machine in 'Haswell avx2' 'Nehalem scalar'; do
    older=(qemu-x86_64 -cpu "${machine% *}")
    "${older[@]}" "$BUILD/bin/tmd-phase1" --version >/dev/null || skip "the emulator does not run this build"
    chosen "${machine#* }" "${older[@]}" "$BUILD/bin/tmd-phase1"
    for stage in 'tmd-farey packets.tmd' 'tmd-exhaust --all packets.tmd' 'tmd-phase1 --test regular short.tmd' \
      'tmd-phase1 --test lefevre short.tmd' 'tmd-phase2 --test regular short.tmd' 'tmd-shift taylor.tmd'; do
      $stage >here.tmd
      "${older[@]}" "$BUILD/bin/"$stage 2>/dev/null | cmp - here.tmd
    done
  done
}

@test "bits do not depend on instruction set or threads" {
  tmd-plan exp --format binary64 --bits 40 --domain 1:0x1.0001p0 --method regular | tmd-taylor | tmd-shift > packets.tmd
  tmd-plan exp2m1 --domain 0x1p-400:0x1.001p-400 --method regular | tmd-taylor | tmd-shift -n 2^20 >>packets.tmd
  [ -s packets.tmd ]
  for test in lefevre regular both; do
    for set in $(sets); do
      tmd-phase1 --simd $set --test $test -j 1 packets.tmd > one.tmd
      tmd-phase2 --simd $set --test $test -j 3 one.tmd > two.tmd
      { cat one.tmd two.tmd && tmd-exhaust --simd $set -j 2 two.tmd; } | zstd -dc | sha256sum > $test.$set
    done
    [ "$(cat $test.* | sort -u | wc -l)" -eq 1 ]
  done
}
