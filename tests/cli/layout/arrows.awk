# The law of arrows: which room may include what. Reads C files by their paths from the root of the tree; prints every include
# that no arrow allows.
BEGIN {
  # A room and what it may include beside itself; the name of a folder stands for all rooms in it.
  may["formats"] = ""
  may["lib/base"] = "formats"
  may["lib/cli"] = "formats lib/base"
  may["lib/function"] = "formats lib/base"
  may["lib/expression"] = "formats lib/base lib/function"
  may["lib/problem"] = may["lib/expression"] " lib/expression"
  may["lib/packet"] = "formats lib/base"
  may["lib/stream"] = "formats lib/base lib/problem lib/packet"
  may["lib/ledger"] = "formats lib/base lib/problem lib/stream"
  may["lib/cell"] = may["lib/problem"] " lib/problem lib/stream lib/packet"
  may["lib/region"] = may["lib/cell"] " lib/cell"
  may["lib/pairs"] = may["lib/cell"] " lib/cell"
  may["lib/plan"] = may["lib/region"] " lib/region lib/pairs"
  may["kernels/lane"] = "lib/base lib/packet"
  may["kernels/device"] = may["kernels/lane"] " kernels/lane"
  may["lib/value"] = "formats lib/base lib/problem lib/stream lib/function lib/expression"
  may["lib/public"] = may["lib/plan"] " lib/plan lib/value"
  may["lib/image"] = may["lib/region"] " lib/region lib/ledger"
  may["lib/report"] = may["lib/public"] " lib/ledger"
  a_kernel = may["kernels/device"] " kernels/device"
  may["kernels/farey"] = a_kernel " kernels/exhaust"
  may["tools/stage"] = "formats lib kernels"
  may["tools/check"] = may["tools/plan"] = may["tools/select"] = may["tools/stage"] " tools/stage"
  may["tools/dump"] = may["tools/stat"] = may["tools/matrix"] = may["tools/check"]
  may["tools/generate"] = may["tools/check"] " tools/check tools/select"
  may["tools/verify"] = "" # it shares no code
  may["tools/commands"] = "lib/base lib/cli lib/problem"
  may["tools"] = "formats lib kernels tools"
}
# "lib/problem lib/stream" of "lib/stream/block.c": two folders at most
function room(path, part, n) {
  n = split(path, part, "/")
  return n > 2 ? part[1] "/" part[2] : part[1]
}
function allowed(from, to, list, n, i) {
  n = split(from in may || from !~ /^kernels\// ? may[from] : a_kernel, list, " ")
  for (i = 1; i <= n; i++) if (index(to "/", list[i] "/") == 1) return 1
  return from == to
}
FNR == 1 && !(room(FILENAME) in may) && FILENAME !~ /^kernels\// { print FILENAME ": a room without a rule in arrows.awk" }
/^[ \t]*#[ \t]*include[ \t]*("|<(formats|lib|kernels|tools|tests)\/)/ {
  split($0, quoted, /["<>]/)
  to = quoted[2]
  if (to ~ /^[^\/]*\.inc$/) next # made by the build, no room
  if (to !~ /\//) print FILENAME ":" FNR ": " to " is not named from the root of the tree"
  else if (!allowed(room(FILENAME), room(to))) print FILENAME ":" FNR ": " room(FILENAME) " may not include " to
}
