# What random command lines need, for the suites that run them: random_options SEED FIRST COUNT, in the working folder.
# Commands of a seed are always the same: random_options SEED NUMBER 1 runs one of them again.

# option_table: a line for each option of each program, by the manual pages: PROGRAM, OPTION, ARGUMENT (-: it takes none).
option_table() {
  local program
  for program in "$BUILD"/bin/tmd-*; do
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

random_options() {
  mkdir -p inputs work
  if [ ! -e table ]; then
    option_table >table
    # where those are whom the programs are run as cannot get
    mkdir build && cp -r "$BUILD"/{bin,man} build && chmod -R a+rX build
    tmd-search exp --format 6,-10,10 --bits 4 --plan inputs/plan -o inputs/exp.tmd >/dev/null
    tmd-taylor inputs/plan >inputs/packets.tmd
    tmd-exhaust inputs/packets.tmd >inputs/cases.tmd
    tmd-dump inputs/exp.tmd >inputs/text
    { head -c 300 inputs/exp.tmd && printf X && tail -c +302 inputs/exp.tmd; } >inputs/corrupt.tmd
    head -c 400 inputs/exp.tmd >inputs/torn.tmd
    : >inputs/empty
    printf '1 0.5\n0x1p-3 -2e3\n' >inputs/matrix
    gzip -c inputs/text | head -c 2000 >inputs/random
    cp inputs/exp.tmd "inputs/in put"
    gcc -std=gnu11 -O1 "$root/tests/cli/random-options.c" -o random-options
  fi
  ./random-options table "$PWD/build/bin" inputs "$PWD/work/$2" "$@"
}
