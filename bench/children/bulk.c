/* Starts some `cat FILE` at once and sums up what they write: CRC-32 by as many epoll loops as there are
   threads.

       bulk FILE CRC CHILDREN REPETITIONS THREADS */

#include "child.h"
#include "crc32.h"

#include <pthread.h>

enum { BUFFER = 1 << 17 };

struct loop {
  pthread_t thread;
  char **words;
  int children;
  uint32_t expected;
};

static void *run(void *argument) {
  struct loop *loop = argument;
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct child *children = calloc((size_t) loop->children, sizeof *children);
  uint32_t *sums = calloc((size_t) loop->children, sizeof *sums);
  unsigned char *buffer = malloc(BUFFER);
  for (int i = 0; i < loop->children; i++) {
    children[i] = start(loop->words);
    watch(epoll, children[i].out, EPOLLIN, (uint64_t) i);
  }
  for (int open = loop->children; open > 0;) {
    struct epoll_event events[64];
    int happened = epoll_wait(epoll, events, 64, -1);
    for (int e = 0; e < happened; e++) {
      uint64_t i = events[e].data.u64;
      ssize_t n = read(children[i].out, buffer, BUFFER);
      require(n >= 0, "read");
      if (n > 0) {
        sums[i] = crc32(sums[i], buffer, (size_t) n);
      } else {
        close(children[i].out);
        open--;
      }
    }
  }
  for (int i = 0; i < loop->children; i++) {
    reap(&children[i]);
    close(children[i].pidfd);
    close(children[i].in);
    close(children[i].err);
    errno = EILSEQ;
    require(sums[i] == loop->expected, "CRC");
  }
  free(buffer);
  free(sums);
  free(children);
  close(epoll);
  return NULL;
}

int main(int argc, char **argv) {
  require(argc == 6, "usage");
  char *words[] = {"cat", argv[1], NULL};
  uint32_t expected = (uint32_t) strtoul(argv[2], NULL, 10);
  int children = atoi(argv[3]), repetitions = atoi(argv[4]), threads = atoi(argv[5]);
  struct loop *loops = calloc((size_t) threads, sizeof *loops);
  crc_init();
  for (int repetition = 0; repetition <= repetitions; repetition++) {
    double own = cpu_seconds(RUSAGE_SELF), childrens = cpu_seconds(RUSAGE_CHILDREN);
    int64_t begin = nanos();
    for (int t = 0; t < threads; t++) {
      int share = children / threads + (t < children % threads);
      loops[t] = (struct loop) {.words = words, .children = share, .expected = expected};
      require(pthread_create(&loops[t].thread, NULL, run, &loops[t]) == 0, "pthread_create");
    }
    for (int t = 0; t < threads; t++) pthread_join(loops[t].thread, NULL);
    double wall = (double) (nanos() - begin) / 1e9;
    own = cpu_seconds(RUSAGE_SELF) - own;
    childrens = cpu_seconds(RUSAGE_CHILDREN) - childrens;
    if (repetition > 0) /* the first one warms up */
      printf("wall_s\t%.6f\ncpu_s\t%.6f\nown_cpu_s\t%.6f\n", wall, own + childrens, own);
  }
  return 0;
}
