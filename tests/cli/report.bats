# Plots and pages: tmd-plot, tmd-report, tmd-search --plot and --report. How pages look: tests/long/pages.bats.
load synthetic

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  tmd-search exp --format binary16 --bits 8 --plan plan -o exp.tmd >/dev/null
  tmd-select --domain 1:2 exp.tmd >part.tmd
  # a PATH on which all is but gnuplot
  mkdir without && ln -s /usr/bin/* /bin/* without 2>/dev/null || true
  rm -f without/gnuplot*
}
setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_FILE_TMPDIR"/{plan,exp.tmd,part.tmd} .
}

# page OPTION...: in the folder page, without plots, which cost time
page() {
  local status=0
  PATH=$BUILD/bin:$BATS_FILE_TMPDIR/without tmd-report --date 2026-11-22 --into page "$@" 2>page.err || status=$?
  grep -v 'gnuplot is not installed' page.err >&2 || true
  return $status
}
has_gnuplot() { command -v gnuplot >/dev/null || skip "no gnuplot (pipelines/install-packages gnuplot-nox)"; }
# without_gnuplot COMMAND...: where all other programs are
without_gnuplot() { PATH=$BUILD/bin:$BATS_FILE_TMPDIR/without run --separate-stderr "$@"; }
# says TEXT...: in the page, line ends apart
says() {
  local text
  for text; do tr '\n' ' ' <page/index.html | grep -qF -e "$text" || { echo "not said: $text" && return 1; }; done
}
silent_of() { ! tr '\n' ' ' <page/index.html | grep -qF -e "$1"; }

@test "a page of a whole search: the claim, and no file but itself" {
  tmd-report --date 2026-11-22 --into page --plan plan exp.tmd 2>/dev/null # with plots, if there is gnuplot
  [ "$(ls page)" = index.html ]
  says '<strong>Complete.</strong> All 63487 arguments of the plan are covered' "294 cases, where 246.1 are expected" \
    "x in binary16, exp(x) in binary16; all rounding modes; hardness 8 and more" \
    "Hardness k: 2^-(k+2) ≤ distance &lt; 2^-(k+1) ulp" "31500 arguments" "complete for 0x0p+0 &lt;= x &lt; 0x1p+16" \
    "the whole domain was searched" "0x1.ffcp-11" "tmd 0.2, 2026-11-22" \
    "tmd-stat --plan plan exp.tmd" "$(tmd-dump exp.tmd | sha256sum | cut -c 1-64)"
  silent_of "Not complete"
  # every line of the histogram of tmd-stat
  tmd-stat exp.tmd | sed -n 's/^hardness\t\([^\t]*\)\t\([^\t]*\)\t\(.*\)/<tr><td>\1<td>\2<td>\3/p' >rows
  [ "$(wc -l <rows)" -ge 10 ]
  [ "$(grep -cxF -f rows page/index.html)" -eq "$(wc -l <rows)" ]
  grep -q '^<meta name="viewport" content="width=device-width' page/index.html
  grep -q '^@media (prefers-color-scheme: dark)' page/index.html
  # nothing is loaded, nothing runs, no name stands twice
  [ -z "$(grep -oE '<(script|link|iframe|img|object|embed|base)\b|@import|url\(|\bon[a-z]+=|\b(src|href)=["'\'']?[^#"'\'']' \
    page/index.html)" ]
  [ -z "$(grep -oE "\bid=['\"][^'\"]*" page/index.html | sort | uniq -d)" ]
  grep -oE "href='#[^']*" page/index.html | cut -d '#' -f 2 | sort -u >used
  while read -r name; do grep -q "id='$name'" page/index.html; done <used
}

@test "gaps: a page that says so, status 1, and nothing that claims more" {
  run -1 page --plan plan part.tmd
  says '<strong>Not complete.</strong> Of the 63487 arguments of the plan 1024 are covered; what is missing is in 111 gaps' \
    "10 cases, where" "complete for 0x1p+0 &lt;= x &lt; 0x1p+1" "not searched: 0x1p+1 &lt;= x"
  silent_of "Complete."
  silent_of "the whole domain"
}

@test "without a plan nothing is complete" {
  run -0 page exp.tmd
  says '<strong>Not complete.</strong> No plan was given'
  silent_of "Complete."
  silent_of "tmd-search -"
}

@test "undecided cases, and claims that are not confirmed, are said" {
  tmd-dump exp.tmd | sed '0,/^case/s/^\(case\t[^\t]*\t[^\t]*\t\)confirmed\t\([^\t]*\)\t.*/\1undecided\t\2\t0\t-\t4096/' |
    tmd-pack >undecided.tmd
  run -1 page --plan plan undecided.tmd
  says "<strong>Not complete.</strong> 1 case is undecided."
  silent_of "Complete."
  tmd-taylor plan | tmd-exhaust >candidates.tmd
  run -1 page --plan plan candidates.tmd
  says "Not complete." "32723 are covered" "Some claims of the stream are not confirmed, and count for nothing."
  run -1 page --plan plan candidates.tmd part.tmd
  says "Not complete."
}

@test "no page of claims that contradict each other, of a corrupt stream, of two problems or none; an old page stays" {
  page exp.tmd
  cp page/index.html old
  tmd-dump exp.tmd | awk -F '\t' '$1 != "case" || dropped++' | tmd-pack >contradicts.tmd
  { head -c 700 exp.tmd && printf X && tail -c +702 exp.tmd; } >corrupt.tmd
  tmd-search exp2 --format binary16 --bits 8 -o exp2.tmd >/dev/null
  : >empty.tmd
  while read -r expected text files; do
    refused $expected "*$text*" page --plan plan $files
    cmp page/index.html old
  done <<'END'
1 contradict exp.tmd contradicts.tmd
3 corrupt.tmd corrupt.tmd
2 problems: exp.tmd exp2.tmd
2 no empty.tmd
2 nosuch.tmd nosuch.tmd
END
  echo mine >page/index.html
  warned 2 "tmd-report: page/index.html: is no page of tmd-report's, and is not replaced" page exp.tmd
  [ "$(cat page/index.html)" = mine ]
}

@test "text of users is text in the page" {
  cp exp.tmd '<b>&".tmd'
  page --plan plan --command '<script>alert("1 & 2")</script>' '<b>&".tmd'
  says '&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;' 'tmd-dump --to table \&lt;b\&gt;\&amp;\&quot;.tmd'
  silent_of '<script'
  silent_of '<b>'
}

@test "the same page of the same claims: however they are cut, on whichever day" {
  page --plan plan - <exp.tmd
  cp page/index.html first
  tmd-select --domain -inf:1 exp.tmd >a.tmd
  tmd-select --domain 1:inf exp.tmd >b.tmd
  cat b.tmd a.tmd b.tmd | page --plan plan -
  cmp first page/index.html
  export SOURCE_DATE_EPOCH=1795392000 PATH=$BUILD/bin:$BATS_FILE_TMPDIR/without
  cat b.tmd a.tmd | tmd-report - --into page --plan plan 2>/dev/null
  sed 's/2026-11-22/2026-11-23/' first | cmp - page/index.html
  for date in tomorrow 2026-13-01 2026-1-1; do run -2 tmd-report exp.tmd --into page --date "$date"; done 2>/dev/null
}

@test "the plot of coverage: half of a binade has half the height" {
  has_gnuplot
  # the last polygon is what is searched; its corners: upper right, lower right
  height() { grep -o "points = '.*" "$1" | tail -n 1 | awk -F '[ ,]' '{ print int($4 - $8 + 0.5) }' | tr -d -; }
  for domain in 1:1.5 1:2; do
    tmd-plan exp --format binary16 --domain $domain >some.plan
    tmd-search - --plan some.plan -o some.tmd --force >/dev/null
    tmd-plot some.tmd --plan some.plan --into "$domain"
  done
  [ "$(height 1:2/coverage.svg)" -ge 50 ]
  [ $((2 * $(height 1:1.5/coverage.svg))) -le $(($(height 1:2/coverage.svg) + 1)) ]
  [ $((2 * $(height 1:1.5/coverage.svg))) -ge $(($(height 1:2/coverage.svg) - 1)) ]
}

@test "plots: each as SVG and PNG, of numbers that add up to those of tmd-stat" {
  has_gnuplot
  tmd-plot exp.tmd --plan plan --into plots >said 2>&1
  [ ! -s said ]
  for plot in hardness cases coverage cost; do
    [ "$(head -c 4 plots/$plot.png | tail -c 3)" = PNG ]
    grep -q '^<svg' plots/$plot.svg
    [ "$(tail -n 2 plots/$plot.svg | tr -d '\n')" = "</svg>" ]
    grep -q 'exp(x) in binary16, modes all, 8 bits</text>' plots/$plot.svg
  done
  [ "$(ls -A plots | wc -l)" -eq 10 ]
  awk -F '\t' 'NR > 1 { a += $3; r += $4; g += $5; c += $6; e += $7; if ($8 > k) k = $8 }
    END { print a, r, g, c, int(10 * e + 0.5), k }' plots/binades.tsv >sums
  [ "$(cat sums)" = "31500 31987 0 294 2461 20" ]
  [ "$(awk -F '\t' 'NR > 1 { s += $9 } END { printf "%.4g", s }' plots/binades.tsv)" = \
    "$(awk "$awk_columns"'kind == "function" { s += $at("cost") } END { printf "%.4g", s }' plan)" ]
  cp plots/cases.svg first
  tmd-plot part.tmd --plan plan --into plots
  cmp first plots/cases.svg && false # a plot of something else
  awk -F '\t' 'NR > 1 { a += $3; r += $4; g += $5 } END { print a, r, g }' plots/binades.tsv >sums
  [ "$(cat sums)" = "1024 0 62463" ]
  [ "$(awk -F '\t' '$1 == 0 && $2 == 0' plots/binades.tsv | cut -f 3-6)" = $'1024\t0\t0\t10' ]
}

@test "plots of costs: what binades took beside what was predicted, where the times of all their units are known" {
  has_gnuplot
  mkdir -p spread/units
  awk "$awk_columns"'kind == "header" { print >"spread/units/000001"; print >"spread/units/000002"; next }
    { print >("spread/units/00000" 1 + ($at("e_in") >= 0)) }' plan
  printf '1\thost\t0.1\t   12.5\t0\t0\t0\t0\tunit 000001\n' >spread/joblog
  tmd-plot exp.tmd --plan plan --times spread --into plots
  # shared out as was predicted
  awk -F '\t' 'NR == FNR { if ($2 < 0) all += $9; next }
    FNR > 1 && ($2 < 0 ? ($10 - 12.5 * $9 / all) ^ 2 > 1e-8 : $10 != "-") { exit 1 }
    FNR > 1 { sum += $10; $2 < 0 ? early++ : late++ }
    END { exit !(sum > 12.4999 && sum < 12.5001 && early > 10 && late > 10) }' plots/binades.tsv plots/binades.tsv
  grep -q '>predicted</text>' plots/cost.svg
  grep -q 'predicted seconds' plots/cost.svg && false
  printf '2\thost\t0.1\t   3\t0\t0\t0\t0\tunit 000002\n' >>spread/joblog
  tmd-report exp.tmd --plan plan --times spread --into page
  says "and those that it took" ">predicted</text>"
  tmd-plot exp.tmd --plan plan --into plots
  grep -q 'predicted seconds of one core' plots/cost.svg
  [ "$(cut -f 10 plots/binades.tsv | sort -u | paste -sd ' ')" = "- used_seconds" ]
  warned 2 "tmd-plot: option --times needs --plan (try --help)" tmd-plot exp.tmd --times spread --into plots
  warned 2 "tmd-report: page: is no folder of tmd-spread" tmd-report exp.tmd --plan plan --times page --into page
}

@test "plots of long significands, of no case, of a quote and a command in a title" {
  has_gnuplot
  tmd-search exp --format binary128 --bits 20 --domain 1:0x1.0000000000000000000001p+0 --plan wide.plan -o wide.tmd >/dev/null
  tmd-plot wide.tmd --into plots
  [ "$(sed -n 2p plots/binades.tsv | cut -f 1-3)" = $'0\t0\t16777216' ] # and not 0, the difference of two doubles
  tmd-select --bits 99 wide.tmd >none.tmd
  tmd-plot none.tmd --into none
  [ ! -e none/hardness.svg ]
  [ -e none/coverage.svg ]
  (die() { return 2; } && source "$root/pipelines/plot.bash" && echo $'1\t1' >data &&
    plot odd "it's \`touch harm\` ^{a}_b \"q\" <c>" <<<"plot 'data' using 1:2 with points notitle")
  [ ! -e harm ]
  grep -qF "<text>it's \`touch harm\` ^{a}_b \"q\" &lt;c" odd.svg
}

@test "plots of pairs: the cases in the plane and a map of cells, of numbers that add up to those of tmd-stat" {
  has_gnuplot
  tmd-search pow --format 5,-3,4 --bits 5 --plan pow.plan -o pow.tmd >/dev/null
  tmd-plot pow.tmd --plan pow.plan --into plots
  [ "$(cd plots && ls ./*.svg | paste -sd ' ')" = "./cases.svg ./cost.svg ./coverage.svg ./hardness.svg ./pairs.svg" ]
  tmd-dump --to csv pow.tmd 2>/dev/null | awk -F , 'NR > 1 && $5 != "exact" { print $1 ";" $7 }' | sort >listed
  awk -F '\t' 'NR > 1 { print $1 ";" $2 ";" $3 }' plots/pairs.tsv | sort | cmp - listed
  [ "$(wc -l <listed)" -gt 500 ]
  # a point for each case, and one in the legend
  [ "$(grep -o "href='#gpPt6'" plots/pairs.svg | wc -l)" -eq $(($(wc -l <listed) + 1)) ]
  grep -q '<text>hardness k</text>' plots/pairs.svg
  grep -q '<text>x^y in 5,-3,4, modes all, 5 bits</text>' plots/pairs.svg
  run ! grep -q expected plots/hardness.svg
  tmd-stat --plan pow.plan pow.tmd >stat
  local table
  for table in binades cells; do
    awk "$awk_columns"'
      FILENAME == "stat" { if (kind == "covered") { a = $at("searched"); r = $at("regions"); c = $at("cases") } next }
      FNR == 1 { for (i = 1; i <= NF; i++) of[$i] = i; next }
      { a -= $of["searched"]; r -= $of["regions"]; g += $of["gaps"]; c -= $of["cases"] }
      END { exit a != 0 || r != 0 || g != 0 || c != 0 }' stat "plots/$table.tsv"
  done
  # undecided cases are crosses
  tmd-dump pow.tmd | awk -F '\t' -v OFS='\t' '
    $4 == "confirmed" && !n++ { $4 = "undecided"; $6 = 0; $7 = "-"; $8 = 4096 } 1' | tmd-pack >undecided.tmd
  tmd-plot undecided.tmd --into plots
  [ "$(grep -c undecided plots/pairs.tsv)" -eq 1 ]
  [ "$(grep -o "href='#gpPt1'" plots/pairs.svg | wc -l)" -eq 2 ]
  # a cell without its claim is a gap, as wide as the cell
  tmd-dump pow.tmd | awk -F '\t' '$1 == "@" { on = $8 != "0;0" || $10 != "1;1" } /^#/ || on' | tmd-pack >part.tmd
  tmd-plot part.tmd --plan pow.plan --into plots
  [ "$(awk -F '\t' 'NR > 1 && $7 > 0' plots/cells.tsv)" = $'0\t0\t1\t1\t0\t0\t256\t0\t0' ]
  warned 2 "tmd-report: pow.tmd: is about pairs, which have plots (tmd-plot), but no page" tmd-report pow.tmd --into page
  [ ! -e page ]
  warned 2 "tmd-plot: $root/lib/cases/binary32-angles.tmd: is about 2 problems: give one at a time" \
    tmd-plot "$root/lib/cases/binary32-angles.tmd" --into plots
}

@test "plots of x and n: all pairs of a binade have the whole height, and no case has no plane" {
  has_gnuplot
  source "$root/pipelines/plot-pairs.bash"
  local range
  for range in -9:6 2:9 -9:-2; do
    tmd-search pown --in 5,-4,4 --in-y int:$range --out 5,-4,4 --bits 4 --domain 1:2 --force -o n.tmd >/dev/null
    tmd-plot n.tmd --into "$range"
    [ "$(awk -F '\t' 'NR == 2 { print ($3 + $4) / 16 }' "$range/binades.tsv")" = "$(rows_of "int:$range")" ]
  done
  tmd-select --bits 99 n.tmd >none.tmd
  tmd-plot none.tmd --into none
  [ ! -e none/pairs.svg ]
  [ -e none/coverage.svg ]
}

@test "the axes of pairs: logarithmic in both signs, and around 1" {
  source "$root/pipelines/plot-pairs.bash"
  axis() { printf '%s\n' x "${@:3}" >table && log_axis table x "$1" "$2" >settings && paste -sd ' ' x; }
  [ "$(axis 24 0 0x1p-3 0x1.8p+1 16)" = "0 4.5849625 7" ] # from 2^-3 on
  [ "$(axis 24 0 -0x1p-10 0x1p+10 0x1p+0)" = "-1 21 11" ] # 20 binades, and a gap of one on each side
  grep -q '"2^8" 19, "-2^8" -19' settings
  # 1 + 2^-23 and 1 - 2^-24: L = 2^-23 / log 2, and half of that
  axis 23 1 0x1p+8 0x1.000002p+0 0x1p+0 0x1.fffffep-1 0x1p-8 >/dev/null
  awk -v ln2=0.69314718056 '{ t[NR] = $1 - zero } NR == 1 { top = $1 } NR == 3 { one = $1 } END {
    exit (t[2] - one - log(1 + 1 / ln2) / ln2) ^ 2 > 1e-10 || (one - t[4] - log(1 + 0.5 / ln2) / ln2) ^ 2 > 1e-10 ||
      (top - one - (one - t[5])) ^ 2 > 1e-10 }' x
  grep -q '"1" ' settings
}

@test "an interrupt while a text is put together is not lost" {
  has_gnuplot
  # a function has the name of what the script calls
  printf() {
    builtin printf "$@"
    [[ $1 != *"with vectors"* ]] || { kill -INT $$ && sleep 0.2; }
  }
  export -f printf
  warned 130 "" env --default-signal=INT tmd-plot exp.tmd --into plots
  [ ! -e plots/binades.tsv ]
}

@test "an interrupt as a script begins to end: no folder is left" {
  mkdir tmp
  export TMPDIR=$PWD/tmp
  run -130 interrupted_at_end tmd-report absent.tmd --into page
  [ -z "$(ls -A tmp)" ]
}

@test "an interrupted plot, one that gnuplot does not make: no plots, and no line of gnuplot's" {
  has_gnuplot
  mkdir other tmp
  printf '#!/bin/bash\n%s\n%s\n' 'printf "\nfoo\n^\n    line 3: invalid command\n" >&2' \
    '[ -z "$GROUP" ] || kill -INT -- -$(ps -o pgid= -p $PPID); exit 1' >other/gnuplot
  chmod 755 other/gnuplot
  export PATH=$PWD/other:$PATH TMPDIR=$PWD/tmp
  GROUP= warned 2 "tmd-plot: gnuplot has failed: invalid command" tmd-plot exp.tmd --into plots
  GROUP=1 run -130 --separate-stderr env --default-signal=INT setsid -w tmd-report exp.tmd --into plots
  [ -z "$stderr" ] || [ "$stderr" = "tmd-plot: gnuplot has failed: invalid command" ]
  [ -z "$(ls -A tmp plots | grep -v :)" ]
}

@test "plots and pages replace nothing but what has their names and is a file" {
  mkdir -p page/index.html
  run -2 --separate-stderr page exp.tmd
  rmdir page/index.html
  echo mine >page/index.html.new
  page exp.tmd
  [ "$(cat page/index.html.new)" = mine ]
  [ "$(ls -A page | wc -l)" -eq 2 ]
  has_gnuplot
  mkdir -p plots/binades.tsv
  mkfifo plots/cases.svg
  warned 2 "tmd-plot: $(readlink -f plots)/cases.svg: cannot be written" tmd-plot exp.tmd --into plots
  [ -p plots/cases.svg ]
  [ -d plots/binades.tsv ]
  [ "$(ls -A plots | wc -l)" -eq 2 ]
}

@test "no gnuplot: tmd-plot and --plot say so before anything is done, a page says so and has all the rest" {
  without_gnuplot tmd-plot exp.tmd --into plots
  [ "$status" -eq 2 ]
  [ "$stderr" = "tmd-plot: gnuplot is not installed (pipelines/install-packages gnuplot-nox)" ]
  without_gnuplot tmd-search exp --format binary16 -o new.tmd --plot plots
  [ "$status" -eq 2 ]
  [ "$stderr" = "tmd-search: gnuplot is not installed (pipelines/install-packages gnuplot-nox)" ]
  [ ! -e new.tmd ]
  [ ! -e plots ]
  without_gnuplot tmd-report exp.tmd --plan plan --into page
  [ "$status" -eq 0 ]
  [ "$stderr" = "tmd-report: gnuplot is not installed: the page has no plots (pipelines/install-packages gnuplot-nox)" ]
  says "<strong>Complete.</strong>" "Without plots" "0x1.ffcp-11"
  silent_of "<svg"
}

@test "tmd-search --report and --plot: the page of the search, with its command; what will not do is said before it" {
  plots=
  ! command -v gnuplot >/dev/null || plots=" --plot plots"
  tmd-search exp --format binary16 --bits 8 --domain=1:2 --report page$plots --date 2026-11-22 >table
  tmd-search exp --format binary16 --bits 8 --domain=1:2 | cmp - table
  says "Complete.</strong> All 1024 arguments" "tmd-search exp --format binary16 --bits 8 --domain=1:2 --report page$plots"
  silent_of "/tmp"
  [ -z "$plots" ] || [ -e plots/cost.png ]
  for options in "--report /dev/null" "--plot /dev/null/x" "--report page --date 1" "--report /proc/nosuch"; do
    refused 2 "*" tmd-search exp --format binary16 -o new.tmd $options
    [ ! -e new.tmd ]
  done
}
