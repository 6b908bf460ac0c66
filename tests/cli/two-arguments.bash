# For suites of functions of x and y: searches against every pair by MPFR alone
source "${BASH_SOURCE[0]%/*}/../../pipelines/columns.bash"


# cases OPTION...: the cases of a search, one a line: x;y kind hardness distance. The claims of tmd-taylor stay in made.tmd.
cases() {
  tmd-plan "$@" "${by_tiles[@]}" >plan
  tmd-taylor plan >made.tmd
  tmd-farey made.tmd | tmd-ziv >cases.tmd
  tmd-stat --plan plan cases.tmd >stat
  tmd-dump cases.tmd | awk -F '\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' | sort
}

# outside FUNCTION X Y: the cases of standard input, as brute-pairs prints them, that are in no region of the search. Those in one
# have a hardness within its bounds.
outside() {
  tmd-dump cases.tmd | awk -F '\t' -v OFS='\t' '
    $1 == "@" { split($8, s, ";"); split($10, e, ";") }
    $1 == "region" && $4 != "zero" { print s[1], s[2], e[1], e[2], $2, $3, $6, $7 }
  ' >regions
  awk -v function_="$1" -v xs="$2" -v ys="$3" '
    # A hexadecimal float of a format p,emin,emax: the exponent of its cell, and the place of its significand there.
    function exponent(v, emin,   e) {
      e = v
      sub(/.*p/, "", e)
      return e + 0 > emin ? e + 0 : emin
    }
    function place(v, p, emin,   e, m, i, value, scale) {
      e = v; m = v
      sub(/.*p/, "", e)
      sub(/^-?0x/, "", m); sub(/p.*/, "", m)
      value = 0; scale = 0
      for (i = 1; i <= length(m); i++)
        if (substr(m, i, 1) == ".") scale = length(m) - i
        else value = value * 16 + index("0123456789abcdef", substr(m, i, 1)) - 1
      value *= 2 ^ (e - 4 * scale - exponent(v, emin) + p - 1)
      return exponent(v, emin) == emin ? value : value - 2 ^ (p - 1)
    }
    BEGIN {
      split(xs, x, ","); split(ys, y, ",")
      integers = split(ys, of, ":") == 3 # int:LOW:HIGH
      s = integers ? x[1] : x[1] <= 11 || function_ ~ /^(hypot|atan2|atan2pi)$/ ? 18 : int(3 * x[1] / 4) - 1
      strip = 2 ^ s
    }
    FILENAME == "regions" {
      key = $1 SUBSEP $2 SUBSEP $3 SUBSEP (integers ? "" : $4)
      i = ++count[key]
      from[key, i] = $5; to[key, i] = $6; least[key, i] = $7; most[key, i] = $8
      next
    }
    {
      split($1, v, ";")
      e = exponent(v[1], x[2])
      d = integers ? "" : exponent(v[2], y[2])
      key = (v[1] ~ /^-/) SUBSEP (v[2] ~ /^-/) SUBSEP e SUBSEP d
      columns = 2 ^ (e == x[2] ? x[1] : x[1] - 1)
      rows = integers ? 0 : 2 ^ (d == y[2] ? y[1] : y[1] - 1)
      row = !integers ? place(v[2], y[1], y[2]) : v[2] < 0 ? -v[2] - (of[3] < 0 ? -of[3] : 0) : v[2] - (of[2] > 0 ? of[2] : 0)
      column = place(v[1], x[1], x[2])
      before = column - column % strip
      width = columns - before < strip ? columns - before : strip
      at = column - before + width * row + before * rows
      for (i = count[key]; i > 0 && (at < from[key, i] || at >= to[key, i]); i--);
      if (!i) print
      else if ($3 != "exact" && ($3 < least[key, i] || $3 > most[key, i])) {
        print "in a region, but not within its bounds:", $0
        exit
      }
    }' regions -
}

# by_rule FUNCTION: its exact pairs follow by rule, and are not listed.
by_rule() { [[ $1 =~ ^(pow|powr|pown|rootn|compoundn|hypot|atan2pi)$ ]]; }

# without_exact FUNCTION: takes exact pairs that follow by rule out of `theirs`; tmd-stat counts as many.
without_exact() {
  by_rule "$1" || return 0
  grep -c ' exact ' theirs >exact || true
  awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat | cmp - exact
  sed -i '/ exact /d' theirs
}

# equal FUNCTION NAME X Y OUT MODES BITS: the cases are those that brute force finds for NAME; where exact ones follow by rule,
# tmd-stat counts as many of them.
equal() {
  cases "$1" --in "$3" --in-y "$4" --out "$5" --modes "$6" --bits "$7" >ours
  "$BUILD/tests/brute-pairs" "${@:2}" | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-20}" ]
  without_exact "$1"
  outside "$1" "$3" "$4" <theirs >rest
  mv rest theirs
  cmp ours theirs
}

# same_in_domain FUNCTION X Y OUT MODES BITS XLOW XHIGH YLOW YHIGH: the cases in a domain of whole strips are those that brute
# force finds.
same_in_domain() {
  cases "$1" --in "$2" --in-y "$3" --out "$4" --modes "$5" --bits "$6" --domain "$7:$8" --domain-y "$9:${10}" --method farey >ours
  "$BUILD/tests/brute-pairs" "$@" | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-20}" ]
  without_exact "$1"
  cmp ours theirs
}

# in_domain ...: likewise, and some are searched by tiles of several rows.
in_domain() {
  same_in_domain "$@"
  tmd-dump made.tmd | awk -F '\t' '$1 == "poly" && $4 > 1 { found = 1 } END { exit !found }'
}

by_tiles=() # or --method farey

# by METHOD: the last search was planned so, where exponents are not extreme.
by() { grep -q "method=$1" plan; }
