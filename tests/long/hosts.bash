# Three "hosts" on this machine: network namespaces with an address, an sshd and a home directory each, and one for the driver.
# hosts_start FOLDER: not 0 where that is not allowed, and FOLDER/why says why. hosts_stop FOLDER ends what is left of them.
# `driver COMMAND...` runs where the hosts can be reached, as h1 to h3, by `ssh -F FOLDER/config`.

hosts_start() {
  local folder=$1 n
  mkdir -p "$folder"
  {
    command -v ip && [ -x /usr/sbin/sshd ] && mkdir -p /run/sshd && ip netns add "tmd$$d" &&
      ssh-keygen -q -t ed25519 -N '' -f "$folder/key" && cp "$folder/key.pub" "$folder/authorized" || return
    for n in 1 2 3; do
      ip netns add "tmd$$h$n" && ip -n "tmd$$h$n" link set lo up &&
        ip link add "v$n" netns "tmd$$d" type veth peer name eth0 netns "tmd$$h$n" &&
        ip -n "tmd$$d" address add "10.77.$n.1/30" dev "v$n" && ip -n "tmd$$h$n" address add "10.77.$n.2/30" dev eth0 &&
        ip -n "tmd$$d" link set "v$n" up && ip -n "tmd$$h$n" link set eth0 up || return
      printf '%s\n' "ListenAddress 10.77.$n.2" "HostKey $folder/key" "AuthorizedKeysFile $folder/authorized" 'StrictModes no' \
        'UsePAM no' "PidFile none" 'PermitRootLogin yes' "SetEnv \"HOME=$folder/home.$n\"" \
        'ForceCommand cd; eval "$SSH_ORIGINAL_COMMAND"' >"$folder/sshd.$n"
      mkdir "$folder/home.$n"
      printf '%s\n' "Host h$n" "HostName 10.77.$n.2" "IdentityFile $folder/key" 'StrictHostKeyChecking no' \
        'UserKnownHostsFile /dev/null' 'LogLevel ERROR' >>"$folder/config"
      host_up "$folder" "$n" || return
    done
    hosts_ready "$folder"
  } >"$folder/why" 2>&1 3>&-
}

host_up() { ip netns exec "tmd$$h$2" /usr/sbin/sshd -f "$1/sshd.$2" -E "$1/log.$2"; }

hosts_ready() {
  local n i
  for n in 1 2 3; do
    for ((i = 0; i < 50; i++)); do
      ! driver ssh -F "$1/config" -o ConnectTimeout=2 "h$n" true </dev/null || break
      sleep 0.2
    done
    [ $i -lt 50 ] || return
  done
}

driver() { ip netns exec "tmd$$d" "$@"; }
link() { ip -n "tmd$$d" link set "v$1" "$2"; }
# processes_on HOST [TEXT]: those that run there, with this in their command lines.
processes_on() {
  local pid
  for pid in $(ip netns pids "tmd$$h$1"); do
    [ -z "${2:-}" ] || { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qF -e "$2" || continue
    echo "$pid"
  done
}
# on_disks_of HOST COMMAND...: with its mounts, which are its own.
on_disks_of() { nsenter -m -t "$(processes_on "$1" sshd | head -n 1)" "${@:2}"; }
host_down() {
  local pids
  link "$1" down
  mapfile -t pids < <(processes_on "$1")
  [ ${#pids[@]} -eq 0 ] || kill -KILL "${pids[@]}" 2>/dev/null || true
}

hosts_stop() {
  local n pids
  for n in h1 h2 h3 d; do
    mapfile -t pids < <(ip netns pids "tmd$$$n" 2>/dev/null)
    [ ${#pids[@]} -eq 0 ] || kill -KILL "${pids[@]}" 2>/dev/null || true
    ip netns del "tmd$$$n" 2>/dev/null || true
  done
}
