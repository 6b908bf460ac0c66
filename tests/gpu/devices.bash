# What the suites about devices share: the devices there are to test with. OpenCL serves where --device list shows one (PoCL
# does), and the emulated CUDA driver, which does what is queued only when it is waited for.

devices_setup() {
  export POCL_CACHE_DIR=$BATS_FILE_TMPDIR/pocl XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  export ASAN_OPTIONS=detect_leaks=0 # LeakSanitizer does not survive PoCL's threads; NVRTC keeps what it has
  unset LD_LIBRARY_PATH TMD_EMULATED_FAULT
}

# devices: a line for each, "opencl" or "cuda".
devices() {
  tmd-phase1 --device list | grep -q ^opencl && echo opencl
  [ -e "$BUILD/tests/emulated/libcuda.so.1" ] && echo cuda
  return 0
}

# on DEVICE TOOL ARGUMENT...
on() {
  case $1 in
    cuda) LD_LIBRARY_PATH=$BUILD/tests/emulated "$2" --device cuda "${@:3}" ;;
    *) "$2" --device "$1" "${@:3}" ;;
  esac
}

# same TOOL ARGUMENT...: a device writes what the CPU writes, to cpu.out, and counts the same in the fields of $counted; with
# $programs "KERNEL -ge 2", so many programs of that kernel were compiled for it. The commands of a test use the devices by
# turns, which the date begins; with DEVICES=all (tests/long/devices.bats) each is run on all of them.
same() {
  local device compiled used day=${DRAW:-$(date +%j)}
  mapfile -t used < <(devices)
  [ "${DEVICES-}" = all ] || [ ${#used[@]} -lt 2 ] ||
    used=("${used[(turn = ${turn:-BATS_TEST_NUMBER + 10#$day / 4} + 1) % ${#used[@]}]}")
  "$1" --stats "${@:2}" >cpu.out 2>cpu.err || { cat cpu.err && return 1; }
  for device in "${used[@]}"; do
    on "$device" "$1" --stats --verbose "${@:2}" >device.out 2>device.err || { cat device.err && return 1; }
    cmp cpu.out device.out || { echo "$device: $*" && return 1; }
    diff <(grep -oE "($counted)=[^ ]*" cpu.err) <(grep -oE "($counted)=[^ ]*" device.err)
    compiled=$(grep -c "kernels ${programs%% *}" device.err) || true
    test "$compiled" ${programs:+${programs#* }} || { cat device.err && return 1; }
  done
}

# kernels_ran PROGRAM: the last run compiled a program for a device; so it went there, not to the CPU.
kernels_ran() { grep -q "kernels $1" device.err || { cat device.err && return 1; }; }

# figure NAME: a figure of the last run's --stats
figure() { sed -n "s/.*: claims=.* $1=\([^ ]*\).*/\1/p" device.err; }
