# Lists for other programs: tmd-dump --cases, --to wc, bin, c, and what they are selected by.
load synthetic

# Whole domains, 8 bits: cases of all kinds, regions, and one exact argument.
setup_file() {
  cd "$BATS_FILE_TMPDIR"
  for function in exp sin exp2; do tmd-search $function --format binary16 --bits 8 -o $function.tmd >/dev/null; done
  tmd-search exp --format binary32 --bits 12 --domain -1.01:-1 -o exp32.tmd >/dev/null
  tmd-search cbrt --format binary64 --bits 13 --domain 1.5:0x1.800000002p0 -o cbrt64.tmd >/dev/null
}

setup() { cd "$BATS_FILE_TMPDIR"; }

# rows OPTION...: the cases as TSV lines, without header and comments.
rows() { tmd-dump --cases "$@" | grep -v '^#' | sed 1d; }

# one_of P,EMIN,EMAX E X...: a stream with these arguments (last digit not 9) of one binade as cases of exp, the second of
# negative x.
one_of() {
  local format=$1 e=$2 X n=0
  shift 2
  for X in "$@"; do
    printf '@\tcase\texp\t%s\t%s\tall\t15\t%d\t0\t%d\t0\t%s\t%s\t-\t40\n' $format $format $((n++ == 1)) $e \
      $X "${X%?}$((${X: -1} + 1))"
    printf 'case\t-\t%s\tconfirmed\tnumber\t20\t+0x.8000000000000000p-20\t0\n' $X
  done | tmd-pack
}

# compiled NAME FLAG...: $BATS_TEST_TMPDIR/NAME of the C text on stdin.
compiled() {
  local name=$1
  shift
  gcc -std=c99 -Wall -Wextra -pedantic -Werror -I . "$@" -x c - -o "$BATS_TEST_TMPDIR/$name"
}

@test "TSV: one header line, a case a line, the fields agree with each other and with --records" {
  tmd-dump --cases exp.tmd | grep -v '^#' | head -n 1 |
    grep -qx $'x\tX\te\tsign\tkind\thard_for\thardness\tdistance\tundecided\tfunction\tin\tout\tside\trn\tru\trd\trz\tra\tro'
  rows --limit 0 exp.tmd >tsv
  awk -F '\t' '($5 == "number" ? "directed" : "nearest") != $6 || ($1 ~ /^-/) != $4 || $9 != 0 { exit 1 }' tsv
  awk -F '\t' 'NF != 19 || $10 != "exp" || $11 != "binary16" || $12 != "binary16" { exit 1 }' tsv
  awk -F '\t' '$13 != ($8 ~ /^-/ ? "below" : "above") { exit 1 }' tsv
  cut -f 1,2,7,8 tsv | cmp - <(tmd-dump --records exp.tmd | awk -F '\t' -v OFS='\t' '$1 == "case" { print $2, $4, $7, $8 }')
  [ "$(wc -l <tsv)" -gt 200 ]
  sort -g -k 1,1 tsv | cut -f 3 | cmp - <(cut -f 3 tsv)
  rows exp.tmd sin.tmd | cut -f 10 | uniq | cmp - <(printf 'exp\nsin\n')
}

@test "wc: what TSV lists, and nothing else but comments" {
  for file in exp sin exp32; do cmp <(tmd-dump --to wc $file.tmd | grep -v '^#') <(rows $file.tmd | cut -f 1); done
  cmp <(tmd-dump --to wc exp.tmd | grep '^#') <(tmd-dump --cases exp.tmd | grep '^#')
}

@test "comments: provenance and completeness, no date, no host" {
  tmd-dump --to wc exp.tmd | grep '^#' >comments
  grep -qx '# exp from 11,-14,15 to 11,-14,15, modes all: hard-to-round cases at 8 bits' comments
  grep -q '^# tmd [0-9.]*; x in binary16, exp(x) in binary16$' comments
  local numbers=$(rows --limit 0 exp.tmd | grep -c number) midpoints=$(rows --limit 0 exp.tmd | grep -c midpoint)
  grep -qx "# found: $numbers numbers, $midpoints midpoints, 0 exact, 0 undecided" comments
  grep -qx '# greatest hardness found: 20 near numbers (directed modes), 15 near midpoints (to nearest)' comments
  grep -qx '# complete for 0x0p+0 <= x < 0x1p+16' comments
  grep -qx '# region, listed: 0x0p+0 <= x < 0x1p-24: zero, all exact' comments
  grep -qx '# region without cases: 0x1.63p+3 <= x < 0x1p+16: overflow' comments
  grep -qx '# the whole domain was searched' comments
  grep -E "$(date +%Y)|$(uname -n)" comments && false
  tmd-dump --to wc exp32.tmd | grep -qx '# not searched: -0x1.000002p+0 < x <= -0x1p-149'
  tmd-dump --to wc exp32.tmd | grep -q '^# the whole' && false
  tmd-dump --to wc "$samples/good.tmd" | grep -qx '# candidates that are not confirmed are left out: 1'
}

@test "gaps: a claim that is missing, a domain that ends" {
  tmd-dump exp.tmd | awk -F '\t' '/^@/ { drop = $8 == 0 && $10 == 2 && $12 <= 1100 && 1100 < $13 } !drop' | tmd-pack >less.tmd
  tmd-dump --to wc less.tmd | grep '^# not searched: 0x1[^ ]*p+2 <= x < ' >gap
  [ "$(wc -l <gap)" -eq 1 ]
  tmd-dump --to wc less.tmd | grep '^# the whole' && return 1
  tmd-search log --format bfloat16 --bits 5 -o log.tmd >/dev/null
  tmd-dump --to wc log.tmd | grep -qx '# complete for 0x1p-133 <= x < 0x1p+128'
  tmd-dump --to wc log.tmd | grep -qx '# the whole domain was searched'
}

@test "the whole domain: without poles, and without what lies outside it" {
  # half of them by the date
  for function in $(printf '%s\n' tgamma lgamma tanpi atanh 'rootn(-2)' x/x '1/(x-1)' 'log(x)/(x-1)' 'sqrt(sin(x))' 'x+1000' |
    drawn 2); do
    tmd-search "$function" --format 4,-3,6 --bits 6 --force -o whole.tmd >table
    tmd-dump --to wc whole.tmd >list
    grep -qx '# the whole domain was searched' list || { echo "$function" && cat list && return 1; }
    grep '^# not searched' list && return 1
  done
  # a gap begins where f is defined, and ends at most a binade beyond
  tmd-search 'sqrt((x-2)*(100-x))' --format 6,-8,8 --domain 8:16 -o part.tmd >table
  tmd-dump --to wc part.tmd | grep '^# not' | cmp - <(printf '# not searched: 0x1%s\n' 'p+1 <= x < 0x1p+3' 'p+4 <= x < 0x1p+7')
  tmd-search tgamma --format 6,-8,8 --domain -4.5:-2.5 --force -o part.tmd >table
  tmd-dump --to wc part.tmd | grep '^# not' |
    cmp - <(printf '# not searched: %s\n' '-0x1p+5 < x <= -0x1.28p+2' '-0x1.48p+1 < x <= -0x1p-13' '0x1p-13 <= x < 0x1p+9')
}

@test "regions that are all hard are not joined with those without cases" {
  for region in '100 200 15 30' '200 300 20 unbounded' '300 400 0 14' '400 500 15 15'; do
    set -- $region
    printf '@\tregion\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t%d\t%d\t-\t64\n' $((8388608 + $1)) $((8388608 + $2))
    printf 'region\t%d\t%d\tconstant\t1\t%s\t%s\n' $((8388608 + $1)) $((8388608 + $2)) $3 $4
  done | tmd-pack | tmd-dump --records | grep ^region | cut -f 6,7 | cmp - <(printf '15\tunbounded\n0\t14\n15\t15\n')
}

# header FILE NAME TYPE SCANF: the C header of a stream has the cases of its list, in their order.
header() {
  local file=$1 name=$2 type=$3 scanf=$4 N
  N=${name^^}
  tmd-dump --to c $file.tmd >$file.h
  compiled check <<END
#include <stdio.h>
#include <stdlib.h>
#include "$file.h"
#include "$file.h"
int main(void) {
  char line[400], kind[20], hardness[20], side[20];
  int lines = 0, bad = 0;
  while (fgets(line, sizeof line, stdin)) {
    const struct ${name}_case *c = ${name}_cases + lines++;
    $type x, r[5];
    if (sscanf(line, "$scanf %19s %19s %19s $scanf $scanf $scanf $scanf $scanf", &x, kind, hardness, side, r, r + 1, r + 2,
               r + 3, r + 4) != 9) return 1;
    bad += x != c->x || r[0] != c->rn || r[1] != c->ru || r[2] != c->rd || r[3] != c->rz || r[4] != c->ra;
    bad += atoi(hardness) != (c->kind == TMD_KIND_EXACT ? 0 : c->hardness) || c->odd > 3;
    bad += *side != "b-a"[c->side + 1] || *kind != "nme"[c->kind];
  }
  if (bad || lines != ${N}_COUNT) return 2;
  printf("%d %d %d %d %d\n", lines, ${N}_DIRECTED_COUNT, ${N}_NEAREST_COUNT, ${N}_EXACT_COUNT, ${N}_UNDECIDED_COUNT);
  printf("%d %d %d %d\n", ${N}_BITS, ${N}_WHOLE_DOMAIN, ${N}_DIRECTED_HARDNESS, ${N}_NEAREST_HARDNESS);
  return 0;
}
END
  rows $file.tmd | cut -f 1,5,7,13,14-18 | "$BATS_TEST_TMPDIR/check" >counts
  rows $file.tmd | awk -F '\t' '{ n[$5]++; if ($5 != "exact" && $7 > most[$5]) most[$5] = $7 }
    END { print NR, n["number"] + 0, n["midpoint"] + 0, n["exact"] + 0, 0
      print most["number"] + 0, most["midpoint"] + 0 }' >expected
  head -n 1 counts | cmp - <(head -n 1 expected)
  cut -d ' ' -f 3,4 counts | tail -n 1 | cmp - <(tail -n 1 expected)
}

@test "c: headers compile as C99 without a warning, and have the counts of TSV" {
  header exp32 tmd_exp_binary32 float %a
  header cbrt64 tmd_cbrt_binary64 double %la
  [ "$(tail -n 1 counts | cut -d ' ' -f 1,2)" = '13 0' ]
  # what is hard throughout is counted, whatever is listed
  local regions=$(tmd-dump --records sin.tmd | awk -F '\t' '$1 == "region" && ($6 == "exact" || $6 >= 8)' | wc -l)
  [ "$regions" -ge 5 ]
  tmd-dump --to c sin.tmd | grep -qx "#define TMD_SIN_BINARY16_HARD_REGIONS $regions"
  tmd-dump --to c --limit 0 sin.tmd | grep -qx "#define TMD_SIN_BINARY16_HARD_REGIONS $regions"
  tmd-dump --to c --expand --limit 2 sin.tmd 2>/dev/null | grep -qx "#define TMD_SIN_BINARY16_HARD_REGIONS $regions"
}

@test "c: searches at several bits are one list by tmd-select, those for other modes have tables of their own" {
  tmd-search exp --format binary16 --bits 5 --domain 3:6 -o exp5.tmd >/dev/null
  tmd-search exp --format binary16 --bits 8 --domain 0:3 -o exp8.tmd >/dev/null
  bad_usage "two problems would be called tmd_exp_binary16: give one at a time" tmd-dump --to c exp5.tmd exp8.tmd
  tmd-select --bits 8 exp5.tmd exp8.tmd >both.tmd
  cat both.tmd <(tmd-select --bits 9 --modes directed exp8.tmd) >several.tmd
  tmd-dump --to c several.tmd >several.h
  grep -c '_cases\[\]' several.h | grep -qx 2
  grep -qx '#define TMD_EXP_BINARY16_BITS 8' several.h
  grep -qx '#define TMD_EXP_BINARY16_DIRECTED_BITS 9' several.h
  # 3 to 6 and 0 to 3 were searched
  sed -n '/_HARDNESS/q; s/.*not searched: //p' several.h |
    cmp - <(printf '%s\n' '-0x1p+16 < x <= -0x1p-24' '0x1.8p+2 <= x < 0x1p+16')
  [ "$(sed '/binary16_directed_cases/q' several.h | grep -c '^  {0x')" -eq "$(rows both.tmd | wc -l)" ]
}

@test "c: the lists of lib/cases are headers that compile without a warning, whole, with the cases of TSV" {
  for function in $(printf '%s\n' log2:1 exp:1 sin:0 | drawn 3); do # one by the date
    local list=$root/lib/cases/${function%:*}.tmd name=tmd_${function%:*}_binary64
    tmd-select --bits 52 "$list" >list.tmd
    tmd-dump --to c list.tmd >list.h 2>err
    printf '#include "list.h"\nint main(void) { return %s_cases[0].x != %s_cases[0].x; }\n' $name $name >list.c
    cc -std=c99 -pedantic -Wall -Wextra -Werror -O0 -I . list.c -lm -o list
    rows list.tmd 2>/dev/null | cut -f 1 | sort -u >expected
    sed -n 's/^  {\([^,]*\),.*/\1/p' list.h | sort | cmp - expected
    grep -qx "#define ${name^^}_COUNT $(wc -l <expected)" list.h
    grep -qx "#define ${name^^}_WHOLE_DOMAIN ${function#*:}" list.h
  done
}

@test "c: formats without literals as bits, several problems, headers together, empty tables" {
  one_of 64,-16382,16383 3 9223372036854775810 13835058055282163713 >x87.tmd
  one_of 113,-16382,16383 -7 7788445287802241442795744493830144 >quad.tmd
  one_of 20,-100,100 3 600001 600003 >odd.tmd
  tmd-dump --to c exp.tmd x87.tmd >a.h
  tmd-dump --to c sin.tmd quad.tmd odd.tmd >b.h
  tmd-dump --to c exp2.tmd >exp2.h
  compiled all <<'END'
#include <stdio.h>
#include "a.h"
#include "b.h"
#include "exp2.h"
int main(void) {
  for (int i = 0; i < TMD_EXP_BINARY80_DIRECTED_COUNT; i++)
    printf("%04x %016llx\n", (unsigned)tmd_exp_binary80_cases[i].x.sign_exponent,
           (unsigned long long)tmd_exp_binary80_cases[i].x.significand);
  printf("%d %d\n", TMD_EXP_BINARY16_WHOLE_DOMAIN, TMD_EXP2_BINARY16_EXACT_COUNT);
  printf("%016llx %a\n", (unsigned long long)tmd_exp_binary128_cases[0].x.high, tmd_exp_20_m100_100_cases[1].x);
  return 0;
}
END
  "$BATS_TEST_TMPDIR/all" | cmp - <(printf 'c002 c000000000000001\n4002 8000000000000002\n1 41\n3ff8800000000000 0x1.24f82p+3\n')
}

@test "bin: the bytes are what C reads, and the values of TSV" {
  for row in 'exp32 float %a' 'cbrt64 double %la'; do
    set -- $row
    compiled $1 <<END
#include <stdio.h>
int main(int count, char **names) {
  FILE *list = fopen(names[count - 1], "r");
  char line[200];
  $2 x, y;
  while (fread(&x, sizeof x, 1, stdin) == 1) {
    if (!fgets(line, sizeof line, list) || sscanf(line, "$3", &y) != 1 || x != y) return 1;
  }
  return fgets(line, sizeof line, list) != NULL;
}
END
    rows $1.tmd | cut -f 1 >list
    [ "$(wc -l <list)" -gt 10 ]
    tmd-dump --to bin $1.tmd | "$BATS_TEST_TMPDIR/$1" list
  done
}

@test "bin: as od shows it" {
  # binary16 by the formula: sign, 5 bits of exponent, 10 of fraction
  rows exp.tmd | awk -F '\t' '{ printf " %04x\n", 32768 * $4 + 1024 * ($3 + 14) + $2 }' >expected
  tmd-dump --to bin exp.tmd | od -An -v -t x2 -w2 --endian=little | cmp - expected
  one_of 64,-16382,16383 3 9223372036854775810 13835058055282163713 | tmd-dump --to bin | od -An -v -t x1 -w16 >x87
  printf ' %s\n' '01 00 00 00 00 00 00 c0 02 c0 00 00 00 00 00 00' '02 00 00 00 00 00 00 80 02 40 00 00 00 00 00 00' | cmp - x87
  tmd-dump "$samples/good.tmd" | awk -F '\t' '/^@/ { keep = $3 == "log" } keep' | tmd-pack | tmd-dump --to bin | od -An -t x1 |
    cmp - <(echo ' 3a 30 00 00 00 00 00 00 00 00 00 00 10 00 04 40')
}

@test "bin: its comments on stderr with --verbose; formats and problems that have no place in it" {
  run -0 --separate-stderr tmd-dump --to bin --verbose -o out.bin exp.tmd
  [ -z "$output" ]
  cmp <(grep '^#' <<<"$stderr") <(tmd-dump --to wc exp.tmd | grep '^#')
  run --separate-stderr tmd-dump --to bin -o out.bin exp.tmd
  [ -z "$stderr" ]
  bad_usage "one problem at a time" bash -c 'tmd-dump --to bin exp.tmd sin.tmd | cat; exit ${PIPESTATUS[0]}'
  one_of 11,-126,127 3 1025 >tf32.tmd
  bad_usage "tf32 have no layout" bash -c 'tmd-dump --to bin tf32.tmd | cat; exit ${PIPESTATUS[0]}'
}

@test "c: what has no name or type there is refused" {
  one_of 60,-1022,1023 3 576460752303423491 >wide.tmd
  bad_usage "no type for x in 60,-1022,1023" tmd-dump --to c wide.tmd
  tmd-dump wide.tmd | sed 's/60,-1022,1023/53,-1022,1023/; s/57646075230342349/450359962737050/g; s/\t0x[^\t]*/\t-/' |
    tmd-pack >to-wide.tmd
  bad_usage "no type for f(x) in 60,-1022,1023" tmd-dump --to c to-wide.tmd
  for function in 'sin(x)/3' 'sin(x)+3'; do
    tmd-dump exp32.tmd | awk -F '\t' -v OFS='\t' -v f="$function" '/^@/ { $3 = f } !/^case/'
  done | tmd-pack >named-alike.tmd
  bad_usage "would be called tmd_sin_x_3_binary32" tmd-dump --to c named-alike.tmd
  for list in --cases --records '--to wc' '--to table' '--to c' '--to csv' '--to bin'; do
    run -2 tmd-dump $list /dev/null
    [ "$output" = "tmd-dump: nothing to list: the input has no claims" ]
  done
  run -2 tmd-dump --to csv -o none.csv /dev/null
  [ ! -e none.csv ]
}

@test "--min-bits and --mode" {
  for file in exp sin; do
    cmp <(rows --min-bits 12 $file.tmd) <(rows $file.tmd | awk -F '\t' '$7 == "exact" || $7 >= 12')
    cmp <(rows --mode nearest $file.tmd) <(rows $file.tmd | awk -F '\t' '$6 == "nearest"')
    cmp <(rows --mode directed $file.tmd) <(rows $file.tmd | awk -F '\t' '$6 == "directed"')
  done
  tmd-dump --to wc --min-bits 12 --mode nearest exp.tmd | grep '^#' >comments
  grep -qx '# selected: --min-bits 12 --mode nearest' comments
  grep -q '^# listed: 0 numbers, [1-9][0-9]* midpoints' comments
  grep -q '^# complete' comments && false
  grep -q '^# greatest hardness found: 20 near numbers' comments
  tmd-dump --to c --min-bits 12 exp.tmd | grep -qx '#define TMD_EXP_BINARY16_BITS 12'
  tmd-dump --records --min-bits 12 exp.tmd | grep ^case | cut -f 2 | cmp - <(rows --limit 0 --min-bits 12 exp.tmd | cut -f 1)
  tmd-dump exp32.tmd | sed 's/\tall\t/\tnearest\t/; /^case/d' | tmd-pack >nearest.tmd
  bad_usage "--mode directed: exp was searched for modes nearest" tmd-dump --to wc --mode directed nearest.tmd
}

@test "results of an expression that nobody decides are not known, and NaN in C" {
  # next to 1 but for less than 2^-4095: no side is proved
  tmd-search 'tan(atan(x))-x+1' --format 6,-4,4 --domain 1:1.2 -o one.tmd >/dev/null
  rows one.tmd | cut -f 1,8,9,13- | head -n 1 | cmp - <(printf '0x1p+0\t-\t0\t-\t-\t-\t-\t-\t-\t-\n')
  [ "$(rows one.tmd | wc -l)" -eq 7 ]
  tmd-dump --to c one.tmd | grep -cx '  {0x1[^ ]*f, NAN, NAN, NAN, NAN, NAN, 0, 0, TMD_KIND_NUMBER, 409[56]},' | grep -qx 7
  # 1, by an identity
  tmd-search 'sin(x)^2+cos(x)^2' --format 6,-4,4 --domain 1:1.2 -o one.tmd --force >/dev/null
  rows one.tmd | cut -f 14- | sort -u | cmp - <(printf '0x1p+0\t0x1p+0\t0x1p+0\t0x1p+0\t0x1p+0\t0x1p+0\n')
}

@test "--kind: cases near numbers, near midpoints, exact ones" {
  for kind in number midpoint exact; do
    cmp <(rows --kind $kind exp2.tmd) <(rows exp2.tmd | awk -F '\t' -v kind=$kind '$5 == kind')
    [ "$(rows --kind $kind exp2.tmd | wc -l)" -ge 20 ]
  done
  tmd-dump --to wc --kind midpoint exp2.tmd | grep -qx '# selected: --kind midpoint'
  tmd-dump --to wc --kind midpoint exp2.tmd | grep '^# complete' && return 1
  rows --kind exact "$samples/good.tmd" 2>/dev/null | cut -f 5,9 | sort -u | cmp - <(printf 'exact\t0\nmidpoint\t1\n')
}

@test "csv: the values of TSV, quoted where they have to be" {
  for file in exp sin exp32; do
    cmp <(tmd-dump --to csv $file.tmd 2>err | tr , '\t') <(tmd-dump --cases $file.tmd | grep -v '^#')
  done
  [ ! -s err ]
  one_of 20,-100,100 3 600001 600003 | tmd-dump | sed 's/\texp\t/\tmax(1,x)\t/' | tmd-pack >named.tmd
  tmd-dump --to csv named.tmd >named.csv
  sed -n 2p named.csv | grep -qF ',0,"max(1,x)","20,-100,100","20,-100,100",above,'
  run --separate-stderr tmd-dump --to csv --verbose exp.tmd
  cmp <(grep '^#' <<<"$stderr") <(tmd-dump --to wc exp.tmd | grep '^#')
  if command -v python3 >/dev/null; then
    python3 -c 'import csv; print(*[len(row) for row in csv.reader(open("named.csv"))])' | cmp - <(echo 19 19 19)
  fi
}

@test "csv in a pipe: a table of SQLite, JSON by Miller, wide numbers exact" {
  one_of 113,-16382,16383 -7 7788445287802241442795744493830144 >quad.tmd
  tmd-dump --to csv exp.tmd exp2.tmd exp32.tmd quad.tmd | sed '1s/,X,/,significand,/' |
    sqlite3 all.db '.import --csv /dev/stdin cases'
  sqlite3 -separator $'\t' all.db 'SELECT * FROM cases' | cmp - <(rows exp.tmd exp2.tmd exp32.tmd quad.tmd)
  [ "$(sqlite3 all.db "SELECT significand FROM cases WHERE \"in\" = 'binary128'")" = 7788445287802241442795744493830144 ]
  command -v mlr >/dev/null || skip "no Miller: SQLite alone checked"
  tmd-dump --to csv quad.tmd exp.tmd | mlr --icsv --ojson -S cat >all.json
  [ "$(jq -r 'map(select(.in == "binary128"))[0].X' all.json)" = 7788445287802241442795744493830144 ]
  jq -r '.[] | [.[]] | @tsv' all.json | cmp - <(rows quad.tmd exp.tmd)
}

@test "a list is written whole or not at all, and replaces no database unasked" {
  sqlite3 one.db 'CREATE TABLE mine (x)'
  cp one.db before.db
  bad_usage "one.db: holds a database, which is replaced with --force only" tmd-dump --to csv -o one.db exp2.tmd
  { cat exp2.tmd && echo torn; } >torn.tmd
  for file in one.db new.csv; do
    run -3 tmd-dump --to csv --force -o $file torn.tmd
    [[ $output = *"torn.tmd: offset "* ]]
  done
  cmp one.db before.db
  run -2 bash -c 'tmd-dump --to csv exp.tmd >/dev/full'
  tmd-dump --to csv --force -o one.db exp2.tmd
  tmd-dump --to csv exp2.tmd | cmp - one.db
}

@test "--top: the hardest of each kind, in order of x" {
  rows --top 5 exp2.tmd >top
  [ "$(cut -f 5 top | sort | uniq -c | tr -s ' \n' ' ')" = ' 5 exact 5 midpoint 5 number ' ]
  sort -g -s -k 1,1 top | cut -f 3 | cmp - <(cut -f 3 top)
  for kind in number midpoint; do
    rows exp2.tmd | awk -F '\t' -v kind=$kind '$5 == kind { print $7 }' | sort -rn | head -n 5 |
      cmp - <(awk -F '\t' -v kind=$kind '$5 == kind { print $7 }' top | sort -rn)
  done
  [ "$(tmd-dump --to table --top 7 exp2.tmd | sed '/^# apart/,$d' | grep -c '^-\?0x')" -eq 7 ]
  [ "$(tmd-dump --to table --mode nearest --min-bits 12 exp2.tmd | grep -c directed)" -eq 0 ]
}

@test "--minimal: the hardest of each sign, binade, kind and side" {
  places() {
    awk -F '\t' -v OFS='\t' '{ print $4 " " $3 " " $5 " " ($8 ~ /^-/), $7 == "exact" ? 0 : -$7 }' | sort -t $'\t' -k 1,1 -k 2,2n
  }
  for n in 1 2; do
    rows --minimal $n exp2.tmd >few
    places <few | cmp - <(rows exp2.tmd | places | awk -F '\t' -v n=$n 'count[$1]++ < n')
    [ "$(wc -l <few)" -lt "$(rows exp2.tmd | wc -l)" ]
  done
}

@test "lists have the images of what was searched: log2 by its exponents, asin on both sides; --no-images leaves them out" {
  tmd-plan log2 --format binary16 >plan
  tmd-taylor plan | tmd-shift | tmd-phase1 | tmd-phase2 | tmd-farey | tmd-exhaust | tmd-ziv >found.tmd # without tmd-orbit
  tmd-orbit --plan plan found.tmd >all.tmd
  rows --no-images all.tmd >expected
  rows found.tmd | cmp - expected
  [ "$(rows --no-images found.tmd | wc -l)" -lt "$(wc -l <expected)" ]
  # what is there is not added again, nor what a part of the images is there of
  rows all.tmd | cmp - expected
  tmd-select --domain 0x1p-5:0x1p3 all.tmd | cat - found.tmd | rows - | cmp - expected
  # CORE-MATH's list of a function of which a few binades were searched
  [ "$(tmd-dump --to wc --minimal 2 "$root/lib/cases/log2.tmd" | grep -vc '^#')" -eq 18415 ]
  for file in asin sin; do
    tmd-dump --to wc --limit 0 $file.tmd | grep -v '^#' | sort >list
    tmd-orbit $file.tmd | tmd-dump --no-images --to wc --limit 0 | grep -v '^#' | sort | cmp - list
  done
}

@test "short regions that are hard throughout are in every list unasked, of long ones the ends; comments say so" {
  # asin(x) - x passes 2^-44 of a half-ulp at f71, where the search takes over from a region of 164 arguments at f3f
  tmd-search asin --bits 44 --domain 0x1.7137449123e9bp-26:0x1.7137449123fe3p-26 -o asin.tmd >/dev/null
  tmd-dump --no-images --to wc asin.tmd >list
  grep -qx '# found: 0 numbers, 50 midpoints, 0 exact, 0 undecided' list
  grep -qx '# listed: 0 numbers, 214 midpoints, 0 exact, 0 undecided' list
  grep -qx '# region, listed: 0x1.7137449123e9bp-26 <= x < 0x1.7137449123f3fp-26: identity, all of hardness 44 or more' list
  for X in $(seq $((0xe9b)) $((0xf70))); do printf '0x1.7137449123%xp-26\n' $X; done | sed 's/0*p-/p-/' >all
  grep -v '^#' list | cmp - all
  rows --no-images asin.tmd | awk -F '\t' '$7 >= 44' | cut -f 1 | cmp - all
  [ "$(tmd-dump --no-images --to bin asin.tmd | wc -c)" -eq $((214 * 8)) ]
  tmd-dump --no-images --to c asin.tmd | grep -qx '#define TMD_ASIN_BINARY64_NEAREST_COUNT 214'
  # ef5 and ef6 are the hardest, 51 below the midpoint and 54 above it
  tmd-dump --no-images --to wc --limit 163 asin.tmd 2>/dev/null | grep -v '^#' | cmp - <(sed '2,90d; 93,163d' all)
  tmd-dump --no-images --to wc --limit 0 asin.tmd | grep -v '^#' | cmp - <(sed '1,164d' all)
  # and as they were found
  [ "$(tmd-dump --records asin.tmd | grep -c ^case)" -eq 50 ]
  tmd-dump --to table asin.tmd | grep -q '^# asin.* 50 cases'
  run --separate-stderr tmd-dump --to bin sin.tmd
  [[ $stderr = "tmd-dump: 10 regions are listed in part, 2 arguments from the ends and the hardest: see --expand and --limit" ]]
  for end in 0x1p-22 0x1.ffcp-14; do tmd-dump --to wc sin.tmd 2>/dev/null | grep -qx -e $end; done
  tmd-dump --to wc sin.tmd 2>/dev/null | grep -q '^# region, listed: 0x1p-22 <= x .*; only 2 of its 2044 arguments'
}

@test "regions that are no lists: not proved, too wide; what is no case there is an error" {
  # stream FUNCTION FORMAT X PROVED: a region of the arguments X0 to X2 of [1,2)
  stream() {
    printf '@\tregion\t%s\t%s\t%s\tall\t5\t0\t0\t0\t0\t%s0\t%s3\t-\t64\n' "$1" "$2" "$2" "$3" "$3"
    printf 'region\t%s0\t%s3\tidentity\t%d\t5\t5\n' "$3" "$3" "$4"
  }
  for row in 'sin 15,-100,100 1639 0' \
    'sin 113,-100000,100000 519229685853482762853049632922010 1'; do
    stream $row | tmd-pack >region.tmd
    tmd-dump --to wc region.tmd >list
    grep -q '^# no list, but a region: 0x1' list
    grep -v '^#' list && false
    { cat region.tmd && echo torn; } >torn.tmd
    warned_like 3 "tmd-dump: torn.tmd: offset *" tmd-dump --to wc torn.tmd
  done
  bad_usage "regions of 113,-100000,100000 cannot be listed: too wide" tmd-dump --to wc --expand region.tmd
  stream sin 15,-100,100 1639 1 | tmd-pack >region.tmd
  run -3 tmd-dump --to wc region.tmd
  error_line "a proved region of sin has an argument that is not hard"
}

@test "--expand: every argument of the regions that are all hard, or so many from their ends" {
  tmd-dump --records sin.tmd | awk -F '\t' '$1 == "region" && $6 != "exact" && $6 >= 8' >regions
  [ "$(wc -l <regions)" -ge 4 ]
  rows --expand --limit 100000 sin.tmd >all
  tmd-dump --to wc --expand --limit 100000 sin.tmd | grep '^# no list' && false
  tmd-dump --to wc --expand --limit 100000 sin.tmd | grep -q '^# region, listed: .*: identity, all of hardness 16 or more$'
  # X from 4 to 2047, the least hardness of the region or more
  awk -F '\t' '$3 > -14 || $2 < 4 { next } { n++ } $7 < 16 { exit 1 } END { exit n != 2 * 2044 }' all
  cut -f 1 all | sort -u | wc -l | cmp - <(wc -l <all)
  grep -q $'^0x0p+0\t0\t-14\t0\texact\tdirected\texact\t0\t0\tsin' all
  cmp <(awk -F '\t' 'NR == FNR { found[$1] = $0; next } $1 in found' <(rows sin.tmd) all) <(rows sin.tmd)
  run -0 --separate-stderr tmd-dump --to wc --expand --limit 5 sin.tmd
  [[ $stderr = "tmd-dump: "*" listed in part, 5 arguments from the ends and the hardest: see --expand and --limit" ]]
  grep -q '^# region, listed: 0x1p-22 <= x .*, all of hardness 16 or more; only 5 of its 2044 arguments' <<<"$output"
  rows --expand --limit 5 sin.tmd 2>/dev/null | cut -f 1 >some
  comm -23 <(sort some) <(cut -f 1 all | sort) | grep . && false
  [ "$(wc -l <some)" -lt "$(wc -l <all)" ]
  [ "$(rows --expand --limit 5 --top 3 sin.tmd 2>/dev/null | wc -l)" -eq 7 ] # 3, 3 and the zero
}

@test "--expand: what a region proves to be hard is not undecided, however near its breakpoint" {
  tmd-plan 'x*erf(1/x)' --format 5,-9,4 --bits 4 | tmd-taylor | tmd-exhaust --all | tmd-ziv >near.tmd
  [ "$(tmd-stat near.tmd | awk -F '\t' '$1 == "covered" { print $NF }')" -eq 0 ]
  rows --expand near.tmd | awk -F '\t' '$7 != "exact" && ($7 < 4 || $9) { exit 1 } $8 == "-" && $7 > 4000 && $13 == "-" { n++ }
    END { exit !n }'
}

@test "--expand prints problem by problem, as many lines as are read" {
  local cases=$BATS_TEST_DIRNAME/../../lib/cases
  timeout 30 tmd-dump --cases --to csv --expand --limit 100000 "$cases/binary16.tmd" | head -n 999 >rows
  [ "$(wc -l <rows)" -eq 999 ]
}

@test "exact cases by rule are not listed, but counted; --expand lists them" {
  printf '%s\n' sqrt cbrt 'pown(3)' 'rootn(-2)' 'compound(2) --domain -0.9:300' 'sinpi --domain -100:100' \
    'cospi --domain -100:100' | drawn 2 >searches # half of them by the date
  [ "$(wc -l <searches)" -ge 3 ]
  mapfile -t searches <searches
  for search in "${searches[@]}"; do
    read -ra words <<<"$search"
    tmd-search "${words[@]}" --format binary16 --force -o rule.tmd >report
    count=$(column covered exact <report)
    grep -q "^# .*, $count exact by rule, 0 undecided" report
    [ "$(tmd-dump --records rule.tmd | awk -F '\t' '$1 == "case" && $7 == "exact"' | wc -l)" -eq 0 ]
    rows --no-images --limit 0 rule.tmd | awk -F '\t' '$5 == "exact"' | cmp - /dev/null
    for form in wc c; do
      tmd-dump --to $form --no-images --limit 0 rule.tmd | grep -q "follow by rule, $count in what was searched, not listed: "
      tmd-dump --to $form --no-images --expand rule.tmd | grep -q "follow by rule, $count in what was searched, listed: "
    done
    rows --no-images --expand rule.tmd | awk -F '\t' '$5 == "exact" && $2 != 0 { print $1 }' >all
    [ "$(wc -l <all)" -eq "$count" ]
    # those with the ends of each range, and no others
    rows --no-images --expand --limit 4 rule.tmd 2>err | awk -F '\t' '$5 == "exact" && $2 != 0 { print $1 }' >ends
    grep -q '^tmd-dump: exact cases of [12] ranges\? are listed in part, 4 from the ends: see --limit$' err
    ranges=$(tmd-dump --no-images --to wc --limit 0 rule.tmd | grep -c '^# complete for')
    [ "$(wc -l <ends)" -eq $((4 * ranges)) ]
    if [ "$ranges" -eq 1 ]; then { head -n 2 all && tail -n 2 all; } | cmp - ends; fi
  done
}

@test "--expand: zeros of functions and what is exact all over, but no poles" {
  # CASES FUNCTION: so many exact ones, 0 among them only where f(0) is exact
  while read -r exact function; do
    tmd-search "$function" --format 6,-8,8 --force -o zeros.tmd >/dev/null
    rows --no-images --expand --limit 5000 zeros.tmd >all
    [ "$(awk -F '\t' '$7 == "exact"' all | wc -l)" -eq "$exact" ] || { echo "$function" && return 1; }
  done <<'END'
1 log
1 log(-x)
383 sinpi
383 tanpi
1151 x-x
1 (x+1)/1e10
END
  rows --no-images --expand --limit 5000 zeros.tmd | cut -f 1 | cmp - <(echo -0x1p+0)
  tmd-search tanpi --format 6,-8,8 --domain 0.25:2 --force -o zeros.tmd >/dev/null
  rows --no-images --expand zeros.tmd | awk -F '\t' '$7 == "exact"' | cut -f 1 |
    cmp - <(printf '0x1p-2\n0x1.8p-1\n0x1p+0\n0x1.4p+0\n0x1.cp+0\n')
}

@test "an undecided case stays whatever is selected; the same argument is listed once" {
  rows --min-bits 100 --top 1 "$samples/good.tmd" 2>/dev/null | awk -F '\t' '$9 == 1 { print $1 }' |
    cmp - <(echo 0x1.0000000002134p+0)
  tmd-dump "$samples/good.tmd" |
    sed 's/\tundecided\tmidpoint\t60\t-\t65536/\tconfirmed\tmidpoint\t60\t+0x.8000000000000000p-60\t0/' | tmd-pack |
    cat - "$samples/good.tmd" | tmd-dump --cases 2>/dev/null | grep ^0x1.0000000002134p+0 | cut -f 7,9 | cmp - <(printf '60\t0\n')
}

@test "options that do not go together" {
  together() { bad_usage "$1" tmd-dump "${@:2}" /dev/null; }
  for to in wc table bin c csv llvm coq; do together "--records goes with --to tsv alone" --records --to $to; done
  together "--top needs --to table" --top 3
  together "--records and --cases exclude" --records --cases
  together "--cases and --to table exclude" --cases --to table
  together "--limit needs --expand, or a list" --limit 3
  together "--limit needs --expand, or a list" --to table --limit 3
  for option in --expand '--min-bits 3' '--minimal 1' '--mode nearest'; do together "claims are not selected from" $option; done
  together "--minimal: 0 is not 1 or more" --to wc --minimal 0
}

@test "a region listed in part has its hardest arguments, and with --minimal those of each binade" {
  tmd-dump --cases "$root/lib/cases/atan.tmd" >list 2>/dev/null
  awk -F '\t' '$1 == "0x1.d02967c31cdb5p+53" { print $7 }' list | grep -qx 56
  grep -q '^# region, listed: 0x1.d02967c31ccp+53 .*; only 4 of its 1024 arguments, from both ends, and the hardest$' list
  tmd-dump --to wc --no-images "$root/lib/cases/atan.tmd" 2>/dev/null | grep -qx '0x1.d02967c31cdb5p+53'
  # as all arguments, each evaluated, say it: exp, sin and atan are almost 1, x and pi/2
  for function in $(printf '%s\n' exp sin atan | drawn 3); do # one by the date
    tmd-search $function --format 11,-24,23 --bits 6 -o part.tmd --force >/dev/null
    for options in '--minimal 1' '--minimal 3' '--top 5'; do
      rows --limit 100000 $options part.tmd | awk -F '\t' '$5 != "exact"' >expected
      tmd-dump --cases --limit 20 $options part.tmd >list 2>err
      grep -q 'listed in part, 2 arguments from the ends and the hardest:' err
      grep -v '^#' list | sed 1d | awk -F '\t' '$5 != "exact"' | cmp - expected
    done
  done
  # where that would take too many bits, it is said
  tmd-search erf --format binary16 -o erf.tmd >/dev/null
  tmd-dump --to wc erf.tmd >list 2>err
  grep -q 'from both ends, others may be harder$' list
  grep -q 'and the hardest, where these are known:' err
}
