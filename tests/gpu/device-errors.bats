# Devices that are missing, broken or named wrongly; a CUDA driver on the CPU (emulated-cuda.c) that breaks on request.
bats_require_minimum_version 1.5.0
load ../cli/synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  tmd-plan exp --format binary64 --bits 40 --domain 1:0x1.0001p0 --method regular | tmd-taylor | tmd-shift >packets.tmd
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  unset LD_LIBRARY_PATH TMD_KERNELS TMD_EMULATED_FAULT
}

emulated() { env LD_LIBRARY_PATH="$BUILD/tests/emulated" "$@"; }

# refused TEXT COMMAND...: one line, with TEXT; nothing on stdout; status 2.
refused() {
  local text=$1
  shift
  run --separate-stderr "$@"
  echo "status $status, stdout '${output:0:100}', stderr '$stderr'"
  [ "$status" -eq 2 ]
  [ -z "$output" ]
  [ "${#stderr_lines[@]}" -eq 1 ]
  [[ $stderr = tmd-*": "*"$text"* ]]
}

@test "a device that computes wrong fails its self-test" {
  TMD_EMULATED_FAULT=flip refused "cuda:0 emulated: self-test failed: integers" emulated tmd-phase1 --device cuda packets.tmd
}

@test "a driver that fails is quoted" {
  TMD_EMULATED_FAULT=launch refused "cuda: starting a kernel: an illegal" emulated tmd-phase1 --device cuda packets.tmd
}

@test "no device, too few devices, no such device" {
  TMD_EMULATED_FAULT=nodevice refused "--device cuda: no device" emulated tmd-phase1 --device cuda packets.tmd
  refused "--device cuda:7: there are only 1" emulated tmd-phase1 --device cuda:7 packets.tmd
  refused "there are only 1" emulated tmd-phase1 --device cuda:4294967296 packets.tmd
  for name in gpu cuda:x cuda: cudas opencl:-1 ""; do
    refused "'$name' is none of cpu, cuda, opencl, auto, list" emulated tmd-phase1 --device "$name" packets.tmd
  done
}

@test "no driver" {
  ! ldconfig -p | grep -q libcuda.so || skip "there is a driver"
  refused "no CUDA driver" tmd-phase1 --device cuda packets.tmd
  TMD_EMULATED_FAULT=none tmd-phase1 --device auto packets.tmd >auto.tmd
  tmd-phase1 packets.tmd | cmp - auto.tmd
}

@test "--device list names what is there" {
  emulated tmd-phase1 --device list >list
  grep -qx "$(printf 'cuda:0\temulated')" list
  grep -q '^cpu' list
  TMD_EMULATED_FAULT=nodevice emulated tmd-phase1 --device list >list
  ! grep -q '^cuda' list
}

@test "compiled kernels that are damaged or another driver's are compiled again" {
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
  tmd-phase1 packets.tmd >right.tmd
  emulated tmd-phase1 --device cuda packets.tmd | cmp - right.tmd
  files=("$XDG_CACHE_HOME"/tmd/*.cubin)
  [ ${#files[@]} -ge 3 ]
  for file in "${files[@]}"; do printf '\177ELF of some other kind' >"$file"; done
  emulated tmd-phase1 --device cuda packets.tmd | cmp - right.tmd
  for file in "${files[@]}"; do [ "$(head -c 7 "$file")" = TMDemul ]; done
  for file in "${files[@]}"; do : >"$file"; done
  emulated tmd-phase1 --device cuda packets.tmd | cmp - right.tmd
}

@test "a cache that cannot be written is no error" {
  tmd-phase1 packets.tmd >right.tmd
  XDG_CACHE_HOME=/dev/null emulated tmd-phase1 --device cuda packets.tmd | cmp - right.tmd
}

@test "the tests of devices pass on the emulated driver" {
  emulated "$BUILD/tests/test-device" cuda >log
  grep -q '^ok .*cuda:0 emulated' log
  ! grep '^not ok' log
}
