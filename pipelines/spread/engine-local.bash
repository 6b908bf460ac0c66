# The engine of this machine: GNU parallel.

engine_local_check() { command -v parallel >/dev/null || die "GNU parallel is not installed"; }

engine_local_run() { parallel_units "${setting[jobs]}" --jobs "${setting[jobs]}" --retries "$tries"; }
