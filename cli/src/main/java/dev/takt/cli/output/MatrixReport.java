package dev.takt.cli.output;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.truth.TruthScore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How often explanations were right about faults that were made on purpose.
///
/// @param leastRight the share of the time lost that has to be charged to the right cause
/// @param mostWrong the share that may be charged to one wrong cause
/// @param rows a row for each kind of fault that could be made
/// @param notMade the other kinds
/// @param undisturbed a run without a fault; null if there was none
/// @param forecasts what was said of a run without a cause
public record MatrixReport(
    double leastRight,
    double mostWrong,
    List<Row> rows,
    List<NotMade> notMade,
    @Nullable Undisturbed undisturbed,
    List<Forecast> forecasts) {

  /// How far a forecast may be off.
  private static final double MOST_OFF = 0.1;

  /// Takes copies.
  public MatrixReport {
    rows = List.copyOf(rows);
    notMade = List.copyOf(notMade);
    forecasts = List.copyOf(forecasts);
  }

  /// One kind of fault.
  ///
  /// @param name on the command line
  /// @param text a few words on it
  /// @param score of the operations that it made slow
  /// @param elsewhere of the other slow operations of that run
  public record Row(String name, String text, TruthScore score, TruthScore elsewhere) {}

  /// A kind that cannot be made on this machine.
  public record NotMade(String text, String why) {}

  /// A run in which nothing was done.
  ///
  /// @param operations how many there were
  /// @param score of those that were slow all the same: whatever is blamed is in its wrong causes
  public record Undisturbed(long operations, TruthScore score) {}

  /// What was said of percentiles without a cause, and what they are without it.
  ///
  /// @param text what was done
  /// @param recorded with it
  /// @param predicted without it, from the runs with it
  /// @param real of runs without it
  public record Forecast(
      String text, Percentiles recorded, Percentiles predicted, Percentiles real) {

    /// Whether both percentiles came close.
    public boolean isClose() {
      return isClose(ratio(predicted.p99(), real.p99()))
          && isClose(ratio(predicted.p999(), real.p999()));
    }

    private static boolean isClose(double ratio) {
      return Math.abs(ratio - 1) <= MOST_OFF;
    }

    /// Predicted for one that is real.
    static double ratio(long predicted, long real) {
      return real == 0 ? Double.POSITIVE_INFINITY : (double) predicted / real;
    }
  }

  /// Whether a row is as good as it has to be.
  public boolean isGood(Row row) {
    return row.score().isWithin(leastRight, mostWrong);
  }

  /// Whether all is as good as it has to be.
  public boolean isGood() {
    return rows.stream().allMatch(this::isGood) && forecasts.stream().allMatch(Forecast::isClose);
  }
}
