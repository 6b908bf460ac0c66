# tmd-spread --audit: units searched again in another way; what they differ in is found, whatever their claims say.
bats_require_minimum_version 1.5.0
load synthetic
load spread

setup() {
  cd "$BATS_TEST_TMPDIR"
  tmd-plan exp --bits 40 --domain 1:1.0002 | awk -F '\t' -v OFS='\t' '$2 != "in" { $16 = 4 } { print }' >small.plan
  tmd-spread small.plan --into d --unit-seconds 1 -j 2 >report
}

# without_case UNIT: its result claims what it did, and lacks its first case.
without_case() {
  tmd-dump "d/out/$1.tmd" >whole
  grep -q '^case' whole
  awk -F '\t' '/^case/ && !gone++ { next } { print }' whole | tmd-pack -o "d/out/$1.tmd" --force
  tmd-stat --plan "d/units/$1" "d/out/$1.tmd"
}
a_unit_with_cases() { for unit in d/out/*.tmd; do tmd-dump "$unit" | grep -q '^case' && basename "$unit" .tmd && return; done; }

@test "what is right passes; a result that lacks a case is named, by other instructions and by another method" {
  tmd-spread d --audit 100 --seed 3 >audit
  [ "$(grep -c $'^audit\t.*\tsame\t-\t-$' audit)" -eq 4 ]
  bad=$(a_unit_with_cases)
  without_case "$bad"
  for how in '' '--by regular'; do
    run -1 --separate-stderr tmd-spread d --audit 100 --seed 4 $how
    [ "$(grep -c $'\tsame\t' <<<"$output")" -eq 3 ]
    grep $'^audit\t'"$bad"$'\t.*\tdiffers\t0\t[0-9]*$' <<<"$output"
    [ "$stderr" = "tmd-spread: unit $bad of host ${HOSTNAME:-unknown}: another search finds something else" ]
  done
  named d "${HOSTNAME:-unknown}" 'an audit finds something else'
}

@test "units are drawn by the seed, as many as were asked for; an audit that was stopped goes on" {
  tmd-spread d --audit 50 --seed 1 >one
  tmd-spread d --audit 50 --seed 1 | cmp - one
  [ "$(grep -c $'^audit\t' one)" -eq 2 ]
  for seed in 2 3 4; do tmd-spread d --audit 1 --seed $seed >another; done
  cat d/audit.1-*.units | sort -u | awk 'END { exit NR < 2 }'
  rm d/audit.50-1/out/*1.tmd d/audit.50-1/joined.tmd
  tmd-spread d --audit 50 --seed 1 | cmp - one
  tmd-spread d --audit 50 --seed 1 2>err >/dev/full && false || [ $? -eq 2 ]
  [ "$(cat err)" = "tmd-spread: standard output: write error" ]
  run -2 tmd-spread d --audit all
  [ "$output" = "tmd-spread: --audit: 'all' is not a percentage" ]
}
