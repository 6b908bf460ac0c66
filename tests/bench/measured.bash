# What the scripts of this folder begin with: programs of $BUILD, columns by name, a folder $scratch that is removed at the end.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-build}
[[ $BUILD = /* ]] || BUILD=$root/$BUILD
export PATH=$BUILD/bin:$PATH LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$root/pipelines/columns.bash"
