# The suites of devices, with each command on every device there is to test with; `make check` runs it on one of them.
@test "what devices write is what the CPU writes, on OpenCL and on the emulated CUDA driver" {
  cd "$BATS_TEST_DIRNAME/../gpu"
  DEVICES=all bats device-{lines,exhaust,shift,farey,gemv}.bats
}
