# binary64, every function: seeded random slices of 2^36 arguments in six binades at least, the walk against the regular test, at
# 32 bits (32 cases expected in a slice). FUNCTION=name takes one function, SEED=n other slices.

load ../cli/synthetic
. "$BATS_TEST_DIRNAME/../../pipelines/domains.bash"

# slices FUNCTION: a domain A:B a line, 2^36 arguments each, of binades in random order.
slices() {
  awk -v name="$1" -v seed="${SEED:-1}" 'BEGIN {
    for (i = 1; i <= length(name); i++)
      seed = (31 * seed + index("abcdefghijklmnopqrstuvwxyz0123456789()-", substr(name, i, 1))) % 2147483648
    srand(seed)
    n = split("-24 -12 -8 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8 9 40 200 700", e, " ")
    for (i = n; i > 1; i--) { j = 1 + int(i * rand()); t = e[i]; e[i] = e[j]; e[j] = t }
    for (i = 1; i <= n; i++) {
      k = int(65536 * rand())
      a = 2^e[i] * (1 + k / 65536)
      sign = rand() < 0.3
      if (sign) printf "-0x%xp%d:-0x%xp%d\n", 65536 + k + 1, e[i] - 16, 65536 + k, e[i] - 16
      else printf "0x%xp%d:0x%xp%d\n", 65536 + k, e[i] - 16, 65536 + k + 1, e[i] - 16
    }
  }'
}

# by METHOD FUNCTION DOMAIN: what it finds, "x hardness" a line.
by() {
  tmd-search "$2" --bits ${bits:-32} --method "$1" --domain "$3" --plan plan --force -o out.tmd >/dev/null
  tmd-dump --records out.tmd | awk '$1 == "case" { print $2, $3, $4, $5, $6, $7 }' | sort
}

# A slice where nearly everything is a region or is taken one by one says nothing; the next one is taken.
searched_by_farey() {
  awk "$awk_columns"'
    $at("region") == "-" && $at("plan") ~ /^method=farey / { n += arguments() }
    END { exit !(n >= 2^35) }' plan
}

compare() {
  local domain compared=0 cases=0
  while read -r domain && [ $compared -lt 6 ]; do
    tmd-plan "$1" --bits 32 --method farey --domain "$domain" -o plan 2>/dev/null && searched_by_farey || continue
    by farey "$1" "$domain" >farey
    by regular "$1" "$domain" >regular
    cmp farey regular || { echo "$1 on $domain: $(diff farey regular | head -3)" && return 1; }
    cases=$((cases + $(wc -l <farey)))
    compared=$((compared + 1))
  done < <(slices "$1")
  printf '# %s: %d slices, %d cases\n' "$1" $compared $cases >&3
  [ $compared -ge 1 ]
  [ $compared -eq 6 ] || few+=("$1")
}

functions() {
  listed_functions | grep -vF '('
  printf '%s\n' 'rootn(3)' 'rootn(-2)' 'rootn(4)' 'pown(3)' 'pown(-2)' 'compound(5)' 'compound(-3)'
}

@test "the walk finds what the regular test finds" {
  local name few=()
  for name in ${FUNCTION:-$(functions)}; do compare "$name"; done
  [ ${#few[@]} -eq 0 ] || printf '# fewer than six binades to search: %s\n' "${few[*]}" >&3
}

# ends FUNCTION END SIDE UNIT: slices of 2^30 arguments, next to END and 2^36, 2^40, 2^44 and 2^48 arguments from it, |x| below it
# (-) or above (+); UNIT: log2 of the distance of arguments. 32 cases are expected in a slice at 26 bits.
ends() {
  awk -v end="$2" -v side="$3" -v unit="$4" 'BEGIN {
    a = end < 0 ? -end : end
    n = split("0 36 40 44 48", from, " ")
    for (i = 1; i <= n; i++) {
      near = i == 1 ? 0 : 2 ^ (from[i] + unit)
      far = near + 2 ^ (30 + unit)
      p = side == "-" ? a - far : a + near
      q = side == "-" ? a - near : a + far
      print end < 0 ? "-" hex(q) ":-" hex(p) : hex(p) ":" hex(q)
    }
  }
  function hex(x) { x /= 2 ^ unit; return sprintf("0x%x%08xp%d", int(x / 2 ^ 32), x % 2 ^ 32, unit) }'
}

@test "next to singular ends and poles the chosen search finds what the regular test finds" {
  local function end side unit domain slices cases bits=26
  while read -r function end side unit; do
    slices=0 cases=0
    while read -r domain; do
      by auto "$function" "$domain" >chosen
      by regular "$function" "$domain" >regular
      cmp chosen regular || { echo "$function on $domain: $(diff chosen regular | head -3)" && return 1; }
      slices=$((slices + 1)) cases=$((cases + $(wc -l <chosen)))
    done < <(ends "$function" "$end" "$side" "$unit")
    printf '# %s at %s, %s: %d slices, %d cases\n' "$function" "$end" "$side" $slices $cases >&3
  done <<END
asin 1 - -53
asin -1 - -53
acos 1 - -53
acos -1 - -53
asinpi 1 - -53
acospi -1 - -53
atanh 1 - -53
log1p -1 - -53
log2p1 -1 - -53
tanpi 0.5 - -54
tanpi 0.5 + -53
tgamma -3 - -51
tgamma -3 + -51
tan 1.5707963267948966 - -52
acosh 1 + -52
END
}

# steep: a function and a slice A:B of 2^24 arguments a line, 200 in all; c2 from 2^-40 to 2^-4. Beside a pole at distance 2^-j in
# binade e it is about 2^(2 (e + j) - 51), of sin(2^k x) 2^(2k-52).
steep() {
  awk -v seed="${SEED:-1}" 'BEGIN {
    srand(seed)
    pi = atan2(0, -1)
    for (i = 0; i < 200; i++) {
      c2 = -40 + 36 * rand(); k = int((c2 + 52) / 2); side = rand() < 0.5 ? -1 : 1; e = 1 + int(7 * rand()); kind = i % 8
      m = int(2 ^ e * (1 + rand())); far = side * 2 ^ (e - (c2 + 51) / 2)
      if (kind == 0) slice("sin(2^" k "*x)", 1 + rand())
      else if (kind == 1) slice("cos(2^" k "*x)", 1 + rand())
      else if (kind == 2) slice("tan", (int(2 ^ e * (1 + rand()) / pi) + 0.5) * pi + far)
      else if (kind == 3) slice("tgamma", -m + far)
      else if (kind == 4) slice("lgamma", -m + far / 4)
      else if (kind == 5) slice(c2 < -34 ? "exp" : "exp(x)*sin(2^" k "*x)", c2 < -34 ? 2 ^ ((c2 + 52) / 2) : 1 + rand())
      else if (kind == 6) slice("sinpi", 2 ^ (k - 1) * (1 + rand()))
      else slice("tanpi", m + 0.5 + far)
    }
  }
  function slice(f, a,  size) {
    size = 2 ^ (int(log(a < 0 ? -a : a) / log(2) + 2000) - 2000)
    printf "%s %.17g:%.17g\n", f, a, a + 2 ^ -28 * size
  }'
}

@test "where f is steep the walk finds what every argument and the regular test find" {
  local function domain slices=0 walked=0 cases=0 bits=20
  while read -r function domain; do
    by farey "$function" "$domain" >farey
    ! grep -q method=farey plan || walked=$((walked + 1))
    for method in exhaust regular; do
      by $method "$function" "$domain" >other
      cmp farey other || { echo "$function on $domain, $method: $(diff farey other | head -3)" && return 1; }
    done
    slices=$((slices + 1)) cases=$((cases + $(wc -l <farey)))
  done < <(steep)
  printf '# %d steep slices, %d by the walk, %d cases\n' $slices $walked $cases >&3
  [ $slices -eq 200 ]
  [ $walked -ge 120 ]
  [ $cases -ge 4000 ]
}

# 2^25 arguments and more of each function that tests/cli/search.bats has not: inside its domain, about zeros and extrema.
@test "three searches agree on a slice of every function" {
  local function domain method bits=20
  while read -r function domain; do
    for method in farey regular exhaust; do by $method "$function" "$domain" >$method; done
    cmp farey exhaust && cmp regular exhaust && [ "$(wc -l <exhaust)" -ge 40 ] ||
      { echo "$function on $domain: not the same, or too few" && return 1; }
  done <<'END'
exp2m1 0x1.2p-1:0x1.2000002p-1
exp10m1 -0x1.2000002p-3:-0x1.2p-3
log2p1 0x1.2p-1:0x1.2000002p-1
log10p1 -0x1.2000002p-1:-0x1.2p-1
sqrt 0x1.2p0:0x1.2000002p0
sinpi 0x1.ffffffp-1:0x1p0
sinpi 0x1.2p3:0x1.2000002p3
cospi 0x1.2p-2:0x1.2000002p-2
tanpi 0x1.2p-2:0x1.2000002p-2
asinpi 0x1.2p-1:0x1.2000002p-1
acospi -0x1.2000002p-1:-0x1.2p-1
atanpi 0x1.2p2:0x1.2000002p2
asinh 0x1.2p-4:0x1.2000002p-4
asinh -0x1.2000002p4:-0x1.2p4
acosh 0x1.2p6:0x1.2000002p6
atanh 0x1.2p-2:0x1.2000002p-2
erf 0x1.2p0:0x1.2000002p0
erf 0x1.2p-30:0x1.2000002p-30
erfc 0x1.2p4:0x1.2000002p4
erfc -0x1.2000002p0:-0x1.2p0
tgamma 0x1.2p-30:0x1.2000002p-30
tgamma 0x1.762d86p0:0x1.762d87p0
tgamma -0x1.2000002p2:-0x1.2p2
tgamma 0x1.2p5:0x1.2000002p5
lgamma 0x1.ffffffp-1:0x1.000001p0
lgamma 0x1.ffffffp0:0x1.000001p1
lgamma -0x1.3a7fc9p1:-0x1.3a7fc8p1
lgamma 0x1.2p50:0x1.2000002p50
rootn(17) 0x1.2p9:0x1.2000002p9
rootn(-3) -0x1.2000002p2:-0x1.2p2
pown(5) 0x1.2p9:0x1.2000002p9
pown(-2) 0x1.2p9:0x1.2000002p9
compound(12) 0x1.2p-9:0x1.2000002p-9
compound(2) -0x1.2000002p-2:-0x1.2p-2
compound(-3) 0x1.2p-9:0x1.2000002p-9
END
}
