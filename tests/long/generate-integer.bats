# tmd-generate --arith integer: every function on this machine and on an ARM processor without floating point.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  cd "$BATS_FILE_TMPDIR"
  for f in $(tmd-generate --list --arith integer); do
    echo "tmd-generate $f --arith integer -o $f.c"
  done | parallel --will-cite -j 2
}

# main FUNCTION: prints the results at hard arguments, special ones, and others at random, in four modes
main() {
  cat <<C
#include "$made/$1.c"
#include <stdio.h>
static const uint32_t hard[] = {0, 0x80000000, 1, 0x80000001, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x7f7fffff,
  0xff7fffff, 0x00800000, 0x007fffff, 0x3f800000, 0xbf800000,
$(tmd-select --bits 23 "$list" | tmd-dump --to csv | awk -F, -v f="$1" '$10 == f { print $1 }' |
    perl -MPOSIX -ne 'printf "0x%x,\n", unpack("L", pack("f", (strtod($_))[0]))')
};
int main(void) {
  uint32_t x = 1;
  const int count = sizeof hard / sizeof *hard;
  for (int i = 0; i < 400000 + count; i++) {
    x = x * 1664525 + 1013904223;
    const uint32_t u = i < count ? hard[i] : x;
    printf("%x %x %x %x %x\n", u, $1f_bits(u), $1f_bits_rtz(u), $1f_bits_rtp(u), $1f_bits_rtn(u));
  }
}
C
}

@test "every bound: errors measured stay below it and come near it" { "$BUILD/tests/test-fixed-point" all; }

@test "no undefined behaviour, the same bits without __int128, files can be joined" {
  for f in $(tmd-generate --list --arith integer); do
    main "$f" >main.c
    gcc -O2 main.c -o here
    ./here >expected
    [ "$(sort -u expected | wc -l)" -gt 1000 ]
    for cc in "gcc -O1 -DTMD_NO_INT128 -fsanitize=undefined -fno-sanitize-recover" "gcc -O3" "clang -O2"; do
      command -v "${cc%% *}" >/dev/null || continue
      $cc main.c -o other
      ./other >found
      cmp expected found
    done
    g++ -std=c++14 -Wall -Wextra -Werror -x c++ -c "$made/$f.c" -o in-c++.o
  done
  (cd "$made" && cat ./*.c) >joined.c
  gcc -Wall -Wextra -Werror -c joined.c
}

@test "ARM without floating point: the same bits" {
  command -v arm-linux-gnueabi-gcc >/dev/null && command -v qemu-arm >/dev/null || skip "no ARM compiler or emulator"
  for f in $(tmd-generate --list --arith integer); do
    main "$f" >main.c
    gcc -O2 main.c -o here
    ./here >expected
    for options in -O2 "-Os -mthumb -march=armv7-m -DTMD_NO_FLOAT"; do
      arm-linux-gnueabi-gcc $options -mfloat-abi=soft -Wall -Wextra -Werror -c "$made/$f.c" -o there.o
      arm-linux-gnueabi-nm there.o | grep -q " T ${f}f_bits"
      run ! grep -E '__aeabi_[^ul]' <(arm-linux-gnueabi-nm -u there.o) # no operation of floats
    done
    arm-linux-gnueabi-gcc -O2 -mfloat-abi=soft -static main.c -o there
    qemu-arm ./there >found
    echo "$f"
    cmp expected found
  done
}
