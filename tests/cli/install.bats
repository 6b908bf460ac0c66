# What make install puts where, and how one finds one's way from there.
load synthetic

tools() { (cd "$BUILD/bin" && ls -- tmd tmd-*); }
scripts() { for tool in $(tools); do [ -e "$root/tools/$tool.c" ] || echo "$tool"; done; }
installing() { make -s -C "$root" BUILD="$BUILD" DESTDIR="$BATS_TEST_TMPDIR/a root" PREFIX=/opt/tmd "$@" >/dev/null; }

@test "make install, make uninstall: what is there before is there after, and nothing else" {
  prefix="$BATS_TEST_TMPDIR/a root/opt/tmd"
  mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/doc/other"
  touch "$prefix/bin/tmd-other" "$prefix/share/man/man1/tmd-other.1" "$prefix/share/doc/other/README"
  before=$(cd "$prefix" && find . ! -type d | sort)
  installing install
  for tool in $(tools); do
    [ -x "$prefix/bin/$tool" ]
    [ -s "$prefix/share/man/man1/$tool.1" ]
  done
  [ -s "$prefix/share/tmd/cases/SUMMARY.tsv" ]
  [ -s "$prefix/share/bash-completion/completions/tmd-plan" ]
  [ -s "$prefix/share/zsh/site-functions/_tmd-search" ]
  # once more, over what is there
  installing install
  run -0 env -i PATH=/usr/bin:/bin HOME=/ bash -c "cd / && '$prefix/bin/tmd-search' exp --format binary16 --top 1"
  [[ $output = *"0 not confirmed"* ]]
  installing uninstall
  [ "$(cd "$prefix" && find . ! -type d | sort)" = "$before" ]
  [ ! -e "$prefix/share/tmd" ]
  installing uninstall # nothing is there: nothing to do
}

@test "make install links nothing anew, whether BUILD is an absolute path or not: other tests run these programs" {
  for build in "$BUILD" "${BUILD#"$root/"}"; do
    make -C "$root" BUILD="$build" DESTDIR="$BATS_TEST_TMPDIR" install >"$BATS_TEST_TMPDIR/commands"
    grep -q 'install -m 755 .*/tmd-check ' "$BATS_TEST_TMPDIR/commands"
    run -1 grep -E '^(CC|LD|rm -f .*ar qcs) ' "$BATS_TEST_TMPDIR/commands"
  done
}

@test "install-packages prints its usage, and takes names of packages alone" {
  run -0 --separate-stderr "$root/pipelines/install-packages" --help
  [[ ${lines[0]} = "usage: install-packages [PACKAGE...]" && -z $stderr ]]
  bad_usage "--hlep is no name of a package" "$root/pipelines/install-packages" --hlep
}

@test "make search makes the programs of a search alone" {
  make -n -C "$root" BUILD="$BATS_TEST_TMPDIR/build" search >"$BATS_TEST_TMPDIR/commands"
  made=$(sed -nE 's:.*echo LD [^ ]*/bin/(tmd-[a-z0-9]+) .*:\1:p' "$BATS_TEST_TMPDIR/commands" | sort)
  [ "$(wc -l <<<"$made")" -eq 13 ]
  used=$(grep -owE 'tmd-(plan|taylor|shift|phase.|farey|exhaust|ziv|orbit|stat|dump|select)' "$root/pipelines/tmd-search" |
    sort -u)
  [ "$(wc -l <<<"$used")" -ge 10 ]
  [ -z "$(comm -13 <(echo "$made") <(echo "$used"))" ]
  grep -E 'CC [^ ]*/tools/(check|matrix|commands)/' "$BATS_TEST_TMPDIR/commands" && return 1
  true
}

@test "make help has a line of each target" {
  targets=$(sed -n '/^\.PHONY:/,/[^\\]$/p' "$root/Makefile" | sed 's/^\.PHONY://' | tr -s ' \\' '\n' | grep -vxE 'always|')
  [ "$(wc -l <<<"$targets")" -ge 15 ]
  [ "$(make -s -C "$root" help | awk '{ print $2 }' | sort)" = "$(sort <<<"$targets")" ]
  make -s -C "$root" help | while read -r make target text; do [ -n "$text" ]; done
}

@test "-h is --help, and --man the page of the same name, in every program" {
  for tool in $(tools); do
    echo "$tool"
    [ "$("$tool" -h)" = "$("$tool" --help)" ]
    "$tool" --man | head -n 8 >"$BATS_TEST_TMPDIR/page"
    grep -qx "\.Dt ${tool^^} 1" "$BATS_TEST_TMPDIR/page"
  done
}

@test "--man on a terminal is what man shows" {
  command -v script >/dev/null || skip "no script(1)"
  mkdir "$BATS_TEST_TMPDIR/bin"
  printf '#!/bin/sh\necho man "$@" && head -c 3\n' >"$BATS_TEST_TMPDIR/bin/man"
  chmod +x "$BATS_TEST_TMPDIR/bin/man"
  for tool in tmd-dump tmd-search; do
    run -0 env PATH="$BATS_TEST_TMPDIR/bin:$PATH" script -qec "$tool --man" /dev/null
    [ "$(tr -d '\r' <<<"$output")" = $'man -l -\n.Dd' ]
  done
}

@test "scripts find the tools beside them, whatever PATH says" {
  mkdir decoys elsewhere
  for tool in $(tools); do printf '#!/bin/sh\necho decoy\nexit 9\n' >"decoys/$tool"; done
  chmod +x decoys/*
  cp -r "$BUILD/bin" "with:colon"
  ln -s ../with:colon/tmd-search elsewhere/tmd-search
  outside=$(sed "s|$BUILD/bin:||g" <<<"$PATH")
  for path in "$PWD/decoys:$outside" "$outside"; do
    for script in $(scripts); do [[ $(PATH=$path "with:colon/$script" --version) = "$script (tmd) "* ]]; done
    [[ $(PATH=$path elsewhere/tmd-search exp --format binary16 --top 1 2>&1) = *"0 not confirmed"* ]]
    PATH=$path with:colon/tmd-parallel -j 1 -- tmd-dump <"$samples/good.tmd" >dumped
    tmd-dump "$samples/good.tmd" | cmp - dumped
  done
}

# completed WORD...: what bash offers for the last word of this line, one a line
completed() {
  bash -c 'source "$BUILD/completion/bash/$1" && function=$(complete -p "$1") && function=${function#*-F } &&
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && ${function% *} && printf "%s\n" "${COMPREPLY[@]}"' - "$@"
}
# offers WORDS WORD...: exactly these, in any order
offers() { [ "$(completed "${@:2}" | sort -u)" = "$(tr ' ' '\n' <<<"$1" | sort)" ] || { completed "${@:2}" && return 1; }; }

@test "bash completes options, their words, formats, functions and files" {
  offers "exp exp2 exp10 expm1 exp2m1 exp10m1" tmd-plan exp
  offers 'rsqrt rootn\(3\) relu' tmd-search r
  offers "--max-cells --max-cost" tmd-plan exp --max
  offers "--max-cells --max-cost" tmd-search exp --max
  offers "binary16 binary128" tmd-plan --format binary1
  offers "binary32" tmd-plan --out = binary3
  offers "all directed nearest" tmd-plan --modes =
  offers "exhaust" tmd-search -m e
  offers "tsv wc table bin c csv llvm coq" tmd-dump --to ""
  offers "cuda" tmd-farey --device cu
  offers "" tmd-plan --bits ""
  offers "" tmd-plan -- --max
  offers "tmd-parallel" tmd-parallel -j 2 -- tmd-par
  offers "--simd --split --stats --status-json --status-pid" tmd-phase2 --s
  offers "--symbol --source" tmd-conform --s
  mkdir folder && touch file.tmd
  offers "file.tmd" tmd-stat fi
  offers "file.tmd folder" tmd-dump -o f
  offers "folder" tmd-atlas --into f
  offers "select search" tmd se
  offers "select search" tmd help se
  offers "--max-cells --max-cost" tmd search exp --max
  offers "--help" tmd --h
  offers "file.tmd folder" tmd-conform f
}

@test "bash and zsh complete each option that --help names, and no other" {
  for tool in $(tools); do
    echo "$tool"
    # without those of other programs
    "$tool" --help | sed '/^[Ee]xample/,$d; s/tmd-[a-z]* --[a-z-]*//g' | grep -oE -e '--[a-z][a-z0-9-]*' |
      sort -u >"$BATS_TEST_TMPDIR/said"
    completed "$tool" -- | sort -u >"$BATS_TEST_TMPDIR/bash"
    grep -oE -e "[',]--[a-z][a-z0-9-]*" "$BUILD/completion/zsh/_$tool" | cut -c 2- | sort -u >"$BATS_TEST_TMPDIR/zsh"
    diff "$BATS_TEST_TMPDIR/said" "$BATS_TEST_TMPDIR/bash"
    diff "$BATS_TEST_TMPDIR/said" "$BATS_TEST_TMPDIR/zsh"
  done
}

@test "zsh completes by them" {
  command -v zsh >/dev/null || skip "no zsh"
  for tool in $(tools); do zsh -n "$BUILD/completion/zsh/_$tool"; done
  cat >"$BATS_TEST_TMPDIR/type" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=($BUILD/completion/zsh \$fpath); autoload -U compinit; compinit -u -D; print re''ady"
zpty -r -m shell line '*ready*'
zpty -w -n shell $'tmd-plan --form\tbfl\tcompo\t'
zpty -r -m shell line '*compound*'
print -r -- $line
END
  run -0 timeout 20 zsh -f "$BATS_TEST_TMPDIR/type"
  [[ $output = *--format*bfloat16*compound* ]]
}

# an_installation: libtmd and all else, in $prefix; it is moved there, so that nothing else is used.
an_installation() {
  prefix=$BATS_TEST_TMPDIR/prefix
  make -s -C "$root" BUILD="$BUILD" PREFIX="$prefix" install >/dev/null
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
  examples=$prefix/share/doc/tmd
}

@test "libtmd: the example in C, shared and static, and the one in Python" {
  [[ $BUILD != *san* ]] || skip "the sanitizers want to be in the program itself"
  an_installation
  [ "$(pkg-config --modversion tmd)" = "$(tmd-plan --version | sed 's/.* //')" ]
  cc -Wall -Wextra -Werror "$examples/hardest.c" $(pkg-config --cflags --libs tmd) -lm -o shared
  cc "$examples/hardest.c" $(pkg-config --cflags --libs --static tmd | sed "s|-ltmd|$prefix/lib/libtmd.a|") -o static
  ldd shared | grep -q "$prefix/lib/libtmd.so.0"
  ldd static | grep libtmd && false
  tmd-search exp --bits 40 --domain 1:1.001 -o exp.tmd >found
  read -r x k _ < <(sed -n 3p found)
  for program in shared static; do
    ./$program exp.tmd >said
    grep -q "^exp.tmd: exp($x) is 0x1.[0-9a-f]*p+1, hardness $k, libm is wrong by -\?0\.[45]" said
    for bad in bad-checksum bad-cut-last; do
      run -2 ./$program "$samples/$bad.tmd"
      [ "${#lines[@]}" -eq 1 ]
      [[ $output = *"$bad.tmd: offset "* ]]
    done
    run -2 ./$program /no/such/file
    [ "$output" = "/no/such/file: No such file or directory" ]
  done
  command -v python3 >/dev/null || skip "no python3: the rest has passed"
  # IEEE: 2^0.5 by MPFR; the exact 2^-1 and 2^3; overflow
  python3 "$examples/values.py" exp2 0.5 -1 3 1024 >said
  diff said - <<'END'
0x1.0000000000000p-1 0x1.6a09e667f3bcdp+0 0x1.6a09e667f3bcdp+0 0x1.6a09e667f3bccp+0 0x1.6a09e667f3bccp+0
-0x1.0000000000000p+0 0x1.0000000000000p-1 0x1.0000000000000p-1 0x1.0000000000000p-1 0x1.0000000000000p-1
0x1.8000000000000p+1 0x1.0000000000000p+3 0x1.0000000000000p+3 0x1.0000000000000p+3 0x1.0000000000000p+3
0x1.0000000000000p+10 inf inf 0x1.fffffffffffffp+1023 0x1.fffffffffffffp+1023
END
  run -1 python3 "$examples/values.py" nonsense 1
  [[ $output = "unknown function 'nonsense'"* ]]
}

@test "libtmd has the symbols of tmd.h and no others, and tmd.h is short" {
  declared=$(grep -oE '\btmd_[a-z_]+\(' "$root/lib/public/libtmd.h" | tr -d '(' | sort -u)
  [ "$(wc -l <<<"$declared")" -ge 10 ]
  [ "$(nm -D --defined-only "$BUILD/public/libtmd.so.0" | sed -n 's/.* T \([^@]*\).*/\1/p' | sort)" = "$declared" ]
  [ "$(nm -g --defined-only "$BUILD/public/libtmd.a" | sed -n 's/.* [A-Z] \([^.]\)/\1/p' | sort)" = "$declared" ]
  [ "$(wc -l <"$root/lib/public/libtmd.h")" -lt 150 ]
}

@test "the version and the authors are the same everywhere" {
  cd "$root"
  version=$(sed -n 's/^VERSION = //p' Makefile)
  [ "$(tmd-plan --version)" = "tmd-plan (tmd) $version" ]
  grep -qxF "version: \"$version\"" CITATION.cff
  grep -qxE "${version//./\\.}, [0-9]{4}-[0-9]{2}-[0-9]{2}" CHANGELOG
  authors=$(sed -n 's/^Copyright (c) [0-9]* //p' LICENSE)
  grep -qxF "  - name: $authors" CITATION.cff
  grep -qE "^Copyright: [0-9]+ $authors$" .reuse/dep5
  [ "$(head -n 1 LICENSE)" = "MIT License" ]
  grep -qx 'license: MIT' CITATION.cff
  grep -qx 'License: MIT' .reuse/dep5
}
