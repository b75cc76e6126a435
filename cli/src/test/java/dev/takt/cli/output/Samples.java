package dev.takt.cli.output;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.TargetAddresses;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Runs with known figures, for tests of their output.
public final class Samples {

  public static final Distributions HISTOGRAMS = Samples::histogram;

  private Samples() {}

  /// Service 1 to 1000 µs in steps of 1 µs; response and wait ten times that.
  public static LatencyHistogram histogram(@Nullable String operation, Measure measure) {
    LatencyHistogram histogram = new LatencyHistogram();
    int factor = measure == Measure.SERVICE ? 1 : 10;
    int end = operation == null ? 2000 : 1000;
    for (int i = 1; i <= end; i++) {
      histogram.record(i * 1000L * factor);
    }
    return histogram;
  }

  public static Distribution distribution(Measure measure) {
    return Distribution.of(histogram("read", measure));
  }

  public static OperationSummary operation(String name, boolean scheduled, Balance balance) {
    return new OperationSummary(
        name,
        scheduled ? distribution(Measure.RESPONSE) : null,
        distribution(Measure.SERVICE),
        scheduled ? distribution(Measure.WAIT) : null,
        balance,
        new TreeMap<>(Map.of("200", balance.completed(), "503", balance.failed())));
  }

  /// Two operations with errors, a warning and a matching balance.
  public static RunSummary run(String mode) {
    boolean scheduled = !mode.equals("throughput");
    Balance half = new Balance(1007, 1000, 4, 1, 1, 1);
    Map<String, Long> errors = new TreeMap<>(Map.of("status 503", 8L, "timed out", 2L));
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution(mode, "http://127.0.0.1:8080/", null, true, 20_000_000_000L),
        new RunSummary.Results(
            List.of(operation("read", scheduled, half), operation("update", scheduled, half)),
            operation("all", scheduled, new Balance(2014, 2000, 8, 2, 2, 2)),
            new Balance(2014, 2000, 8, 2, 2, 2),
            new Balance(200, 200, 0, 0, 0, 0),
            new Rate(scheduled ? 100.7 : null, 100.5)),
        generator(Verdict.OK, List.of()),
        new RunSummary.Failures(errors, Map.of("status 503", "failures/status-503.txt")),
        List.of(),
        List.of("10 operations failed; see errors"),
        "takt-runs/1");
  }

  public static GeneratorReport generator(Verdict verdict, List<String> findings) {
    return generator(verdict, findings, 1_000_000_000);
  }

  /// @param cpuNanos CPU time of the whole run
  public static GeneratorReport generator(Verdict verdict, List<String> findings, long cpuNanos) {
    return new GeneratorReport(
        verdict,
        new GeneratorReport.Lateness(3200, 12_300, 1_200_000),
        new GeneratorReport.StallTotals(10, 2_000_000_000, 201_000_000),
        new GeneratorReport.ProcessUsage(2, 3_100_000, cpuNanos),
        0.12,
        null,
        null,
        findings);
  }

  public static RunSummary with(RunSummary run, Rate rate) {
    RunSummary.Results was = run.results();
    return with(
        run,
        run.execution(),
        new RunSummary.Results(was.operations(), was.total(), was.balance(), was.warmup(), rate),
        run.failures());
  }

  public static RunSummary with(RunSummary run, RunSummary.Results results) {
    return with(run, run.execution(), results, run.failures());
  }

  public static RunSummary with(RunSummary run, TargetAddresses addresses) {
    RunSummary.Execution was = run.execution();
    return with(
        run,
        new RunSummary.Execution(
            was.mode(), was.target(), addresses, was.complete(), was.durationNanos()),
        run.results(),
        run.failures());
  }

  public static RunSummary with(RunSummary run, Balance balance, Map<String, Long> errors) {
    RunSummary.Results was = run.results();
    return with(
        run,
        run.execution(),
        new RunSummary.Results(was.operations(), was.total(), balance, was.warmup(), was.rate()),
        new RunSummary.Failures(errors, run.failures().files()));
  }

  private static RunSummary with(
      RunSummary run,
      RunSummary.Execution execution,
      RunSummary.Results results,
      RunSummary.Failures failures) {
    return new RunSummary(
        run.heading(),
        execution,
        results,
        run.generator(),
        failures,
        run.assertions(),
        run.warnings(),
        run.runDirectory());
  }

  public static RunSummary judged(RunSummary run) {
    return run.withAssertions(
        List.of(
            new AssertionResult("p99 > 20ms", "9.90 ms", false),
            new AssertionResult("errors > 0.1%", "0.695 %", true)));
  }

  public static Progress progress(Progress.Phase phase, boolean scheduled) {
    return new Progress(
        phase,
        12_000_000_000L,
        8_000_000_000L,
        new Progress.Rates(scheduled ? 1000 : Double.NaN, 999),
        times(scheduled),
        times(scheduled),
        scheduled ? distribution(Measure.LATENESS) : null,
        new Progress.Counts(3, 14, 11_985, 15));
  }

  private static Progress.Times times(boolean scheduled) {
    return new Progress.Times(
        scheduled ? distribution(Measure.RESPONSE) : null, distribution(Measure.SERVICE));
  }
}
