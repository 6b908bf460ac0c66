# Published binary64 cases are found again: slices around seeded members of the lists in $DATA, exactly the listed cases with
# hardness >= 44 in them; and single values whose hardness is known.
load ../cli/synthetic

# rediscover FUNCTION LOW HIGH: 6 slices of 2^36 arguments
rediscover() {
  [ -r "$DATA/$1.wc" ] || skip "no $DATA/$1.wc"
  local domain options=()
  listed "$1" "$DATA/$1.wc" "$2:$3" >all
  "$root/tests/reference/published.pl" sample all "$2" "$3" 20261120 6 36 | sort -u >domains
  while read -r domain; do options+=(--domain "$domain"); done <domains
  [ ${#options[@]} -ge 8 ]
  tmd-search "$1" --bits 44 "${options[@]}" --force -o out.tmd >/dev/null
  cases out.tmd >found
  listed "$1" all $(cat domains) | diff found -
  [ -s found ]
}

@test "published cases of exp in [0.5, 4)" { rediscover exp 0.5 4; }
@test "published cases of sin in (0, 2^11)" { rediscover sin 0x1p-20 2048; }
@test "published cases of cbrt in [0.5, 4)" { rediscover cbrt 0.5 4; }

# The table's row of one argument: its hardness is $3.
row() {
  local function=$1 from=$2 to=$3 hardness=$4 bits=$5
  tmd-search "$function" --bits 44 --domain "$from:$to" | grep -F -- "$from " >row
  cat row
  [ "$(awk '{ print $2 }' row)" = "$hardness" ]
  grep -q -F "$bits" row
}

@test "log at 0x1.62a88613629b6p+678 has hardness 64" {
  row log 0x1.62a88613629b6p+678 0x1.62a88613629b7p+678 64 ' 0^64 1'
}

@test "exp10 at -0x1.1416c72a588a6p-1 has hardness 65" {
  row exp10 -0x1.1416c72a588a6p-1 -0x1.1416c72a588a5p-1 65 '^65 '
}

@test "long runs for analytic reasons near 2^-20: sin, atan, sinh, tan" {
  row sin 0x1.e0000000001c2p-20 0x1.e0000000001c3p-20 72 '^72 '
  # every row that the table prints there is what direct evaluation says of its argument
  for function in atan sinh tan; do
    tmd-search $function --bits 44 --domain 0x1.dfffffffff000p-20:0x1.e000000002000p-20 -o $function.tmd --top 3 >table
    tmd-dump --to wc $function.tmd >list
    listed $function list 0x1p-20:0x1p-19 >direct
    cases $function.tmd | diff - direct
    awk '$1 ~ /^0x/ { split($NF, tail, " "); print $1, $2 }' table | sort | comm -23 - direct | grep . && return 1
    [ "$(awk '$1 ~ /^0x/ { print $2; exit }' table)" -ge 66 ]
  done
}
