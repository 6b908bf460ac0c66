# tmd-gemv on devices: the bytes that the CPU writes, of every size of matrix and number of moduli.
load ../cli/synthetic
load devices

setup_file() { devices_setup; }

setup() {
  cd "$BATS_TEST_TMPDIR"
  counted=moduli
}

# numbers ROWS COLUMNS
numbers() {
  awk -v rows="$1" -v columns="$2" 'BEGIN {
    srand(rows + 100 * columns)
    for (i = 0; i < rows * columns; i++)
      printf "%s0x%x.%xp%d%s", rand() < 0.5 ? "-" : "", 2^31 * rand(), 2^31 * rand(), 80 * rand() - 40,
        (i + 1) % columns ? " " : "\n"
  }'
}

@test "products of all sizes" {
  [ -n "$(devices)" ]
  while read -r rows columns options; do
    numbers "$rows" "$columns" >A
    numbers "$columns" 1 >x
    numbers "$rows" 1 >y
    same tmd-gemv $options A x y
    kernels_ran rns
    [ "$(wc -l <cpu.out)" -eq "$rows" ]
  done <<'END'
1 1 -p 2
4 8 -p 53
5 9 -p 212 --alpha -3
33 7 -p 1696 --beta 0x1p-5
3 70 -p 424 -j 1
END
}

@test "transposed; rows that MPFR sums; a matrix in several parts" {
  numbers 20 11 >A
  numbers 20 1 >x
  same tmd-gemv -t A x
  sed -i '2s/ .*/ 1e400 1 2 3 4 5 6 7 8 9/' A
  numbers 11 1 >x
  same tmd-gemv A x
  grep -q rows_by_mpfr=1 cpu.err
  kernels_ran rns
  awk 'BEGIN { for (i = 0; i < 500; i++) print "0x1.8p-2 -1e-3 5e2 1 2 3 4 5 6 7 8e-9" }' >A
  same tmd-gemv -p 16000 A x
  [[ $(cat cpu.err) =~ bytes_in_residues=([0-9]+) ]]
  [ "${BASH_REMATCH[1]}" -gt $((18 << 20)) ]
}
