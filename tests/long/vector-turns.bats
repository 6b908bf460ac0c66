# tmd-generate --vector: functions with a period, next to the ends of their reductions, and at large arguments.
bats_require_minimum_version 1.5.0
load ../cli/generate.bash

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo || skip "no AVX2"
  cd "$BATS_FILE_TMPDIR"
  for f in sin tanpi; do
    tmd-dump "$list" | awk -F '\t' -v f=$f '/^@/ { on = $3 == f } on' | tmd-pack | tmd-select --bits 23 >$f.tmd
  done
  tmd-generate sin sin.tmd --vector --modes nearest --no-check -o sin.c &
  tmd-generate tanpi tanpi.tmd --vector --no-check -o tanpi.c &
  wait
}

# lanes_pass FUNCTION FILE OPTION...
lanes_pass() { passes_as "_ZGVdN8v_$1f" "$1" "$2" --cc "cc -O2 -march=x86-64-v3" "${@:3}"; }

# fault FUNCTION SED OPTION...: with the text changed, results or flags are wrong
fault() {
  sed -E "$2" "$made/$1.c" >wrong.c
  run -1 cmp -s wrong.c "$made/$1.c"
  run -1 lanes_pass "$1" "$PWD/wrong.c" "${@:3}"
}

ends="0x1.ffcp21:0x1.004p22 0x1.ffcp127:inf 0x1.f37c88p95:0x1.f37c8cp95"

@test "sin: next to 0, at the end of the reduction by words of pi, and beyond, next to a multiple of pi" {
  for domain in $ends -0x1.002p-126:-0x1.ffcp-127 0x1.ffcp-27:0x1.002p-26; do
    lanes_pass sin "$made/sin.c" --modes nearest "--domain=$domain"
  done
}

@test "sin: faults are seen in the words of pi, the window, its products, the parity, and next to 0" {
  fault sin 's/vdouble r = .*;/vdouble r = h;/' --modes nearest --domain 0x1.ffcp21:0x1.fffp21
  fault sin 's/^    0x1.45f306dc9c884p.20,/    -0x1.45f306dc9c884p+20,/' --modes nearest --domain 0x1.ffcp22:0x1.fffp22
  fault sin 's/w = vlookup.sinf_window.1., i./w = zero/' --modes nearest --domain 0x1.f37c88p95:0x1.f37c8cp95
  fault sin 's/ [+] vfma.X, t, -p.//' --modes nearest --domain 0x1.ffcp127:inf
  fault sin 's/n = vselect\(large, q, n\), //' --modes nearest --domain 0x1.ffcp127:inf
  fault sin 's/size < 0x00800001/size < 0x00800000/' --modes nearest --domain=-0x1.002p-126:-0x1.ffcp-127
  fault sin 's/<< 63/<< 62/' --modes nearest --domain 4:4.001
}

@test "tanpi: integers, poles, quarters, large and small arguments, in every mode" {
  for domain in -0x1.002p-126:-0x1.ffcp-127 -0x1p-149:0x1p-140 -0.2501:-0.2499 0.4999:0.5001 1.4999:1.5001 2.999:3.001 \
    0x1.ffcp21:0x1.004p22 0x1.ffcp127:inf; do
    lanes_pass tanpi "$made/tanpi.c" "--domain=$domain"
  done
  fault tanpi 's/vselect\(fraction == 0x3f000000, f \/ d/vselect(fraction == 0x3f000000, x \/ d/' --domain=1.4999:1.5001
  fault tanpi 's/vall\(-8.0\)/vall(-2.0)/' --domain=2.999:3.001
  fault tanpi 's/over = vwhere\(s, t[0-9]+, /over = vwhere(s, N, /' --domain=0.4999:0.5001
  fault tanpi '/fraction == 0x3e800000, f/d' --domain=0.24999:0.25001
}
