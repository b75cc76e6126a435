package dev.takt.load.engine.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.ProcessUsage;
import dev.takt.runs.model.GeneratorReport.Verdict;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GeneratorHealthTest {

  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final ProcessUsage NOTHING = new ProcessUsage(0, 0, 0);
  private static final StallLog NO_STALLS = new StallLog();

  /// A second altogether.
  private static final StallLog FIVE_STALLS = stalls(5, 200 * MS, 3 * SECOND);

  /// 1000 values of which the greatest `percent` are `late`.
  private static LatencyHistogram values(long usual, double percent, long late) {
    LatencyHistogram histogram = new LatencyHistogram();
    long many = Math.round(percent * 10);
    histogram.record(usual, 1000 - many);
    histogram.record(late, many);
    return histogram;
  }

  /// @param begin of the first of them; each begins a second after the one before
  private static StallLog stalls(int count, long length, long begin) {
    StallLog log = new StallLog();
    for (int i = 0; i < count; i++) {
      log.add(begin + i * SECOND, begin + i * SECOND + length);
    }
    return log;
  }

  private static GeneratorReport report(
      Pacing pacing,
      LatencyHistogram lateness,
      LatencyHistogram response,
      StallLog stalls,
      double utilisation) {
    return new GeneratorHealth(pacing, lateness, response, stalls, 0, 0, utilisation)
        .report(true, null, NOTHING, 10 * SECOND);
  }

  private static Verdict verdict(LatencyHistogram lateness, StallLog stalls, double utilisation) {
    return report(Pacing.HYBRID, lateness, values(MS, 0, 0), stalls, utilisation).verdict();
  }

  @Test
  void aGeneratorThatIsOnTimeIsFine() {
    assertThat(verdict(values(50_000, 0, 0), NO_STALLS, 0.2)).isEqualTo(Verdict.OK);
  }

  @Test
  void isFineUpToAMillisecondAtThe99thPercentile() {
    assertThat(verdict(values(990_000, 0, 0), NO_STALLS, 0.2)).isEqualTo(Verdict.OK);
    assertThat(verdict(values(1_010_000, 0, 0), NO_STALLS, 0.2)).isEqualTo(Verdict.LATE);
    assertThat(verdict(values(0, 0.9, SECOND), NO_STALLS, 0.2)).isEqualTo(Verdict.OK);
    assertThat(verdict(values(0, 1.1, SECOND), NO_STALLS, 0.2)).isEqualTo(Verdict.LATE);
  }

  @Test
  void aSleepingPaceMayBeTwoMillisecondsLate() {
    LatencyHistogram late = values(1_900_000, 0, 0);
    assertThat(report(Pacing.SLEEP, late, values(MS, 0, 0), NO_STALLS, 0.2).verdict())
        .isEqualTo(Verdict.OK);
    assertThat(verdict(late, NO_STALLS, 0.2)).isEqualTo(Verdict.LATE);
  }

  @Test
  void isFineIfItsLatenessIsLostInTheResponseTime() {
    LatencyHistogram late = values(0, 2, 90 * MS);
    assertThat(report(Pacing.HYBRID, late, values(SECOND, 0, 0), NO_STALLS, 0.2).verdict())
        .isEqualTo(Verdict.OK);
    assertThat(report(Pacing.HYBRID, late, values(800 * MS, 0, 0), NO_STALLS, 0.2).verdict())
        .isEqualTo(Verdict.LATE);
  }

  @Test
  void whatWasStoppedIsStalled() {
    LatencyHistogram late = values(0, 10, 180 * MS);
    assertThat(verdict(late, FIVE_STALLS, 0.2)).isEqualTo(Verdict.STALLED);
    assertThat(verdict(late, FIVE_STALLS, 0.99)).isEqualTo(Verdict.STALLED);
  }

  @Test
  void stallsThatAreTooFewOrTooShortAreNotTheCause() {
    LatencyHistogram late = values(0, 10, 180 * MS);
    assertThat(verdict(late, stalls(1, 99 * MS, 0), 0.2)).isEqualTo(Verdict.LATE);
    assertThat(verdict(late, stalls(500, 2 * MS, 0), 0.2)).isEqualTo(Verdict.LATE);
  }

  @Test
  void whatIsAlwaysAtWorkIsSaturated() {
    LatencyHistogram late = values(SECOND, 0, 0);
    assertThat(verdict(late, NO_STALLS, 0.9)).isEqualTo(Verdict.SATURATED);
    assertThat(verdict(late, NO_STALLS, 0.89)).isEqualTo(Verdict.LATE);
    assertThat(verdict(late, NO_STALLS, Double.NaN)).isEqualTo(Verdict.LATE);
  }

  @Test
  void lateReportContainsFiguresAndRemedies() {
    GeneratorReport report =
        report(Pacing.HYBRID, values(0, 10, 180 * MS), values(MS, 0, 0), FIVE_STALLS, 0.25);
    GeneratorReport.Lateness lateness = Objects.requireNonNull(report.lateness());
    assertThat(lateness.p50()).isZero();
    assertThat(lateness.p99()).isBetween(180 * MS, 181 * MS);
    assertThat(lateness.max()).isBetween(180 * MS, 181 * MS);
    assertThat(report.stalls().count()).isEqualTo(5);
    assertThat(report.stalls().totalNanos()).isEqualTo(SECOND);
    assertThat(report.stalls().longestNanos()).isEqualTo(200 * MS);
    assertThat(report.utilisation()).isEqualTo(0.25);
    String findings = report.findings().stream().collect(Collectors.joining("\n"));
    assertThat(findings).contains("200 ms").contains("3.00 s into the run");
  }

  @Test
  void withoutAScheduleTheRateMayBeTheGeneratorsLimit() {
    GeneratorReport report = withoutSchedule(0.9);
    assertThat(report.verdict()).isEqualTo(Verdict.SATURATED);
    assertThat(report.findings()).singleElement().asString().contains("90 %").contains("--threads");
  }

  private static GeneratorReport withoutSchedule(double utilisation) {
    LatencyHistogram nothing = new LatencyHistogram();
    return new GeneratorHealth(Pacing.HYBRID, nothing, nothing, NO_STALLS, 0, 0, utilisation)
        .report(false, null, NOTHING, SECOND);
  }

  @Test
  void withoutAScheduleThereIsNothingToBeLateFor() {
    GeneratorReport report = withoutSchedule(0.89);
    assertThat(report.verdict()).isEqualTo(Verdict.OK);
    assertThat(report.lateness()).isNull();
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void tellsOfItsOwnCollections() {
    GeneratorReport report =
        new GeneratorHealth(
                Pacing.HYBRID, values(0, 0, 0), values(MS, 0, 0), NO_STALLS, 0, 0, Double.NaN)
            .report(true, null, new ProcessUsage(3, 40 * MS, SECOND), SECOND);
    assertThat(report.usage().gcCount()).isEqualTo(3);
    assertThat(report.usage().cpuNanos()).isEqualTo(SECOND);
    assertThat(report.utilisation()).as("not known").isNull();
    assertThat(report.findings())
        .singleElement()
        .asString()
        .contains("3 times")
        .contains("40.0 ms");
    assertThat(collections(1)).contains("collected garbage once, for");
  }

  private static String collections(long count) {
    return new GeneratorHealth(
            Pacing.HYBRID, values(0, 0, 0), values(MS, 0, 0), NO_STALLS, 0, 0, Double.NaN)
        .report(true, null, new ProcessUsage(count, 40 * MS, SECOND), SECOND)
        .findings()
        .getFirst();
  }

  @Test
  void advisesMoreThreadsOnlyToThoseThatHaveThem() {
    LatencyHistogram late = values(5 * MS, 0, 0);
    assertThat(report(Pacing.HYBRID, late, values(MS, 0, 0), NO_STALLS, 0.2).findings())
        .singleElement()
        .asString()
        .contains("a quieter machine, more --threads, or --pacing spin");
    assertThat(report(Pacing.HYBRID, late, values(MS, 0, 0), NO_STALLS, Double.NaN).findings())
        .singleElement()
        .asString()
        .endsWith("a quieter machine or --pacing spin");
  }
}
