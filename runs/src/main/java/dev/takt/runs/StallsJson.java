package dev.takt.runs;

/// Writes stalls as `stalls.json` has them.
public final class StallsJson {

  private StallsJson() {}

  /// JSON with a line break at its end.
  public static String write(Stalls stalls) {
    return JsonText.of(stalls);
  }
}
