# What lib/cases has of binary64, and slices of it searched again. For bats suites that load synthetic before.

kept_functions() { awk -F '\t' '$2 == "binary64" && $3 != "not run" { print $1 }' "$root/lib/cases/SUMMARY.tsv"; }
complete_functions() { awk -F '\t' '$2 == "binary64" && $3 == "complete" { print $1 }' "$root/lib/cases/SUMMARY.tsv"; }
file_names() { tr '(' _ | tr -d ')' | sed 's/$/.tmd/'; } # of functions: rootn_-2.tmd

# slice_again FUNCTION: 2^40 arguments or so around a case of hardness 52 or more that was found, one at random (with the options
# in random, of shuf).
random=()
slice_again() {
  local file=$root/lib/cases/$(file_names <<<"$1") x mantissa sign exponent digits low high domain stream
  x=$(tmd-dump --records "$file" | awk -F '\t' '$1 == "case" && $7 ~ /^[0-9]+$/ && $7 >= 52 { print $2 }' |
    shuf -n 1 "${random[@]}")
  echo "$1 around $x"
  mantissa=${x#*0x1} mantissa=${mantissa%p*} mantissa=${mantissa#.}
  sign=${x%%0x*} exponent=${x#*p}
  digits=$(printf '%-13s' "$mantissa" | tr ' ' 0)
  low=$((16#$digits - (1 << 39))) high=$((16#$digits + (1 << 39)))
  # both ends may lie in the next binade: -b <= x < -a has a left out, a <= x < b has b left out
  if [ $low -gt 0 ]; then low=$(printf '0x1.%013xp%d' $low "$exponent"); else low=0x1.fffffffffffffp$((exponent - 1)); fi
  if [ $high -lt $((1 << 52)) ]; then high=$(printf '0x1.%013xp%d' $high "$exponent"); else high=0x1p$((exponent + 1)); fi
  domain=$sign$low:$sign$high
  [ -z "$sign" ] || domain=${domain#*:}:${domain%:*}
  tmd-search "$1" --bits 52 --domain="$domain" -o again.tmd --force >/dev/null
  tmd-select --bits 52 --domain="$domain" "$file" >kept.tmd
  # where no case is possible a search may say so by a region (rsqrt near 2^-1022), and what is kept by an empty claim:
  # the same cases, of the same arguments
  for stream in again kept; do
    tmd-dump --records "$stream.tmd" | grep ^case >"$stream.cases"
    tmd-stat --plan <(tmd-plan "$1" --bits 52 --domain="$domain") "$stream.tmd" >"$stream.report" # 1: a gap
  done
  cmp again.cases kept.cases
  grep -qF -- "$x" again.cases
}
