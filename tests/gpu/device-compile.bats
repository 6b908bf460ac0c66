# Every device program compiles for CUDA, for shapes of packets that plans have; how many registers each kernel takes, and what it
# spills. Needs NVRTC, no device. Of the shapes for one length of words by the date, SHAPES=all: all; ARCHITECTURES: of CUDA
# (default 90); tests/long/device-compile.bats: all for those of the GPU kit.
load ../cli/synthetic

# Programs and definitions; shift: the polynomials of tmd-taylor for binary64 and binary80.
shapes() {
  printf '%s\n' calls compact farey rns 'check -DTMD_WORDS=3 -DTMD_DEGREE=2 -DTMD_OUTER=1'
  local degree words test shape lengths
  lengths=$(printf '%s\n' 2 3 | if [ "${SHAPES:-}" = all ]; then cat; else drawn 2; fi)
  for degree in 2 3 4 5; do
    for words in $lengths; do
      shape="-DTMD_DEGREE=$degree -DTMD_WORDS=$words -DTMD_OUTER=1"
      for test in 0 1; do echo "lines -DTMD_TEST=$test -DTMD_LINE=0 $shape"; done
      echo "exhaust $shape -DTMD_ORDER=$((degree < 4 ? degree : 4))"
    done
  done
  printf 'exhaust -DTMD_DEGREE=%s -DTMD_WORDS=%s -DTMD_OUTER=%s -DTMD_ORDER=%s\n' 5 4 1 0  6 3 0 3
  printf 'lines -DTMD_TEST=2 -DTMD_LINE=0 -DTMD_DEGREE=%s -DTMD_WORDS=3 -DTMD_OUTER=1\n' 2 4
  for shape in '4 3' '5 4' '5 5' '7 5' '9 7' '11 8'; do echo "shift -DTMD_DEGREE=${shape% *} -DTMD_WORDS=${shape#* }"; done
}

# bounds: kernel, degree (- any), most registers: what they were when this was written, and 16 more, for the kernels whose speed
# hangs on it.
bounds() {
  printf '%s\t%s\t%s\n' lines_domains 2 108 lines_domains 3 122 lines_domains 4 138 lines_domains 5 180 \
    lines_ranges 2 112 lines_ranges 3 128 lines_ranges 4 140 lines_ranges 5 144 farey_walk - 104 farey_hits - 136
    farey_whole - 176
}

setup_file() {
  export ASAN_OPTIONS=detect_leaks=0 # NVRTC keeps what it has
  cd "$BATS_FILE_TMPDIR"
  shapes >shapes
  local architecture status worst=0
  for architecture in ${ARCHITECTURES:-90}; do
    status=0
    "$BUILD/tests/compile-kernels" "$architecture" <shapes >"$architecture.tsv" 2>>said || status=$?
    [ $status -le $worst ] || worst=$status
  done
  echo $worst >status
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  [ "$(cat status)" -ne 2 ] || skip "no NVRTC"
}

@test "every program of the library is looked at" {
  shapes | cut -d ' ' -f 1 | sort -u >looked_at
  basename -a -s .device.c "$root"/kernels/*/*.device.c | sort >all
  [ "$(wc -l <all)" -ge 6 ]
  diff all looked_at
}

@test "every program compiles" {
  [ "$(cat status)" -eq 0 ] || { cat said && false; }
  for file in *.tsv; do
    [ "$(cut -f 2,3 $file | sort -u | wc -l)" -eq "$(wc -l <shapes)" ]
    awk -F '\t' '{ sm = $1; k = $4; r = $5 + 0; s = $7 + 0
        if (!(k in least)) { names[++count] = k; least[k] = r }
        if (r < least[k]) least[k] = r
        if (r > most[k]) most[k] = r
        if (s > spilled[k]) spilled[k] = s }
      END { for (i = 1; i <= count; i++) { k = names[i]
        printf "# %s %s: %s%d registers, %d bytes spilled\n", sm, k,
          (least[k] < most[k] ? least[k] " to " : ""), most[k], spilled[k] } }' $file >&3
  done
}

@test "registers stay within bounds, and nothing is spilled" {
  awk -F '\t' 'NR == FNR { registers[$1, $2] = $3; next }
    { degree = $3; sub(/.*TMD_DEGREE=/, "", degree); degree += 0
      key = ($4 SUBSEP degree) in registers ? $4 SUBSEP degree : $4 SUBSEP "-"
      most = key in registers ? registers[key] : 255
      if ($5 + 0 > most || $7 + 0 > 0) { print; bad = 1 } }
    END { exit bad }' <(bounds) *.tsv
}
