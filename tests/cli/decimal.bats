# Formats of radix 10: correct results, lists, libraries.

load synthetic

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
  tmd-dump --to bin exp.tmd >exp.bin
  [ "$(od -An -tx4 -N4 exp.bin)" = " 2f8f451f" ] # 1000735e-6: exponent 95, X = 0xf451f
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

# library [OPTION...]: decimal-library.c as roots.so
library() {
  echo '_Decimal32 x = 1.DF;' >has.c
  gcc -c has.c || skip "no gcc with _Decimal32"
  gcc -O2 -shared -fPIC "$@" "$BATS_TEST_DIRNAME/decimal-library.c" -o roots.so
}
# check [-STATUS] SYMBOL [OPTION...]: mode, wrong results and verdict of each mode; then findings
check() {
  local wanted=()
  [[ $1 != -[0-9] ]] || { wanted=("$1") && shift; }
  run "${wanted[@]}" tmd-check --library ./roots.so --symbol "$1" -j 1 --function sqrt --format decimal32 \
    --domain "${domain:-1.19999:1.20001}" "${@:2}"
  said=$(awk -F '\t' '$1 == "check" { printf "%s %s %s;", $4, $10, $20 }
    $1 == "finding" { printf " %s %s %s %s", $4, $5, $6, $7 }' <<<"$output")
}

@test "tmd-check calls decimal functions: all modes and ties away, each value once, any member of a cohort" {
  library
  check sqrtd32 --modes nearest,up,down,zero,away
  [ "$said" = "nearest 0 pass;up 0 pass;down 0 pass;zero 0 pass;away 0 pass;" ]
  check short_%s # results of other cohorts; noncanonical zeros
  [ "$said" = "nearest 0 pass;up 0 pass;down 0 pass;zero 0 pass;" ]
  check -1 mode_%s --claims-only
  [ "$said" = "nearest 0 pass;up 11 fail;down 0 pass;zero 0 pass; up wrong 11 1.199991" ]
  check -1 cohort_%s --claims-only --modes nearest,up
  [ "$said" = "nearest 1 fail;up 0 pass; nearest wrong 1 1.2 nearest cohort-differs 1 1.2" ]
  domain=1:1.00001 check -1 argument_%s --claims-only --modes up
  [ "$said" = "up 1 fail; up wrong 1 1.000002" ]
  check -1 zero_%s --modes down
  [ "$said" = "down 1 fail; down wrong 1 -0 down sign 1 -0" ]
}

@test "tmd-check calls decimal functions at the cases of a list, in a random search, and programs" {
  library
  tmd-search sqrt --format decimal64 --bits 40 --domain 1:1.0000001 -o sqrt.tmd
  tmd-check --library ./roots.so -j 1 sqrt.tmd >report
  [ "$(awk -F '\t' '$1 == "check" && $3 == "decimal64" && $6 == "part k>=40" && $20 == "pass"' report | wc -l)" -eq 4 ]
  tmd-check --library ./roots.so -j 1 --function sqrt --format decimal64 --domain 1:1.000000000001 --hunt 1r --modes up >report
  [ "$(awk -F '\t' '$1 == "check" { print $6, $10, $20 }' report)" = "hunted 0 pass" ]
  command -v python3 >/dev/null || skip "no python3: the rest has passed"
  cat >root.py <<'END'
import decimal, sys
rounding = {"nearest": "HALF_EVEN", "up": "CEILING", "down": "FLOOR", "zero": "DOWN", "away": "HALF_UP"}[sys.argv[3]]
exact = decimal.Context(prec=60, traps=[])
rounded = decimal.Context(prec=7, rounding="ROUND_" + rounding, Emin=-95, Emax=96, traps=[])
for x in sys.stdin:
    print(rounded.plus(exact.sqrt(decimal.Decimal(x.strip()))))
END
  tmd-check --library "cmd:python3 root.py" -j 1 --function sqrt --format decimal32 --domain 1:1.0005 --modes up,away \
    --claims-only >report
  [ "$(awk -F '\t' '$1 == "check" { print $4, $10, $20 }' report)" = $'up 0 pass\naway 0 pass' ]
}

@test "tmd-check calls functions in decimal128: at the cases of a list, at every argument, in a random search" {
  library
  local modes=nearest,up,down,zero,away
  tmd-search sqrt --format decimal128 --bits 24 --domain 2:2.0000000000000000000000001 -o sqrt.tmd
  tmd-check --library ./roots.so -j 1 --claims-only --modes $modes sqrt.tmd >report
  [ "$(awk -F '\t' '$1 == "check" && $7 > 20 { print $3, $6, $20 }' report | sort | uniq -c | xargs)" = \
    "5 decimal128 part k>=24 pass" ]
  tmd-plan sqrt --format decimal128 --domain 2:2.00000000000000000000000000000003 | tmd-taylor -o all.tmd
  tmd-check --library ./roots.so -j 1 --claims-only --modes $modes all.tmd >report
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $10, $20 }' report | sort | uniq -c | xargs)" = "5 part 30 0 pass" ]
  run -1 tmd-check --library ./roots.so --symbol digit_%s -j 1 --claims-only --modes nearest,away all.tmd
  [ "$(awk -F '\t' '$1 == "finding" { print $4, $5, $6, $7 }' <<<"$output" | xargs)" = \
    "nearest wrong 1 2.000000000000000000000000000000007 away wrong 1 2.000000000000000000000000000000007" ]
  run -1 tmd-check --library ./roots.so --symbol cohort_%s -j 1 --claims-only --modes up all.tmd
  [ "$(awk -F '\t' '$1 == "finding" { print $4, $5, $6, $7 }' <<<"$output" | xargs)" = "up wrong 1 2 up cohort-differs 1 2" ]
  # without a list, which is said; the domain has fewer arguments than a search takes
  run -0 --separate-stderr tmd-check --library ./roots.so -j 1 --function sqrt --format decimal128 \
    --domain 2:2.00000000000000000000000000000003 --claims-only
  [ "$(head -n 1 <<<"$stderr")" = "tmd-check: sqrt, decimal128: no list of cases: hunted for 10 seconds" ]
  [ "$(awk -F '\t' '$1 == "check" { print $6, $7, $20 }' <<<"$output" | sort -u)" = "hunted 30 pass" ]
}

@test "what decimal functions lack is said: modes, flags, devices, pairs" {
  library -DWITHOUT_MODES
  check %s --flags --claims-only
  [ "$said" = "nearest 0 pass;" ]
  [[ $output = *"tmd-check: flags of decimal functions are not checked"* ]]
  [[ $output = *"tmd-check: sqrtd32: rounds to nearest only: there is no fe_dec_setround"* ]]
  check -2 %s --claims-only --modes up # nothing checked is no pass
  [[ $output = *"nothing was checked"* ]]
  run -2 tmd-check --library ./roots.so --pairs pow --format decimal64
  [ "$output" = "tmd-check: --pairs: only binary formats" ]
  run -2 tmd-check --library opencl:0 --function exp --format decimal32 --domain 1:1.1
  [[ $output = *"devices have no decimal formats" ]]
  run -2 tmd-check --library ./roots.so --function sqrt --format 10:5,-3,3
  [[ $output = *"C libraries do not have functions of these formats" ]]
  tmd-check --library libm.so.6 --function exp --format binary16 --symbol nothing 2>&1 | grep -q 'no symbol'
  run -2 tmd-check --library libm.so.6 --function exp --format binary32 --domain 1:1.00001 --claims-only \
    --modes away
  [[ $output = *"nothing was checked"* ]]
}

@test "strtod and printf convert the hard cases between 17 digits and binary64 correctly, in four modes" {
  local given
  gcc -O1 -frounding-math -Wall -Werror "$BATS_TEST_DIRNAME/decimal-strings.c" -o strings -lm
  for given in "--in 10:17,-300,300 --out binary64 --domain 1e100:1e103" \
    "--in binary64 --out 10:17,-300,300 --domain 1e100:1e103"; do
    tmd-search id $given --bits 52 --force -o id.tmd
    tmd-dump --cases id.tmd | grep -v '^#' | sed 1d | cut -f 1,14-17 --output-delimiter ' ' >cases
    [ "$(wc -l <cases)" -gt 10 ]
    [ "$(./strings <cases)" = "$((4 * $(wc -l <cases))) 0" ]
    awk '{ t = $3; $3 = $4; $4 = t; print }' cases >swapped # up and down: all are wrong but exact ones
    [ "$(./strings <swapped | cut -d ' ' -f 2)" -gt 10 ]
  done
}
