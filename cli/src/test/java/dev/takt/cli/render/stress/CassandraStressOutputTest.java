package dev.takt.cli.render.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.Rate.Pacing;
import dev.takt.cli.output.Samples;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.testing.InEachLocale;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

/// What cassandra-stress 4.0-alpha2 has printed and logged in one run:
///
///     cassandra-stress mixed n=400 no-warmup 'ratio(write=1,read=1)' -pop seq=1..20000
///       -rate threads=4 fixed=150/s -log hdrfile=mixed.hdr no-settings
///
/// From its log, Takt prints the same lines and results, character by character.
@InEachLocale
class CassandraStressOutputTest {

  private static final StressFormat FORMAT =
      StressFormat.of(CommandName.MIXED, Pacing.FIXED, WorkCounter.ONE_ROW);

  /// The log has milliseconds. This is the length of the last interval, as its rates have it.
  private static final long LAST_NANOS = 381_500_000;

  private static final long SECOND = 1_000_000_000;

  private static List<String> printed() throws Exception {
    try (InputStream in = resource("mixed.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(CassandraStressOutputTest.class.getResourceAsStream(name), name);
  }

  private static List<Histogram> logged() throws Exception {
    List<Histogram> logged = new ArrayList<>();
    try (InputStream in = resource("mixed.hdr")) {
      HistogramLogReader reader = new HistogramLogReader(in);
      EncodableHistogram next = reader.nextIntervalHistogram();
      for (; next != null; next = reader.nextIntervalHistogram()) {
        logged.add((Histogram) next);
      }
    }
    return logged;
  }

  private static RunTags.Tag tag(Histogram logged) {
    return Objects.requireNonNull(RunTags.parse(logged.getTag().toLowerCase(Locale.ROOT)));
  }

  private static LatencyHistogram times(Histogram logged) {
    LatencyHistogram times = new LatencyHistogram();
    for (HistogramIterationValue each : logged.recordedValues()) {
      times.record(each.getValueIteratedTo(), each.getCountAddedInThisIterationStep());
    }
    return times;
  }

  @Test
  void linesAreThoseOfCassandraStress() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StressIntervals intervals =
        new StressIntervals(
            new PrintStream(bytes, true, StandardCharsets.UTF_8), FORMAT, Duration.ZERO);
    StressIntervalSource source = new StressIntervalSource(intervals);
    intervals.begin();
    List<Histogram> logged = logged();
    for (int i = 0; i < 4; i++) {
      for (Histogram each : logged.subList(i * 6, i * 6 + 6)) {
        source.record(tag(each), times(each));
      }
      source.end(i < 3 ? (i + 1) * SECOND : 3 * SECOND + LAST_NANOS);
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .isEqualTo(printed().subList(0, 13))
        .hasSize(13);
  }

  @Test
  void resultsAreThoseOfCassandraStress() throws Exception {
    List<Histogram> logged = logged();
    Distributions distributions =
        (operation, measure) -> {
          LatencyHistogram sum = new LatencyHistogram();
          logged.stream()
              .filter(each ->
                  tag(each)
                      .equals(new RunTags.Tag(false, operation, OperationState.COMPLETED, measure)))
              .forEach(each -> sum.add(times(each)));
          return sum;
        };
    Balance reads = new Balance(187, 187, 0, 0, 0, 0);
    Balance writes = new Balance(213, 213, 0, 0, 0, 0);
    RunSummary run =
        Samples.with(
            Samples.run("fixed"),
            new RunSummary.Results(
                List.of(
                    Samples.operation("write", true, writes),
                    Samples.operation("read", true, reads)),
                Samples.operation("all", true, new Balance(400, 400, 0, 0, 0, 0)),
                new Balance(400, 400, 0, 0, 0, 0),
                new Balance(0, 0, 0, 0, 0, 0),
                new Rate(150.0, 400 / (3 + LAST_NANOS / 1e9))));

    assertThat(distributions.of("read", Measure.SERVICE).totalCount()).isEqualTo(187);
    assertThat(StressResults.render(run, distributions, FORMAT, false).lines())
        .isEqualTo(printed().subList(13, printed().size()))
        .endsWith("END");
  }
}
