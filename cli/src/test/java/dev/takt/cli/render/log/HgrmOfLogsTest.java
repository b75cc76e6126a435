package dev.takt.cli.render.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Fixtures;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.testing.InEachLocale;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares the output for logs of many tools to that of HdrHistogram's own HistogramLogProcessor.
@InEachLocale
class HgrmOfLogsTest {

  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource({
    "base_rel,,1000000,5",
    "base_abs,,1000,5",
    "startonly_rel,,1000000,10",
    "noheader_rel,,1000000,5",
    "shifted,,1000000,5",
    "empty_interval,,1000000,5",
    "jHiccup-2.0.1.logV0,,1000000,5",
    "jHiccup-2.0.6.logV1,,1,5",
    "jHiccup-2.0.7S.logV2,,1000000,20",
    "tagged-Log.logV2,,1000000,5",
    "tagged-Log.logV2,A,1000000,5",
    "tags,,1000000,5",
    "tags,A,1000000,5",
    "tag_utf8,A,1000000,5",
    "ycsb.logV1,,1000,5",
    "m_concat,,1000000,5"
  })
  void areWhatHistogramLogProcessorPrints(
      String name, @Nullable String tag, double ratio, int ticks) throws Exception {
    Path log = Fixtures.copy(name + ".hlog", dir);

    assertThat(ours(log, tag, ratio, ticks)).isEqualTo(theirs(log, tag, ratio, ticks));
  }

  private String theirs(Path log, @Nullable String tag, double ratio, int ticks) throws Exception {
    Path out = dir.resolve("theirs");
    List<String> args = new ArrayList<>(List.of("-i", log.toString(), "-o", out.toString()));
    args.addAll(List.of("-outputValueUnitRatio", Double.toString(ratio)));
    args.addAll(List.of("-percentilesOutputTicksPerHalf", Integer.toString(ticks)));
    if (tag != null) {
      args.addAll(List.of("-tag", tag));
    }
    HistogramLogProcessor processor = new HistogramLogProcessor(args.toArray(String[]::new));
    processor.start();
    processor.join();
    return Files.readString(dir.resolve("theirs.hgrm"));
  }

  /// HistogramLogProcessor's own line at the top of a file.
  private static final String RANGE =
      "#[Overall percentile distribution between 0.000 and <Infinite> seconds (relative to StartTime)]\n";

  /// HistogramLogProcessor omits what begins before the start time by default.
  private static String ours(Path log, @Nullable String tag, double ratio, int ticks)
      throws IOException {
    Selection selection = Selection.ALL.within(new Moment(0, false), null);
    LogSummary summary =
        LogAlgebra.summarize(List.of(LogSource.of(log)), selection, new Problems());
    Series series =
        summary.series().stream()
            .filter(each -> Objects.equals(each.tag(), tag))
            .findFirst()
            .orElseThrow();
    StringBuilder out = new StringBuilder(RANGE);
    out.append(Hgrm.startTimeLine(startOf(log)));
    Hgrm.write(series.spectrum(), ticks, ratio, null, out);
    return out.toString();
  }

  private static long startOf(Path log) throws IOException {
    HistogramLogReader reader = new HistogramLogReader(log.toFile());
    Object first = reader.nextIntervalHistogram();
    assertThat(first).isNotNull();
    return BigDecimal.valueOf(reader.getStartTimeSec()).scaleByPowerOfTen(9).longValueExact();
  }

  @Test
  @Timeout(20)
  void endWhereHistogramLogProcessorDoesNot() throws IOException {
    Path log = Fixtures.copy("bigcounts.hlog", dir);

    String text = ours(log, null, 1e6, 5);

    assertThat(text).contains("Total count    = 9007204254740994]");
    assertThat(text.lines().count()).isBetween(100L, 400L);
    assertThat(text).contains(" 2306397.438 1.000000000000 9007204254740994\n");
  }

  /// HistogramLogProcessor records the doubles of all histograms again in the unit of one, and
  /// shows 3.001 for 3.
  @Test
  void keepDoublesAsPreciseAsTheyWere() throws Exception {
    Path log = Fixtures.copy("double.hlog", dir);

    String ours = ours(log, null, 1, 5);
    String theirs = theirs(log, null, 1, 5);

    assertThat(ours).contains(" 3.000 0.2", " 4.500 0.3", " 6.000 0.4", " 100.312 0.6");
    assertThat(withoutValues(ours)).isEqualTo(withoutValues(theirs)).hasSize(25);
  }

  private static List<String> withoutValues(String hgrm) {
    return hgrm.lines()
        .filter(line -> !line.startsWith("#[Mean") && !line.startsWith("#[Buckets"))
        .map(line -> line.startsWith("#[Max") ? line.substring(24) : line)
        .map(line -> line.startsWith(" ") ? line.substring(12) : line)
        .toList();
  }

  @Test
  void keepTheFinestPrecision() throws IOException {
    Path log = Fixtures.copy("mixed_digits.hlog", dir);

    assertThat(ours(log, null, 1, 5)).contains("Total count    =            3]", "1234567.00000");
  }
}
