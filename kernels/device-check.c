struct tmd_device; int tmd_device_check(struct tmd_device *device); int tmd_device_check(struct tmd_device *device) { (void)device; return 0; }
