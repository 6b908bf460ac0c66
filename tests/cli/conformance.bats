# tests/bench/check-libraries: what it keeps, and its table.
load synthetic

setup() {
  cd "$BATS_TEST_TMPDIR"
  # the script beside the tools, with few cases
  mkdir -p tree/tests/bench tree/lib/cases tree/pipelines
  cp "$root"/tests/bench/{check-libraries,measured.bash} tree/tests/bench/
  cp "$root/pipelines/columns.bash" tree/pipelines/
  printf '#!/bin/sh\n[ "$1" = libc6 ] || exit 2\n' >tree/pipelines/install-packages # others are not to be had
  chmod +x tree/pipelines/install-packages
  tmd-select --domain 0.5:0x1.001p-1 "$root/lib/cases/asin.tmd" >tree/lib/cases/asin.tmd
  export RESULTS=$PWD/results THREADS=1 HUNT=0 WAYS="cases hunt" FUNCTIONS="asin acos rsqrt"
}

@test "what is checked is kept, and not checked again; a row for each function" {
  run -0 --separate-stderr tree/tests/bench/check-libraries glibc musl core-math
  [ "$(sort <<<"$stderr")" = "$(printf 'check-libraries: %s\n' 'core-math left out: CORE_MATH=DIR names its sources' \
    'musl left out: no package musl-dev' 'no hunting' | sort)" ]
  first=$output
  [ "$(cd results && find . -type f | sort)" = "$(printf './cases/glibc/%s\n' acos asin rsqrt)" ]
  tmd-conform libm.so.6 asin --format binary64 --cases tree/lib/cases -j 1 >report || [ $? -eq 1 ]
  cmp report <(grep -v '^#about' results/cases/glibc/asin)
  [ ! -s results/cases/glibc/acos ] # no cases
  # modes, arguments, wrong, largest error: of the report
  expected=$(awk -F '\t' '
    $1 == "check" { wrong = wrong "/" $10; error = error sprintf("/%.4g", -$11 > $15 ? -$11 : $15); tested = $7 }
    END { print tested, substr(wrong, 2), substr(error, 2) }' report)
  [ "$(awk '$1 == "asin" { print $2, $3, $4, $5, $6 }' <<<"$output")" = "part k>=49 $expected" ]
  grep -q '^glibc .* (nearest/up/down/zero)$' <<<"$output"
  touch -d 2000-01-01 results/cases/glibc/asin
  run -0 --separate-stderr tree/tests/bench/check-libraries glibc
  [ "$output" = "$first" ]
  [ "$(stat -c %Y results/cases/glibc/asin)" -lt 1000000000 ]
  rm results/cases/glibc/acos
  run -0 tree/tests/bench/check-libraries --table glibc
  [ "$output" = "$first" ]
}

@test "hunts are done, and have their rows" {
  HUNT=1r WAYS=hunt FUNCTIONS=asin warned 0 "" tree/tests/bench/check-libraries glibc
  [ "$(awk -F '\t' '$1 == "check" { print $2, $3, $6 }' results/hunt/glibc/asin | sort -u)" = "asin binary64 hunted" ]
  [ "$(awk '$1 == "asin" { print $2 }' <<<"$output")" = hunted ]
}

@test "a check that fails is said, kept as nothing, and tried again" {
  echo rubbish >tree/lib/cases/asin.tmd
  run -0 --separate-stderr tree/tests/bench/check-libraries glibc
  grep -q '^check-libraries: asin: ' <<<"$stderr"
  [ ! -e results/cases/glibc/asin ]
}

@test "libdfp is checked in decimal formats: at a list, which is searched first, and at special arguments; others are not" {
  echo '_Decimal32 x = 1.DF;' >has.c
  gcc -c has.c || skip "no gcc with _Decimal32"
  gcc -O2 -shared -fPIC "$BATS_TEST_DIRNAME/decimal-library.c" -o libdfp.so.1
  printf '#!/bin/sh\nexit 0\n' >tree/pipelines/install-packages
  sed -i 's/0\.5:0\.51/0.5:0.501/' tree/tests/bench/check-libraries # fewer arguments
  export WAYS="decimal64 special" FUNCTIONS="sqrt exp" LD_LIBRARY_PATH=$PWD
  run -0 --separate-stderr tree/tests/bench/check-libraries glibc libdfp
  [ -z "$stderr" ]
  [ "$(cd results && find . -type f -size +0 | sort)" = "$(printf './%s\n' decimal64/libdfp/sqrt \
    lists/{decimal64,special}/{exp,sqrt}.tmd special/libdfp/sqrt)" ]
  grep -Eq '^ *sqrt +part k>=40 of 0.5:0.501 +[0-9]{5} +0/0/0/0/0 +0.5/1/1/1/0.5 ' <<<"$output"
  grep -Eq '^ *sqrt +special +2[0-9]{3} +0/0/0/0/0 ' <<<"$output"
}
