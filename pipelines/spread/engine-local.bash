# The engine of this machine: GNU parallel.

has_parallel() { command -v parallel >/dev/null || die "GNU parallel is not installed"; }

engine_local_check() {
  has_parallel
  [ "${setting[jobs]}" -le 1000 ] || die "--jobs: at most 1000 on this machine"
}

engine_local_run() { parallel_units "${setting[jobs]}" --jobs "${setting[jobs]}" --retries "$tries"; }
