package dev.takt.lab;

/// Texts for a run that is too large for the heap.
public final class OutOfMemory {

  /// How to give Takt more memory.
  public static final String ADVICE = "give more: _JAVA_OPTIONS=-Xmx4g takt …";

  private OutOfMemory() {}

  /// Whether a lack of memory caused this.
  public static boolean isCauseOf(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /// What was thrown while a run was explained or drawn, as the end of a sentence.
  public static String reason(Throwable thrown) {
    return isCauseOf(thrown)
        ? "not enough memory for a run of this size; " + ADVICE
        : thrown.toString();
  }
}
