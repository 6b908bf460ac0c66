# Phases 1 and 2 on devices: the streams of the CPU byte for byte.
load ../cli/synthetic
load devices

setup_file() {
  devices_setup
  export counted='domains|survivors|surviving_arguments'
  cd "$BATS_FILE_TMPDIR"
  tmd-plan exp --domain 1:0x1.00002p0 --method lefevre | tmd-taylor | tmd-shift >packets.tmd # 2^33 arguments
  tmd-plan sin --domain 0x1.921fb54442d18p1:0x1.921fb54448p1 --method regular | tmd-taylor | tmd-shift -n 2^10 >slope.tmd
  tmd-phase1 packets.tmd >phase1.tmd
  tmd-phase2 phase1.tmd >phase2.tmd
}

setup() { cd "$BATS_FILE_TMPDIR"; }

@test "there is OpenCL to test with" {
  devices | grep -q opencl || skip "no OpenCL device"
}

# each_of TOOL COUNT: the same with the arguments of each line of the file others, which are so many
each_of() {
  local arguments
  [ "$(wc -l <others)" -eq "$2" ]
  # shellcheck disable=SC2086
  while read -r arguments; do same "$1" $arguments </dev/null; done <others
}

@test "phase 1: both tests, both lines" {
  same tmd-phase1 packets.tmd
  kernels_ran lines
  cmp cpu.out phase1.tmd
  drawn 2 <<'END' >others # half of these by the date
--test regular packets.tmd
--line tangent packets.tmd
--test both packets.tmd
--test regular --line tangent slope.tmd
END
  each_of tmd-phase1 2
}

@test "phase 2, again, and phase 1 where few survive" {
  same tmd-phase2 phase1.tmd
  kernels_ran lines
  cmp cpu.out phase2.tmd
  drawn 3 <<'END' >others # a third of these by the date
--split 4 phase2.tmd
--split 64 --test regular phase1.tmd
--split 3 phase1.tmd
END
  each_of tmd-phase2 1
  drawn 2 <<'END' >others # half of these
--test lefevre phase2.tmd
--test regular phase1.tmd
END
  each_of tmd-phase1 1
}

@test "packets of few domains, of one, of other degrees and words" {
  local shape
  tmd-plan exp --domain 2:0x1.000001p1 --method lefevre | tmd-taylor >few.tmd
  drawn 3 <<'END' >one_shape # by the date
--count 64 --words 2
--count 1
--count 256 --degree 1 --words 1
END
  while read -r shape; do
    tmd-shift -n 2^11 $shape few.tmd >shaped.tmd
    same tmd-phase1 shaped.tmd
    mv cpu.out tested.tmd
    same tmd-phase2 --test lefevre tested.tmd
  done <one_shape
}

@test "lines of 64 bits, where f is nearly straight and domains are long" {
  tmd-plan exp2m1 --domain 0x1p-400:0x1.001p-400 --method regular | tmd-taylor | tmd-shift -n 2^22 --count 256 >straight.tmd
  same tmd-phase1 straight.tmd
  same tmd-phase2 --test lefevre straight.tmd
}

@test "what cannot be tested is kept: wide windows, domains too curved" {
  tmd-plan exp --domain 1:0x1.000001p0 --bits 4 --method lefevre | tmd-taylor | tmd-shift -n 2^12 >wide.tmd
  same tmd-phase1 wide.tmd
  mv cpu.out tested.tmd
  same tmd-phase2 tested.tmd
  tmd-plan exp --domain 1:0x1.000001p0 --method lefevre | tmd-taylor | tmd-shift -n 2^22 --count 4 >curved.tmd
  same tmd-phase1 curved.tmd
  mv cpu.out tested.tmd
  same tmd-phase2 tested.tmd
}

@test "claims of many shapes, other kinds between them, in several batches" {
  tmd-plan exp --domain 1:0x1.000001p0 --method regular | tmd-taylor | tmd-shift -n 2^13 --count 256 >other.tmd
  cat packets.tmd "$samples/good.tmd" other.tmd slope.tmd packets.tmd >mixed.tmd
  same "$(printf '%s\n' tmd-phase1 tmd-phase2 | drawn 2)" --test regular mixed.tmd # one by the date
}

@test "stages on different devices in one pipe" {
  tmd-phase1 packets.tmd | tmd-phase2 | tmd-exhaust | tmd-ziv >right.tmd
  [ -n "$(devices)" ] || skip "no device"
  on cuda tmd-phase1 packets.tmd | tmd-phase2 | on "$(devices | head -1)" tmd-exhaust | tmd-ziv | cmp - right.tmd
}
