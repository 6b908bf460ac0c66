# A million random command lines; a few hundred are in tests/cli. COMMANDS=N: so many; SEED=N: others.
load ../cli/synthetic
load ../cli/random-options.bash

@test "a million random command lines" {
  folder=$(mktemp -d /tmp/tmd-XXXXXX)
  chmod 755 "$folder"
  cd "$folder"
  random_options 2 0 1 >said
  commands=${COMMANDS:-1000000} jobs=$(nproc)
  export -f random_options
  seq 0 1000 $((commands - 1)) | parallel --will-cite -j "$jobs" "random_options ${SEED:-2} {} 1000" >said || true
  awk '/^fault: / { print; getline; print }' said
  sums=$(awk -F '[ ,]+' '$2 == "commands" { n += $1; faults += $3 } END { print n, faults }' said)
  rm -rf "$folder"
  [ "$sums" = "$(((commands + 999) / 1000 * 1000)) 0" ]
}
