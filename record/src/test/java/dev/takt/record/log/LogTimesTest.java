package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.Seeded;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.algebra.IntervalRow;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.MadeLogs;
import dev.takt.record.log.read.IntervalLogReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The times of intervals after operations on their logs.
class LogTimesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long NEW_YEAR = 1_735_689_600L * SECOND;

  @TempDir Path dir;

  private static List<LogSource> fixtures(String... names) {
    List<LogSource> sources = new ArrayList<>();
    for (String each : names) {
      sources.add(MadeLogs.fixture(each + ".hlog"));
    }
    return sources;
  }

  private static List<Long> starts(List<Interval> intervals) {
    return intervals.stream().map(each -> (each.start() - NEW_YEAR) / (SECOND / 1000)).toList();
  }

  private static List<Interval> tagged(String tag, List<Interval> intervals) {
    return intervals.stream()
        .filter(each -> Selection.tagged(List.of(tag)).test(each.tag()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"uA, uB", "uA, uC", "uB, uA", "uC, uA"})
  void intervalsOfSeveralMachinesAreAlignedByTheirMiddles(String first, String second)
      throws IOException {
    List<Interval> union = MadeLogs.read(MadeLogs.union(fixtures(first, second), 0));
    assertThat(starts(union)).containsExactly(0L, 1000L, 2000L, 3000L, 4000L);
    assertThat(union).allSatisfy(each -> assertThat(each.counts().total()).isEqualTo(20));
    assertThat(union).allSatisfy(each -> assertThat(each.length()).isEqualTo(SECOND));
  }

  @Test
  void threeMachinesAndOneLaterWithATag() throws IOException {
    List<Interval> union = MadeLogs.read(MadeLogs.union(fixtures("uA", "uB", "uC", "uD"), 0));
    assertThat(starts(tagged(Selection.UNTAGGED, union)))
        .containsExactly(0L, 1000L, 2000L, 3000L, 4000L);
    assertThat(tagged(Selection.UNTAGGED, union))
        .allSatisfy(each -> assertThat(each.counts().total()).isEqualTo(30));
    assertThat(starts(tagged("T", union)))
        .containsExactly(60_000L, 61_000L, 62_000L, 63_000L, 64_000L);
    assertThat(tagged("T", union))
        .allSatisfy(each -> assertThat(each.counts().total()).isEqualTo(10));
  }

  @Test
  void whatAnotherToolPutOutOfOrderIsPutInOrder() throws IOException {
    List<Interval> union = MadeLogs.read(MadeLogs.union(fixtures("uAD_union"), 0));
    assertThat(starts(union))
        .containsExactly(
            0L, 1000L, 2000L, 3000L, 4000L, 60_000L, 61_000L, 62_000L, 63_000L, 64_000L);
    Selection first = Selection.ALL.within(new Moment(0, false), new Moment(10 * SECOND, false));
    assertThat(MadeLogs.summarized(fixtures("uAD_union"), first).totals())
        .isEqualTo(Map.of(Selection.UNTAGGED, 50L));
    assertThat(MadeLogs.summarized(fixtures("uAD_union"), Selection.ALL).totals())
        .isEqualTo(Map.of(Selection.UNTAGGED, 50L, "T", 50L));
  }

  @Test
  void linesOutOfOrderAreReportedAndPutInTheirPlace() throws IOException {
    Problems problems = new Problems();
    List<IntervalRow> rows = MadeLogs.intervals(fixtures("m_nonmono"), problems);
    assertThat(rows).extracting(IntervalRow::sinceStart).isSorted().hasSize(10);
    assertThat(rows).extracting(each -> each.figures().p50()).isSorted();
    assertThat(problems.first())
        .allSatisfy(each -> assertThat(each.reason()).startsWith("out of order"));
    assertThat(problems.count(Severity.FAULT)).isEqualTo(2);
    Selection early =
        Selection.ALL.within(new Moment(SECOND, false), new Moment(5 * SECOND, false));
    assertThat(MadeLogs.windows(fixtures("m_nonmono"), early, SECOND))
        .extracting(each -> each.sinceStart() / SECOND)
        .containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void logsThatWereConcatenatedAreOnOneTimeLine() throws IOException {
    assertThat(starts(MadeLogs.read(MadeLogs.union(fixtures("m_concat"), 0))))
        .containsExactly(
            0L,
            1000L,
            2000L,
            3000L,
            4000L,
            10_000_000L,
            10_001_000L,
            10_002_000L,
            10_003_000L,
            10_004_000L);
  }

  @ParameterizedTest
  @CsvSource({"base_rel", "base_abs", "startonly_rel"})
  void allWaysToTellTheTimeAreOne(String name) throws IOException {
    byte[] union = MadeLogs.union(fixtures(name), 0);
    assertThat(lines(union)).isEqualTo(lines(MadeLogs.union(fixtures("base_rel"), 0)));
    assertThat(starts(MadeLogs.read(union)).get(9)).isEqualTo(9000);
  }

  @Test
  void aLogMayBeginBeforeItsStartTime() throws IOException {
    assertThat(starts(MadeLogs.read(MadeLogs.union(fixtures("m_negts"), 0))).get(0))
        .isEqualTo(-1000);
    byte[] part = MadeLogs.split(fixtures("m_negts").get(0), true).values().iterator().next();
    assertThat(starts(MadeLogs.read(part)).get(0)).isEqualTo(-1000);
    assertThat(MadeLogs.windows(fixtures("m_negts"), Selection.ALL, 4 * SECOND))
        .extracting(each -> each.sinceStart() / SECOND)
        .containsExactly(-1L, 0L, 4L, 8L);
  }

  @Test
  void anIntervalThatIsFiveMillisecondsEarlyIsNotLost() throws IOException {
    List<LogSource> ycsb = fixtures("ycsb.logV1");
    LogSummary summary = MadeLogs.summarize(ycsb);
    assertThat(summary.intervals()).isEqualTo(602);
    assertThat(summary.series().get(0).spectrum().total()).isEqualTo(300_056);
    assertThat(summary.logStart() - summary.start()).isEqualTo(5_000_000);
    Selection all = Selection.ALL.within(new Moment(0, false), null);
    assertThat(MadeLogs.summarized(ycsb, all).total()).isEqualTo(299_719);
    assertThat(MadeLogs.read(MadeLogs.union(ycsb, SECOND)))
        .extracting(Interval::start)
        .isSorted()
        .startsWith(summary.logStart());
    assertThat(Tally.read(MadeLogs.union(ycsb, SECOND)).total()).isEqualTo(300_056);
  }

  /// The expected union: a cell of the grid for the series that have an interval's middle in it,
  /// trimmed where a series begins or ends; a separate cell for a long interval.
  @Test
  void anIntervalLiesInTheCellOfItsMiddle() {
    Seeded.repeat(
        12,
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          long origin = RandomLog.earliest(logs);
          long step = SECOND / 2 + random.nextLong(3 * SECOND);
          Map<String, Long> expected = new TreeMap<>();
          Map<String, List<RandomLog.Line>> cells = new TreeMap<>();
          List<RandomLog.Line> all = logs.stream().flatMap(log -> log.lines().stream()).toList();
          for (RandomLog.Line each : all) {
            if (each.length() > step + step / 2) {
              String place = place(each.tag(), each.start(), each.length());
              expected.merge(place, total(each.histogram()), Long::sum);
              cells.put(place, List.of());
            } else {
              long cell = Math.floorDiv(each.start() + each.length() / 2 - origin, step);
              String place = place(each.tag(), origin + cell * step, step);
              cells.computeIfAbsent(place, key -> new ArrayList<>()).add(each);
            }
          }
          cells.forEach((key, lines) -> {
            if (!lines.isEmpty()) {
              RandomLog.Line any = lines.get(0);
              long cell = Math.floorDiv(any.start() + any.length() / 2 - origin, step);
              long start = origin + cell * step;
              long end = start + step;
              if (!endsAt(cells.keySet(), any.tag(), start)) {
                start =
                    Math.max(
                        start, lines.stream().mapToLong(RandomLog.Line::start).min().orElseThrow());
              }
              if (!cells.containsKey(place(any.tag(), end, step))) {
                end =
                    Math.min(
                        end,
                        lines.stream()
                            .mapToLong(line -> line.start() + line.length())
                            .max()
                            .orElseThrow());
              }
              for (RandomLog.Line each : lines) {
                expected.merge(
                    place(each.tag(), start, end - start), total(each.histogram()), Long::sum);
              }
            }
          });
          Map<String, Long> actual = new TreeMap<>();
          for (Interval each : MadeLogs.read(MadeLogs.union(RandomLog.in(dir, logs), step))) {
            actual.merge(
                place(each.tag(), each.start(), each.length()), each.counts().total(), Long::sum);
          }
          assertThat(actual).isEqualTo(expected);
        });
  }

  private static boolean endsAt(Set<String> places, @Nullable String tag, long end) {
    return places.stream()
        .filter(each -> each.startsWith(tag + " "))
        .map(each -> each.substring((tag + " ").length()).split(" ", -1))
        .anyMatch(each -> Long.parseLong(each[0]) + Long.parseLong(each[1]) == end);
  }

  private static String place(@Nullable String tag, long start, long length) {
    return tag + " " + start + " " + length;
  }

  private static long total(EncodableHistogram histogram) {
    return histogram instanceof Histogram integers
        ? integers.getTotalCount()
        : ((DoubleHistogram) histogram).getTotalCount();
  }

  @Test
  void aSeriesHasOneLineInACellForEachLayout() {
    Seeded.repeat(
        12,
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          List<Interval> union =
              MadeLogs.read(
                  MadeLogs.union(RandomLog.in(dir, logs), 1 + random.nextLong(SECOND * 4)));
          assertThat(union).extracting(Interval::start).isSorted();
          assertThat(
                  union.stream()
                      .map(each ->
                          place(each.tag(), each.start(), each.length()) + each.counts().layout()))
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void passingThroughAgainAndAgainMovesNothing() {
    Seeded.repeat(
        10,
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          long step = SECOND / 3 + random.nextLong(SECOND);
          byte[] union = MadeLogs.union(RandomLog.in(dir, logs), step);
          byte[] last = union;
          for (int round = 0; round < 5; round++) {
            List<LogSource> parts = new ArrayList<>();
            MadeLogs.split(MadeLogs.source(last), true)
                .values()
                .forEach(part -> parts.add(MadeLogs.source(part)));
            last = MadeLogs.union(parts, step);
            assertThat(lines(last)).isEqualTo(lines(union));
          }
        });
  }

  @Test
  void splittingKeepsEachTimeToTheNanosecond() {
    Seeded.repeat(
        12,
        random -> {
          RandomLog log = RandomLog.several(random).get(0);
          for (Map.Entry<String, byte[]> part : MadeLogs.split(log.in(dir), true).entrySet()) {
            List<Interval> read = new ArrayList<>();
            try (IntervalLogReader reader =
                IntervalLogReader.open(
                    MadeLogs.source(part.getValue()), Selection.ALL, new Problems())) {
              reader.stream().forEach(read::add);
            }
            assertThat(read.stream().map(each -> place(each.tag(), each.start(), each.length())))
                .containsExactlyElementsOf(
                    log.lines().stream()
                        .filter(each -> Selection.tagged(List.of(part.getKey())).test(each.tag()))
                        .map(each -> place(each.tag(), each.start(), each.length()))
                        .toList());
          }
        });
  }

  @Test
  void correctedIntervalsKeepTheirTimesAndTheirOrder() {
    Seeded.repeat(
        12,
        random -> {
          List<RandomLog> logs = RandomLog.several(random, 2, false);
          List<Interval> read = MadeLogs.read(MadeLogs.correct(RandomLog.in(dir, logs), 1L << 36));
          assertThat(read).extracting(Interval::start).isSorted();
          assertThat(read.stream().map(each -> place(each.tag(), each.start(), each.length())))
              .containsExactlyInAnyOrderElementsOf(
                  logs.stream()
                      .flatMap(log -> log.lines().stream())
                      .map(each -> place(each.tag(), each.start(), each.length()))
                      .toList());
        });
  }

  /// A log without its header.
  private static List<String> lines(byte[] log) {
    return new String(log, StandardCharsets.UTF_8)
        .lines()
        .filter(each -> !each.startsWith("#") && !each.startsWith("\""))
        .toList();
  }
}
