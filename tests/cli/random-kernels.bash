# Random kernels, right and wrong, of functions in formats of 16 bits, for tmd-check: tests/reference/brute-table.c has the right
# results, by MPFR alone, random-kernel.pl changes them, and table-kernel.c is the library.

# is_other_name TEXT FUNCTION: an expression that is a function of the table, whose results at infinity and flags C23 fixes.
is_other_name() { [[ $1 = *[!a-z0-9]* && $2 != "$1" && $2 =~ ^[a-z0-9]+(\([^\(\)]*\))?$ ]]; }

# kernel_pair FORMAT FUNCTION: the table and the stream of a function, in a folder of their own.
kernel_pair() {
  local folder=pairs/${2//\//:}.$1 tmd=(tmd-plan --format "$1" -j 1 -- "$2")
  mkdir -p "$folder"
  printf '%s\n' "$1" >"$folder/format"
  if ! "$BUILD/tests/brute-table" "$1" "$2" >"$folder/table" 2>/dev/null; then
    echo "unknown $1 $2"
  elif is_other_name "$2" "$("${tmd[@]}" 2>/dev/null | sed -n 2p | cut -f 1)"; then
    echo "a function of the table: $1 $2"
  elif ! { "${tmd[@]}" >"$folder/plan" && tmd-taylor -j 1 "$folder/plan" >"$folder/stream"; } 2>/dev/null; then
    echo "no plan $1 $2"
  else
    return 0
  fi
  rm -r "$folder"
}

# random_kernel KIND SEED NUMBER: one of them, by the folder of its number; its outcome, behind a tab its folder and what it was.
random_kernel() {
  local kind=$1 seed=$2 number=$3 folder changed flags modes options=() status=0
  mapfile -t folders <pair-list
  folder=${folders[number % ${#folders[@]}]}
  read -r changed flags modes < <(
    "$root/tests/reference/random-kernel.pl" "$(cat "$folder/format")" "$folder/table" "$seed" "$number" "$kind" \
      "changes.$number")
  [ "$flags" != 1 ] || options=(--flags)
  TABLE=$folder/table CHANGES=changes.$number tmd-check --library ./kernel.so --symbol kernel --bits16 -j 1 "${options[@]}" \
    "$folder/stream" >"report.$number" 2>"said.$number" || status=$?
  awk -F '\t' -v kind="$kind" -v status=$status -v modes=" $modes " \
    -v what="$folder, $kind $number, $changed ${options[*]-} $modes" '
    $1 == "check" { verdict[$4] = $20; if ($20 != "pass") others++; if ($20 == "fail") failed++; rows++ }
    END {
      for (mode in verdict) if (modes ~ " " mode " ") wrong = wrong verdict[mode] " "
      if (rows != 4 || status > 1) outcome = "status " status
      else if (kind == "right") outcome = status == 0 && !others ? "accepted" : failed ? "wrongly refused" : "undecided"
      else outcome = status != 1 || wrong == "" || wrong ~ /pass/ ? "wrongly accepted" : wrong ~ /fail/ ? "refused" : "undecided"
      print outcome "\t" what
    }' "report.$number"
  rm -f "changes.$number" "report.$number" "said.$number"
}

# kernel_pairs N LIST: N of the functions of LIST in either format, by $SEED; all if N is 0. Those without a table or plan are
# printed.
kernel_pairs() {
  [ -x kernel.so ] || gcc -std=gnu11 -O2 -shared -fPIC "$root/tests/reference/table-kernel.c" -o kernel.so
  awk -v seed="${SEED:-1}" 'BEGIN { srand(seed) } { print rand() "\tbinary16\t" $0; print rand() "\tbfloat16\t" $0 }' "$2" |
    sort -g | cut -f 2- | head -n "${1/#0/100000}" |
    tr '\n\t' '\0' | xargs -0 -n 2 -P "${JOBS:-$(nproc)}" bash -c 'kernel_pair "$@"' kernel_pair
  find pairs -name stream -printf '%h\n' | sort >pair-list
}

# random_kernels KIND SEED COUNT: as many outcomes.
random_kernels() {
  seq "$3" | xargs -n 1 -P "${JOBS:-$(nproc)}" bash -c 'random_kernel "$@"' random_kernel "$1" "$2"
}

export -f kernel_pair random_kernel is_other_name
