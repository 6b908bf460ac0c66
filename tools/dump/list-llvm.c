/* Lists for LLVM's libc: the rows of a table of exceptional values (struct ExceptValues of
   except_value_utils.h there). */
#include "lib/base/error.h"
#include "lib/problem/hex-float.h"
#include "lib/problem/ordinal.h"
#include "lib/value/correct.h"
#include "tools/dump/list.h"

static unsigned long long bits_of(const struct tmd_format *format, const struct tmd_datum *datum) {
  return (unsigned long long)tmd_datum_bits(format, datum);
}

/* The encodings of x and of f(x) rounded toward zero, and what the other modes add to the latter: 1
   where they round away from zero. */
int tmd_list_print_llvm(FILE *out, const struct tmd_list *list) {
  const struct tmd_problem *problem = list->problem;
  const int bytes = tmd_encoding_bytes(&problem->in), out_bytes = tmd_encoding_bytes(&problem->out);
  const struct tmd_case *r;
  char x[TMD_HEXFLOAT_TEXT_BYTES];
  if (tmd_problem_decimal(problem) || bytes < 1 || bytes > 8 || out_bytes < 1 || out_bytes > 8)
    return tmd_error(TMD_USAGE, "%s: binary encodings of at most 64 bits are listed for LLVM",
                     problem->name);
  tmd_list_print_comments(out, "// ", list);
  fputs("// (input, RZ output, RU offset, RD offset, RN offset)\n", out);
  for (size_t at = 0; (r = tmd_list_case(list, &at));) {
    static const enum tmd_rounding modes[] = {TMD_ROUND_UP, TMD_ROUND_DOWN, TMD_ROUND_NEAREST};
    const struct tmd_datum argument = {
        TMD_DATUM_NUMBER, r->cell.sign_x,
        tmd_argument_ordinal(&problem->in, r->cell.e_in, tmd_case_X(r))};
    struct tmd_correct correct;
    tmd_correct_at_number(&correct, problem, r->cell.sign_x, r->cell.e_in, tmd_case_X(r));
    if (correct.kind != TMD_CORRECT_NUMBER)
      return tmd_error(TMD_USAGE, "%s: f(%s) is not known", problem->name, tmd_list_print_x(x, r));
    struct tmd_datum y = tmd_correct_round(&correct, &problem->out, TMD_ROUND_ZERO);
    const unsigned long long rz = bits_of(&problem->out, &y);
    fprintf(out, "{0x%0*llxU, 0x%0*llxU", 2 * bytes, bits_of(&problem->in, &argument),
            2 * out_bytes, rz);
    for (int i = 0; i < 3; i++) {
      y = tmd_correct_round(&correct, &problem->out, modes[i]);
      fprintf(out, ", %lluU", bits_of(&problem->out, &y) - rz);
    }
    fprintf(out, "}, // x = %s\n", tmd_list_print_x(x, r));
  }
  return 0;
}
