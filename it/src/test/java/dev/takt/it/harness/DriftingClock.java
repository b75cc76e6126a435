package dev.takt.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A monotonic clock at another rate than that of this machine, for the processes of a script: a
/// time namespace only moves a clock. A library in front of the C library changes what
/// `clock_gettime` returns, and the moments until which threads wait.
public final class DriftingClock {

  private static final String SOURCE =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <time.h>

      #define SECOND 1000000000LL

      static int (*real_time)(clockid_t, struct timespec *);
      static int (*real_wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
      static long long ppm;
      static long long since;

      __attribute__((constructor)) static void begin(void) {
        real_time = dlsym(RTLD_NEXT, "clock_gettime");
        real_wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
        ppm = atoll(getenv("TEST_CLOCK_PPM"));
        since = atoll(getenv("TEST_CLOCK_SINCE"));
      }

      static struct timespec plus(const struct timespec *t, long long sign) {
        long long nanos = t->tv_sec * SECOND + t->tv_nsec;
        nanos += sign * (nanos - since) / 1000 * ppm / 1000;
        struct timespec sum = {nanos / SECOND, nanos % SECOND};
        return sum;
      }

      int clock_gettime(clockid_t id, struct timespec *t) {
        if (real_time == 0) begin();
        int result = real_time(id, t);
        if (result == 0 && id == CLOCK_MONOTONIC) *t = plus(t, 1);
        return result;
      }

      int pthread_cond_timedwait(
          pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until) {
        if (real_wait == 0) begin();
        if (until->tv_sec > 1000000000) return real_wait(cond, mutex, until); /* a wall clock */
        struct timespec real = plus(until, -1);
        return real_wait(cond, mutex, &real);
      }
      """;

  private final Path library;

  private DriftingClock(Path library) {
    this.library = library;
  }

  /// Compiles the library; empty where there is no C compiler.
  public static Optional<DriftingClock> compile(Path folder)
      throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("clock.c"), SOURCE);
    Path library = folder.resolve("clock.so");
    try {
      Process compiler =
          new ProcessBuilder(
                  "cc", "-shared", "-fPIC", "-O1", "-o", library + "", source + "", "-ldl")
              .inheritIO()
              .start();
      return compiler.waitFor() == 0 ? Optional.of(new DriftingClock(library)) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The same script with another clock.
  ///
  /// @param script in which `"$@"` is the command
  /// @param ppm how much faster it runs
  /// @param since when it is right, on the clock that the command would have
  public String in(String script, int ppm, long since) {
    return script.replace(
        "\"$@\"",
        "env LD_PRELOAD='"
            + library
            + "' TEST_CLOCK_PPM="
            + ppm
            + " TEST_CLOCK_SINCE="
            + since
            + " \"$@\"");
  }
}
