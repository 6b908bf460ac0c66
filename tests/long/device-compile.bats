# What tests/gpu/device-compile.bats says of one architecture, of all that the GPU kit has kernels for.
load ../cli/synthetic

@test "every program compiles for sm_80 and sm_90, within the bounds of registers" {
  SHAPES=all ARCHITECTURES='80 90' run -0 bats --tap "$BATS_TEST_DIRNAME/../gpu/device-compile.bats"
  [[ $output != *"# skip"* ]] || skip "no NVRTC"
}
