# tmd-generate in formats of 16 bits: vectors and devices, every argument, mode and width. Over an hour.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

setup() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw f16c /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_TEST_TMPDIR"
}

# passes FORMAT OPTION...: in as many modes as the last word says
passes() {
  tmd-check --bits16 --format "$1" "${@:2:$#-2}" >report || return
  [ "$(grep -c $'\tpass\t' report)" -eq "${!#}" ]
}

@test "vectors: each function that is listed, and expressions by pieces, by gcc and clang, AVX2 and AVX-512" {
  tmd-generate --list --vector --format bfloat16 >names
  [ "$(wc -l <names)" -ge 35 ]
  printf '%s\n' gelu silu sigmoid softplus mish >>names
  for format in binary16:f16 bfloat16:bf16; do
    while read -r f; do
      echo "$f ${format%:*}"
      tmd-generate "$f" --vector --format "${format%:*}" -o f.c --force
      while read -r compiler form; do
        [[ $compiler != *v4 ]] || grep -qw avx512bw /proc/cpuinfo || continue
        passes "${format%:*}" --library ./f.c --cc "${compiler//,/ }" --symbol "_ZGV${form}v_${f}${format#*:}" --flags \
          --function "$f" 4
      done <<'END'
gcc,-O3,-march=x86-64-v3 dM16
clang,-O3,-march=x86-64-v3 dN16
gcc,-O3,-march=x86-64-v4 eM32
END
    done <names
  done
}

# each_on_devices FORMAT LETTERS: each function that is listed, in every mode, on OpenCL and by the emulated CUDA driver
each_on_devices() {
  local f mode devices=(cuda)
  ! tmd-phase1 --device list | grep -q ^opencl:0 || devices+=(opencl)
  cuda_in_c
  tmd-generate --list --to cuda --format "$1" >names
  [ "$(wc -l <names)" -ge 35 ]
  while read -r f; do
    for device in "${devices[@]}"; do
      symbol=$f$2
      [ $device = opencl ] || symbol=cr_$symbol
      tmd-generate "$f" --to $device --format "$1" --no-check -o f.text --force
      { if [ $device = cuda ]; then cat platform.h; fi && cat f.text; } >f.$device
      for mode in :nearest _rtz:zero _rtp:up _rtn:down; do
        echo "$f $1 $mode $device"
        LD_LIBRARY_PATH=$BUILD/tests/emulated passes "$1" --library $device:0 --source f.$device --symbol "$symbol${mode%:*}" \
          --modes "${mode#*:}" --function "$f" 1
      done
    done
  done <names
}
@test "devices: each function that is listed, every mode, binary16" { each_on_devices binary16 f16; }
@test "devices: each function that is listed, every mode, bfloat16" { each_on_devices bfloat16 bf16; }

@test "OpenCL: every mode and width, of own schemes and pieces" {
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  for format in binary16:f16 bfloat16:bf16; do
    for f in exp sinpi gelu; do
      tmd-generate $f --to opencl --format "${format%:*}" --no-check -o f.cl --force
      for mode in :nearest _rtz:zero _rtp:up _rtn:down; do
        for width in '' 2 4 8 16; do
          echo "$f $format $mode $width"
          passes "${format%:*}" --library opencl:0 --source f.cl --symbol "$f${format#*:}${mode%:*}$width" \
            --modes "${mode#*:}" --function $f 1
        done
      done
    done
  done
}
