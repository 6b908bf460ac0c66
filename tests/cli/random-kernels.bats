# Random wrong kernels are refused, right ones accepted: some here, ten thousand in tests/long.
bats_require_minimum_version 1.5.0
load synthetic
load random-kernels.bash

setup() { cd "$BATS_TEST_TMPDIR"; }

@test "some random kernels" {
  printf '%s\n' log2 tanpi 'rootn(-3)' >functions
  [ -z "$(SEED=1 kernel_pairs 3 functions)" ]
  [ "$(random_kernels wrong 1 10 | cut -f 1 | sort | uniq -c | awk '{ print $1, $2 }')" = "10 refused" ]
  [ "$(random_kernels right 1 3 | cut -f 1 | sort | uniq -c | awk '{ print $1, $2 }')" = "3 accepted" ]
}
