/* Starts /bin/true many times and prints what that takes.

       spawn plain  WARM-UP TIMES 1         posix_spawn and waitpid, nothing else, one after another
       spawn pipes  WARM-UP TIMES AT-ONCE   with three pipes, a pidfd and epoll, AT-ONCE under way */

#include "child.h"

#include <string.h>

static char *words[] = {"/bin/true", NULL};

static void plain(int64_t *took, int times) {
  for (int i = 0; i < times; i++) {
    int64_t begin = nanos();
    int status;
    pid_t pid = spawn(NULL, words);
    require(waitpid(pid, &status, 0) == pid && status == 0, "waitpid");
    took[i] = nanos() - begin;
  }
}

struct watched {
  struct child child;
  int64_t begin;
  int open; /* its outputs and its pidfd */
};

/* Where another child was started meanwhile, it has a copy until its exec is through, and a descriptor
   that is closed here is still reported. */
static void close_once(struct watched *one, int *fd) {
  close(*fd);
  *fd = -1;
  one->open--;
}

static void pipes(int64_t *took, int times, int at_once) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct watched *all = calloc((size_t) times, sizeof *all);
  int started = 0, ended = 0;
  char buffer[4096];
  while (ended < times) {
    for (; started < times && started - ended < at_once; started++) {
      struct watched *one = all + started;
      one->begin = nanos();
      one->child = start(words);
      one->open = 3;
      watch(epoll, one->child.out, EPOLLIN, (uint64_t) started << 2 | 1);
      watch(epoll, one->child.err, EPOLLIN, (uint64_t) started << 2 | 2);
      watch(epoll, one->child.pidfd, EPOLLIN, (uint64_t) started << 2);
    }
    struct epoll_event events[128];
    int happened = epoll_wait(epoll, events, 128, -1);
    for (int i = 0; i < happened; i++) {
      struct watched *one = all + (events[i].data.u64 >> 2);
      int kind = events[i].data.u64 & 3;
      int *fd = kind == 0 ? &one->child.pidfd : kind == 1 ? &one->child.out : &one->child.err;
      if (*fd < 0) continue;
      if (kind == 0) {
        reap(&one->child);
        close_once(one, fd);
      } else if (read(*fd, buffer, sizeof buffer) == 0) {
        close_once(one, fd);
      }
      if (one->open == 0) {
        close(one->child.in);
        took[ended++] = nanos() - one->begin;
      }
    }
  }
  free(all);
  close(epoll);
}

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  require(argc == 5, "usage");
  int is_plain = strcmp(argv[1], "plain") == 0;
  int at_once = atoi(argv[4]);
  int n = 0;
  int64_t *took = NULL;
  double own = 0, childrens = 0;
  int64_t begin = 0;
  for (int round = 0; round < 2; round++) {
    n = atoi(argv[2 + round]);
    took = realloc(took, (size_t) n * sizeof *took);
    own = cpu_seconds(RUSAGE_SELF);
    childrens = cpu_seconds(RUSAGE_CHILDREN);
    begin = nanos();
    if (is_plain) plain(took, n);
    else pipes(took, n, at_once);
  }
  int64_t wall = nanos() - begin;
  own = cpu_seconds(RUSAGE_SELF) - own;
  childrens = cpu_seconds(RUSAGE_CHILDREN) - childrens;
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (double) took[i];
  qsort(took, (size_t) n, sizeof *took, ascending);
  printf("mean_us\t%.3f\np50_us\t%.3f\np90_us\t%.3f\np99_us\t%.3f\n", sum / n / 1e3,
      (double) took[n / 2] / 1e3, (double) took[n * 9 / 10] / 1e3, (double) took[n * 99 / 100] / 1e3);
  printf("times\t%d\nwall_s\t%.6f\nwall_ms_each\t%.6f\n", n, (double) wall / 1e9,
      (double) wall / 1e6 / n);
  printf("cpu_ms_each\t%.6f\nown_cpu_ms_each\t%.6f\n", (own + childrens) * 1e3 / n, own * 1e3 / n);
  return 0;
}
