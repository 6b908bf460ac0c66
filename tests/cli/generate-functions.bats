# tmd-generate: functions of binary32 are right where they could be wrong.
bats_require_minimum_version 1.5.0
load generate.bash

@test "functions near 0 and near -1 are right, and where they overflow" {
  # one by the date; tanh and cosh: tests/long/generate-long.bats
  read -r f domain other < <(printf '%s\n' 'exp10m1 -0x1.3p-4:-0x1.1p-4 6.9:7.1' \
    'log2p1 -0x1p-149:0x1p-133 0x1p22:0x1.2p22' | drawn 2)
  tmd-generate "$f" --no-check -o f.c
  passes "$f" ./f.c --domain "$domain"
  passes "$f" ./f.c --domain "$other"
}

@test "periodic functions are right next to 0, next to multiples of a quarter turn, and for large arguments" {
  for f in sin tanpi; do tmd-generate $f --no-check -o $f.c & done
  wait
  for domain in 0x1.ff8p-13:0x1.008p-12 3.14:3.15 0x1.fffp21:0x1.001p22 -0x1.fffp127:-0x1.ffep127; do
    passes sin sin.c --domain "$domain"
  done
  for domain in -0x1p-149:0x1p-136 0.249:0.251 -1.502:-1.498 0x1.fffp22:0x1.001p23; do
    passes tanpi tanpi.c --domain "$domain"
  done
}

# A part of the arguments of binary32, by its number: 16 binades of either sign, of 2^-112, 2^-96, ... on.
part() {
  local k ends=(0)
  for k in {-112..112..16}; do ends+=("0x1p$k"); done
  ends+=(inf)
  k=$(($1 / 2 % 16))
  if [ $(($1 % 2)) -eq 0 ]; then echo "${ends[k]}:${ends[k + 1]}"; else echo "-${ends[k + 1]}:-${ends[k]}"; fi
}

# Every argument of every function: make check-generated.
@test "two functions drawn by the date are proved, and one is right, to nearest, at every argument of a part" {
  mapfile -t all < <(tmd-generate --list)
  day=${DRAW:-$(date +%j)} functions=()
  for k in 0 1; do functions+=("${all[(10#$day * 2 + k) % ${#all[@]}]}"); done
  echo "DRAW=$day: ${functions[*]}"
  for f in "${functions[@]}"; do
    tmd-generate "$f" --no-check -o "$f.c" --proof "$f.proof" && tmd-generate --replay "$f.proof" "$f.c" >"$f.said" &
  done
  wait
  [ "$(cat ./*.said | grep -c $'\tproved\t[1-9]')" -eq 2 ]
  for f in "${functions[@]}"; do [[ $f = cospi || $f = tanpi ]] || break; done # these two take an hour
  # after each turn of the functions the next part in which f has arguments
  for ((k = 10#$day * 2 / ${#all[@]}; ; k++)); do
    domain=$(part $k)
    tmd-check --library "./$f.c" --symbol "${f}f" --function "$f" --format binary32 --flags --ignore sign-of-gamma \
      --modes nearest --domain="$domain" >report 2>said || grep 'no argument of the format' said || break
    [ ! -s report ] || break
  done
  cat said
  [ "$(grep -c $'\t0\t[0-9]*\t0\t.*\tpass\t' report)" -eq 1 ]
  grep -q ': every argument of --domain' said
}
