# For suites of tmd-spread: a plan of some units, workers that are faulty once, and what must have come of it.

# small_plan UNITS: a plan of exp, whose cost says that it is as many units of a second; small.tmd: what tmd-search leaves.
small_plan() {
  tmd-plan exp --bits 40 --domain 1:1.001 | awk -F '\t' -v OFS='\t' -v cost="$1" '$2 != "in" { $16 = cost } { print }' >small.plan
  [ "$(wc -l <small.plan)" -eq 2 ]
  tmd-search - --plan small.plan -o small.tmd >/dev/null
}

# what_is_known SCRIPT: in place of tmd-search, for units of small.plan: what it would find is a part of small.tmd, and takes less
# time to find there.
what_is_known() {
  cat >"$1" <<SCRIPT
#!/bin/bash
IFS=$'\\t' read -r _ _ _ _ _ _ _ _ _ X0 X1 _ < <(sed -n 2p "\$3")
printf -v domain '0x1.%013xp0:0x1.%013xp0' \$((X0 - (1 << 52))) \$((X1 - (1 << 52)))
exec "$BUILD/bin/tmd-select" --domain "\$domain" "$PWD/small.tmd" >"\$5"
SCRIPT
  chmod +x "$1"
}

# tools FOLDER: the tools, in a folder of their own, where units are searched by $searcher.
searcher=$BUILD/bin/tmd-search
tools() {
  mkdir -p "$1"
  ln -sf "$BUILD"/bin/tmd* "$1"
  ln -sf "$searcher" "$1/tmd-search"
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
search() { "$searcher" "\$@"; }
plan=\$3 stream=\$5 folder=$(printf %q "$(readlink -f "$1")")
for ((i = 1; i <= $2; i++)); do
  if mkdir "\$folder/fault.\$i" 2>/dev/null; then
    $3
    exit
  fi
done
exec "$searcher" "\$@"
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

# named DIR HOST TEXT [HOST TEXT...]: --status says that a fault of this host was that.
named() {
  tmd-spread "$1" --status >named
  shift
  while [ $# -gt 0 ]; do
    grep '^fault ' named | grep -F "on $1: " | grep -qF -e "$2" || { cat named && echo "not said of $1: $2" && return 1; }
    shift 2
  done
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
