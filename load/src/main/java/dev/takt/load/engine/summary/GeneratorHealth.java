package dev.takt.load.engine.summary;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.ProcessUsage;
import dev.takt.runs.model.GeneratorReport.StallTotals;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides whether a measurement describes the target or the generator.
///
/// The criterion is lateness at the 99th percentile: it must be small in itself, or small relative
/// to the measured response time. If the generator fails, the cause is named: it was saturated, it
/// was stalled, or it was merely late.
public final class GeneratorHealth {

  /// Lateness up to this does not invalidate a measurement. With [Pacing#SLEEP] sends are late by
  /// its grid of one millisecond.
  private static final long MAX_LATENESS_NANOS = 1_000_000;

  private static final long MAX_LATENESS_WHEN_SLEEPING_NANOS = 2_000_000;

  /// Lateness up to this share of the response time does not change the conclusions from the
  /// response time.
  private static final double MAX_LATENESS_SHARE = 0.1;

  /// A sending thread that is busy for this share of its time cannot keep a schedule.
  private static final double SATURATION = 0.9;

  /// A single stall of at least this length is reported, even if the run can be trusted.
  private static final long MIN_REPORTED_STALL_NANOS = 10_000_000;

  private final Pacing pacing;
  private final LatencyHistogram lateness;
  private final LatencyHistogram response;
  private final StallTotals stalls;
  private final long longestStallBegin;
  private final long origin;
  private final long warmup;
  private final double utilisation;

  public GeneratorHealth(
      Pacing pacing,
      LatencyHistogram lateness,
      LatencyHistogram response,
      StallLog stallLog,
      long origin,
      long warmup,
      double utilisation) {
    this.pacing = pacing;
    this.lateness = lateness;
    this.response = response;
    this.stalls = stallLog.totals();
    this.longestStallBegin = stallLog.longestBegin();
    this.origin = origin;
    this.warmup = warmup;
    this.utilisation = utilisation;
  }

  /// @param transport see [GeneratorReport#transport]
  public GeneratorReport report(
      boolean hasSchedule, @Nullable String transport, ProcessUsage usage, long elapsedNanos) {
    Verdict verdict = hasSchedule ? verdict(elapsedNanos) : verdictWithoutSchedule();
    return new GeneratorReport(
        verdict,
        hasSchedule ? GeneratorReport.Lateness.of(lateness) : null,
        stalls,
        usage,
        Double.isNaN(utilisation) ? null : utilisation,
        null, // attribution is known only after everything recorded has been analysed
        transport,
        findings(verdict, hasSchedule, usage));
  }

  private Verdict verdict(long elapsedNanos) {
    long late = lateness.valueAtPercentile(99);
    long tolerated = pacing == Pacing.SLEEP ? MAX_LATENESS_WHEN_SLEEPING_NANOS : MAX_LATENESS_NANOS;
    if (late
        <= Math.max(
            tolerated, (long) (MAX_LATENESS_SHARE * (double) response.valueAtPercentile(99)))) {
      return Verdict.OK;
    }
    // One operation in a hundred was late. Stalls explain that if they took up a hundredth of the
    // time.
    if (stalls.totalNanos() >= elapsedNanos / 100 && stalls.longestNanos() >= late / 4) {
      return Verdict.STALLED;
    }
    return utilisation >= SATURATION ? Verdict.SATURATED : Verdict.LATE;
  }

  /// Without a schedule nothing can be late, but the rate may be the generator's own limit.
  private Verdict verdictWithoutSchedule() {
    return utilisation >= SATURATION ? Verdict.SATURATED : Verdict.OK;
  }

  private List<String> findings(Verdict verdict, boolean hasSchedule, ProcessUsage usage) {
    List<String> findings = new ArrayList<>();
    String late = Units.time(lateness.valueAtPercentile(99));
    switch (verdict) {
      case OK -> {}
      case LATE ->
          findings.add(
              "the generator itself sent 1 % of the operations "
                  + late
                  + " late or more, though it was free to send: give it a quieter machine"
                  + remedies());
      case SATURATED ->
          findings.add(
              EnglishText.format(
                  "the generator's busiest thread was at work %.0f %% of the time: %s",
                  utilisation * 100,
                  hasSchedule
                      ? "it could not keep the schedule; try more --threads, or a lower --rate"
                      : "the rate may be its limit rather than the target's; try more --threads"));
      case STALLED ->
          findings.add(
              "the generator itself was stopped for "
                  + Units.time(stalls.totalNanos())
                  + " altogether, and sent 1 % of the operations "
                  + late
                  + " late or more: give it a machine that lets it run");
    }
    if (hasSchedule && stalls.longestNanos() >= MIN_REPORTED_STALL_NANOS) {
      findings.add(
          "the generator's longest stall was "
              + Units.time(stalls.longestNanos())
              + ", "
              + Units.time(Math.max(0, longestStallBegin - origin))
              + (longestStallBegin - origin < warmup
                  ? " into the run: in the warm-up, which is left out"
                  : " into the run: the highest percentiles contain it"));
    }
    if (usage.gcCount() > 0) {
      findings.add(
          "the generator's JVM collected garbage "
              + (usage.gcCount() == 1 ? "once" : usage.gcCount() + " times")
              + ", for "
              + Units.time(usage.gcNanos())
              + " altogether");
    }
    return findings;
  }

  /// The busy share of workers is not known, and `--threads` does not apply to them.
  private String remedies() {
    return Double.isNaN(utilisation) ? " or --pacing spin" : ", more --threads, or --pacing spin";
  }
}
