package dev.takt.cli.output;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.truth.TruthScore;
import dev.takt.record.LatencyHistogram;
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
  /// It is held against two things, as neither alone is enough. The undisturbed part of the same
  /// runs has the same noise, but is only a part of them. Other runs are whole, but each has the
  /// noise of its own minute: how far single ones are from each other is what the machine does by
  /// itself, and no forecast can be nearer.
  ///
  /// @param driver by which the target was driven
  /// @param text what was done
  /// @param recorded with it
  /// @param predicted without it, from the runs with it
  /// @param undisturbed recorded in the undisturbed parts of the runs with it
  /// @param real recorded in runs without it
  public record Forecast(
      String driver,
      String text,
      Percentiles recorded,
      Percentiles predicted,
      Several undisturbed,
      Several real) {

    /// Whether both percentiles came close to both.
    public boolean isGood() {
      return isGood(Percentiles::p99) && isGood(Percentiles::p999);
    }

    /// Whether one percentile came close to both.
    boolean isGood(ToLongFunction<Percentiles> which) {
      return undisturbed.holds(predicted, which) && real.holds(predicted, which);
    }
  }

  /// Percentiles of several runs.
  ///
  /// @param all of all of them together
  /// @param runs of each alone
  public record Several(Percentiles all, List<Percentiles> runs) {

    /// Takes a copy.
    public Several {
      runs = List.copyOf(runs);
    }

    /// Of histograms, one or more.
    public static Several of(List<LatencyHistogram> histograms) {
      LatencyHistogram all = new LatencyHistogram();
      histograms.forEach(all::add);
      return new Several(percentiles(all), histograms.stream().map(Several::percentiles).toList());
    }

    private static Percentiles percentiles(LatencyHistogram histogram) {
      return new Percentiles(histogram.valueAtPercentile(99), histogram.valueAtPercentile(99.9));
    }

    /// The least that a single run had.
    long least(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).min().orElse(which.applyAsLong(all));
    }

    /// The most that a single run had.
    long most(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).max().orElse(which.applyAsLong(all));
    }

    /// Whether a value is no further than a tenth from what single runs had.
    boolean holds(Percentiles value, ToLongFunction<Percentiles> which) {
      long one = which.applyAsLong(value);
      return (1 - MOST_OFF) * least(which) <= one && one <= (1 + MOST_OFF) * most(which);
    }

    /// A value for one of all together.
    double ratio(Percentiles value, ToLongFunction<Percentiles> which) {
      long one = which.applyAsLong(all);
      return one == 0 ? Double.POSITIVE_INFINITY : (double) which.applyAsLong(value) / one;
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
