package dev.takt.cli.render.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.InEachLocale;
import dev.takt.cli.output.Samples;
import dev.takt.cli.render.ycsb.YcsbOptions.Collector;
import dev.takt.cli.render.ycsb.YcsbOptions.Times;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.engine.summary.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.RunTags.Measure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter;
import site.ycsb.measurements.exporter.JSONMeasurementsExporter;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

@InEachLocale
class YcsbFormatTest {

  private static final YcsbOptions BOTH = options(Times.BOTH, 95.0, 99.0);

  private static YcsbOptions options(Times times, Double... percentiles) {
    return new YcsbOptions(times, List.of(percentiles), List.of());
  }

  private static String text(String mode, Distributions of, YcsbOptions options) {
    return YcsbFormat.TEXT.render(Samples.run(mode), of, options);
  }

  @Test
  void printsServiceAndIntendedLines() {
    assertThat(text("fixed", Samples.HISTOGRAMS, BOTH))
        .isEqualTo(
            """
            [OVERALL], RunTime(ms), 20000
            [OVERALL], Throughput(ops/sec), 100.5
            [TOTAL_GCs], Count, 0
            [TOTAL_GC_TIME], Time(ms), 0
            [TOTAL_GC_TIME_%], Time(%), 0.0
            [READ], Operations, 1000
            [READ], AverageLatency(us), 500.504858
            [READ], MinLatency(us), 1
            [READ], MaxLatency(us), 1000
            [READ], 95thPercentileLatency(us), 950
            [READ], 99thPercentileLatency(us), 990
            [READ], Return=OK, 1000
            [READ], Return=ERROR, 5
            [UPDATE], Operations, 1000
            [UPDATE], AverageLatency(us), 500.504858
            [UPDATE], MinLatency(us), 1
            [UPDATE], MaxLatency(us), 1000
            [UPDATE], 95thPercentileLatency(us), 950
            [UPDATE], 99thPercentileLatency(us), 990
            [UPDATE], Return=OK, 1000
            [UPDATE], Return=ERROR, 5
            [Intended-READ], Operations, 1000
            [Intended-READ], AverageLatency(us), 5005.013988
            [Intended-READ], MinLatency(us), 10
            [Intended-READ], MaxLatency(us), 10002
            [Intended-READ], 95thPercentileLatency(us), 9502
            [Intended-READ], 99thPercentileLatency(us), 9904
            [Intended-UPDATE], Operations, 1000
            [Intended-UPDATE], AverageLatency(us), 5005.013988
            [Intended-UPDATE], MinLatency(us), 10
            [Intended-UPDATE], MaxLatency(us), 10002
            [Intended-UPDATE], 95thPercentileLatency(us), 9502
            [Intended-UPDATE], 99thPercentileLatency(us), 9904
            """);
  }

  @Test
  void printsOnlyTheTimesThatAreAskedFor() {
    assertThat(text("fixed", Samples.HISTOGRAMS, options(Times.OP, 50.0)))
        .contains("[READ], MaxLatency(us), 1000\n", "[READ], 50thPercentileLatency(us), 500\n")
        .doesNotContain("Intended", "95th");
    assertThat(text("fixed", Samples.HISTOGRAMS, options(Times.INTENDED, 99.9)))
        .contains("[READ], MaxLatency(us), 10002\n", "[READ], 99.9PercentileLatency(us), 9994\n")
        .contains("[READ], Return=OK, 1000\n")
        .doesNotContain("Intended");
  }

  @Test
  void hasNoIntendedLinesWithoutASchedule() {
    String lines = text("throughput", Samples.HISTOGRAMS, BOTH);

    assertThat(lines).contains("[READ], Operations, 1000\n");
    assertThat(lines.toLowerCase(Locale.ROOT)).doesNotContain("intended", "response");
  }

  @Test
  void tellsOfCollectors() {
    YcsbOptions options =
        new YcsbOptions(Times.OP, List.of(95.0), List.of(new Collector("G1_Young", 3, 50)));

    assertThat(text("fixed", Samples.HISTOGRAMS, options))
        .contains(
            """
            [TOTAL_GCS_G1_Young], Count, 3
            [TOTAL_GC_TIME_G1_Young], Time(ms), 50
            [TOTAL_GC_TIME_%_G1_Young], Time(%), 0.25
            [TOTAL_GCs], Count, 3
            [TOTAL_GC_TIME], Time(ms), 50
            [TOTAL_GC_TIME_%], Time(%), 0.25
            """);
  }

  /// A driver that reports halves, cleanup and failures.
  private static final class Detailed implements Distributions {
    @Override
    public LatencyHistogram of(@Nullable String operation, Measure measure) {
      return Samples.histogram(operation, measure);
    }

    @Override
    public LatencyHistogram failures(String operation, Measure measure) {
      return operation.equals("read") ? once(7_000) : new LatencyHistogram();
    }

    @Override
    public Map<String, Long> errors(String operation) {
      return operation.equals("read") ? Map.of("NOT_FOUND", 3L, "no luck", 1L) : Map.of();
    }

    @Override
    public List<DriverPart> parts() {
      return List.of(
          new DriverPart("read", once(5_000_000)), new DriverPart("cleanup", once(3_000)));
    }
  }

  private static LatencyHistogram once(long nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(nanos);
    return histogram;
  }

  @Test
  void booksHalvesCleanupAndFailuresAsYcsbDoes() {
    assertThat(text("fixed", new Detailed(), BOTH))
        .contains(
            "[READ], Operations, 1001\n",
            "[READ], Return=OK, 1001\n",
            "[READ], Return=NOT_FOUND, 3\n",
            "[READ], Return=ERROR, 2\n",
            "[READ-FAILED], Operations, 1\n",
            "[READ-FAILED], MaxLatency(us), 7\n",
            "[CLEANUP], MaxLatency(us), 3\n",
            "[Intended-CLEANUP], Operations, 1\n",
            "[Intended-READ-FAILED], Operations, 1\n")
        .doesNotContain("[CLEANUP], Return", "[READ-FAILED], Return");
  }

  /// YCSB books return codes under the plain name only, without separate times.
  @Test
  void hasNoIntendedTimesWhereAllFailed() {
    Distributions failing =
        (operation, measure) ->
            "read".equals(operation)
                ? new LatencyHistogram()
                : Samples.histogram(operation, measure);

    assertThat(text("fixed", failing, BOTH))
        .contains("[READ], Operations, 0\n")
        .doesNotContain("[Intended-READ]");
    assertThat(text("fixed", failing, options(Times.INTENDED, 95.0)))
        .contains("[READ], Operations, 0\n", "[READ], Return=");
  }

  /// YCSB's own exporters get the same figures.
  @Test
  void eachFormIsThatOfYcsbsExporter() throws Exception {
    List<YcsbRow> rows = YcsbRows.of(Samples.run("fixed"), new Detailed(), BOTH);
    for (YcsbFormat format : YcsbFormat.values()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      MeasurementsExporter ycsb =
          switch (format) {
            case TEXT -> new TextMeasurementsExporter(out);
            case JSON -> new JSONMeasurementsExporter(out);
            case JSON_ARRAY -> new JSONArrayMeasurementsExporter(out);
          };
      for (YcsbRow row : rows) {
        if (row.value() instanceof Double number) {
          ycsb.write(row.metric(), row.measurement(), number);
        } else {
          ycsb.write(row.metric(), row.measurement(), row.value().longValue());
        }
      }
      ycsb.close();
      assertThat(format.text(rows)).isEqualTo(out.toString(StandardCharsets.UTF_8));
    }
  }

  @Test
  void knowsYcsbsExportersByTheirClass() {
    assertThat(YcsbFormat.ofExporter(JSONArrayMeasurementsExporter.class.getName()))
        .contains(YcsbFormat.JSON_ARRAY);
    assertThat(YcsbFormat.ofExporter(TextMeasurementsExporter.class.getName()))
        .contains(YcsbFormat.TEXT);
    assertThat(YcsbFormat.ofExporter("com.acme.Mine")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1st", "2, 2nd", "3, 3rd", "11, 11th", "50, 50th", "92, 92nd", "99.9, 99.9"})
  void countsAsYcsbDoes(double percentile, String ordinal) {
    assertThat(YcsbRow.ordinal(percentile, Double.toString(percentile))).isEqualTo(ordinal);
  }

  @Test
  void readsWhatPropertiesSayOfTheOutput() {
    YcsbOptions options =
        YcsbOptions.of(
            Map.of("measurement.interval", "both", "hdrhistogram.percentiles", "50, 99.9"));

    assertThat(options.times()).isEqualTo(Times.BOTH);
    assertThat(options.percentiles()).containsExactly(50.0, 99.9);
    assertThat(YcsbOptions.of(Map.of()).times()).isEqualTo(Times.OP);
    assertThat(YcsbOptions.of(Map.of()).percentiles()).containsExactly(95.0, 99.0);
    assertThat(YcsbOptions.of(Map.of("measurement.interval", "intended")).times())
        .isEqualTo(Times.INTENDED);
    assertThat(YcsbOptions.of(null).times()).isEqualTo(Times.BOTH);
  }
}
