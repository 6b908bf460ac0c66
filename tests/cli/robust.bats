# Nothing that is there is lost: outputs that replace other files; closed descriptors, folders and environments of all kinds.
load synthetic

setup() {
  cd "$BATS_TEST_TMPDIR"
  synthetic 40 | tmd-pack >whole.tmd
  cp "$samples/good.tmd" keep.tmd
}

# but for tmd-verify, which shares no code with them and writes to standard output alone
compiled() { (cd "$root/tools" && ls -- tmd-*.c) | sed 's/\.c$//' | grep -vx tmd-verify; }

# small OPTION...: a search of a second.
small() { tmd-search exp --format binary16 --bits 8 "$@"; }

# A table but for the claims, which are joined in what -o keeps, and only there.
without_claims() { grep -v '^claims' "$@"; }

# kept FILE: it is the sample still, and nothing was left beside it.
kept() { cmp "$1" "$samples/good.tmd" && [ -z "$(compgen -G "$1.*")" ]; }

# ---- outputs that replace something ----

@test "a stream is replaced with --force only, and a text by any tool, when the new one is complete" {
  tmd-dump whole.tmd >whole.tsv
  for tool in $(compiled); do
    echo "$tool"
    case $tool in
      tmd-plan) command=(tmd-plan exp --format binary16) ;;
      tmd-taylor) tmd-plan exp --format binary16 >plan; command=(tmd-taylor plan) ;;
      tmd-gemv) echo 1 2 >A && command=(tmd-gemv A) ;;
      tmd-table) command=(tmd-table exp --format e4m3) ;;
      tmd-pack) command=(tmd-pack whole.tsv) ;;
      tmd-generate) command -v sollya >/dev/null || continue; command=(tmd-generate exp --no-check) ;;
      tmd-check) command=(tmd-check --library libm.so.6 --modes nearest --limit 1 whole.tmd) ;;
      *) command=("$tool" whole.tmd) ;;
    esac
    warned 2 "$tool: keep.tmd: holds a stream, which is replaced with --force only" "${command[@]}" -o keep.tmd
    kept keep.tmd
    cp keep.tmd old.tmd
    echo text >old.text
    chmod 640 old.text
    "${command[@]}" >new
    "${command[@]}" --force -o old.tmd
    "${command[@]}" -o old.text
    cmp old.tmd new
    cmp old.text new
    [ "$(stat -c %a old.text)" = 640 ]
    [ -z "$(compgen -G 'old.*.*')" ]
  done
}

@test "what fails leaves the old output as it is" {
  tmd-dump --to wc --limit 0 whole.tmd >list.wc
  cp list.wc list
  while read -r expected command; do
    echo "$command"
    run --separate-stderr $command --force -o keep.tmd
    [ "$status" -eq "$expected" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    kept keep.tmd
    run --separate-stderr $command -o list.wc
    [ "$status" -eq "$expected" ]
    [ "$(ls list.wc*)" = list.wc ]
    cmp list.wc list
  done <<'END'
2 tmd-ziv /nonexistent
3 tmd-ziv /etc/passwd
2 tmd-dump --to wc /nonexistent
3 tmd-dump --to wc /etc/passwd
3 tmd-dump --to bin /etc/passwd
3 tmd-pack /etc/passwd
3 tmd-stat /etc/passwd
2 tmd-stat --plan /nonexistent whole.tmd
3 tmd-select /etc/passwd
3 tmd-taylor /etc/passwd
2 tmd-plan nosuch
2 tmd-plan exp --format binary16 --max-cells 3
END
}

@test "what a filter has written until it failed is left beside the old stream, and named" {
  head -c 1500 whole.tmd >cut.tmd
  run -3 --separate-stderr tmd-ziv cut.tmd --force -o keep.tmd
  cmp keep.tmd "$samples/good.tmd"
  [[ ${stderr_lines[1]} = "tmd-ziv: $PWD/keep.tmd is as it was; what was written is in $PWD/keep.tmd.part-"* ]]
  part=${stderr_lines[1]##* }
  [ -s "$part" ]
  cmp "$part" <(head -c "$(stat -c %s "$part")" whole.tmd)
  tmd-dump "$part" >/dev/null
  # also of a name in two lines, in one
  cp "$samples/good.tmd" $'two\nlines.tmd'
  run --separate-stderr tmd-ziv cut.tmd --force -o $'two\nlines.tmd'
  [ "${#stderr_lines[@]}" -eq 2 ]
  [[ ${stderr_lines[1]} = "tmd-ziv: $PWD/two?lines.tmd is as it was; what was written is in $PWD/two?lines.tmd.part-"* ]]
  # where there was none, it is the output
  run -3 tmd-ziv cut.tmd -o new.tmd
  cmp new.tmd "$part"
}

@test "a signal that ends a tool: the old text and nothing else is left, of a stream what was written, and named" {
  mkfifo endless
  echo old >text
  # ends SIGNAL COMMAND...: its status, once a part is there, and something in it if it is a filter
  ends() {
    env --default-signal=INT,PIPE "${@:2}" <endless 2>said &
    exec {feed}>endless
    cat whole.tmd >&$feed
    for i in $(seq 200); do part=$(compgen -G '*.part-*') && [[ $2 = tmd-dump || -s $part ]] && break || sleep 0.01; done
    kill "-$1" $!
    status=0
    wait $! || status=$?
    exec {feed}>&-
  }
  for signal in HUP INT PIPE TERM; do
    ends $signal tmd-dump -o text
    [ "$status" -eq $((128 + $(kill -l $signal))) ]
    [ -z "$(compgen -G '*.part-*')" ]
    [ "$(cat text said)" = old ]
  done
  for signal in INT TERM; do
    ends $signal tmd-ziv --force -o keep.tmd
    [ "$status" -eq $((128 + $(kill -l $signal))) ]
    cmp keep.tmd "$samples/good.tmd"
    cmp "$part" whole.tmd
    [ "$(cat said)" = "tmd-ziv: $PWD/keep.tmd is as it was; what was written is in $PWD/$part" ]
    rm "$part"
  done
}

@test "a file that grows beyond its limit is a write error" {
  [ "$(ulimit -f)" = unlimited ] || skip "files are limited already"
  for i in 1 2 3 4 5 6; do cat whole.tmd; done >more.tmd
  for name in new keep.text; do
    echo old >keep.text
    run -2 --separate-stderr bash -c "ulimit -f 1; tmd-dump more.tmd -o $name"
    [ "$stderr" = "tmd-dump: $name: File too large" ] || [ "$stderr" = "tmd-dump: $name: write error" ]
    [ "$(cat keep.text)" = old ]
    [ -z "$(compgen -G '*.part-*')" ]
  done
  run -2 bash -c "ulimit -f 1; tmd-dump more.tmd >out"
}

@test "an interrupt ends the search for a block that never comes" {
  for tool in tmd-ziv tmd-exhaust "tmd-check --library double.c --symbol my_%s"; do
    echo "double my_exp(double x) { return x; }" >double.c
    run -130 --separate-stderr timeout -k 5 -s INT --preserve-status 0.5 $tool --keep-going /dev/zero
    [ "$stderr" = "${tool%% *}: 1 bad place skipped until the interrupt" ]
  done
}

@test "-o: devices, pipes, links, what cannot be written" {
  tmd-ziv whole.tmd -o /dev/stdout | cmp - whole.tmd
  cp whole.tmd grown.tmd
  tmd-ziv whole.tmd -o /dev/stdout >>grown.tmd
  cmp grown.tmd <(cat whole.tmd whole.tmd)
  tmd-ziv whole.tmd -o /dev/null
  tmd-ziv whole.tmd -o >(cmp - whole.tmd >&2 && echo same >same)
  for i in $(seq 100); do [ ! -s same ] || break; sleep 0.02; done
  [ -s same ]
  ln -s keep.tmd link.tmd
  run -2 tmd-ziv whole.tmd -o link.tmd
  tmd-ziv whole.tmd --force -o link.tmd
  [ -L link.tmd ]
  cmp keep.tmd whole.tmd
  warned_like 2 "tmd-ziv: .: Is a directory" tmd-ziv whole.tmd --force -o .
}

# ---- closed descriptors ----

@test "no file is given a closed standard descriptor" {
  head -c 1500 whole.tmd >cut.tmd
  run -3 tmd-ziv cut.tmd -o cut.out
  status=0
  tmd-ziv --progress --stats cut.tmd -o out.tmd 2>&- || status=$?
  [ "$status" -eq 3 ]
  cmp out.tmd cut.out
  tmd-ziv -o one.tmd whole.tmd <&- >&- 2>&-
  cmp one.tmd whole.tmd
  warned 2 "tmd-ziv: standard input: Bad file descriptor" bash -c 'tmd-ziv <&-'
  warned 2 "tmd-dump: standard output: Bad file descriptor" bash -c 'tmd-dump whole.tmd >&-'
}

@test "tmd-search with closed descriptors" {
  small -o all.tmd >all.table
  small --stats -o out.tmd >table 2>&-
  cmp table all.table
  cmp out.tmd all.tmd
  small <&- | without_claims | cmp - <(without_claims all.table)
  warned 2 "tmd-search: standard output is closed" bash -c 'tmd-search exp --format binary16 >&-'
}

# ---- folders for temporary files ----

@test "TMPDIR of any name: the same; no folder, or no room: one line, status 2" {
  mkdir -- -x a=b
  small -o all.tmd >all.table
  for folder in -x a=b; do
    TMPDIR=$folder small | without_claims | cmp - <(without_claims all.table)
    refused 2 "*all.tmd: is about another problem: exp *" \
      env TMPDIR="$folder" tmd-search log --format binary16 --bits 8 -o all.tmd --resume
    TMPDIR=$folder tmd-parallel -- cat <whole.tmd | cmp - whole.tmd
    [ -z "$(ls -A -- "$folder")" ]
  done
  refused 2 "tmd-search: /nonexistent: no room for temporary files" env TMPDIR=/nonexistent tmd-search exp --format binary16
  refused 2 "tmd-parallel: /nonexistent: no room for temporary files" env TMPDIR=/nonexistent tmd-parallel -- cat <whole.tmd
  [ "$(ulimit -f)" = unlimited ] || skip "files are limited already"
  # what bats keeps of the two is a file as well, which grows by a line
  refused 2 "*File too large*" bash -c "trap '' XFSZ; ulimit -f 1; tmd-search exp --format binary16 -o /dev/null"
  refused 2 "*no room for temporary files*" bash -c "trap '' XFSZ; ulimit -f 1; tmd-parallel -- cat <whole.tmd"
}

# ---- tmd-parallel ----

@test "an interrupt while a script makes its temporary folder leaves none" {
  # a mktemp that is interrupted with the script, when it has made what it was to make
  mkdir interrupted tmp
  printf '#!/bin/bash\nmade=$(/usr/bin/mktemp "$@") || exit\nkill -INT 0\necho "$made"\n' >interrupted/mktemp
  chmod 755 interrupted/mktemp
  tmd-plan exp --format 4,-2,2 >plan
  tmd-taylor plan | tmd-exhaust | tmd-ziv >stream
  for command in "tmd-search exp --format 4,-2,2" "tmd-atlas exp --format 4,-2,2 --into atlas" "tmd-conform absent.so exp" \
    "tmd-report stream --into report" "tmd-parallel -- cat"; do
    echo "$command"
    run env --default-signal=INT PATH="$PWD/interrupted:$PATH" TMPDIR="$PWD/tmp" setsid -w $command <stream
    echo "$output"
    [ -z "$(ls -A tmp)" ]
    [[ $status -eq 130 || $command = tmd-parallel* ]]
  done
}

@test "what a script does at its end a child of it does not do that is killed as it begins" {
  run -0 bash -c 'source "$1" && scratch_folder || exit
    for i in {1..5}; do
      sleep 9 &
      kill -TERM $!
      wait $!
      [ -d "$scratch" ] || exit
    done' "$BUILD/bin/tmd-search" "$root/pipelines/common.bash"
}

@test "what has no lines is not read whole, whichever option names it" {
  for command in tmd-taylor tmd-pack tmd-gemv "tmd-stat whole.tmd --plan" "tmd-stat --accept" "tmd-orbit whole.tmd --plan" \
    "tmd-phase1 whole.tmd --forecast"; do
    echo "$command"
    run --separate-stderr bash -c "ulimit -v 1000000; $command /dev/zero"
    [ "$stderr" = "${command%% *}: /dev/zero: line 1: zero byte" ]
  done
  run -3 --separate-stderr bash -c "ulimit -v 1000000; tr '\\0' x </dev/zero | tmd-stat --accept -"
  [ "$stderr" = "tmd-stat: standard input: line 1: longer than 67108864 bytes" ]
}

@test "tmd-parallel gives its command the arguments that it was given" {
  arguments=('{}' '{#}' '{.}' '{%}' '{= $_=6*7; =}' ::: a :::: b ::::+ -j '$HOME' '`id`' '*' '&' '' 'a  b' $'c\nd' "'" '"' '\')
  printf '<%s>' "${arguments[@]}" >expected
  tmd-parallel -- bash -c 'cat >/dev/null; printf "<%s>" "$@"' {} "${arguments[@]}" <whole.tmd >out
  cmp out expected
}

@test "tmd-parallel: PARALLEL, a profile, a shell, none of them has a say" {
  mkdir -p home/.parallel
  echo --tag >home/.parallel/config
  for option in '--results results' --dry-run '-S nosuch'; do
    PARALLEL=$option tmd-parallel -- cat <whole.tmd | cmp - whole.tmd
  done
  export PARALLEL_ENV='exit 0;' HOME=$PWD/home SHELL=/bin/false PARALLEL_SHELL=/bin/false
  tmd-parallel -j 2 --block 1k -- cat <whole.tmd | cmp - whole.tmd
  [ ! -e results ]
}

@test "tmd-parallel: what GNU parallel leaves when it is stopped goes with the script's temporary files" {
  mkdir stopped tmp
  printf '#!/bin/sh\nwhile [ "$1" != --tmpdir ]; do shift; done\nTMPDIR=$2 mktemp >>made\nkill -INT 0\n' >stopped/parallel
  chmod 755 stopped/parallel
  run -130 env --default-signal=INT PATH="$PWD/stopped:$PATH" TMPDIR="$PWD/tmp" setsid -w tmd-parallel -- cat <whole.tmd
  [ "$(wc -l <made)" -eq 1 ]
  [ -z "$(ls -A tmp)" ]
}

@test "tmd-parallel: input that cannot be read, output that cannot be written, a command that is not there" {
  refused 2 "tmd-parallel: standard input is closed" bash -c 'tmd-parallel -- cat <&-'
  refused 2 "tmd-parallel: standard input is a directory" tmd-parallel -- cat <.
  refused 2 "tmd-parallel: standard output is closed" bash -c 'tmd-parallel -- cat >&- <whole.tmd'
  run -2 --separate-stderr bash -c 'tmd-parallel -- cat 0>out'
  refused 2 "tmd-parallel: nosuch: no such command" tmd-parallel -- nosuch <whole.tmd
  refused 2 "tmd-parallel: --jobs: 9999999999 is not 0 to 1000" timeout 60 tmd-parallel -j 9999999999 -- cat <whole.tmd
  tmd-parallel -- tmd-ziv --stats 2>&- <whole.tmd | cmp - whole.tmd
  run -2 --separate-stderr tmd-parallel -- false < <(head -c 30000000 /dev/zero)
  [ "$stderr" = "tmd-parallel: the command has ended before it had read its input" ]
}

# ---- pipes ----

# readme FUNCTION OPTION...: the README's pipe, its own words, for another plan; the last line of the last tool but one.
readme() {
  sed -n '/^    tmd-plan exp .* > plan$/,/^    tmd-stat --plan/p' "$root/README.md" >pipe
  [ "$(wc -l <pipe)" -eq 5 ]
  sed -i "s/tmd-plan exp --bits 40 --domain 1:1.001/tmd-plan $*/" pipe
  grep -q "tmd-plan $1 " pipe
  bash -euo pipefail pipe
}

@test "the README's pipe searches every cell of a function, whatever the plan's methods" {
  readme log --domain 1:1.001 >report
  grep -q $'^plan\t4503599627371\t4503599627371\t0$' report
  grep -q method=exhaust plan
  grep -q method=farey plan
  grep -q method=points plan
  readme asin --domain 0x1.ffffp-1:1 >report 2>said
  [ ! -s said ]
  [[ $(tail -n 1 report) =~ ^plan$'\t'([0-9]+)$'\t'([0-9]+)$'\t'0$ ]]
  for method in lefevre regular; do
    readme exp --domain 1:1.00001 --bits 36 --method $method | tail -n 1 | grep -q $'\t0$'
  done
}

@test "divisors of integers: advised where binades share them, whose first line has the cost; refused where x f(x) varies" {
  tmd-plan tgamma --bits 50 --domain=0x1p-505:0x1p-500 --domain=-0x1p-500:-0x1p-505 >plan
  [ "$(cut -f 15 plan | grep -cx method=divisors)" -eq 10 ]
  awk "$awk_columns"'NR == 2 { first = $at("cost") } NR > 2 && $at("cost") > first / 2 { exit 1 }' plan
  tmd-search - --plan plan -o s.tmd | tail -n 1 | grep -q $'^plan\t45035996273704960\t45035996273704960\t0$'
  tmd-plan exp --domain 1:1.5 | sed 's/method=farey[^\t]*/method=divisors/' >bad
  grep -q method=divisors bad
  warned 2 "tmd-taylor: exp: method=divisors, but x f(x) is not proved nearly constant" tmd-taylor bad
}

@test "the examples of the manual pages leave no polynomial unsearched" {
  for tool in $(cd "$BUILD/bin" && ls -- tmd tmd-*); do
    "$tool" --help | sed -n '/^[Ee]xample/,$p' | sed ':a; /|$/ { N; s/\n//; ba }' | grep tmd-ziv >example || continue
    echo "$tool: $(cat example)"
    grep -v -e 'tmd-farey.*tmd-exhaust.*tmd-ziv' -e 'tmd-exhaust --all.*tmd-ziv' example && false
    cat example >>examples
  done
  [ "$(wc -l <examples)" -ge 5 ]
}

@test "tmd-ziv says, once, how many poly claims nobody has searched" {
  tmd-plan exp --domain 1:1.0000001 >plan
  tmd-taylor plan | tmd-shift >packets.tmd
  claims=$(tmd-dump packets.tmd | grep -c ^@)
  arguments=$(tmd-dump packets.tmd | awk -F '\t' '/^@/ { n += $13 - $12 } END { printf "%.0f", n }')
  run -0 --separate-stderr tmd-ziv packets.tmd -o passed.tmd
  [[ $stderr = "tmd-ziv: $claims claim"*" of kind poly, $arguments arguments, not searched: "* ]]
  [ "${#stderr_lines[@]}" -eq 1 ]
  cmp passed.tmd packets.tmd
  warned 0 "" bash -c 'tmd-farey packets.tmd | tmd-exhaust | tmd-ziv -o out.tmd'
}
