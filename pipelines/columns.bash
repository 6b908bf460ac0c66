# Columns by name: the build puts this in place of the line of a script that names it.

# awk_columns: rules of awk, to be put before those of a program. `kind` is the first word of a row
# of tmd-stat, tmd-dump or tmd-check (case, covered, ...), "function" in the lines of a plan and of
# other tables whose header begins so, and "header" in all header lines. $at(NAME) is the column
# that the header line names so; awk ends with status 2 where it has none. arguments() is the length
# of a range, as a double.
awk_columns='
  function at(name) {
    if ((row, name) in column_of) return column_of[row, name]
    print "awk: rows of kind " row " have no column " name >"/dev/stderr"
    exit 2
  }
  function arguments() { return $at("X1") - $at("X0") }
  function read_header(   i) {
    is_table = $1 == "function"
    row = is_table ? $1 : substr($1, 2)
    for (i = NF; i > 0; i--) column_of[row, $i] = i # the first of this name
    kind = "header"
  }
  BEGIN { FS = OFS = "\t" }
  FNR == 1 { is_table = 0 }
  { row = kind = is_table ? "function" : $1 }
  $1 == "function" || /^#[^ \t]+\t/ { read_header() }
'

# column KIND NAME...: these columns of the rows of this kind, separated by tabs.
column() {
  awk -v only="$1" -v names="${*:2}" "$awk_columns"'
    BEGIN { n = split(names, name, " ") }
    kind == only { for (i = 1; i <= n; i++) printf "%s%s", $at(name[i]), i < n ? OFS : "\n" }'
}
