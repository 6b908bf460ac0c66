# tmd-exhaust on devices: the bytes that the CPU writes. OpenCL on the CPU (PoCL) serves, and a CUDA driver on the CPU
# (emulated-cuda.c).
load ../cli/synthetic
load devices

setup_file() { devices_setup; }

@test "OpenCL" {
  devices | grep -q opencl || skip "no OpenCL device: what follows is the emulated CUDA driver alone"
}

# exhausted FILE [SHAPES (default 1)]: the CPU and the devices write the same; so many shapes of packets are compiled.
exhausted() { counted=${counted:-candidates} programs="exhaust -eq ${2:-1}" same tmd-exhaust --all "$1"; }

# packets BITS TO_X1 PACKETS n COUNT SPLIT DEGREE WORDS OUTER [C0 C1 ...]: text of a poly claim, that ends TO_X1 arguments before
# the packets do. The coefficients are random, or the first are those given; a bit of three is set, with SPLIT 1 all are.
packets() {
  awk -v OFS='\t' -v arguments="$*" 'BEGIN {
    m = split(arguments, a, " ")
    n = a[4]; count = a[5]; pieces = a[6]; degree = a[7]; words = a[8]; outer = a[9]
    srand(degree + 10 * words + n)
    start = 4503599627370496
    print "@", "poly", "exp", "53,-1022,1023", "53,-1022,1023", "all", a[1], 0, 0, 0, 1, sprintf("%.0f", start),
      sprintf("%.0f", start + a[3] * n * count - a[2]), "-", record_bytes()
    for (p = 0; p < a[3]; p++)
      print "poly", sprintf("%.0f", start + p * n * count), n, count, pieces, degree, words, outer, "0x1p-40",
        coefficients(), bitmap()
  }
  function stored() { return outer ? (degree + 1) * (degree + 2) / 2 : degree + 1 }
  function record_bytes() { return 64 + 8 * stored() * words + 8 * int((count * pieces + 63) / 64) }
  function hex(bits, word, b) {
    word = ""
    for (b = 0; b < bits; b += 4) word = word substr("0123456789abcdef", 1 + int(16 * rand()), 1)
    return word
  }
  function coefficients(list, e) {
    for (e = 0; e < stored(); e++) list = list (e ? "," : "") (e + 10 <= m ? a[e + 10] : hex(64 * words))
    return list
  }
  function bitmap(list, b, nibble, word) {
    for (b = 0; b < count * pieces; b++) {
      if (b % 64 == 0) word = ""
      nibble += (pieces == 1 || b == 0 || rand() < 1 / 3) * 2 ^ (b % 4)
      if (b % 4 == 3 || b == count * pieces - 1) { word = sprintf("%x", nibble) word; nibble = 0 }
      if (b % 64 == 63 || b == count * pieces - 1)
        list = list (b > 63 ? "," : "") substr("0000000000000000" word, 1 + length(word))
    }
    return list
  }'
}

@test "exp in binary64 after the phases, and with ranges split once more" {
  counted='evaluated|candidates'
  tmd-plan exp --format binary64 --bits 30 --domain 1:0x1.00001p0 --method regular | tmd-taylor | tmd-shift |
    tmd-phase1 | tmd-phase2 >once.tmd
  tmd-phase2 once.tmd >twice.tmd
  exhausted "$(printf '%s\n' once.tmd twice.tmd | drawn 2)" # one by the date
  [ "$(figure candidates)" -gt 5 ]
}

@test "brute force on whole packets" {
  tmd-plan exp --format binary64 --bits 20 --domain 1:0x1.0000001p0 --method regular | tmd-taylor | tmd-shift >whole.tmd
  exhausted whole.tmd
  [ "$(figure evaluated)" -eq $((1 << 24)) ]
  [ "$(figure candidates)" -gt 20 ]
}

@test "binary32; few bits are work for the CPU" {
  for bits in 20 6; do
    tmd-plan exp --format binary32 --bits $bits --domain 1:1.25 --method regular | tmd-taylor | tmd-shift >$bits.tmd
  done
  exhausted 20.tmd
  [ "$(figure candidates)" -gt 2 ]
  exhausted 6.tmd 0
}

@test "a claim ends inside a packet, on a candidate and behind it" {
  tmd-plan exp --format binary64 --bits 16 --domain 1:0x1.00000001p0 --method regular | tmd-taylor | tmd-shift | tmd-dump >all.tsv
  tmd-pack all.tsv | tmd-exhaust --all | tmd-dump >cases.tsv
  X=$(awk -F '\t' '$1 == "case"' cases.tsv | cut -f 3 | sed -n 25p)
  [ -n "$X" ]
  for end in "$X" $((X + 1)); do
    awk -F '\t' -v OFS='\t' -v end="$end" '/^@/ { $13 = end } !/^poly/ || $2 < end' all.tsv | tmd-pack >cut.tmd
    exhausted cut.tmd
    [ "$(figure candidates)" -eq $((24 + (end > X))) ]
  done
}

@test "packets of any shape: degrees, words, without rows, lengths that nothing divides" {
  packets 14 0 3 1000 100 8 1 1 1 | tmd-pack >1.tmd
  packets 14 0 5 4096 9 1 2 1 2 | tmd-pack >2.tmd
  packets 14 77777 2 9999 20 3 3 2 3 | tmd-pack >3.tmd
  packets 14 0 1 1000003 1 1 4 3 0 | tmd-pack >4.tmd
  packets 14 5 4 32768 7 4 4 2 4 | tmd-pack >5.tmd
  mapfile -t shapes < <(printf '%s\n' 1 2 3 4 5 | drawn 2) # half of them by the date
  [ ${#shapes[@]} -ge 2 ]
  cat "${shapes[@]/%/.tmd}" >all.tmd
  exhausted all.tmd ${#shapes[@]}
  for i in "${shapes[@]}"; do [ "$(tmd-exhaust --all --device cpu $i.tmd | tmd-dump | grep -c ^case)" -gt 0 ]; done
}

@test "degrees above 4, by parabolas" {
  for k in $(printf '%s\n' 24 26 28 | drawn 3); do # one by the date
    tmd-plan "sin(2^$k*x)" --method exhaust --bits 20 --domain 1:0x1.00000004p0 | tmd-taylor | tmd-shift >steep.tmd
    [ "$(tmd-dump steep.tmd | awk -F '\t' '$1 == "poly" && $6 > 4' | wc -l)" -gt 3 ]
    exhausted steep.tmd
    [ "$(figure candidates)" -gt 3 ]
  done
}

@test "degrees above 4: 128 bits" {
  packets 14 100 3 30000 5 3 5 3 5 | tmd-pack >wide.tmd
  exhausted wide.tmd
  [ "$(figure candidates)" -gt 10 ]
}

@test "a range of more parts than one table of places has" {
  packets 24 0 1 40000000 1 1 2 2 0 | tmd-pack >long.tmd
  exhausted long.tmd
  [ "$(figure candidates)" -gt 0 ]
}

@test "more threads than one launch has" {
  tmd-plan exp --format binary64 --bits 20 --domain 1:0x1.0000002p0 --method regular | tmd-taylor | tmd-shift | tmd-dump >few.tsv
  awk -F '\t' -v OFS='\t' '
    /^@/ { $NF += 524288 }
    /^poly/ { $5 = 4194304 / $4; all = "5555555555555557"; for (w = 1; w < 65536; w *= 2) all = all "," all; $NF = all }
    { print }' few.tsv | tmd-pack >many.tmd
  exhausted many.tmd
  [ "$(figure evaluated)" -eq $((65536 * 33 * 8)) ]
  [ "$(figure candidates)" -gt 20 ]
  # candidates of the first launch are put out when the second one fails: nothing is claimed
  TMD_EMULATED_FAULT=places LD_LIBRARY_PATH="$BUILD/tests/emulated" run -2 tmd-exhaust --all --device cuda many.tmd -o out.tmd
  error_line "an illegal"
  [ ! -s out.tmd ]
}

@test "more flags in a part than there is room for" {
  for slope in 0000000000000000 0000000100000000 0000100000000000 0000800000000000 0000710000000000 ffff8e0000000000; do
    for start in 0000000000000000 00000000ffffffff ffff800000000000 0003fff000000000; do
      packets 14 0 1 65536 1 1 1 1 0 $start $slope
    done
  done | tmd-pack >lines.tmd
  exhausted lines.tmd
  [ "$(figure candidates)" -gt 100000 ]
  packets 14 3000 1 65536 1 1 2 1 0 0000000000000000 0000000000000000 0000000000100000 | tmd-pack >parabola.tmd
  exhausted parabola.tmd
  [ "$(figure candidates)" -gt 10000 ]
}

@test "shapes, thresholds and other claims in turn; packets that are not alike" {
  { packets 14 0 3 1000 10 8 2 1 2; packets 16 0 3 1000 10 8 2 1 2; synthetic 3; packets 14 1 2 1000 11 8 2 1 2
    packets 8 1 2 1000 11 8 2 1 2; packets 14 1 2 2000 1 8 3 2 0; } >claims.tsv
  packets 14 0 2 4000 3 1 2 1 2 | sed '$s/\t3\t1\t2\t1/\t2\t1\t2\t1/' | sed '$s/[^\t]*$/0000000000000003/' >>claims.tsv
  tmd-pack claims.tsv >mixed.tmd
  for round in 1 2 3; do cat mixed.tmd; done >rounds.tmd
  exhausted rounds.tmd 2
  [ "$(figure candidates)" -gt 0 ]
}
