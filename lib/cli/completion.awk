# The completion of a program for bash or zsh, from the options and operands of its manual page, which is made from its table:
#   awk -v program=NAME -v shell=bash|zsh [-v commands="NAME..."] -v devices="NAME..." -f completion.awk LIST PAGE
# LIST is what tmd-plan --list prints: the functions and formats. PAGE is the page in mdoc. The first operand of a program with
# commands is one of them, and what follows is completed as for the program PROGRAM-COMMAND.

function quoted(text) { gsub(/'/, "'\\''", text); return "'" text "'" }

# ---- the list ----

FNR == NR && /^formats: / { sub(/^formats: /, ""); sub(/ or .*/, ""); gsub(/,/, ""); formats = $0; next }
FNR == NR && FNR > 1 { sub(/\t.*/, ""); sub(/\(N\)/, "(3)"); sub(/\(x\)/, ""); functions = functions (functions ? " " : "") $0 }
FNR == NR { next }

# ---- pages ----

function plain(text) { gsub(/\\e/, "\\", text); gsub(/\\&/, "", text); gsub(/\\-/, "-", text); return text }

# An item of the list of options: .It Fl LETTER , Fl -NAME Ar ARGUMENT
function take_option(line, n, part, i, long, letter, argument) {
  n = split(line, part, " ")
  for (i = 2; i <= n; i++)
    if (part[i] == "Ar") argument = plain(part[++i])
    else if (part[i] ~ /^-[a-z]/) long = substr(part[i], 2)
    else if (part[i] ~ /^[A-Za-z]$/) letter = part[i]
  name[++options] = wanted = long
  letter_of[long] = letter
  argument_of[long] = argument
}

/^\.Sh / { section = $2 }
section == "SYNOPSIS" && /^\.(Op )?Ar / && !/Ar option/ {
  operand = operand (operand ? " " : "") toupper($NF == "..." ? $(NF - 1) : $NF)
}
/^\.It .*Fl -/ { take_option($0) }
wanted && sub(/^\.\\" /, "") { text[wanted] = plain($0); wanted = "" } # the help of an option whose text is longer
/^\./ { if (!/^\.It/) wanted = ""; next }
wanted {
  text[wanted] = text[wanted] (text[wanted] ? " " : "") plain($0)
  if (/\.$/) wanted = ""
}

# ---- what a value may be ----

# Words, or <files>, <folders>, <commands>; several of them for several operands.
function possible(argument) {
  gsub(/[\[\]]|\.\.\./, "", argument)
  if (argument ~ /\|/) { gsub(/:N/, "", argument); gsub(/\|/, " ", argument); sub(/DEVICE/, devices, argument); return argument }
  argument = toupper(argument)
  if (argument ~ /^(FILE|OLD|LIBRARY|PLAN|STREAM)$/) return "<files>"
  if (argument == "DIR") return "<folders>"
  if (argument == "COMMAND" && operand ~ /COMMAND/) return "<commands>"
  if (argument == "FORMAT") return formats
  if (argument == "FUNCTION") return functions
  return ""
}

function operand_values(n, part, i, all) {
  if (commands) return commands
  n = split(operand, part, " ")
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

# Of another program from its command on; its completion may not have been loaded.
function print_bash_command() {
  print "  COMPREPLY=()"
  print "  if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != help ]]; then"
  print "    local command=" program "-${COMP_WORDS[1]}"
  print "    [[ ${COMP_WORDS[1]} =~ ^[a-z0-9]+$ && -r ${BASH_SOURCE[0]%/*}/$command ]] || return 0"
  print "    declare -F \"_${command//-/_}\" >/dev/null || source \"${BASH_SOURCE[0]%/*}/$command\""
  print "    COMP_WORDS=(\"$command\" \"${COMP_WORDS[@]:2}\") COMP_CWORD=$((COMP_CWORD - 1))"
  print "    \"_${command//-/_}\""
  print "    return"
  print "  fi"
}

function print_bash(i, long, all, spelled, own, action, actions, choice, of_choice) {
  own = "_" program
  gsub(/-/, "_", own)
  for (i = 1; i <= options; i++) {
    long = name[i]
    spelled = letter_of[long] ? "-" letter_of[long] " --" long : "--" long
    all = all (all ? " " : "") spelled
    if (!argument_of[long]) continue
    gsub(/ /, " | ", spelled)
    action = bash_values(possible(argument_of[long]))
    if (!(action in of_choice)) choice[++actions] = action
    of_choice[action] = of_choice[action] (of_choice[action] ? " | " : "") spelled
  }
  printf "# Completion of %s for bash, made from its manual page.\n%s() {\n", program, own
  print "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} words= files= i"
  if (commands) print_bash_command()
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

function print_zsh(i, long, argument, rest, both) {
  printf "#compdef %s\n# Completion of %s for zsh, made from its manual page.\n", program, program
  if (commands) print "local curcontext=$curcontext state line\ntypeset -A opt_args"
  printf "_arguments -s -S%s", commands ? " -C" : ""
  for (i = 1; i <= options; i++) {
    long = name[i]
    argument = argument_of[long]
    rest = "[" zsh_text(text[long]) "]"
    if (argument) rest = rest ":" zsh_text(argument) ":" zsh_action(possible(argument))
    both = letter_of[long] ? "-" letter_of[long] " --" long : ""
    if (argument) long = long "="
    if (!both) printf " \\\n  %s", quoted("--" long rest)
    else printf " \\\n  %s{%s,--%s}%s", quoted("(" both ")"), substr(both, 1, 2) (argument ? "+" : ""), long, quoted(rest)
  }
  if (commands) {
    printf " \\\n  %s \\\n  '*::argument:->rest'\n", quoted("1:command:(" commands ")")
    print "if [[ $state = rest ]]; then"
    print "  if [[ $words[1] = help ]]; then _values command " commands "; else words[1]=" program "-$words[1] && _normal; fi"
    print "fi"
    return
  }
  if (operand) printf " \\\n  %s", quoted("*:" zsh_text(tolower(operand)) ":" zsh_action(operand_values()))
  print ""
}

END { if (shell == "zsh") print_zsh(); else print_bash() }
