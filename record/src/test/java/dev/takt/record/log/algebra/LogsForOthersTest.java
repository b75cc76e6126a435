package dev.takt.record.log.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.Seeded;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.RandomLog;
import dev.takt.record.log.Selection;
import dev.takt.record.log.Tally;
import dev.takt.record.log.read.IntervalLogReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// HdrHistogram's own reader reads the logs that are derived from other logs.
class LogsForOthersTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path dir;

  @Test
  void unionsAreReadWithAllCountsTagsAndTimes() {
    Seeded.repeat(
        10,
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          byte[] union = MadeLogs.union(RandomLog.in(dir, logs), 1 + random.nextLong(3 * SECOND));
          Tally.readByHdrHistogram(union).assertSlots(Tally.of(logs));
          assertSameIntervals(union);
        });
  }

  @Test
  void partsAreReadWithAllCountsTagsAndTimes() {
    Seeded.repeat(
        10,
        random -> {
          RandomLog log = RandomLog.several(random).get(0);
          Tally parts = new Tally();
          for (byte[] part : MadeLogs.split(log.in(dir), true).values()) {
            parts.add(Tally.readByHdrHistogram(part));
            assertSameIntervals(part);
          }
          parts.assertSlots(Tally.of(List.of(log)));
        });
  }

  @Test
  void correctedLogsAreWhatHdrHistogramMakesOfThem() {
    Seeded.repeat(
        10,
        random -> {
          List<RandomLog> logs = RandomLog.several(random, 2, false);
          long interval = (1L << 30) + random.nextLong(1L << 40);
          byte[] corrected = MadeLogs.correct(RandomLog.in(dir, logs), interval);
          Tally expected = new Tally();
          for (RandomLog log : logs) {
            for (RandomLog.Line each : log.lines()) {
              Histogram histogram = (Histogram) each.histogram();
              expected.add(each.tag(), histogram.copyCorrectedForCoordinatedOmission(interval));
            }
          }
          Tally.readByHdrHistogram(corrected).assertSlots(expected);
          assertSameIntervals(corrected);
        });
  }

  @Test
  void correctionKeepsTagsApart() throws IOException {
    List<LogSource> tags = List.of(MadeLogs.fixture("tags.hlog"));
    Tally expected = new Tally();
    for (EncodableHistogram each : Tally.hdrHistograms(tags.get(0).open().readAllBytes())) {
      expected.add(
          each.getTag(), ((Histogram) each).copyCorrectedForCoordinatedOmission(1_000_000));
    }
    // The 110 omitted values of 1, 2 and 3 times 1 to 10 ms: not one series of 330.
    assertThat(expected.totals()).isEqualTo(Map.of(Selection.UNTAGGED, 55L, "A", 110L, "B", 165L));
    Tally.readByHdrHistogram(MadeLogs.correct(tags, 1_000_000)).assertSlots(expected);
  }

  @Test
  void doublesCannotBeCorrected() throws IOException {
    Problems problems = new Problems();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<LogSource> mixed = List.of(MadeLogs.fixture("mixed_double.hlog"));
    assertThat(LogAlgebra.correct(mixed, Selection.ALL, facts -> 1000, "1 µs", out, problems))
        .isNotNull();
    assertThat(problems.first())
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Problem.Severity.LOST))
        .satisfies(each -> assertThat(each.line()).isEqualTo(3))
        .satisfies(each -> assertThat(each.reason()).contains("doubles cannot be corrected"));
    assertThat(Tally.hdrHistograms(out.toByteArray())).hasSize(2);
  }

  /// HdrHistogram's reader adds times as doubles and truncates them to milliseconds. It thereby
  /// reads some of its own logs a millisecond early.
  private static void assertSameIntervals(byte[] log) throws IOException {
    List<EncodableHistogram> theirs = Tally.hdrHistograms(log);
    List<Interval> ours =
        IntervalLogReader.open(MadeLogs.source(log), Selection.ALL, new Problems()).stream()
            .toList();
    assertThat(theirs).hasSameSizeAs(ours);
    for (int i = 0; i < ours.size(); i++) {
      EncodableHistogram their = theirs.get(i);
      assertThat(their.getTag()).isEqualTo(ours.get(i).tag());
      long start = Math.floorDiv(ours.get(i).start(), 1_000_000);
      long end = Math.floorDiv(ours.get(i).end(), 1_000_000);
      assertThat(start - their.getStartTimeStamp()).isBetween(0L, 1L);
      assertThat(end - their.getEndTimeStamp()).isBetween(0L, 1L);
      assertThat(
              their instanceof DoubleHistogram doubles
                  ? doubles.getTotalCount()
                  : ((Histogram) their).getTotalCount())
          .isEqualTo(ours.get(i).counts().total());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jHiccup-2.0.1.logV0",
        "jHiccup-2.0.6.logV1",
        "jHiccup-2.0.7S.logV2",
        "tagged-Log.logV2",
        "ycsb.logV1",
        "shifted",
        "mixed_digits",
        "double",
        "bigcounts",
        "empty_interval"
      })
  void oldEncodingsBecomeTheNewest(String name) throws IOException {
    LogSource source = MadeLogs.fixture(name + ".hlog");
    Tally expected = Tally.readByHdrHistogram(source.open().readAllBytes());
    assertThat(expected.total()).isPositive();

    byte[] union = MadeLogs.union(List.of(source), 0);
    Tally.readByHdrHistogram(union).assertSlots(expected);
    assertThat(payloads(union)).isNotEmpty().allMatch(LogsForOthersTest::isNewest);

    Tally parts = new Tally();
    for (byte[] part : MadeLogs.split(source, true).values()) {
      parts.add(Tally.readByHdrHistogram(part));
      assertThat(payloads(part)).isNotEmpty().allMatch(LogsForOthersTest::isNewest);
    }
    parts.assertSlots(expected);
  }

  private static boolean isNewest(String payload) {
    return payload.startsWith("HISTF") || payload.startsWith("DHIST");
  }

  private static List<String> payloads(byte[] log) {
    return text(log)
        .lines()
        .filter(each -> each.contains("HIST"))
        .map(each -> each.substring(each.lastIndexOf(',') + 1))
        .toList();
  }

  private static String text(byte[] log) {
    return new String(log, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "tag_comma.hlog, foo%2Cbar",
    "tag_space.hlog, foo%20bar",
    "tag_empty.hlog, %00",
    "tag_utf8.hlog, naïve✓",
    "tag_equals.hlog, op=read"
  })
  void tagsThatCannotBeWrittenAreWrittenAsInAUrl(String fixture, String written)
      throws IOException {
    Map<String, Long> expected = new TreeMap<>(Map.of("A", 6L, written, 2L));
    LogSource source = MadeLogs.fixture(fixture);
    assertThat(Tally.readByHdrHistogram(MadeLogs.union(List.of(source), 0)).totals())
        .isEqualTo(expected);
    assertThat(Tally.readByHdrHistogram(MadeLogs.correct(List.of(source), SECOND)).totals())
        .isEqualTo(expected);
    Map<String, Long> parts = new TreeMap<>();
    for (byte[] part : MadeLogs.split(source, true).values()) {
      parts.putAll(Tally.readByHdrHistogram(part).totals());
    }
    assertThat(parts).isEqualTo(expected);
  }

  @Test
  void whatIsWrittenAsInAUrlIsWhatAUrlHas() {
    assertThat(LogLines.readable("a b,c\td")).isEqualTo("a%20b%2Cc%09d");
    assertThat(LogLines.readable("a\u3000b\u0085c")).isEqualTo("a%E3%80%80b%C2%85c");
    assertThat(LogLines.readable("a😀 b")).isEqualTo("a😀%20b");
    assertThat(LogLines.readable("as%20it=is")).isEqualTo("as%20it=is");
    assertThat(LogLines.readable("")).isEqualTo("%00");
  }

  @Test
  void unitsAndEstimatesAreHandedDown() throws IOException {
    String log =
        "#[Unit: microseconds]\n"
            + text(MadeLogs.correct(List.of(MadeLogs.fixture("tags.hlog")), 1_000_000));
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    assertHandedDown(MadeLogs.union(List.of(MadeLogs.source(bytes)), 0), "interval 1000000 ns");
    MadeLogs.split(MadeLogs.source(bytes), true)
        .values()
        .forEach(part -> assertHandedDown(part, "interval 1000000 ns"));
    byte[] again = MadeLogs.correct(List.of(MadeLogs.source(bytes)), 5);
    assertHandedDown(again, "interval 1000000 ns; expected interval 5 ns");
  }

  private static void assertHandedDown(byte[] log, String estimate) {
    assertThat(text(log)).contains("#[Unit: microseconds]\n", "#[Corrected: ");
    Problems problems = new Problems();
    try (IntervalLogReader reader =
        IntervalLogReader.open(
            LogSource.of("x", new ByteArrayInputStream(log)), Selection.ALL, problems)) {
      assertThat(reader.stream().count()).isPositive();
      assertThat(reader.facts().unit()).isEqualTo("microseconds");
      assertThat(reader.facts().estimate()).contains(estimate);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anUnitThatNotAllLogsHaveIsNotClaimed() throws IOException {
    String log = text(MadeLogs.fixture("uA.hlog").open().readAllBytes());
    byte[] nanos = ("#[Unit: nanoseconds]\n" + log).getBytes(StandardCharsets.UTF_8);
    byte[] plain = log.getBytes(StandardCharsets.UTF_8);
    assertThat(text(MadeLogs.union(List.of(MadeLogs.source(nanos), MadeLogs.source(plain)), 0)))
        .doesNotContain("Unit");
    assertThat(text(MadeLogs.union(List.of(MadeLogs.source(nanos), MadeLogs.source(nanos)), 0)))
        .contains("#[Unit: nanoseconds]\n");
  }
}
