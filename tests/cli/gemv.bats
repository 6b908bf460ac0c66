# tmd-gemv: products of a matrix and a vector; engines, forms of files, what is refused.
load synthetic

# numbers ROWS COLUMNS SEED: decimal and hexadecimal numbers of differing length and size
numbers() {
  awk -v rows="$1" -v columns="$2" -v seed="$3" 'BEGIN {
    srand(seed)
    for (i = 0; i < rows; i++) for (j = 0; j < columns; j++) {
      sign = rand() < 0.5 ? "-" : ""
      x = sprintf("%.0f.%.0f%.0fe%d", 1000 * rand(), 1e15 * rand(), 1e15 * rand(), 40 * rand() - 20)
      if (rand() < 0.5) x = sprintf("0x%x.%xp%d", 65536 * rand(), 2^31 * rand(), 200 * rand() - 100)
      printf "%s%s%s", sign, x, j + 1 < columns ? " " : "\n"
    } }'
}

# no_product TEXT ARGUMENT...: the line has the text
no_product() { refused 2 "tmd-gemv: *$1*" tmd-gemv "${@:2}"; }

@test "a product that can be done by hand" {
  printf '1 2 3\n-4 0x5 .5\n' >A
  printf '1\n0.5\n-2\n' >x
  printf '1e1 0x1p-1\n' >y
  [ "$(tmd-gemv A x)" = $'-0x1p+2\n-0x1.4p+1' ]
  [ "$(tmd-gemv --alpha -0.5 --beta 3 A x y)" = $'0x1p+5\n0x1.6p+1' ]
  [ "$(tmd-gemv A x y)" = $'0x1.8p+2\n-0x1p+1' ]
  [ "$(tmd-gemv --transposed A y)" = $'0x1p+3\n0x1.68p+4\n0x1.e4p+4' ]
  [ "$(tmd-gemv -p 3 A y -t)" = $'0x1p+3\n0x1.8p+4\n0x1p+5' ] # 30.25 is next to 32, of 3 bits
  printf '0 0\n' >zero
  for engine in rns mpfr; do [ "$(tmd-gemv --engine $engine --alpha -1 zero y)" = 0x0p+0 ]; done
}

@test "engines: exact ones give the same; each other one is close to them" {
  numbers 17 30 1 >A
  numbers 30 1 2 >x
  numbers 17 1 3 >y
  for options in '-p 53' '-p 106' '-p 424 --alpha 1e-3 --beta -7.25' '-p 1696 --alpha -0x1.8p5'; do
    tmd-gemv $options A x y >right
    for engine in rns mpfr; do tmd-gemv $options --exact --engine $engine A x y | cmp - right; done
    tmd-gemv $options --engine mpfr A x y >close
    [ "$(paste close right | awk '{ if (substr($1, 1, 13) != substr($2, 1, 13)) n++ } END { print n + 0 }')" -le 1 ]
    tmd-gemv $options -t A y x >right
    tmd-gemv $options -t --exact --engine mpfr A y x | cmp - right
  done
}

@test "bytes do not depend on threads, instruction set or device" {
  numbers 21 13 4 >A
  numbers 13 1 5 >x
  tmd-gemv -p 300 A x >right
  [ "$(wc -l <right)" -eq 21 ]
  for set in $(sets); do tmd-gemv -p 300 --simd "$set" -j 3 A x | cmp - right; done
}

@test "exponents far apart: rows that MPFR sums, and a sum that leaves the last bits alone" {
  numbers 9 6 6 >A
  sed -i '3s/ .*/ 1e300 1e-300 1e900 1 -1/' A
  numbers 6 1 7 >x
  tmd-gemv -p 200 --stats A x >right 2>stats
  grep -q ' rows_by_mpfr=1 ' stats
  tmd-gemv -p 200 --exact --engine mpfr A x | cmp - right
  sed -i 1s/.*/1e1000/ x
  tmd-gemv -p 200 --stats A x >right 2>stats
  grep -q ' moduli=0 .* rows_by_mpfr=9 ' stats
  tmd-gemv -p 200 --exact --engine mpfr A x | cmp - right
  printf '1e30 1 -1e30\n' >A
  printf '1\n0x1p-200\n1\n' >x
  [ "$(tmd-gemv -p 100 A x)" = 0x1p-200 ]
}

@test "text and raw: the same numbers; decimal ones rounded to nearest" {
  numbers 5 7 8 >A
  numbers 7 1 9 >x
  tmd-gemv -p 150 A >hex
  tmd-gemv -p 150 hex | cmp - hex
  tmd-gemv -p 150 --to raw A >raw
  [ "$(stat -c %s raw)" -eq $((32 + 35 * (16 + 24))) ]
  [ "$(od -An -tu8 -j 8 -N 24 raw | tr -s ' \n' ' ')" = " 5 7 3 " ]
  tmd-gemv -p 150 raw | cmp - hex
  tmd-gemv -p 150 --to raw hex | cmp - raw
  tmd-gemv -p 150 A x >right
  tmd-gemv -p 150 - x <raw | cmp - right
  tmd-gemv -p 150 --to raw A x | tmd-gemv -p 150 - | cmp - right
  printf '# of three digits\n\n 0.1\t-0x1.0000000000000800000000000000001p0\r\n' >A
  [ "$(tmd-gemv -p 53 A)" = '0x1.999999999999ap-4 -0x1.0000000000001p+0' ]
}

@test "what is malformed or not finite is refused with status 2" {
  printf '1 2\n3 4\n' >A
  printf '1\n2\n' >x
  for bad in nan inf -inf 0x 1e 1e+ . 1.2.3 0x1.gp0 1p3 0x1e3x '1,5' 1e999999999 1e-999999999 0x1p300000000 \
    1e99999999999999999; do
    printf '1 2\n3 %s\n' "$bad" >bad
    no_product "bad: line 2: '$bad' " bad x
  done
  printf '1 2\n3\n' >bad
  no_product "bad: line 2: has 1 numbers, the first row has 2" bad x
  printf '1 2' >bad
  no_product "cut short" bad x
  printf '1 \0002\n' >bad
  no_product "zero byte" bad x
  : >bad
  no_product "bad: has no numbers" bad x
  no_product "x: has 2 numbers, 3 are wanted" <(printf '1 2 3\n') x
  no_product "A: has 2 rows and 2 columns: no vector" A A
  no_product "has 3 numbers, 2 are wanted" A x <(printf '1 2 3\n')
  no_product "No such file" A /nonexistent
  no_product "once" - -
  no_product "wants a matrix" </dev/null
  no_product "wants a matrix" A x x x
  no_product "--alpha: 'x' is not a number" --alpha x A x
  no_product "--beta wants a y" --beta 2 A x
  no_product "--precision" --precision 1 A x
  no_product "--engine" --engine gmp A x
}

@test "raw files that are damaged are refused with status 2" {
  printf '1 2\n3 4\n' >A
  printf '1\n2\n' >x
  tmd-gemv -p 64 --to raw A >raw
  for bytes in 1 8 31 32 40 $(($(stat -c %s raw) - 1)); do
    head -c $bytes raw >bad
    no_product "cut short" bad x
  done
  { cat raw && echo; } >bad
  no_product "goes on" bad x
  # change AT BYTES: one of its words
  change() { cp raw bad && printf "$2" | dd of=bad bs=1 seek="$1" conv=notrunc status=none; }
  change 11 '\077'
  no_product "cut short" bad x # 2^30 rows: not believed
  change 0 TMDMATRY
  no_product "is no matrix" bad x
  change 8 '\0'
  no_product "impossible size" bad x
  change 14 '\1'
  no_product "impossible size" bad x
  change 24 '\0'
  no_product "impossible size" bad x
  change 25 '\2'
  no_product "impossible size" bad x
  change 40 '\2'
  no_product "sign" bad x
  change 36 '\1'
  no_product "too large" bad x
}
