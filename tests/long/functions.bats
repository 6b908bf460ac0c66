#!/usr/bin/env bats
# The walk, the regular test and exhaustion find the same on 2^25 arguments of binary64 and more, of each function that
# tests/cli/search.bats
# has not: inside its domain, about zeros and extrema. Some minutes.
bats_require_minimum_version 1.5.0
load ../cli/synthetic

agree() { # FUNCTION DOMAIN
  local method
  cd "$(mktemp -d "$BATS_TEST_TMPDIR/XXXXXX")"
  for method in farey regular exhaust; do
    tmd-search "$1" -j 1 --method $method --bits 20 --domain="$2" --force -o $method.tmd >table
    tmd-dump --records $method.tmd | grep -v '^@' >$method.txt
  done
  cmp farey.txt exhaust.txt && cmp regular.txt exhaust.txt && [ "$(grep -c '^case' exhaust.txt)" -ge 40 ] || {
    echo "$1 on $2: not the same, or too few"
    return 1
  }
}

@test "three searches agree on a slice of every function" {
  export -f agree
  xargs -P "$(nproc)" -L 1 bash -euo pipefail -c 'agree "$@"' - <<'END'
exp2m1 0x1.2p-1:0x1.2000002p-1
exp10m1 -0x1.2000002p-3:-0x1.2p-3
log2p1 0x1.2p-1:0x1.2000002p-1
log10p1 -0x1.2000002p-1:-0x1.2p-1
sqrt 0x1.2p0:0x1.2000002p0
sinpi 0x1.ffffffp-1:0x1p0
sinpi 0x1.2p3:0x1.2000002p3
cospi 0x1.2p-2:0x1.2000002p-2
tanpi 0x1.2p-2:0x1.2000002p-2
asinpi 0x1.2p-1:0x1.2000002p-1
acospi -0x1.2000002p-1:-0x1.2p-1
atanpi 0x1.2p2:0x1.2000002p2
asinh 0x1.2p-4:0x1.2000002p-4
asinh -0x1.2000002p4:-0x1.2p4
acosh 0x1.2p6:0x1.2000002p6
atanh 0x1.2p-2:0x1.2000002p-2
erf 0x1.2p0:0x1.2000002p0
erf 0x1.2p-30:0x1.2000002p-30
erfc 0x1.2p4:0x1.2000002p4
erfc -0x1.2000002p0:-0x1.2p0
tgamma 0x1.2p-30:0x1.2000002p-30
tgamma 0x1.762d86p0:0x1.762d87p0
tgamma -0x1.2000002p2:-0x1.2p2
tgamma 0x1.2p5:0x1.2000002p5
lgamma 0x1.ffffffp-1:0x1.000001p0
lgamma 0x1.ffffffp0:0x1.000001p1
lgamma -0x1.3a7fc9p1:-0x1.3a7fc8p1
lgamma 0x1.2p50:0x1.2000002p50
rootn(17) 0x1.2p9:0x1.2000002p9
rootn(-3) -0x1.2000002p2:-0x1.2p2
pown(5) 0x1.2p9:0x1.2000002p9
pown(-2) 0x1.2p9:0x1.2000002p9
compound(12) 0x1.2p-9:0x1.2000002p-9
compound(2) -0x1.2000002p-2:-0x1.2p-2
compound(-3) 0x1.2p-9:0x1.2000002p-9
END
}
