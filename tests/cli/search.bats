# Whole pipelines: four searches agree byte for byte on binary64 slices, and the papers' run.
load synthetic

records() { tmd-dump --records "$1"; }

# agree FUNCTION EXPECTED-CASES-AT-LEAST PLAN-OPTION...: farey, lefevre, regular and exhaust find the same, and cover the plan.
agree() {
  local function=$1 least=$2 method
  shift 2
  for method in farey lefevre regular exhaust; do
    tmd-search "$function" --method $method --plan $method.plan --force -o $method.tmd "$@" >$method.table
    records $method.tmd >$method.txt
    # the method was really used: where there are domains, they are not left to another one
    cut -f 15 $method.plan | grep -v "method=$method" | grep -v "^method=exhaust" | grep -q method= && false
    [ "$(awk -v m="method=$method" "$awk_columns"'
      index($at("plan"), m) { n += arguments() }
      $at("region") == "-" { all += arguments() }
      END { print (n > 0.999 * all) }' $method.plan)" = 1 ]
  done
  cmp farey.txt exhaust.txt
  cmp lefevre.txt exhaust.txt
  cmp regular.txt exhaust.txt
  [ "$(grep -c '^case' exhaust.txt)" -ge "$least" ]
  # arguments searched, as the plan has them: at least 2^30
  awk "$awk_columns"'$at("region") == "-" { n += arguments() } END { exit !(n >= 2^30) }' exhaust.plan
}

# A third of the lines by the date. Among all a slice that crosses an output binade (f = 2), negative second derivatives, zeros of
# f and of its second derivative.
@test "four searches agree: exp, log, sin, cbrt, atan, exp2, tan, asin, acos, tanh, rsqrt, log1p, on both sides of 0" {
  local function least domains
  drawn 3 <<'END' >lines
exp 100 1:0x1.0000080000000p+0
exp 100 0x1.62e42b0000000p-1:0x1.62e4330000000p-1
exp 100 -0x1.8000080000000p+1:-0x1.8p+1
log 80 0x1.8p+0:0x1.8000040000000p+0
sin 80 0x1.2p+0:0x1.2000020000000p+0 -0x1.2000020000000p+0:-0x1.2p+0
cbrt 80 0x1.cp+1:0x1.c000020000000p+1 -0x1.c000020000000p+1:-0x1.cp+1
sin 80 0x1.921fb14442d18p+1:0x1.921fb94442d18p+1
atan 80 -0x1p-28:0x1p-28 0x1.8p-12:0x1.8000040000000p-12 -0x1.8000040000000p-12:-0x1.8p-12
exp2 80 0x1.cp-1:0x1.c000040000000p-1
tan 80 0x1.2p+0:0x1.2000040000000p+0
asin 80 0x1.8p-1:0x1.8000040000000p-1
acos 80 0x1.8p-1:0x1.8000040000000p-1
tanh 80 0x1.2p-1:0x1.2000040000000p-1
rsqrt 80 0x1.2p+1:0x1.2000040000000p+1
log1p 80 0x1.2p-3:0x1.2000040000000p-3
END
  [ "$(wc -l <lines)" -eq 5 ]
  while read -r function least domains; do
    agree "$function" "$least" --bits 24 $(printf -- '--domain %s ' $domains)
    [[ $domains != 0x1.62e42b* ]] || [ "$(cut -f 9 exhaust.plan | sort -u | grep -c '^[01]$')" -eq 2 ]
  done <lines
}

@test "four searches agree: directed and nearest modes together are all modes" {
  for modes in all directed nearest; do
    tmd-search exp --bits 24 --modes $modes --domain 1:0x1.0000080000000p+0 -o $modes.tmd >/dev/null
    records $modes.tmd | awk '$1 == "case" { print $2, $6 }' >$modes.txt
  done
  # in directed mode a number's hardness is one more: threshold 24 there is 23 in all modes
  awk '$2 == "midpoint"' all.txt | cmp - nearest.txt
  [ "$(awk '$2 == "number"' all.txt | grep -c -x -F -f - directed.txt)" -eq "$(grep -c number all.txt)" ]
}

# same LEAST FUNCTION DOMAIN: what is chosen (lines of several parameters), the regular test and every argument find the same.
same() {
  local method
  for method in auto regular exhaust; do
    tmd-search "$2" --format 38,-100,100 --bits 14 --method $method --domain "$3" --plan $method.plan --force -o $method.tmd \
      >/dev/null
    records $method.tmd | awk '$1 == "case" { print $2, $3, $4, $5, $6, $7 }' | sort >$method.txt
  done
  cmp auto.txt exhaust.txt
  cmp regular.txt exhaust.txt
  [ "$(wc -l <auto.txt)" -ge "$1" ]
}

@test "three searches agree next to singular ends and poles: asin, acos, acospi, atanh, log1p, tgamma, tan, tanpi, sqrt(1-x)" {
  local least function domain
  drawn 3 <<'END' >lines # a third by the date
300 asin 0x1.fffep-1:1
300 acos -1:-0x1.fffep-1
300 acospi 0x1.fffep-1:1
300 atanh -1:-0x1.fffep-1
300 log1p -1:-0x1.fffep-1
300 tgamma -0x1.8001p+1:-0x1.7fffp+1
100 tan 1.57079:1.5708
300 tanpi 0x1.fffep-2:0x1.0001p-1
300 sqrt(1-x) 0x1.fffep-1:1
END
  [ "$(wc -l <lines)" -eq 3 ]
  while read -r least function domain; do same "$least" "$function" "$domain"; done <lines
}

@test "four searches agree where f is nearly straight: domains of 2^17 arguments and more; log at 2^500, exp2m1 at 2^-400" {
  local function bits domain method
  while read -r function bits domain; do
    for method in farey lefevre regular both; do
      tmd-search "$function" --bits "$bits" --method $method --domain "$domain" --plan plan --force -o $method.tmd >/dev/null
      records $method.tmd >$method.txt
      [ $method = farey ] || [ "$(sed -n '2s/.* n=\([0-9]*\).*/\1/p' plan)" -ge 131072 ]
    done
    cmp lefevre.txt farey.txt
    cmp regular.txt farey.txt
    cmp both.txt farey.txt
    [ "$(grep -c ^case farey.txt)" -ge 100 ]
  done <<END
log 36 0x1p500:0x1.004p500
exp2m1 38 0x1p-400:0x1.01p-400
END
}

@test "the papers' run: exp on [1, 1+2^-13), directed, m = 32, n = 2^15: 241 cases by each test and both lines" {
  local test line out
  printf '# %-8s %-8s %12s %12s %8s\n' test line "to phase 2" "to phase 3" cases >&3
  for test in lefevre regular both; do
    for line in tangent minimax; do
      tmd-plan exp --modes directed --bits 32 --domain 1:0x1.0008p+0 --method $test --line $line --n 2^15 --split 8 >plan
      tmd-taylor plan | tmd-shift | tmd-phase1 --stats 2>one | tmd-phase2 --stats 2>two | tmd-exhaust | tmd-ziv -o $test-$line.tmd
      tmd-stat --plan plan $test-$line.tmd >/dev/null
      records $test-$line.tmd >$test-$line.txt
      survivors() { tr ' ' '\n' <"$1" | sed -n 's/^surviving_arguments=//p'; }
      printf '# %-8s %-8s %12s %12s %8s\n' $test $line "$(survivors one)" "$(survivors two)" \
        "$(grep -c '^case' $test-$line.txt)" >&3
      [ "$(grep -c '^case' $test-$line.txt)" -eq 241 ]
      cmp $test-$line.txt lefevre-tangent.txt
    done
  done
  printf '# %s\n' 'the 2016 paper, Table II (tangent; 2^40 arguments by its count, 243 cases):' \
    '3.6e9 and 8.9e6 (lefevre), 1.8e10 and 5.9e7 (regular)' >&3
}

@test "tmd-plan --summary adds up the plan" {
  local domain="--domain -4:0x1.8p+9"
  tmd-plan exp $domain >plan
  tmd-plan exp $domain --summary >summary
  awk "$awk_columns"'
    kind == "function" {
      split($at("plan"), word, " ")
      name = $at("region") != "-" ? "region" : substr(word[1], 8)
      n[name]++
      n["all"]++
      s["all"] += $at("cost")
    }
    END { for (name in n) print name " " n[name]; printf "seconds %.0f\n", s["all"] / 10 }' plan | sort >expected
  awk -F '\t' '!/^#/ { print $1, $2 } $1 == "all" { printf "seconds %.0f\n", $4 / 10 }' summary | sort | diff - expected
  grep -q ^farey summary
  [[ $(tail -n 1 summary) =~ ^'# '[0-9.]+' core-minutes: '[0-9.]+' '(h|min)' on '$(nproc)' core's?' here'$ ]]
  awk '$1 == "all" { s = $4 } END { exit !($2 * 60 > 0.9 * s && $2 * 60 < 1.1 * s) }' summary
  local sentence=$(tmd-plan exp --format binary16 --summary -j 1 | tail -n 1)
  [[ $sentence =~ ^'# '([0-9.e-]+)' core-seconds: '([0-9.e-]+)' s on 1 core'$ ]]
  [ "${BASH_REMATCH[1]}" = "${BASH_REMATCH[2]}" ]
}

@test "tmd-search -o of no regular file: no table, and the status says whether all was covered" {
  search=(tmd-search exp --format binary16 --domain 1:2)
  "${search[@]}" -o out.tmd >/dev/null
  run -0 --separate-stderr "${search[@]}" -o /dev/null
  [ -z "$output" ]
  [ "$stderr" = "tmd-search: /dev/null: is no regular file: no table is printed" ]
  "${search[@]}" -o /dev/stdout | tmd-select | cmp - out.tmd
  mkfifo pipe
  cat pipe >copy.tmd &
  "${search[@]}" -o pipe
  wait $!
  tmd-select copy.tmd | cmp - out.tmd
  warned 2 "tmd-search: /dev/full: cannot be written" "${search[@]}" -o /dev/full
}

@test "tmd-search refuses what it does not understand, before it searches" {
  local arguments
  for arguments in "" "exp log" "exp --foo" "exp -o" "exp --top 0" "exp --top x" "exp -jx" "exp --stats=1" "exp --bits 0" \
    "nosuch" \
    "exp --domain 2:1" "exp --device abacus" "- --plan /nonexistent" "exp --plan /nonexistent/plan --domain 1:1.0000001"; do
    run -2 --separate-stderr tmd-search $arguments
    [ -z "$output" ]
    [ "$(wc -l <<<"$stderr")" -eq 1 ]
  done
  : >empty
  run -3 tmd-search - --plan empty
  tmd-search exp -j1 --top=3 --domain=1:1.0000001 >/dev/null
}

@test "an argument of which Arb knows nothing is kept; exact cases alone in their cells are counted" {
  tmd-plan tan --format 5,-3,100000 --domain 0x1p+70000:0x1p+70001 | tmd-taylor | tmd-exhaust >kept.tmd
  [ "$(tmd-dump kept.tmd | grep -c '^case')" -ge 1 ]
  tmd-search cbrt --domain 8:0x1.0000000000001p+3 | grep -q ' 1 exact by rule'
}

@test "a plan comes to its end where enclosures do not shrink with the range" {
  timeout 60 tmd-plan sinh --format binary128 --bits 2 --domain 0x1.fffp-29:0x1p-28 | grep -q '^sinh'
}
