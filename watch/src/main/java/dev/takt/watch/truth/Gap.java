package dev.takt.watch.truth;

/// When a thread that does nothing but read the clock could not.
///
/// @param begin when it last ran before it, on the monotonic clock, in nanoseconds
/// @param end when it ran again
record Gap(long begin, long end) {

  static final String WORD = "gap";

  long nanos() {
    return end - begin;
  }

  /// As one line between the two processes.
  String line() {
    return WORD + " " + begin + " " + end;
  }

  static Gap parse(String line) {
    String[] fields = line.split(" ", 3);
    return new Gap(Long.parseLong(fields[1]), Long.parseLong(fields[2]));
  }
}
