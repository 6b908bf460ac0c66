# tmd-farey on a device: the bytes that the CPU writes. OpenCL on the CPU (PoCL) serves; without any OpenCL the tests are skipped.
bats_require_minimum_version 1.5.0
load ../cli/synthetic

setup_file() {
  export POCL_CACHE_DIR=$BATS_FILE_TMPDIR/pocl
}

setup() {
  cd "$BATS_TEST_TMPDIR"
}

opencl() { tmd-farey --device list | grep -q ^opencl || skip "no OpenCL device"; }

# same FILE OPTION...: both write the same; stats.cpu and stats.device are left.
same() {
  local file=$1
  shift
  tmd-farey --stats "$@" "$file" >cpu.tmd 2>stats.cpu
  tmd-farey --stats --verbose --device opencl "$@" "$file" >device.tmd 2>stats.device || { cat stats.device && return 1; }
  cmp cpu.tmd device.tmd
}

# figure cpu|device NAME: a figure of the last comparison's --stats.
figure() { sed -n "s/.*tmd-farey: claims.* $2=\([^ ]*\).*/\1/p" "stats.$1"; }

# walked: the device has done it, and something came out.
walked() {
  grep -q 'kernels farey' stats.device && [ "$(figure device blocks)" -gt 0 ] && [ "$(figure device candidates)" -gt 0 ] ||
    { cat stats.device && return 1; }
}

# packets FUNCTION BITS DOMAIN [OPTION...]: those of a farey plan, in binary64; order=Q: in place of lines of order 8, arcs.
packets() {
  tmd-plan "$1" --method farey --format binary64 --bits "$2" --domain="$3" | sed -E "${order:+s/ order=8\b/ order=$order/}" |
    tmd-taylor | tmd-shift "${@:4}"
}

@test "exp in binary64: near 1, near 128, small, negative" {
  opencl
  while read -r bits domain; do
    packets exp "$bits" "$domain" >part.tmd
    same part.tmd
    walked
  done <<END
36 1:0x1.0008p+0
33 128:0x1.00001p+7
33 0x1.4p-20:0x1.402p-20
33 -0x1.00008p-3:-0x1p-3
29 0x1.62e42p-1:0x1.62e44p-1
END
}

@test "sin near multiples of pi and of pi/2" {
  opencl
  for domain in 0x1.921fb5p+1:0x1.921fb6p+1 0x1.921fb5p+0:0x1.921fb6p+0 0x1.2d97c7p+3:0x1.2d97c8p+3 \
    -0x1.921fb6p+1:-0x1.921fb5p+1; do
    order=23461 packets sin 24 "$domain" >part.tmd
    same part.tmd
    walked
  done
}

@test "orders small and large; the plain form is the CPU's" {
  opencl
  packets exp 20 1:0x1.000001p+0 >packets.tmd
  for order in 1 17 1000 300000 33554432; do same packets.tmd --order $order; done
  same packets.tmd --order 3000
  walked
  same packets.tmd --form plain --order 3000
  grep -q 'device opencl' stats.device && return 1
  [ "$(figure device lines)" -gt 0 ]
}

@test "packets of other shapes, thinned ones, and claims that end within" {
  opencl
  packets log 26 0x1.8p+0:0x1.80001p+0 >packets.tmd
  same packets.tmd
  tmd-dump packets.tmd >packets.tsv
  X1=$(awk -F '\t' '/^@/ { print $13; exit }' packets.tsv)
  for less in 1 1234567890; do
    awk -F '\t' -v OFS='\t' \
      -v X1="$X1" -v less=$less \
      '/^@/ && $13 == X1 { $13 = sprintf("%.0f", X1 - less) } { print }' packets.tsv |
      tmd-pack >cut.tmd
    same cut.tmd
    walked
  done
  for shape in "-n 2^22 --count 64" "-n 2^20 --count 2^11" "-n 2^26 --count 4 --words 3"; do
    packets log 26 0x1.8p+0:0x1.80001p+0 $shape >shape.tmd
    same shape.tmd
    walked
  done
  tmd-plan exp --method farey --format 30,-60,60 --bits 20 --domain 1:1.125 | tmd-taylor | tmd-shift -n 2^12 |
    tmd-phase1 --test regular >thin.tmd
  same thin.tmd
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
  same all.tmd
  walked
  [ "$(figure device candidates)" -eq "$(figure cpu candidates)" ]
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
  grep -q '^ok .*cuda opens: cuda:0 emulated' log
  ! grep -i '^not ok\|# skip' log
}
