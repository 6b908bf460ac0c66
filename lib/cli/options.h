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
  char letter;      /* 0: no letter; TMD_LESSER: no letter, and --help prints the name alone */
  enum tmd_option_type type;
  const char *argument; /* its name in the help text: "N", "FILE"; values of "A:B" and "A:B,..."
                           must have a colon */
  const char *help;     /* one line */
  void *target;
  long long least, most; /* both 0: any number */
  const char *choices;
  int (*each)(const char *argument); /* returns 0 or -1 (message) */
};

struct tmd_tool {
  const char *name;    /* "tmd-dump" */
  const char *summary; /* "print a stream as text" */
  /* "[FILE...]": inputs, by default standard input; or "FUNCTION", "-- COMMAND", or "" */
  const char *operands;
  const char *description;          /* paragraphs: --help prints the first, --man prints all */
  const struct tmd_option *options; /* ends with name = NULL; the common ones are added */
  const char *example;              /* one or more shell lines, of at most 100 columns */
  const char *page;                 /* body of the manual page, see tmd_manual_show: tmd_page */
};

/* Builds the text of a file into the object that has this line; tmd_page is the text. */
#define TMD_PAGE(file)          \
  extern const char tmd_page[]; \
  __asm__(".pushsection .rodata\ntmd_page:\n.incbin \"" file "\"\n.byte 0\n.popsection")

/* Parses the options (GNU style: --name=value, --name value, -x value, --) and returns the index of
   the first operand; operands are moved to the end in order. --help, --version and --man print a
   text and end the program. A bad option or value ends it with one line and status 2. */
int tmd_options(const struct tmd_tool *tool, int argc, char **argv);

/* Options that every tool has; set by tmd_options. */
struct tmd_common {
  const char *output; /* -o FILE; NULL: stdout */
  int force;          /* replaces a stream in it */
  int threads;        /* -j; 0: all cores */
  int stats, progress, verbose, keep_going;
  const char *forecast, *done; /* for the progress: a plan, earlier work; NULL: unknown */
  const char *status_json;     /* the file of the progress for programs, or NULL */
  long long status_pid;        /* the process that this file names; 0: this one */
  const char *device;          /* --device, default cpu */
  /* prints the devices, the CPU first; set before tmd_options by tools that work on devices */
  void (*list_devices)(void);
};
extern struct tmd_common tmd_common;

const char *tmd_tool_name(void); /* by the table of tmd_options */
void tmd_set_tool_name(const char *name);

/* Prints "name: message" for the recorded error (lib/base/error.h) and exits with its status. */
void tmd_fail(void) __attribute__((noreturn));
/* The same for a message of the tool; tmd_say prints it and returns. */
void tmd_die(int status, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));
void tmd_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
