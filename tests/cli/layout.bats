# The tree itself: who includes whom, how long lines and functions are, which words and names stand in it.
load synthetic
checks=$BATS_TEST_DIRNAME/layout

setup_file() { tree_files >"$BATS_FILE_TMPDIR/files"; }

setup() { cd "$root"; }

# files [PATTERN]: of the tree
files() { grep -E "${1:-.}" "$BATS_FILE_TMPDIR/files"; }
texts() { files | grep -vE '\.(tmd|tsv|sha256)$|^formats/samples/expected$'; }
code='^(lib|kernels|tools|formats)/.*\.[ch]$'

# nothing COMMAND...: it prints nothing
nothing() {
  local output
  output=$("$@") || [ -z "$output" ] || { echo "$* failed" && return 1; }
  [ -z "$output" ] || { printf '%s\n' "$output" && return 1; }
}

# made_up FILE: its text from standard input, in a tree of its own
made_up() { mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$1")" && cat >"$BATS_TEST_TMPDIR/$1"; }

arrows() { xargs awk -f "$checks/arrows.awk"; }
functions() { xargs awk -f "$checks/functions.awk"; }

@test "the law of arrows: every include is one that its room may have" {
  [ "$(files "$code" | wc -l)" -ge 100 ]
  files "$code" | nothing arrows
}

@test "an include against the law is seen, and so is a room without a rule" {
  made_up lib/problem/a.c <<<'#include "lib/stream/claim.h"'
  made_up lib/packet/b.h <<<'  #  include "kernels/lane/platform.h"'
  made_up kernels/shift/c.c <<<'#include "lib/stream/claim.h"'
  made_up kernels/shift/d.simd.c <<<'#include "kernels/farey/walk.h"'
  made_up kernels/lane/e.h <<<'#include "kernels/new/new.h"'
  made_up kernels/device/f.c <<<'#include <kernels/shift/shift.h>'
  made_up kernels/new/g.c <<<'#include "tools/stage/stage.h"'
  made_up tools/stage/h.c <<<'#include "tools/other.h"'
  made_up lib/cell/i.c <<<'#include "lib/plan/cost.h"'
  made_up lib/base/j.c <<<'#include "error.h"'
  made_up lib/attic/k.c <<<'#include <stdio.h>'
  made_up lib/function/l.c <<<'#include "lib/expression/expression.h"'
  cd "$BATS_TEST_TMPDIR"
  found=$(find lib kernels tools -name '*.[ch]' | sort | arrows)
  echo "$found"
  [ "$(wc -l <<<"$found")" -eq 12 ]
  for letter in a b c d e f g h i j k l; do [ "$(grep -c "/$letter\.[a-z.]*[ch]:" <<<"$found")" -eq 1 ]; done
}

@test "an include with the law is let pass" {
  made_up lib/stream/a.c < <(printf '#include "lib/%s"\n' problem/problem.h base/error.h)
  made_up lib/expression/tree/b.c < <(printf '#include "lib/%s"\n' function/function.h expression/ball/ball.h)
  made_up kernels/farey/c.c < <(printf '#include "%s"\n' kernels/exhaust/exhaust.h kernels/lane/lane.h programs.inc)
  made_up kernels/new/d.c < <(printf '#include "%s"\n' kernels/new/new.h kernels/device/device.h lib/packet/packet.h)
  made_up tools/tmd-new.c < <(printf '#include "%s"\n' tools/stage/stage.h kernels/new/new.h lib/plan/cost.h)
  cd "$BATS_TEST_TMPDIR"
  find lib kernels tools -name '*.[ch]' | nothing arrows
}

@test "tmd_resolve is called in the room of problems and in mains alone" {
  allowed='^lib/(expression|claim|problem|public)/|^tools/tmd-[a-z0-9]*\.c$'
  callers() { xargs grep -lF 'tmd_resolve(' | grep -vE "$allowed" || true; }
  files '^(lib|kernels|tools)/.*\.c$' | nothing callers
  made_up lib/cell/a.c <<<'f = tmd_resolve(name);'
  made_up tools/tmd-new.c <<<'f = tmd_resolve(name);'
  [ "$(cd "$BATS_TEST_TMPDIR" && find lib tools -name '*.c' | callers)" = lib/cell/a.c ]
}

@test "functions have 60 lines (tests 110) and seven parameters at most, or a comment that says why" {
  files '^(lib|kernels|tools|tests)/.*\.[ch]$' | nothing functions
}

@test "a long function and one of eight parameters are seen, a reason is accepted" {
  body() {
    echo "{ /* } */ if (x == '}') {"
    for ((i = 2; i < $1; i++)); do echo '  f("{");'; done
    printf ' }\n}\n\n'
  }
  {
    printf '#define M(a, b, c, d, e, f, g, h) { \\\n  {\n'
    printf 'static struct s table[] = {{1}, {2}};\nenum { A, B };\n'
    printf 'int prototype(int, int, int, int, int, int, int, int);\n'
    printf 'int sixty(void) '
    body 59
    printf 'int sixty_one(int (*call)(int, int, int, int, int, int, int, int)) '
    body 60
    printf '/* Long because\n   the table is. */\nint with_reason(int a[3], int b) '
    body 200
    printf '/* Long because of that. */\n\nint reason_of_another(int a) '
    body 100
    printf 'MACRO(a, b)\nint eight(int a, int b, int c, int d,\n int e, int f, int g, int h) __attribute__((cold)) {\n}\n'
    printf '/* So many parameters because a standard has them. */\n'
    printf 'int nine(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}\n'
  } | made_up lib/base/a.c
  made_up kernels/shift/b.simd.c <<<'int entry(int a, int b, int c, int d, int e, int f, int g, int h) {}'
  made_up kernels/shift/c.c <<<'int open(void) { {'
  cd "$BATS_TEST_TMPDIR"
  unbalanced='kernels/shift/c.c: braces do not balance'
  found=$(find lib kernels -name '*.c' | sort -r | functions | sed 's/^[^:]*:[0-9]*: //' | paste -sd ';')
  echo "$found"
  [ "$found" = "sixty_one has 61 lines;reason_of_another has 101 lines;eight has 8 parameters;$unbalanced" ]
}

@test "lines have no more columns than .editorconfig says" {
  columns=$(sed -n 's/^max_line_length = \([0-9]*\)$/\1/p' .editorconfig)
  [ "$columns" -eq 130 ]
  # but rows of tables in Markdown, which cannot be broken
  long() { LC_ALL=C.UTF-8 xargs grep -nHE "^.{$((columns + 1)),}" | grep -vE '^[^:]*\.md:[0-9]*:\| ' || true; }
  texts | nothing long
  made_up lib/a.md < <(printf '| a | %130s |\n|a| %130s\n%130s\n' b b b)
  [ "$(long <<<"$BATS_TEST_TMPDIR/lib/a.md" | cut -d : -f 2)" = 2 ]
}

@test "the front documents fit: README.md 170 lines of 100 columns, CONTRIBUTING 130" {
  fits() {
    awk -v most="$2" 'length > 100 { print FILENAME ":" FNR } END { if (FNR > most) print FILENAME ": " FNR " lines" }' "$1"
  }
  nothing fits README.md 170
  nothing fits CONTRIBUTING 130
  [ "$(fits LICENSE 3)" = "LICENSE: $(wc -l <LICENSE) lines" ]
}

@test "no trailing blanks, no tabs but where they are syntax, newlines at the end" {
  trailing() { xargs grep -nHE '[[:blank:]]$' || true; }
  tabs() { xargs grep -nHF $'\t' || true; }
  indented() { xargs grep -nHE $'^ *\t' || true; }
  ends() { xargs perl -e 'for (@ARGV) { open F, $_ or die; print "$_\n" if seek(F, -1, 2) && getc(F) ne "\n" }'; }
  texts | nothing trailing
  texts | grep -E '\.([ch]|awk|md|mdoc|[57])$' | nothing tabs
  texts | grep -v '^Makefile$' | nothing indented
  texts | nothing ends
}

@test "no test goes on behind a negated command, whose failure bash does not see" {
  unseen() { xargs awk 'before { if (!/^ *}/) print before; before = "" } /^ *! / && !/\|\|/ { before = FILENAME ": " $0 }'; }
  files '^tests/.*\.bats$' | nothing unseen
  made_up tests/cli/a.bats < <(printf '@test "a" {\n  ! false\n  true\n  ! false || true\n  ! true\n}\n')
  [ "$(unseen <<<"$BATS_TEST_TMPDIR/tests/cli/a.bats")" = "$BATS_TEST_TMPDIR/tests/cli/a.bats:   ! false" ]
}

@test "assertions are not joined by &&: bash does not see the failure of one before the last" {
  joined() { xargs perl "$checks/joined.pl"; }
  files '^tests/.*\.bats$' | nothing joined
  sed 's/^test/@&/' <<'END' | made_up tests/cli/a.bats
f() { [ a ] && [ b ]; }
kept() {
  [ a ] && [ b ]
  [ a ] && f
}
test "a" {
  cp "a && b" c && chmod +x c # && d
  [ a ] && [ b ] || { cat c && return 1; }
  [[ a && b ]]
  grep -q 'a
    && b' c && false
  if [ a ] && f; then (cd d && f); fi
  x=$(cd d && f) f <<C
a && b
C
  cp a b && f
  [ a ] &&
    [ b ]
  while f; do grep a b && sed 's/ && / || /' c; done
  (cd d) && [[ a && b ]]
  f && x=1
}
END
  joined <<<"$BATS_TEST_TMPDIR/tests/cli/a.bats" >"$BATS_TEST_TMPDIR/found"
  cat "$BATS_TEST_TMPDIR/found"
  [ "$(sed 's/.*a.bats: *//; s/ *&&.*//' "$BATS_TEST_TMPDIR/found" | paste -sd ';')" = "[ a ];cp a b;[ a ];grep a b;_cd d_;f" ]
}

@test "no parallel loop counts in 128 bits: GCC 12 passes over one that begins below 0" {
  passed_over() {
    xargs awk '
      here && /^ *for \((tmd_u128|number_t|(unsigned )?__int128) / { print FILENAME ": " $0 }
      { here = /pragma omp.* for/ }'
  }
  files '\.[ch]$' | nothing passed_over
  made_up lib/base/a.c < <(printf '#pragma omp parallel for\n  for (__int128 n = -5; n < 5; n++) {}\n')
  [ "$(passed_over <<<"$BATS_TEST_TMPDIR/lib/base/a.c" | wc -l)" -eq 1 ]
}

@test "no command of a script has two \$() side by side: between them bash 5.2 would lose a signal" {
  # lines that go on are joined; tmd-report's page is made by a child
  side_by_side() {
    xargs awk '
      /^ *#/ { next }
      { line = joined $0; joined = "" }
      sub(/\\$/, "", line) { joined = line; next }
      {
        depth = many = found = 0
        for (i = 1; i <= length(line); i++) {
          two = substr(line, i, 2); one = substr(two, 1, 1)
          if (two == "$(" && substr(line, i + 2, 1) != "(") { if (!depth++ && many++) found = 1; i++ }
          else if (depth) depth += (one == "(") - (one == ")")
          else if (one ~ /[;|]/ || two == "&&") many = 0
        }
        if (found) print FILENAME ": " line
      }'
  }
  files '^pipelines/(.*\.bash|tmd-[a-z]*)$' | grep -v '/tmd-report$' | nothing side_by_side
  made_up pipelines/tmd-a < <(printf 'x=$(a "$(b)") && y=$((1 + $(c))) || z=$(d)\nf "$(a)" \\\n"$(b)"\n')
  [ "$(side_by_side <<<"$BATS_TEST_TMPDIR/pipelines/tmd-a")" = "$BATS_TEST_TMPDIR/pipelines/tmd-a: f \"\$(a)\" \"\$(b)\"" ]
}

@test "words that are jargon stand nowhere in lib, kernels and tools" {
  jargon() { xargs grep -niHE 'flight|seat|\bland\b|\btold\b|\btell' || true; }
  texts | grep -E '^(lib|kernels|tools)/' | nothing jargon
}

@test "a file that a text names is there" {
  # Names in lower case, with a folder, which is one from the root of the tree, or with a hyphen; in proofs all names. Strings are
  # not looked into.
  named() {
    xargs perl -ne '
      s/<[^<>]*>//g;
      s/"[^"]*"//g unless /^ *# *include/;
      my $other = $ARGV =~ m{^(kernels|lib)/.*\.md$} ? qr/./ : qr/[\/-]/;
      for (m{[A-Za-z0-9_./-]+\.(?:c|h|md|awk|bats|bash)\b}g) { print "$ARGV:$.:$_\n" if /$other/ and !/[A-Z]|^[.\/]/ }
      close ARGV if eof'
  }
  missing() {
    awk -F: 'NR == FNR { n = split($0, part, "/"); base[part[n]]; path[$0]; next }
      $3 ~ /\// ? !($3 in path) : !($3 in base)' <(files) -
  }
  texts | grep -E '^(lib|kernels|tools)/|^(README\.md|CONTRIBUTING)$|^formats/[^/]*$' | grep -v '\.awk$' |
    named >"$BATS_TEST_TMPDIR/named"
  [ "$(wc -l <"$BATS_TEST_TMPDIR/named")" -ge 100 ]
  nothing missing <"$BATS_TEST_TMPDIR/named"
  [ "$(printf 'a:1:%s\n' lib/nothing.c no-such.h lib/base/error.h cuda.h | missing | wc -l)" -eq 2 ]
  made_up lib/a.md <<<'gone.h (by error.h and *.device.c), NAME.h'
  [ "$(cd "$BATS_TEST_TMPDIR" && named <<<lib/a.md | missing)" = lib/a.md:1:gone.h ]
}

@test "the README names every tool" {
  unnamed() { files '^(tools/tmd[^/]*\.c|pipelines/tmd-[a-z]*)$' | sed 's:.*/::; s/\.c$//' | while read -r tool; do
    grep -qw -e "$tool" README.md || echo "$tool"; done; }
  nothing unnamed
}

@test "the README's map has every room" {
  rooms() {
    files '/' | sed -E 's:/[^/]*$::; s:^(tools/check|tools/generate)/.*:\1:' |
      grep -vE '^\.|^tests/cli/|^formats/|^lib/expression/' | sort -u
  }
  absent() { rooms | while read -r room; do grep -qF "$room" README.md || echo "$room"; done; }
  nothing absent
}

@test "public symbols of the library begin with tmd_" {
  # Those that begin with a dot, or that a sanitizer made, are the compiler's.
  others() { nm -g --defined-only "$BUILD/libtmd.a" | awk 'NF == 3 && $3 !~ /^(tmd_|\.|__(asan|ubsan|odr_asan))/'; }
  [ "$(nm -g --defined-only "$BUILD/libtmd.a" | grep -c ' T tmd_')" -ge 100 ]
  nothing others
}

# unused OBJECT...: public symbols that no object but their own asks for; a tool's words, and what its options point to, count too
unused() {
  {
    nm -A -g "$@"
    grep -ohE '\btmd_[a-z0-9_]+' tools/*.c | sed 's/^/: U /'
    sed -n 's/.*&\(tmd_[a-z0-9_]*\).*/: U \1/p' tools/stage/*.h
  } | awk '$(NF - 1) == "U" { used[$NF] } NF == 3 && $2 ~ /[BDRTV]/ && $3 ~ /^tmd_/ { defined[$3] }
    END { for (symbol in defined) if (!(symbol in used)) print symbol }' | sort
}
# for_tests: symbols of those paragraphs of headers that say "for tests"
for_tests() {
  files "$code" | grep '\.h$' | xargs awk -v RS= '/[Ff]or (the )?tests?[^a-z]/ { print }' | grep -oE '\btmd_[a-z0-9_]+' | sort -u
}
for_others() { grep -oE '\btmd_[a-z0-9_]+' lib/public/libtmd.h; }
# objects FOLDER...: those of the build that have a source
objects() {
  find "${@/#/$BUILD/}" -name '*.o' | while read -r object; do
    name=${object#"$BUILD"/} name=${name%.o}
    [ ! -e "$name.c" ] && [ ! -e "${name%.*}.simd.c" ] || echo "$object"
  done
}

@test "what is public has a user beside its own file, or its header says that it is for tests" {
  mapfile -t all < <(objects lib kernels tools)
  [ ${#all[@]} -ge 60 ]
  unused "${all[@]}" >"$BATS_TEST_TMPDIR/unused"
  nothing comm -23 "$BATS_TEST_TMPDIR/unused" <({ for_tests && for_others; } | sort -u)
  # not to be seen by it would take a user: without those of lib/cell, what only they ask for is unused
  mapfile -t fewer < <(printf '%s\n' "${all[@]}" | grep -v '/lib/cell/')
  [ "$(unused "${fewer[@]}" | wc -l)" -gt "$(wc -l <"$BATS_TEST_TMPDIR/unused")" ]
}

# counted: awk programs of the files named on standard input that count the columns of plans or of
# reports of tmd-stat; $1, the kind of a row, may be counted
counted() {
  xargs perl -0777 -ne '
    BEGIN { $rows = "accuracy|apart|beyond|claims|covered|fit|gap|hardness|overlap|plan|problem" }
    while (/^(.*?)\b(awk\b(?:[^\x27|;&\n]|\\\n|\x27[^\x27]*\x27)*)/gm) {
      my ($before, $awk) = ($1, $2);
      print "$ARGV: $awk\n" if $awk =~ /\x27[^\x27]*\$(?:[2-9]|1\d)\b(?! [!=]= "in")/
        and $before =~ /tmd-(?:plan|stat)\b(?! --list)[^|]*\| *$|plan \| *$/
          || $awk =~ /\$1 == "(?:$rows)"|\x27 [^\x27\n]*plan/;
    }'
}

@test "scripts and tests name the columns of plans and of reports: pipelines/columns.bash counts them" {
  files '^(pipelines|tests/(cli|long|reference|bench))/' | grep -vE '\.([ch7]|mdoc|nf)$|/layout\.bats$' | nothing counted
  made_up tests/a.bats <<'END'
tmd-plan exp | awk '$2 == "in"' && awk '{ print $12 }' list
tmd-plan exp | awk '{ print $12 }'
tmd-stat a.tmd | awk -F '\t' '$1 == "covered" { print $4 }' | awk '{ print $2 }'
n=$(awk '$1 == "plan" { print $2 }' report)
sed 1d plan | awk '{ n += $11 - $10 } END { print n }'
awk -v k=1 '
  $16 > k' some.plan >more
END
  [ "$(counted <<<"$BATS_TEST_TMPDIR/tests/a.bats" | grep -c "^$BATS_TEST_TMPDIR/")" -eq 5 ]
}

@test "tests/run prints how many seconds it took, and fails where no suite has the name" {
  ONLY='^test-exact$|^test-units$' run tests/run --fast
  [ "$status" -eq 0 ]
  [ "$(grep -c '^# test-' <<<"$output")" -eq 2 ]
  [[ ${lines[-3]} =~ ^[0-9]+' s'$ && ${lines[-1]} = *" passed, 0 failed" ]]
  ONLY='^units' run tests/run --fast
  [ "$status" -eq 2 ]
}

# lone: of lines "file FILE SYMBOL" and "program NAME SYMBOL", the files of which fewer than two programs have a symbol
lone() {
  awk '$1 == "file" { of[$3] = $2; programs[$2] += 0; next }
    ($3 in of) && !seen[$2, of[$3]]++ { programs[of[$3]]++ }
    END { for (file in programs) if (programs[file] < 2) print file }' | sort
}

@test "a file of lib is reached by two programs, libtmd among them, or included by a kernel; two exceptions at most" {
  exceptions='lib/public/.*' # libtmd itself
  exceptions+=' lib/stream/text-parse.c' # the inverse of text-print.c; they have one header
  [ "$(wc -w <<<"$exceptions")" -le 2 ]
  {
    files '^lib/.*\.c$' | while read -r file; do
      nm -g --defined-only "$BUILD/${file%.c}.o" | awk -v file="$file" 'NF == 3 { print "file", file, $3 }'
    done
    for program in "$BUILD"/bin/tmd "$BUILD"/bin/tmd-* "$BUILD"/public/libtmd.so.*; do
      nm --defined-only "$program" 2>/dev/null | awk -v name="${program##*/}" 'NF == 3 { print "program", name, $3 }'
    done
  } >"$BATS_TEST_TMPDIR/symbols"
  [ "$(awk '$1 == "program" { print $2 }' "$BATS_TEST_TMPDIR/symbols" | sort -u | wc -l)" -ge 15 ]
  included() { files '^kernels/.*\.[ch]$' | xargs sed -n 's/^#include "\(lib\/.*\)\.h"$/\1.c/p' | sort -u; }
  nothing comm -23 <(lone <"$BATS_TEST_TMPDIR/symbols" | grep -vxE "${exceptions// /|}") <(included)
  printf '%s\n' 'file a.c f' 'file b.c g' 'file b.c h' 'file c.c i' 'program p f' 'program p g' 'program q h' 'program q j' |
    lone | cmp - <(printf 'a.c\nc.c\n')
}

@test "no two objects of an archive define a symbol: the linker would take either" {
  twice() { nm -g --defined-only "$@" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort | uniq -d; }
  [ "$(nm -g --defined-only "$BUILD/tools.a" "$BUILD/libtmd.a" | wc -l)" -ge 500 ]
  nothing twice "$BUILD/tools.a" "$BUILD/rooms.a" "$BUILD/libtmd.a"
  printf 'int tmd_%s;\n' wide_parse | gcc -x c -c - -o "$BATS_TEST_TMPDIR/more.o"
  [ "$(twice "$BUILD/libtmd.a" "$BATS_TEST_TMPDIR/more.o")" = tmd_wide_parse ]
}

cross_references() { sed -n 's/^\.Xr \(tmd\(-[a-z0-9]*\)*\) 1.*/\1/p'; }

@test "each manual page names tmd(7), tmd-stream(5) and its group, and no page names one that is not there" {
  pages=$(files '^(tools/tmd[^/]*\.c|pipelines/tmd-.*\.mdoc)$' | sed 's:.*/::; s/\.[a-z]*$//' | sort)
  [ "$(wc -l <<<"$pages")" -ge 10 ]
  tmd | awk 'NF == 0 { group++ } /^  [a-z]/ { print group, "tmd-" $1 }' >"$BATS_TEST_TMPDIR/groups"
  for page in $pages; do
    "$page" --man | sed -n '/^\.Sh SEE ALSO/,$p' >"$BATS_TEST_TMPDIR/page"
    grep -qx '\.Xr tmd 7' "$BATS_TEST_TMPDIR/page"
    grep -qx '\.Xr tmd-stream 5 ,' "$BATS_TEST_TMPDIR/page"
    others=$(awk -v page="$page" 'NR == FNR { if ($2 == page) own = $1; next } $1 == own && $2 != page { print $2 }' \
      "$BATS_TEST_TMPDIR/groups" "$BATS_TEST_TMPDIR/groups" | sort)
    [ "$(cross_references <"$BATS_TEST_TMPDIR/page")" = "$others" ] || { echo "SEE ALSO of $page lacks" $others && false; }
  done
  named() { files '\.(mdoc|[57])$' | xargs cat | cross_references | sort -u | comm -23 - <(echo "$pages"); }
  nothing named
}
