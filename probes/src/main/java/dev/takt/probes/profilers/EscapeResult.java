package dev.takt.probes.profilers;

import dev.takt.probes.FiveNumberSummary;
import java.util.List;

/// What loops allocated.
///
/// @param rows what was measured
/// @param absent what was not, a sentence each
public record EscapeResult(List<Row> rows, List<String> absent) {

  /// A loop allocates at least an object with a header, or nothing.
  private static final double MIN_OBJECT_BYTES = 8;

  /// @param observer what observed the JVM
  /// @param bytes per loop, of each round
  public record Row(EscapeCase observer, FiveNumberSummary bytes) {

    /// Whether loops allocate their iterator, rather than only code that was not compiled yet.
    public boolean isDefeated() {
      return bytes.median() >= MIN_OBJECT_BYTES;
    }
  }

  /// Copies the lists.
  public EscapeResult {
    rows = List.copyOf(rows);
    absent = List.copyOf(absent);
  }
}
