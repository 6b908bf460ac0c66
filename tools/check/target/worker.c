#define _GNU_SOURCE /* on_exit, pipe2, sched_setaffinity, memfd_create */
#include "tools/check/target/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/error.h"
#include "lib/base/random.h"
#include "lib/cli/program.h"
#include "tools/check/target/keeper.h"

enum { DYING_MS = 20, STARVED_MOST = 20, TOGETHER_MS = 20, PASSES_MOST = 16 };

struct tmd_worker {
  struct tmd_job job;
  struct tmd_exchange *batch;
  struct tmd_keeper keeper; /* of its process */
  int arguments;            /* the tool's part of the batch, read-only */
  int socket;               /* a byte there: run; a token back: done */
  int theirs;               /* the other end */
  int absent;               /* there is no such function */
  int blind;                /* the last call ended without a known position */
  int together; /* it shares a processor with the tool, for now; else both may use those: */
  cpu_set_t allowed;
  uint64_t random; /* the next token's */
  unsigned modes;
  long callee; /* which candidate it is; -1: not known */
  char end[TMD_END_BYTES];
};

enum { TOOLS_PART = offsetof(struct tmd_exchange, at) };

/* ---- in the worker ---- */

/* The target called exit: handlers that the tool has registered must not run here. */
static void leave(int status, void *unused) {
  (void)unused;
  _exit(status);
}

/* The tool handles interrupts. (All other signals have their default effect.) */
static void set_signals(void) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
}

/* 0 is empty; 1 and 2 are a pipe that stores output until the returned descriptor is read. */
static int set_files(int socket, int file) {
  int output[2];
  const int null = open("/dev/null", O_RDONLY);
  if (pipe2(output, O_NONBLOCK) || dup2(null, 0) < 0 || dup2(output[1], 1) < 0 ||
      dup2(output[1], 2) < 0)
    _exit(TMD_USAGE);
  tmd_close_others((const int[]){socket, output[0], file, -1});
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

/* If memory runs out, this process is killed first. */
static void go_first(void) {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY);
  if (file >= 0) (void)!write(file, "1000", 4), close(file);
}

static void report(struct tmd_exchange *batch, int status) {
  batch->message[0] = 0;
  if (status)
    snprintf(batch->message, sizeof batch->message, "%.*s", TMD_MESSAGE_BYTES - 1,
             tmd_error_text());
}

/* 1 if the tool was informed that the batch is done. A process that the library has started, and
   that also returns from the call, ends. */
static int is_said(const struct tmd_worker *worker, pid_t self) {
  if (getpid() != self) _exit(0);
  return send(worker->theirs, &worker->batch->token, sizeof worker->batch->token, MSG_NOSIGNAL) > 0;
}

static void work(void *context) {
  const struct tmd_worker *worker = context;
  const struct tmd_job *job = &worker->job;
  struct tmd_exchange *batch = worker->batch;
  const pid_t self = getpid();
  char byte;
  set_signals();
  if (mmap(batch, TOOLS_PART, PROT_READ, MAP_SHARED | MAP_FIXED, worker->arguments, 0) ==
      MAP_FAILED)
    _exit(TMD_USAGE);
  const int output = set_files(worker->theirs, job->file);
  go_first();
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  on_exit(leave, NULL);
  report(batch, job->load(job->context, batch, output));
  while (is_said(worker, self) && recv(worker->theirs, &byte, 1, 0) == 1)
    report(batch, job->run(job->context, batch, output));
  for (;;) pause(); /* the tool is gone, or the target has closed the socket: either ends this */
}

/* ---- in the tool ---- */

/* Prepares a request: nothing of it is done. */
static void ask(struct tmd_worker *worker) {
  struct tmd_exchange *batch = worker->batch;
  batch->token = tmd_random(&worker->random);
  batch->at = batch->pass = 0;
  batch->end[0] = 0;
}

/* One at a time, so that no worker has another's memory or socket. 0, or -1 (message). */
static int begin(struct tmd_worker *worker) {
  struct tmd_exchange *batch = worker->batch;
  unsigned char *workers_part = (unsigned char *)batch + TOOLS_PART;
  const size_t bytes = sizeof *batch - TOOLS_PART;
  int ends[2], status = -1;
  ask(worker);
#pragma omp critical(tmd_worker_begin)
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
    worker->socket = ends[0], worker->theirs = ends[1];
    madvise(workers_part, bytes, MADV_DOFORK);
    status = tmd_keeper_begin(&worker->keeper, NULL, work, worker);
    madvise(workers_part, bytes, MADV_DONTFORK);
    close(ends[1]);
    if (status) close(ends[0]);
  }
  if (status == 0) return 0;
  worker->keeper.process = 0;
  return tmd_error(TMD_USAGE, "no worker can be started: %s", strerror(errno));
}

/* Ends the worker and everything that it has started. 1 and its status, if that is known. */
static int end_now(struct tmd_worker *worker, int *status) {
  const int known = tmd_keeper_end(&worker->keeper, status);
  close(worker->socket);
  return known;
}

static enum tmd_target_outcome crashed(struct tmd_worker *worker, const char *end) {
  snprintf(worker->end, sizeof worker->end, "%s", end);
  return TMD_TARGET_CRASHED;
}

/* It misuses descriptors, and is ended. */
static enum tmd_target_outcome meddles(struct tmd_worker *worker, const char *end) {
  int status;
  worker->blind = 1;
  end_now(worker, &status);
  return crashed(worker, end);
}

/* How it ended, in words; LOST if another process killed it. If it is alive, it has closed
   descriptors that are not its own; if it was about to end, the cause is known before its socket
   closes. */
static enum tmd_target_outcome autopsy(struct tmd_worker *worker) {
  int status = SIGKILL, after = 0;
  const int dead = tmd_keeper_status(&worker->keeper, DYING_MS, &status);
  const int known = end_now(worker, dead ? &after : &status) || dead, number = WTERMSIG(status);
  worker->blind = !dead && known && WIFSIGNALED(status) && number == SIGKILL;
  if (worker->blind) return crashed(worker, "closed files that are not its own");
  if (!known || (WIFSIGNALED(status) && number == SIGKILL)) return TMD_TARGET_LOST;
  if (WIFEXITED(status))
    snprintf(worker->end, sizeof worker->end, "called exit(%d)", WEXITSTATUS(status));
  else
    snprintf(worker->end, sizeof worker->end, "killed by signal %d (%s)", number,
             strsignal(number));
  return TMD_TARGET_CRASHED;
}

static double processor_seconds(const struct tmd_worker *worker) {
  clockid_t clock;
  struct timespec used = {0, 0};
  if (clock_getcpuclockid(worker->keeper.process, &clock) == 0) clock_gettime(clock, &used);
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* 1 if it waits for a processor, or for a page of memory. */
static int waits_for_machine(const struct tmd_worker *worker) {
  char state;
  pid_t parent;
  tmd_process_state(worker->keeper.process, &state, &parent);
  return state == 'R' || state == 'D';
}

static void go_where(struct tmd_worker *worker, const cpu_set_t *processors) {
  sched_setaffinity(0, sizeof *processors, processors);
  sched_setaffinity(worker->keeper.process, sizeof *processors, processors);
}

/* Tool and worker take turns, and each reads what the other has written: on one processor it is
   still in the cache, which saves a fifth of the time of a short function. The kernel would
   separate them if another processor is idle. */
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

/* Its progress. Positions beyond any batch are invalid, and count as none. */
static uint64_t progress(const struct tmd_worker *worker) {
  const uint32_t pass = worker->batch->pass, at = worker->batch->at;
  return pass > PASSES_MOST || at >= TMD_BATCH ? 0 : (uint64_t)pass << 32 | at;
}

/* The next event: DONE, or how it ended, or LOST with *nothing = 1. */
static enum tmd_target_outcome hear(struct tmd_worker *worker, int look_ms, int *nothing) {
  struct pollfd from[] = {{.fd = worker->socket, .events = POLLIN},
                          {.fd = worker->keeper.news, .events = POLLIN}};
  uint64_t token;
  *nothing = 0;
  if (poll(from, 2, look_ms) > 0) {
    const ssize_t bytes = recv(worker->socket, &token, sizeof token, MSG_DONTWAIT);
    if (bytes == sizeof token && token == worker->batch->token) return TMD_TARGET_DONE;
    if (bytes > 0) return meddles(worker, "wrote to files that are not its own");
    if (bytes == 0 || from[1].revents) return autopsy(worker);
  }
  *nothing = 1;
  return TMD_TARGET_LOST;
}

/* Waits until it is done, ends, or makes no progress for so long, which is checked four times in
   that time. On a busy machine it waits until the worker has had half of the time. */
static enum tmd_target_outcome wait_for(struct tmd_worker *worker, double timeout) {
  const int look_ms = timeout < 1e6 ? (int)(250 * timeout) + 1 : 250000000;
  uint64_t most = 0;
  double since = tmd_seconds(), used = processor_seconds(worker);
  int nothing, status;
  if (worker->together &&
      poll(&(struct pollfd){.fd = worker->socket, .events = POLLIN}, 1, TOGETHER_MS) == 0)
    part(worker); /* there may be room elsewhere for so long a batch */
  for (;;) {
    const enum tmd_target_outcome outcome = hear(worker, look_ms, &nothing);
    if (!nothing) return outcome;
    const uint64_t now = progress(worker);
    const double stuck = now <= most ? tmd_seconds() - since : 0;
    const int starved =
        stuck < STARVED_MOST * timeout && processor_seconds(worker) - used < timeout / 2;
    if (stuck >= timeout && !(starved && waits_for_machine(worker))) {
      end_now(worker, &status);
      return TMD_TARGET_HUNG;
    }
    if (now <= most) continue;
    most = now;
    since = tmd_seconds();
    used = processor_seconds(worker);
  }
}

/* Copies a text of the worker, which may be anything. */
static void take_text(char *to, const char *from, size_t bytes) {
  memcpy(to, from, bytes - 1);
  to[bytes - 1] = 0;
  tmd_error_printable(to, "");
}

/* Reads which of the candidates it calls, always the same one. 0, or -1 (message). */
static int take_callee(struct tmd_worker *worker) {
  const uint32_t candidate = *(volatile uint32_t *)&worker->batch->candidate;
  if (candidate >= worker->job.candidate_count ||
      (worker->callee >= 0 && worker->callee != (long)candidate))
    return tmd_error(TMD_USAGE, "does not load: its own description is invalid");
  worker->callee = (long)candidate;
  worker->modes = *(volatile uint32_t *)&worker->batch->modes & ((1u << TMD_DECIMAL_ROUNDINGS) - 1);
  worker->batch->callee = worker->job.candidates[candidate];
  return 0;
}

/* Starts a worker, if there is none, and waits until it has loaded: 0, or -1 (message). */
static int ready(struct tmd_worker *worker) {
  char message[TMD_MESSAGE_BYTES];
  int status;
  if (worker->keeper.process) return 0;
  if (begin(worker)) return -1;
  const double limit = TMD_LOAD_TIMES * worker->job.timeout;
  const enum tmd_target_outcome outcome = wait_for(worker, limit);
  if (outcome == TMD_TARGET_HUNG) return tmd_error(TMD_USAGE, "does not load within %.3g s", limit);
  if (outcome == TMD_TARGET_LOST)
    return tmd_error(TMD_USAGE, "does not load: another process killed it");
  if (outcome != TMD_TARGET_DONE) return tmd_error(TMD_USAGE, "does not load: %s", worker->end);
  take_text(message, worker->batch->message, sizeof message);
  worker->absent = message[0] && worker->batch->absent == 1;
  if (message[0]) tmd_error(TMD_USAGE, "%s", message);
  else if (take_callee(worker) == 0) return 0;
  end_now(worker, &status);
  return -1;
}

/* Makes the batch: shared memory, of which the worker maps the tool's part again, read-only. 0, or
   -1 (message). */
static int share(struct tmd_worker *worker) {
  struct tmd_exchange *batch =
      mmap(NULL, sizeof *batch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  char name[64];
  if (batch == MAP_FAILED) tmd_out_of_memory(sizeof *batch);
  worker->batch = batch;
  const int file = memfd_create("arguments", MFD_CLOEXEC);
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  if (file >= 0 && ftruncate(file, TOOLS_PART) == 0)
    worker->arguments = open(name, O_RDONLY | O_CLOEXEC);
  const int failed = worker->arguments < 0 || mmap(batch, TOOLS_PART, PROT_READ | PROT_WRITE,
                                                   MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED;
  const int error = errno;
  if (file >= 0) close(file);
  madvise(batch, sizeof *batch, MADV_DONTFORK);
  return failed ? tmd_error(TMD_USAGE, "no worker can be started: %s", strerror(error)) : 0;
}

struct tmd_worker *tmd_worker_start(const struct tmd_job *job, int *absent) {
  struct tmd_worker *worker = tmd_allocate(sizeof *worker);
  *worker = (struct tmd_worker){.job = *job, .arguments = -1, .callee = -1, .random = 1};
  if (share(worker) == 0 && ready(worker) == 0) return worker;
  *absent = worker->absent;
  tmd_worker_stop(worker);
  return NULL;
}

struct tmd_exchange *tmd_worker_batch(struct tmd_worker *worker) { return worker->batch; }
const char *tmd_worker_end(const struct tmd_worker *worker) { return worker->end; }
unsigned tmd_worker_modes(const struct tmd_worker *worker) { return worker->modes; }
int tmd_worker_is_blind(const struct tmd_worker *w) { return w->blind || w->job.blind; }

/* Runs the batch, once more if another process has killed the worker. */
static enum tmd_target_outcome run(struct tmd_worker *worker) {
  enum tmd_target_outcome outcome = TMD_TARGET_LOST;
  const char byte = 0;
  for (int attempt = 0; attempt < 2 && outcome == TMD_TARGET_LOST; attempt++) {
    if (ready(worker)) return TMD_TARGET_LOST;
    ask(worker);
    stay_together(worker);
    send(worker->socket, &byte, 1,
         MSG_NOSIGNAL | MSG_DONTWAIT); /* if the worker is gone, the wait detects it */
    outcome = wait_for(worker, worker->job.timeout);
    part(worker);
  }
  if (outcome == TMD_TARGET_LOST) tmd_error(TMD_USAGE, "other processes killed the worker twice");
  return outcome;
}

enum tmd_target_outcome tmd_worker_run(struct tmd_worker *worker, size_t *done) {
  char message[TMD_MESSAGE_BYTES], end[TMD_END_BYTES];
  *done = worker->blind = 0;
  const enum tmd_target_outcome outcome = run(worker);
  const uint32_t at = worker->batch->at;
  if (outcome == TMD_TARGET_LOST) return outcome;
  if (outcome != TMD_TARGET_DONE) {
    worker->blind |= at >= worker->batch->count;
    if (!tmd_worker_is_blind(worker)) *done = at;
    return outcome;
  }
  take_text(message, worker->batch->message, sizeof message);
  take_text(end, worker->batch->end, sizeof end);
  if (message[0]) {
    tmd_error(TMD_USAGE, "%s", message);
    return TMD_TARGET_LOST;
  }
  if (worker->job.blind && end[0])
    return crashed(worker, end); /* only where no foreign code shares the memory */
  *done = worker->batch->count;
  return TMD_TARGET_DONE;
}

void tmd_worker_stop(struct tmd_worker *worker) {
  int status;
  if (worker->keeper.process) end_now(worker, &status);
  munmap(worker->batch, sizeof *worker->batch);
  if (worker->arguments >= 0) close(worker->arguments);
  free(worker);
}
