# What random command lines need, for the suites that run them: random_options SEED FIRST COUNT, in the working folder.
# Commands of a seed are always the same: random_options SEED NUMBER 1 runs one of them again.

# option_table: a line for each option of each program, by the manual pages: PROGRAM, OPTION, ARGUMENT (-: it takes none).
option_table() {
  local program
  for program in "$BUILD"/bin/tmd*; do
    program=${program##*/}
    { echo "PROGRAM $program" && "$program" --man; }
  done | awk '
    function argument(text) { return text ~ / Ar / ? substr(text, index(text, " Ar ") + 4) : "" }
    $1 == "PROGRAM" { program = $2; next }
    /^\.Sh/ { about = /DESCRIPTION|SYNOPSIS/ }
    about && (/^\.It .*Fl/ || /^\.Fl -[a-z]/) {
      n = split($0, item, / , |, /)
      for (i = 1; i <= n; i++) {
        if (!match(item[i], /-?-[a-z][a-z0-9-]*|Fl [A-Za-z]( |$)/)) continue
        name = substr(item[i], RSTART, RLENGTH)
        name = name ~ /^Fl / ? "-" substr(name, 4, 1) : "-" name
        sub(/^---/, "--", name)
        if (!((program, name) in known)) { known[program, name]; row[++rows] = program " " name }
        word = argument(item[n])
        sub(/[ ,].*/, "", word)
        if (word !~ /[|]/) word = toupper(word)
        if (/^\.It/ && word) takes[program, name] = word
        if (/^\.It/ && word && !(name in takes) || program == "tmd-plan") takes[name] = word
        if (/^\.It/ && n < 3 && !word) none[program, name]
      }
    }
    END {
      for (i = 1; i <= rows; i++) {
        split(row[i], part, " ")
        word = (part[1], part[2]) in takes ? takes[part[1], part[2]] : (part[1], part[2]) in none ? "-" : takes[part[2]]
        print part[1] "\t" part[2] "\t" (word ? word : "-")
      }
    }'
}

# random_inputs: the files that commands are given, in the folder inputs.
random_inputs() {
  tmd-search exp --format 6,-10,10 --bits 4 --plan plan -o exp.tmd >/dev/null
  tmd-search log --format 5,-8,8 --bits 4 -o log.tmd >/dev/null
  cat exp.tmd log.tmd >two.tmd
  tmd-taylor plan >packets.tmd
  tmd-exhaust packets.tmd >cases.tmd
  tmd-plan exp --bits 30 --domain 1:1.00000001 --method regular >wide.plan
  tmd-taylor wide.plan >wide.packets.tmd
  tmd-shift wide.packets.tmd >classical.tmd
  tmd-phase1 classical.tmd >survivors.tmd
  tmd-plan exp --bits 30 --domain 1:1.00000001 --method farey | tmd-taylor | tmd-shift >farey.tmd
  tmd-farey farey.tmd | tmd-exhaust >wide.cases.tmd
  tmd-ziv wide.cases.tmd >wide.tmd
  tmd-plan sin --format binary16 --domain 1:1.25 --bits 5 | tmd-taylor >half.packets.tmd
  tmd-exhaust half.packets.tmd | tmd-ziv >half.tmd
  tmd-dump exp.tmd >text
  sed '0,/^case/s/^\(case\t[^\t]*\t[^\t]*\t\)confirmed\t\([^\t]*\)\t.*/\1undecided\t\2\t0\t-\t4096/' text |
    tmd-pack >undecided.tmd
  sqlite3 exp.db 'CREATE TABLE mine (x)'
  { head -c 300 exp.tmd && printf X && tail -c +302 exp.tmd; } >corrupt.tmd
  head -c 400 exp.tmd >torn.tmd
  head -n 1 plan >header
  printf 'exp.tmd\tplan\t-\ncorrupt.tmd\tplan\t-\n' >list
  : >empty
  printf '1 0.5\n0x1p-3 -2e3\n' >matrix
  printf '3\n-1e-3\n' >vector
  tmd-gemv --to raw matrix >matrix.raw
  tmd-gemv --to raw matrix vector >vector.raw
  printf 'double my_exp(double x) { return 1 + x; }\n' >double.c
  printf '1/:\nabsent\n' >hosts
  tmd-check --library libm.so.6 wide.tmd >report 2>/dev/null || true
  gzip -c text | head -c 2000 >random
  local name
  for name in 'in put' -exp.tmd $'new\nline.tmd' locked.tmd fixed.tmd; do cp exp.tmd ./"$name"; done
  ln -s exp.tmd link.tmd
  ln -s dangling.target dangling.tmd
  ln -s loop.tmd loop.tmd
}

random_options() {
  mkdir -p inputs work
  if [ ! -e table ]; then
    option_table >table
    # where those are whom the programs are run as cannot get
    mkdir build && cp -r "$BUILD"/{bin,man} build && chmod -R a+rX build
    (cd inputs && random_inputs)
  fi
  "$root/tests/cli/random-options.pl" table "$PWD/build/bin" inputs "$PWD/work/$2" "$@"
}
