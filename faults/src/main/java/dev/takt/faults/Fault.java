package dev.takt.faults;

import org.jspecify.annotations.Nullable;

/// An injected fault, with its times as noted by the code that made it or by its victim.
///
/// @param kind the kind of fault
/// @param begin on the monotonic clock, in nanoseconds
/// @param end on the same clock, not before the begin
/// @param thread the name of the only affected thread; null for the whole process
/// @param culprit the name of the thread that caused it; null if there is none
public record Fault(
    FaultKind kind, long begin, long end, @Nullable String thread, @Nullable String culprit) {

  private static final String NONE = "-";
  private static final int FIELDS = 6;
  static final String WORD = "fault";

  /// Its duration.
  public long nanos() {
    return end - begin;
  }

  /// Formats it as one line for the other process. Names must not contain blanks.
  String line() {
    return String.join(
        " ",
        WORD,
        kind.name(),
        Long.toString(begin),
        Long.toString(end),
        thread == null ? NONE : thread,
        culprit == null ? NONE : culprit);
  }

  static Fault parse(String line) {
    String[] fields = line.split(" ", FIELDS);
    return new Fault(
        FaultKind.valueOf(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        nameOrNull(fields[4]),
        nameOrNull(fields[5]));
  }

  private static @Nullable String nameOrNull(String field) {
    return field.equals(NONE) ? null : field;
  }
}
