# The rooms of the tree: what they reach, what they are called, how large they are, and circles among their objects.
load synthetic

setup_file() { tree_files >"$BATS_FILE_TMPDIR/files"; }

setup() { cd "$root"; }

sources() { grep -E "^(lib|kernels|tools|formats)/.*\.[ch]$" "$BATS_FILE_TMPDIR/files"; }

# only LIST COMMAND...: it prints nothing that LIST, known exceptions, lacks; those that are none any more are named, to be
# taken from the list.
only() {
  local found unknown
  found=$("${@:2}" | sort -u)
  comm -23 <(tr -s ' ' '\n' <<<"$1" | sed '/^$/d' | sort) <(echo "$found") | sed 's/^/# no exception any more: /' >&3
  unknown=$(comm -13 <(tr -s ' ' '\n' <<<"$1" | sort) <(echo "$found"))
  [ -z "$unknown" ] || { echo "$unknown" && return 1; }
}

# reached FILE...: the headers that each file includes, directly or not, as "FILE HEADER"
reached() {
  awk '
    FNR == 1 { files[FILENAME] }
    /^[ \t]*#[ \t]*include[ \t]*"/ { split($0, part, "\""); to[FILENAME, ++count[FILENAME]] = part[2] }
    function visit(from, file, i) {
      for (i = 1; i <= count[file]; i++) if (!((from, to[file, i]) in seen)) {
        seen[from, to[file, i]]; print from, to[file, i]; visit(from, to[file, i])
      }
    }
    END { for (file in files) visit(file, file) }' "$@"
}
kernels_reach() { reached $(sources) | grep -E "^kernels/[^ ]* lib/(problem|stream|ledger|cell|image)/" || true; }

@test "kernels reach no header of claims, problems or the ledger, directly or not" {
  only '' kernels_reach
  mkdir -p "$BATS_TEST_TMPDIR"/{kernels/new,lib/packet,lib/stream} && cd "$BATS_TEST_TMPDIR"
  echo '#include "lib/packet/b.h"' >kernels/new/a.c
  echo '#include "lib/stream/c.h"' >lib/packet/b.h
  >lib/stream/c.h
  sources() { find kernels lib -type f; }
  [ "$(kernels_reach)" = "kernels/new/a.c lib/stream/c.h" ]
}

# twice: names of files without their extension that stand in two folders, as "NAME FOLDER FOLDER"
twice() {
  sources | awk -F/ '
    { name = $NF; sub(/\..*/, "", name); folder = $0; sub(/\/[^\/]*$/, "", folder) }
    !((name, folder) in seen) { seen[name, folder]; count[name]++ }
    END { for (name in count) if (count[name] > 1) print name }'
}
# tags: those of struct, enum and union that are defined twice
tags() { sources | xargs sed -nE 's/^ *(struct|enum|union) ([a-z0-9_]+) \{.*/\2/p' | sort | uniq -d; }

@test "no two files have the same name, and no two structs, enums and unions the same tag" {
  only 'job on-device' twice
  only 'tmd_expansion' tags
  mkdir -p "$BATS_TEST_TMPDIR"/{lib/a,kernels/b} && cd "$BATS_TEST_TMPDIR"
  echo 'struct one {' >lib/a/same.c
  printf 'enum one { A };\nunion two {\n' >kernels/b/same.device.c
  sources() { find lib kernels -type f; }
  [ "$(twice) $(tags)" = "same one" ]
}

# large: rooms of more than 16 .c files or 3,000 lines, files of more than 400
large() {
  sources | xargs wc -l | awk '$2 != "total" {
    room = $2; sub(/\/[^\/]*$/, "", room); lines[room] += $1; files[room] += $2 ~ /\.c$/
    if ($1 > 400) print $2
  } END { for (room in lines) if (room != "tools" && (files[room] > 16 || lines[room] > 3000)) print room }'
}

# scripts: those that are installed, and their parts
scripts() { grep -E '^pipelines/(tmd-[a-z]*|.*\.bash)$' "$BATS_FILE_TMPDIR/files"; }
long_scripts() { scripts | xargs wc -l | awk '$2 != "total" && $1 > 400 { print $2 }'; }

@test "a room has at most 16 files of C and 3,000 lines, a file or a script 400" {
  only '' large
  only '' long_scripts
  mkdir -p "$BATS_TEST_TMPDIR"/{lib/{a,b,c},tools} && cd "$BATS_TEST_TMPDIR"
  touch lib/a/{1..17}.c tools/{1..17}.c
  seq 401 >lib/b/long.h
  for i in {1..10}; do seq 301 >lib/c/$i.h; done
  sources() { find lib tools -type f; }
  [ "$(large | sort | tr '\n' ' ')" = "lib/a lib/b/long.h lib/c " ]
  scripts() { echo lib/b/long.h && echo lib/c/1.h; }
  [ "$(long_scripts)" = lib/b/long.h ]
}

# circles: of the objects of a build, given as lines of nm -A, the folders among which a circle is, or within which one has
# more than eight files
circles() {
  awk '
    { object = $1; sub(/:.*/, "", object); symbol = $NF; type = $(NF - 1) }
    type == "U" { uses[object] = uses[object] " " symbol; next }
    type ~ /^[A-Z]$/ { home[symbol] = object }
    END {
      for (object in uses) { n = split(uses[object], list, " ")
        for (i = 1; i <= n; i++) if (list[i] in home && home[list[i]] != object && !((object, home[list[i]]) in arc)) {
          arc[object, home[list[i]]]; to[object, ++arcs[object]] = home[list[i]] } }
      for (object in uses) if (!(object in index_of)) connect(object)
    }
    function connect(v, i, w, size, room, first, apart, all) { # Tarjan, SIAM J. Comput. 1 (1972)
      index_of[v] = low[v] = ++clock; stack[++depth] = v; on[v] = 1
      for (i = 1; i <= arcs[v]; i++) { w = to[v, i]
        if (!(w in index_of)) { connect(w); if (low[w] < low[v]) low[v] = low[w] }
        else if (on[w] && index_of[w] < low[v]) low[v] = index_of[w] }
      if (low[v] < index_of[v]) return
      do { w = stack[depth--]; on[w] = 0; size++; room = w; sub(/\/[^\/]*$/, "", room); all = all room "\n"
        if (first == "") first = room; else if (room != first) apart = 1 } while (w != v)
      if (apart || size > 8) printf "%s", all
    }'
}

@test "no circle of objects leaves a folder, or has more than eight of them" {
  objects() { find "$BUILD"/{lib,kernels,tools} -name '*.o' | sed "s:^$BUILD/::" | while read -r object; do
    [ ! -e "${object%.o}.c" ] && [ ! -e "${object%.*.o}.simd.c" ] || echo "$object"; done; }
  built() { objects | (cd "$BUILD" && xargs nm -A) | circles; }
  only 'lib/expression/shape lib/expression/tree' built
  made() { printf 'lib/%s.o:0 T %s\nlib/%s.o: U %s\n' "$1" "$1" "$1" "$2"; }
  [ "$({ made a/x a/y; made a/y b/z; made b/z a/x; made b/w a/x; } | circles | sort -u | tr '\n' ' ')" = "lib/a lib/b " ]
  [ "$(for i in {1..9}; do made "a/$i" "a/$((i % 9 + 1))"; done | circles | sort -u)" = lib/a ]
  [ -z "$(for i in {1..8}; do made "a/$i" "a/$((i % 8 + 1))"; done | circles)" ]
}
