# A device program as one text: each #include "FILE" is replaced by that file, once; #include <FILE> is left out, as the
# platform header gives the types. To be run in the root of the project.
function emit(file,  line, name) {
  while ((getline line < file) > 0) {
    if (line ~ /^#include "/) {
      name = line
      sub(/^#include "/, "", name)
      sub(/".*$/, "", name)
      if (!(name in seen)) { seen[name] = 1; emit(name) }
    } else if (line !~ /^#include </) print line
  }
  close(file)
}
BEGIN { for (i = 1; i < ARGC; i++) emit(ARGV[i]); exit }
