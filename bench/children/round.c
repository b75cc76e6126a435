/* What a round of epoll_wait and read of one byte takes, and a trip of one byte to a `cat` and back.

       round ready TIMES      bytes are there already
       round trip  TIMES      written to a cat, awaited, read

   Prints the median of batches of 1,000. */

#include "child.h"

#include <string.h>

enum { BATCH = 1000 };

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return (x > y) - (x < y);
}

static void await_byte(int epoll, int fd) {
  struct epoll_event events[128];
  char byte;
  require(epoll_wait(epoll, events, 128, -1) == 1, "epoll_wait");
  require(read(fd, &byte, 1) == 1, "read");
}

int main(int argc, char **argv) {
  require(argc == 3, "usage");
  int trips = strcmp(argv[1], "trip") == 0;
  int batches = atoi(argv[2]) / BATCH;
  int64_t *took = calloc((size_t) batches, sizeof *took);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  int in, out;
  char bytes[BATCH] = {0};
  if (trips) {
    char *words[] = {"cat", NULL};
    struct child child = start(words);
    in = child.in;
    out = child.out;
  } else {
    int ends[2];
    require(pipe2(ends, O_CLOEXEC) == 0, "pipe2");
    in = ends[1];
    out = ends[0];
  }
  watch(epoll, out, EPOLLIN, 0);
  for (int b = 0; b < batches; b++) {
    if (!trips) require(write(in, bytes, BATCH) == BATCH, "write");
    int64_t begin = nanos();
    for (int i = 0; i < BATCH; i++) {
      if (trips) require(write(in, bytes, 1) == 1, "write");
      await_byte(epoll, out);
    }
    took[b] = nanos() - begin;
  }
  qsort(took, (size_t) batches, sizeof *took, ascending);
  printf("round_ns\t%.1f\n", (double) took[batches / 2] / BATCH);
  return 0;
}
