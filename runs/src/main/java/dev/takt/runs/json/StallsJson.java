package dev.takt.runs.json;

import dev.takt.runs.model.Stalls;

/// Writes stalls in the format of `stalls.json`.
public final class StallsJson {

  private StallsJson() {}

  /// Returns JSON with a line break at its end.
  public static String write(Stalls stalls) {
    return JsonText.of(stalls);
  }
}
