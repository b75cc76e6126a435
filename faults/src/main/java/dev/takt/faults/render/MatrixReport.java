package dev.takt.faults.render;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.faults.scoring.AttributionScore;
import dev.takt.faults.scoring.PercentileRange;
import dev.takt.faults.scoring.RatioRange;
import dev.takt.record.LatencyHistogram;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// How often explanations of injected faults were correct.
///
/// @param minCorrectShare the minimum share of the lost time that must be charged to the correct
///   cause
/// @param maxWrongShare the maximum share that may be charged to one wrong cause
/// @param rows a row for each kind of fault that could be injected
/// @param notInjectable the other kinds
/// @param faultFreeRuns runs without a fault, at most one for each driver
/// @param forecasts the counterfactual percentiles
public record MatrixReport(
    double minCorrectShare,
    double maxWrongShare,
    List<Row> rows,
    List<NotInjectable> notInjectable,
    List<FaultFreeRun> faultFreeRuns,
    List<Forecast> forecasts) {

  /// The maximum relative error of a forecast.
  static final double MAX_DEVIATION = 0.1;

  private static final double P99 = 99;
  private static final double P999 = 99.9;

  /// Takes copies.
  public MatrixReport {
    rows = List.copyOf(rows);
    notInjectable = List.copyOf(notInjectable);
    faultFreeRuns = List.copyOf(faultFreeRuns);
    forecasts = List.copyOf(forecasts);
  }

  /// The result for one kind of fault.
  ///
  /// @param driver the driver used
  /// @param name on the command line
  /// @param text a short description
  /// @param score of the operations that the fault made slow
  /// @param elsewhere score of the other slow operations of that run
  public record Row(
      String driver,
      String name,
      String text,
      AttributionScore score,
      AttributionScore elsewhere) {}

  /// A kind that cannot be injected on this machine.
  public record NotInjectable(String text, String why) {}

  /// A run without a fault.
  ///
  /// @param driver the driver used
  /// @param operations how many there were
  /// @param score of the operations that were slow nevertheless; everything blamed counts as a
  ///   wrong cause
  public record FaultFreeRun(String driver, long operations, AttributionScore score) {}

  /// Predicted percentiles without a cause, and the recorded ones without it.
  ///
  /// The prediction is compared to two references, as neither alone is enough. The undisturbed part
  /// of the same runs has the same noise, but is only a part of them. Other runs are complete, but
  /// each has the noise of its own minute.
  ///
  /// @param driver the driver used
  /// @param text the injected fault
  /// @param recorded percentiles with the cause
  /// @param predicted percentiles without the cause, computed from the runs with it
  /// @param undisturbed percentiles recorded in the undisturbed parts of the runs with the cause
  /// @param real percentiles recorded in runs without the cause
  public record Forecast(
      String driver,
      String text,
      Percentiles recorded,
      Sample predicted,
      Sample undisturbed,
      Sample real) {

    /// Whether both percentiles are within the tolerance of both references.
    public boolean isGood() {
      return verdict(Sample::p99) == Verdict.OK && verdict(Sample::p999) == Verdict.OK;
    }

    /// The verdict on one percentile, against both references.
    Verdict verdict(Function<Sample, PercentileRange> which) {
      RatioRange one = ratio(undisturbed, which);
      RatioRange other = ratio(real, which);
      if (!one.isWithin(MAX_DEVIATION) || !other.isWithin(MAX_DEVIATION)) {
        return Verdict.OFF;
      }
      return Math.max(one.error(), other.error()) <= MAX_DEVIATION ? Verdict.OK : Verdict.OPEN;
    }

    /// The predicted value divided by the recorded one.
    RatioRange ratio(Sample of, Function<Sample, PercentileRange> which) {
      return which.apply(predicted).to(which.apply(of));
    }
  }

  /// The verdict on a forecast.
  enum Verdict {
    /// At most a tenth from the references.
    OK("ok"),
    /// More than a tenth from one of the references.
    OFF("NO"),
    /// At most a tenth, but from so few operations that chance alone makes a tenth.
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
  /// @param p99 of all operations together
  /// @param p999 of all operations together
  /// @param runs the percentiles of each run alone
  public record Sample(
      long operations, PercentileRange p99, PercentileRange p999, List<Percentiles> runs) {

    /// Copies the list.
    public Sample {
      runs = List.copyOf(runs);
    }

    /// The sample of one or more histograms. They are added up: percentiles are of all operations
    /// of all runs.
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

    /// Both percentiles of all operations together.
    public Percentiles all() {
      return new Percentiles(p99.value(), p999.value());
    }

    /// The minimum over single runs.
    long least(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).min().orElse(which.applyAsLong(all()));
    }

    /// The maximum over single runs.
    long most(ToLongFunction<Percentiles> which) {
      return runs.stream().mapToLong(which).max().orElse(which.applyAsLong(all()));
    }
  }

  /// Whether a row meets the limits.
  public boolean isGood(Row row) {
    return row.score().isWithin(minCorrectShare, maxWrongShare);
  }

  /// Whether all rows and forecasts meet the limits.
  public boolean isGood() {
    return rows.stream().allMatch(this::isGood) && forecasts.stream().allMatch(Forecast::isGood);
  }
}
