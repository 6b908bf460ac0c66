# The Debian packages, in a clean chroot: they install with what they need, run, and leave nothing when they are removed.
bats_require_minimum_version 1.5.0
load ../cli/synthetic

@test "make deb: lintian finds nothing, and what is installed in a clean chroot runs, and goes" {
  [ "$(id -u)" = 0 ] || skip "needs root"
  command -v debootstrap >/dev/null || apt-get install -y -qq debootstrap >/dev/null 2>&1 </dev/null || skip "no debootstrap"
  suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $suite" | head -n 1)
  chroot=$BATS_TEST_TMPDIR/chroot
  debootstrap --variant=minbase "$suite" "$chroot" "$mirror" >"$BATS_TEST_TMPDIR/log" 2>&1 || {
    tail -n 3 "$BATS_TEST_TMPDIR/log"
    skip "no chroot can be made here"
  }
  make -s -C "$root" BUILD="$BUILD" deb
  cp "$BUILD"/deb/*.deb "$chroot/tmp"
  inside() { chroot "$chroot" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
  # where packages put files
  everything() { (cd "$chroot" && find etc usr opt -print | sort); }
  inside sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends $(dpkg -f /tmp/tmd_*.deb Depends |
    sed "s/ *([^)]*)//g; s/,/ /g") >/dev/null 2>&1'
  everything >"$BATS_TEST_TMPDIR/before"
  inside sh -c 'dpkg -i /tmp/*.deb'
  inside dpkg -V
  run -0 inside tmd-search exp --format binary16 --top 3
  [[ $output = *"0 not confirmed"* ]]
  inside bash -o pipefail -c 'tmd-plan exp --domain 1:1.001 | tmd-taylor | tmd-shift |
    tmd-parallel -j 2 -- tmd-farey | tmd-exhaust | tmd-ziv >/tmp/exp.tmd && tmd-dump --to wc /tmp/exp.tmd | grep -q ^0x1'
  inside sh -c 'tmd-dump --to wc --minimal 2 /usr/share/tmd/cases/asin.tmd | grep -q ^0x1'
  # a program linked here with what is for development runs there with the library
  tree=$BATS_TEST_TMPDIR/tree
  for package in libtmd0 libtmd-dev; do dpkg -x "$BUILD/deb/${package}_"*.deb "$tree"; done
  cc "$tree/usr/share/doc/libtmd-dev/hardest.c" -I"$tree/usr/include" -L"$(dirname "$tree"/usr/lib/*/libtmd.so)" -ltmd -lm \
    -o "$chroot/tmp/hardest"
  inside /tmp/hardest /tmp/exp.tmd | grep "^/tmp/exp.tmd: exp(0x1"
  inside sh -c 'tmd-search --man | grep -q "^.Dt TMD-SEARCH"'
  inside sh -c 'dpkg --purge $(for deb in /tmp/*.deb; do dpkg -f $deb Package; done)'
  everything | diff "$BATS_TEST_TMPDIR/before" -
}

@test "make reuse: every file has a licence" {
  python3 -m pip --version >/dev/null 2>&1 || skip "no pip"
  python3 -m pip download -q --no-deps -d "$BATS_TEST_TMPDIR" reuse >/dev/null 2>&1 || skip "no package index"
  run -0 make -s -C "$root" BUILD="$BATS_TEST_TMPDIR" reuse
  [[ $output = *"Your project is compliant"* ]]
}
