# tmd-spread on three hosts by ssh, in namespaces of this machine, while workers, stages, the driver, links and hosts die: the
# joined stream is that of tmd-search. RUNS=N SEED=N: so many runs with faults, from this seed on.
load ../cli/synthetic
load ../cli/spread
load hosts

setup_file() {
  load ../cli/synthetic
  load ../cli/spread
  cd "$BATS_FILE_TMPDIR"
  tmd-plan exp --bits 44 --domain 1:1.125 |
    awk "$awk_columns"'kind == "function" { $at("cost") = 8 } { print }' >some.plan # eight units
  tmd-search - --plan some.plan -o some.tmd >/dev/null
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_FILE_TMPDIR"/some.* .
  hosts_start "$PWD/hosts" || skip "no hosts in namespaces here: $(tail -n 1 hosts/why)"
  for n in 1 2 3; do
    tools "bin$n"
    echo "1/h$n bin=$PWD/bin$n"
  done >file
}

teardown() { hosts_stop "$PWD/hosts"; }

# begin PLAN SECONDS [OPTION...]: in the background, on the hosts; $driver is its process, no shell around it.
begin() {
  ip netns exec "tmd$$d" tmd-spread "$1.plan" --into d --unit-seconds "$2" --engine ssh --hosts file \
    --ssh "ssh -F $PWD/hosts/config" --timeout 60 "${@:3}" >out 2>err 3>&- &
  driver=$!
}
used_hosts() { cut -f 2 d/joblog | sort -u | paste -sd ' '; }

@test "exp on [1,2) on three hosts: the stream of tmd-search" {
  tmd-plan exp --bits 44 --domain 1:2 >whole.plan
  tmd-search - --plan whole.plan -o whole.tmd >/dev/null
  begin whole 2
  wait $driver
  complete d whole.tmd
  [ "$(used_hosts)" = "h1 h2 h3" ]
  [ ! -s err ]
}

@test "--ship: the folder of make dist comes to hosts that have nothing, once, and searches there" {
  make -s -C "$root" BUILD="$BUILD" dist >/dev/null
  printf '1/h%d\n' 1 2 3 >file
  begin some 1 --ship "$(echo "$BUILD"/dist/*.tar.gz)"
  wait $driver
  complete d some.tmd
  [ "$(used_hosts)" = "h1 h2 h3" ]
  [ ! -s err ]
  for n in 1 2 3; do
    [ "$(ls hosts/home.$n/.cache/tmd)" = "$(sha256sum <"$(echo "$BUILD"/dist/*.tar.gz)" | cut -d ' ' -f 1)" ]
  done
}

# The faults.
kill_worker() {
  local pids
  mapfile -t pids < <(processes_on "$1" '/tmd-spread --for')
  [ ${#pids[@]} -eq 0 ] || kill -KILL "${pids[@]}" 2>/dev/null || true
}
kill_stage() {
  local pid
  pid=$(processes_on "$1" 'tmd-farey ' | head -n 1)
  [ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true
}
kill_driver() { kill -KILL "$driver" 2>/dev/null || true; }
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
  printf '#!/bin/bash\nTMPDIR=%q exec %q "$@"\n' "$PWD/full" "$BUILD/bin/tmd-spread" >"bin$1/tmd-spread"
  chmod +x "bin$1/tmd-spread"
}

# some_fault: one of them, by the sequence of random numbers; for those of workers also those that they do at the next unit.
some_fault() {
  local host=$((1 + RANDOM % 3)) what
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

@test "whatever dies or lies, nothing is lost" {
  local seed tries
  for ((seed = ${SEED:-1}; seed < ${SEED:-1} + ${RUNS:-30}; seed++)); do
    RANDOM=$seed
    begin some 1
    wait_for test -s d/todo
    sleep 2
    some_fault
    some_fault
    for ((tries = 0; tries < 4; tries++)); do
      ! wait $driver || break
      sed 's/^/# /' err >&3
      begin some 1 --resume
    done
    complete d some.tmd
    rm -rf d bin?
    hosts_stop "$PWD/hosts"
    rm -rf hosts
    hosts_start "$PWD/hosts"
    for n in 1 2 3; do tools "bin$n"; done
  done
}
