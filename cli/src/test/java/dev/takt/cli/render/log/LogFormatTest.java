package dev.takt.cli.render.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.takt.cli.output.Fixtures;
import dev.takt.cli.spi.render.Figures;
import dev.takt.cli.spi.render.Percentile;
import dev.takt.cli.spi.render.RawUnit;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.IntervalRow;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.runs.text.MachineText;
import dev.takt.testing.InEachLocale;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@InEachLocale
class LogFormatTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_735_689_600L * SECOND;
  private static final String HOSTILE = "a\"b,c\u001b[2J\\d\u007f\u2713\uD83D\uDE00";
  private static final List<Percentile> TWO = Percentile.parse("50,99.9");
  private static final LogFacts NO_FACTS = new LogFacts(List.of(), null, null);
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path dir;

  @Test
  void printsATable() throws Exception {
    assertThat(summary("base_rel", "table", ValueUnit.AUTO))
        .isEqualTo(
            """
            1 log, 10 intervals, from 2025-01-01T00:00:00Z, 10.000 s long
            values in ns assumed: the log does not say its unit (if not: --values us)

            tag         count  rate     mean      p50    p99.9      max
            (untagged)     10   1/s  5.50 ms  5.00 ms  10.0 ms  10.0 ms
            """);
  }

  @Test
  void tableThatIsWiderThanATerminalIsBroken() throws Exception {
    Path file = Fixtures.copy("base_rel.hlog", dir);
    LogSummary summary =
        LogAlgebra.summarize(List.of(LogSource.of(file)), Selection.ALL, new Problems());
    StringBuilder out = new StringBuilder();
    LogFormat rows = LogFormat.of("table", ValueUnit.AUTO, TWO, out, 36);
    rows.begin(LogHeading.of(1, summary));
    rows.row(summary.series().getFirst());
    rows.end();

    assertThat(out.toString())
        .endsWith(
            """

            tag         count  rate     mean
            (untagged)     10   1/s  5.50 ms

            tag             p50    p99.9
            (untagged)  5.00 ms  10.0 ms

            tag             max
            (untagged)  10.0 ms
            """);
  }

  @Test
  void saysThatTheDateIsUnknown() throws Exception {
    assertThat(summary("noheader_rel", "table", ValueUnit.AUTO))
        .contains("from 5.000 s, the date is unknown, 10.000 s long");
  }

  @Test
  void saysWhatPrecisionsThereWere() throws Exception {
    assertThat(summary("mixed_digits", "table", ValueUnit.of("ns")))
        .contains(
            """

            (untagged): histograms of several precisions; each value is as precise as the one it comes \
            from: 2 digits in steps of 512 ns or more; 4 digits; 5 digits
            """);
    JsonNode json = JSON.readTree(summary("mixed_digits", "json", ValueUnit.RAW));
    assertThat(json.at("/series/0/significantDigits").toString()).isEqualTo("[2,4,5]");
  }

  @Test
  void warnsOfAnEstimateFirst() throws Exception {
    LogFacts facts = new LogFacts(List.of(), "nanoseconds", "expected interval 1 ms");
    LogSummary summary = sumOf(series("A", 1000), facts);

    assertThat(print("table", ValueUnit.AUTO.in(RawUnit.of(facts)), summary))
        .startsWith("ESTIMATE: corrected for coordinated omission (expected interval 1 ms)\n")
        .contains("values in ns, as the log says\n");
    assertThat(print("csv", ValueUnit.AUTO, summary)).endsWith(",ns,expected interval 1 ms\n");
    assertThat(print("ycsb", ValueUnit.AUTO, summary))
        .startsWith(
            "[ESTIMATE], CorrectedForCoordinatedOmission, expected interval 1 ms\n[A], Operations");
    assertThat(JSON.readTree(print("json", ValueUnit.AUTO, summary)).at("/estimate").asString())
        .isEqualTo("expected interval 1 ms");
  }

  @Test
  void printsCsvExactly() throws Exception {
    assertThat(summary("base_rel", "csv", ValueUnit.RAW))
        .isEqualTo(
            """
            tag,count,mean,min,p50,p99.9,max,unit,estimate
            (untagged),10,%s,999936,5001215,10002431,10002431,ns,
            """
                .formatted(Figures.plain(sum("base_rel").getMean())));
    assertThat(summary("bigcounts", "csv", ValueUnit.RAW))
        .contains("(untagged),9007204254740994,", ",1000447,", ",2306397437951,ns,\n");
  }

  @Test
  void quotesTagsInCsv() throws Exception {
    String csv = print("csv", ValueUnit.RAW, sumOf(series(HOSTILE, 5), NO_FACTS));
    assertThat(csv)
        .contains("\n\"a\"\"b,c\u001b[2J\\d\u007f\u2713\uD83D\uDE00\",1,5,5,5,5,5,ns,\n");
    assertThat(print("csv", ValueUnit.RAW, sumOf(series("", 5), NO_FACTS))).contains("\n\"\",1,");
  }

  @Test
  void knowsNothingOfNothing() throws Exception {
    LogSummary summary = sumOf(series("A"), NO_FACTS);
    assertThat(print("csv", ValueUnit.RAW, summary)).endsWith("\nA,0,,,,,,ns,\n");
    assertThat(print("table", ValueUnit.AUTO, summary)).contains("    -      -    -\n");
    JsonNode json = JSON.readTree(print("json", ValueUnit.RAW, summary));
    assertThat(json.at("/series/0/mean").isNull()).isTrue();
    assertThat(json.at("/series/0/percentiles/99.9").isNull()).isTrue();
    assertThat(problemsOf(json.toString())).isEmpty();
  }

  @Test
  void printsJsonThatItsSchemaKnows() throws Exception {
    for (String log :
        List.of("base_rel", "noheader_rel", "tags", "double", "tag_utf8", "bigcounts")) {
      String text = summary(log, "json", ValueUnit.of("us"));
      assertThat(problemsOf(text)).as(log).isEmpty();
    }
    JsonNode tags = JSON.readTree(summary("tags", "json", ValueUnit.RAW));
    assertThat(tags.at("/series/0/tag").isNull()).isTrue();
    assertThat(tags.at("/series/1/tag").asString()).isEqualTo("A");
    assertThat(tags.at("/series/1/count").asLong()).isEqualTo(10);
    assertThat(tags.at("/series/1/intervals").asLong()).isEqualTo(10);
    assertThat(tags.at("/start").asLong()).isEqualTo(START / SECOND);
    assertThat(tags.at("/startIso").asString()).isEqualTo("2025-01-01T00:00:00Z");
    assertThat(tags.at("/intervals").asLong()).isEqualTo(30);
    JsonNode big = JSON.readTree(summary("bigcounts", "json", ValueUnit.RAW));
    assertThat(big.at("/series/0/count").asLong()).isEqualTo(9_007_204_254_740_994L);
    assertThat(big.at("/series/0/percentiles/50").asLong()).isEqualTo(1_000_447);
  }

  @Test
  void keepsAnyTagInJson() throws Exception {
    String text = print("json", ValueUnit.RAW, sumOf(series(HOSTILE, 5), NO_FACTS));
    assertThat(JSON.readTree(text).at("/series/0/tag").asString()).isEqualTo(HOSTILE);
    assertThat(text).doesNotContain("\u001b");
  }

  @Test
  void showsNoTagThatMovesTheCursor() throws Exception {
    LogSummary summary = sumOf(series(HOSTILE, 5), NO_FACTS);
    for (String format : List.of("table", "ycsb")) {
      assertThat(print(format, ValueUnit.AUTO, summary))
          .contains("a\"b,c\\u001b[2J\\d\\u007f\u2713\uD83D\uDE00")
          .doesNotContain("\u001b");
    }
  }

  @Test
  void hasASchemaThatRefuses() throws Exception {
    ObjectNode json = (ObjectNode) JSON.readTree(summary("tags", "json", ValueUnit.RAW));
    assertThat(problemsOf(json.toString())).isEmpty();
    for (String key : List.of("format", "unit", "unitSource", "start", "end", "series")) {
      assertThat(problemsOf(without(json, key))).as(key).isNotEmpty();
    }
    ((ObjectNode) json.at("/series/0")).put("mean", "fast");
    assertThat(problemsOf(json.toString())).isNotEmpty();
  }

  private static String without(ObjectNode json, String key) {
    ObjectNode copy = json.deepCopy();
    assertThat(copy.remove(key)).isNotNull();
    return copy.toString();
  }

  @Test
  void printsWindows() throws Exception {
    assertThat(windows("csv", START + 1_500_000_001L))
        .isEqualTo(
            """
            start,start_iso,length_s,tag,count,mean,min,p50,p99.9,max,unit,estimate
            1735689601.500000001,2025-01-01T00:00:01.500000001Z,5.000,A,2,1500,1000,1000,2000,2000,ns,
            1735689601.500000001,2025-01-01T00:00:01.500000001Z,5.000,(untagged),1,7,7,7,7,7,ns,
            1735689606.500000001,2025-01-01T00:00:06.500000001Z,5.000,A,1,3,3,3,3,3,ns,
            """);
    assertThat(windows("csv", 5 * SECOND)).contains("\n5.000,,5.000,A,2,");
    String text = windows("json", START);
    assertThat(problemsOf(text)).isEmpty();
    JsonNode json = JSON.readTree(text);
    assertThat(json.at("/windows").size()).isEqualTo(2);
    assertThat(json.at("/windows/0/series").size()).isEqualTo(2);
    assertThat(json.at("/windows/0/length").asLong()).isEqualTo(5);
    assertThat(json.at("/windows/1/startIso").asString()).isEqualTo("2025-01-01T00:00:05Z");
    assertThat(json.at("/windows/1/series/0/percentiles/50").asLong()).isEqualTo(3);
    assertThat(problemsOf(windows("json", 0).replace("\"windows\"", "\"series\""))).isNotEmpty();
  }

  @Test
  void printsWindowsAsATableThatLinesUp() throws Exception {
    List<String> lines = windows("table", START).lines().toList();
    assertThat(lines.get(0)).isEqualTo("2 logs, in windows");
    assertThat(lines.get(4)).startsWith("2025-01-01T00:00:00Z      5.000  A  ");
    assertThat(lines.subList(3, 7)).extracting(String::length).containsOnly(lines.get(3).length());
  }

  @Test
  void printsNoWindowsAsYcsb() {
    assertThat(LogFormat.hasWindows("ycsb")).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> windows("ycsb", START));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogFormat.of("xml", ValueUnit.RAW, TWO, new StringBuilder()))
        .withMessage("there is no format 'xml'; it is one of table, csv, json, ycsb");
  }

  @Test
  void printsWhatYcsbPrints() throws Exception {
    ValueUnit micros = ValueUnit.AUTO.in(RawUnit.given("us"));
    Histogram sum = sum("ycsb.logV1");
    assertThat(summary("ycsb.logV1", "ycsb", micros))
        .isEqualTo(
            MachineText.format(
                """
                [(untagged)], Operations, 300056
                [(untagged)], AverageLatency(us), %s
                [(untagged)], MinLatency(us), %d
                [(untagged)], MaxLatency(us), 1546239
                [(untagged)], 95thPercentileLatency(us), %d
                [(untagged)], 99thPercentileLatency(us), 130559
                [(untagged)], 50thPercentileLatency(us), 373
                [(untagged)], 99.9PercentileLatency(us), %d
                """,
                sum.getMean(),
                sum.getMinValue(),
                sum.getValueAtPercentile(95),
                sum.getValueAtPercentile(99.9)));
    assertThat(summary("tags", "ycsb", ValueUnit.AUTO)).contains("[A], MaxLatency(us), 20004\n");
  }

  @Test
  void printsIntervals() {
    IntervalLine line = new IntervalLine(ValueUnit.AUTO, false);
    assertThat(line.header())
        .isEqualTo(
            "     seconds    length  tag                    count       p50       p99       max");
    assertThat(line.of(interval("A", START, 12_345)))
        .isEqualTo(
            "       1.500     1.000  A                     12,345   5.00 ms   9.00 ms    1.20 s");
    assertThat(line.of(interval(null, START, 0)))
        .isEqualTo(
            "       1.500     1.000  (untagged)                 0         -         -         -");
    IntervalLine iso = new IntervalLine(ValueUnit.of("ns"), true);
    String dated = iso.of(interval("A", START, 1));
    assertThat(dated).startsWith("2025-01-01T00:00:00.000Z     1.000  A");
    assertThat(iso.header()).hasSameSizeAs(dated);
    assertThat(iso.of(interval("\u001b", 5 * SECOND, 1)))
        .startsWith("                   1.500     1.000  \\u001b ");
  }

  private static IntervalRow interval(@Nullable String tag, long start, long count) {
    return new IntervalRow(
        "log", tag, start, 3 * SECOND / 2, SECOND, new IntervalRow.Figures(count, 5e6, 9e6, 1.2e9));
  }

  private String windows(String format, long start) throws Exception {
    StringBuilder out = new StringBuilder();
    LogFormat rows = LogFormat.of(format, ValueUnit.RAW, TWO, out);
    rows.begin(LogHeading.ofWindows(2, new LogFacts(List.of("A", "B"), null, null)));
    rows.row(new WindowSum(start, 5 * SECOND, 0, series("A", 1000, 2000)));
    rows.row(new WindowSum(start, 5 * SECOND, 0, series(null, 7)));
    rows.row(new WindowSum(start + 5 * SECOND, 5 * SECOND, 5 * SECOND, series("A", 3)));
    rows.end();
    return out.toString();
  }

  private static Series series(@Nullable String tag, long... values) throws Exception {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int _ = histogram.encodeIntoCompressedByteBuffer(buffer);
    HistogramDecoder decoder = new HistogramDecoder();
    Layout layout = decoder.open(buffer.flip());
    Counts counts = new Counts(layout);
    long added = decoder.addTo(counts);
    assertThat(added).isEqualTo(values.length);
    return new Series(tag, 1, START, START + SECOND, Spectrum.of(counts), List.of(layout));
  }

  private static LogSummary sumOf(Series series, LogFacts facts) {
    return new LogSummary(List.of(series), series.start(), series.end(), START, 1, facts);
  }

  private String summary(String log, String format, ValueUnit unit) throws IOException {
    Path file = Fixtures.copy(log + ".hlog", dir);
    try {
      LogSummary summary =
          LogAlgebra.summarize(List.of(LogSource.of(file)), Selection.ALL, new Problems());
      return print(format, unit, summary);
    } finally {
      Files.delete(file);
    }
  }

  /// The same sum, computed by HdrHistogram.
  private Histogram sum(String log) throws IOException {
    Path file = Fixtures.copy(log + ".hlog", dir);
    Histogram sum = new Histogram(3);
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        sum.add((Histogram) reader.nextIntervalHistogram());
      }
    } finally {
      Files.delete(file);
    }
    return sum;
  }

  private static String print(String format, ValueUnit unit, LogSummary summary)
      throws IOException {
    StringBuilder out = new StringBuilder();
    LogFormat rows = LogFormat.of(format, unit, TWO, out);
    rows.begin(LogHeading.of(1, summary));
    for (Series each : summary.series()) {
      rows.row(each);
    }
    rows.end();
    return out.toString();
  }

  private static List<?> problemsOf(String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(LogSchema.text(), InputFormat.JSON)
        .validate(json, InputFormat.JSON);
  }
}
