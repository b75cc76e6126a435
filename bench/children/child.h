/* Starts a child as the libraries do that bench/process compares: three pipes, nothing else inherited. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct child {
  pid_t pid;
  int pidfd, in, out, err;
};

static inline void require(int fine, const char *what) {
  if (!fine) {
    perror(what);
    exit(1);
  }
}

static inline int64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline double cpu_seconds(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
      + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static inline pid_t spawn(posix_spawn_file_actions_t *actions, char **words) {
  pid_t pid;
  errno = posix_spawnp(&pid, words[0], actions, NULL, words, environ);
  require(errno == 0, words[0]);
  return pid;
}

static inline struct child start(char **words) {
  int pipes[3][2];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; i++) {
    require(pipe2(pipes[i], O_CLOEXEC) == 0, "pipe2");
    posix_spawn_file_actions_adddup2(&actions, pipes[i][i > 0], i);
  }
  struct child child = {.in = pipes[0][1], .out = pipes[1][0], .err = pipes[2][0]};
  child.pid = spawn(&actions, words);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < 3; i++) close(pipes[i][i > 0]);
  child.pidfd = (int) syscall(SYS_pidfd_open, child.pid, 0);
  require(child.pidfd >= 0, "pidfd_open");
  return child;
}

static inline void watch(int epoll, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  require(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0, "epoll_ctl");
}

/* Takes the exit status, and leaves the pidfd open. */
static inline void reap(struct child *child) {
  siginfo_t info;
  require(waitid(P_PIDFD, child->pidfd, &info, WEXITED) == 0, "waitid");
  require(info.si_code == CLD_EXITED && info.si_status == 0, "exit status");
}
