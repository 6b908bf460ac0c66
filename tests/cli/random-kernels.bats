# Random wrong kernels are refused, right ones accepted: some here, ten thousand in tests/long.
load synthetic
load random-kernels.bash

@test "some random kernels" {
  printf '%s\n' log2 tanpi 'rootn(-3)' >functions
  [ -z "$(SEED=1 kernel_pairs 3 functions)" ]
  [ "$(random_kernels wrong 1 10 | cut -f 1 | sort | uniq -c | awk '{ print $1, $2 }')" = "10 refused" ]
  [ "$(random_kernels right 1 3 | cut -f 1 | sort | uniq -c | awk '{ print $1, $2 }')" = "3 accepted" ]
}

# Rows next to 0 are not taken for overflow (kernels have the right flags).
@test "right flags of what is almost x" {
  echo expm1 >functions
  [ -z "$(kernel_pairs 0 functions)" ]
  : >none
  for format in binary16 bfloat16; do
    TABLE=pairs/expm1.$format/table CHANGES=none run -0 tmd-check --library ./kernel.so --symbol kernel --bits16 --flags -j 1 \
      pairs/expm1.$format/stream
  done
}
