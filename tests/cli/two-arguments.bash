# For suites of functions of x and y: searches against every pair by MPFR alone
source "${BASH_SOURCE[0]%/*}/../../pipelines/columns.bash"


# cases OPTION...: the cases of a search, one a line: x;y kind hardness distance.
cases() {
  tmd-plan "$@" >plan
  tmd-taylor plan | tmd-ziv >cases.tmd
  tmd-stat --plan plan cases.tmd >stat
  tmd-dump cases.tmd | awk -F '\t' '$1 == "case" && $5 != "-" { print $2, $5, $6, $7 }' | sort
}

# outside X Y: the cases of standard input, as brute-pairs prints them, that are in no region of the search. Those in one have a
# hardness within its bounds. Regions are whole cells, or (y an integer) rows of cells of one strip.
outside() {
  tmd-dump cases.tmd | awk -F '\t' -v OFS='\t' '
    $1 == "@" { split($4, f, /[;,]/); split($8, s, ";"); split($10, e, ";") }
    $1 == "region" && $4 != "zero" { print s[1], s[2], e[1], e[2], 2 ^ (e[1] == f[2] ? f[1] : f[1] - 1), $2, $3, $6, $7 }
  ' >regions
  awk -v xs="$1" -v ys="$2" '
    function exponent(v, format,   e, f) { # of the cell of a hexadecimal float
      split(format, f, ",")
      e = v; sub(/.*p/, "", e)
      return e + 0 > f[2] ? e + 0 : f[2]
    }
    BEGIN { integers = split(ys, of, ":") == 3 } # int:LOW:HIGH
    FILENAME == "regions" {
      key = $1 SUBSEP $2 SUBSEP $3 (integers ? "" : SUBSEP $4)
      i = ++count[key]
      from[key, i] = $6 / $5; to[key, i] = $7 / $5; least[key, i] = $8; most[key, i] = $9
      next
    }
    {
      split($1, v, ";")
      key = (v[1] ~ /^-/) SUBSEP (v[2] ~ /^-/) SUBSEP exponent(v[1], xs) (integers ? "" : SUBSEP exponent(v[2], ys))
      row = v[2] < 0 ? -v[2] - (of[3] < 0 ? -of[3] : 0) : v[2] - (of[2] > 0 ? of[2] : 0)
      for (i = count[key]; i > 0 && integers && (row < from[key, i] || row >= to[key, i]); i--);
      if (!i) print
      else if ($3 != "exact" && ($3 < least[key, i] || $3 > most[key, i])) {
        print "in a region, but not within its bounds:", $0
        exit
      }
    }' regions -
}

# by_rule FUNCTION: its exact pairs follow by rule, and are not listed.
by_rule() { [[ $1 =~ ^(pown|rootn|compoundn|hypot|atan2pi)$ ]]; }

# equal FUNCTION NAME X Y OUT MODES BITS: the cases are those that brute force finds for NAME; where exact ones follow by rule,
# tmd-stat counts as many of them.
equal() {
  cases "$1" --in "$3" --in-y "$4" --out "$5" --modes "$6" --bits "$7" >ours
  "$BUILD/tests/brute-pairs" "${@:2}" | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-20}" ]
  if by_rule "$1"; then
    grep -c ' exact ' theirs >exact || true
    awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat | cmp - exact
    sed -i '/ exact /d' theirs
  fi
  outside "$3" "$4" <theirs >rest
  mv rest theirs
  cmp ours theirs
}

# by METHOD: the last search was planned so, where exponents are not extreme.
by() { grep -q "method=$1" plan; }
