# Whole binades of binary64 at 44 bits, 2^52 arguments each: exactly the published cases, of exp, sin and cbrt ($DATA); of log,
# for which there is no list here, as many as there should be, and on sampled slices those of another method. A minute each.

load ../cli/synthetic

# search FUNCTION DOMAIN: into out.tmd, table, found; by the walk, but for a 10^-6th of the arguments.
search() {
  local start=$SECONDS
  tmd-search "$1" --bits 44 --domain "$2" --plan plan --force -o out.tmd >table
  awk "$awk_columns"'
    $at("region") == "-" { all += arguments(); if ($at("plan") ~ /^method=farey /) n += arguments() }
    END { exit !(all > 0 && n >= 0.999999 * all) }' plan
  cases out.tmd >found
  printf '# %s on %s: %d cases, %d s; %s\n' "$1" "$2" "$(wc -l <found)" $((SECONDS - start)) \
    "$(awk "$awk_columns"'kind == "covered" {
      printf "%s arguments, %s in regions, ", $at("searched"), $at("regions")
      printf "%s expected, %s exact", $at("expected"), $at("exact")
    }' table)" >&3
}

# as_listed FUNCTION DOMAIN [COUNT]: what is found is what is listed, so many.
as_listed() {
  [ -r "$DATA/$1.wc" ] || skip "no $DATA/$1.wc"
  search "$1" "$2"
  listed "$1" "$DATA/$1.wc" "$2" >listed
  diff found listed
  [ "$(wc -l <found)" -eq "${3:-$(wc -l <listed)}" ]
  [ -s found ]
}

@test "exp on [0.5,1): the 518 published cases" { as_listed exp 0.5:1 518; }
@test "exp on [1,2): the 540 published cases" { as_listed exp 1:2 540; }
@test "exp on [2,4): the 542 published cases" { as_listed exp 2:4 542; }
@test "exp on [128,136): the 30 published cases" { as_listed exp 128:136 30; }
@test "exp on [-745.2,-708.3), subnormal results: the 26 published cases" { as_listed exp -745.2:-708.3 26; }
@test "sin on [0.5,1): the published cases" { as_listed sin 0.5:1; }
@test "sin on [1,1.5): the published cases" { as_listed sin 1:1.5; }
@test "cbrt on [1,2): the published cases" { as_listed cbrt 1:2; }

# counted FUNCTION LOW HIGH, HIGH = 2 LOW: within five standard deviations of the number to be expected; on 4 slices of 2^38
# arguments around cases found and as many elsewhere, --method regular finds the same, also with 8 bits less.
counted() {
  local domain expected
  search "$1" "$2:$3"
  expected=$(column covered expected <table)
  awk -v n="$(wc -l <found)" -v e="$expected" 'BEGIN { exit !((n - e)^2 <= 25 * e) }'
  tmd-dump --to wc out.tmd >list
  "$root/tests/reference/published.pl" sample list "$2" "$3" 20261121 4 38 >domains
  for k in 77 301 590 911; do
    awk -v a="$2" -v k=$k 'BEGIN { x = a + a * k / 1024; printf "%.17g:%.17g\n", x, x + a / 2^14 }' >>domains
  done
  while read -r domain; do
    tmd-search "$1" --bits 36 --method regular --domain "$domain" --force -o regular.tmd >/dev/null
    tmd-search "$1" --bits 36 --method farey --domain "$domain" --force -o farey.tmd >/dev/null
    cases regular.tmd >regular
    cases farey.tmd | cmp - regular
    [ -s regular ]
    awk '$2 >= 44' regular >hard
    listed "$1" list "$domain" | cmp - hard
    cat hard >>compared
  done <domains
  [ "$(wc -l <domains)" -eq 8 ]
  [ "$(wc -l <compared)" -ge 4 ]
}

@test "log on [0.5,1): as many as there should be, and a sample by another method" { counted log 0.5 1; }
@test "log on [2,4): as many as there should be, and a sample by another method" { counted log 2 4; }

@test "tgamma near 0: divisors of integers are what the walk finds" {
  for domain in 0x1p-500:0x1p-499 -0x1p-99:-0x1p-100; do
    tmd-plan tgamma --domain="$domain" | cut -f 15 | grep -qx method=divisors
    search_by() { tmd-search tgamma --bits 44 --method "$1" --domain="$domain" --force -o out.tmd >/dev/null; }
    search_by divisors
    cases out.tmd >divisors
    search_by farey
    cases out.tmd >found
    [ "$(wc -l <found)" -gt 400 ]
    cmp found divisors
  done
}
