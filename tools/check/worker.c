#define _GNU_SOURCE /* on_exit, pipe2, sched_setaffinity */
#include "tools/check/worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/error.h"

enum { LOAD_SECONDS = 120, DYING_MS = 20, STARVED_MOST = 20, TOGETHER_MS = 20 };

struct tmd_worker {
  struct tmd_job job;
  struct tmd_batch *batch;
  pid_t process; /* 0: none */
  int socket;    /* a byte there: run; a byte back: done */
  int blind;     /* the last one ended without showing where */
  int together;  /* on one processor with the tool, for now; else both are where they may be: */
  cpu_set_t allowed;
  char end[TMD_END_BYTES];
};

/* ---- in the worker ---- */

/* The target called exit: what the tool has registered is the tool's, not to be done here. */
static void leave(int status, void *unused) {
  (void)unused;
  _exit(status);
}

/* The tool decides what becomes of an interrupt; a fault ends the worker, whatever a library of the tool had installed. */
static void set_signals(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
  sigset_t none;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* Those of the tool that are open, but for three. */
static void close_others(const int kept[3]) {
  DIR *open_files = opendir("/proc/self/fd");
  for (const struct dirent *entry; open_files && (entry = readdir(open_files));) {
    const int file = atoi(entry->d_name); /* 0 for . and .. */
    if (file > 2 && file != kept[0] && file != kept[1] && file != kept[2] && file != dirfd(open_files)) close(file);
  }
  if (open_files) closedir(open_files);
}

/* 0 has nothing to read, 1 and 2 are a pipe that keeps what is written until the descriptor returned here is read. */
static int set_files(int socket, int file) {
  int output[2];
  const int null = open("/dev/null", O_RDONLY);
  if (pipe2(output, O_NONBLOCK) || dup2(null, 0) < 0 || dup2(output[1], 1) < 0 || dup2(output[1], 2) < 0) _exit(TMD_USAGE);
  close_others((const int[]){socket, file, output[0]});
  __fpurge(stdout);
  setvbuf(stdout, NULL, _IONBF, 0);
  return output[0];
}

int tmd_was_written(int output) {
  char dropped[4096];
  int waiting = 0;
  if (ioctl(output, FIONREAD, &waiting) || waiting == 0) return 0;
  while (read(output, dropped, sizeof dropped) > 0) continue;
  return 1;
}

/* If memory runs out, this is the one to go. */
static void go_first(void) {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY);
  if (file >= 0) (void)!write(file, "1000", 4), close(file);
}

static void report(struct tmd_batch *batch, int status) {
  batch->message[0] = 0;
  if (status) snprintf(batch->message, sizeof batch->message, "%.*s", TMD_MESSAGE_BYTES - 1, tmd_error_text());
}

static void work(const struct tmd_job *job, struct tmd_batch *batch, int socket) {
  char byte = 0;
  const int output = set_files(socket, job->file);
  go_first();
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  on_exit(leave, NULL);
  report(batch, job->load(job->context, batch, output));
  while (send(socket, &byte, 1, MSG_NOSIGNAL) == 1 && recv(socket, &byte, 1, 0) == 1)
    report(batch, job->run(job->context, batch, output));
  for (;;) pause(); /* the tool is gone, or the target has closed the socket: either ends this */
}

/* ---- in the tool ---- */

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One at a time, so that no worker has another's memory or socket. 0, or -1 (message). */
static int begin(struct tmd_worker *worker) {
  int ends[2], status = -1;
  const pid_t tool = getpid();
#pragma omp critical(tmd_worker_begin)
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
    madvise(worker->batch, sizeof *worker->batch, MADV_DOFORK);
    worker->process = fork();
    if (worker->process == 0) {
      set_signals();
      if (getppid() != tool) _exit(0);
      work(&worker->job, worker->batch, ends[1]);
    }
    madvise(worker->batch, sizeof *worker->batch, MADV_DONTFORK);
    close(ends[1]);
    worker->socket = ends[0];
    status = worker->process > 0 ? 0 : -1;
    if (status) close(ends[0]);
  }
  if (status == 0) return 0;
  worker->process = 0;
  return tmd_error(TMD_USAGE, "no worker can be started: %s", strerror(errno));
}

/* Its status. If it does not end by itself within patience_ms it is ended, and *living = 1 unless it was about to: what it dies
   of is settled before its socket closes. */
static int bury(struct tmd_worker *worker, int patience_ms, int *living) {
  const struct timespec one_ms = {0, 1000000};
  int status = 0;
  pid_t gone = 0;
  for (; patience_ms > 0 && gone == 0; patience_ms--)
    if ((gone = waitpid(worker->process, &status, WNOHANG)) == 0) nanosleep(&one_ms, NULL);
  *living = gone == 0;
  if (*living) kill(worker->process, SIGKILL);
  while (gone == 0) gone = waitpid(worker->process, &status, 0) < 0 && errno == EINTR ? 0 : 1;
  *living &= WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  close(worker->socket);
  worker->process = 0;
  return status;
}

static void end_now(struct tmd_worker *worker) {
  int living;
  bury(worker, 0, &living);
}

/* How it died, in words; LOST if somebody else killed it. If it lives, it has closed what is not its own. */
static enum tmd_target_outcome autopsy(struct tmd_worker *worker) {
  const int status = bury(worker, DYING_MS, &worker->blind), number = WTERMSIG(status);
  if (worker->blind) snprintf(worker->end, sizeof worker->end, "closed files that are not its own");
  else if (WIFEXITED(status)) snprintf(worker->end, sizeof worker->end, "called exit(%d)", WEXITSTATUS(status));
  else snprintf(worker->end, sizeof worker->end, "killed by signal %d (%s)", number, strsignal(number));
  return !worker->blind && WIFSIGNALED(status) && number == SIGKILL ? TMD_TARGET_LOST : TMD_TARGET_CRASHED;
}

static double processor_seconds(const struct tmd_worker *worker) {
  clockid_t clock;
  struct timespec used = {0, 0};
  if (clock_getcpuclockid(worker->process, &clock) == 0) clock_gettime(clock, &used);
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* It would work if there were a processor, or a page of memory, for it. */
static int waits_for_machine(const struct tmd_worker *worker) {
  char name[64], state = 'S';
  snprintf(name, sizeof name, "/proc/%d/stat", (int)worker->process);
  FILE *file = fopen(name, "r");
  if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'S';
  if (file) fclose(file);
  return state == 'R' || state == 'D';
}

static void go_where(struct tmd_worker *worker, const cpu_set_t *processors) {
  sched_setaffinity(0, sizeof *processors, processors);
  sched_setaffinity(worker->process, sizeof *processors, processors);
}

/* Tool and worker take turns, and what one has written the other reads: on one processor it is in the cache still, a fifth of the
   time of a short function. Wherever another one is idle the kernel would part them. */
static void stay_together(struct tmd_worker *worker) {
  cpu_set_t here;
  const int processor = sched_getcpu();
  worker->together = worker->job.calls_itself && processor >= 0 && processor < CPU_SETSIZE &&
                     sched_getaffinity(0, sizeof worker->allowed, &worker->allowed) == 0;
  if (!worker->together) return;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  go_where(worker, &here);
}

static void part(struct tmd_worker *worker) {
  if (worker->together) go_where(worker, &worker->allowed);
  worker->together = 0;
}

/* Until it answers, dies, or makes no progress for so long; it is looked at four times in that. On a busy machine that takes
   longer, until it has had half of the time. */
static enum tmd_target_outcome wait_for(struct tmd_worker *worker, double timeout) {
  const struct tmd_batch *batch = worker->batch;
  const int look_ms = timeout < 1e6 ? (int)(250 * timeout) + 1 : 250000000;
  uint64_t seen = (uint64_t)batch->pass << 32 | batch->at;
  double since = seconds(), used = processor_seconds(worker);
  char byte;
  struct pollfd answer = {.fd = worker->socket, .events = POLLIN};
  if (worker->together && poll(&answer, 1, TOGETHER_MS) == 0) part(worker); /* there may be room elsewhere for so long a batch */
  for (;;) {
    if (poll(&answer, 1, look_ms) > 0) {
      const ssize_t bytes = recv(worker->socket, &byte, 1, 0);
      if (bytes == 1) return TMD_TARGET_DONE;
      if (bytes == 0 || errno != EINTR) return autopsy(worker);
    }
    const uint64_t now = (uint64_t)batch->pass << 32 | batch->at;
    const double stuck = now == seen ? seconds() - since : 0;
    const int starved = stuck < STARVED_MOST * timeout && processor_seconds(worker) - used < timeout / 2;
    if (stuck >= timeout && !(starved && waits_for_machine(worker))) {
      end_now(worker);
      return TMD_TARGET_HUNG;
    }
    if (now == seen) continue;
    seen = now;
    since = seconds();
    used = processor_seconds(worker);
  }
}

/* A worker that has loaded: 0, or -1 (message). */
static int ready(struct tmd_worker *worker) {
  if (worker->process) return 0;
  if (begin(worker)) return -1;
  const enum tmd_target_outcome outcome = wait_for(worker, LOAD_SECONDS);
  if (outcome == TMD_TARGET_HUNG) return tmd_error(TMD_USAGE, "does not load within %d s", LOAD_SECONDS);
  if (outcome != TMD_TARGET_DONE) return tmd_error(TMD_USAGE, "does not load: %s", worker->end);
  if (!worker->batch->message[0]) return 0;
  end_now(worker);
  return tmd_error(TMD_USAGE, "%s", worker->batch->message);
}

struct tmd_worker *tmd_worker_start(const struct tmd_job *job) {
  struct tmd_worker *worker = tmd_allocate(sizeof *worker);
  *worker = (struct tmd_worker){.job = *job};
  worker->batch = mmap(NULL, sizeof *worker->batch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (worker->batch == MAP_FAILED) tmd_out_of_memory(sizeof *worker->batch);
  if (ready(worker) == 0) return worker;
  tmd_worker_stop(worker);
  return NULL;
}

struct tmd_batch *tmd_worker_batch(struct tmd_worker *worker) { return worker->batch; }
const char *tmd_worker_end(const struct tmd_worker *worker) { return worker->end; }

int tmd_worker_is_blind(const struct tmd_worker *worker) { return worker->blind || worker->job.blind; }

enum tmd_target_outcome tmd_worker_run(struct tmd_worker *worker) {
  struct tmd_batch *batch = worker->batch;
  enum tmd_target_outcome outcome = TMD_TARGET_LOST;
  char byte = 0;
  worker->blind = 0;
  for (int attempt = 0; attempt < 2 && outcome == TMD_TARGET_LOST; attempt++) {
    if (ready(worker)) return TMD_TARGET_LOST;
    batch->at = 0;
    batch->end[0] = 0;
    stay_together(worker);
    send(worker->socket, &byte, 1, MSG_NOSIGNAL); /* if nobody is there, the wait sees it */
    outcome = wait_for(worker, worker->job.timeout);
    part(worker);
  }
  if (outcome == TMD_TARGET_LOST) tmd_error(TMD_USAGE, "the worker was killed twice, not by us");
  if (outcome != TMD_TARGET_DONE) return outcome;
  if (batch->message[0]) tmd_error(TMD_USAGE, "%s", batch->message);
  if (batch->end[0]) snprintf(worker->end, sizeof worker->end, "%.*s", TMD_END_BYTES - 1, batch->end);
  return batch->message[0] ? TMD_TARGET_LOST : batch->end[0] ? TMD_TARGET_CRASHED : TMD_TARGET_DONE;
}

void tmd_worker_stop(struct tmd_worker *worker) {
  if (worker->process) end_now(worker);
  munmap(worker->batch, sizeof *worker->batch);
  free(worker);
}
