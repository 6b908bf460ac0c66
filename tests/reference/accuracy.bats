# The bits that tmd-stat --accuracy says a last phase needs, against every argument of small formats, by MPFR alone.
load ../cli/synthetic

# compare FUNCTION P,EMIN,EMAX BITS [MODES]: every row is as many as an argument needs, where it says least, and never less. The
# number of those that are least is in the file `least`.
compare() {
  tmd-search "$1" --format "$2" --bits "$3" --modes "${4:-all}" --force -o cases.tmd >table
  tmd-stat --accuracy --binades cases.tmd >needs
  tmd-dump --records cases.tmd | awk -F '\t' -v OFS='\t' -v bits="$3" '$1 == "region" &&
    ($4 ~ /zero|exact|overflow|underflow/ || $6 == "exact" || $6 >= bits) { print $2, $3 }' >apart
  "$BUILD/tests/brute-accuracy" "$1" ${2//,/ } <apart >brute
  # trivial cases, which are apart, may need more than the others: of these the greater counts
  awk "$awk_columns"'
    kind == "apart" && $at("what") == "polynomial" { trivial[$at("mode")] = $at("bits") }
    kind == "accuracy" {
      seen[$at("mode")]
      bits[$at("mode"), $at("sign_x"), $at("e_in")] = $at("bits")
      proof[$at("mode"), $at("sign_x"), $at("e_in")] = $at("proof")
    }
    NR == FNR { next }
    !($1 in seen) { next }
    { N = bits[$1, $2, $3]; more = trivial[$1]
      bad = $4 > N && $4 > more || proof[$1, $2, $3] == "least" && (!more && $4 != N || $2 == "-" && $4 != (N > more ? N : more))
      if (bad) { print $0 ": " N, proof[$1, $2, $3], more ; failed = 1 }
      least += proof[$1, $2, $3] == "least"; rows++ }
    END { print least + 0; exit failed || !rows }' needs brute >least || { cat least && return 1; }
}

@test "every binade of small formats, whole domains: never less than an argument needs, and no more" {
  # the second row has binades without cases where an argument needs all that is said to be enough, the last regions without cases
  for row in 'exp 7,-10,9 3' 'log 5,-4,5 5' 'sin 6,-8,5 3' 'pown(3) 6,-6,6 3' 'exp2 6,-8,5 3 nearest' \
    'tgamma 6,-5,6 3 directed' 'tanh 8,-12,6 6'; do
    compare $row || { echo "$row" && return 1; }
    [ "$(cat least)" -ge 8 ]
  done
  tmd-dump --records cases.tmd | awk -F '\t' '$4 ~ /identity|constant/ && $7 < 6 { n++ } END { exit !n }'
}

@test "the power of two beyond the greatest number is no breakpoint" {
  compare tgamma 4,-4,1 2
  compare tgamma 5,-4,1 2
}

@test "one bit less does not do for the argument that is named: exp in binary64, and the last phase of sinf" {
  tmd-stat --accuracy "$root/lib/cases/exp.tmd" >exp
  tmd-stat --accuracy --function sin "$root/lib/cases/binary32.tmd" >sin
  for row in 'exp 53 -1022 1023' 'sin 24 -126 127'; do
    for mode in nearest directed; do
      for what in accuracy.$mode apart.$mode.polynomial; do
        IFS=$'\t' read -r _ _ _ _ bits proof x _ < <(grep "^$what" "${row%% *}" | sed 's/\tpolynomial/&\t-/') || true
        [ -n "$bits" ] || continue # all cases of sin next to midpoints are of the other kind
        [ "$proof" = least ]
        read -r nearest directed < <("$BUILD/tests/brute-accuracy" $row "$x")
        [ "$bits" -eq "${!mode}" ] || { echo "$row $what: $bits, not ${!mode}" && return 1; }
      done
    done
  done
  grep -qx $'holds\tdirected\t0x0p+0\t0x1p+128' sin # of all arguments: the other side follows
  grep -c ^missing exp sin | cmp - <(printf 'exp:0\nsin:0\n')
}
