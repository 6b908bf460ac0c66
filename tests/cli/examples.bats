# Every example of --help and of the manual pages is run, as it stands there, on files of the names that it has; but a check of
# every argument of binary32, which takes minutes, is one of few. A third of the tools and pages by the date.
load synthetic

setup_file() {
  mkdir "$BATS_FILE_TMPDIR/files" && cd "$BATS_FILE_TMPDIR/files"
  mkdir cases
  cp "$root/lib/cases/asin.tmd" cases
  tmd-search exp --bits 40 --domain 1:1.001 --plan exp.plan -o exp.tmd >/dev/null
  tmd-select --domain 1:1.0005 exp.tmd >low.tmd
  tmd-select --domain 1.0005:1.001 exp.tmd >high.tmd
  cp exp.tmd exp-1.tmd
  head -c $(($(stat -c %s exp.tmd) - 5)) exp.tmd >torn.tmd
  tmd-taylor exp.plan | tmd-shift >packets.tmd
  tmd-phase1 packets.tmd >survivors.tmd
  printf '1 0.5\n0x1p-3 -2e3\n' >A.txt
  printf '3\n1e-5\n' >x.txt
}

# examples PAGE: the commands of EXAMPLES in a page, those of .Dl and of literal text
examples() {
  sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/p' "$1" | sed -n '/^\.Bd/,/^\.Ed/{/^\./!p}; s/^\.Dl //p' | sed 's/\\e/\\/g; s/\\&//g'
}

# succeed MOST: the commands of standard input, in a folder of their own with those files; exit status at most MOST
succeed() {
  local status=0 folder
  folder=$(mktemp -d "$BATS_TEST_TMPDIR/XXXXXX")
  cp -r "$BATS_FILE_TMPDIR/files/." "$folder"
  sed 's/--format binary32$/& --domain 1:1.25/' >"$folder/example"
  ! grep -q -e '-o exp\.tmd' "$folder/example" || rm "$folder/exp.tmd" # it makes one
  [ -s "$folder/example" ] || { echo "no example" && return 1; }
  (cd "$folder" && bash -e -o pipefail example </dev/null >said 2>&1) || status=$?
  [ "$status" -le "$1" ] || { cat "$folder/example" "$folder/said" && echo "ended with status $status" && return 1; }
}

# most_of PAGE: 1, where an example may say that a library is wrong, as this machine's is
most_of() { case $1 in tmd-check | tmd-conform) echo 1 ;; *) echo 0 ;; esac; }

@test "the examples of the tools" {
  for tool in $(printf '%s\n' "$root"/tools/tmd-*.c | drawn 3); do
    tool=$(basename "$tool" .c)
    echo "$tool"
    "$tool" --help | sed '1,/^Example:$/d' | succeed "$(most_of "$tool")"
  done
}

@test "the examples of the pages with a text of their own" {
  for name in $(cd "$root/pipelines" && ls -- *.mdoc | drawn 3); do
    name=${name%.mdoc}
    echo "$name"
    "$name" --man >"$BATS_TEST_TMPDIR/page"
    [ "$name" = tmd-plot ] || examples "$BATS_TEST_TMPDIR/page" | succeed "$(most_of "$name")"
  done
  examples "$root/pipelines/tmd.7" | succeed 1
}

@test "the example of tmd-plot" {
  command -v gnuplot >/dev/null || skip "no gnuplot (pipelines/install-packages gnuplot-nox)"
  tmd-plot --man >"$BATS_TEST_TMPDIR/page"
  examples "$BATS_TEST_TMPDIR/page" | succeed 0
}

# commands FILE: those of its indented lines that need no device and take less than ten seconds, of two that take
# seconds one by the date; a check may find a fault or a gap
commands() {
  sed -n 's/^    \(\$ \)\{0,1\}\(tmd-.*\)/\2/p' "$1" | sed 's/  *#.*//' | grep -v -e opencl -e --flags -e --hunt |
    awk -v day="${DRAW:-$(date +%j)}" '!/gelu|binary80/ || (day + n++) % 2' |
    sed '/tmd-check\|--gaps/s/.*/{ &; } || [ $? -eq 1 ]/'
}

@test "the commands of the README" {
  commands "$root/README.md" >"$BATS_TEST_TMPDIR/commands"
  [ "$(wc -l <"$BATS_TEST_TMPDIR/commands")" -ge 20 ]
  { printf 'ln -s "%s/lib" lib\n' "$root" && cat "$BATS_TEST_TMPDIR/commands"; } | succeed 0
}

@test "the examples of tmd-stream(5)" { examples "$root/formats/tmd-stream.5" | succeed 0; }

@test "a C program checks the worst cases of log2 in four modes, by a header, as tmd-check does" {
  program=$root/tests/examples/check-log2.c
  tmd-select --bits 52 "$root/lib/cases/log2.tmd" | tmd-orbit >log2.tmd
  tmd-dump --to c log2.tmd >log2.h
  cc -std=c99 -pedantic -Wall -Wextra -Werror -frounding-math -I . "$program" -lm -o check-log2
  ./check-log2 >said
  run -1 tmd-check --library libm.so.6 --claims-only log2.tmd
  printf '%s\n' "${lines[@]}" | awk -F '\t' '$1 == "check" { n[$4] = $10 } END {
    print "4837 cases, wrong: " n["nearest"] " to nearest, " n["up"] " up, " n["down"] " down, " n["zero"] " toward zero" }' |
    cmp - said
  # one result too many that is wrong
  sed -i '0,/^  {0x1p-1074, /s//&-0x1p+3 + /' log2.h
  cc -frounding-math -I . "$program" -lm -o check-log2
  ./check-log2 | cmp -s - said && return 1
  [ "$(./check-log2 | sed 's/.*wrong: \([0-9]*\) to.*/\1/')" -eq "$(sed 's/.*wrong: \([0-9]*\) to.*/\1 + 1/' said | xargs expr)" ]
}

@test "an example that fails is seen" {
  run -1 succeed 0 <<<'tmd-dump exp.tmd | tmd-pack --nonsense | cat'
  run -1 succeed 1 <<<'tmd-stat no-such-file.tmd'
  run -1 succeed 0 </dev/null
}
