# Functions of x and y: random problems against every pair by MPFR alone
bats_require_minimum_version 1.5.0
load ../cli/synthetic.bash
load ../cli/two-arguments.bash

setup() { cd "$BATS_TEST_TMPDIR"; }

# PROBLEMS random problems (default 300), the same ones for a SEED (default: the date)
@test "random problems: every pair" {
  RANDOM=$((${SEED:-$(date +%Y%m%d)} % 32768))
  local functions=(pow hypot atan2 atan2pi pown rootn compoundn)
  functions+=('x*exp(y)' 'sqrt(x^2+y^2)' 'x/y' 'sin(x)/y' 'log(x)+exp(y)' 'x^2-y')
  local modes=(all directed nearest)
  for ((i = 0; i < ${PROBLEMS:-300}; i++)); do
    f=${functions[RANDOM % 13]} x=$((RANDOM % 4 + 3)),-$((RANDOM % 5 + 1)),$((RANDOM % 5 + 1))
    case $f in
      pown | rootn | compoundn) y=int:-$((RANDOM % 20 + 1)):$((RANDOM % 20 + 1)) ;;
      *) y=$((RANDOM % 4 + 2)),-$((RANDOM % 5 + 1)),$((RANDOM % 5 + 1)) ;;
    esac
    least=0 # a problem may have no case
    problem="$x $y $((RANDOM % 4 + 3)),-$((RANDOM % 8 + 1)),$((RANDOM % 8 + 1)) ${modes[RANDOM % 3]} $((RANDOM % 5 + 1))"
    equal "$f" "$f" $problem || {
      echo "$f $problem"
      return 1
    }
  done
}

@test "binary16, some y: every x" {
  least=20
  for f in pow atan2 atan2pi; do equal $f $f 11,-14,15 3,-1,1 11,-14,15 all 14; done
  equal rootn rootn 11,-14,15 int:-9:12 11,-14,15 nearest 15
  equal pown pown 11,-14,15 int:-40:-2 11,-14,15 directed 15
  equal compoundn compoundn 11,-14,15 int:35:45 11,-14,15 all 14
}
