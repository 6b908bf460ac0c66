# The sources themselves, by make lint.
load ../cli/synthetic

@test "make lint finds nothing, and each of its tools finds what is planted" {
  run -0 make -s -C "$root" lint
  printf '%s\n' "${lines[@]}"
  [ "$(grep -c ': silent, [0-9]* s$' <<<"$output")" -eq 6 ]
  mkdir -p "$BATS_TEST_TMPDIR"/tree/{lib,pipelines,tests/cli} && cd "$BATS_TEST_TMPDIR/tree"
  git init -q && cp "$root"/.clang-format "$root"/.shellcheckrc . && cp "$root/tests/lint" tests
  printf 'int f(void);\nint f(void) { int a[2] = {0}; return  a[2]; }\n' >lib/a.c
  printf '#!/bin/bash\nrm $1\n' >pipelines/tmd-a
  printf 'echo $[1\n' | tee pipelines/a.bash tests/a.bash >tests/cli/a.bats
  run -1 tests/lint "$root"/build/clang-format-*/bin/clang-format
  printf '%s\n' "${lines[@]}"
  [ "$(grep -c ': FINDINGS, ' <<<"$output")" -eq 6 ]
}
