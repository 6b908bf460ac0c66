# For suites of tmd-spread: a plan of some units, workers that are faulty once, and what must have come of it.

# small_plan UNITS: a plan of exp, whose cost says that it is as many units of a second; small.tmd: what tmd-search leaves.
small_plan() {
  tmd-plan exp --bits 40 --domain 1:1.001 | awk -F '\t' -v OFS='\t' -v cost="$1" '$2 != "in" { $16 = cost } { print }' >small.plan
  [ "$(wc -l <small.plan)" -eq 2 ]
  tmd-search - --plan small.plan -o small.tmd >/dev/null
}

# tools FOLDER: the tools, in a folder of their own.
tools() {
  mkdir -p "$1"
  ln -sf "$BUILD"/bin/tmd-* "$1"
  rm "$1/tmd-spread"
  cp "$BUILD/bin/tmd-spread" "$1"
}

# faulty FOLDER TIMES COMMANDS: the tools, but tmd-search, so many times, is a script: $stream is its output, $plan its plan; what
# it runs, `search`, is the true one.
faulty() {
  tools "$1"
  rm "$1/tmd-search"
  cat >"$1/tmd-search" <<SCRIPT
#!/bin/bash
search() { "$BUILD/bin/tmd-search" "\$@"; }
plan=\$3 stream=\$5 folder=$(printf %q "$(readlink -f "$1")")
for ((i = 1; i <= $2; i++)); do
  if mkdir "\$folder/fault.\$i" 2>/dev/null; then
    $3
    exit
  fi
done
exec "$BUILD/bin/tmd-search" "\$@"
SCRIPT
  chmod +x "$1/tmd-search"
}

# in_place_of_ssh: a command that is given as --ssh; its hosts are folders of tools on this machine.
in_place_of_ssh() {
  printf '%s\n' '#!/bin/bash' 'while [ "$1" != -- ]; do shift; done' 'exec "$BASH" -c "$3"' >"$1"
  chmod +x "$1"
}

# complete DIR: the joined stream is what tmd-search leaves, of as many arguments, and nothing is left half done.
complete() {
  cmp "$1/joined.tmd" "${2:-small.tmd}"
  [ "$(tmd-spread "$1" --status-json | jq '.done == .units and .running == [] and .failed == []')" = true ]
  [ -z "$(find "$1" -name '*.part' -o -name '*.running' -o -name '*.new')" ]
}

# named DIR HOST TEXT: --status says that a fault of this host was that.
named() {
  tmd-spread "$1" --status | grep '^fault ' | grep -F "on $2: " | grep -qF -e "$3" ||
    { tmd-spread "$1" --status && echo "not said of $2: $3" && return 1; }
}

# wait_for COMMAND...: until it succeeds, 20 seconds at most
wait_for() {
  local i
  for ((i = 0; i < 200 * slow; i++)); do
    ! "$@" 2>/dev/null || return 0
    sleep 0.1
  done
  echo "never: $*" && return 1
}
