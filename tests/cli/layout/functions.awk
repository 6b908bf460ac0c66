# Reads C files by their paths from the root of the tree; prints functions of more than 60 lines (tests: 110), from the first of
# the signature to the closing brace, and functions of more than seven parameters, the entries of kernels excepted. A comment
# directly above that says "long because" or "parameters because" is a reason. Macros are not looked into.
function begin_file() {
  if (name != "" && depth != 0) print name ": braces do not balance"
  name = FILENAME
  depth = in_comment = continued = of_function = 0
  head = above = ""
}
# The line without literals and comments; what the comments say is added to `above`.
function code(line, text, at, bytes, token) {
  text = ""
  while (line != "") {
    if (in_comment) {
      at = index(line, "*/")
      above = above " " (at ? substr(line, 1, at - 1) : line)
      if (!at) return text
      in_comment = 0
      line = substr(line, at + 2)
      continue
    }
    if (!match(line, /\/\*|\/\/|"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/)) return text line
    at = RSTART
    bytes = RLENGTH
    token = substr(line, at, 2)
    text = text substr(line, 1, at - 1)
    line = substr(line, at + bytes)
    if (token == "/*") in_comment = 1
    else if (token == "//") {
      above = above " " line
      return text
    } else text = text "0"
  }
  return text
}
# How many parameters the signature has: the commas between its last parentheses.
function parameters(signature, at, c, nested, count) {
  nested = count = 0
  for (at = length(signature); at > 0; at--) {
    c = substr(signature, at, 1)
    if (c == ")") nested++
    else if (c == "(" && --nested == 0) break
    else if (c == "," && nested == 1) count++
  }
  return count + 1
}
function without_attributes(text) {
  gsub(/__attribute__ *\(\([^()]*(\([^()]*\)[^()]*)*\)\)/, "", text)
  sub(/[ \t]+$/, "", text)
  return text
}
function function_ends(lines) {
  lines = FNR - first + 1
  most = name ~ /^tests\// ? 110 : 60
  if (lines > most && reason !~ /[Ll]ong because/) print name ":" first ": " called " has " lines " lines"
}
function function_begins(signature) {
  of_function = 1
  called = signature
  sub(/ *\(.*/, "", called)
  sub(/.*[ *]/, "", called)
  if (parameters(signature) > 7 && name !~ /\.(simd|device)\.c$/ && reason !~ /parameters because/)
    print name ":" first ": " called " has " parameters(signature) " parameters"
}
FNR == 1 { begin_file() }
{
  was_comment = in_comment
  line = code($0)
  if (continued || (!was_comment && line ~ /^[ \t]*#/)) {
    continued = $0 ~ /\\$/
    above = head = ""
    next
  }
  if ($0 ~ /^[ \t]*$/ && depth == 0) above = ""
  if (line ~ /^}/) depth = 1 # only the outermost brace stands in the first column
  if (depth == 0 && head ~ /\)[ \t]*$/ && line ~ /^[A-Za-z_]/) head = "" # a macro without semicolon
  while (line != "") {
    if (depth == 0 && head == "" && line ~ /[^ \t]/) {
      first = FNR
      reason = above
      above = ""
    }
    if (!match(line, /[{};]/)) {
      if (depth == 0) head = head line " "
      break
    }
    mark = substr(line, RSTART, 1)
    if (depth == 0) head = head substr(line, 1, RSTART - 1)
    line = substr(line, RSTART + 1)
    if (mark == "{" && depth++ == 0) {
      head = without_attributes(head)
      of_function = 0
      if (head ~ /\)$/ && head !~ /=/) function_begins(head)
    } else if (mark == "}" && --depth == 0) {
      if (of_function) function_ends()
      head = ""
    } else if (mark == ";" && depth == 0) head = ""
  }
  if (depth == 0 && head ~ /^[ \t]*$/) head = ""
}
END { if (depth != 0) print name ": braces do not balance" }
