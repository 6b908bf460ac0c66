# Functions of the table and their usual domains: the build puts this in place of the line of a
# script that names it, after columns.bash.

# listed_functions: the names of all functions, those with a parameter as rootn(N).
listed_functions() { tmd-plan --list | column function function | grep -v '^formats:'; }
# in_table FUNCTION: it is one of these, as rootn(3).
in_table() { listed_functions | sed 's/(N)/()/' | grep -xF -- "${1/(*)/()}" >/dev/null; }

# usual_domain FUNCTION FORMAT: the domain A:B in which tmd-atlas searches it by default, or all.
usual_domain() {
  case $2:$1 in
    binary64:sin | binary64:cos | binary64:tan | binary64:sinpi | binary64:cospi | binary64:tanpi)
      echo -2048:2048
      ;;
    binary64:lgamma) echo -64:inf ;;
    *) echo all ;;
  esac
}
