# Forty searches, ten functions in four formats, each in five ways: by the CPU's three instruction sets, by OpenCL and by the
# emulated CUDA driver. Whatever is changed in the stages, each must find the same: the list of cases that it ends with, with
# the ranges in which that is complete, has the digest in searches.sha256 (digest, number of cases, search), and covers the plan.
#   UPDATE=1 bats tests/long/searches.bats    writes searches.sha256 anew, by the scalar code, before the tests

load ../cli/synthetic
export DIGESTS=$BATS_TEST_DIRNAME/searches.sha256
formats=(binary16 binary32 binary64 others)

# FUNCTION OPTION-OF-TMD-PLAN... of one of $formats, a line each. A domain A:B has A but not B: for lines that stand for x and
# -x, the negative one reaches from the number after -B to the one after -A.
searches() {
  case $1 in
    binary16) cat <<'END' ;;
exp         -f binary16 -m regular
log         -f binary16 -m lefevre
sin         -f binary16
tan         -f binary16 -m exhaust
cbrt        -f binary16 -m regular -b 7
asin        -f binary16 -m lefevre --modes nearest
tgamma      -f binary16 -m regular -b 6
erf         -f binary16 -m regular --modes directed
pown(3)     -f binary16 -m exhaust -b 8
exp(-x^2/2) -f binary16 -m lefevre -b 5
END
    binary32) cat <<'END' ;;
exp         -f binary32 -m farey
log         -f binary32 -m regular -d 0.5:2
sin         -f binary32 -d -8:8
tan         -f binary32 -m farey -d -0.5:0.75
cbrt        -f binary32 -m lefevre -d -0x1.fffffep2:-0x1.fffffep0 -d 2:8
asin        -f binary32 -d -0.5:0.75
tgamma      -f binary32 -m regular --line tangent -d 1:8
erf         -f binary32 -m farey --modes nearest -d -4:4
pown(3)     -f binary32 -m lefevre --modes directed -d -2:2
exp(-x^2/2) -f binary32 -m exhaust -d -4:4
END
    binary64) cat <<'END' ;;
exp         -f binary64 -b 36 -m farey -d 1:0x1.001p0
log         -f binary64 -b 32 -m regular -d 3:0x1.80008p1
sin         -f binary64 -b 33 -m lefevre -d -0x1.00007ffffffffp0:-0x1.fffffffffffffp-1 -d 1:0x1.00008p0
tan         -f binary64 -b 34 -m farey -d -0x1.8007fffffffffp0:-0x1.7ffffffffffffp0 -d 0x1.8p0:0x1.8008p0
cbrt        -f binary64 -b 30 -m regular -d -0x1.00007ffffffffp1:-0x1.fffffffffffffp0 -d 2:0x1.00008p1
asin        -f binary64 -b 36 -m farey -d -0x1.fffffffffffffp-3:-0x1.ffdffffffffffp-3 -d 0x1.ffep-3:0x1p-2
tgamma      -f binary64 -b 32 -m lefevre --line tangent -n 8192 -K 16 -d 5.5:0x1.60004p2
erf         -f binary64 -b 32 --modes nearest -d -0x1.0007fffffffffp-1:-0x1.fffffffffffffp-2 -d 0x1p-1:0x1.0008p-1
pown(3)     -f binary64 -b 32 -m regular --modes directed -d -0x1.00007ffffffffp0:-0x1.fffffffffffffp-1 -d 1:0x1.00008p0
exp(-x^2/2) -f binary64 -b 24 -m exhaust -d -0x1.000000fffffffp0:-0x1.fffffffffffffp-1 -d 1:0x1.000001p0
END
    others) cat <<'END' ;;
exp         -f binary80 -b 36 -m farey -d 1:0x1.000008p0
log         -f binary80 -b 34 -m regular -d 3:0x1.8000002p1
sin         --in binary16 --out bfloat16 -m regular
tan         -f binary80 -b 30 -m farey -d -0x1.8000000ffffffffep0:-0x1.7ffffffffffffffep0 -d 0x1.8p0:0x1.8000001p0
cbrt        --in binary32 --out binary64 -b 22 -d -0x1.fffffep1:-0x1.fffffep0 -d 2:4
asin        -f binary80 -b 32 -m lefevre -d -0x1.fffffffffffffffep-3:-0x1.ffffff7ffffffffep-3 -d 0x1.ffffff8p-3:0x1p-2
tgamma      -f binary80 -b 30 -m regular -d 5.5:0x1.60000004p2
erf         --in bfloat16 --out binary16 -m exhaust
pown(3)     --in binary64 --out binary32 -b 34 -d -0x1.0000fffffffffp0:-0x1.fffffffffffffp-1 -d 1:0x1.0001p0
exp(-x^2/2) --in bfloat16 --out binary32 -b 8
END
  esac
}

# each COMMAND... FORMAT: `COMMAND... NAME` for its searches, some at a time; a search is in NAME.search, NAME.plan, NAME.taylor.
each() {
  seq -f "${*: -1}.%g" "$(searches "${*: -1}" | wc -l)" | xargs -P "$(nproc)" -I {} bash -o pipefail -c '"$@"' - "${@:1:$#-1}" {}
}

# What all ways begin with.
prepare() { # NAME
  local words
  read -ra words <"$1.search"
  tmd-plan "${words[@]:1}" -o "$1.plan" -- "${words[0]}" && tmd-taylor -j 1 "$1.plan" -o "$1.taylor"
}

# One stage; the number of threads makes no difference either.
stage() { # WAY TOOL
  case $1,$2 in
    opencl,*) "$2" -j 1 --verbose --device opencl ;;
    cuda,*) LD_LIBRARY_PATH=$BUILD/tests/emulated "$2" -j 1 --verbose --device cuda ;;
    *,tmd-shift) "$2" -j 1 ;;
    scalar,*) "$2" -j 1 --simd scalar ;;
    *) "$2" -j 3 --simd "$1" ;;
  esac
}

# The claims of -x are made by tmd-ziv, or by this stage where there is one.
orbit() { if command -v tmd-orbit >/dev/null; then tmd-orbit --plan "$1"; else cat; fi; }

# The list of cases, without the release that has written it and, as the digests are older, without the columns of results.
cases() { # WAY NAME
  stage "$1" tmd-shift <"$2.taylor" | stage "$1" tmd-phase1 | stage "$1" tmd-phase2 | stage "$1" tmd-farey |
    stage "$1" tmd-exhaust | tmd-ziv -j 1 | orbit "$2.plan" >"$2.$1.tmd" || return
  tmd-stat --plan "$2.plan" "$2.$1.tmd" >&2 && tmd-dump --cases --to tsv --limit 0 "$2.$1.tmd" | sed 's/^# tmd [^;]*/# tmd/' |
    cut -f 1-12
}

# The line of searches.sha256: digest, number of cases, search.
digest() { # WAY NAME
  cases "$@" >"$2.$1.tsv" 2>"$2.$1.err" && grep -c '^-\?0x' "$2.$1.tsv" >"$2.$1.count" ||
    { echo "$1: $(cat "$2.search"): failed, or no case" && cat "$2.$1.err" && return 1; }
  echo "$(sha256sum <"$2.$1.tsv" | cut -c -32) $(cat "$2.$1.count" "$2.search" | paste -s -d ' ')"
}

same() { # WAY NAME
  local line
  line=$(digest "$@") || { echo "$line" && return 1; }
  grep -qxF -e "$line" "$DIGESTS" || { echo "$1: $line, not $(grep -F " $(cat "$2.search")" "$DIGESTS")" && return 1; }
}

export -f prepare stage orbit cases digest same

setup_file() {
  set -o pipefail
  export POCL_CACHE_DIR=$BATS_FILE_TMPDIR/pocl XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  unset LD_LIBRARY_PATH TMD_EMULATED_FAULT
  cd "$BATS_FILE_TMPDIR"
  local format
  for format in "${formats[@]}"; do
    searches "$format" | tr -s ' ' | awk -v format="$format" '{ print >(format "." NR ".search") }'
    each prepare "$format"
  done
  if [ "$UPDATE" ]; then
    for format in "${formats[@]}"; do each digest scalar "$format" | sort -k 3; done >digests
    cat digests >"$DIGESTS"
  fi
}

# What this machine has not is skipped.
there() { # WAY
  case $1 in
    opencl) tmd-shift --device list | grep -q ^opencl || skip "no OpenCL device" ;;
    cuda) [ -e "$BUILD/tests/emulated/libcuda.so.1" ] || skip "no emulated CUDA driver" ;;
  esac
}

all_same() { # WAY
  set -o pipefail
  cd "$BATS_FILE_TMPDIR"
  there "$1"
  for format in "${formats[@]}"; do each same "$1" "$format"; done
}

# on_device WAY: in binary64 there is work for every stage that a device takes, and it was the device that did it.
on_device() {
  local tool program
  while read -r tool program; do
    grep -qh "^tmd-$tool: kernels $program" binary64.*."$1".err || { echo "tmd-$tool did not run there" && return 1; }
  done <<<$'shift shift\nphase1 lines\nphase2 lines\nfarey farey\nexhaust exhaust'
}

@test "scalar" { all_same scalar; }
@test "avx2" { all_same avx2; }
@test "avx512" { all_same avx512; }
@test "opencl" { all_same opencl && on_device opencl; }
@test "cuda" { all_same cuda && on_device cuda; }
