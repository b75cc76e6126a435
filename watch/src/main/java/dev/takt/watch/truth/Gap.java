package dev.takt.watch.truth;

/// When a thread that does nothing but read the clock could not.
///
/// @param begin when it last ran before it, on the monotonic clock, in nanoseconds
/// @param end when it ran again
/// @param queued for how long of it the thread could have run and stood in a processor's queue, as
///   the kernel counts it; 0 where that does not tell
record Gap(long begin, long end, long queued) {

  static final String WORD = "gap";

  private static final int FIELDS = 4;

  long nanos() {
    return end - begin;
  }

  /// As one line between the two processes.
  String line() {
    return WORD + " " + begin + " " + end + " " + queued;
  }

  static Gap parse(String line) {
    String[] fields = line.split(" ", FIELDS);
    return new Gap(Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3]));
  }
}
