package dev.takt.faults;

/// An interval in which a thread that only reads the clock did not run.
///
/// @param begin the thread's last read before it, on the monotonic clock, in nanoseconds
/// @param end its first read after it
/// @param runQueueNanos the thread's run-queue wait in the interval, as the kernel counts it; 0 if
///   that is not available
record Pause(long begin, long end, long runQueueNanos) {

  static final String WORD = "gap";

  private static final int FIELDS = 4;

  long nanos() {
    return end - begin;
  }

  /// Formats it as one line for the other process.
  String line() {
    return WORD + " " + begin + " " + end + " " + runQueueNanos;
  }

  static Pause parse(String line) {
    String[] fields = line.split(" ", FIELDS);
    return new Pause(
        Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3]));
  }
}
