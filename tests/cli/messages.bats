# Messages for those who never saw the code: what is wrong, with what, and what to do.
load synthetic

@test "a plan where a stream is wanted, a stream where a plan or a text is" {
  tmd-plan exp --format binary16 >plan
  tmd-dump "$samples/good.tmd" >text
  cp "$samples/good.tmd" good.tmd
  for tool in tmd-dump tmd-stat tmd-ziv tmd-farey; do
    warned 3 "$tool: plan: is a plan, not a stream: give it to tmd-taylor" $tool plan
    warned 3 "$tool: text: is the text of a stream: give it to tmd-pack" $tool text
  done
  warned 3 "tmd-taylor: good.tmd: is a stream, not a plan" tmd-taylor good.tmd
  warned 3 "tmd-stat: good.tmd: is a stream, not a plan" tmd-stat --plan good.tmd good.tmd
  warned 3 "tmd-pack: good.tmd: is a stream, not a text" tmd-pack good.tmd
}

@test "control characters of what was given are not printed" {
  warned 2 "tmd-plan: --domain: end 'a?[31m?b' of a domain: column 1: neither x, pi, e nor a function with its argument in \
parentheses" tmd-plan exp --domain $'a\e[31m\nb:2'
  run -2 --separate-stderr tmd-plan exp --format $'a\nb\a'
  [[ $stderr = "tmd-plan: format 'a?b?' is none of "* ]]
  warned 2 "tmd-dump: no?such??file: No such file or directory" tmd-dump $'no\nsuch\e\rfile'
  warned 2 "tmd-plan: unknown option '--no?such' (try --help)" tmd-plan $'--no\nsuch'
}

@test "ends of domains: what is wrong with which" {
  warned 2 "tmd-plan: --domain: end 'x' of a domain: a constant has no x" tmd-plan exp --domain x:3
  warned 2 "tmd-plan: --domain: end '1/0' of a domain: a constant without a value" tmd-plan exp --domain 0:1/0
  warned 2 "tmd-plan: --domain: domain '3' is not A:B, with a colon between its ends, as in 1:2" tmd-plan exp --domain 1:2,3
  warned 2 "tmd-plan: --domain: domain '4:pi' is empty: a >= b" tmd-plan exp --domain 4:pi
  warned 2 "tmd-plan: --domain: end 'sinn(1)' of a domain: column 1: unknown function 'sinn': did you mean sin, sinh, sinc? \
(tmd-plan --list prints them)" tmd-plan exp --domain 'sinn(1):2'
}

@test "what is no stream, no file or no function of x alone is told by what it is" {
  echo text >text && gzip -c text >text.gz
  warned 3 "tmd-stat: text.gz: is compressed by gzip, not a tmd stream: gunzip it first" tmd-stat text.gz
  warned 3 "tmd-dump: text: is text, not a tmd stream: tmd-pack makes streams of the texts of tmd-dump" tmd-dump text
  warned 3 "tmd-stat: $BUILD/bin/tmd-stat: is a program or a library, not a tmd stream" tmd-stat "$BUILD/bin/tmd-stat"
  warned 2 "tmd-check: exp: no such file; a function: --function exp" tmd-check --library libm.so.6 exp
  warned 2 "tmd-check: --library is missing: --library libm.so.6 (try --help)" tmd-check libm.so.6 exp
  warned 2 "tmd-plan: --domain: domain '1' is not A:B, with a colon between its ends, as in 1:2" tmd-plan exp --domain 1 2
  for command in 'tmd-search exp' 'tmd-check --library libm.so.6 --function exp' 'tmd-atlas exp --into x' tmd-select; do
    warned 2 "${command%% *}: --domain: domain '1' is not A:B, with a colon between its ends, as in 1:2" $command --domain 1 2
  done
  fmod="'fmod' is a function of two arguments: tmd-check --pairs fmod"
  warned 2 "tmd-plan: $fmod" tmd-plan fmod
  warned 2 "tmd-check: $fmod" tmd-check --library libm.so.6 --function fmod
  warned 2 "tmd-plan: 'max' takes arguments in parentheses: max(x,1)" tmd-plan max
}

@test "the limit that was hit, and its value" {
  run -2 --separate-stderr tmd-plan sin --max-cells 1234567
  [[ $stderr = *"sin takes too much, predicted from |x| = "*", beyond --max-cells, 1234567: give a smaller --domain, or "* ]]
  run -2 --separate-stderr tmd-plan sin --format binary32 --max-cells 2^40 --max-cost 7
  [[ $stderr = *", beyond --max-cost, 7 s: give a smaller --domain, or a larger limit" ]]
  warned 2 "tmd-plan: more cells than --max-cells, 3: give a smaller --domain, or a larger limit" tmd-plan exp --max-cells 3
  warned 2 "tmd-plan: more predicted seconds than --max-cost, 1: give a smaller --domain, or a larger limit" \
    tmd-plan exp --max-cost 1 --domain 1:4
}

@test "--cut takes a plan as it is: no option that plans is left unsaid" {
  tmd-plan exp --format binary16 --domain 1:4 >"$BATS_TEST_TMPDIR/plan"
  for option in '--format binary32' '--in binary64' '--out tf32' '--bits 40' '--modes nearest' '--domain 1:2' '--method farey' \
    '--line tangent' '--n 1024' '--split 4' '--max-cost 1' --summary; do
    warned 2 "tmd-plan: --cut takes a plan as it is: --max-cells alone goes with it (try --help)" \
      tmd-plan --cut 1 $option "$BATS_TEST_TMPDIR/plan"
  done
  tmd-plan --cut 1 --max-cells 100 "$BATS_TEST_TMPDIR/plan" | grep -q ^exp
}

@test "a number out of its range: the range, as the manual page has it" {
  warned 2 "tmd-plan: --threads: 5000 is not 0 to 4096" tmd-plan -j 5000 exp
  warned 2 "tmd-dump: --top: 0 is not 1 or more" tmd-dump --top 0
  warned 2 "tmd-plan: --n: 0 is not 1 to 2^40" tmd-plan --n 0 exp
  tmd-plan --man >"$BATS_TEST_TMPDIR/page"
  for range in "0 to 4096" "1 to 2^40"; do grep -qxF "($range)" "$BATS_TEST_TMPDIR/page"; done
  warned 2 "tmd-search: --threads: 5000 is not 0 to 4096" tmd-search -j 5000 exp
  warned 2 "tmd-search: --top: 0 is not 1 or more" tmd-search --top 0 exp
}

@test "the table says which regions it does not list, and how to list them" {
  run -0 tmd-search sin --format binary16 --top 1 -o sin.tmd
  [[ ${lines[0]} =~ ,\ ([0-9]+)\ hard\ throughout\ and\ listed\ with\ --expand\ alone$ ]]
  [ "${BASH_REMATCH[1]}" -ge 1 ]
  [ "$(tmd-dump --to table --top 99999 --expand sin.tmd | wc -l)" -gt "$(tmd-dump --to table --top 99999 sin.tmd | wc -l)" ]
}

@test "bytes of others in an expression are question marks, as in all messages, and the caret stays below its place" {
  warned 2 $'tmd-plan: column 6: expected a number, x, a function or \'(\'\nx+1?+?)\n     ^' tmd-plan $'x+1\t+\xff)'
  warned 2 $'tmd-plan: column 1: expected a number, x, a function or \'(\'\n?[31mx?\n^' tmd search $'\e[31mx\xff'
}
