package dev.takt.cli.output;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.truth.AttributionScore;
import dev.takt.explain.truth.PercentileRange;
import dev.takt.explain.truth.RatioRange;
import dev.takt.record.LatencyHistogram;
import java.util.List;
import java.util.function.Function;
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
  static final double MAX_DEVIATION = 0.1;

  private static final double P99 = 99;
  private static final double P999 = 99.9;

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
      String driver,
      String name,
      String text,
      AttributionScore score,
      AttributionScore elsewhere) {}

  /// A kind that cannot be made on this machine.
  public record NotMade(String text, String why) {}

  /// A run in which nothing was done.
  ///
  /// @param driver by which the target was driven
  /// @param operations how many there were
  /// @param score of those that were slow all the same: whatever is blamed is in its wrong causes
  public record Undisturbed(String driver, long operations, AttributionScore score) {}

  /// What was said of percentiles without a cause, and what they are without it.
  ///
  /// It is held against two things, as neither alone is enough. The undisturbed part of the same
  /// runs has the same noise, but is only a part of them. Other runs are whole, but each has the
  /// noise of its own minute.
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
      Sample predicted,
      Sample undisturbed,
      Sample real) {

    /// Whether both percentiles came close to both.
    public boolean isGood() {
      return verdict(Sample::p99) == Verdict.OK && verdict(Sample::p999) == Verdict.OK;
    }

    /// Whether one percentile came close to both.
    Verdict verdict(Function<Sample, PercentileRange> which) {
      RatioRange one = ratio(undisturbed, which);
      RatioRange other = ratio(real, which);
      if (!one.isWithin(MAX_DEVIATION) || !other.isWithin(MAX_DEVIATION)) {
        return Verdict.OFF;
      }
      return Math.max(one.error(), other.error()) <= MAX_DEVIATION ? Verdict.OK : Verdict.OPEN;
    }

    /// What is predicted, divided by what was recorded.
    RatioRange ratio(Sample of, Function<Sample, PercentileRange> which) {
      return which.apply(predicted).to(which.apply(of));
    }
  }

  /// What is said of a forecast.
  enum Verdict {
    /// No more than a tenth from what was recorded.
    OK("ok"),
    /// More than a tenth from one of the two.
    OFF("NO"),
    /// No more than a tenth, but of so few operations that chance alone makes a tenth.
    OPEN("?");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /// Operations of several runs.
  ///
  /// @param operations how many
  /// @param p99 of all of them together
  /// @param p999 of all of them together
  /// @param runs of each run alone
  public record Sample(
      long operations, PercentileRange p99, PercentileRange p999, List<Percentiles> runs) {

    /// Takes a copy.
    public Sample {
      runs = List.copyOf(runs);
    }

    /// Of histograms, one or more. They are added up: percentiles are of all operations of all
    /// runs.
    public static Sample of(List<LatencyHistogram> histograms) {
      LatencyHistogram all = new LatencyHistogram();
      histograms.forEach(all::add);
      return new Sample(
          all.totalCount(),
          PercentileRange.of(all, P99),
          PercentileRange.of(all, P999),
          histograms.stream().map(Sample::percentiles).toList());
    }

    private static Percentiles percentiles(LatencyHistogram histogram) {
      return new Percentiles(histogram.valueAtPercentile(P99), histogram.valueAtPercentile(P999));
    }

    /// Both percentiles of all of them together.
    public Percentiles all() {
      return new Percentiles(p99.value(), p999.value());
    }

    /// The least that a single run had.
    long least(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).min().orElse(which.applyAsLong(all()));
    }

    /// The most that a single run had.
    long most(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).max().orElse(which.applyAsLong(all()));
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
