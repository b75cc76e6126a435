package dev.takt.record.log.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.Seeded;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many logs, long logs and very unordered logs.
@Timeout(60)
class TimeOrderedTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path dir;

  /// A histogram of the given number of different values; more values make a longer line.
  private static String payload(Random random, int values) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < values; i++) {
      histogram.recordValue(Seeded.logUniform(random, 30));
    }
    return Tally.base64(histogram);
  }

  private LogSource log(String name, List<String> lines) throws IOException {
    return LogSource.of(Files.write(dir.resolve(name), lines));
  }

  private static String line(String tag, long millis, String payload) {
    return String.format(
        Locale.ROOT, "Tag=%s,%d.%03d,1.000,0,%s", tag, millis / 1000, millis % 1000, payload);
  }

  @Test
  void linesThousandsAwayFromTheirPlaceFindIt() {
    Seeded.repeat(
        1,
        random -> {
          String payload = payload(random, 20);
          List<LogSource> sources = new ArrayList<>();
          for (int log = 0; log < 3; log++) {
            List<String> lines = new ArrayList<>();
            lines.add("#[StartTime: 0.000]");
            for (int i = 0; i < 12_000; i++) {
              lines.add(line("T" + i % 2, i * 1000L / 2 + log, payload));
            }
            for (int i = 0; i < 200; i++) {
              int at = 1 + random.nextInt(lines.size() - 1);
              Collections.swap(lines, at, Math.max(1, at - random.nextInt(6000)));
            }
            sources.add(log("displaced" + log, lines));
          }
          Problems problems = new Problems();
          List<IntervalRow> rows = MadeLogs.intervals(sources, problems);
          assertThat(rows).hasSize(36_000).extracting(IntervalRow::start).isSorted();
          assertThat(problems.count(Severity.FAULT)).isPositive();
          MadeLogs.assertNothingLost(problems);
          assertThat(MadeLogs.windows(sources, Selection.ALL, 10 * SECOND)).hasSize(2 * 600);
        });
  }

  @Test
  void manyLogsAreReadSideBySide() throws IOException {
    String payload = payload(new Random(1), 10);
    List<LogSource> sources = new ArrayList<>();
    for (int log = 0; log < 150; log++) {
      List<String> lines = new ArrayList<>();
      for (int i = log % 7; i < 60; i++) {
        lines.add(line("T", 1000L * i + log, payload));
      }
      sources.add(log("machine" + log, lines));
    }
    assertThat(MadeLogs.intervals(sources, new Problems()))
        .extracting(IntervalRow::start)
        .isSorted();
    List<Interval> union = MadeLogs.read(MadeLogs.union(sources, SECOND));
    assertThat(union).hasSize(60);
    assertThat(union.get(59).counts().total()).isEqualTo(1500);
    Tally.read(MadeLogs.union(sources, SECOND))
        .assertValues(MadeLogs.summarized(sources, Selection.ALL));
  }

  /// Pieces of work are cut within a cell only if the cell is larger than 4 MB.
  private List<LogSource> largeLog() throws IOException {
    Random random = new Random(7);
    List<String> payloads = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      payloads.add(payload(random, 3000));
    }
    List<String> lines = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; bytes < 15L << 20; i++) {
      String line = line("T" + i % 3, i * 1000L, payloads.get(random.nextInt(10)));
      bytes += line.length();
      lines.add(line);
    }
    return List.of(log("large", lines));
  }

  @Test
  void cellsLargerThanAPieceArePutTogether() throws IOException {
    List<LogSource> large = largeLog();
    LogSummary whole = MadeLogs.summarize(large);
    Tally expected = Tally.ofSpectra(whole.series());
    long length = whole.end() - whole.start();

    for (long window : new long[] {length, length * 2 / 5, length / 7, 100 * SECOND}) {
      List<WindowSum> windows = MadeLogs.windows(large, Selection.ALL, window);
      Tally.ofSpectra(windows.stream().map(WindowSum::series).toList()).assertValues(expected);
      assertThat(windows).hasSize(3 * (int) ((length - SECOND) / window + 1));
      assertThat(windows.stream().mapToLong(each -> each.series().intervals()).sum())
          .isEqualTo(whole.intervals());
      assertThat(windows).extracting(WindowSum::start).isSorted();
    }

    List<Interval> union = MadeLogs.read(MadeLogs.union(large, 2 * length));
    assertThat(union).hasSize(3);
    Tally.read(MadeLogs.union(large, 2 * length)).assertValues(expected);
    MadeLogs.windows(large, Selection.ALL, length)
        .forEach(each ->
            assertThat(each.series().spectrum().valueAtPercentile(99))
                .isEqualTo(
                    whole.series().stream()
                        .filter(series -> series.name().equals(each.series().name()))
                        .findFirst()
                        .orElseThrow()
                        .spectrum()
                        .valueAtPercentile(99)));
  }
}
