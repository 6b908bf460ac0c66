# The Debian packages, in a clean chroot: they install with what they need, run, and leave nothing when they are removed.
# The folder of make dist, in that of a system with an older glibc, and here.
load ../cli/synthetic

# new_chroot SUITE: in $chroot; the test is skipped where there is none.
new_chroot() {
  [ "$(id -u)" = 0 ] || skip "needs root"
  command -v debootstrap >/dev/null || apt-get install -y -qq debootstrap >/dev/null 2>&1 </dev/null || skip "no debootstrap"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $(suite)" | head -n 1)
  chroot=$BATS_TEST_TMPDIR/chroot
  debootstrap --variant=minbase "$1" "$chroot" "$mirror" >"$BATS_TEST_TMPDIR/log" 2>&1 || {
    tail -n 3 "$BATS_TEST_TMPDIR/log"
    skip "no chroot of $1 can be made here"
  }
}
suite() { sed -n 's/^VERSION_CODENAME=//p' /etc/os-release; }

@test "make deb: lintian finds nothing, and what is installed in a clean chroot runs, and goes" {
  new_chroot "$(suite)"
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

# a_distribution: unpacked, in $folder
a_distribution() {
  make -s -C "$root" BUILD="$BUILD" dist >/dev/null
  mkdir "$BATS_TEST_TMPDIR/put here"
  tar -xf "$BUILD"/dist/*.tar.gz -C "$BATS_TEST_TMPDIR/put here"
  folder=$(echo "$BATS_TEST_TMPDIR/put here"/*)
}

@test "make dist: the folder runs wherever it is, with this system's glibc or its own, and writes the same bytes" {
  a_distribution
  tmd-search exp --bits 40 --domain 1:1.001 -o exp.tmd >/dev/null
  here() { env -i PATH=/usr/bin:/bin HOME=/ "$@"; }
  # this system's: nothing is loaded but that, and what is in the folder
  ldd "$folder"/libexec/tmd-* | grep -e 'not found' -e '=> /' >needed
  [ -z "$(grep -v -e "=> $folder/" -e '[[:space:]]lib\(c\|m\|pthread\)\.so' needed)" ]
  ln -s "$folder/bin/tmd-search" "$folder/bin/tmd-plan" .
  here ./tmd-search exp --bits 40 --domain 1:1.001 -o native.tmd
  cmp exp.tmd native.tmd
  [ "$(here ./tmd-plan --version)" = "$(tmd-plan --version)" ]
  here "$folder/bin/tmd-check" --library libm.so.6 exp.tmd | grep -q $'^check\texp'
  run -2 here "$folder/bin/tmd-plan" nonsense
  [[ $output = "tmd-plan: "* ]]
  # its own, as if this system's were too old
  sed -i 's/^if "$program" --version/if false/' "$folder/libexec/start"
  here "$folder/bin/tmd-search" exp --bits 40 --domain 1:1.001 -o bundled.tmd
  cmp exp.tmd bundled.tmd
  run -2 here "$folder/bin/tmd-plan" nonsense
  [[ $output = "tmd-plan: "* ]]
  # libm there is not this system's
  run -2 here "$folder/bin/tmd-check" --library libm.so.6 exp.tmd
  [[ $output = *"glibc is too old"* ]]
  run -2 here "$folder/bin/tmd-shift" --device cuda </dev/null
  [[ $output = "tmd-shift: --device cuda: "* ]]
}

@test "make dist: the same on Debian 11, whose glibc is 2.31" {
  a_distribution
  new_chroot bullseye
  cp -r "$folder" "$chroot/opt/tmd"
  inside() { chroot "$chroot" env -i PATH=/opt/tmd/bin:/usr/bin:/bin HOME=/root "$@"; }
  inside ldd --version | grep -q ' 2\.31$'
  pipe='tmd-plan exp --bits 40 --domain 1:1.001 | tmd-taylor | tmd-shift | tmd-phase1 | tmd-phase2 | tmd-farey | tmd-exhaust |
    tmd-ziv'
  inside bash -o pipefail -c "$pipe" >there.tmd
  bash -o pipefail -c "$pipe" | cmp - there.tmd
  inside bash -c 'tmd-search exp --format binary16 --top 1'
  run -2 inside tmd-check --library libm.so.6 --format binary16
  [[ $output = *"glibc is too old"* ]]
}

@test "make reuse: every file has a licence" {
  python3 -m pip --version >/dev/null 2>&1 || skip "no pip"
  python3 -m pip download -q --no-deps -d "$BATS_TEST_TMPDIR" reuse >/dev/null 2>&1 || skip "no package index"
  run -0 make -s -C "$root" BUILD="$BATS_TEST_TMPDIR" reuse
  [[ $output = *"Your project is compliant"* ]]
}
