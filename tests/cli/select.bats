# tmd-select: claims joined with their records; claims for more bits, fewer modes and smaller domains.
load synthetic
load ../reference/small-formats

setup() {
  cd "$BATS_TEST_TMPDIR"
  synthetic 30 | tmd-pack >whole.tmd
}

# claims STREAM: their number.
claims() { tmd-dump "$1" | grep -c ^@; }

# edit SED: whole.tmd after a sed script on its text.
edit() { tmd-dump whole.tmd | sed "$1" | tmd-pack; }

# The number of arguments that a stream names as hard: its cases, and those of its regions that are hard throughout.
hard() {
  tmd-dump "$1" | awk -F '\t' '/^@/ { bits = $7 } /^case/ { n++ }
    /^region/ && ($6 == "exact" || $6 == "unbounded" || $6 >= bits + 0) { n += $3 - $2 } END { printf "%.0f\n", n }'
}

@test "claims that adjoin are one, with their cases, whatever their order and their cuts" {
  tmd-select whole.tmd >joined.tmd
  [ "$(claims joined.tmd)" -eq 12 ] # of 30: six regions, with cases between
  cmp <(tmd-dump --records joined.tmd) <(tmd-dump --records whole.tmd)
  tmd-dump joined.tmd | grep ^@ | head -n 1 |
    grep -qx $'@\tcase\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t8388608\t8404992\t-\t40'
  tmd-select joined.tmd | cmp - joined.tmd
  split_blocks whole.tmd
  cat $(ls block.* | sort -R --random-source=whole.tmd) | tmd-select | cmp - joined.tmd
  cat whole.tmd joined.tmd whole.tmd | tmd-select | cmp - joined.tmd
  for at in 1.0001 1.0009765625 1.003 1.004 1.0142; do
    { tmd-select --domain 1:$at whole.tmd && tmd-select --domain $at:1.0144 --domain 1.0143:2 whole.tmd; } >cut.tmd
    tmd-select cut.tmd | cmp - joined.tmd
  done
}

@test "claims of several cells and problems; what overlaps in part is one" {
  edit 's/\t15\t0\t0\t0\t1\t/\t14\t0\t0\t0\t1\t/; s/\texp\t/\tcosh\t/' >other.tmd
  { tmd-select --domain 1:1.006 whole.tmd && cat other.tmd && tmd-select --domain 1.002:2 whole.tmd; } | tmd-select >both.tmd
  cmp <(zstd -q -dc both.tmd) <({ tmd-select other.tmd && tmd-select whole.tmd; } | zstd -q -dc)
  [ "$(claims both.tmd)" -eq 24 ]
}

@test "a claim has a block of 1 MiB at most; the next one goes on" {
  awk 'BEGIN { OFS = "\t"
    print "@", "case", "exp", "24,-126,127", "24,-126,127", "all", 15, 0, 0, 0, 1, 8388608, 8519680, "-", 40
    for (X = 8388608; X < 8519680; X += 2)
      print "case", "-", X, "confirmed", "number", 15, "+0x.fedcba9876543210p-15", 0 }' | tmd-pack >large.tmd
  tmd-select large.tmd >cut.tmd
  [ "$(claims cut.tmd)" -eq 3 ]
  tmd-dump cut.tmd | awk -F '\t' '/^@/ { if ($12 != (at ? at : 8388608)) exit 1; at = $13 } END { exit at != 8519680 }'
  cmp <(tmd-dump --records cut.tmd) <(tmd-dump --records large.tmd)
  zstd -q -dc cut.tmd | LC_ALL=C grep -abo TMDCLAIM | awk -F : '$1 - last > 2^20 { exit 1 } { last = $1 }'
  tmd-select cut.tmd | cmp - cut.tmd
}

@test "contradictions are named, status 1, and nothing is written" {
  local change
  while read -r change; do
    edit "$change" >other.tmd
    cmp -s other.tmd whole.tmd && false
    refused 1 "tmd-select: * contradict each other, x = 0x1*" tmd-select whole.tmd other.tmd
    refused 1 "tmd-select: *exp, modes all, 15 bits: two claims (*" tmd-select other.tmd whole.tmd
  done <<'END'
0,/^case/{/^case/d}
0,/^case/s/0x.fedcba98/0x.fedcba97/
/^case.*8400899/d
0,/^region/s/constant/overflow/
0,/^region/s/constant.*/constant\t1\t40\t50/
END
  tmd-dump whole.tmd | sed -n '0,/^@.region/{/^@.region/{s/region/case/;s/64$/40/;p}}' | tmd-pack >none.tmd # all are hard
  refused 1 "tmd-select: *no case, constant *" tmd-select whole.tmd none.tmd
  # ... or none is, but here is a case
  printf '@\tregion\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t8388608\t8388700\t-\t64\n%s\n' \
    $'region\t8388608\t8388700\toverflow\t1\t0\t0' | tmd-pack >region.tmd
  refused 1 "tmd-select: *contradict each other, x = 0x1p+0*" tmd-select whole.tmd region.tmd
}

@test "what says the same in other words is no contradiction" {
  edit '0,/^region/s/constant.*/identity\t1\t10\t20/' >other.tmd
  tmd-select whole.tmd other.tmd >joined.tmd
  tmd-stat joined.tmd | grep -qx $'covered\t98304\t24576\t8\t.*'
  { printf '@\tregion\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t8388608\t8388612\t-\t64\n%s\n' \
      $'region\t8388608\t8388612\tconstant\t1\t15\t20'
    printf '@\tcase\texp\t24,-126,127\t24,-126,127\tall\t15\t0\t0\t0\t1\t8388608\t8388612\t-\t40\n'
    printf 'case\t-\t%d\tconfirmed\tnumber\t17\t+0x.8000000000000000p-17\t0\n' 8388608 8388609 8388610 8388611; } |
    tmd-pack | tmd-select >both.tmd
  [ "$(claims both.tmd)" -eq 2 ]
}

# An undecided record and a candidate among the synthetic ones.
open_records() {
  edit '0,/^case/s/^\(case\t[^\t]*\t[^\t]*\t\)confirmed\t\([^\t]*\)\t.*/\1undecided\t\2\t0\t-\t4096/
    s/^\(case\t[^\t]*\t8400899\t\).*/\1candidate\t-\t-\t-\t0/'
}

@test "what nobody has finished comes first, as it is, and is refused where it would have to change" {
  open_records >open.tmd
  tmd-plan exp --format binary32 --bits 15 --domain 1:1.01 | tmd-taylor >packets.tmd
  tmd-dump whole.tmd | sed 's/constant\t1/constant\t0/' | tmd-pack >unproved.tmd
  cat open.tmd packets.tmd | tmd-select | tmd-dump >joined.txt
  grep '^@' joined.txt | head -n 2 | cut -f 2,12 | cmp - <(printf 'case\t8400896\npoly\t8388608\n')
  [ "$(grep -c '^@' joined.txt)" -eq $((1 + 1 + 12)) ]
  for option in "--bits 15" "--modes all" "--domain 1:2"; do
    refused 2 "tmd-select: *a claim of kind poly that nobody has finished*" tmd-select $option packets.tmd
    refused 2 "tmd-select: *a claim of kind region that nobody has finished*" tmd-select $option unproved.tmd
  done
}

@test "an undecided case stays undecided, a candidate a candidate; tmd-ziv decides them" {
  open_records >open.tmd
  status_of() { tmd-select "$@" open.tmd | tmd-dump | awk -F '\t' -v X=$X '$1 == "case" && $3 == X { print $4, $5 }'; }
  X=8388608
  for bits in 15 30 1000; do [ "$(status_of --bits $bits)" = "undecided number" ]; done
  [ "$(status_of --modes directed)" = "undecided number" ]
  [ "$(status_of --modes nearest)" = "undecided midpoint" ] # as all integers are in these modes
  X=8400899
  for options in "--bits 30" "--modes directed" "--modes nearest --bits 20"; do [ "$(status_of $options)" = "candidate -" ]; done
  sed 's/undecided\tnumber/undecided\tmidpoint/' <(tmd-dump open.tmd) | tmd-pack >midpoint.tmd
  mv midpoint.tmd open.tmd
  X=8388608
  [ -z "$(status_of --modes directed)" ] # it is next to a midpoint, so to no number
  [ "$(status_of --modes nearest)" = "undecided midpoint" ]
  tmd-select --bits 16 --domain 1:0x1.003p0 open.tmd | tmd-ziv --precision 4097 | tmd-dump >decided
  grep -Eq 'undecided|candidate' decided && false
  grep -q ^@ decided
}

@test "hardness: from K on, one more in directed modes, where the distance is half" {
  local k
  tmd-dump whole.tmd | awk -F '\t' '/^case/ { print $6 }' >hardness
  for k in 15 16 18 23 24 40; do
    [ "$(tmd-select --bits $k whole.tmd | tmd-dump | grep -c ^case || true)" -eq "$(awk "\$1 >= $k" hardness | wc -l)" ]
  done
  edit '/^@.region/d; /^region/d' >cases.tmd # the function is none that has such regions
  tmd-dump cases.tmd | awk -F '\t' '$5 == "number" { sub(/p-.*/, "", $7); print $3, $6 + 1, $7 "p-" $6 + 1 }' >number
  tmd-dump cases.tmd | awk -F '\t' '$5 == "midpoint" { sub(/p-.*/, "", $7); print $3, $6, $7 "p-" $6 + 1 }' >midpoint
  [ -s number ]
  [ -s midpoint ]
  tmd-select --modes directed cases.tmd | tmd-dump | awk -F '\t' '/^case/ { print $3, $6, $7 }' | cmp - number
  tmd-select --modes nearest cases.tmd | tmd-dump | awk -F '\t' '/^case/ { print $3, $6, $7 }' | cmp - midpoint
  tmd-select --modes directed cases.tmd | tmd-dump | grep ^@ | cut -f 6,7 | sort -u | cmp - <(printf 'directed\t16\n')
  tmd-select --modes nearest cases.tmd | tmd-dump | grep ^@ | cut -f 6,7 | sort -u | cmp - <(printf 'nearest\t15\n')
}

@test "what does not follow is refused: fewer bits, modes that were not searched" {
  refused 2 "tmd-select: *that implies 15 to 1000 bits, not 14*" tmd-select --bits 14 whole.tmd
  refused 2 "tmd-select: *for modes directed that implies 16 to 1000 bits, not 15*" \
    tmd-select --modes directed --bits 15 whole.tmd
  edit '/^case/d; s/\tall\t/\tdirected\t/' >directed.tmd
  edit '/^case/d; s/\tall\t/\tnearest\t/' >nearest.tmd
  for modes in all nearest; do refused 2 "*: nothing follows for modes $modes*" tmd-select --modes $modes directed.tmd; done
  for modes in all directed; do refused 2 "*: nothing follows for modes $modes*" tmd-select --modes $modes nearest.tmd; done
  tmd-select --modes directed --bits 15 directed.tmd | cmp - <(tmd-select directed.tmd)
  edit '/^case/d; s/\tall\t15\t/\tall\t1000\t/' >most.tmd
  refused 2 "tmd-select: *bits, not 1001*" tmd-select --modes directed most.tmd
  refused 2 "tmd-select: *domain*" tmd-select --domain 2:1 whole.tmd
}

# follows FUNCTION M K MODES PLAN-OPTION...: what tmd-select makes of a search at M bits, all modes, equals one at K bits and by
# brute force, and covers its plan.
follows() {
  local function=$1 m=$2 k=$3 modes=$4
  shift 4
  set -o pipefail
  search m.tmd "$function" --bits $m "$@" && search k.tmd "$function" --bits $k --modes $modes "$@" &&
    tmd-select --bits $k --modes $modes m.tmd >s.tmd && "$BUILD/tests/brute-force" <s.tmd &&
    tmd-stat --plan k.tmd.plan s.tmd >/dev/null && [ "$(hard s.tmd)" -eq "$(hard k.tmd)" ] || {
    echo "in: $function, $m bits to $k, $modes, $*"
    return 1
  }
}

@test "small formats: more bits, fewer modes, as a search for them and as brute force finds" {
  follows exp 3 5 all --format 6,-6,3
  follows sin 2 3 directed --format 6,-6,7
  follows log1p 1 6 nearest --in 6,0,3 --out 13,-30,30
  follows tan 4 9 directed --in 8,-5,3 --out 3,-2,2
  follows 'rootn(3)' 5 5 nearest --in 4,-20,3 --out 12,-20,20
  follows acos 1 2 directed --format 2,-4,4
  follows tanh 4 11 nearest --format 7,-9,3
  follows tgamma 6 7 all --format 8,-10,3
}

@test "regions: what is hard throughout at fewer bits is divided where it no longer is" {
  # all arguments of regions count; some of them are divided between two arguments
  while read -r function domain modes bits; do
    tmd-search "$function" --format binary32 --bits 15 --domain="$domain" -o m.tmd --force >/dev/null
    tmd-search "$function" --format binary32 --bits $bits --modes $modes --domain="$domain" --plan plan -o k.tmd --force \
      >/dev/null
    tmd-select --bits $bits --modes $modes m.tmd >s.tmd
    tmd-stat --plan plan s.tmd >/dev/null
    [ "$(hard s.tmd)" -eq "$(hard k.tmd)" ]
    [ "$(hard s.tmd)" -lt "$(hard m.tmd)" ]
    tmd-select --domain 0x1.8p-14:0x1.9p-12 k.tmd >part.tmd
    tmd-select --bits $bits --modes $modes --domain 0x1.8p-14:0x1.9p-12 m.tmd | tmd-select - part.tmd >/dev/null # they agree
  done <<END
sin 0x1p-24:0x1p-10 all 20
log1p -0x1p-10:0x1p-10 directed 40
expm1 -inf:-0x1p-4 nearest 19
END
}

@test "regions where no argument is hard stay, though G takes every other integer of theirs" {
  # here G of modes all is X and a fraction, and that of directed modes half of it: no line, no region that could be proved anew
  tmd-search asin --bits 44 --domain 0x1.ffffffffaaaabp-17:0x1p-16 -o m.tmd --force >/dev/null
  tmd-dump m.tmd | grep -qx $'region\t9007199254391467\t9007199254740992\tidentity\t1\t1\t1'
  tmd-select --modes directed m.tmd | tmd-dump | grep -qx $'region\t9007199254391467\t9007199254740992\tidentity\t1\t1\t2'
  tmd-select --modes nearest m.tmd | tmd-dump | grep -qx $'region\t9007199254391467\t9007199254740992\tidentity\t1\t0\t1'
}

@test "--domain: the arguments of the domain and no others, x = 0 and negative ones too" {
  search m.tmd sin --format 6,-6,7 --bits 2
  for domain in 0:1 -1:0 -0.51:0x1.2p-5 0x1.88p0:0x1.8cp0 -inf:-0x1.04p1 0x1p-11:inf; do
    search k.tmd sin --format 6,-6,7 --bits 2 --domain=$domain
    tmd-select --domain=$domain m.tmd >s.tmd
    tmd-stat --plan k.tmd.plan s.tmd >/dev/null
    cmp <(tmd-dump --cases --expand s.tmd | sed '/^#/d') <(tmd-dump --cases --expand k.tmd | sed '/^#/d')
    arguments() { tmd-dump "$1" | awk -F '\t' '/^@/ { n += $13 - $12 } END { print n }'; }
    [ "$(arguments s.tmd)" -eq "$(arguments k.tmd)" ]
  done
  [ -z "$(tmd-select --domain 256:300 m.tmd)" ]
}

@test "what comes before a bad block is joined, status 3" {
  { cat whole.tmd && head -c 100 whole.tmd; } >cut.tmd
  run -3 --separate-stderr bash -c 'tmd-select cut.tmd >out.tmd'
  [ "${#stderr_lines[@]}" -eq 1 ]
  tmd-select whole.tmd | cmp - out.tmd
}
