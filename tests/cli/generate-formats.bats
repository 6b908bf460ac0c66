# tmd-generate: formats with few numbers, and any expression in these.
bats_require_minimum_version 1.5.0
load generate.bash

# short_made FUNCTION:FORMAT...: all of them, exp10 in one format among them, pass at the end
short_made() {
  local one
  for one; do tmd-generate "${one%:*}" --format "${one#*:}" --verbose -o "${one/:/-}.c" 2>"${one/:/-}.said" & done
  wait
  [ "$(grep -l 'every argument' ./*.said | wc -l)" -eq $# ]
  grep -q 'without the last [1-3] of these' exp10-*.c
}

short_check() { tmd-check --library $1.c --symbol "exp10$2" --function exp10 --format $3 --flags "${@:4}" >report; }

# changes_seen: each line of the file changes makes a text wrong: its suffix, format and option, and the change
changes_seen() {
  local suffix format option change
  while read -r suffix format option change; do
    sed "$change" right-$suffix.c >wrong.c
    run ! cmp -s right-$suffix.c wrong.c
    echo "$change"
    # shellcheck disable=SC2086
    run -1 short_check wrong $suffix $format $option
  done <changes
}

short_bfloat16() {
  short_made exp10:bfloat16 sinpi:bfloat16
  grep -qx 'uint16_t sinpibf16(uint16_t x) {' sinpi-bfloat16.c
  cp exp10-bfloat16.c right-bf16.c
  short_check right-bf16 bf16 bfloat16 --bits16
  [ "$(grep -c $'\tpass\t' report)" -eq 4 ]
  [ "$(grep -c $'\texhaustive\t' report)" -eq 4 ]
  cat >changes <<'SED'
bf16 bfloat16 --bits16 s/53 - 8/52 - 8/
bf16 bfloat16 --bits16 s/e > least ? e : least/e/
bf16 bfloat16 --bits16 s/tiny \* tiny/tiny/
bf16 bfloat16 --bits16 s/&& z != y/\&\& z == y/
bf16 bfloat16 --bits16 s/w.u &=/w.u |=/
SED
  changes_seen
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

short_binary16() {
  short_made exp10:binary16 sinpi:binary16
  grep -qx '_Float16 exp10f16(_Float16 x) {' exp10-binary16.c
  cp exp10-binary16.c right-f16.c
  echo 'f16 binary16 --flags s/ + 0x1fffffff)/)/' >changes
  changes_seen
}

short_tf32() {
  short_made exp10:tf32
  grep -qx 'float exp10tf32(float x) {' exp10-tf32.c
  cp exp10-tf32.c right-tf32.c
  cat >changes <<'SED'
tf32 tf32 --flags s/53 - 11/54 - 11/
tf32 tf32 --flags s/w.u &=/w.u +=/
SED
  changes_seen
}

@test "bfloat16, binary16 or tf32, by the date: right at every argument, in all modes, with flags; what is wrong is seen" {
  short_"$(printf '%s\n' bfloat16 binary16 tf32 | drawn 3)"
}

@test "--arith float: no double in the text; right at every argument, with flags; what is wrong is seen" {
  tmd-generate sinh --arith float --format bfloat16 --no-check -o right.c
  run ! grep -Eq 'double|builtin_(fma|fabs|copysign)\(|[0-9]p[+-][0-9]+[^0-9f]' right.c
  check() { tmd-check --library ./$1.c --bits16 --symbol sinhbf16 --function sinh --format bfloat16 --flags "${@:2}" >report; }
  check right
  [ "$(grep -c $'\tpass\t' report)" -eq 4 ]
  [ "$(grep -c $'\texhaustive\t' report)" -eq 4 ]
  while read -r mode change; do
    sed "$change" right.c >wrong.c
    run ! cmp -s right.c wrong.c
    echo "$change"
    run -1 check wrong --modes "$mode"
  done <<'SED'
up s/0x53400000 | sign/0x53400000/
down s/0x1p+100f/0x1p+90f/
SED
  # flags of the last rounding alone, also of what is tiny before it, but not with an unbounded exponent
  cat >flags.c <<'C'
#include TEXT
#include <fenv.h>
#include <stdio.h>
int main(void) {
  static volatile float y[] = {0x1.fe8p-127f, 0x1.ff8p-127f, 0x1.fep-127f, 0x1.01p-126f, 0x1.ffp+127f};
  for (int i = 0; i < 5; i++) {
    feclearexcept(FE_ALL_EXCEPT);
    const float z = rounded(y[i]);
    printf("%a %d %d %d\n", z, !!fetestexcept(FE_INEXACT), !!fetestexcept(FE_UNDERFLOW), !!fetestexcept(FE_OVERFLOW));
  }
}
C
  flags() {
    sed "$1" right.c >changed.c
    cc -O0 -DTEXT='"changed.c"' flags.c -lm -o flags
    ./flags | diff - <(printf '%s\n' '0x1p-126 1 1 0' '0x1p-126 1 0 0' '0x1p-126 1 1 0' '0x1p-126 1 0 0' 'inf 1 0 1')
  }
  flags ''
  for change in 's/small \* small/small/' 's/large \* large/large/' 's/< 0x1080/< 0x1081/'; do run -1 flags "$change"; done
  tmd-generate sinh --arith float --no-fma --format binary16 --no-check -o no-fma.c
  run ! grep -Eq 'double|builtin_fma' no-fma.c
  grep -q 'float multiply_add(float a, float b, float c)' no-fma.c
  [ "$(tmd-generate --list --arith float | wc -l)" -ge 28 ]
  bad_usage "--arith float: functions are made in binary16 and bfloat16, not binary32" \
    tmd-generate exp --arith float
  for other in vector to=cuda all; do
    bad_usage "--arith float: --${other%=*} is not for floats" \
      tmd-generate exp --arith float --format bfloat16 --$other
  done
}

# as_tables FUNCTION FORMAT: f of f.c has the values of tmd-table at all 256 arguments, in four modes
as_tables() {
  local mode
  for mode in nearest up down zero; do tmd-table "$1" --format "$2" --mode $mode | tail -n +2; done >tables
  [ "$(wc -l <tables)" -eq 1024 ] || return 2
  gcc f.c main.o -lm -o main
  ./main | paste -d , tables - | awk -F , '
    { sub(/^-?s?nan$/, "nan", $1); value[$2] = $1; expected[NR] = $3; got[NR] = $6 }
    END { for (i in got) if (expected[i] != value[got[i]]) { print i, expected[i], got[i]; bad = 1 } exit bad || NR != 1024 }'
}

@test "formats of 8 bits: right at every argument, in all modes, with flags; what is wrong is seen" {
  cat >main.c <<'C'
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
uint8_t f(uint8_t x);
int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int i = 0; i < 4 * 256; i++) fesetround(modes[i / 256]), printf("0x%02x\n", f((uint8_t)i));
}
C
  gcc -c main.c
  drawn 2 <<'END' >formats # half of them by the date
e4m3 x/(1+exp(-x))
e4m3:sat 1/x
e5m2 sqrt
e5m2:sat tanh
binary8p3 rsqrt
binary8p3:sat x/(1+exp(-x))
binary8p4 lgamma
binary8p4:sat tan
END
  [ "$(wc -l <formats)" -eq 4 ]
  while read -r format other; do
    for f in exp "$other"; do
      echo "$f $format"
      tmd-generate "$f" --format "$format" --name f -o f.c --force 2>said
      as_tables "$f" "$format"
    done
    last=("$other" "$format")
  done <formats
  sed -i 's/^    0x[0-9a-f]*,/    0x0000,/' f.c
  run -1 as_tables "${last[@]}"
  drawn 2 <<'SED' >changes # and of these
exp,e4m3,,0,/0x00e3/s//0x00e2/
exp,e4m3,,0,/0x00e1/s//0x00e0/
exp,e4m3,,0,/0x0801/s//0x0001/
exp,e4m3,,0,/0x07fb/s//0x05fb/
exp,e4m3:sat,,0,/0x07fb/s//0x03fb/
log,e5m2,,s/0x91f0/0x81f0/
log,e5m2,,0,/0x21f8/s//0x01f8/
log,e5m2,--errno,s/0x1200/0x0200/
log,e5m2,--errno,s/= EDOM/= ERANGE/
tanh,binary8p4,,s/return 0;/return y;/
tanh,binary8p4,,s/-n : n/n : n/
tanh,binary8p4,,s/0x4c0/0x4c8/
exp,e4m3,--modes nearest,0,/0x39/s//0x3a/
SED
  [ "$(wc -l <changes)" -ge 6 ]
  while IFS=, read -r f format options change; do
    echo "$f $format $options $change"
    # shellcheck disable=SC2086
    tmd-generate "$f" --format "$format" --name f $options -o right.c --force 2>said
    sed "$change" right.c >wrong.c
    run ! cmp -s right.c wrong.c
    # shellcheck disable=SC2086
    run -1 tmd-check --library ./wrong.c --symbol f --bits8 --function "$f" --format "$format" ${options:---flags}
  done <changes
}

@test "formats of 8 bits: tables to nearest alone; what is refused" {
  tmd-generate exp --format e4m3:sat --modes nearest -o exp.c
  grep -qx '  static const uint8_t T\[256\] = {' exp.c
  grep -qx 'uint8_t exp_e4m3_sat(uint8_t x) {' exp.c
  undecided='abs(x)+log1p(exp(-2*abs(x)))-log(2)'
  bad_usage "$undecided: the result at 0x0p+0 is undecided" tmd-generate "$undecided" --format e5m2 --name f -o none.c
  bad_usage "--proof: every argument is tested in e4m3" tmd-generate exp --format e4m3 --proof p -o none.c
  bad_usage "--no-check: only tmd-check tests" tmd-generate exp --format e4m3 --no-check -o none.c
  bad_usage "--scheme pieces: exp in e4m3 is made by table" tmd-generate exp --format e4m3 --scheme pieces -o none.c
  run -2 tmd-generate exp --format e4m3 --max-table 511 -o none.c
  tmd-generate exp --format e4m3 --max-table 600 -o exp.c --force
  [ ! -e none.c ]
}

@test "many exact results: computed by pieces, or listed up to powers of 2, without flags" {
  hard='x*min(max(x+3,0),6)/6'
  run_one() { tmd-generate "$1" --format "$2" --name f --verbose -o "$3.c" 2>"$3.said"; }
  run_one "$hard" binary16 hard & run_one relu bfloat16 relu & run_one 'x^(1/3)' binary16 root &
  run_one 'x*abs(x)^(1/3)' bfloat16 odd &
  wait
  [ "$(grep -l ' finite values, 0 exceptions' ./*.said | wc -l)" -eq 4 ]
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
