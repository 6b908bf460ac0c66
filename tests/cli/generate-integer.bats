# tmd-generate --arith integer: functions of integer operations alone, in four modes.
bats_require_minimum_version 1.5.0
load generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  cd "$BATS_FILE_TMPDIR"
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "tanh" } on' | tmd-pack | tmd-select --bits 23 >tanh.tmd
  tmd-generate tanh --arith integer -o tanh.c tanh.tmd --verbose 2>said
}

# checked FILE SUFFIX MODE: tmd-check at the list
checked() { tmd-check --library "$1" --symbol "tanhf$2" --modes "$3" "$made/tanh.tmd" >report; }

@test "every case is right, a wrong constant or rounding is found" {
  grep -q 'tanh: hardness 23 or more: 116 cases, 0 exceptions' "$made/said"
  grep -q 'name tanhf --arith integer$' "$made/tanh.c"
  checked "$made/tanh.c" _rtn down
  grep -q $'\tdown\t.*\tpass\t' report
  sed '/tanhf_power\[/,/}/s/0x1ebfbdff8/0x1ebfbdee8/' "$made/tanh.c" >constant.c
  run -1 checked "$PWD/constant.c" "" nearest
  sed 's/mode == (sign ? TMD_DOWN : TMD_UP);/mode == TMD_UP;/' "$made/tanh.c" >rounding.c
  run -1 checked "$PWD/rounding.c" _rtn down
  run ! cmp -s "$made/tanh.c" constant.c
  run ! cmp -s "$made/tanh.c" rounding.c
}

@test "exact results, numbers next to 0 and large angles, in several modes" {
  for f in exp2 exp10 sin; do tmd-generate $f --arith integer --no-check -o $f.c & done
  wait
  while read -r f suffix mode domain; do
    echo "$f $mode $domain"
    tmd-check --library ./$f.c --symbol "${f}f${suffix/-/}" --modes "$mode" --function $f --format binary32 --domain="$domain"
  done <<'END'
exp2 _rtp up 0.9999:1.0001
exp10 _rtz zero 9.999:10.001
exp10 _rtp up 9.999:10.001
sin _rtz zero 0x1p-24:0x1.01p-24
sin - nearest -0x1.001p100:-0x1p100
END
}

@test "no floating point, the same bits without __int128, constants in C++; what is not made is refused" {
  cat >main.c <<'C'
#include <stdio.h>
int main(void) {
  uint32_t x = 1;
  for (int i = 0; i < 100000; i++) {
    x = x * 1664525 + 1013904223;
    printf("%x %x %x %x\n", tanhf_bits(x), tanhf_bits_rtz(x), tanhf_bits_rtp(x), tanhf_bits_rtn(x));
    const uint64_t a = (uint64_t)x << 32 | (x ^ 0x5bd1e995), b = a * 0x9e3779b97f4a7c15 | 1;
    printf("%llx %d\n", (unsigned long long)tmd_high(a, b), (int)tmd_leading_zeros(b >> i % 64 | 1));
  }
}
C
  printf '#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n#ifdef OTHER\n#undef __GNUC__\n#endif\n' |
    cat - "$made/tanh.c" main.c >all.c
  gcc -O1 all.c -o wide
  gcc -O1 -DOTHER -DTMD_NO_INT128 all.c -o narrow # what compilers without extensions see
  ./wide >one
  ./narrow >other
  cmp one other
  [ "$(sort -u one | wc -l)" -gt 1000 ]
  [[ $(uname -m) != x86_64 ]] || gcc -mgeneral-regs-only -Wall -Wextra -Werror -DTMD_NO_FLOAT -c "$made/tanh.c" -o none.o
  echo 'static_assert(tanhf_bits(0x3f000000) == 0x3eec9a9f, "");' | cat "$made/tanh.c" - >constants.cc
  g++ -std=c++14 -Wall -Wextra -Werror -fsyntax-only constants.cc
  bad_usage "--arith integer: --errno is not for integers" tmd-generate exp --arith integer --errno
  bad_usage "--arith integer: --vector is not for integers" tmd-generate exp --arith integer --vector
  bad_usage "--arith integer: functions of integers are made in binary32, not bfloat16" \
    tmd-generate exp --arith integer --format bfloat16
  bad_usage "--arith: no scheme is known for tgamma in binary32" tmd-generate tgamma --arith integer
  [ "$(tmd-generate --list --arith integer | wc -l)" -ge 20 ]
}
