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
    $1 == "@" { split($4, f, /[;,]/); split($8, s, ";"); split($10, e, ";"); whole = $4 !~ /int/; kind = $2 }
    $1 == "region" && $4 != "zero" { print s[1], s[2], e[1], whole ? e[2] : "-", f[1], f[2], $2, $3, $6, $7 }
  ' >regions
  awk -v xs="$1" -v ys="$2" '
    function exponent(v, format,   e, f) { # of the cell of a hexadecimal float
      split(format, f, ",")
      e = v; sub(/.*p/, "", e)
      return e + 0 > f[2] ? e + 0 : f[2]
    }
    FILENAME == "regions" {
      n++
      sx[n] = $1; sy[n] = $2; ex[n] = $3; ey[n] = $4; p[n] = $5; emin[n] = $6
      a[n] = $7; b[n] = $8; least[n] = $9; most[n] = $10
      next
    }
    {
      split($1, v, ";")
      at = 0
      for (i = 1; i <= n && !at; i++) {
        if (sx[i] != (v[1] ~ /^-/) || sy[i] != (v[2] ~ /^-/) || ex[i] != exponent(v[1], xs)) continue
        if (ey[i] != "-") { if (ey[i] == exponent(v[2], ys)) at = i; continue }
        split(ys, of, ":") # int:LOW:HIGH
        row = v[2] < 0 ? -v[2] - (of[3] < 0 ? -of[3] : 0) : v[2] - (of[2] > 0 ? of[2] : 0)
        w = 2 ^ (ex[i] == emin[i] ? p[i] : p[i] - 1)
        if (a[i] <= row * w && row * w < b[i]) at = i
      }
      if (!at) { print; next }
      if ($3 == "exact") next
      if ($3 < least[at] || $3 > most[at]) { print "in a region, but not within its bounds:", $0; exit }
    }' regions -
}

# equal FUNCTION NAME X Y OUT MODES BITS: the cases are those that brute force finds for NAME; where exact ones follow by rule,
# tmd-stat counts as many of them.
equal() {
  cases "$1" --in "$3" --in-y "$4" --out "$5" --modes "$6" --bits "$7" >ours
  "$BUILD/tests/brute-pairs" "${@:2}" | sort >theirs
  [ "$(wc -l <theirs)" -ge "${least:-20}" ]
  case $1 in
    pown | rootn | compoundn | hypot | atan2pi)
      grep -c ' exact ' theirs >exact || true
      awk "$awk_columns"'kind == "covered" { print $at("exact") }' stat | cmp - exact
      sed -i '/ exact /d' theirs
      ;;
  esac
  outside "$3" "$4" <theirs >rest
  mv rest theirs
  cmp ours theirs
}

# by METHOD: the last search was planned so, where exponents are not extreme.
by() { grep -q "method=$1" plan; }
