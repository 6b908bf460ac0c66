/* Command lines. Parsing, --help and the manual page (--man) are made from one table per tool. */
#ifndef TMD_OPTIONS_H
#define TMD_OPTIONS_H

enum tmd_option_type {
  TMD_FLAG,   /* int: set to 1 */
  TMD_NUMBER, /* long long in [least, most]; also 2^k */
  TMD_TEXT,   /* const char * */
  TMD_CHOICE, /* int: index of the word among `choices` ("a|b|c") */
  TMD_EACH    /* may be repeated: call `each` */
};

enum { TMD_LESSER = 1 };

struct tmd_option {
  const char *name; /* long name without dashes */
  char letter;      /* 0 if none; TMD_LESSER: none, and --help has its name alone */
  enum tmd_option_type type;
  const char *argument; /* its name in the help text: "N", "FILE"; of "A:B" and "A:B,..." it is
                           checked that there is a colon */
  const char *help;     /* one line */
  void *target;
  long long least, most; /* both 0: any number */
  const char *choices;
  int (*each)(const char *argument); /* returns 0 or -1 (message) */
};

struct tmd_tool {
  const char *name;    /* "tmd-dump" */
  const char *summary; /* "print a stream as text" */
  const char
      *operands; /* "[FILE...]": inputs, none: standard input; or "FUNCTION", "-- COMMAND", or "" */
  const char *description; /* paragraphs, filled anew: --help prints the first, --man prints all */
  const struct tmd_option *options; /* ends with name = NULL; the common ones are added */
  const char *example;              /* one or more shell lines, of at most 100 columns */
  const char *page;                 /* body of the manual page, see tmd_manual_show: tmd_page */
};

/* Builds the text of a file into the object that has this line; tmd_page is the text. */
#define TMD_PAGE(file)          \
  extern const char tmd_page[]; \
  __asm__(".pushsection .rodata\ntmd_page:\n.incbin \"" file "\"\n.byte 0\n.popsection")

/* Parses the options (GNU style: --name=value, --name value, -x value, --) and returns the index of
   the first operand; operands are moved to the end in order. Handles --help, --version and --man
   (prints and exits 0). A bad option or value: one line on stderr, exit status 2. */
int tmd_options(const struct tmd_tool *tool, int argc, char **argv);

/* Options that every tool has; set by tmd_options. */
struct tmd_common {
  const char *output; /* -o FILE; NULL: stdout */
  int force;          /* a stream in it is replaced */
  int threads;        /* -j; 0: all cores */
  int stats, progress, verbose, keep_going;
  const char *forecast, *done; /* for the progress: a plan, what was done before; NULL: not known */
  const char *status_json;     /* where it is written for programs; NULL: nowhere */
  long long status_pid;        /* the process named there; 0: this one */
  const char *device;          /* --device, default cpu */
  void (*list_devices)(
      void); /* set before tmd_options by tools that work on devices: prints them, the CPU first */
};
extern struct tmd_common tmd_common;

const char *tmd_tool_name(void); /* that of the table given to tmd_options */
void tmd_set_tool_name(const char *name);

/* "name: what is wrong" for the recorded error (lib/base/error.h), and exit with its status. */
void tmd_fail(void) __attribute__((noreturn));
/* The same for a message of the tool's own; tmd_say goes on after it. */
void tmd_die(int status, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
void tmd_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
