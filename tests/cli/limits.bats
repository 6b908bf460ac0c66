# Where numbers, memory or threads end: counts beyond 64 and 128 bits, and what cannot be had.
load synthetic

@test "a claim of 2^64 + 32 packets is refused, not taken for one of 32" {
  local X0=5192296858534827628530496329220096 X1=5192296858534846075274570038771744 format=113,-16382,16383
  printf '%s\t' @ poly exp $format $format all 40 0 0 0 1 $X0 $X1 'method=exhaust n=1 count=1' >text
  printf '96\npoly\t%s\t9223372036854775808\t3\t1\t1\t1\t1\t0x1p-60\t%016x,%016x,%016x\t%016x\n' $X0 4 1 3 7 >>text
  tmd-pack text >wide.tmd
  bad_usage "a claim would become 1.84e+19 packets" tmd-shift wide.tmd -o shifted.tmd
  [ ! -s shifted.tmd ]
}

# wide_claims N: N claims of 2^112 arguments each, or with PLAN=1 the plan lines for them.
wide_claims() {
  awk -v n="$1" -v plan="${PLAN:-0}" 'BEGIN {
    OFS = "\t"
    X0 = "5192296858534827628530496329220096"
    X1 = "10384593717069655257060992658440192"
    format = "113,-1048576,1048576"
    if (plan) print "function", "in", "out", "modes", "bits", "sign_x", "sign_f", "e_in", "e_out", "X0", "X1", "region",
      "symmetry", "images", "plan", "cost"
    for (e = 0; e < n; e++) {
      if (plan) print "cbrt", format, format, "all", 104, 0, 0, e, int(e / 3), X0, X1, "-", "-", 0, "-", 1
      else print "@", "case", "cbrt", format, format, "all", 104, 0, 0, e, int(e / 3), X0, X1, "-", 40
    }
  }'
}

@test "a sum of arguments beyond 128 bits is 2^128 - 1, not what is left of it" {
  local most=340282366920938463463374607431768211455
  wide_claims 65537 | tmd-pack >wide.tmd
  PLAN=1 wide_claims 65537 >plan
  tmd-stat --plan plan wide.tmd >report
  grep -Pq "^claims\tcase\t65537\t0\t$most\$" report
  grep -Pq "^covered\t$most\t0\t" report
  grep -Pq "^plan\t$most\t$most\t0\$" report
}

@test "the table refuses cases that do not lie in the cell of their claim" {
  local cell
  for cell in '9 -900' '0 9' '0 0'; do
    printf '%s\t' @ case exp 53,-1022,1023 53,-1022,1023 all 44 0 0 $cell 4503599627370496 4503599627370500 - >text
    printf '40\ncase\t-\t4503599627370497\tconfirmed\tmidpoint\t50\t+0x.fdb97530eca86420p-50\t0\n' >>text
    tmd-pack text >forged.tmd
    warned_like 3 "*does not lie in the cell of its claim" tmd-dump --to table forged.tmd
  done
}

@test "threads that cannot be made: status 2, and one line" {
  [[ $BUILD != *san* ]] || skip "the address sanitizer needs more memory than is allowed here"
  tmd-plan exp --bits 30 --domain 1:1.00000001 --method exhaust >plan
  tmd-taylor plan >taylor.tmd
  tmd-shift taylor.tmd >packets.tmd
  local command
  for command in 'tmd-taylor plan' 'tmd-shift taylor.tmd' 'tmd-exhaust packets.tmd'; do
    bad_usage 'Thread creation failed' bash -c "ulimit -v 200000 && $command -j 256 >out"
  done
}

@test "a line of a plan that memory does not hold is no end of the plan" {
  [[ $BUILD != *san* ]] || skip "the address sanitizer needs more memory than is allowed here"
  tmd-plan exp --bits 30 --domain 1:1.00000001 >plan
  run -2 bash -c "head -c 60M /dev/zero | tr '\\0' x | cat plan - | (ulimit -v 80000 && tmd-taylor -j 1 >out)"
  error_line 'out of memory'
}

@test "few bits: lines are divided, so that no claim has more than 2^20 cases by chance" {
  for function in exp2 'exp(x)/x'; do
    tmd-plan "$function" --bits 8 --domain=0x1p-20:0x1p-19 2>/dev/null | awk "$awk_columns"'
      function word(name) {
        if (!match($at("plan"), name "=[0-9]+")) return 1
        return substr($at("plan"), RSTART + length(name) + 1, RLENGTH)
      }
      !/^#/ { lines++; claims += word("n") * word("count") > 2 ^ 27 }
      END { exit !(lines && !claims) }'
  done
}

@test "small claims between large ones do not hold the memory of these" {
  [[ $BUILD != *san* ]] || skip "the address sanitizer needs more memory than is allowed here"
  local claim='@\tcase\texp\t53,-1022,1023\t53,-1022,1023\tall\t44\t0\t0\t0\t1\t4503599627400000\t4503599627500000\t-\t40\n'
  awk -v claim="$claim" 'BEGIN {
    printf claim
    for (k = 0; k < 99000; k++)
      printf "case\t-\t45035996274%05d\tconfirmed\tmidpoint\t50\t+0x.fedcba9876543210p-50\t0\n", k
  }' | tmd-pack >large.tmd
  printf "$claim"'case\t-\t4503599627400000\tcandidate\t-\t-\t-\t0\n' | tmd-pack >small.tmd
  local i
  for ((i = 0; i < 50; i++)); do cat large.tmd small.tmd; done >many.tmd # 50 times 4 MB
  (ulimit -v 120000 && tmd-ziv -j 1 many.tmd >out.tmd)
  [ "$(grep -a -o TMDCHUNK out.tmd | wc -l)" -eq 100 ]
}

# sine N: N claims of sin in binary32 that follow each other, every other one of -x, with a case each, or a region.
sine() {
  awk -v n="$1" 'BEGIN {
    OFS = "\t"
    for (i = 0; i < n; i++) {
      X0 = 8388608 + 1024 * int(i / 2)
      region = i % 10 >= 8
      print "@", region ? "region" : "case", "sin", "24,-126,127", "24,-126,127", "all", 15, i % 2, i % 2, 0, -1,
        X0, X0 + 1024, "-", region ? 64 : 40
      if (region) print "region", X0, X0 + 1024, "constant", 1, 15 + i % 4, 30
      else print "case", "-", X0 + 7 * i % 1024, "confirmed", "midpoint", 15, "-0x.fedcba987654321" i % 10 "p-15", 0
    }
  }'
}

@test "--records is the same whether the cases are sorted where they lie or among all results" {
  sine 200 | tmd-pack >sine.tmd
  synthetic 100 | tmd-pack >exp.tmd
  split_blocks sine.tmd
  cat $(ls block.* | sort -R --random-source=sine.tmd) exp.tmd block.[1-9] >mixed.tmd
  tmd-dump --records mixed.tmd >text
  [ "$(grep -c '^case' text)" -gt 150 ]
  [ "$(grep -c '^region' text)" -gt 20 ]
  tmd-dump --records --min-bits 1 mixed.tmd | cmp - text
  tmd-dump --records sine.tmd exp.tmd | cmp - text
}

@test "--records takes little more memory than the records" {
  [[ $BUILD != *san* ]] || skip "the address sanitizer needs more memory than is allowed here"
  awk 'BEGIN {
    format = "53,-1022,1023\t53,-1022,1023"
    for (k = 0; k < 300000; k++) {
      if (k % 20000 == 0) printf "@\tcase\texp\t%s\tall\t44\t0\t0\t0\t1\t4503599627%06d\t4503599627%06d\t-\t40\n",
        format, 370496 + k, 370496 + k + 20000
      printf "case\t-\t4503599627%06d\tconfirmed\tmidpoint\t50\t+0x.fedcba9876543210p-50\t0\n", 370496 + k
    }
  }' | tmd-pack >many.tmd
  (ulimit -v 80000 && tmd-dump --records -j 1 many.tmd >text)
  [ "$(grep -c ^case text)" -eq 300000 ]
}

@test "formats of few arguments: no plan takes longer than its arguments would one by one" {
  planned() { (ulimit -t $(($1 * slow)) && tmd-plan --format 8,-14,15 --bits 8 "$2" >plan 2>said); }
  planned 8 'sin(exp(x))'
  # every argument in one line: 0 and, of either sign, 127 subnormal ones and 30 binades of 128
  [ "$(awk "$awk_columns"'{ n += arguments() } END { print n }' plan)" -eq $((1 + 2 * (127 + 30 * 128))) ]
  # one of these by the date; the arguments of the first one by one: 8 s on a slow core
  planned 30 "$(printf '%s\n' 'tgamma(tgamma(x))' 'sin(exp(x)^2)' | drawn 2)"
}
