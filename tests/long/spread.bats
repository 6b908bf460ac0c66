# tmd-spread on three hosts by ssh, in namespaces of this machine, while workers, stages, the driver, links and hosts die: the
# joined stream is that of tmd-search. RUNS=N SEED=N: so many runs with faults, from this seed on.
bats_require_minimum_version 1.5.0
load ../cli/synthetic
load ../cli/spread
load hosts

setup_file() {
  load ../cli/synthetic
  load ../cli/spread
  cd "$BATS_FILE_TMPDIR"
  tmd-plan exp --bits 44 --domain 1:1.125 | awk -F '\t' -v OFS='\t' 'NR > 1 { $16 = 8 } { print }' >some.plan # eight units
  tmd-search - --plan some.plan -o some.tmd >/dev/null
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_FILE_TMPDIR"/some.* .
  hosts_start "$PWD/hosts" || skip "no hosts in namespaces here: $(tail -n 1 hosts/why)"
  for n in 1 2 3; do tools "bin$n" && echo "1/h$n bin=$PWD/bin$n"; done >file
}

teardown() { hosts_stop "$PWD/hosts"; }

# begin PLAN SECONDS [OPTION...]: in the background, on the hosts; $driver is its process, no shell around it.
begin() {
  ip netns exec "tmd$$d" tmd-spread "$1.plan" --into d --unit-seconds "$2" --engine ssh --hosts file \
    --ssh "ssh -F $PWD/hosts/config" --timeout 60 "${@:3}" >out 2>err 3>&- &
  driver=$!
}
resume() { driver tmd-spread d --resume >out 2>err 3>&-; }

@test "exp on [1,2) on three hosts: the stream of tmd-search" {
  tmd-plan exp --bits 44 --domain 1:2 >whole.plan
  tmd-search - --plan whole.plan -o whole.tmd >/dev/null
  begin whole 2
  wait $driver
  complete d whole.tmd
  [ "$(cut -f 2 d/log/*.times | sort -u | paste -sd ' ')" = "h1 h2 h3" ]
  [ ! -s d/faults.tsv ]
}

@test "--ship: the folder of make dist comes to hosts that have nothing, once, and searches there" {
  make -s -C "$root" BUILD="$BUILD" dist >/dev/null
  printf '1/h%d\n' 1 2 3 >file
  begin some 1 --ship "$(echo "$BUILD"/dist/*.tar.gz)"
  wait $driver
  complete d some.tmd
  [ "$(cut -f 2 d/log/*.times | sort -u | paste -sd ' ')" = "h1 h2 h3" ]
  [ ! -s d/faults.tsv ]
  for n in 1 2 3; do
    [ "$(ls hosts/home.$n/.cache/tmd)" = "$(sha256sum <"$(echo "$BUILD"/dist/*.tar.gz)" | cut -d ' ' -f 1)" ]
  done
}

# The faults. Those that have struck somebody are in `struck`, by the name that --status must give them: one may come when nobody
# is at work there, and a link that is cut for 20 seconds delays what is sent, which nobody can tell from a slow one. When the
# driver was killed, nobody takes what workers have not begun to send.
worker_struck() { [[ ${struck[*]} = *'tmd-spread was killed'* ]] || struck+=("on h$1: "); }
kill_worker() { # it is stopped first: if a unit of it is waited for when all that it has sent is there, that is lost
  local pids
  mapfile -t pids < <(processes_on "$1" '/tmd-spread --unit')
  [ ${#pids[@]} -gt 0 ] && kill -STOP "${pids[@]}" 2>/dev/null || return 0
  sleep 1
  ! grep -qs "^h$1[[:blank:]]" d/log/*.running || worker_struck "$1"
  kill -KILL "${pids[@]}" 2>/dev/null || true
}
kill_stage() {
  local pid
  pid=$(processes_on "$1" 'tmd-farey ' | head -n 1)
  [ -z "$pid" ] || ! kill -KILL "$pid" 2>/dev/null || worker_struck "$1"
}
kill_driver() { ! kill -KILL "$driver" 2>/dev/null || struck+=("tmd-spread was killed (process $driver"); }
cut_link() {
  link "$1" down
  sleep 20
  link "$1" up
}
remove_host() { host_down "$1"; }

# full_on HOST: its temporary files go to a disk of 64 KiB.
full_on() {
  [ -n "$(processes_on "$1" sshd)" ] || return 0 # it is there no more
  mkdir -p full && on_disks_of "$1" mount -t tmpfs -o size=64k tmpfs "$PWD/full" || return
  rm "bin$1/tmd-spread"
  head -c 65536 /dev/zero | on_disks_of "$1" tee "$PWD/full/ballast" >/dev/null
  [ -n "$(on_disks_of "$1" ls "$PWD/full")" ] || return
  [ -z "$(ls full)" ] || return
  printf '#!/bin/bash\n[ "$1" != --unit ] || mkdir -p %q\nTMPDIR=%q exec %q "$@"\n' "$PWD/bin$1/full.1" "$PWD/full" \
    "$BUILD/bin/tmd-spread" >"bin$1/tmd-spread"
  chmod +x "bin$1/tmd-spread"
}

# some_fault: one of them, by the sequence of random numbers; for those of workers also those that they do at the next unit.
some_fault() {
  local host=$((1 + RANDOM % 3))
  sleep "$((RANDOM % 4)).$((RANDOM % 10))"
  case $((RANDOM % 10)) in
    0) what="kill_worker $host" ;;
    1) what="kill_stage $host" ;;
    2) what="kill_driver" ;;
    3) what="cut_link $host" ;;
    4) what="remove_host $host" ;;
    5) what="full_on $host" ;;
    6) what="faulty bin$host 1" && set -- 'search "$@"; printf "\xff" | dd of="$stream" bs=1 seek=60 conv=notrunc 2>/dev/null' ;;
    7) what="faulty bin$host 1" && set -- 'search "$@"; truncate -s -7 "$stream"' ;;
    8) what="faulty bin$host 1" && set -- "cp '$PWD/some.tmd' \"\$stream\"" ;;
    9) what="faulty bin$host 1" && set -- 'exec sleep 1000' ;;
  esac
  echo "# seed $seed: $what ${1:-}" >&3
  $what "$@"
}

# all_named: each fault that has struck, also a worker's own.
all_named() {
  local n text
  for n in 1 2 3; do
    [ ! -d "bin$n/fault.1" ] || struck+=("on h$n: ")
    [ ! -d "bin$n/full.1" ] || struck+=("No space left on device")
  done
  for text in "${struck[@]}"; do grep '^fault ' status | grep -F -e "$text" || { echo "not named: $text" && return 1; }; done
}

@test "whatever dies or lies, nothing is lost, and less than a unit of work is repeated for each fault" {
  local seed tries struck
  for ((seed = ${SEED:-1}; seed < ${SEED:-1} + ${RUNS:-30}; seed++)); do
    RANDOM=$seed struck=()
    begin some 1
    wait_for compgen -G 'd/log/*.running'
    sleep 2
    some_fault
    some_fault
    wait $driver || true
    for ((tries = 0; tries < 3; tries++)); do
      [ "$(tmd-spread d --status-json | jq '.done == .units')" = false ] || [ ! -e d/joined.tmd ] || break
      resume || sed 's/^/# /' err >&3
    done
    tmd-spread d --status >status
    sed 's/^/# /' status >&3
    all_named
    complete d some.tmd
    # a worker has one unit at a time: of each fault one try was for nothing, but where the disk is full each fails at once
    [ "$(cut -f 6 d/log/*.times | awk '{ n += $1 - 1 } END { print n }')" -le $((2 + $(grep -c 'No space left' status))) ]
    rm -rf d bin?
    hosts_stop "$PWD/hosts" && rm -rf hosts
    hosts_start "$PWD/hosts"
    for n in 1 2 3; do tools "bin$n"; done
  done
}
