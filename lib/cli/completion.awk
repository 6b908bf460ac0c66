# The completion of a program for bash or zsh, from what its manual page says of its options and operands:
#   awk -v program=NAME -v shell=bash|zsh -f completion.awk LIST PAGE...
# LIST is what tmd-plan --list prints: the functions and formats. PAGE... are manual pages in mdoc. Options that the program's
# page names without describing them are those of the page that it refers to in the same paragraph; all have --help and its kin.

function quoted(text) { gsub(/'/, "'\\''", text); return "'" text "'" }

# ---- the list ----

FNR == 1 { end_paragraph(); page = section = "" }
FNR == NR && /^formats: / { sub(/^formats: /, ""); sub(/ or .*/, ""); gsub(/,/, ""); formats = $0; next }
FNR == NR && FNR > 1 { sub(/\t.*/, ""); sub(/\(N\)/, "(3)"); sub(/\(x\)/, ""); functions = functions (functions ? " " : "") $0 }
FNR == NR { next }

# ---- pages ----

function plain(text) { gsub(/\\e/, "\\", text); gsub(/\\&/, "", text); gsub(/\\-/, "-", text); return text }

# Options of a line of Fl, Ar and names. One that is alone in its item is described there.
function take_options(line, n, part, i, longs, long, letter, argument) {
  n = split(line, part, " ")
  for (i = 2; i <= n; i++)
    if (part[i] == "Ar") argument = plain(part[++i])
    else if (part[i] ~ /^-[a-z]/) long[++longs] = substr(part[i], 2)
    else if (part[i] ~ /^[A-Za-z]$/) letter = part[i]
  if (longs != 1 || line !~ /^\.It/) {
    for (i = 1; i <= longs; i++) named[++named_count] = long[i]
    return
  }
  add_option(long[1], page)
  letter_of[page, long[1]] = letter
  argument_of[page, long[1]] = argument
  wanted = long[1]
}

function add_option(long, model) {
  if ((page, long) in model_of) return
  name[page, ++options[page]] = long
  model_of[page, long] = model
}

# Those that were named without a description are added if the page referred to, or each, has them.
function end_paragraph(i) {
  for (i = 1; i <= named_count; i++)
    if (named[i] ~ /^(help|version|man)$/) add_option(named[i], "tmd-plan")
    else if (reference) add_option(named[i], reference)
  named_count = 0
  reference = wanted = ""
}

/^\.Dt / { page = tolower($2) }
/^\.(Sh|Pp|It|El)/ { end_paragraph() }
/^\.Sh / { section = $2 }
section == "SYNOPSIS" && /^\.(Op )?Ar / && !/Ar option/ {
  operand[page] = operand[page] (operand[page] ? " " : "") toupper($NF == "..." ? $(NF - 1) : $NF)
}
/^\.Xr tmd-[a-z0-9]* 1/ { reference = $2 }
/^\.It .*Fl/ || /^\.Fl -/ { take_options($0) }
/^\./ { if (!/^\.It/) wanted = ""; next }
wanted {
  text[page, wanted] = text[page, wanted] (text[page, wanted] ? " " : "") plain($0)
  if (/\.$/) wanted = ""
}

# ---- what a value may be ----

# Words, or <files>, <folders>, <commands>; several of them for several operands.
function possible(argument) {
  gsub(/[\[\]]|\.\.\./, "", argument)
  if (argument ~ /\|/) { gsub(/:N/, "", argument); gsub(/\|/, " ", argument); return argument }
  argument = toupper(argument)
  if (argument ~ /^(FILE|OLD|LIBRARY|PLAN|STREAM)$/) return "<files>"
  if (argument == "DIR") return "<folders>"
  if (argument == "COMMAND" && operand[program] ~ /COMMAND/) return "<commands>"
  if (argument == "FORMAT") return formats
  if (argument == "FUNCTION") return functions
  return ""
}

function operand_values(n, part, i, all) {
  n = split(operand[program], part, " ")
  for (i = 1; i <= n; i++) all = all " " possible(part[i])
  return substr(all, 2)
}

# ---- bash ----

function bash_values(values, code) {
  if (values ~ /<files>/) code = "files=-f"
  if (values ~ /<folders>/) code = "files=-d"
  if (values ~ /<commands>/) code = "files=-c"
  gsub(/<[a-z]*>/, "", values)
  gsub(/^ +| +$/, "", values)
  gsub(/[()]/, "\\\\&", values) # as they must be typed, and once more for compgen
  gsub(/\\/, "\\\\\\\\", values)
  return code (values ? (code ? " " : "") "words=" quoted(values) : "") (code || values ? "" : ":")
}

function print_bash(i, long, page, all, spelled, own, action, actions, choice, of_choice) {
  own = "_" program
  gsub(/-/, "_", own)
  for (i = 1; i <= options[program]; i++) {
    long = name[program, i]
    page = model_of[program, long]
    spelled = letter_of[page, long] ? "-" letter_of[page, long] " --" long : "--" long
    all = all (all ? " " : "") spelled
    if (!argument_of[page, long]) continue
    gsub(/ /, " | ", spelled)
    action = bash_values(possible(argument_of[page, long]))
    if (!(action in of_choice)) choice[++actions] = action
    of_choice[action] = of_choice[action] (of_choice[action] ? " | " : "") spelled
  }
  printf "# Completion of %s for bash, made from its manual page.\n%s() {\n", program, own
  print "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} words= files= i"
  print "  # --option=value is three words"
  print "  if [[ $word = = ]]; then word="
  print "  elif [[ $option = = ]]; then option=${COMP_WORDS[COMP_CWORD - 2]}; fi"
  print "  for ((i = 1; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} != -- ]] || option=--; done"
  print "  case $option in"
  for (i = 1; i <= actions; i++) printf "    %s)\n      %s ;;\n", of_choice[choice[i]], choice[i]
  printf "    *)\n      %s\n", bash_values(operand_values())
  printf "      [[ $option = -- || $word != -* ]] || words=%s files= ;;\n", quoted(all)
  print "  esac"
  print "  COMPREPLY=()"
  print "  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")"
  print "  [[ -z $files || -n $words ]] || compopt -o filenames 2>/dev/null"
  print "  [[ -z $files ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen $files -- \"$word\")"
  printf "}\ncomplete -F %s %s\n", own, program
}

# ---- zsh ----

function zsh_action(values, code) {
  if (values ~ /<files>/) code = "_files"
  if (values ~ /<folders>/) code = "_files -/"
  if (values ~ /<commands>/) code = "_command_names -e"
  gsub(/<[a-z]*>/, "", values)
  gsub(/^ +| +$/, "", values)
  gsub(/[()]/, "\\\\&", values)
  if (code && values) return "{_alternative \"files:file:" code "\" \"words:word:(" values ")\"}"
  return code ? code : values ? "(" values ")" : " "
}

function zsh_text(text) { gsub(/[\[\]:\\]/, "\\\\&", text); return text }

function print_zsh(i, long, page, argument, rest, both) {
  printf "#compdef %s\n# Completion of %s for zsh, made from its manual page.\n_arguments -s -S", program, program
  for (i = 1; i <= options[program]; i++) {
    long = name[program, i]
    page = model_of[program, long]
    argument = argument_of[page, long]
    rest = "[" zsh_text(text[page, long]) "]"
    if (argument) rest = rest ":" zsh_text(argument) ":" zsh_action(possible(argument))
    both = letter_of[page, long] ? "-" letter_of[page, long] " --" long : ""
    if (argument) long = long "="
    if (!both) printf " \\\n  %s", quoted("--" long rest)
    else printf " \\\n  %s{%s,--%s}%s", quoted("(" both ")"), substr(both, 1, 2) (argument ? "+" : ""), long, quoted(rest)
  }
  if (operand[program]) printf " \\\n  %s", quoted("*:" zsh_text(tolower(operand[program])) ":" zsh_action(operand_values()))
  print ""
}

END { if (shell == "zsh") print_zsh(); else print_bash() }
