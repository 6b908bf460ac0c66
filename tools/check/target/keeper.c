#define _GNU_SOURCE /* pipe2 */
#include "tools/check/target/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Limits: rounds of 2 ms in which a keeper ends processes; how long the tool waits for a keeper. */
enum { END = SIGUSR2, ROUNDS_MOST = 1000, KEEPER_MS = 5000, BIRTH_MS = 60000 };

void tmd_process_state(pid_t process, char *state, pid_t *parent) {
  char name[64], text[512];
  int of_parent;
  *state = 'X', *parent = 0;
  snprintf(name, sizeof name, "/proc/%d/stat", (int)process);
  const int file = open(name, O_RDONLY | O_CLOEXEC);
  const ssize_t bytes = file >= 0 ? read(file, text, sizeof text - 1) : 0;
  if (file >= 0) close(file);
  text[bytes > 0 ? bytes : 0] = 0;
  const char *behind = strrchr(text, ')'); /* its name may have any character */
  if (behind && sscanf(behind + 1, " %c %d", state, &of_parent) == 2) *parent = of_parent;
}

void tmd_close_others(const int *kept) {
  DIR *open_files = opendir("/proc/self/fd");
  for (const struct dirent *entry; open_files && (entry = readdir(open_files));) {
    const int file = atoi(entry->d_name); /* 0 for . and .. */
    const int *one = kept;
    while (*one != -1 && *one != file) one++;
    if (file > 2 && *one == -1 && file != dirfd(open_files)) close(file);
  }
  if (open_files) closedir(open_files);
}

/* ---- in the keeper ---- */

static void end_children(void) {
  DIR *processes = opendir("/proc");
  for (const struct dirent *entry; processes && (entry = readdir(processes));) {
    const pid_t process = atoi(entry->d_name);
    char state;
    pid_t parent = 0;
    if (process > 0) tmd_process_state(process, &state, &parent);
    if (parent == getpid()) kill(process, SIGKILL);
  }
  if (processes) closedir(processes);
}

/* Waits until the process ends, or the tool orders it or ends; then until no process is left that
   it has started. */
static void wait_and_end(pid_t process, int news, const sigset_t *heard) {
  const struct timespec round = {0, 2000000};
  int status, ending = 0, rounds = 0;
  while (rounds < ROUNDS_MOST) {
    pid_t gone;
    while ((gone = waitpid(-1, &status, WNOHANG)) > 0) {
      if (gone != process) continue;
      (void)!write(news, &status, sizeof status);
      ending = 1;
    }
    if (gone < 0) return; /* none is left */
    if (!ending) {
      ending = sigwaitinfo(heard, NULL) == END;
      continue;
    }
    if (rounds++ == 0) kill(-process, SIGKILL);
    else end_children(); /* that takes a while where there are many processes */
    sigtimedwait(heard, NULL, &round);
  }
}

/* A keeper receives only the signals that it waits for, and loses none of them. */
static void set_signals(sigset_t *heard) {
  sigset_t all;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sigemptyset(heard);
  sigaddset(heard, SIGCHLD);
  sigaddset(heard, END);
}

static void keep(pid_t tool, int news, char *folder, void (*work)(void *context), void *context) {
  const int null = open("/dev/null", O_RDWR), keeper = getpid();
  sigset_t heard;
  set_signals(&heard);
  for (int file = 0; file < 3; file++) dup2(null, file);
  setsid();
  prctl(PR_SET_PDEATHSIG, END);
  if (getppid() != tool || prctl(PR_SET_CHILD_SUBREAPER, 1)) _exit(1);
  const int made = folder && mkdtemp(folder);
  pid_t process = folder && !made ? -1 : fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(1);
    setsid();
    close(news);
    sigemptyset(&heard);
    sigprocmask(SIG_SETMASK, &heard, NULL);
    work(context);
  }
  if (process < 0) process = -errno;
  tmd_close_others((const int[]){news, -1});
  (void)!write(news, &process, sizeof process);
  if (process > 0) wait_and_end(process, news, &heard);
  if (made) execlp("rm", "rm", "-rf", folder, (char *)NULL);
  _exit(0);
}

/* ---- in the tool ---- */

/* 1 if the event, or the end of the keeper, comes in time. */
static int await(const struct tmd_keeper *keeper, int patience_ms, short event) {
  struct pollfd news = {.fd = keeper->news, .events = event};
  int ready;
  while ((ready = poll(&news, 1, patience_ms)) < 0 && errno == EINTR) continue;
  return ready > 0;
}

/* Reads a word from the keeper: 1; 0 if none comes. */
static int hear(const struct tmd_keeper *keeper, int patience_ms, int *word) {
  return await(keeper, patience_ms, POLLIN) &&
         read(keeper->news, word, sizeof *word) == sizeof *word;
}

/* Waits until its end of the pipe is closed; after a while, kills it. */
static void bury(struct tmd_keeper *keeper) {
  if (!await(keeper, KEEPER_MS, 0)) kill(keeper->keeper, SIGKILL);
  while (waitpid(keeper->keeper, NULL, 0) < 0 && errno == EINTR) continue;
  close(keeper->news);
  *keeper = (struct tmd_keeper){0, 0, -1};
}

int tmd_keeper_begin(struct tmd_keeper *keeper, char *folder, void (*work)(void *context),
                     void *context) {
  int news[2];
  const pid_t tool = getpid();
  if (pipe2(news, O_CLOEXEC)) return -1;
  *keeper = (struct tmd_keeper){.keeper = fork(), .news = news[0]};
  if (keeper->keeper == 0) keep(tool, news[1], folder, work, context);
  int error = errno;
  close(news[1]);
  if (keeper->keeper > 0 && hear(keeper, BIRTH_MS, &keeper->process) && keeper->process > 0)
    return 0;
  if (keeper->keeper > 0) error = keeper->process < 0 ? -keeper->process : EAGAIN, bury(keeper);
  else close(news[0]);
  keeper->process = 0;
  errno = error;
  return -1;
}

int tmd_keeper_status(struct tmd_keeper *keeper, int patience_ms, int *status) {
  return hear(keeper, patience_ms, status);
}

int tmd_keeper_end(struct tmd_keeper *keeper, int *status) {
  kill(keeper->keeper, END);
  kill(keeper->keeper, SIGCONT); /* the library may have stopped it */
  const int heard = hear(keeper, KEEPER_MS, status);
  bury(keeper);
  return heard;
}
