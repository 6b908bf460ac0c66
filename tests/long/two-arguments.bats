# Functions of x and y: random problems against every pair by MPFR alone
bats_require_minimum_version 1.5.0
load ../cli/synthetic.bash
load ../cli/two-arguments.bash

setup() { cd "$BATS_TEST_TMPDIR"; }

teardown() { [ ! -e problem ] || cat problem; } # printed where a test fails

# by_powers FUNCTION MODES: X Y OUT MODES BITS of a random problem of pown or rootn, most of them with rows that are searched by
# running through n.
by_powers() {
  local p=$((RANDOM % 5 + 4)) q=$((RANDOM % 5 + 4)) least=$((RANDOM % 20 + 1)) most=$((RANDOM % 20 + 1)) bits=$((RANDOM % 5 + 5))
  local n=$((RANDOM % 2 ? 8 : 200)) out=$q,-$((RANDOM % 30 + 1)),$((RANDOM % 30 + 1))
  local low=$((RANDOM % (2 * n + 1) - n))
  if [ "$1" = rootn ]; then
    bits=$(((p > 7 ? p : 7) + 6 - q + RANDOM % 4))
    out=$q,-$(((least + p + 1) / 2 + RANDOM % 3)),$(((most + 2) / 2 + RANDOM % 20))
  fi
  problem="$p,-$least,$most int:$low:$((low + RANDOM % (n + 1 - low))) $out $2 $bits"
}

# PROBLEMS random problems (default 300), the same ones for a SEED (default: the date)
@test "random problems: every pair" {
  RANDOM=$((${SEED:-$(date +%Y%m%d)} % 32768))
  local functions=(pow powr hypot atan2 atan2pi pown rootn compoundn)
  functions+=('x*exp(y)' 'sqrt(x^2+y^2)' 'x/y' 'sin(x)/y' 'log(x)+exp(y)' 'x^2-y' 'x*y' 'x+y' 'exp(x+y)' 'exp(x*y)' 'log(x*y)')
  functions+=('log(x^2+y^2+1)' 'x*log(y)' 'x/(1+exp(y))' 'sin(x)*cos(y)')
  functions+=('sin(x+y)' 'atan(x/y)' 'tanh(x*y)' 'cbrt(x+y)' 'sqrt(x)*y')
  local modes=(all directed nearest)
  least=0 # a problem may have no case
  for ((i = 0; i < ${PROBLEMS:-300}; i++)); do
    f=${functions[RANDOM % ${#functions[@]}]} x=$((RANDOM % 4 + 3)),-$((RANDOM % 5 + 1)),$((RANDOM % 5 + 1))
    case $f in
      pown | rootn | compoundn) y=int:-$((RANDOM % 20 + 1)):$((RANDOM % 20 + 1)) ;;
      *) y=$((RANDOM % 4 + 2)),-$((RANDOM % 5 + 1)),$((RANDOM % 5 + 1)) ;;
    esac
    if [ "$f" = 'tanh(x*y)' ]; then x=${x%,*},2 y=${y%,*},2; fi # else so near 1 that no precision decides
    problem="$x $y $((RANDOM % 4 + 3)),-$((RANDOM % 8 + 1)),$((RANDOM % 8 + 1)) ${modes[RANDOM % 3]} $((RANDOM % 5 + 1))"
    if [[ $f = pown || $f = rootn ]] && ((RANDOM % 3 == 0)); then by_powers $f ${modes[RANDOM % 3]}; fi
    by_tiles=()
    if ((RANDOM % 2)); then by_tiles=(--method farey); fi
    echo "$f $problem ${by_tiles[*]}" >problem
    equal "$f" "$f" $problem # outside of a condition, where errors within would not count
  done
}

# band FUNCTION XLOW XHIGH NLOW NHIGH BITS: in binary32, the pairs with XLOW <= x < XHIGH are those of plain enumeration.
band() {
  local ints=int:$4:$5
  tmd-plan "$1" --in binary32 --in-y "$ints" --out binary32 --bits "$6" --domain="$2:$3" >plan
  grep -q method=powers plan
  tmd-taylor plan | tmd-ziv | tmd-dump |
    awk -F '\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' |
    while read -r pair rest; do printf '%.17g %s %s\n' "${pair%;*}" "$pair" "$rest"; done |
    awk -v low="$(printf %.17g "$2")" -v high="$(printf %.17g "$3")" '$1 >= low && $1 < high' |
    cut -d ' ' -f 2- | sort >ours
  "$BUILD/tests/brute-pairs" "$1" 24,-126,127 "$ints" 24,-126,127 all "$6" "$2" "$3" | grep -v ' exact ' | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-5}" ]
  cmp ours theirs
}

# PAIRS in each band (default 2^28)
@test "binary32: bands of pown and rootn in cells of all kinds against plain enumeration" {
  RANDOM=$((${SEED:-$(date +%Y%m%d)} % 32768))
  local pairs=${PAIRS:-$((1 << 28))} n=$((RANDOM % 1000000 + 1000000))
  band pown 1 0x1.0001p0 $n $((n + pairs / 512)) 18          # x^n up to 2^128 and beyond
  band pown 0x1.fffep-1 1 $n $((n + pairs / 512)) 18         # down to subnormal numbers
  band pown 0x1.ffffp-1 1 $((-n - pairs / 256)) $((-n)) 18
  band pown -0x1.002p0 -1 $((-n / 100 - pairs / 4096)) $((-n / 100)) 18
  band pown 0x1p-10 0x1.1p-10 -14 20 18
  band pown 2 0x1.08p1 -160 140 18
  band pown 0x1p-45 0x1.2p-45 2 4 16                         # cubes are subnormal
  n=$((RANDOM % 1000 + 128))
  band rootn 0x1p20 0x1p21 $n $((n + pairs / 8388608)) 20
  band rootn 0x1p-40 0x1p-39 $((-n * 7 - pairs / 8388608)) $((-n * 7)) 22
  band rootn -0x1p-100 -0x1p-101 $n $((n + pairs / 4194304)) 20
  band rootn 0x1p-149 0x1p-126 3 $((3 + pairs / 8388608)) 20
  band rootn 0x1.8p127 0x1p128 -3 -1 14                      # 1/x is subnormal
  band rootn 0x1p127 0x1p128 2 $((2 + pairs / 8388608)) 20
  n=$((n * 800))
  band rootn 0x1p100 0x1.01p100 $n $((n + pairs / 32768)) 25
}

@test "binary16, some y: every x" {
  least=20
  for f in pow atan2 atan2pi; do equal $f $f 11,-14,15 3,-1,1 11,-14,15 all 14; done
  equal rootn rootn 11,-14,15 int:-9:12 11,-14,15 nearest 15
  equal pown pown 11,-14,15 int:-40:-2 11,-14,15 directed 15
  equal compoundn compoundn 11,-14,15 int:35:45 11,-14,15 all 14
}

# angles FUNCTION X Y BITS PAIRS: in binary32, of the cell of X and Y, powers of two, X with a sign, so many pairs in random
# rows of a random strip are those of plain enumeration.
angles() {
  local strip=$((RANDOM % 32)) rows=$(($5 >> 18)) row ends
  row=$((RANDOM * 256 % (8388608 - rows)))
  # x and y from, to; of x < 0 an end that belongs to the strip and one that does not change places
  ends=$(awk -v x="$2" -v y="$3" -v strip=$strip -v row=$row -v rows=$rows 'BEGIN {
    a = x * (1 + strip / 32); b = x * (1 + (strip + 1) / 32)
    if (x < 0) { c = a; a = b * (1 - 2 ^ -26); b = c * (1 - 2 ^ -26) }
    printf "%.17g %.17g %.17g %.17g\n", a, b, y * (1 + row / 8388608), y * (1 + (row + rows) / 8388608)
  }')
  local x0 x1 y0 y1
  read -r x0 x1 y0 y1 <<<"$ends"
  tmd-plan "$1" --format binary32 --bits "$4" --domain="$x0:$x1" --domain-y="$y0:$y1" >plan
  awk -F '\t' -v OFS='\t' -v first=$(((strip << 41) + (row << 18))) -v count=$((rows << 18)) \
    'NR > 1 { $10 = sprintf("%.0f", first); $11 = sprintf("%.0f", first + count) } 1' plan >band
  [ "$(grep -c method=angles band)" -eq 1 ]
  tmd-taylor band | tmd-ziv | tmd-dump | awk -F '\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' | sort >ours
  "$BUILD/tests/brute-pairs" "$1" 24,-126,127 24,-126,127 24,-126,127 all "$4" "$x0" "$x1" "$y0" "$y1" | grep -v ' exact ' |
    sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-5}" ]
  cmp ours theirs
}

@test "more candidates than a block has room for" {
  local cell=(--format 14,-100,100 --bits 7 --domain 4:7.9998 --domain-y 4:7.9998)
  tmd-plan atan2 "${cell[@]}" >plan
  tmd-taylor plan | tmd-ziv >cases.tmd
  [ "$(tmd-dump cases.tmd | grep -c ^@)" -gt 1 ]
  tmd-stat --plan plan cases.tmd | tail -n 1 | grep -q '	0$' # no gaps
  tmd-dump cases.tmd | grep ^case >ours
  tmd-plan atan2 "${cell[@]}" --method exhaust | tmd-taylor | tmd-ziv | tmd-dump | grep ^case | cmp - ours
}

# PAIRS in each band (default 2^28)
@test "binary32: bands of atan2 and atan2pi in cells of all kinds against plain enumeration" {
  RANDOM=$((${SEED:-$(date +%Y%m%d)} % 32768))
  local pairs=${PAIRS:-$((1 << 28))} f y
  for f in atan2 atan2pi; do
    for y in 1024 512 128 0.5 16384 1048576; do # y/x from 2^-11 to 2^10
      angles $f 1024 $y 20 "$pairs"
      angles $f -1024 $y 20 "$pairs"
    done
  done
  angles atan2pi 1024 0x1p-90 20 "$pairs"
  angles atan2pi 1024 0x1p-138 20 "$pairs" # subnormal results
}

@test "rows in too many parts for memory: one line" {
  tmd-plan pow --format binary32 --domain 0x1p-149:0x1p-132 --domain-y 0x1p-24:0x1.1p-24 | sed 's/ block=[0-9]*//' >plan
  ulimit -v 2000000
  run -2 tmd-taylor plan
  [[ $output = *"a smaller --block"* ]]
}

# hex M E: M 2^E as a hexadecimal number.
hex() { printf '0x%xp%d' "$1" "$2"; }

# PAIRS in each band (default 2^28)
@test "binary32: bands of pow by tiles in cells of all kinds against plain enumeration" {
  RANDOM=$((${SEED:-$(date +%Y%m%d)} % 32768))
  local pairs=${PAIRS:-$((1 << 28))} f=24,-126,127 modes=(all directed nearest) strip first end x y sign least=0
  for x in 0 -1 10 -70 -126 127; do # exponents; of each a random strip of 2^17 values, of 64 in a binade
    for y in -1 0 -2 -7 -12 2 4 6; do
      for sign in '' -; do
        strip=$((64 + RANDOM % 64)) first=$(((1 << 23) + RANDOM * 128))
        end=$((first + (pairs >> 17)))
        # powers in the range of the format alone
        awk "BEGIN { t = $x + 1; y = 2 ^ ($y + 1); exit (t < 0 ? -t : t) * y > 125 || 2 * y > 120 }" || continue
        if [ "$sign" ]; then set -- $((8 * end - 1)) $((8 * first - 1)) $((y - 26)); else set -- $first $end $((y - 23)); fi
        in_domain pow $f $f $f "${modes[RANDOM % 3]}" 20 "$(hex $strip $((x - 6)))" "$(hex $((strip + 1)) $((x - 6)))" \
          "$sign$(hex "$1" "$3")" "$sign$(hex "$2" "$3")"
        cat ours >>found
      done
    done
  done
  [ "$(wc -l <found)" -gt 300 ]
}

# within N: lines x;y whose exponents differ by at most N.
within() {
  awk -v most="$1" '{
    split($1, v, ";"); sub(/.*p/, "", v[1]); sub(/.*p/, "", v[2])
    if (v[1] - v[2] <= most && v[2] - v[1] <= most) print
  }'
}

# signed SIGN LOW HIGH: ends of the numbers with this sign (1 or -1) and LOW <= |x| < HIGH, the lower one included.
signed() {
  awk -v CONVFMT=%.17g -v OFMT=%.17g -v a="$2" -v b="$3" -v sign="$1" 'BEGIN {
    if (sign > 0) print a, b
    else print -b * (1 - 2 ^ -20), -a * (1 - 2 ^ -20)
  }'
}

# enumerate FUNCTION N: the cases of binary16 at 18 bits by plain enumeration, of pairs whose exponents differ by at most N.
enumerate() {
  local e x y ends format=11,-14,15
  for ((e = -24; e <= 15; e++)); do
    ends=$(awk -v CONVFMT=%.17g -v OFMT=%.17g "BEGIN { print 2 ^ $e, 2 ^ ($e + 1), 2 ^ ($e - $2), 2 ^ ($e + 1 + $2) }")
    for x in 1 -1; do
      for y in 1 -1; do
        # shellcheck disable=SC2086,SC2046 # words
        "$BUILD/tests/brute-pairs" "$1" $format $format $format all 18 $(signed $x ${ends% * *}) $(signed $y ${ends#* * })
      done
    done
  done | within "$2" | sort
}

# whole16 FUNCTION N: every pair of binary16; where regions are hard throughout, those alone whose exponents differ by at most N.
whole16() {
  cases "$1" --format binary16 --bits 18 >all
  tail -n 1 stat | grep -q '	0$' # no gaps
  within "$2" <all >ours
  enumerate "$1" "$2" >theirs
  if by_rule "$1"; then sed -i '/ exact /d' theirs; fi
  outside "$1" 11,-14,15 11,-14,15 <theirs >rest
  cmp ours rest
  [ -s ours ]
}

# integers16 FUNCTION: every pair of x in binary16, n of 16 bits.
integers16() {
  local x=11,-14,15 n=int:-32768:32767
  cases "$1" --in $x --in-y $n --out $x --bits 18 >ours
  tail -n 1 stat | grep -q '	0$' # no gaps
  "$BUILD/tests/brute-pairs" "$1" $x $n $x all 18 | sort >theirs
  without_exact "$1"
  outside "$1" $x $n <theirs >rest
  cmp ours rest
  [ -s ours ]
}

@test "binary16: every pair of pown" { integers16 pown; }
@test "binary16: every pair of rootn" { integers16 rootn; }
@test "binary16: every pair of compoundn" { integers16 compoundn; }
@test "binary16: every pair of powr" { whole16 powr 80; }
@test "binary16: every pair of hypot" { whole16 hypot 12; }
@test "binary16: every pair of atan2" { whole16 atan2 80; }
@test "binary16: every pair of atan2pi" { whole16 atan2pi 26; }
@test "binary16: every pair of pow" { whole16 pow 80; }
