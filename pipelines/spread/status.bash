# What is done of a folder, and what went wrong: from its files alone, while workers are at it or not.

# marked_units: lines running|killed|left, UNIT, host, process, since, of those that a worker has marked: if alive, it holds a
# lock. Marks of units that have their results are left for a while, or for good, where a worker was killed then.
marked_units() {
  local mark unit state marked
  for mark in "$dir"/log/*.running; do
    [ -e "$mark" ] || continue
    unit=${mark##*/} unit=${unit%.running}
    is unit "$unit" && [ -s "$mark" ] || continue
    read_mark "$mark" || true
    state=killed
    if [ -e "$dir/out/$unit.tmd" ]; then state=left; elif is_locked "$dir/units/${marked[3]:-$unit}"; then state=running; fi
    [ ! -e "$mark" ] || printf '%s\t%s\t%s\t%s\t%s\n' "$state" "$unit" "${marked[@]:0:3}"
  done
}

# facts: lines of tab-separated values, of what both forms say, printable.
facts() { collect_facts | printable; }
collect_facts() {
  local marked
  printf 'engine\t%s\n' "${setting[engine]}"
  marked_units
  all_tries 2>/dev/null | awk -F '\t' -v tries="$tries" '$2 >= tries { print "failed\t" $1 }'
  find "$dir/log" -name '*.times' -print0 | xargs -0 -r cat -- |
    sed -nE 's/^[0-9]{6,18}\t[^\t]*\t[^\t]*\t[0-9.]{1,20}\t[0-9]{1,12}\t[0-9]{1,6}\t[0-9]{1,18}$/took\t&/p'
  units_with_result | sed 's/^/done\t/'
  sed 's/^/unit\t/' "$dir/units.tsv"
  if is_locked "$dir/lock"; then echo driven; elif [ -s "$dir/lock" ]; then
    read_mark "$dir/lock" || true
    printf 'lost\t%s\t%s\t%s\n' "${marked[@]:0:3}"
  fi
  [ ! -e "$dir/faults.tsv" ] || sed 's/^/fault\t/' "$dir/faults.tsv"
}

# What the facts come to. The rest takes as long for its prediction as what is done took, by as many workers as there are now.
sum_up='
  $1 == "engine" { engine = $2 }
  $1 == "running" { running[++runs] = $0 }
  $1 == "killed" { fault[++faults] = "fault" FS $5 FS $2 FS $3 FS "its worker was killed (process " $4 ")" }
  $1 == "driven" { driven = 1 }
  $1 == "lost" { fault[++faults] = "fault" FS $4 FS "-" FS $2 FS "tmd-spread was killed (process " $3 ")" }
  $1 == "failed" { failed[$2]; failures++ }
  $1 == "took" { seconds[$2] = $5; used += $5; cases += $8 }
  $1 == "done" { is_done[$2]; dones++ }
  $1 == "unit" { units++; if ($2 in is_done) { predicted += $3; measured += ($2 in seconds) ? $3 : 0 } else left += $3 }
  $1 == "fault" { fault[++faults] = $0 }
  function prepare() {
    waiting = units - dones - runs - failures
    if (waiting < 0) waiting = 0
    time_left = units == dones ? 0 : runs ? left * (measured > 0 ? used / measured : 1) / runs : -1
  }'

print_status() {
  facts | awk -F '\t' "$sum_up"'
    function hours(s) { return sprintf(s < 3600 ? "%.2g" : "%.1f", s / 3600) }
    END {
      prepare()
      printf "units       %d: %d done, %d running, %d failed, %d waiting (engine %s)\n", units, dones, runs, failures, waiting, \
        engine
      printf "core-hours  %s used, %s were predicted; %s predicted for the rest\n", hours(used), hours(predicted), hours(left)
      printf "time left   %s\n", (time_left < 0 ? "not known, nothing is running" : sprintf("%.0f seconds", time_left))
      printf "cases       %d so far\n", cases
      for (i = 1; i <= runs; i++) { split(running[i], f, FS); printf "running     unit %s on %s since %s\n", f[2], f[3], f[5] }
      for (unit in failed) printf "failed      unit %s\n", unit
      if (!driven && dones < units) print "to go on    tmd-spread DIR --resume"
      for (i = 1; i <= faults; i++) {
        split(fault[i], f, FS)
        printf "fault       %s unit %s on %s: %s\n", f[2], f[3], f[4], f[5]
      }
    }' 2>/dev/null || die "standard output: write error"
}

print_status_json() {
  facts | awk -F '\t' "$sum_up"'
    function comma(i) { return i == 1 ? "" : "," }
    function text(s) { gsub(/[\\"]/, "\\\\&", s); gsub(/[[:cntrl:]]/, " ", s); return "\"" s "\"" }
    END {
      prepare()
      printf "{\"engine\":%s,\"driven\":%s,", text(engine), (driven ? "true" : "false")
      printf "\"units\":%d,\"done\":%d,\"running\":[", units, dones
      for (i = 1; i <= runs; i++) {
        split(running[i], f, FS)
        printf "%s{\"unit\":%s,\"host\":%s,\"since\":%s}", comma(i), text(f[2]), text(f[3]), text(f[5])
      }
      printf "],\"failed\":["
      for (unit in failed) printf "%s%s", comma(++n), text(unit)
      printf "],\"waiting\":%d,\"core_seconds\":{\"used\":%.2f,\"predicted\":%.2f,", waiting, used, predicted
      printf "\"predicted_left\":%.2f}", left
      printf ",\"seconds_left\":%s,\"cases\":%d,\"faults\":[", (time_left < 0 ? "null" : sprintf("%.0f", time_left)), cases
      for (i = 1; i <= faults; i++) {
        split(fault[i], f, FS)
        printf "%s{\"time\":%s,\"unit\":%s,\"host\":%s,", comma(i), text(f[2]), text(f[3]), text(f[4])
        printf "\"what\":%s}", text(f[5])
      }
      print "]}"
    }' 2>/dev/null || die "standard output: write error"
}
