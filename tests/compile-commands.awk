# The commands of `make -n` that compile a source, as JSON (-v folder=DIR: where make runs).
function quoted(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
BEGIN { print "[" }
/ -MMD -MP .*[^ ]\.c / {
  sub(/^.*&& /, "")
  n = split($0, word, " ")
  command = ""
  for (i = 1; i <= n && word[i] !~ /\.c$/; i++) command = command word[i] " "
  printf "%s{\"directory\": %s, \"command\": %s, \"file\": %s}", separator, quoted(folder),
    quoted(command word[i]), quoted(word[i])
  separator = ",\n"
}
END { print "\n]" }
