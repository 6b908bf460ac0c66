# tmd-shift on devices: the stream is that of the CPU byte for byte. Through OpenCL where --device list shows one, and through the
# emulated CUDA driver, which does what is queued only when it is waited for.
load ../cli/synthetic
load devices

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  taylor() { tmd-plan "$@" | tmd-taylor; }
  taylor exp --domain 1:1.00001 --method farey >farey.tmd # a claim that ends inside an output packet
  taylor exp --domain 1:1.00001 --method lefevre >lefevre.tmd
  taylor exp --format binary80 --domain 1:1.00000001 --method lefevre >wide.tmd
  tmd-shift -n 2^25 --count 4 --degree 4 --words 3 farey.tmd >outer.tmd # packets of four domains
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  devices_setup
}

# shifted PROGRAMS ARGUMENT...: the same on every device, for which at least so many programs were compiled.
shifted() { counted='claims|passed|packets_in|packets_out' programs="shift -ge $1" same tmd-shift "${@:2}"; }

@test "there is OpenCL to test with" {
  devices | grep -q opencl || skip "no OpenCL device"
}

@test "packets as planned, for the Boolean tests and for the walk" {
  shifted 1 lefevre.tmd
  shifted 0 farey.tmd
}

@test "domains, degree and words as asked for" {
  shifted 1 -n 2^22 --count 4 farey.tmd
  drawn 2 <<'END' >others # half of these by the date
-n 2^21 --count 2 --degree 3 --words 3
-n 2^21 --count 2 --degree 1 --words 1
-n 2^21 --count 2 --degree 31 --words 32
-n 2^15 --count 2048 --degree 2
END
  [ "$(wc -l <others)" -eq 2 ]
  # shellcheck disable=SC2086
  while read -r options; do shifted 1 $options farey.tmd </dev/null; done <others
}

@test "packets of one domain" {
  shifted 1 -n 2^21 --count 1 farey.tmd
  shifted 1 -n 2^23 --count 1 --degree 2 --words 2 farey.tmd
}

@test "more packets than three slices hold" {
  shifted 1 -n 2^17 --count 2 --degree 5 --words 4 farey.tmd
}

@test "packets of many domains, some without survivors" {
  tmd-dump outer.tmd | awk -F '\t' -v OFS='\t' '$1 == "poly" && n++ % 3 == 0 { $NF = "0000000000000005" } { print }' |
    tmd-pack >bits.tmd
  shifted 1 -n 2^18 --count 4 bits.tmd
  [ "$(tmd-dump cpu.out | grep -c ^poly)" -lt "$(tmd-shift -n 2^18 --count 4 outer.tmd | tmd-dump | grep -c ^poly)" ]
  shifted 1 -n 2^17 --count 16 --degree 2 outer.tmd
}

@test "binary80" {
  shifted 1 -n 2^18 --count 64 wide.tmd
}

@test "claims of other kinds and shapes between them; nothing to do" {
  synthetic 3 | tmd-pack >other.tmd
  cat other.tmd farey.tmd other.tmd wide.tmd outer.tmd farey.tmd farey.tmd other.tmd >mixed.tmd
  shifted 3 --degree 3 -n 2^18 --count 16 mixed.tmd
  shifted 0 other.tmd
  shifted 0 -n 2^21 --count 2 --method straightforward farey.tmd
}

@test "what does not tile is refused alike" {
  [ -n "$(devices)" ] || skip "no device"
  run --separate-stderr tmd-shift -n 3 --count 2 farey.tmd
  local said=$stderr
  [ "$status" -eq 2 ]
  for device in $(devices); do
    warned 2 "$said" on "$device" tmd-shift -n 3 --count 2 farey.tmd
  done
}
