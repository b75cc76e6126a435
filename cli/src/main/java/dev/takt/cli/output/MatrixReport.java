package dev.takt.cli.output;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.truth.TruthScore;
import java.util.List;
import java.util.function.ToLongFunction;

/// How often explanations were right about faults that were made on purpose.
///
/// @param leastRight the share of the time lost that has to be charged to the right cause
/// @param mostWrong the share that may be charged to one wrong cause
/// @param rows a row for each kind of fault that could be made
/// @param notMade the other kinds
/// @param undisturbed runs without a fault, one for each driver at most
/// @param forecasts what was said of a run without a cause
public record MatrixReport(
    double leastRight,
    double mostWrong,
    List<Row> rows,
    List<NotMade> notMade,
    List<Undisturbed> undisturbed,
    List<Forecast> forecasts) {

  /// How far a forecast may be off.
  private static final double MOST_OFF = 0.1;

  /// Takes copies.
  public MatrixReport {
    rows = List.copyOf(rows);
    notMade = List.copyOf(notMade);
    undisturbed = List.copyOf(undisturbed);
    forecasts = List.copyOf(forecasts);
  }

  /// One kind of fault.
  ///
  /// @param driver by which the target was driven
  /// @param name on the command line
  /// @param text a few words on it
  /// @param score of the operations that it made slow
  /// @param elsewhere of the other slow operations of that run
  public record Row(
      String driver, String name, String text, TruthScore score, TruthScore elsewhere) {}

  /// A kind that cannot be made on this machine.
  public record NotMade(String text, String why) {}

  /// A run in which nothing was done.
  ///
  /// @param driver by which the target was driven
  /// @param operations how many there were
  /// @param score of those that were slow all the same: whatever is blamed is in its wrong causes
  public record Undisturbed(String driver, long operations, TruthScore score) {}

  /// What was said of percentiles without a cause, and what they are without it.
  ///
  /// @param driver by which the target was driven
  /// @param text what was done
  /// @param recorded with it
  /// @param predicted without it, from the runs with it
  /// @param real of all runs without it
  /// @param runs the same of each of these alone: how far they are from each other is what the
  ///   machine does by itself, and no forecast can be nearer
  public record Forecast(
      String driver,
      String text,
      Percentiles recorded,
      Percentiles predicted,
      Percentiles real,
      List<Percentiles> runs) {

    /// Takes a copy.
    public Forecast {
      runs = List.copyOf(runs);
    }

    /// Whether both percentiles came close: within a tenth of the real ones, or at least not beyond
    /// the single runs without the cause.
    public boolean isGood() {
      return isGood(Percentiles::p99) && isGood(Percentiles::p999);
    }

    /// Whether both percentiles are within a tenth of the real ones.
    public boolean isClose() {
      return isClose(Percentiles::p99) && isClose(Percentiles::p999);
    }

    private boolean isGood(ToLongFunction<Percentiles> which) {
      long value = which.applyAsLong(predicted);
      return isClose(which) || (least(which) <= value && value <= most(which));
    }

    private boolean isClose(ToLongFunction<Percentiles> which) {
      return Math.abs(ratio(which.applyAsLong(predicted), which.applyAsLong(real)) - 1) <= MOST_OFF;
    }

    /// The least that a run without the cause had.
    long least(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).min().orElse(which.applyAsLong(real));
    }

    /// The most that a run without the cause had.
    long most(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).max().orElse(which.applyAsLong(real));
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
    return rows.stream().allMatch(this::isGood) && forecasts.stream().allMatch(Forecast::isGood);
  }
}
