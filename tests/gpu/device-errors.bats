# Devices that are missing, broken or named wrongly; a CUDA driver on the CPU (emulated-cuda.c) that breaks on request.
load ../cli/synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  tmd-plan exp --format binary64 --bits 40 --domain 1:0x1.0001p0 --method regular | tmd-taylor | tmd-shift >packets.tmd
  tmd-plan exp --bits 14 --domain 1:0x1.0000001p0 --method exhaust | tmd-taylor >few.tmd
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  unset LD_LIBRARY_PATH TMD_EMULATED_FAULT TMD_EMULATED_COMPILER
}

emulated() { env LD_LIBRARY_PATH="$BUILD/tests/emulated" "$@"; }

@test "a device that computes wrong fails its self-test" {
  TMD_EMULATED_FAULT=flip refused 2 "tmd-*: *cuda:0 emulated: self-test failed: integers*" \
    emulated tmd-phase1 --device cuda packets.tmd
}

# miscompiled PROGRAM FAULT TOOL ARGUMENT...: the compiler makes a mistake that the program `check` has not met
miscompiled() {
  local program=$1
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/$1 TMD_EMULATED_COMPILER=$2
  rm -rf "$XDG_CACHE_HOME"
  mkdir -p "$XDG_CACHE_HOME/tmd"
  cp sound/tmd/{check,compact}-* "$XDG_CACHE_HOME/tmd"
  shift 2
  refused 2 "tmd-*: *cuda:0 emulated: self-test failed: $program*" emulated "$@"
  unset TMD_EMULATED_COMPILER
}

@test "every program is tested before it is used" {
  XDG_CACHE_HOME=$PWD/sound emulated tmd-phase2 --device cuda packets.tmd >/dev/null
  tmd-plan exp --method farey --format 40,-60,60 --bits 20 --domain 1:0x1.001p0 | tmd-taylor >taylor.tmd
  tmd-shift taylor.tmd >double.tmd
  tmd-plan exp --method farey --format 30,-60,60 --bits 21 --domain 0x1.581p-1:0x1.5a8p-1 | tmd-taylor | tmd-shift >single.tmd
  miscompiled lines '+ s < parts=>+ s + 1 < parts' tmd-phase2 --device cuda packets.tmd
  # what was kept is tested again
  refused 2 "tmd-*: *cuda:0 emulated: self-test failed: lines*" emulated tmd-phase2 --device cuda packets.tmd
  printf '1e-20 2e-20 3e-20\n' >A
  tr ' ' '\n' <A >x
  drawn 3 <<'END' >mistakes # a third of these by the date
miscompiled exhaust 's < steps && flags=>s + span < steps && flags' tmd-exhaust --all --device cuda few.tmd
miscompiled shift 's = c; s < steps=>s = c; s + 1 < steps' tmd-shift -n 2^10 --count 8 --device cuda taylor.tmd
miscompiled rns 'b << 12=>b << 11' tmd-gemv --device cuda A x
miscompiled farey 'ended = arc.offset <= end=>ended = 1' tmd-farey --device cuda double.tmd
miscompiled farey 'else if (arc.near <= arc.length)=>else if (arc.near < 0)' tmd-farey --device cuda single.tmd
miscompiled lines 'u < steps) kept=>u + 1 < steps) kept' tmd-phase1 --device cuda packets.tmd
END
  [ "$(wc -l <mistakes)" -eq 2 ]
  while read -r mistake; do eval "$mistake" </dev/null; done <mistakes
}

@test "a driver that fails is quoted" {
  TMD_EMULATED_FAULT=launch refused 2 "tmd-*: *cuda: starting a kernel: an illegal*" emulated tmd-phase1 --device cuda packets.tmd
}

@test "memory that runs out on the device or for its copies is an error, whatever it is for" {
  for N in 0 1 $(printf '%s\n' 5 12 {16..40..3} | drawn 4); do # a quarter of the others by the date
    TMD_EMULATED_FAULT=memory:$N refused 2 "tmd-*: *: out of memory (2)*" emulated tmd-phase1 --device cuda packets.tmd
    TMD_EMULATED_FAULT=memory:$N refused 2 "tmd-*: *: out of memory (2)*" emulated tmd-exhaust --all --device cuda few.tmd
  done
}

@test "no device, too few devices, no such device" {
  TMD_EMULATED_FAULT=nodevice refused 2 "tmd-*: *--device cuda: no device*" emulated tmd-phase1 --device cuda packets.tmd
  refused 2 "tmd-*: *--device cuda:7: there are only 1*" emulated tmd-phase1 --device cuda:7 packets.tmd
  refused 2 "tmd-*: *there are only 1*" emulated tmd-phase1 --device cuda:4294967296 packets.tmd
  for name in gpu cuda:x cuda: cudas opencl:-1 ""; do
    refused 2 "tmd-*: *'$name' is none of cpu, cuda, opencl, auto, list*" emulated tmd-phase1 --device "$name" packets.tmd
  done
}

@test "no driver" {
  ! ldconfig -p | grep -q libcuda.so || skip "there is a driver"
  refused 2 "tmd-*: *no CUDA driver*" tmd-phase1 --device cuda packets.tmd
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

# kept TOOL ARGUMENT...: on the emulated driver, which finds no compiler: with the kernels of the cache, or not at all
kept() { PATH=/nonexistent LD_LIBRARY_PATH="$BUILD/tests/emulated" "$BUILD/bin/$1" --device cuda "${@:2}"; }

# flip FILE: one of its bits, at random
flip() {
  local at=$(((RANDOM << 15 | RANDOM) % $(stat -c %s "$1"))) byte
  byte=$(od -An -tu1 -j $at -N 1 "$1")
  printf "\\x$(printf %02x $((byte ^ 1 << RANDOM % 8)))" | dd of="$1" bs=1 seek=$at conv=notrunc status=none
}

@test "compiled kernels that are damaged are never run, but compiled again" {
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
  RANDOM=2026
  tmd-exhaust --all few.tmd >right.tmd
  [ "$(tmd-dump right.tmd | grep -c ^case)" -ge 100 ]
  emulated tmd-exhaust --all --device cuda few.tmd | cmp - right.tmd
  [ "$(stat -c %a "$XDG_CACHE_HOME/tmd")" = 700 ]
  kept tmd-exhaust --all few.tmd | cmp - right.tmd
  files=("$XDG_CACHE_HOME"/tmd/*.cubin)
  [ ${#files[@]} -ge 3 ]
  mkdir whole
  cp "${files[@]}" whole
  for i in $(seq 12); do
    name=$(basename "${files[i % ${#files[@]}]}")
    flip "$XDG_CACHE_HOME/tmd/$name"
    refused 2 "tmd-*: *does not compile*" kept tmd-exhaust --all few.tmd
    cp "whole/$name" "$XDG_CACHE_HOME/tmd/$name"
  done
  kept tmd-exhaust --all few.tmd | cmp - right.tmd
  flip "${files[0]}"
  printf '\177ELF of some other kind' >"${files[1]}"
  rm "${files[2]}" && mkfifo "${files[2]}"
  emulated tmd-exhaust --all --device cuda few.tmd | cmp - right.tmd
  kept tmd-exhaust --all few.tmd | cmp - right.tmd
  [ "$(find "$XDG_CACHE_HOME/tmd" -type f | wc -l)" -eq ${#files[@]} ]
}

@test "a damaged kernel beside the program is refused, compiler or not" {
  mkdir bin
  cp "$BUILD/bin/tmd-phase1" bin
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
  tmd-phase1 packets.tmd >right.tmd
  emulated tmd-phase1 --device cuda packets.tmd | cmp - right.tmd
  mv "$XDG_CACHE_HOME/tmd" kernels
  PATH=/nonexistent LD_LIBRARY_PATH=$BUILD/tests/emulated bin/tmd-phase1 --device cuda packets.tmd | cmp - right.tmd
  [ -z "$(ls "$XDG_CACHE_HOME/tmd")" ]
  flip kernels/lines-*
  refused 2 "tmd-*: */kernels/lines-*" emulated bin/tmd-phase1 --device cuda packets.tmd
  [[ $stderr = *"damaged, or of another kernel" ]]
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
