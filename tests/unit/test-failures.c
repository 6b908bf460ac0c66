/* Libraries that end the program: where memory ends or a thread cannot be made, status 2 and one
   line, whatever they would do. */
#include "lib/cli/failures.h"

#include <gmp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/arb-compat.h"
#include "tests/unit/tap.h"

enum { MEMORY = 1 << 26 }; /* more than the test itself takes; what is asked for below is more */

static void with_gmp(void) {
  mpz_t z;
  mpz_init(z);
  mpz_setbit(z, (mp_bitcnt_t)1 << 33);
}

static void with_growing_gmp(void) {
  mpz_t z;
  mpz_init_set_ui(z, 3);
  for (;;) mpz_mul(z, z, z);
}

static void with_mpfr(void) {
  mpfr_t x;
  mpfr_init2(x, (mpfr_prec_t)1 << 33);
}

static void with_flint(void) {
  arb_ptr vector = _arb_vec_init(1 << 24);
  arb_one(vector);
}

static void with_flint_error(void) { flint_abort(); }

static void with_own(void) { memset(tmd_allocate(1ul << 32), 1, 1); }

static void with_status_1(void) { exit(1); }

static void with_a_false_property(void) { exit(tmd_property_false()); }

static int lines_of(const char *text) {
  int lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

/* The exit status of a process that does so with little memory; *lines: how many it writes to
   standard error. */
static int status_of(void (*ends)(void), int *lines) {
  char said[1000] = "";
  int ends_of_pipe[2], status;
  if (pipe(ends_of_pipe)) return -1;
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit limit = {MEMORY, MEMORY};
    dup2(ends_of_pipe[1], 2);
    setrlimit(RLIMIT_AS, &limit);
    tmd_failures_catch();
    ends();
    _exit(0);
  }
  close(ends_of_pipe[1]);
  for (size_t at = 0; at < sizeof said - 1;) {
    const ssize_t got = read(ends_of_pipe[0], said + at, sizeof said - 1 - at);
    if (got <= 0) break;
    at += (size_t)got;
  }
  close(ends_of_pipe[0]);
  waitpid(child, &status, 0);
  *lines = lines_of(said);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
  static const struct {
    const char *what;
    void (*ends)(void);
    int status, lines;
  } cases[] = {{"a large number of GMP", with_gmp, 2, 1},
               {"a growing number of GMP", with_growing_gmp, 2, 1},
               {"a number of MPFR", with_mpfr, 2, 1},
               {"a vector of FLINT", with_flint, 2, 1},
               {"memory of our own", with_own, 2, 1},
               {"FLINT gives up", with_flint_error, 2, 0},
               {"a library ends the program with status 1", with_status_1, 2, 0},
               {"a property is false", with_a_false_property, 1, 0}};
#ifdef __SANITIZE_ADDRESS__
  tap_skip("failures of libraries",
           "the address sanitizer takes more memory than there is, and ends the program itself");
  return tap_done();
#endif
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int lines;
    const int status = status_of(cases[i].ends, &lines);
    tap_ok(status == cases[i].status && lines == cases[i].lines, "%s: status %d, %d lines",
           cases[i].what, status, lines);
  }
  return tap_done();
}
