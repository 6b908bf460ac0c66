# The GPU kit: what `make gpu-kit` puts into it suffices, and check-gpu passes what is right and fails what is wrong; by the
# emulated driver.
load ../cli/synthetic

setup_file() {
  export FUNCTIONS=exp QUICK=1 PARTS=gemv KIT=$BATS_FILE_TMPDIR/kit
  export ARCHITECTURES=90 # which the emulated driver asks for; programs for both: tests/long/device-compile.bats
  "$BATS_TEST_DIRNAME/gpu-kit" "$KIT" >"$BATS_FILE_TMPDIR/made" 2>&1 || { cat "$BATS_FILE_TMPDIR/made" && return 1; }
}

setup() {
  cd "$BATS_TEST_TMPDIR"
}

# bare COMMAND...: with hardly any environment
bare() {
  env -i PATH=/usr/bin:/bin TMPDIR="$BATS_TEST_TMPDIR" FUNCTIONS=exp LD_LIBRARY_PATH="$BUILD/tests/emulated" \
    ASAN_OPTIONS=detect_leaks=0 \
    XDG_CACHE_HOME="$BATS_FILE_TMPDIR/cache" "$@"
}

@test "its programs need nothing of this system but glibc" {
  local glibc='[[:space:]]lib\(c\|m\|pthread\|dl\|rt\)\.so'
  for program in "$KIT"/bin/*; do
    readelf -d "$program" | grep -q 'RPATH.*\$ORIGIN/../lib'
    [ -z "$(ldd "$program" | grep -e 'not found' -e '=> /' | grep -v -e "=> $KIT/" -e "$glibc")" ]
  done
  bare "$KIT/bin/tmd-plan" exp --format binary32 | bare "$KIT/bin/tmd-taylor" | bare "$KIT/bin/tmd-ziv" | bare "$KIT/bin/tmd-stat"
}

@test "its kernels are compiled, or it says that they are not" {
  if grep -q 'NO COMPILED KERNELS' "$BATS_FILE_TMPDIR/made"; then
    grep -q 'Compiled kernels: none' "$KIT/README"
    skip "no NVRTC"
  fi
  for program in compact check lines exhaust shift farey rns; do
    ls "$KIT"/kernels/$program-*-sm_90.cubin
  done
}

@test "check-gpu passes on the emulated driver, in dash" {
  run -0 bare dash "$KIT/check-gpu"
  echo "$output"
  [[ ${lines[-1]} = *", 0 failed" ]]
  [ "$(grep -c '^ok.*exp, ' <<<"$output")" -eq 8 ]
  [ "$(grep -c '^ok.*matrix, gemv' <<<"$output")" -eq 1 ]
  [[ $output = *"self-test of cuda:0 emulated"* ]]
}

@test "without cmp it compares checksums" {
  mkdir bin
  for tool in cat mkdir rm tr cksum gcc as ld; do ln -s "$(command -v $tool)" bin/$tool; done
  cp "$KIT/reference/exp.farey.tmd" right
  echo >>"$KIT/reference/exp.farey.tmd"
  run -1 bare env PATH="$PWD/bin" STAGES='regular farey' "$(command -v dash)" "$KIT/check-gpu"
  cp right "$KIT/reference/exp.farey.tmd"
  grep '^ok.*exp, regular' <<<"$output"
  grep '^not ok.*exp, farey.*other bytes' <<<"$output"
}

@test "a device that computes wrong, none at all, a reference that differs: not ok" {
  run -1 bare TMD_EMULATED_FAULT=flip STAGES=regular "$KIT/check-gpu"
  [[ $output = *"not ok"*"self-test"*"self-test failed"* ]]
  run -1 bare TMD_EMULATED_FAULT=nodevice STAGES=regular "$KIT/check-gpu"
  [[ ${lines[-1]} = "0 passed, 2 failed" ]]
  cp "$KIT/reference/exp.regular.tmd" right
  cp "$KIT/reference/exp.lefevre.tmd" "$KIT/reference/exp.regular.tmd"
  run -1 bare STAGES=regular "$KIT/check-gpu"
  cp right "$KIT/reference/exp.regular.tmd"
  [[ $output = *"not ok"*"exp, regular"*"other bytes"* ]]
}

@test "bench-gpu prints its tables" {
  run -0 bare QUICK=1 PARTS=gemv dash "$KIT/bench-gpu"
  echo "$output"
  [[ $output = *"device cuda: emulated"* ]]
  [ "$(grep -c $'^[0-9]*\t[0-9.e+]*\t[0-9.e+]*\t[0-9.e+]*$' <<<"$output")" -eq 5 ]
}
