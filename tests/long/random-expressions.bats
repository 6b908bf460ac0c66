# Random expressions in small formats: what a search finds is what brute force by MPFR alone finds, at every argument.
# Claims about values of random expressions on balls hold at points of the balls. EXPRESSIONS=N: N expressions, and 100 N for the
# claims; SEED=N: others.

load ../cli/synthetic

# searched LINE: searches it, compares, and prints it if something is wrong. In less than 500 MB. Stopped after two minutes: of a
# hidden zero, as (erfc(x)+x)-x, each argument may take 4096 bits in vain.
searched() {
  local expression=${1#*$'\t'} stream status=0
  local -a options
  read -ra options <<<"${1%%$'\t'*}"
  stream=$(mktemp ./stream.XXXXXX)
  (ulimit -v 500000 && timeout 120 tmd-search -o "$stream" --force --top 1 -j 1 "${options[@]}" -- "$expression") \
    >/dev/null 2>"$stream.said" || status=$?
  if [ $status -eq 2 ] && grep -q 'no argument of the format is in the domain' "$stream.said"; then
    echo nowhere
  elif [ $status -eq 124 ]; then
    echo slow
  elif [ $status -gt 1 ]; then
    echo "failed, $status: $1: $(head -n 3 "$stream.said")"
  elif ! "$BUILD/tests/brute-force" <"$stream" >"$stream.compared" 2>&1; then
    echo "differs: $1: $(cat "$stream.compared")"
  elif [ $status -eq 1 ]; then
    echo undecided
  else
    echo equal
  fi
  rm -f -- "$stream"*
}

@test "random expressions in small formats" {
  gcc -std=gnu11 -O1 -I"$root" "$root/tests/reference/random-searches.c" -o random-searches
  export -f searched
  ./random-searches "${SEED:-1}" "${EXPRESSIONS:-1000}" | tr '\n' '\0' |
    xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'searched "$1"' searched >outcomes
  sort outcomes | uniq -c | grep -E ' (equal|undecided|nowhere|slow)$'
  ! grep -vxE 'equal|undecided|nowhere|slow' outcomes || false
  [ "$(wc -l <outcomes)" -ge "${EXPRESSIONS:-1000}" ]
}

@test "claims about random expressions on random balls are true" {
  "$BUILD/tests/random-expansions" "${SEED:-1}" $((${EXPRESSIONS:-1000} * 100)) >claims || { head -n 40 claims && false; }
  tail -n 1 claims
}
