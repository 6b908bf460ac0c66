# Expressions in binary32 on their whole domains: against brute force at 10^6 arguments and at every case. EXPRESSION chooses one.

load ../cli/synthetic

whole() {
  [[ ${EXPRESSION:-$1} = "$1" ]] || skip "EXPRESSION is another"
  tmd-search "$1" --format binary32 --force -o s.tmd >table
  grep -q ', 0 undecided, 0 not confirmed' table
  "$BUILD/tests/brute-force" --every 4096 <s.tmd
}

@test "exp(-x^2/2)" { whole 'exp(-x^2/2)'; }
@test "x*log(x)" { whole 'x*log(x)'; }
@test "log(1+exp(x))" { whole 'log(1+exp(x))'; }
@test "sin(x)/x" { whole 'sin(x)/x'; }

@test "below 1 far out, however near: all x are planned" {
  for expression in 'asin(erf(-x))' 'asin(tanh(x))' 'asin(tanh(x))+x'; do
    tmd-plan "$expression" --format bfloat16 --summary >sums
    [ "$(grep ^all sums | cut -f 3)" -eq 65279 ]
  done
}

@test "a constant that does not look it, in a wide format: said in seconds" {
  local text='4096 bits do not decide the sign or exponent of sin(2*x)^2+cos(x+x)^2 at x = 0x1p+0, nor at 4096 more arguments'
  run -2 --separate-stderr bash -c 'ulimit -t 20; tmd-plan "x*log(sin(2*x)^2+cos(x+x)^2)" --format binary64 --domain 1:1.5'
  [ "$stderr" = "tmd-plan: $text of its binade: where it is a constant, write that for it" ]
}

# Choices and powers, in formats of 16 bits: every argument of the domain.
every() {
  local format modes
  for expression; do
    [[ ${EXPRESSION:-$expression} = "$expression" ]] || continue
    for format in binary16 bfloat16; do
      for modes in all directed nearest; do
        tmd-search "$expression" --format "$format" --modes "$modes" --force -o s.tmd >table
        grep -q ', 0 undecided, 0 not confirmed' table
        "$BUILD/tests/brute-force" <s.tmd || { echo "$expression, $format, $modes" && return 1; }
      done
    done
  done
}

@test "jumps, comparisons met exactly, lone points" {
  every 'x<=1?x:x^2+0.5' 'x<1/3?sin(x):cos(x)' 'x==2?5:exp(x)' 'x!=0?1/x:3' 'x<0?-1:x>0?1:0' 'x^2<2?exp(x):-exp(-x)' \
    'log2(x)<=3?exp(x):1/x' '(x<1?2:3)*exp(x)' 'abs(x)<2^-14?x+1:x-1'
}

@test "min and max" {
  every 'max(x,0.1*x)' 'min(exp(x),1)' 'min(max(x,0),6)' 'max(0,min(1,(x+3)/6))' 'x*max(0,min(1,(x+3)/6))' 'min(x^2,exp(x))'
}

@test "one in another, in functions, on both sides of 0, undefined elsewhere" {
  every 'x<0?exp(x):log(x+1)' 'x<0?x/3:x>1?1/x:x^3' 'x>0?x:exp(x)-1' 'abs(x)<=0.5?atan(x):1/x' 'exp(x<0?-x:x)' \
    'x>=0?sqrt(x):-sqrt(-x)' '(x<0?x+1:x-2)>=0?exp2(x):cbrt(x)'
}

@test "comparisons of sines: as often as binary16 has them" {
  tmd-search 'sin(x)<0?x+1/8:2*x' --format binary16 --force -o s.tmd >table
  "$BUILD/tests/brute-force" <s.tmd
}

@test "x^x and sinc" { every 'x^x' sinc; }
