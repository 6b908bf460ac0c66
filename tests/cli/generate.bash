# What the suites of tmd-generate share.
. "${BASH_SOURCE[0]%/*}/synthetic.bash"

setup_file() {
  command -v sollya >/dev/null || skip "no sollya"
  cd "$BATS_FILE_TMPDIR"
  for f in exp2 log; do tmd-generate $f -o $f.c --proof $f.proof --verbose 2>$f.said & done
  wait
}

setup() { cd "$BATS_TEST_TMPDIR" && made=$BATS_FILE_TMPDIR; }

list=$BATS_TEST_DIRNAME/../../lib/cases/binary32.tmd

# passes_as SYMBOL FUNCTION FILE OPTION...: tmd-check of a function, every argument of each --domain
passes_as() {
  local options=(--symbol "$1" --function "$2" --library "$3") domains=() domain
  shift 3
  while [ $# -gt 0 ]; do
    case $1 in
      --domain) domains+=("$2") && shift ;;
      --domain=*) domains+=("${1#*=}") ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  [ ${#domains[@]} -gt 0 ]
  for domain in "${domains[@]}"; do
    tmd-check "${options[@]}" --format binary32 --flags --domain="$domain" || return
  done
}
passes() { passes_as "$1f" "$@"; }
