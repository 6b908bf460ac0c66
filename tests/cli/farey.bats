# tmd-farey: the candidates of tmd-exhaust, byte for byte (orders, forms, shapes of packets and claims: tests/unit/test-farey.c);
# what is not its own passes; and searches by --method farey and by every argument find the same.
load synthetic

# Formats of 30 to 44 bits are curved enough that a slice has thousands of arcs (binary64 has hardly any); with about two thirds
# of p bits, and not fewer, their roots are taken in single precision.
# packets.tmd: exp rising through an output binade, log bent the other way, cbrt at negative x, lines of binary64; other.tmd: what
# tmd-farey leaves alone.
setup_file() {
  cd "$BATS_FILE_TMPDIR"
  {
    tmd-plan exp --method farey --format 30,-60,60 --bits 21 --domain 0x1.581p-1:0x1.68p-1
    tmd-plan log --method farey --format 30,-60,60 --bits 20 --domain 0x1.41p+1:0x1.4fp+1
    tmd-plan cbrt --method farey --format 32,-60,60 --bits 21 --domain -0x1.0c01p+2:-0x1.08p+2
    tmd-plan sin --method farey --bits 18 --domain 0x1.2p+0:0x1.2000000123456p+0
  } | awk '!/^function/ || NR == 1' >plan
  tmd-taylor plan >taylor.tmd
  tmd-shift taylor.tmd >packets.tmd
  tmd-exhaust --all packets.tmd >exhaust.tmd
  zstd -q -dc exhaust.tmd >expected
  {
    tmd-plan exp --method exhaust --format binary32 --domain 1:1.01 | tmd-taylor
    tmd-plan exp --method regular --domain 1:1.00000001 | tmd-taylor | tmd-shift
    tmd-plan exp --method farey --format binary32 --domain 0:0x1p-60 | tmd-taylor # regions
    tmd-plan sin --format binary16 --domain 2048:4096 | tmd-taylor                # cases, cells of single arguments
    cat "$samples/good.tmd"
  } >other.tmd
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  ln -s "$BATS_FILE_TMPDIR"/{plan,expected,*.tmd} .
}

content() { zstd -q -dc; }
cases() { tmd-dump "$@" | grep -c '^case'; }

# edit SED: packets.tmd after a sed script on its text.
edit() { tmd-dump packets.tmd | sed "$1" | tmd-pack; }

# the value of KEY in the line of --stats in FILE
stat_of() { tr ' ' '\n' <"$2" | awk -F = -v key="$1" '$1 == key { print $2 }'; }

@test "the streams that are compared hold what they should" {
  [ "$(cases exhaust.tmd)" -ge 100 ]
  [ "$(cut -f 9 plan | sort -u | wc -l)" -ge 4 ]
  [ "$(column function plan <plan | grep -c '^method=farey .*order=[1-9][0-9]*$')" -eq "$(sed 1d plan | wc -l)" ]
  [ "$(cut -f 7 plan | sort -u | grep -c '^[01]$')" -eq 2 ]
  tmd-farey --stats packets.tmd 2>line | content | cmp - expected
  [ "$(stat_of arcs line)" -ge 300 ]
  tmd-dump other.tmd | grep -q '^poly'
  tmd-dump other.tmd | grep -q '^region'
  tmd-dump other.tmd | grep -q '^case'
}

@test "every instruction set and number of threads: the stream of tmd-exhaust" {
  [ "$(sets | wc -l)" -ge 1 ]
  for set in $(sets); do
    for j in 1 2 3; do tmd-farey --simd $set -j $j packets.tmd | content | cmp - expected; done
  done
}

@test "packets that reach far beyond their claim cost what is claimed, and lose nothing at its ends" {
  # the last packet of each claim, of one domain, is made longer: no argument of the claim has another value
  for n in 4398046511104 9223372036854775808; do
    tmd-dump taylor.tmd | awk -F '\t' -v OFS='\t' -v n=$n '/^poly/ { $3 = n } { print }' | tmd-pack >far.tmd
    for stage in 'tmd-exhaust --all' tmd-farey 'tmd-farey --form plain'; do
      timeout $((10 * slow)) $stage far.tmd | content | cmp - <($stage taylor.tmd | content)
    done
  done
}

@test "what is not its own passes, byte for byte" {
  tmd-farey other.tmd | cmp - other.tmd
  tmd-farey packets.tmd >found.tmd
  cat other.tmd packets.tmd other.tmd | tmd-farey | cmp - <(cat other.tmd found.tmd other.tmd)
  edit '/^@/s/method=farey/method=fare/' >fare.tmd
  tmd-farey fare.tmd | cmp - fare.tmd
  edit '/^@/s/method=farey [^\t]*/-/' >bare.tmd
  tmd-farey bare.tmd | cmp - bare.tmd
}

@test "--order takes every poly claim, whatever its plan, and nothing else" {
  tmd-exhaust --all other.tmd | content >by-exhaust
  cmp -s by-exhaust <(content <other.tmd) && false
  tmd-farey --order 100 other.tmd | content | cmp - by-exhaust
  edit '/^@/s/method=farey [^\t]*/-/' >bare.tmd
  tmd-farey --order 100 bare.tmd | content | cmp - <(tmd-exhaust --all bare.tmd | content)
  edit '/^@/s/order=[0-9]*/order=0/' >none.tmd
  tmd-farey --order 100 none.tmd | content | cmp - <(tmd-exhaust --all none.tmd | content)
}

@test "a plan without an order, or with one that is none: one line, status 2" {
  for order in '' ' order=0' ' order=-3' ' order=x' ' order=7x' ' order=0x10' ' order=33554433' ' order=99999999999999999999'; do
    edit "/^@/s/ order=[0-9]*/$order/" >wrong.tmd
    refused 2 "tmd-farey: plan: order is not in 1..33554432" tmd-farey wrong.tmd -o out.tmd
    [ ! -s out.tmd ]
  done
  edit '/^@/s/order=[0-9]*/order=33554432/' | tmd-farey | tmd-dump --records | cmp - <(tmd-dump --records exhaust.tmd)
}

@test "an --order out of range, a form that is none: one line, status 2" {
  for option in "--order 0" "--order -1" "--order 33554433" "--order 99999999999999999999" "--order x" "--order=" \
      "--form lines" "--simd mmx"; do
    bad_usage "tmd-farey: ${option%%[ =]*}" tmd-farey $option packets.tmd
  done
}

@test "--stats: the keys of its manual page, and what they count" {
  keys="blocks arcs roots hits lines members candidates ns_per_2^20"
  for key in $keys; do tmd-farey --man | grep -q -F "$key"; done
  tmd-farey --stats packets.tmd 2>walk >found.tmd
  tmd-farey --stats --form plain packets.tmd 2>plain >/dev/null
  tmd-farey --stats other.tmd 2>none >/dev/null
  for line in walk plain none; do
    [ "$(wc -l <$line)" -eq 1 ]
    fields='tmd-farey: claims=[0-9]+ arguments=[0-9]+ passed=[0-9]+ bytes_in=[0-9]+ bytes_out=[0-9]+ seconds=[0-9.]+ blocks='
    [[ $(cat $line) =~ ^$fields ]]
    [ "$(sed 's/.*\( blocks=\)/\1/; s/=[^ ]*//g' $line)" = " $keys" ]
  done
  [ "$(stat_of arguments walk)" -eq \
    "$(awk "$awk_columns"'{ n += arguments() } END { printf "%.0f", n }' plan)" ]
  [ "$(stat_of candidates walk)" -eq "$(cases found.tmd)" ]
  [ "$(stat_of passed walk)" -eq 0 ]
  [ "$(stat_of blocks walk)" -ge 4 ]
  [ "$(stat_of arcs walk)" -gt "$(stat_of blocks walk)" ]
  [ "$(stat_of roots walk)" -gt 0 ]
  [ "$(stat_of members walk)" -ge "$(stat_of candidates walk)" ]
  awk -v ns="$(stat_of ns_per_2^20 walk)" 'BEGIN { exit !(ns > 0 && ns < 1e9) }'
  [ "$(stat_of arcs plain)" -eq 0 ]
  [ "$(stat_of lines plain)" -gt "$(stat_of lines walk)" ]
  [ "$(stat_of candidates plain)" -eq "$(stat_of candidates walk)" ]
  [ "$(stat_of passed none)" -eq "$(stat_of claims none)" ]
  [ "$(stat_of arcs none)" -eq 0 ]
}

@test "SIGINT in a block: it is written whole, and no other" {
  # a block that takes a tenth of a second or so, again and again
  tmd-plan exp --method farey --format 34,-60,60 --bits 24 --domain 1:1.02 | tmd-taylor | tmd-shift >one.tmd
  tmd-farey --order 10000 one.tmd >one-found.tmd
  for i in $(seq 100); do cat one.tmd; done >many.tmd
  tmd-farey --order 10000 many.tmd >out.tmd &
  stage=$!
  for i in $(seq 200); do [ ! -s out.tmd ] || break; sleep 0.02; done
  kill -INT $stage
  status=0
  wait $stage || status=$?
  [ "$status" -eq 130 ]
  blocks=$(tmd-dump out.tmd | grep -c '^@')
  [ "$blocks" -ge 1 ]
  [ "$blocks" -lt 100 ]
  for i in $(seq 100); do cat one-found.tmd; done | head -c "$(stat -c %s out.tmd)" | cmp - out.tmd
}

# ---- whole searches ----

seed=20261121
# random BELOW: sets `number`.
random() {
  seed=$((seed * 6364136223846793005 + 1442695040888963407)) # Knuth's linear congruential generator
  number=$((((seed >> 8) & 0xffffffffffffff) % $1))
}

# slice SIGN P E LOG2: sets `options` to --domain and 2^LOG2 arguments of the binade 2^E of precision P, at random.
slice() {
  local range=$(((1 << ($2 - 1)) - (1 << $4))) a b
  [ "$range" -gt 0 ] || range=0x7fffffffffffffff
  random $range
  a=$(printf '0x%xp%d' $(((1 << ($2 - 1)) + number)) $(($3 - $2 + 1)))
  b=$(printf '0x%xp%d' $(((1 << ($2 - 1)) + number + (1 << $4))) $(($3 - $2 + 1)))
  [ "$1" = + ] && options=(--domain "$a:$b") || options=(--domain "-$b:-$a")
}

# agree CASES ARCS SHARE FUNCTION PLAN-OPTION...: --method farey and exhaust find the same, at least so many cases, with so many
# arcs; the walk has at least this share of the arguments that are no regions. order=Q: where the plan has lines of order 8,
# cheaper there, the walk takes arcs all the same.
agree() {
  local cases=$1 arcs=$2 share=$3
  shift 3
  for method in farey exhaust; do
    tmd-plan --method $method -o $method.plan "$@" || { echo "in: $*" && return 1; }
    [ -z "${order:-}" ] || sed -i -E "s/ n=[0-9]+ count=[0-9]+ order=8\\b/ n=65536 count=16 order=$order/" $method.plan
    tmd-search - -j 2 --plan $method.plan --force -o $method.out >/dev/null || { echo "in: $*" && return 1; }
    tmd-dump --records $method.out >$method.txt
  done
  tmd-taylor farey.plan | tmd-shift | tmd-farey --stats >/dev/null 2>line
  local found walked
  found=$(grep -c '^case' exhaust.txt) walked=$(stat_of arcs line)
  cmp farey.txt exhaust.txt && [ "$found" -ge "$cases" ] && [ "$walked" -ge "$arcs" ] &&
    awk -v share="$share" "$awk_columns"'
      $at("region") == "-" { all += arguments() }
      $at("region") == "-" && $at("plan") ~ /^method=farey .*order=[1-9]/ { n += arguments() }
      END { printf "%.0f of %.0f arguments by the walk\n", n, all; exit !(all >= 2^22 && n >= share * all) }' farey.plan &&
    ! grep -q farey exhaust.plan || { echo "in: $*: $found cases, $walked arcs" && return 1; }
}

# slices CASES ARCS P E LOG2 FUNCTION PLAN-OPTION...: at random in the binade 2^E, positive, and also negative if FUNCTION begins
# with -.
slices() {
  local cases=$1 arcs=$2 p=$3 e=$4 log2=$5 function=${6#-} all=()
  slice + $p $e $log2
  all=("${options[@]}")
  [ "$function" = "$6" ] || { slice - $p $e $log2 && all+=("${options[@]}"); }
  agree "$cases" "$arcs" 0.999 "$function" "${all[@]}" "${@:7}"
}

@test "32 bits, at random: exp, log, sin, cos, tan, atan, cbrt, rsqrt, sinh, log2" {
  for function in -exp -sin -cos -tan -atan -cbrt -sinh; do
    slices 80 1000 32 0 26 $function --format 32,-60,60 --bits 21
  done
  slices 40 500 32 3 26 log --format 32,-60,60 --bits 21
  slices 40 500 32 -3 26 log2 --format 32,-60,60 --bits 21
  slices 40 500 32 1 26 rsqrt --format 32,-60,60 --bits 21
}

@test "modes directed and nearest, other precisions" {
  for modes in directed nearest; do
    slices 100 20 36 -2 24 -exp2 --format 36,-60,60 --bits 18 --modes $modes
    slices 60 100 40 -1 26 -acos --format 40,-60,60 --bits 20 --modes $modes
    slices 100 300 30 2 24 log10 --format 30,-60,60 --bits 16 --modes $modes
    slices 20 50 44 1 26 -tanh --format 44,-60,60 --bits 22 --modes $modes
  done
}

@test "binary32, binary80, binary128; 24 bits in and 53 out, 32 in and 24 out" {
  agree 1000 1000 0.9 exp --format binary32 --bits 13 --domain 0.5:2
  agree 1000 1000 0.75 tan --format binary32 --bits 13 --domain -1.5:-0.25
  slices 100 0 64 0 26 -exp --format binary80 --bits 20
  slices 100 0 64 -3 26 asin --format binary80 --bits 20 --modes directed
  slices 100 0 53 4 26 -cbrt --bits 20
  slices 100 0 53 -1 26 log1p --bits 20
  agree 100 0 0.9 atan --in binary32 --out binary64 --bits 16 --domain -0x1p-15:-0x1p-16 --domain 0x1p-16:0x1p-15
  agree 100 0 0.9 exp --in 32,-60,60 --out binary32 --bits 20 --domain 1.5:1.53125
}

@test "around zeros, inflections and poles" {
  order=461 agree 100 100 0.9 sin --format 36,-60,60 --bits 18 --domain 0x1.91ep+1:0x1.926p+1
  order=461 agree 100 100 0.9 cos --format 36,-60,60 --bits 18 --domain -0x1.926p+0:-0x1.91ep+0
  slices 100 20 36 -4 26 -acos --format 36,-60,60 --bits 18
  agree 100 100 0.5 tan --format 36,-60,60 --bits 18 --domain 0x1.90p+0:0x1.903p+0 --domain 0x1.93ap+0:0x1.93cp+0
  agree 100 100 0.9 log --format 36,-60,60 --bits 18 --domain 0x1.ffep-1:0x1.0008p+0
  agree 100 100 0.5 acos --format 36,-60,60 --bits 18 --domain 0x1.ffap-1:0x1.ffcp-1
}
