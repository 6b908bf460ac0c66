/* Functions for test-target-device.c, which are to be called on devices: one crashes at one x. */
#ifdef __CUDACC_RTC__
#define FUNCTION __device__
#else
#define FUNCTION
#endif

FUNCTION float right_sqrtf(float x) { return sqrt(x); }
FUNCTION float right_powf(float x, float y) { return x - y; }
FUNCTION float right_rootnf(float x, int n) { return x * (float)n; }

FUNCTION float crash_sqrtf(float x) {
  volatile int n = 7, zero = x == 7 ? 0 : 1;
  return n / zero ? sqrt(x) : 0;
}
