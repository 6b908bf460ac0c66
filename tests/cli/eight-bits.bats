# Formats of 8 bits: their encodings, rounding and overflow by the fields of the specifications (eight-bits.awk), their streams,
# and libraries of uint8_t.
load synthetic

formats=(e4m3 e4m3:sat e5m2 e5m2:sat binary8p1 binary8p2 binary8p3 binary8p3:sat binary8p4 binary8p5 binary8p6 binary8p7)

# kernel FORMAT MODE: t.c, whose f(x) of uint8_t is exp in that mode
kernel() {
  tmd-table exp --format "$1" --mode "$2" --to c --name table -o t.c
  echo 'uint8_t f(uint8_t x); uint8_t f(uint8_t x) { return table[x]; }' >>t.c
}

check() { tmd-check --library ./t.c --symbol f --bits8 --function exp --format "$1" --modes "$2" "${@:3}"; }

@test "every encoding is decoded, and results are rounded, as the specifications demand" {
  for format in $(printf '%s\n' "${formats[@]}" | drawn 2); do # half of them by the date
    for mode in nearest up down zero; do
      for f in exp log x 'x*x' '29*x/28'; do
        # expressions without a name are free at infinity
        expected=256
        [[ $f = [el]* || $format = e4m3* ]] || expected=254
        run -0 awk -v format="$format" -v mode=$mode -v f="$f" -f "$BATS_TEST_DIRNAME/eight-bits.awk" \
          <(tmd-table "$f" --format "$format" --mode $mode)
        [ "$output" = $expected ]
      done
    done
  done
}

@test "the script is no yes-man: another table is refused" {
  tmd-table exp --format e4m3 >table
  compare() { awk -v format="$1" -v mode="$2" -v f="$3" -f "$BATS_TEST_DIRNAME/eight-bits.awk" "${4-table}"; }
  [ "$(compare e4m3 nearest exp)" = 256 ]
  for other in "e4m3:sat nearest exp" "e4m3 up exp" "e5m2 nearest exp" "binary8p4 nearest exp" "e4m3 nearest log"; do
    [[ $(compare $other) = *:* ]]
  done
  sed '/^[^,]*,0x40,/s/0x[^,]*,0x[^,]*,normal/0x1p+0,0x38,normal/' table >altered
  [[ $(compare e4m3 nearest exp altered) = *" 64 79 "* ]]
}

@test "names and texts of formats; what is none" {
  while read -r name text arguments; do
    tmd-plan exp --format "$name" --bits 3 >plan
    tmd-plan exp --format "$text" --bits 3 | cmp - plan
    [ "$(tail -n 1 plan | cut -f 2,3)" = "$text"$'\t'"$text" ]
    tmd-search exp --format "$name" --bits 3 -o s.tmd --force >table
    [ "$(tail -n 1 table)" = $'plan\t'"$arguments"$'\t'"$arguments"$'\t0' ]
    tmd-dump s.tmd | tmd-pack | tmd-dump | cmp - <(tmd-dump s.tmd)
    tmd-select --bits 4 s.tmd | tmd-dump | grep -qF $'\t'"$text"$'\t'
  done <<'END'
e4m3 4,-6,8:14 253
e4m3:sat 4,-6,8:14:sat 253
e5m2 3,-14,15 247
binary8p1 1,-62,63:1:p3109 253
binary8p2 2,-31,31:2:p3109 253
binary8p3 3,-15,15:6:p3109 253
binary8p4 4,-7,7:14:p3109 253
binary8p5 5,-3,3:30:p3109 253
binary8p6 6,-1,1:62:p3109 253
binary8p7 7,0,0:126:p3109 253
4,-3,5:9 4,-3,5:9 147
half 11,-14,15 63487
half:sat 11,-14,15:sat 63487
END
  for format in e4m3: e4m3:p3109 e4m4 4,-6,8:7 4,-6,8:16 4,-6,8:14:p3108 4,-6,8:14:sat:p3109 4,-6,8:p3109 4,-6,8: :sat \
    4,-6,8:14:sat:sat 1,-6,8 0,-6,8:0 113,-6,8:5192296858534827628530496329220096 binary8p0 binary8p8 \
    4,-6,8:99999999999999999999999999999999999999999 4294967300,-6,8:14 4,-6,4294967304:14; do
    echo "$format"
    run -2 --separate-stderr tmd-plan exp --format "$format"
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
  done
  for format in 999999999,0,0:0 -5,0,0:0 114,0,0:0; do bad_usage "is none of" tmd-plan exp --format "$format"; done
}

@test "cases are those of the format with a whole greatest binade, without the numbers that are none" {
  day=${DRAW:-$(date +%j)} # three of nine functions by the date
  functions=(exp sqrt cbrt log 'x^2+1' 'rootn(3)' sin log2 exp2)
  for f in "${functions[@]:10#$day % 3 * 3:3}"; do
    for pair in 4,-6,8:4,-6,8:14:0x1.ep+8 3,-15,15:3,-15,15:6:p3109:0x1.cp+15 5,-2,5:5,-2,5:16:; do
      IFS=: read -r whole format rest <<<"$pair"
      format=$format:${rest%:*}
      tmd-search "$f" --format "$whole" --bits 2 -o whole.tmd --force >/dev/null 2>&1
      tmd-search "$f" --format "$format" --bits 2 -o part.tmd --force >/dev/null
      tmd-dump --to wc --limit 2000 whole.tmd | sed '/^#/d' | sort >whole
      tmd-dump --to wc --limit 2000 part.tmd | sed '/^#/d' | sort >part
      most=${format#*,*,*:}
      tmd-plan "$f" --format "$format" --bits 2 >plan
      tmd-stat --plan plan part.tmd >/dev/null
      comm -13 whole part >more
      [ ! -s more ]
      comm -23 whole part | sed 's/^-//' | sort -u >less
      echo "$f $format $most: $(xargs <less)"
      grep -vE "^0x1\.[0-9a-f]*p\+(8|15|5)$" less && return 1
    done
  done
  true
}

@test "the hard cases of log are those of double precision, whichever method finds them" {
  while read -r format p emin emax most; do
    # X and the exponent of x, and the hardness by its definition (tmd-stream(5))
    awk -v p="$p" -v emin="$emin" -v emax="$emax" -v most="$most" 'BEGIN {
      for (e = emin; e <= emax; e++)
        for (X = e == emin ? 1 : 2^(p - 1); X < 2^p && (e < emax || X <= most); X++) {
          y = log(X * 2^(e - p + 1))
          if (y < 0) y = -y
          for (e_out = emin; 2^(e_out + 1) <= y; e_out++) continue
          G = y * 2^(p - e_out)
          distance = G - int(G + 0.5)
          if (distance < 0) distance = -distance
          for (k = 0; distance < 2^-(k + 1) && k < 99; k++) continue
          if (y > 0 && distance < 2^-2) print e, X, k
        }
    }' | sort >expected
    [ "$(wc -l <expected)" -gt 20 ]
    for method in auto exhaust lefevre farey; do
      tmd-search log --format "$format" --bits 2 --method $method -o s.tmd --force >/dev/null
      tmd-dump --records s.tmd | awk -F '\t' '
        /^#case/ { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == "case" && $at["hardness"] != "exact" { print $at["e_in"], $at["X"], $at["hardness"] }' | sort | diff expected -
    done
  done <<'END'
e4m3 4 -6 8 14
e5m2 3 -14 15 7
binary8p3 3 -15 15 6
binary8p5 5 -3 3 30
END
}

@test "a stream beyond the greatest number is refused" {
  tmd-search exp --format e4m3 --bits 3 -o s.tmd >/dev/null
  tmd-dump s.tmd | sed '/^@.*\t8\t\(8\|0\|7\)\t8\t15\t/s/\t15\t/\t16\t/' >text
  run -1 diff <(tmd-dump s.tmd) text
  run -3 --separate-stderr tmd-pack text
  [[ $stderr = *"X1 is beyond the greatest number"* ]]
}

@test "tmd-check passes a library of uint8_t, in every mode, and finds each planted result" {
  for format in $(printf '%s\n' e4m3 e4m3:sat e5m2 binary8p3 binary8p7 | drawn 2) 4,-3,5:9; do # two or three by the date
    for mode in nearest up down zero; do
      kernel $format $mode
      run -0 --separate-stderr check $format $mode
      awk -F '\t' '$1 == "check" { print $6, $10, $20; n++ } END { exit n != 1 }' <<<"$output" >verdict
      [ "$(cat verdict)" = "exhaustive 0 pass" ]
    done
    [ $format = 4,-3,5:9 ] && continue
    for at in 0 1 8 63 122 129 200; do # another code, which is another value
      kernel $format nearest
      sed -i "s/return table\[x\]/return x == $at ? table[x] ^ 4 : table[x]/" t.c
      run -1 --separate-stderr check $format nearest
      x=$(tmd-table exp --format $format | sed -n "$((at + 2))s/,.*//p")
      awk -F '\t' -v x="$x" '$5 == "wrong" { n += $6; at = $7 } END { exit n != 1 || at "" != x "" }' <<<"$output"
    done
  done
}

@test "a period leads to no argument beyond the greatest number, if that is below 2" {
  for f in sinpi cospi tanpi; do
    tmd-table $f --format binary8p7 --to c --name table -o t.c
    echo 'uint8_t f(uint8_t x); uint8_t f(uint8_t x) { return table[x]; }' >>t.c
    run -0 tmd-check --library ./t.c --symbol f --bits8 --function $f --format binary8p7 --modes nearest
    [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $20 }' <<<"$output")" = "exhaustive 255 pass" ]
  done
}

@test "NaN, infinities, zeros and overflow of libraries" {
  kernel e4m3 nearest # as if it saturated, or had infinity
  sed -i 's/return table\[x\]/return table[x] == 127 \&\& x < 127 ? 126 : table[x]/' t.c
  run -1 check e4m3 nearest
  [ "$(awk -F '\t' '$5 == "wrong" { print $6, $8, $9 }' <<<"$output")" = "50 nan 0x1.cp+8" ]
  run -0 check e4m3:sat nearest
  kernel e4m3 nearest # any NaN is right
  sed -i 's/return table\[x\]/return table[x] == 127 ? 255 : table[x]/' t.c
  run -0 check e4m3 nearest
  kernel binary8p3 nearest # -0 is NaN
  sed -i 's/return table\[x\]/return table[x] == 0 ? 128 : table[x]/' t.c
  run -1 check binary8p3 nearest
  awk -F '\t' '$5 == "wrong" && $9 == "nan" { n = 1 } END { exit !n }' <<<"$output"
  kernel e5m2 nearest # the greatest number in the place of infinity
  sed -i 's/return table\[x\]/return table[x] == 0x7c \&\& x < 0x7c ? 0x7b : table[x]/' t.c
  run -1 check e5m2 nearest
  [ "$(awk -F '\t' '$5 == "wrong" { print $7, $8, $9 }' <<<"$output")" = "0x1.8p+3 inf 0x1.cp+15" ]
  run -1 check e5m2:sat nearest # at infinity
  [ "$(awk -F '\t' '$5 == "wrong" { print $6, $7, $8, $9 }' <<<"$output")" = "1 inf 0x1.cp+15 inf" ]
  kernel e4m3 nearest # limits do not excuse NaN in the place of a number
  run -1 check e4m3 zero --limit 2
  awk -F '\t' '$5 == "special-value" { n = 1 } END { exit !n }' <<<"$output"
}

@test "streams, programs and the words for the type" {
  tmd-search exp --format e4m3 --bits 3 -o s.tmd >/dev/null
  kernel e4m3 nearest
  run -0 tmd-check --library ./t.c --symbol f --bits8 --modes nearest s.tmd
  sed -i 's/return table\[x\]/return table[x] + (x == 70)/' t.c
  run -1 tmd-check --library ./t.c --symbol f --bits8 --modes nearest s.tmd
  run -2 --separate-stderr tmd-check --library ./t.c --symbol f --function exp --format e4m3
  [ "$stderr" = "tmd-check: C has no type for formats of 8 bits: --bits8 passes them as uint8_t" ]
  run -2 --separate-stderr tmd-check --library ./t.c --symbol f --bits8 --function exp --format 4,-6,9:14
  [ "${#stderr_lines[@]}" -eq 1 ]
  for format in e4m3 binary8p3:sat; do
    tmd-table exp --format $format --mode up >table
    cat >program <<'END'
#!/bin/sh
awk -F , 'NR == FNR { of[$1] = $3; next } { print of[$1] }' table -
END
    chmod +x program
    run -0 tmd-check --library cmd:./program --function exp --format $format --modes up
    sed -i '/,0x45,/!b;s/,0x[^,]*,0x/,0x1p+0,0x/2' table
    sed -i 's/^\(0x1.8p+0,0x[0-9a-f]*,\)[^,]*/\10x1p+0/' table
    run -1 tmd-check --library cmd:./program --function exp --format $format --modes up
    awk -F '\t' '$5 == "wrong" { n = $6; x = $7 } END { exit n != 1 || x != "0x1.8p+0" }' <<<"$output"
  done
  tmd-dump --to c s.tmd | grep -q 'uint8_t'
  [ "$(tmd-dump --to bin s.tmd | wc -c)" -eq "$(tmd-dump --to wc s.tmd | grep -vc '^#')" ]
}

@test "functions of two arguments" {
  cat >t.c <<'END'
#include <math.h>
#include <stdint.h>
static double value(unsigned b) {
  const double m = b & 7, size = b >> 3 & 15 ? ldexp(8 + m, (int)(b >> 3 & 15) - 10) : ldexp(m, -9);
  return (b & 127) == 127 ? NAN : b & 128 ? -size : size;
}
static uint8_t nearest(double y) { /* of products: exact in double precision */
  unsigned best = 0, sign = signbit(y) ? 128 : 0;
  const double size = fabs(y);
  if (!(size <= 464)) return 127;
  for (double sum; best < 126; best++) {
    sum = value(best) + value(best + 1);
    if (sum > 2 * size || (sum == 2 * size && !(best & 1))) break;
  }
  return (uint8_t)(best | sign);
}
uint8_t mulu8(uint8_t x, uint8_t y) { return nearest(value(x) * value(y)); }
END
  run -0 tmd-check --library ./t.c --bits8 --pairs mul --format e4m3 --modes nearest
  [[ $output = *$'\tpass'* ]]
  sed -i 's/best & 1/best \& 2/' t.c
  run -1 tmd-check --library ./t.c --bits8 --pairs mul --format e4m3 --modes nearest
}
