package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is in `latency.hdr` when HdrHistogram's own reader reads it.
class LogTest {

  private static final String RESPONSE = "read-rt";
  private static final String SERVICE = "read-st";
  private static final String WAIT = "read-wt";

  @TempDir private Path directory;

  @Test
  void sumsUpToTheSummary() throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=sim:delay=2ms,random",
            "--rate=2000/s",
            "--duration=3s",
            "--workers=8",
            "--format=json");
    RunSummary summary = run.printedSummary();
    Map<String, Histogram> log = sums(intervals(run));

    assertThat(summary.results().balance()).isEqualTo(new Balance(6000, 6000, 0, 0, 0, 0));
    assertSame(log.get(RESPONSE), Objects.requireNonNull(summary.results().total().response()));
    assertSame(log.get(SERVICE), summary.results().total().service());
    assertSame(log.get(WAIT), Objects.requireNonNull(summary.results().total().waiting()));
  }

  /// The numbers of `takt log summarize` are those of the run, to the last digit.
  @Test
  void isSummarizedToTheNumbersOfTheRun() throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=sim:delay=2ms,random",
            "--rate=1000/s",
            "--duration=2s",
            "--workers=8",
            "--format=json");
    RunSummary summary = run.printedSummary();

    Ran log =
        Takt.command(
            directory, List.of("log", "summarize", run.path().toString(), "--format=json"));

    assertThat(log.code()).as(log.err()).isZero();
    assertThat(log.json().get("unit").asString()).isEqualTo("ns");
    assertThat(log.json().get("unitSource").asString()).isEqualTo("log");
    assertSame(series(log, RESPONSE), Objects.requireNonNull(summary.results().total().response()));
    assertSame(series(log, SERVICE), summary.results().total().service());
    assertSame(series(log, WAIT), Objects.requireNonNull(summary.results().total().waiting()));
  }

  private static JsonNode series(Ran log, String tag) {
    for (JsonNode each : log.json().get("series")) {
      if (each.get("tag").asString().equals(tag)) {
        return each;
      }
    }
    throw new AssertionError(tag + " is not in " + log.out());
  }

  private static void assertSame(JsonNode series, Distribution printed) {
    JsonNode percentiles = series.get("percentiles");
    assertThat(
            new Distribution(
                series.get("count").asLong(),
                printed.mean(),
                percentiles.get("50").asLong(),
                percentiles.get("90").asLong(),
                percentiles.get("99").asLong(),
                percentiles.get("99.9").asLong(),
                percentiles.get("99.99").asLong(),
                series.get("max").asLong()))
        .isEqualTo(printed);
    assertThat(series.get("mean").asDouble())
        .isBetween(printed.mean() * 0.999, printed.mean() * 1.001);
  }

  private static void assertSame(@Nullable Histogram log, Distribution printed) {
    Histogram sum = Objects.requireNonNull(log);
    assertThat(printed)
        .isEqualTo(
            new Distribution(
                sum.getTotalCount(),
                printed.mean(),
                sum.getValueAtPercentile(50),
                sum.getValueAtPercentile(90),
                sum.getValueAtPercentile(99),
                sum.getValueAtPercentile(99.9),
                sum.getValueAtPercentile(99.99),
                sum.getMaxValue()));
    assertThat(printed.mean()).isBetween(sum.getMean() * 0.999, sum.getMean() * 1.001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sim:delay=100us", "sim:delay=100us,form=async"})
  void keepsTheWarmUpApart(String target) throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=" + target,
            "--rate=1000/s",
            "--duration=2s",
            "--warmup=500ms",
            "--workers=4",
            "--format=json");
    RunSummary summary = run.printedSummary();
    Map<String, Histogram> log = sums(intervals(run));

    assertThat(summary.results().balance()).isEqualTo(new Balance(1500, 1500, 0, 0, 0, 0));
    assertThat(summary.results().warmup()).isEqualTo(new Balance(500, 500, 0, 0, 0, 0));
    for (String tag : List.of(RESPONSE, SERVICE, WAIT)) {
      assertThat(Objects.requireNonNull(log.get("warmup:" + tag)).getTotalCount()).isEqualTo(500);
      assertThat(Objects.requireNonNull(log.get(tag)).getTotalCount()).isEqualTo(1500);
    }
    assertSame(log.get(RESPONSE), Objects.requireNonNull(summary.results().total().response()));
    assertThat(summary.results().rate().intended()).isEqualTo(1000.0);
    assertThat(run.operations()).hasSize(2000);
  }

  @Tag("timing")
  @Test
  void hasIntervalsOfASecond() throws Exception {
    Attempts.of(_ -> {
      Ran run =
          Takt.measure(
              directory,
              "--target=sim:delay=100us",
              "--rate=1000/s",
              "--duration=5s",
              "--workers=4",
              "--format=json");
      List<Histogram> intervals =
          intervals(run).stream().filter(h -> h.getTag().equals(RESPONSE)).toList();
      assertThat(intervals.size()).isBetween(5, 6);
      for (int i = 0; i < 5; i++) {
        Histogram interval = intervals.get(i);
        assertThat(interval.getEndTimeStamp() - interval.getStartTimeStamp())
            .as("length of interval %d in ms", i)
            .isBetween(980L, 1020L);
        if (i > 0) {
          assertThat(interval.getStartTimeStamp() - intervals.get(i - 1).getEndTimeStamp())
              .as("gap before interval %d in ms", i)
              .isBetween(-1L, 1L);
        }
      }
    });
  }

  private static List<Histogram> intervals(Ran run) throws Exception {
    File file = run.directory().latencyLog().toFile();
    List<Histogram> intervals = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file)) {
      while (reader.hasNext()) {
        if (reader.nextIntervalHistogram() instanceof Histogram histogram) {
          intervals.add(histogram);
        }
      }
    }
    return intervals;
  }

  private static Map<String, Histogram> sums(List<Histogram> intervals) {
    Map<String, Histogram> sums = new TreeMap<>();
    for (Histogram interval : intervals) {
      sums.computeIfAbsent(interval.getTag(), _ -> new Histogram(3)).add(interval);
    }
    return sums;
  }
}
