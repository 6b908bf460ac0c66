# tmd-generate: formats with few numbers, and any expression in these.
bats_require_minimum_version 1.5.0
load generate.bash

@test "formats of 16 bits, tf32: right at every argument, in all modes, with flags; what is wrong is seen" {
  for format in binary16 bfloat16; do
    for f in exp10 sinpi; do tmd-generate $f --format $format --verbose -o $f-$format.c 2>$f-$format.said & done
  done
  tmd-generate exp10 --format tf32 --verbose -o exp10-tf32.c 2>exp10-tf32.said & wait
  [ "$(grep -l 'every argument' ./*.said | wc -l)" -eq 5 ]
  grep -qx 'float exp10tf32(float x) {' exp10-tf32.c
  [ "$(grep -l 'without the last [1-3] of these' exp10-*.c | wc -l)" -eq 3 ]
  grep -qx '_Float16 exp10f16(_Float16 x) {' exp10-binary16.c
  grep -qx 'uint16_t sinpibf16(uint16_t x) {' sinpi-bfloat16.c
  cp exp10-binary16.c right-f16.c && cp exp10-bfloat16.c right-bf16.c && cp exp10-tf32.c right-tf32.c
  check() { tmd-check --library $1.c --symbol "exp10$2" --function exp10 --format $3 --flags "${@:4}" >report; }
  check right-bf16 bf16 bfloat16 --bits16
  [ "$(grep -c $'\tpass\t' report)" -eq 4 ] && [ "$(grep -c $'\texhaustive\t' report)" -eq 4 ]
  while read -r suffix format option change; do
    sed "$change" right-$suffix.c >wrong.c
    run ! cmp -s right-$suffix.c wrong.c
    echo "$change"
    # shellcheck disable=SC2086
    run -1 check wrong $suffix $format $option
  done <<'SED'
f16 binary16 --flags s/ + 0x1fffffff)/)/
bf16 bfloat16 --bits16 s/53 - 8/52 - 8/
bf16 bfloat16 --bits16 s/e > least ? e : least/e/
bf16 bfloat16 --bits16 s/tiny \* tiny/tiny/
bf16 bfloat16 --bits16 s/&& z != y/\&\& z == y/
bf16 bfloat16 --bits16 s/w.u &=/w.u |=/
tf32 tf32 --flags s/53 - 11/54 - 11/
tf32 tf32 --flags s/w.u &=/w.u +=/
SED
  # what rounds to the least normal number, but with an unbounded exponent below it, is tiny
  cat >tiny.c <<'C'
#include "right-bf16.c"
#include <fenv.h>
#include <stdio.h>
int main(void) {
  static volatile double y[] = {0x1.fe8p-127, 0x1.ff8p-127, 0x1.fep-127, 0x1.01p-127, 0x1.01p-126};
  for (int i = 0; i < 5; i++) {
    feclearexcept(FE_ALL_EXCEPT);
    const float z = rounded(y[i]);
    printf("%a %d %d\n", z, !!fetestexcept(FE_INEXACT), !!fetestexcept(FE_UNDERFLOW));
  }
}
C
  cc -O0 tiny.c -lm -o tiny
  ./tiny | diff - <(printf '%s\n' '0x1p-126 1 1' '0x1p-126 1 0' '0x1p-126 1 1' '0x1p-127 1 1' '0x1p-126 1 0')
}

@test "many exact results: computed by pieces, or listed up to powers of 2, without flags" {
  hard='x*min(max(x+3,0),6)/6'
  run_one() { tmd-generate "$1" --format "$2" --name f --verbose -o "$3.c" 2>"$3.said"; }
  run_one "$hard" binary16 hard & run_one relu bfloat16 relu & run_one 'x^(1/3)' binary16 root &
  run_one 'x>1/2?x-1/2:x<-1/2?x+1/2:0' binary16 shrink & run_one 'x*abs(x)^(1/3)' bfloat16 odd &
  run_one 1/x bfloat16 inverse & run_one 'x-1' bfloat16 less & run_one cbrt binary16 cbrt &
  run_one 'cbrt(x)*x' bfloat16 even & run_one '0-sqrt(1+x)' binary16 sum &
  wait
  [ "$(grep -l ' finite values, 0 exceptions' ./*.said | wc -l)" -eq 10 ]
  tmd-generate cbrt --format binary16 --scheme pieces -o pieces.c
  check() { tmd-check --library wrong.c --symbol f --flags --function "$1" --format "$2" "${@:3}"; }
  while IFS=, read -r file format option change; do
    sed "$change" "$file.c" >wrong.c
    run ! cmp -s "$file.c" wrong.c
    echo "$file $change"
    # shellcheck disable=SC2086
    run -1 check "$(sed -n "s/.*tmd-generate '*\([^' ]*\).*/\1/p" "$file.c")" $format $option
  done <<'SED'
hard,binary16,,s/y = y \/ 3/y = y * (1.0 \/ 3)/
root,binary16,,s/ - 341) \* 1)/ - 340) * 1)/
root,binary16,,s/ 1 < 0xfeffffff/ 1 <= 0xffffffff/
root,binary16,,s/scale.f));/scale.f * (1 + 0x1p-30)));/
odd,bfloat16,--bits16,s/__builtin_copysign(1.0.*Y/Y/
SED
}
