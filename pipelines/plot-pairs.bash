# Plots of pairs (x, y): the build puts this in place of the line of a script that names it.

# awk_axes: functions of awk for an axis of numbers of both signs. The coordinate of a number is
# that of its magnitude, less the least one, with the sign of the number. It is the binary
# logarithm L of the magnitude or, near 1, the logarithm of |L| with the sign of L.
awk_axes='
  function log2(v) { return log(v) / log(2) }
  # L of a hexadecimal float or an integer. Next to 1 it is accurate, too: f and g are m - 1 and
  # 2 - m of the significand m.
  function logarithm(text,   m, e, i, f, g, unit, d) {
    sub(/^-/, "", text)
    if (text !~ /^0x1/) return log2(text)
    e = m = text
    sub(/.*p/, "", e)
    sub(/p.*/, "", m)
    sub(/^0x1\.?/, "", m)
    unit = 1
    for (i = 1; i <= length(m); i++) {
      d = index("0123456789abcdef", substr(m, i, 1)) - 1
      unit /= 16
      f += d * unit
      g += (15 - d) * unit
    }
    g += unit
    if (e == 0 && f < 1e-6) return f * (1 - f / 2) / log(2)
    if (e == -1 && g < 1e-6) return -g / 2 * (1 + g / 4) / log(2)
    return e + log2(1 + f)
  }
  function scaled(L, near, p) { return !near ? L : L < 0 ? -scaled(-L, near, p) : log2(1 + L * 2 ^ p) }
'

# log_axis FILE AXIS P NEAR: prints the settings of gnuplot for this axis, x or y, of the numbers in
# the column x or y of a table with a header line, and writes their coordinates to the file AXIS. P is
# the precision of the format; NEAR is 1 for an axis that widens the surroundings of 1.
log_axis() {
  awk -F '\t' -v axis="$2" -v p="$3" -v near="$4" "$awk_axes"'
    # A tic at a coordinate, unless an earlier one is too close to it.
    function tic_at(t, label,   i) {
      for (i = 1; i <= made; i++) if (t - at[i] < room && at[i] - t < room) return
      at[++made] = t
      tics = tics sprintf("%s\"%s\" %.9g", tics == "" ? "" : ", ", label, t)
    }
    # A tic at L and, but for those around 1, at its opposite.
    function tic(L, label,   t, sign) {
      t = scaled(L, near, p) - least + gap
      for (sign = 1; sign >= (label ~ /^1[-+]/ ? 1 : -1); sign -= 2)
        if (has[sign] && t >= gap - 1e-9 && t <= most - least + gap + 1e-9) tic_at(sign * t, (sign < 0 ? "-" : "") label)
    }
    function power(e) { return e == 0 ? "1" : e == 1 ? "2" : "2^" e }
    # Tics around 1, on both sides of it: d = 2^-e.
    function around_one(e) {
      tic(log2(1 + 2 ^ -e), "1+2^-" e)
      tic(log2(1 - 2 ^ -e), "1-2^-" e)
    }
    FNR == 1 {
      for (column = 1; $column != axis && column <= NF; column++) continue
      next
    }
    {
      L[++n] = logarithm($column)
      t[n] = scaled(L[n], near, p)
      has[sign[n] = $column ~ /^-/ ? -1 : 1] = 1
      if (n == 1 || L[n] < low) low = L[n]
      if (n == 1 || L[n] > high) high = L[n]
    }
    END {
      low = floor(low)
      high = -floor(-high)
      if (high == low) high++
      least = scaled(low, near, p)
      most = scaled(high, near, p)
      both = has[1] && has[-1]
      gap = both ? (most - least) / 20 : 0
      for (i = 1; i <= n; i++) printf "%.9g\n", sign[i] * (t[i] - least + gap) >axis
      room = (axis == "x" ? 0.13 : 0.09) * (1 + both) * (most - least + gap)
      if (both) tic_at(0, "0")
      if (near) {
        tic(0, "1")
        for (e = 2; e < -low || e < high; e *= 2) continue
        for (; e > 0; e /= 8) { tic(e, power(e)); tic(-e, power(-e)) }
        around_one(int(p / 3))
        around_one(int(2 * p / 3))
      } else if (high - low <= 2) {
        for (e = low; e <= high; e++)
          for (i = 4; i < 8; i += 2)
            tic(e + log2(i / 4), i == 4 ? power(e) : i / 4 (e ? "*" power(e) : ""))
      } else {
        for (step = 1; (high - low) / step > (both ? 3 : 6); step *= 2) continue
        for (e = -floor(-low / step) * step; e <= high; e += step) tic(e, power(e))
      }
      printf "set %slabel \"%s\"; set %srange [%.9g:%.9g]; set %stics (%s)\n", axis, axis, axis,
        has[-1] ? -(most - least + gap) : gap, has[1] ? most - least + gap : -gap, axis, tics
    }
    function floor(v) { return v < int(v) ? int(v) - 1 : int(v) }
  ' "$1"
}

# pairs_of_problem FUNCTION X Y OUT: prints the function and its formats, for titles; a format of
# which a list of cases has the name is printed by its name.
pairs_of_problem() {
  local name
  name=$(tmd-dump --to csv --top 1 joined.tmd 2>/dev/null |
    sed -n '2s/.*",\([a-z][a-z0-9]*\),\(above\|below\|-\),.*/\1/p')
  if [ "$2" != "$4" ]; then printf '%s, %s to %s' "$1" "$2;$3" "${name:-$4}"
  elif [ "$3" = "$4" ] || [[ $3 = int:* ]]; then printf '%s in %s' "$1" "${name:-$4}"
  else printf '%s, %s in %s' "$1" "$2;$3" "${name:-$4}"; fi
}

# rows_of FORMAT: prints the number of all y, of both signs: of integers, 0 has two rows in a cell
# if they have both signs.
rows_of() {
  awk -v format="$1" 'BEGIN {
    if (split(format, of, ":") == 3 && of[1] == "int") {
      low = of[2]; high = of[3]
      rows = (high >= 0 ? high - (low > 0 ? low : 0) + 1 : 0) + (low < 0 ? -low - (high < 0 ? -high : 0) + 1 : 0)
    } else {
      split(format, of, ",")
      rows = 2 * 2 ^ of[1] * (1 + (of[3] - of[2]) / 2)
    }
    printf "%.17g", rows
  }'
}

# list_pairs: writes pairs.tsv, the cases of `claims`, from the least hardness to the greatest.
list_pairs() {
  awk "$awk_columns"'
    kind == "@" { claim = $at("kind") }
    kind == "case" && claim == "case" && $at("status") ~ /^(confirmed|undecided)$/ {
      split($at("x"), v, ";")
      print v[1], v[2], $at("hardness"), $at("kind"), $at("status")
    }' claims | sort -t $'\t' -s -k 3,3n >cases
  { printf 'x\ty\thardness\tkind\tstatus\n' && cat cases; } >pairs.tsv
}

# near_one: prints 1 if the x of most cases lie next to 1 or -1, and others do not, as those of x^n.
near_one() {
  awk -F '\t' "$awk_axes"'
    FNR > 1 { L = logarithm($1); near += L < 0.0625 && L > -0.0625; far += L > 2 || L < -2 }
    END { print (near > (FNR - 1) / 2 && far > 0) }' pairs.tsv
}

# hardness_range: prints the least and the greatest hardness of decided pairs, for gnuplot.
hardness_range() {
  awk -F '\t' '$5 == "confirmed" { if (!n++) least = $3; most = $3 }
    END { printf "%d:%d", least, most + (most == least) }' cases
}

# plot_pairs TITLE P: plots the cases of pairs.tsv in the plane; x has P bits.
# The hardest ones are drawn last, and of very many these alone.
plot_pairs() {
  local axes most=20000 count listed range
  count=$(($(wc -l <pairs.tsv) - 1)) listed="case"
  [ "$count" -eq 1 ] || listed="$count cases"
  [ "$count" -le "$most" ] || listed="the hardest $most of $count cases"
  range=$(hardness_range)
  axes=$(log_axis pairs.tsv x "$2" "$(near_one)" && log_axis pairs.tsv y 1 0)
  paste x y cases >all
  awk -F '\t' -v most="$most" -v count="$count" '$7 == "undecided" || NR > count - most' all >points
  plot pairs "$1" <<END
$axes
set palette defined (0 '#8db8de', 0.3 $blue, 0.65 $orange, 1 $red)
set cbrange [$range]
set cblabel 'hardness k' offset 0.7; set cbtics nomirror format '%.0f'; set grid x; set tics font ',10'
plot 'points' using 1:2:(strcol(7) eq 'undecided' ? NaN : \$5) with points pointtype 7 pointsize 0.35 palette title '$listed', \
  '' using 1:(strcol(7) eq 'undecided' ? \$2 : NaN) with points pointtype 2 linecolor rgb $red title '$(
    ! grep -q undecided points || echo undecided)'
END
}

# list_cells: writes cells.tsv, a line for each cell of x and y: the pairs searched, in regions and in
# gaps, the cases and the greatest hardness.
list_cells() {
  awk "$awk_columns"'
    function cell(   s, e) {
      split($at("sign_x"), s, ";")
      split($at("e_in"), e, ";")
      key = s[1] OFS s[2] OFS e[1] OFS e[2]
      known[key]
    }
    kind == "gap" { cell(); gap[key] += width() }
    kind == "@" { cell(); claim = $at("kind") }
    kind == "@" && claim == "case" { searched[key] += width() }
    kind == "@" && claim == "region" { region[key] += width() }
    kind == "case" && claim == "case" && $at("status") ~ /^(confirmed|undecided)$/ {
      cases[key]++
      if ($at("hardness") > greatest[key]) greatest[key] = $at("hardness")
    }
    END {
      for (key in known)
        printf "%s\t%.0f\t%.0f\t%.0f\t%d\t%d\n", key, searched[key], region[key], gap[key], cases[key], greatest[key]
    }' stat claims | sort -t $'\t' -k 1,1n -k 2,2n -k 3,3n -k 4,4n >cells
  { printf 'sign_x\tsign_y\te_x\te_y\tsearched\tregions\tgaps\tcases\tgreatest\n' && cat cells; } >cells.tsv
}

# corners X Y: prints two opposite corners of each box of the map of cells, in formats X and Y, and
# the shares of it that are searched, in regions and in gaps. Boxes of one kind in a column are one.
corners() {
  awk -F '\t' -v OFS='\t' -v x="$1" -v y="$2" '
    function values(format, e) { return 2 ^ (format[1] - (e > format[2])) }
    function corner(s, e) { return (s ? "-" : "") "0x1p" e }
    function box() {
      if (kind == "") return
      print corner(sx, ex), corner(sy, first), kind
      print corner(sx, ex + 1), corner(sy, last + 1), kind
    }
    BEGIN {
      split(x, in_x, ",")
      split(y, in_y, ",")
      print "x", "y", "searched", "regions", "gaps"
    }
    {
      all = values(in_x, $3) * values(in_y, $4)
      next_kind = sprintf("%.6g\t%.6g\t%.6g", $5 / all, $6 / all, $7 / all)
      if ($1 != sx || $2 != sy || $3 != ex || $4 != last + 1 || next_kind != kind || kind !~ /(^|\t)1(\t|$)/) {
        box()
        sx = $1; sy = $2; ex = $3; first = $4; kind = next_kind
      }
      last = $4
    }
    END { box() }' cells
}

# plot_cells TITLE X Y: the map of the cells of x and y in the formats X and Y, instead of shares of
# binades of x. In a cell that is covered in part, the parts have the width of their share.
plot_cells() {
  local axes clauses
  corners "$2" "$3" >corners
  axes=$(log_axis corners x 1 0 && log_axis corners y 1 0)
  tail -n +2 corners | paste x y - | awk -F '\t' -v OFS='\t' '
    NR % 2 { x = $1; y = $2; next }
    {
      width = $1 - x
      for (i = 5; i <= 7; i++) {
        if ($i > 0) print x, x + width * $i, y, $2, i - 4
        x += width * $i
      }
    }' >boxes
  clauses=$(
    boxes_of 3 "$red" "${plan:+gap}" && printf ', '
    boxes_of 2 "$grey" region && printf ', '
    boxes_of 1 "$blue" searched
  )
  plot coverage "$1" <<END
$axes
set grid x; set tics font ',10'
plot $clauses
END
}
# boxes_of KIND COLOUR TITLE: prints a clause of gnuplot for the boxes of a kind.
boxes_of() {
  printf "'boxes' using (\$5 == %d ? \$1 : NaN):3:1:2:3:4 with boxxyerror linecolor rgb %s title '%s'" "$@"
}
