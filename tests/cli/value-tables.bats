# tmd-table: every result of a small format, against MPFR alone (brute-table.c), and its forms.
load synthetic

# codes TABLE: the encodings of the results of a table in CSV
codes() { awk -F , 'NR > 1 { print $4 }' "$1"; }

# words BYTES: the little-endian numbers of a file, as 0x00ff
words() { od -An -v -w"$1" -tx"$1" --endian=little | sed 's/ */0x/'; }

@test "each result of formats of 16 bits, in every mode, is that of MPFR" {
  day=${DRAW:-$(date +%j)} # one of four pairs, and two of four modes, by the date
  modes=(nearest up down zero)
  pairs=(gelu:bfloat16 mish:binary16 'x^2/(1+x^2):bfloat16' exp:binary16)
  pair=${pairs[10#$day % 4]}
  f=${pair%:*} format=${pair#*:}
  "$BUILD/tests/brute-table" "$format" "$f" >all || return 1
  for number in $((10#$day / 4 % 2)) $((10#$day / 4 % 2 + 2)); do
    mode=${modes[number]}
    tmd-table "$f" --format "$format" --mode $mode >table
    [ "$(wc -l <table)" -eq 65537 ]
    tail -c +$((131072 * number + 1)) all | head -c 131072 | words 2 >expected
    # all NaN are one, and unnamed expressions are free at infinity
    paste -d , <(tail -n +2 table) expected | awk -F , -v format="$format" '
      $5 == "free" { next }
      function is_nan(code) {
        return format == "binary16" ? code ~ /^0x[7f][c-f]/ && code !~ /c00$/ : code ~ /^0x[7f]f[89a-f]/ && code !~ /80$/
      }
      $4 != $6 && !($3 ~ /nan/ && is_nan($6)) { print; bad = 1 }
      { n++ }
      END { if (n < 65534) print n, bad = 1; exit bad }'
  done
}

@test "kinds" {
  kinds() { awk -F , 'NR > 1 { n[$5]++ } END { for (kind in n) print kind, n[kind] }' | sort | xargs; }
  # sqrt: a number, exactly or to 11 bits; -0, infinity; NaN of 31743 numbers, -infinity and 2046 NaN
  [ "$(tmd-table sqrt --format binary16 | awk -F , '$5 == "nan"' | wc -l)" -eq $((31743 + 1 + 2046)) ]
  [ "$(tmd-table x --format bfloat16 | kinds)" = "exact $((2 * 0x7f80)) free 2 nan 254" ]
  # x/2: midpoints are the odd subnormal numbers and the odd ones of the least normal binade
  [ "$(tmd-table x/2 --format e5m2 | kinds)" = "exact $((248 - 8)) free 2 midpoint 8 nan 6" ]
  [ "$(tmd-table rsqrt --format e5m2 | awk -F , '$5 == "infinite" { print $1, $3 }' | xargs)" = "0x0p+0 inf -0x0p+0 -inf" ]
  [ "$(tmd-table 1/x --format e4m3:sat | awk -F , '$5 == "free"' | wc -l)" -eq 2 ]
  [ "$(tmd-table exp2 --format binary8p3 | awk -F , '$5 == "overflow"' | wc -l)" -eq 47 ] # from 16 on
}

@test "forms: C and NumPy have the results of CSV" {
  # one of them by the date
  for case in $(printf '%s\n' silu:bfloat16:u2:2:65536 tanh:e4m3:u1:1:256 tanh:tf32:u4:4:524288 | drawn 3); do
    IFS=: read -r f format type bytes count <<<"$case"
    tmd-table "$f" --format "$format" >table.csv
    tmd-table "$f" --format "$format" --to c --name values -o table.c
    cat >main.c <<END
#include <stdio.h>
#include "table.c"
int main(void) { for (int i = 0; i < $count; i++) printf("0x%0$((2 * bytes))x\\n", (unsigned)values[i]); }
END
    cc -Wall -Wextra -Werror main.c -o main
    ./main | cmp - <(codes table.csv)
    tmd-table "$f" --format "$format" --to npy -o table.npy --force
    length=$(od -An -j8 -N2 -tu2 --endian=little table.npy | xargs)
    [ $(((length + 10) % 64)) -eq 0 ]
    [ "$(head -c 8 table.npy | od -An -tx1 | xargs)" = "93 4e 55 4d 50 59 01 00" ]
    [ "$(tail -c +11 table.npy | head -c "$length" | sed 's/ *$//')" = \
      "{'descr': '$([ $type = u1 ] && echo '|' || echo '<')$type', 'fortran_order': False, 'shape': ($count,), }" ]
    tail -c +$((length + 11)) table.npy | words "$bytes" | cmp - <(codes table.csv)
  done
  tmd-table 'exp(-x^2)' --format e5m2 --to c | grep -q 'uint8_t tmd_exp__x_2__e5m2_nearest\[256\]'
  long=$(printf 'x+%.0s' {1..120})x # too long for a name, which other forms do not need
  tmd-table "$long" --format e4m3 >long.csv
  bad_usage "the name of the array is too long: see --name" tmd-table "$long" --format e4m3 --to c
  [ "$(tmd-table "$long" --format e4m3 --to c --name many | grep -c '0x')" -eq 32 ]
  if python3 -c 'import numpy' 2>/dev/null; then
    python3 -c 'import numpy; a = numpy.load("table.npy"); assert a.shape == ('$count',) and a.dtype == "'$type'"'
  fi
}

@test "what is undecided is no result, and what is no table" {
  f='tan(atan(x))-x+1'
  run -1 --separate-stderr tmd-table "$f" --format e4m3 --mode up
  [[ ${stderr_lines[0]} = *" results are undecided" ]]
  awk -F , '$5 == "undecided" { n++; bad += $3 != "-" || $4 != "-" } END { exit bad || !n }' <<<"$output"
  for form in c npy; do
    run -1 --separate-stderr tmd-table "$f" --format e4m3 --mode up --to $form -o none
    [ ! -e none ]
    [ -z "$output" ]
  done
  while read -r arguments; do
    run -2 --separate-stderr tmd-table $arguments
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
  done <<'END'

exp
--format e4m3
exp log --format e4m3
nonsense --format e4m3
exp --format binary32
exp --format 25,-1,1
exp --format e4m3 --mode away
exp --format e4m3 --to c --name 1a
exp --format e4m3 --to c --name a-b
exp --format e4m3 --to c --name int
exp --format e4m3 --to c --name while
exp --format e4m3 --to c --name _Float16
exp --format e4m3 --to c --name uint8_t
END
}
