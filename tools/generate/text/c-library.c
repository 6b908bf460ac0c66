#include "tools/generate/text/c-library.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/cli/files.h"
#include "lib/cli/options.h"
#include "tools/generate/text/c-comment.h"
#include "tools/generate/ulp-bound.h"

/* ---- making ---- */

void tmd_c_library_send(FILE *out, const struct tmd_design *design, const struct tmd_text *text) {
  const struct tmd_library_part part = tmd_library_part(design, text);
  fwrite(part.shared, 1, strlen(part.shared) + 1, out);
  fwrite(part.own, 1, strlen(part.own) + 1, out);
  free(part.shared), free(part.own);
}

static pid_t begin(const char *name, FILE *out, void (*make)(const char *name, FILE *out)) {
  const pid_t parent = getpid(), child = fork();
  if (child < 0) tmd_die(TMD_USAGE, "no process for %s: %s", name, strerror(errno));
  if (child > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(TMD_USAGE);
  make(name, out);
  if (fflush(out) || ferror(out)) tmd_die(TMD_USAGE, "%s: its text cannot be written", name);
  exit(TMD_OK);
}

/* Waits for the process: its status, or that of an interrupted one. */
static int end(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return TMD_USAGE;
  return WIFEXITED(status) ? WEXITSTATUS(status) : TMD_USAGE;
}

/* A text of the file, up to a byte 0, owned by the caller; or NULL. */
static char *receive(FILE *in) {
  char *text = NULL;
  size_t bytes = 0;
  if (getdelim(&text, &bytes, 0, in) > 0) return text;
  free(text);
  return NULL;
}

int tmd_c_library_make(struct tmd_c_library *library, int jobs,
                       void (*make)(const char *name, FILE *out)) {
  FILE *file[TMD_LIBRARY_MAX];
  pid_t process[TMD_LIBRARY_MAX];
  int begun = 0, status = 0;
  fflush(NULL);
  for (int i = 0; i < library->count; i++) {
    for (; begun < library->count && begun < i + jobs && !status; begun++) {
      if (!(file[begun] = tmpfile())) tmd_die(TMD_USAGE, "no temporary file: %s", strerror(errno));
      process[begun] = begin(library->names[begun], file[begun], make);
    }
    if (i == begun) break;
    if (status) kill(process[i], SIGTERM);
    const int one = end(process[i]);
    struct tmd_library_part *part = library->part + i;
    rewind(file[i]);
    part->shared = receive(file[i]), part->own = receive(file[i]);
    fclose(file[i]);
    if (!status) status = one || (part->shared && part->own) ? one : TMD_USAGE;
  }
  return status;
}

void tmd_c_library_clear(struct tmd_c_library *library) {
  for (int i = 0; i < library->count; i++)
    free(library->part[i].shared), free(library->part[i].own);
}

/* ---- the texts ---- */

/* 1 if the shared texts of earlier parts have the function. */
static int is_printed(const struct tmd_c_library *library, int part, const char *function,
                      size_t bytes) {
  for (int i = 0; i < part; i++)
    for (const char *at = library->part[i].shared; (at = strchr(at, *function)); at++)
      if (!strncmp(at, function, bytes)) return 1;
  return 0;
}

/* Each function ends with a brace at the beginning of a line, and an empty line. */
static void print_shared(FILE *out, const struct tmd_c_library *library, int part) {
  static const char last[] = "\n}\n\n";
  const char *end;
  for (const char *at = library->part[part].shared; *at; at = end) {
    end = strstr(at, last);
    end = end ? end + strlen(last) : at + strlen(at);
    if (!is_printed(library, part, at, (size_t)(end - at))) fwrite(at, 1, (size_t)(end - at), out);
  }
}

/* What it is, and the command that makes it. */
static void print_command(FILE *out, const struct tmd_c_library *library, const char *license) {
  char options[TMD_DEMANDS_BYTES], accuracy[TMD_ACCURACY_BYTES];
  fprintf(out, "/* Functions in %s, %s.\n\n", library->format->name,
          tmd_ulp_print_accuracy(accuracy, library->demands));
  if (license) fprintf(out, "   SPDX-License-Identifier: %s\n", license);
  fprintf(out, "   Made by tmd " TMD_VERSION ": tmd-generate --all --format %s%s\n*/\n",
          library->format->name, tmd_demands_print(options, library->demands));
}

void tmd_c_library_print(FILE *out, const struct tmd_c_library *library, const char *license) {
  print_command(out, library, license);
  if (!library->demands->device) tmd_beginning_print(out, library->demands);
  for (int i = 0; i < library->count; i++) print_shared(out, library, i);
  for (int i = 0; i < library->count; i++)
    fprintf(out, "%s%s", library->part[i].own, i + 1 < library->count ? "\n" : "");
}

int tmd_c_library_header_name(char header[PATH_MAX], const char *name) {
  const size_t bytes = name ? strlen(name) : 0;
  if (bytes < 3 || bytes >= PATH_MAX || strcmp(name + bytes - 2, ".c") || name[bytes - 3] == '/')
    return tmd_error(TMD_USAGE, "--all: -o FILE.c is missing, beside which FILE.h is written");
  snprintf(header, PATH_MAX, "%.*s.h", (int)bytes - 2, name);
  return 0;
}

/* The names of a function of vectors that others call; its scalar form, of another library, is
   declared for compilers. */
static void print_vector(FILE *out, const struct tmd_c_library *library, int i) {
  char name[TMD_LIBRARY_NAME_BYTES];
  const int is_short = library->format->every;
  const char *text = strstr(library->part[i].own, is_short ? "TMD_SYMBOLS_16(" : "TMD_SYMBOLS(");
  if (!text || sscanf(strchr(text, '('), "(%63[A-Za-z0-9_]", name) != 1) return;
  if (is_short) fprintf(out, "void %s_array(uint16_t *y, const uint16_t *x, size_t n);\n", name);
  else
    fprintf(out,
            "TMD_VECTOR float %s(float x);\nvoid %s_array(float *y, const float *x, size_t n);\n",
            name, name);
}

/* The first line of the part that begins with the type, and ends with a semicolon; or every one. */
static void print_declaration(FILE *out, const char *text, const char *type, int every) {
  const size_t bytes = strlen(type);
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    const size_t length = strcspn(line, "\n");
    if (!strncmp(line, type, bytes) && line[bytes] == ' ' && line[length - 1] == ';') {
      fprintf(out, "%.*s\n", (int)length, line);
      if (!every) return;
    }
  }
}

static void print_header(FILE *out, const struct tmd_c_library *library, const char *name) {
  static const char vectors[] =
      "#include <stddef.h>\n\n"
      "/* With -O3 -fno-math-errno gcc compiles loops over functions declared so as calls of vectors. */\n"
      "#if defined __GNUC__ && !defined __clang__\n"
      "#define TMD_VECTOR __attribute__((simd))\n"
      "#else\n"
      "#define TMD_VECTOR\n"
      "#endif\n\n";
  char guard[64] = "TMD_";
  size_t bytes = strlen(guard);
  for (const char *c = name; *c && bytes + 1 < sizeof guard; c++)
    guard[bytes++] = isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
  guard[bytes] = 0;
  print_command(out, library, NULL);
  fprintf(out,
          "#ifndef %s\n#define %s\n\n%s"
          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
          guard, guard,
          !library->demands->vector ? "#include <stdint.h>\n\n"
          : library->format->every  ? "#include <stddef.h>\n#include <stdint.h>\n\n"
                                    : vectors);
  for (int i = 0; i < library->count; i++)
    if (library->demands->vector) print_vector(out, library, i);
    else
      print_declaration(out, library->part[i].own, library->format->type,
                        library->demands->arithmetic == TMD_FLOAT_FLOAT);
  fputs("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n", out);
}

void tmd_c_library_write_header(const struct tmd_c_library *library, const char *header) {
  const char *base = strrchr(header, '/');
  FILE *out = tmd_open_text(header);
  print_header(out, library, base ? base + 1 : header);
  tmd_close_text(out);
}
