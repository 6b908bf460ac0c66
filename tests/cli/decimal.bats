# Formats of radix 10: correct results, and lists.
bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "correct results in decimal formats, and between both radices, are those of Python's decimal and fractions" {
  command -v python3 >/dev/null || skip "no python3"
  python3 "$BATS_TEST_DIRNAME/decimal-values.py" "$BUILD/public/libtmd.so.0" 12 >compared
  [ "$(wc -l <compared)" -eq 1 ]
  [ "$(cat compared)" -gt 5000 ]
}

@test "lists of decimal cases: TSV, CSV and C's constants agree with Python, and gcc reads these" {
  tmd-search exp --format decimal32 --bits 14 --domain 1:1.2 -o exp.tmd
  tmd-dump --to csv exp.tmd >exp.csv
  tmd-dump --cases exp.tmd | grep -v '^#' | tr '\t' , | cmp - exp.csv
  [ "$(cut -d, -f 1,9,14-19 exp.csv | sed -n 2p)" = 1.000735,0,2.720281,2.720281,2.72028,2.72028,2.720281,- ]
  tmd-dump --to c exp.tmd >exp.h
  grep -qF '  {1.000735DF, 2.720281DF, 2.720281DF, 2.72028DF, 2.72028DF, 2.720281DF, 2.720281DF, 1, TMD_KIND_MIDPOINT, 14},' exp.h
  if command -v python3 >/dev/null; then
    python3 - <<'END'
import csv, decimal
exact = decimal.Context(prec=60)
names = {"rn": "ROUND_HALF_EVEN", "ru": "ROUND_CEILING", "rd": "ROUND_FLOOR", "rz": "ROUND_DOWN", "ra": "ROUND_UP"}
for row in csv.DictReader(open("exp.csv")):
    y = exact.exp(decimal.Decimal(row["x"]))
    for name, rounding in names.items():
        assert decimal.Context(prec=7, rounding=rounding).plus(y) == decimal.Decimal(row[name]), (row, name)
END
  fi
  run -2 tmd-dump --to llvm exp.tmd
  [ "$output" = "tmd-dump: exp: binary encodings of at most 64 bits are listed for LLVM" ]
  echo '_Decimal32 x = 1.DF;' >has.c
  gcc -c has.c || skip "no gcc with _Decimal32"
  cat >read.c <<'END'
#include "exp.h"
#include <stdio.h>
int main(void) {
  int wrong = 0;
  for (int i = 0; i < TMD_EXP_DECIMAL32_COUNT; i++)
    wrong += !(tmd_exp_decimal32_cases[i].rd < tmd_exp_decimal32_cases[i].ru) ||
             tmd_exp_decimal32_cases[i].rt != tmd_exp_decimal32_cases[i].rn;
  return printf("%d %d\n", TMD_EXP_DECIMAL32_COUNT, wrong) < 0;
}
END
  gcc -Wall -Wextra -Werror read.c -o read
  [ "$(./read)" = "32 0" ]
}
