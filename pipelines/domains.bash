# usual_domain FUNCTION FORMAT: where tmd-atlas searches it, if no other domain is asked for: A:B, or all. The build puts this in
# place of the line of a script that names it.
usual_domain() {
  case $2:$1 in
    binary64:sin | binary64:cos | binary64:tan | binary64:sinpi | binary64:cospi | binary64:tanpi) echo -2048:2048 ;;
    binary64:lgamma) echo -64:inf ;;
    *) echo all ;;
  esac
}
