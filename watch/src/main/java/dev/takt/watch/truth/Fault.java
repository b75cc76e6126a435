package dev.takt.watch.truth;

import org.jspecify.annotations.Nullable;

/// A fault that was made, as its maker or its victim noted it.
///
/// @param ailment what was done
/// @param begin on the monotonic clock, in nanoseconds
/// @param end on the same clock, not before the begin
/// @param thread the name of the only thread that was hit; null for the whole process
/// @param culprit the name of who is to blame; null if nobody is
public record Fault(
    Ailment ailment, long begin, long end, @Nullable String thread, @Nullable String culprit) {

  private static final String NOBODY = "-";
  private static final int FIELDS = 6;
  static final String WORD = "fault";

  /// How long it lasted.
  public long nanos() {
    return end - begin;
  }

  /// As one line between the two processes; names have no blanks.
  String line() {
    return String.join(
        " ",
        WORD,
        ailment.name(),
        Long.toString(begin),
        Long.toString(end),
        thread == null ? NOBODY : thread,
        culprit == null ? NOBODY : culprit);
  }

  static Fault parse(String line) {
    String[] fields = line.split(" ", FIELDS);
    return new Fault(
        Ailment.valueOf(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        nameOrNull(fields[4]),
        nameOrNull(fields[5]));
  }

  private static @Nullable String nameOrNull(String field) {
    return field.equals(NOBODY) ? null : field;
  }
}
