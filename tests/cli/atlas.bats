# tmd-atlas: whole searches of several functions, what it keeps of them, and what lib/cases has.
load synthetic
load slice-again

# Kept from 8 bits on, searched from 4: about two cases of each kind and side in a binade are so hard.
setup_file() {
  cd "$BATS_FILE_TMPDIR"
  tmd-atlas exp 'rootn(-2)' sin --format binary16 --keep 8 --into atlas >atlas.rows
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp -r "$BATS_FILE_TMPDIR"/atlas* .
}

# Stopped stages of a test that fails.
teardown() { [ -z "${atlas:-}" ] || kill -KILL "$atlas" 2>/dev/null || true; }

# column FUNCTION COLUMN [FILE]: of a summary.
column() {
  awk -v function_name="$1" -v name="$2" "$awk_columns"'
    $1 == function_name && $at("format") != "binary64" { print $at(name) }' "${3:-atlas/SUMMARY.tsv}"
}

# of_function NAME FILE: its claims.
of_function() { tmd-dump "$2" | awk -F '\t' -v name="$1" '$1 == "@" { of = $3 == name } of' | tmd-pack; }
list() { tmd-dump --to wc "$@" 2>/dev/null | sed '/^#/d' | sort -u; }

@test "the summary says what a search without it does, and what is not run" {
  cmp <(cat atlas.rows | sort) <(grep -v 'not run' atlas/SUMMARY.tsv | sort)
  for function in exp 'rootn(-2)' sin; do
    tmd-search "$function" --format binary16 --plan plan --force -o whole.tmd >/dev/null
    tmd-stat --plan plan whole.tmd >report
    [ "$(column "$function" state) $(column "$function" bits) $(column "$function" keep)" = "complete 4 8" ]
    [ "$(column "$function" arguments) $(column "$function" gaps)" = "$(sed -n 's/^plan\t\(.*\)\t.*\t/\1 /p' report)" ]
    awk "$awk_columns"'kind == "fit" { print $at("chi2") "\n" $at("p") }' report |
      cmp - <(column "$function" chi2 && column "$function" p)
    for kind in number:directed midpoint:nearest; do
      expected=$(tmd-dump --records whole.tmd | awk -F '\t' -v kind=${kind%:*} '$6 == kind && $7 != "exact" { print $7 }' |
        sort -n | tail -n 1)
      [ "$(column "$function" ${kind#*:})" = "$expected" ]
      x=$(column "$function" "${kind#*:}_x")
      tmd-dump --records whole.tmd | cut -f 2,6,7 | grep -qxF "$x"$'\t'"${kind%:*}"$'\t'"$expected"
    done
  done
  # exp has no symmetry: all is searched that is no region
  tmd-search exp --format binary16 >said
  for name in searched regions cases expected exact; do
    [ "$(column exp $name)" = "$(awk -v name=$name "$awk_columns"'kind == "covered" { print $at(name) }' said)" ]
  done
  awk -v seconds="$(column exp core_seconds)" 'BEGIN { exit !(seconds > 0.01 && seconds < 60) }'
  awk -F '\t' '$2 == "binary64" && $3 != "not run" { exit 1 }' atlas/SUMMARY.tsv
  [ "$(cut -f 1,2 atlas/SUMMARY.tsv | sort | uniq -d)" = "" ]
  [ "$(grep -c binary16 atlas/SUMMARY.tsv)" -eq "$(grep -c binary64 atlas/SUMMARY.tsv)" ]
  # a row of others is printed, but no escape sequence in it
  sed -i $'/^exp\tbinary16\t/s/$/\e[31m/' atlas/SUMMARY.tsv
  tmd-atlas exp --format binary16 --keep 8 --into atlas | tail -n 1 | grep -E $'^exp\tbinary16\t[^\e]*\\?\\[31m$'
}

@test "what is kept: all cases from --keep on, and the hardest two of each binade, kind and side; images by tmd-orbit" {
  for function in exp 'rootn(-2)' sin; do
    tmd-search "$function" --format binary16 -o whole.tmd --force >/dev/null
    of_function "$function" atlas/binary16.tmd >kept.tmd
    tmd-plan "$function" --format binary16 --bits 8 >plan
    tmd-select --bits 8 kept.tmd | tmd-orbit --plan plan >complete.tmd
    tmd-stat --plan plan complete.tmd >/dev/null
    cmp <(tmd-dump --records complete.tmd) <(tmd-select --bits 8 whole.tmd | tmd-dump --records)
    work=atlas/work/binary16/$(tr '(' _ <<<"${function%)}").tmd
    list --minimal 2 "$work" >hardest
    list --minimal 2 kept.tmd >of_kept
    [ "$(wc -l <hardest)" -ge 15 ]
    cmp hardest of_kept
    # these are more than what --keep alone would keep, and less than all
    tmd-select --bits 8 "$work" >fewer.tmd
    [ -n "$(comm -23 hardest <(list fewer.tmd))" ]
    [ "$(tmd-dump --records kept.tmd | wc -l)" -lt "$(tmd-dump --records "$work" | wc -l)" ]
  done
}

@test "a second run does nothing; with other options it does" {
  find atlas -type f ! -name lock -exec stat -c '%n %Y %Z %s' {} + | sort >before
  tmd-atlas exp 'rootn(-2)' sin --format binary16 --keep 8 --into atlas >rows
  cmp rows atlas.rows
  find atlas -type f ! -name lock -exec stat -c '%n %Y %Z %s' {} + | sort | cmp - before
  tmd-atlas 'rootn(-2)' --format binary16 --keep 8 --domain 1:2 --into atlas >rows
  [ "$(column 'rootn(-2)' domain)" = 1:2 ]
  [ "$(column 'rootn(-2)' arguments)" = 1024 ]
  [ "$(column exp domain)" = all ]
}

@test "a folder whose name ends with a newline, which \$() drops" {
  mkdir here
  tmd-atlas exp --format 6,-10,10 --bits 4 --into $'here\n' >rows
  cmp rows <(sed '/not run/d' $'here\n/SUMMARY.tsv')
  [ -z "$(ls here)" ]
}

@test "--keep none: the summary alone" {
  tmd-atlas exp sin --format binary16 --keep none --into none >rows
  [ "$(ls none | paste -sd ' ')" = "SUMMARY.tsv work" ]
  cmp <(cut -f 1-5,7-20 rows) <(awk -F '\t' 'NR == 1 || $1 == "exp" || $1 == "sin"' atlas.rows | cut -f 1-5,7-20)
  [ "$(column exp keep none/SUMMARY.tsv)" = none ]
  find none/work/binary16 -name '*.tmd' -exec rm {} +
  tmd-atlas exp sin --format binary16 --keep none --into none | cmp - rows # nothing is searched again
}

@test "binary64 has a file for each function; of another name of DIR and TMPDIR" {
  for folder in -x 'a b=c'; do
    mkdir -- "$folder"
    TMPDIR=$folder tmd-atlas 'rootn(-2)' --domain 1:1.0001 --into="$folder/into" >rows
    [ "$(ls -- "$folder/into" | sort | paste -sd ' ')" = "SUMMARY.tsv rootn_-2.tmd work" ]
    [ "$(ls -A -- "$folder")" = into ]
    tmd-plan 'rootn(-2)' --domain 1:1.0001 --bits 52 >plan
    tmd-select --bits 52 -- "$folder/into/rootn_-2.tmd" | tmd-stat --plan plan >/dev/null
  done
}

@test "a search that is interrupted says how to go on; its stream is used" {
  # a search of some seconds, of which the first claims are waited for; the part that is asked for then is a small one
  tmd-atlas exp --bits 44 --domain 1:1.9 --into 'in to' -j 1 >rows 2>err &
  atlas=$!
  for i in $(seq 600); do [ ! -s 'in to/work/binary64/exp.tmd' ] || break; sleep 0.05; done
  kill -TERM $atlas
  status=0
  wait $atlas || status=$?
  [ "$status" -eq 130 ]
  grep -qx 'tmd-atlas: interrupted; to go on: tmd-atlas exp --bits 44 --domain 1:1.9 --into in\\ to -j 1' err
  zstd -qt 'in to/work/binary64/exp.tmd'
  [ ! -e 'in to/SUMMARY.tsv' ]
  [ "$(wc -l <rows)" -eq 1 ]
  old=$(tmd-dump 'in to/work/binary64/exp.tmd' | awk -F '\t' '/^@/ { n += $13 - $12 } END { printf "%.0f", n }')
  seconds=$(cat 'in to/work/binary64/exp.seconds')
  tmd-atlas exp --bits 44 --domain 1:0x1.0001p0 --into 'in to' >rows
  [ "$(awk -F '\t' 'NR == 2 { print $1, $3, $7, $8, $9 }' rows)" = "exp complete 68719476736 0 68719476736" ]
  [ "$old" -gt 68719476736 ]
  tmd-stat 'in to/work/binary64/exp.tmd' | grep -q $'^covered\t'"$old"$'\t0\t'
  awk -F '\t' -v old="$seconds" 'NR == 2 { exit !($(NF - 1) > old && old > 0) }' rows
}

@test "interrupted as it begins to end: its folder is removed, and how to go on is said" {
  mkdir tmp
  export TMPDIR=$PWD/tmp
  run -130 interrupted_at_end tmd-atlas exp --format binary16 --domain 1:2 --keep none --into ended
  [[ ${lines[-1]} = "tmd-atlas: interrupted; to go on: tmd-atlas exp "* ]]
  [ -z "$(ls -A tmp)" ]
}

@test "killed between functions, it leaves whole files, and the rest completes them" {
  functions=(exp 'rootn(-2)' sin cos tan log atan)
  : >rows # the loop below may be there first
  tmd-atlas "${functions[@]}" --format binary16 --keep 8 --into killed >rows 2>/dev/null &
  atlas=$!
  for i in $(seq 600); do [ "$(wc -l <rows)" -lt 3 ] || break; sleep 0.05; done
  kill -KILL $atlas
  wait $atlas || true
  tmd-dump killed/binary16.tmd >/dev/null
  for i in $(seq 200); do
    run --separate-stderr tmd-atlas exp 'rootn(-2)' sin --format binary16 --keep 8 --into killed
    [[ $stderr = *"another"*"at work there" || $stderr = *"another search"* ]] || break
    sleep 0.1
  done
  [ "$status" -eq 0 ]
  for function in exp 'rootn(-2)' sin; do
    cmp <(of_function "$function" killed/binary16.tmd) <(of_function "$function" atlas/binary16.tmd)
    cmp <(cut -f 1-19 <<<"$output" | grep -F "$function") <(cut -f 1-19 atlas.rows | grep -F "$function")
  done
}

@test "bad arguments: one line, status 2" {
  mkdir other && echo text >other/SUMMARY.tsv
  while read -r arguments; do
    echo "$arguments"
    refused 2 "*" tmd-atlas $arguments
  done <<'END'
exp
exp --into
nosuch --into new
exp(x) --into new
rootn --into new
rootn(N) --into new
rootn(x) --into new
exp(3) --into new
../exp --into new
exp --into new --keep 43
exp --into new --keep x
exp --into new --bits 0
exp --into new --format nosuch
exp --into new --format ../x
exp --into new --domain 1
exp --into new --domain *:1
exp --into new -jx
exp --into new --help=1
exp --into /proc/nosuch/new
exp --into /dev/null
exp --into other
END
  [ ! -e new ]
  # what only the plan can know
  for arguments in "rootn(0)" "exp --domain 2:1" "sin --format binary128 --domain 1:inf"; do
    run -2 --separate-stderr tmd-atlas $arguments --into new
    [ "${#stderr_lines[@]}" -eq 1 ]
  done
}

@test "a stream from elsewhere is gone on with; its time is not known" {
  mkdir -p new/work/binary16
  tmd-search exp --format binary16 --domain=-1:inf -o new/work/binary16/exp.tmd >/dev/null
  tmd-atlas exp --format binary16 --keep 8 --into new >rows
  [ "$(column exp core_seconds new/SUMMARY.tsv)" = - ]
  cmp <(tmd-dump --records new/binary16.tmd) <(of_function exp atlas/binary16.tmd | tmd-dump --records)
  cmp <(cut -f 1-20 rows) <(awk -F '\t' 'NR == 1 || $1 == "exp"' atlas.rows | cut -f 1-20)
}

@test "one at a time in a folder" {
  exec {lock}>atlas/work/lock
  flock "$lock"
  warned_like 2 "tmd-atlas: *atlas: another tmd-atlas is at work there" tmd-atlas exp --format binary16 --into atlas
  exec {lock}>&-
}

@test "lib/cases: the files are those of the summary, cover what it says, and have 10 MB at most" {
  cd "$root/lib/cases"
  cmp <(kept_functions | file_names | sort) <(ls -- *.tmd | grep -vE '^(binary|bfloat|decimal)')
  [ "$(cat -- * 2>/dev/null | wc -c)" -le 10000000 ]
  [ "$(complete_functions | wc -l)" -ge 18 ]
  awk -F '\t' '$3 == "complete" && $8 != 0 { exit 1 }' SUMMARY.tsv
  for function in $(kept_functions); do
    tmd-select --bits 52 "$(file_names <<<"$function")" >"$BATS_TEST_TMPDIR/52.tmd"
    tmd-stat "$BATS_TEST_TMPDIR/52.tmd" >"$BATS_TEST_TMPDIR/report"
    # the same arguments as were searched, at 52 bits partly in regions or not
    covered=$(awk "$awk_columns"'
      kind == "covered" { printf "%.0f", $at("searched") + $at("regions") }' "$BATS_TEST_TMPDIR/report")
    [ "$covered" = "$(awk -F '\t' -v f="$function" '$1 == f && $2 == "binary64" { printf "%.0f", $9 + $10 }' SUMMARY.tsv)" ]
  done
  for format in binary16:4 bfloat16:4 binary32:23 decimal32:23; do
    tmd-select --bits ${format#*:} ${format%:*}.tmd | tmd-stat |
      awk "$awk_columns"'kind == "covered" { n += $at("searched") + $at("regions") }
        END { printf "%.0f\n", n }' >"$BATS_TEST_TMPDIR/found"
    awk -F '\t' -v format=${format%:*} '$2 == format { n += $9 + $10 } END { printf "%.0f\n", n }' SUMMARY.tsv |
      cmp - "$BATS_TEST_TMPDIR/found"
  done
}

@test "lib/cases: slices of some, searched again, have the same cases (of all: tests/long/atlas.bats)" {
  random=(--random-source "$root/lib/cases/SUMMARY.tsv") # the same in each run
  for function in $(complete_functions | shuf -n 4 "${random[@]}"); do slice_again "$function"; done
}

# again FUNCTION INTEGERS BITS E: the list of all pairs of a function in binary32 has no gaps and as many pairs as the summary
# says, and those with 2^E <= x < 2^(E+1), searched again.
again() {
  list=$root/lib/cases/binary32-powers.tmd
  problem=("$1" --in binary32 --in-y "$2" --out binary32 --bits "$3")
  tmd-plan "${problem[@]}" >plan
  awk -F '\t' -v OFS='\t' -v f="$1(x,y)" '$1 == f && $3 == "complete" {
    print $7, $10 == 0 ? $9 : $7, $8
  }' "$root/lib/cases/SUMMARY.tsv" >said
  tmd-stat --plan plan "$list" |
    awk "$awk_columns"'kind == "plan" { print $at("arguments"), $at("covered"), $at("gaps") }' | cmp - said
  tmd-plan "${problem[@]}" --domain "0x1p$4:0x1p$(($4 + 1))" >plan
  tmd-taylor plan | tmd-ziv | tmd-dump |
    awk -F '\t' -v OFS='\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' | sort >found
  tmd-dump "$list" | awk -F '\t' -v OFS='\t' '
    $1 == "@" { of = $3 }
    $1 == "case" && $5 != "-" && of == f { print $2, $5, $6, $7 }' f="$1(x,y)" |
    grep -E "^0x1(\.[0-9a-f]+)?p[+]?$4;" | sort >listed
  cmp listed found
  [ -s found ]
}

@test "lib/cases: pairs of pown and rootn in binary32: no gaps, and those of a binade of x found again" {
  cd "$BATS_TEST_TMPDIR"
  again pown int:-9223372036854775808:9223372036854775807 28 -2
  again rootn int:-9223372036854775808:9223372036854775807 52 46
}

@test "lib/cases: pairs of atan2 and atan2pi in binary32, two of their cells, found again" {
  cd "$BATS_TEST_TMPDIR"
  {
    tmd-plan atan2 --format binary32 --bits 44 --domain 0x1p25:0x1.8p25 --domain-y 0x1p12:0x1.8p12
    tmd-plan atan2pi --format binary32 --bits 44 --domain=-0x1.8p25:-0x1p25 --domain-y 0x1p27:0x1.8p27
  } >plan
  tmd-taylor plan | tmd-ziv | tmd-dump | awk -F '\t' -v OFS='\t' '$1 == "case" { print $2, $5, $6, $7 }' | sort >found
  tmd-dump "$root/lib/cases/binary32-angles.tmd" | awk -F '\t' -v OFS='\t' '
    $1 == "@" { of = $3 }
    $1 == "case" && $2 ~ (of == "atan2(y,x)" ? "^0x.*;0x1[.0-9a-f]*p\\+12$" : "^-.*;0x1[.0-9a-f]*p\\+27$") {
      print $2, $5, $6, $7
    }' | sort | cmp - found
  [ "$(wc -l <found)" -ge 10 ]
}

@test "lib/cases: pairs of hypot in binary32, exponents that differ by 12, found again" {
  cd "$BATS_TEST_TMPDIR"
  tmd-plan hypot --format binary32 --bits 39 --domain 1:2 --domain-y 0x1p-12:0x1p-11 >plan
  tmd-taylor plan | tmd-ziv | tmd-dump | awk -F '\t' -v OFS='\t' '$1 == "case" { print $2, $5, $6, $7 }' | sort >found
  tmd-dump "$root/lib/cases/binary32-hypot.tmd" |
    awk -F '\t' -v OFS='\t' '$1 == "@" { of = $3 } $1 == "case" && of == "hypot(x,y)" { print $2, $5, $6, $7 }' |
    grep -E ';0x1(\.[0-9a-f]+)?p-12' | sort | cmp - found
  [ "$(wc -l <found)" -gt 150 ]
}
