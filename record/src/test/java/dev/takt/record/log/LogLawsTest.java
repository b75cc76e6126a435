package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.Seeded;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.MadeLogs;
import dev.takt.record.log.algebra.Rows;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.record.text.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Invariants of all operations on logs: no count is lost, doubled or moved to another value or
/// tag.
class LogLawsTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path dir;

  /// How often each law is held against random logs.
  int times() {
    return 4;
  }

  private static long step(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> SECOND;
      case 2 -> 1 + random.nextLong(20 * SECOND);
      default -> 1 + Seeded.logUniform(random, 36);
    };
  }

  @Test
  void unionKeepsEachCountInItsSlot() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          byte[] union = MadeLogs.union(RandomLog.in(dir, logs), step(random));
          Tally.read(union).assertSlots(Tally.of(logs));
        });
  }

  @Test
  void noLineOfAUnionBeginsBeforeItsSeriesOrEndsAfterIt() {
    Seeded.repeat(
        4 * times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          byte[] union = MadeLogs.union(RandomLog.in(dir, logs), step(random));
          long values = 0;
          try (IntervalLogReader reader =
              IntervalLogReader.open(MadeLogs.source(union), Selection.ALL, new Problems())) {
            for (Interval each = reader.next(); each != null; each = reader.next()) {
              List<RandomLog.Line> series = series(logs, each.tag());
              assertThat(each.start())
                  .isGreaterThanOrEqualTo(
                      series.stream().mapToLong(RandomLog.Line::start).min().orElseThrow());
              assertThat(each.start() + each.length())
                  .isLessThanOrEqualTo(
                      series.stream()
                          .mapToLong(line -> line.start() + line.length())
                          .max()
                          .orElseThrow());
              values += each.counts().total();
            }
          }
          assertThat(values)
              .isEqualTo(
                  Tally.of(logs).totals().values().stream().mapToLong(Long::longValue).sum());
        });
  }

  private static List<RandomLog.Line> series(List<RandomLog> logs, @Nullable String tag) {
    return logs.stream()
        .flatMap(log -> log.lines().stream())
        .filter(line -> Objects.equals(line.tag(), tag))
        .toList();
  }

  @Test
  void noWindowBeginsBeforeTheLogsOrEndsAfterThem() {
    Seeded.repeat(
        4 * times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          List<RandomLog.Line> lines = logs.stream().flatMap(log -> log.lines().stream()).toList();
          long first =
              Math.min(
                  RandomLog.earliest(logs),
                  lines.stream().mapToLong(RandomLog.Line::start).min().orElseThrow());
          long last =
              lines.stream().mapToLong(line -> line.start() + line.length()).max().orElseThrow();
          List<WindowSum> windows = new ArrayList<>();
          LogFacts facts =
              LogAlgebra.windows(
                  RandomLog.in(dir, logs),
                  Selection.ALL,
                  1 + random.nextLong(20 * SECOND),
                  new Problems(),
                  new Rows<WindowSum>() {
                    @Override
                    public void begin(LogFacts facts) {}

                    @Override
                    public void row(WindowSum row) {
                      windows.add(row);
                    }
                  });
          assertThat(facts).isNotNull();
          assertThat(windows)
              .allSatisfy(each -> {
                assertThat(each.start()).isGreaterThanOrEqualTo(first);
                assertThat(each.start() + each.length()).isLessThanOrEqualTo(last);
              });
          assertThat(windows.stream().mapToLong(each -> each.series().spectrum().total()).sum())
              .isEqualTo(
                  Tally.of(logs).totals().values().stream().mapToLong(Long::longValue).sum());
        });
  }

  @Test
  void splitOfAUnionKeepsEachCountInItsSlot() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          byte[] union = MadeLogs.union(RandomLog.in(dir, logs), step(random));
          Tally parts = new Tally();
          for (byte[] part : MadeLogs.split(MadeLogs.source(union), true).values()) {
            Tally one = Tally.read(part);
            assertThat(one.totals()).hasSizeLessThanOrEqualTo(1);
            parts.add(one);
          }
          parts.assertSlots(Tally.of(logs));
        });
  }

  @Test
  void splitWithoutTagsKeepsEachCount() {
    Seeded.repeat(
        times(),
        random -> {
          RandomLog log = RandomLog.several(random).get(0);
          Tally parts = new Tally();
          for (Map.Entry<String, byte[]> part : MadeLogs.split(log.in(dir), false).entrySet()) {
            Tally untagged = inOrderOrNot(part.getValue());
            assertThat(untagged.totals().keySet()).isSubsetOf(Selection.UNTAGGED);
            parts.add(untagged.renamed(tag -> part.getKey()));
          }
          parts.assertSlots(Tally.of(List.of(log)));
        });
  }

  private static Tally inOrderOrNot(byte[] log) throws IOException {
    Tally tally = new Tally();
    try (IntervalLogReader reader =
        IntervalLogReader.open(MadeLogs.source(log), Selection.ALL, new Problems())) {
      reader.stream().forEach(each -> tally.add(each.tag(), each.counts()));
    }
    return tally;
  }

  @Test
  void theSumOfTheWholeIsThatOfThePartsAndOfTheUnion() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          Tally expected = Tally.of(logs);
          MadeLogs.summarized(RandomLog.in(dir, logs), Selection.ALL).assertValues(expected);

          byte[] union = MadeLogs.union(RandomLog.in(dir, logs), step(random));
          MadeLogs.summarized(List.of(MadeLogs.source(union)), Selection.ALL)
              .assertValues(expected);

          List<LogSource> parts = new ArrayList<>();
          MadeLogs.split(MadeLogs.source(union), true)
              .values()
              .forEach(part -> parts.add(MadeLogs.source(part)));
          MadeLogs.summarized(parts, Selection.ALL).assertValues(expected);
        });
  }

  @Test
  void theSumOfSeveralLogsIsTheSumOfEachInAnyOrder() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          Tally each = new Tally();
          long intervals = 0;
          for (RandomLog log : logs) {
            LogSummary one = MadeLogs.summarize(List.of(log.in(dir)));
            one.series().forEach(each::addSpectrum);
            intervals += one.intervals();
          }
          List<LogSource> sources = RandomLog.in(dir, logs);
          Collections.shuffle(sources, random);
          LogSummary all = MadeLogs.summarize(sources);
          Tally.ofSpectra(all.series()).assertValues(each);
          assertThat(all.intervals()).isEqualTo(intervals);
          assertThat(all.logStart()).isEqualTo(RandomLog.earliest(logs));
          assertThat(MadeLogs.union(sources, SECOND))
              .isEqualTo(MadeLogs.union(RandomLog.in(dir, logs), SECOND));
        });
  }

  @Test
  void sumsKnowWhenTheyBeginAndEnd() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          LogSummary all = MadeLogs.summarize(RandomLog.in(dir, logs));
          List<RandomLog.Line> lines = logs.stream().flatMap(log -> log.lines().stream()).toList();
          assertThat(all.start())
              .isEqualTo(lines.stream().mapToLong(RandomLog.Line::start).min().orElseThrow());
          assertThat(all.end())
              .isEqualTo(
                  lines.stream()
                      .mapToLong(each -> each.start() + each.length())
                      .max()
                      .orElseThrow());
          assertThat(all.intervals()).isEqualTo(lines.size());
        });
  }

  @Test
  void windowsAddUpToTheWhole() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          List<WindowSum> windows =
              MadeLogs.windows(RandomLog.in(dir, logs), Selection.ALL, 1 + step(random));
          Tally.ofSpectra(windows.stream().map(WindowSum::series).toList())
              .assertValues(Tally.of(logs));
          assertThat(windows).isSortedAccordingTo((a, b) -> Long.compare(a.start(), b.start()));
          assertThat(windows.stream().map(each -> each.start() + each.series().name()))
              .as("each series has each window once")
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void aWindowHasWhatStartsInIt() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random, 2, false);
          long length = SECOND / 2 + random.nextLong(5 * SECOND);
          for (WindowSum each : MadeLogs.windows(RandomLog.in(dir, logs), Selection.ALL, length)) {
            boolean isTrimmed = each.start() < RandomLog.earliest(logs);
            long place = Math.floorMod(each.start() - RandomLog.earliest(logs), length);
            assertThat(isTrimmed ? 0 : place).isZero();
            long end = isTrimmed ? each.start() + each.length() : each.start() + length;
            assertThat(each.sinceStart()).isEqualTo(each.start() - RandomLog.earliest(logs));
            assertThat(each.series().spectrum().total())
                .isEqualTo(
                    logs.stream()
                        .flatMap(log -> log.lines().stream())
                        .filter(line ->
                            Selection.tagged(List.of(each.series().name())).test(line.tag()))
                        .filter(line -> line.start() >= each.start())
                        .filter(line -> line.start() < end)
                        .mapToLong(line -> ((Histogram) line.histogram()).getTotalCount())
                        .sum());
          }
        });
  }

  @Test
  void windowsThatTouchShareNothingAndLoseNothing() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          List<LogSource> sources = RandomLog.in(dir, logs);
          Moment cut = cut(random, logs);
          Tally parts = MadeLogs.summarized(sources, Selection.ALL.within(null, cut));
          parts.add(MadeLogs.summarized(sources, Selection.ALL.within(cut, null)));
          parts.assertValues(Tally.of(logs));

          Tally united =
              Tally.read(
                  MadeLogs.union(sources, Selection.ALL.within(null, cut), SECOND, log -> null));
          united.add(
              Tally.read(
                  MadeLogs.union(sources, Selection.ALL.within(cut, null), SECOND, log -> null)));
          united.assertSlots(Tally.of(logs));
        });
  }

  /// A moment at the start of a line, where it matters, or anywhere, in either form.
  private static Moment cut(Random random, List<RandomLog> logs) {
    List<RandomLog.Line> lines = logs.get(random.nextInt(logs.size())).lines();
    long at = lines.get(random.nextInt(lines.size())).start() + random.nextInt(3) - 1;
    return random.nextBoolean() || at < Times.A_YEAR
        ? new Moment(at - RandomLog.earliest(logs), false)
        : new Moment(at, true);
  }

  @Test
  void withoutTagsAllSeriesAreOne() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random, 3, false);
          Tally expected = Tally.of(logs).renamed(tag -> Selection.UNTAGGED);
          List<LogSource> sources = RandomLog.in(dir, logs);
          Selection ignoring = Selection.ALL.ignoringTags();
          MadeLogs.summarized(sources, ignoring).assertValues(expected);
          Tally.ofSpectra(
                  MadeLogs.windows(sources, ignoring, SECOND).stream()
                      .map(WindowSum::series)
                      .toList())
              .assertValues(expected);
          Tally.read(MadeLogs.union(sources, ignoring, step(random), log -> null))
              .assertSlots(expected);
        });
  }

  @Test
  void prefixesKeepLogsApartAndAddUpToTheUnion() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random, 3, true);
          byte[] apart =
              MadeLogs.union(
                  RandomLog.in(dir, logs),
                  Selection.ALL,
                  step(random),
                  log -> Path.of(log).getFileName().toString());
          Tally expected = new Tally();
          for (RandomLog log : logs) {
            expected.add(
                Tally.of(List.of(log))
                    .renamed(tag ->
                        tag.equals(Selection.UNTAGGED) ? log.name() : log.name() + "::" + tag));
          }
          Tally read = Tally.read(apart);
          read.assertSlots(expected);
          read.renamed(tag -> tag.contains("::") ? tag.replaceAll(".*::", "") : Selection.UNTAGGED)
              .assertSlots(Tally.of(logs));
        });
  }

  @Test
  void selectingOneTagGivesSameSumAsAllTags() {
    Seeded.repeat(
        times(),
        random -> {
          List<RandomLog> logs = RandomLog.several(random);
          Tally chosen = new Tally();
          for (String tag : Tally.of(logs).totals().keySet()) {
            Selection one = Selection.ALL.withTags(Selection.tagged(List.of(tag)));
            Tally alone = MadeLogs.summarized(RandomLog.in(dir, logs), one);
            assertThat(alone.totals()).containsOnlyKeys(tag);
            chosen.add(alone);
          }
          chosen.assertValues(Tally.of(logs));
        });
  }
}
