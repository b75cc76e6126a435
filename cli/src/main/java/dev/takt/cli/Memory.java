package dev.takt.cli;

/// What a user is told where memory is short, wherever that came to light.
final class Memory {

  /// What to do about it.
  static final String GIVE_MORE = "give more: _JAVA_OPTIONS=-Xmx4g takt …";

  private Memory() {}

  /// Whether that is behind what was thrown.
  static boolean isShort(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /// What was thrown while a run was explained or drawn, as the end of a sentence.
  static String reason(Throwable thrown) {
    return isShort(thrown)
        ? "not enough memory for a run of this size; " + GIVE_MORE
        : thrown.toString();
  }
}
