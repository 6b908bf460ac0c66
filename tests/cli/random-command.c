#include "random-command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 2000, PROGRAMS_MAX = 64, TEXT_BYTES = 8192, LONG_BYTES = 5000 };

static struct row {
  char program[32], option[40], argument[160];
} rows[ROWS_MAX];
static int row_count;

/* ---- chance ---- */

static uint64_t state;

void chance_begin(uint64_t seed) { state = seed; }

uint64_t chance(uint64_t below) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) % below;
}

/* A command is tame (all its words are of the right kind, and most of its files), wild (many are
   not), or between. */
static enum { TAME, MIXED, WILD } temper;

/* One in `mixed`, in a wild command more, in a tame one never. */
static int is_odd(uint64_t mixed) {
  return temper == TAME ? 0 : chance(temper == WILD ? 2 + mixed / 4 : mixed) == 0;
}

/* ---- words ---- */

/* One of the words of a list, which single characters part. */
static const char *one_of(const char *list, char between) {
  static char word[16][80];
  static unsigned next;
  char *to = word[next++ % 16];
  int count = 1, at;
  for (const char *s = list; *s; s++) count += *s == between;
  for (at = (int)chance((uint64_t)count); at; at--) list = strchr(list, between) + 1;
  const char *end = strchr(list, between);
  snprintf(to, sizeof word[0], "%.*s", end ? (int)(end - list) : (int)strlen(list), list);
  return to;
}

static const char *hostile(void) {
  static char long_word[LONG_BYTES + 1];
  static const char words[] = "^ ^-^--^=^%n%s%d^$(touch harm)^`touch harm`^;touch harm^'^\"^\\^"
                              "a b^\n^\t^\r^\x01^\xff\xfe^\xc3\xa9^*^?^[^[a-^{}^{#}^:::^::::^0^"
                              "-1^1e9999^nan^inf^-inf^0x^99999999999999999999999999^"
                              "/dev/null/x^/nonexistent^.^..^/^&^|true^>harm^#^~^!^a=b^"
                              "BEGIN{system(\"touch harm\")}^1/0^x:y^,^:^@^+1^ 1^1 ^1\n^"
                              "0x1p99999^1e-9999^--help^--force^-o^-oout^--output=^@/dev/null^"
                              "plan\n^exp.tmd ^./exp.tmd^exp.tmd/^out\nout^$HOME";
  memset(long_word, 'a', LONG_BYTES);
  return chance(12) ? one_of(words, '^') : long_word;
}

static const char *number(void) {
  static const char words[] = "0|1|2|3|4|5|8|16|2^3|64|1000";
  static const char odd[] = "2^62|2^63|2^|9223372036854775807|9223372036854775808|-5|4096|4097|"
                            "1e3|0x10| 1";
  return one_of(is_odd(4) ? odd : words, '|');
}

static const char *format(void) {
  static const char words[] = "binary16|bfloat16|5,-3,4|4,-6,7|3,-2,2|11,-14,15|6,-10,10|half";
  static const char odd[] = "binary64|binary32|1,0,0|0,0,0|114,-5,5|53,-1022,1023,1|"
                            "113,-16382,16383|2,-1,1000000|4,5,-5|24|tf32|binary7|5,-3,4,|"
                            "2,-4611686018427387904,4611686018427387903|113,-5,5|2,0,0";
  return one_of(is_odd(8) ? odd : words, '|');
}

static const char *domain(void) {
  static const char words[] = "1:1.25|0.5:1|-2:-1|1:0x1.8p+0|-1:1|0:0.125|3:3.5|1/3:1/2|pi:4|"
                              "1:1.1,2:2.1|1:|:-2";
  static const char odd[] = "2:1|1:1|-inf:inf|nan:1|:|1|1:2:3|0x1p-1074:0x1p-1070|1e400:inf|"
                            "0x:1|1:2,1:2|1/0:2|1:2,|pi/0:1|-0:0|1e-9999:1e9999";
  return one_of(is_odd(4) ? odd : words, '|');
}

static const char *function(void) {
  static const char words[] = "exp|log|sin|cbrt|sqrt|exp2|tanpi|lgamma|rootn(3)|pown(-2)|"
                              "1/(1+x)|x^2+1|erf|exp(-x)|abs(x)+1/x|sin(x)/x|acos|log1p|gelu|"
                              "x^x|x < 0 ? exp(x)-1 : x|max(x,0.5)|compound(2)";
  static const char odd[] = "exp(|sin x|x|1|x-x|rootn(0)|pown(99999999999)|nosuch|"
                            "((((((((((x))))))))))|1/0|x^^2|exp(exp(exp(x)))|sqrt(-1-x^2)|"
                            "x^1000000|-x^2|pi|log(log(log(x)))|x < ? 1|min(x)|x 2|sinn|1e|"
                            "x^(x^x)|0^x|0/0*x|exp(x)\n|log(0)|max(1/0,x)|1e999999999*x|"
                            "x/1e-999999999|2^(2^(2^x))";
  return one_of(is_odd(4) ? odd : words, '|');
}

/* The files that commands are given. */
static const char inputs[] =
    "exp.tmd:exp.tmd:cases.tmd:packets.tmd:plan:plan:text:corrupt.tmd:torn.tmd:empty:folder:absent:matrix:vector:random:in put:-:"
    "-exp.tmd:new\nline.tmd:link.tmd:dangling.tmd:loop.tmd:locked.tmd:fixed.tmd:two.tmd:wide.tmd:exp.db:header:list:report:"
    "wide.plan:exp.tmd/:/dev/null:survivors.tmd:undecided.tmd:hosts";

static const char *output(void) {
  static const char words[] = "out|out|out.d/x|/dev/null|out two|./-out|out.d";
  static const char odd[] = "out|-out|out\nline|/dev/full|folder|exp.tmd|plan|./out||"
                            "dangling.tmd|link.tmd|loop.tmd|locked.tmd|fixed.tmd|shut/out|"
                            "exp.db|plan/|in put|folder/out|-";
  return one_of(is_odd(3) ? odd : words, '|');
}

/* ---- options ---- */

/* What the argument of an option may be, of the right kind, whatever the program. Words in < > are
   made. An option that runs what it is given, or that the machine's devices have to do with, is
   given nothing else. */
static const struct value {
  const char *options, *words;
  int only;
} values[] = {
    {" --cc ", "cc false absent", 1},
    {" --ssh ", "false", 1},
    {" --parallel ", "--dry-run --nosuch", 1},
    {" --sbatch ", "--partition=none -pnone", 1},
    {" --device ", "cpu cpu cpu cpu list cuda:99 opencl:99 abacus", 1},
    {" --library -l ",
     "libm.so.6 libm.so.6 absent.so plan folder libc.so.6 cmd:false cmd:absent double.c", 1},
    {" --hunt ", "1r 2r 1s 0r 1 r", 1},
    {" --domain -d ", "<domain>", 0},
    {" --format -f --in --out ", "<format>", 0},
    {" -o --output --into --plot --status-json --junit --histogram --binades ", "<output>", 0},
    {" --plan --forecast ", "plan plan plan wide.plan header <input> <output>", 0},
    {" --baseline ", "report report <input>", 0},
    {" --accept ", "list list <input>", 0},
    {" --source --cases --hosts --ship ", "hosts double.c folder . <input>", 0},
    {" --bits -b --min-bits ", "1 2 3 4 5 6 7 9 12", 0},
    {" --keep ", "5 6 none <output> <output>", 0},
    {" --precision -p ", "2 24 53 64 128 212 424 4096", 0},
    {" --n -n --block --max-cells ", "1 2 2^4 2^10 2^20 4096 1000", 0},
    {" --max-cost --cut --unit-seconds ", "1 2 1000", 0},
    {" --timeout ", "1 2 3", 0},
    {" --threads -j --jobs ", "0 1 2 3 4", 0},
    {" --degree --words --count --order --split -K ", "1 2 3 4 5 8 9 16 64", 0},
    {" --date ", "2026-11-22 2024-02-29 2026-02-29 1999-12-31", 0},
    {" --done ", "1:2:3 0.5:0:0 0:0:0", 0},
    {" --status-pid ", "1 2 4194304", 0},
    {" --symbol ", "%s %n my_%s exp %n%n", 0},
    {" --engine ", "local rns local mpfr arb slurm ssh", 0},
    {" --by ", "farey lefevre regular both exhaust", 0},
    {" --alpha --beta ", "0 1 -1 0.5 0x1p-3 -2e3 1e-300", 0},
    {" --limit ", "0 1 2 0.5 100 c23 opencl cuda opencl-fast", 0},
    {" --modes ", "all directed nearest nearest,up down zero,zero", 0},
    {" --function ", "exp log exp,log sin,cos nosuch", 0},
    {" --pairs ", "pow hypot,atan2 fma add all nosuch", 0},
    {" --samples --seed ", "0 1 10 100", 0},
};

static const char *choice(const struct row *row) {
  static char word[80];
  const char *one = one_of(row->argument, '|');
  snprintf(word, sizeof word, "%.*s", (int)strcspn(one, "[:"), one);
  return word;
}

static const char *input(void) { return one_of(inputs, ':'); }

static const char *made(const char *word) {
  if (!strcmp(word, "<domain>")) return domain();
  if (!strcmp(word, "<format>")) return format();
  if (!strcmp(word, "<output>")) return output();
  if (!strcmp(word, "<input>")) return input();
  if (!strcmp(word, "<function>")) return function();
  return word;
}

static int is_in(const char *list, const char *word) {
  char padded[100];
  snprintf(padded, sizeof padded, " %s ", word);
  return strstr(list, padded) != NULL;
}

static const struct value *value_of(const char *option) {
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (is_in(values[i].options, option)) return values + i;
  return NULL;
}

static const char *value(const struct row *row) {
  const struct value *known = value_of(row->option);
  if (known && known->only) return one_of(known->words, ' ');
  if (is_odd(6)) return hostile();
  if (known && chance(temper == TAME ? 20 : 5)) return made(one_of(known->words, ' '));
  if (strchr(row->argument, '|')) return choice(row);
  return is_in(" DIR FILE PLAN ", row->argument) ? input() : number();
}

/* ---- programs ---- */

/* How often a program is run: scripts, which run many programs, less often. The options that most
   of its commands have. Its operands: of each, the words of the right kind; the last ones may be
   repeated. Others: FILE, an input. */
static const struct way {
  const char *program;
  int weight;
  const char *needs, *operands;
} ways[] = {
    {"tmd-atlas", 1, "--format --into --domain", "<function>"},
    {"tmd-check", 10, "--library", "half.tmd:half.packets.tmd:wide.tmd:wide.packets.tmd:exp.tmd"},
    {"tmd-conform", 1, "--format", "libm.so.6:absent.so;<function>"},
    {"tmd-dump", 12, "--to", "exp.tmd:cases.tmd:wide.tmd:two.tmd:packets.tmd"},
    {"tmd-exhaust", 10, "", "packets.tmd:survivors.tmd"},
    {"tmd-farey", 10, "", "packets.tmd:farey.tmd"},
    {"tmd-gemv", 10, "", "matrix:matrix.raw;vector:vector.raw"},
    {"tmd-orbit", 10, "--plan", "exp.tmd:wide.tmd"},
    {"tmd-pack", 10, "", "text"},
    {"tmd-parallel", 2, "", "--;tmd-dump:tmd-ziv:tmd-stat:tmd-exhaust;--keep-going:-j1"},
    {"tmd-phase1", 10, "", "packets.tmd:classical.tmd"},
    {"tmd-phase2", 10, "", "survivors.tmd:classical.tmd"},
    {"tmd-plan", 14, "--format --domain", "<function>"},
    {"tmd-plot", 1, "--into --plan", "exp.tmd:wide.tmd"},
    {"tmd-report", 1, "--into --plan", "exp.tmd:wide.tmd"},
    {"tmd-search", 2, "--format --domain", "<function>"},
    {"tmd-select", 10, "", "exp.tmd:wide.tmd:two.tmd"},
    {"tmd-shift", 10, "", "packets.tmd:wide.packets.tmd"},
    {"tmd-spread", 1, "--into", "plan:wide.plan"},
    {"tmd-stat", 14, "", "exp.tmd:wide.tmd:two.tmd:cases.tmd:undecided.tmd"},
    {"tmd-taylor", 10, "", "plan:wide.plan"},
    {"tmd-ziv", 10, "", "cases.tmd:wide.cases.tmd"},
};

static struct program {
  const char *name;
  int first, options; /* its rows */
  struct way way;
} programs[PROGRAMS_MAX];
static int programs_known, weights;

const char *program_name(int program) { return programs[program].name; }

void read_table(const char *name) {
  FILE *table = fopen(name, "r");
  if (!table) perror(name), exit(2);
  while (row_count < ROWS_MAX && fscanf(table, "%31s %39s %159s", rows[row_count].program,
                                        rows[row_count].option, rows[row_count].argument) == 3) {
    struct program *program = programs + programs_known - 1;
    if (!programs_known || strcmp(rows[row_count].program, program->name)) {
      if (programs_known++ == PROGRAMS_MAX) abort();
      *++program = (struct program){rows[row_count].program,
                                    row_count,
                                    0,
                                    {.weight = 10, .needs = "", .operands = "exp.tmd"}};
      for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i].program, program->name)) program->way = ways[i];
      weights += program->way.weight;
    }
    program->options++;
    row_count++;
  }
  fclose(table);
}

/* ---- a command ---- */

static struct command command;

__attribute__((format(printf, 1, 2))) static void add(const char *form, ...) {
  static char text[WORDS_MAX][TEXT_BYTES];
  va_list arguments;
  if (command.count == WORDS_MAX) return;
  va_start(arguments, form);
  vsnprintf(text[command.count], TEXT_BYTES, form, arguments);
  va_end(arguments);
  command.words[command.count] = text[command.count];
  command.words[++command.count] = NULL;
}

static void add_option(const struct row *row) {
  if (!strcmp(row->argument, "-")) {
    if (is_odd(20)) add("%s=%s", row->option, hostile());
    else add("%s", row->option);
  } else if (row->option[1] == '-' && chance(2)) {
    add("%s=%s", row->option, value(row));
  } else if (row->option[1] != '-' && chance(3) == 0) {
    add("%s%s", row->option, value(row));
  } else {
    add("%s", row->option);
    if (!is_odd(30)) add("%s", value(row));
  }
}

/* Less often what ends a program at once, and what all have. */
static const struct row *any_option(const struct program *program) {
  static const char ends[] = " -h --help --version --man --list ";
  static const char common[] =
      " --forecast --done --status-json --status-pid --progress --stats --verbose --keep-going --force "
      "--threads -j --device --output -o ";
  const struct row *row;
  do row = rows + program->first + chance((uint64_t)program->options);
  while (is_in(ends, row->option) ? chance(8) : is_in(common, row->option) ? chance(3) : 0);
  return row;
}

/* Options of a list, each in three commands of four. */
static void add_needed(const struct program *program) {
  char list[80], *rest = list, *name;
  snprintf(list, sizeof list, "%s", program->way.needs);
  while ((name = strsep(&rest, " ")))
    for (int i = program->first; i < program->first + program->options; i++)
      if (!strcmp(rows[i].option, name) && (temper == TAME || chance(4))) add_option(rows + i);
}

/* `right`: the words of the right kind. */
static const char *operand(const char *right) {
  if (is_odd(8)) return hostile();
  return *right == '<' || *right == '-' || chance(temper == TAME ? 8 : 3) ? made(one_of(right, ':'))
                                                                          : input();
}

static void add_operands(const struct program *program) {
  char list[200], *right = list, *next;
  snprintf(list, sizeof list, "%s", program->way.operands);
  for (; right; right = next) {
    next = strchr(right, ';');
    if (next) *next++ = 0;
    if (chance(temper == TAME ? 30 : 12) == 0) continue;
    add("%s", operand(right));
    if (!next && chance(6) == 0) add("%s", operand(right));
  }
}

static const struct program *any_program(void) {
  int at = (int)chance((uint64_t)weights);
  const struct program *program = programs;
  while (at >= program->way.weight) at -= program++->way.weight;
  return program;
}

struct command *make_command(void) {
  static const char *const other[] = {"/dev/null", "exp.tmd", "plan",        "corrupt.tmd",
                                      "text",      "folder",  "packets.tmd", "random"};
  const struct program *program = any_program();
  temper = chance(2) ? TAME : chance(3) ? MIXED : WILD;
  command = (struct command){.count = 0};
  add("%s", program->name);
  /* filters have their input from a pipe as often as from a file */
  const int piped = !strpbrk(program->way.operands, "<;") && chance(4) == 0;
  command.standard_input = chance(3) && piped ? one_of(program->way.operands, ':') : ONE_OF(other);
  add_needed(program);
  for (int options = (int)chance(5); options > 0; options--) add_option(any_option(program));
  if (!piped) add_operands(program);
  if (is_odd(40)) add("%s", hostile());
  return &command;
}
