# tmd-farey on a device: the bytes that the CPU writes. OpenCL on the CPU (PoCL) serves; without any OpenCL the tests are skipped.
load ../cli/synthetic
load devices

setup_file() {
  devices_setup
  export counted=candidates
}

# The emulated driver has tests of its own, below.
devices() { tmd-farey --device list | grep -o -m 1 ^opencl || true; }
opencl() { [ -n "$(devices)" ] || skip "no OpenCL device"; }

# walked: the device has done it, and something came out.
walked() { kernels_ran farey && [ "$(figure blocks)" -gt 0 ] && [ "$(figure candidates)" -gt 0 ]; }

# packets FUNCTION BITS DOMAIN [OPTION...]: those of a farey plan, in binary64.
packets() {
  tmd-plan "$1" --method farey --format binary64 --bits "$2" --domain="$3" | tmd-taylor | tmd-shift "${@:4}"
}

@test "exp in binary64: near 1, near 128, small, negative" {
  opencl
  drawn 2 <<'END' >parts # half of them by the date
36 1:0x1.0008p+0
33 128:0x1.00001p+7
33 0x1.4p-20:0x1.402p-20
33 -0x1.00008p-3:-0x1p-3
29 0x1.62e42p-1:0x1.62e44p-1
END
  [ "$(wc -l <parts)" -ge 2 ]
  while read -r bits domain; do
    packets exp "$bits" "$domain" >part.tmd
    same tmd-farey part.tmd </dev/null
    walked
  done <parts
}

@test "claims of many shapes, orders and thresholds in turn, and of other kinds between" {
  opencl
  packets exp 30 1:0x1.0001p+0 >a.tmd
  packets exp 30 1:0x1.0001p+0 --count 8 >b.tmd
  packets exp 32 1:0x1.0001p+0 >c.tmd
  packets sin 30 0x1.921fb4p+1:0x1.921fb6p+1 >d.tmd
  packets cbrt 32 8:0x1.001p+3 --words 5 >e.tmd
  synthetic 3 | tmd-pack >other.tmd
  tmd-plan exp --method regular --bits 30 --domain 1:1.0000001 | tmd-taylor | tmd-shift >regular.tmd
  for round in 1 2; do cat a.tmd a.tmd b.tmd c.tmd other.tmd d.tmd e.tmd e.tmd regular.tmd a.tmd d.tmd b.tmd; done >all.tmd
  same tmd-farey all.tmd
  walked
}

@test "a search from plan to table" {
  opencl
  local search=(exp --format binary64 --bits 36 --domain 1:0x1.0008p+0)
  tmd-search "${search[@]}" -o cpu.tmd >cpu.table
  tmd-search "${search[@]}" --device opencl -o device.tmd >device.table
  cmp cpu.tmd device.tmd
  cmp cpu.table device.table
  grep -q '^hardness' device.table
}

@test "the tests of the walk pass on the emulated CUDA driver" {
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR LD_LIBRARY_PATH=$BUILD/tests/emulated
  "$BUILD/tests/test-device-farey" 60 3 cuda >log || { cat log && return 1; }
  grep -q '^ok .*cuda opens and passes its self-test: cuda:0 emulated' log
  ! grep -i '^not ok\|# skip' log
}
