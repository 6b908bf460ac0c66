# tmd-generate --to opencl, cuda: functions that round in fixed modes, on devices and on those emulated.
bats_require_minimum_version 1.5.0
load generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_FILE_TMPDIR"
  tmd-dump "$list" | awk -F '\t' '/^@/ { on = $3 == "exp" } on' | tmd-pack | tmd-select --bits 23 >exp.tmd
  tmd-generate exp --to opencl --no-check -o exp.opencl &
  tmd-generate exp --to cuda --no-check -o exp.cuda &
  flushed=$(printf '%s\n' opencl cuda | drawn 2) # one by the date
  tmd-phase1 --device list | grep -q ^opencl:0 || flushed=cuda
  echo "$flushed" >flushed
  if [ "$flushed" = opencl ]; then name=flushed; else name=cr_flushed; fi
  tmd-generate exp exp.tmd --to "$flushed" --ftz --name $name --no-check -o "flushed.$flushed" &
  wait
}

@test "CUDA: every mode, by the emulated driver" {
  export LD_LIBRARY_PATH=$BUILD/tests/emulated
  cuda_in_c
  cat platform.h "$made/exp.cuda" >exp.cu
  on_cuda() {
    tmd-check --library cuda:0 --source exp.cu --symbol "$1" --modes "$2" "$made/exp.tmd" >report || return
    [ "$(grep -c "	$2	.*	pass	" report)" -eq 1 ]
  }
  on_cuda cr_expf nearest
  on_cuda cr_expf_rtz zero
  on_cuda cr_expf_rtp up
  on_cuda cr_expf_rtn down
  run -1 on_cuda cr_expf_rtn up
}

@test "OpenCL: every mode, in 1 to 16 lanes" {
  tmd-phase1 --device list | grep -q ^opencl:0 || skip "no OpenCL"
  for form in :nearest _rtz8:zero _rtp16:up _rtn2:down; do
    tmd-check --library opencl:0 --source "$made/exp.opencl" --symbol "expf${form%:*}" --modes "${form#*:}" \
      "$made/exp.tmd" >report
    [ "$(grep -c "	${form#*:}	.*	pass	" report)" -eq 1 ]
  done
}

# Subnormal numbers are zeros in every mode, whether or not the processor flushes; faults are seen.
flushes_by_cuda() {
  cuda_in_c
  sed 's/cr_expf/cr_plain/g' "$made/exp.cuda" >plain.cuda
  flushing() {
    gcc -O1 -I. -include platform.h -D STEP=40009 "$BATS_TEST_DIRNAME/flushing.c" -o flushing -lm || return 2
    ./flushing </dev/null >said
  }
  cp "$made/flushed.cuda" .
  flushing
  grep -q ' -0x1.5d589ep+6$' said # e^x = 2^-126
  [ "$(tail -n 1 said)" = "0 wrong" ]
  while read -r change; do
    echo "$change"
    sed "$change" "$made/flushed.cuda" >flushed.cuda
    run ! cmp -s flushed.cuda "$made/flushed.cuda"
    run -1 flushing
  done <<'SED'
s/0x20000000/0x1fffffff/
s/0x20000000/0x20000001/
s/0x3fffffff/0x40000000/
s/0x3fffffff/0x3ffffffe/
s/0x3810000000000000/0x3810000000000001/
s/0x3810000000000000/0x380fffffffffffff/
s/size < 0x00800000, u ^/size < 0x007fffff, u ^/
s/size < 0x00800000, u ^/size < 0x00800001, u ^/
s/normal, normal, size/normal, size, size/
s/, u ^ size, u/, u, u/
SED
}

# The same on a device that has subnormal numbers, and on one that flushes them; a fault is seen.
flushes_by_opencl() {
  tmd-plan exp --format binary32 --domain=-0x1.5d59p+6:-0x1.5d588p+6 --domain 0x1.ffcp-127:0x1.002p-126 | tmd-taylor >low.tmd
  { cat "$made/flushed.opencl" && sed 's/expf/plain/g' "$made/exp.opencl" && paired _rtp 4; } |
    awk '/^#define TMD_WIDTH/ { other = $3 != 4 } !other; /^#undef TMD_WIDTH/ { other = 0 }' >both.cl
  up() { # OPTION SYMBOL...: of the device, and of tmd-check
    tmd-check --library opencl:0"$1" --source both.cl --symbol "$2_rtp4" --modes up --claims-only "${@:3}" low.tmd \
      >report || return
    [ "$(grep -c $'\tpass\t' report)" -eq 1 ]
  }
  up "" paired
  up "" flushed --ftz
  run -1 up "" flushed
  up :-cl-denorms-are-zero flushed --ftz
  run -1 up :-cl-denorms-are-zero plain
  sed -i 's/, u ^ size, u/, u, u/' both.cl
  run -1 up "" paired
}

@test "--ftz: subnormal numbers are zeros, for CUDA or on OpenCL by the date; faults are seen" {
  flushes_by_"$(<"$made/flushed")"
}

@test "binary16: subnormal results, in every mode, or midpoints, by the date; by the emulated driver" {
  export LD_LIBRARY_PATH=$BUILD/tests/emulated
  cuda_in_c
  f=$(printf '%s\n' exp2 sin | drawn 2)
  tmd-generate $f --to cuda --format binary16 --no-check -o $f.cuda
  run ! grep as_half $f.cuda
  right() { # FUNCTION SUFFIX MODE DOMAIN
    cat platform.h "$1.cuda" >"$1.cu"
    tmd-check --bits16 --library cuda:0 --source "$1.cu" --symbol "cr_$1f16$2" --modes "$3" --function "$1" \
      --format binary16 --domain="$4" >report
    [ "$(grep -c "	$3	.*	pass	" report)" -eq 1 ]
  }
  if [ $f = exp2 ]; then
    right exp2 "" nearest -26:-13 # 2^-25
    return
  fi
  tmd-generate sin --to opencl --format binary16 --no-check -o sin.cl
  grep -qF 'as_half(sinf16(as_ushort(x))) is the function of a half x' sin.cl
  drawn 4 <<'END' >modes # one of four by the date; all, of every function: tests/long/generate-short.bats
nearest
zero _rtz
up _rtp
down _rtn
END
  [ "$(wc -l <modes)" -eq 1 ]
  read -r mode suffix <modes
  right sin "$suffix" "$mode" -0x1p-14:0x1p-14
}

@test "the text: no double but the lanes', the options in its command; what is not made is refused" {
  grep -q 'name expf --to opencl$' "$made/exp.opencl"
  grep -q 'name cr_expf --to cuda$' "$made/exp.cuda"
  run ! grep -n '__builtin\|^ *double' "$made/exp.opencl"
  cat "$made/exp.opencl" <(sed 's/expf/otherf/g' "$made/exp.opencl") >both.cl # files may be joined
  run ! grep -n 'otherf.*expf' both.cl
  bad_usage "--to: --errno is not for vectors" tmd-generate exp --to cuda --errno
  bad_usage "--to: functions of vectors are not made in tf32" tmd-generate exp --to opencl --format tf32
  [ "$(tmd-generate --list --to opencl --format half)" = "$(tmd-generate --list --to opencl --format binary16)" ]
}
