# For suites of tmd-spread: a plan of some units, workers that are faulty once, and what must have come of it.

# small_plan UNITS: a plan of exp, whose cost says that it is as many units of a second; small.tmd: what tmd-search leaves.
small_plan() {
  tmd-plan exp --bits 40 --domain 1:1.001 |
    awk -v cost="$1" "$awk_columns"'kind == "function" { $at("cost") = cost } { print }' >small.plan
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

# hosts NAME...: a line in the file hosts for each, whose tools are in the folder of its name; and there, a
# command in place of ssh, for which a host is gone that has no folder, or when there is a file hosts.gone.
hosts() {
  local host
  for host; do echo "1/$host bin=$PWD/$host"; done >hosts
  cat >there <<'SCRIPT'
#!/bin/bash
while [ "$1" != -- ]; do shift; done
[ -d "${0%/*}/$2" ] && [ ! -e "${0%/*}/hosts.$2" ] || { echo "ssh: $2: no route to host" >&2 && exit 255; }
exec "$BASH" -c "$3"
SCRIPT
  chmod +x there
}

# spread PLAN [OPTION...]: into d, in units of a second, by what stands for ssh.
spread() { tmd-spread "$1" --into d --unit-seconds 1 --ssh "$PWD/there" "${@:2}"; }

# complete DIR [STREAM]: the joined stream is what tmd-search leaves, and nothing is missing.
complete() {
  cmp "$1/joined.tmd" "${2:-small.tmd}"
  [ "$(wc -l <"$1/rest")" -eq 1 ]
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
