package dev.takt.report.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.files.AtomicFile;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A cached index equals its log; if that is not certain, the log is read again.
class IndexCacheTest {

  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir Path folder;
  private Path kept;
  private Path log;
  private IndexCache indexes;

  @BeforeEach
  void writeALog() throws IOException {
    kept = folder.resolve("cache/indexes");
    indexes = IndexCache.at(kept);
    log = SampleLog.write(folder.resolve("a.hdr"), List.of("rt", "st"), 700, 30);
  }

  private List<Path> files() throws IOException {
    if (!Files.exists(kept)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(kept)) {
      return files.sorted().toList();
    }
  }

  private Path only() throws IOException {
    assertThat(files()).hasSize(1);
    return files().getFirst();
  }

  /// Whether the index came from the cache: only reading a log publishes parts.
  private boolean isKept() throws IOException {
    return isKept(indexes, log);
  }

  private static boolean isKept(IndexCache indexes, Path log) throws IOException {
    byte[] before = Files.readAllBytes(log);
    FileTime written = Files.getLastModifiedTime(log);
    try {
      // An unreadable line in the middle is not noticed if the index is cached.
      byte[] broken = before.clone();
      broken[broken.length / 2] = '!';
      Files.write(log, broken);
      Files.setLastModifiedTime(log, written);
      Problems problems = new Problems();
      try (LogIndex index = indexes.index(log, TimeColumns.AUTO, problems, _ -> {})) {
        assertThat(index.tags()).containsExactly("rt", "st");
      }
      return problems.first().isEmpty();
    } finally {
      Files.write(log, before);
      Files.setLastModifiedTime(log, written);
    }
  }

  /// The results of all queries of an index.
  private static List<String> answers(LogIndex index) throws IOException {
    List<String> answers = new ArrayList<>();
    answers.add(index.origin() + " " + index.begin() + " " + index.end() + " " + index.facts());
    long[] moments = {Long.MIN_VALUE, 0, 3_000_000_001L, 300_000_000_000L, Long.MAX_VALUE};
    for (String tag : index.tags()) {
      for (int from = 0; from < moments.length; from++) {
        for (int to = from + 1; to < moments.length; to++) {
          for (int most : new int[] {1, 7, 100, 1_000}) {
            for (PackedInterval each : index.columns(tag, moments[from], moments[to], most)) {
              answers.add(
                  each.tag()
                      + each.layout()
                      + each.begin()
                      + "-"
                      + each.end()
                      + HexFormat.of().formatHex(each.slots()));
            }
          }
        }
      }
    }
    return answers;
  }

  private static List<String> answers(IndexCache indexes, Path log) throws IOException {
    try (LogIndex index = indexes.index(log, TimeColumns.AUTO, new Problems(), _ -> {})) {
      return answers(index);
    }
  }

  @Test
  void cachedIndexEqualsTheLog() throws IOException {
    List<String> read = answers(IndexCache.NONE, log);
    assertThat(files()).isEmpty();
    indexes.prepare(log);
    assertThat(isKept()).isTrue();
    assertThat(answers(indexes, log)).isEqualTo(read).hasSizeGreaterThan(1_000);
  }

  @Test
  void indexIsStoredAfterTheLogWasOpened() throws Exception {
    try (LogIndex _ = indexes.index(log, TimeColumns.AUTO, new Problems(), _ -> {})) {
      assertThat(files()).as("storing is delayed").isEmpty();
      for (int i = 0; i < 600 && files().stream().noneMatch(IndexCacheTest::isIndex); i++) {
        Thread.sleep(50);
      }
    }
    assertThat(isKept()).isTrue();
  }

  private static boolean isIndex(Path file) {
    return file.toString().endsWith(".index");
  }

  @Test
  void changedLogIsReadAgain() throws IOException {
    indexes.prepare(log);
    Path other = SampleLog.write(folder.resolve("b.hdr"), List.of("rt", "st"), 701, 30);
    FileTime written = Files.getLastModifiedTime(log);
    byte[] before = Files.readAllBytes(log);

    Files.setLastModifiedTime(log, FileTime.from(LONG_AGO));
    assertThat(isKept()).as("another time").isFalse();
    Files.setLastModifiedTime(log, written);
    assertThat(isKept()).isTrue();

    Files.write(log, new byte[] {'\n'}, StandardOpenOption.APPEND);
    Files.setLastModifiedTime(log, written);
    assertThat(isKept()).as("another size").isFalse();

    byte[] end = before.clone();
    end[end.length - 1] = ' ';
    Files.write(log, end);
    Files.setLastModifiedTime(log, written);
    assertThat(isKept()).as("another end").isFalse();

    byte[] begin = before.clone();
    begin[2] ^= 1;
    Files.write(log, begin);
    Files.setLastModifiedTime(log, written);
    assertThat(isKept()).as("another begin").isFalse();

    assertThat(isKept(indexes, other)).as("another log").isFalse();
  }

  @Test
  void damagedIndexIsReplaced() throws IOException {
    indexes.prepare(log);
    Path index = only();
    byte[] right = Files.readAllBytes(index);
    for (int at : new int[] {0, 11, 20, 40, right.length / 2, right.length - 1}) {
      byte[] wrong = right.clone();
      wrong[at] ^= 4;
      Files.write(index, wrong);
      assertThat(isKept()).as("byte " + at).isFalse();
    }
    for (int length : new int[] {0, 7, 43, 44, right.length - 1}) {
      Files.write(index, Arrays.copyOf(right, length));
      assertThat(isKept()).as(length + " bytes").isFalse();
    }
    Files.delete(index);
    Files.createDirectory(index);
    assertThat(isKept()).as("a folder").isFalse();
    Files.delete(index);
    Path elsewhere = Files.write(folder.resolve("elsewhere"), right);
    Files.createSymbolicLink(index, elsewhere);
    assertThat(isKept()).as("a link").isFalse();
    Files.delete(index);
    Files.write(index, right);
    assertThat(isKept()).isTrue();
  }

  @Test
  void cachedIndexReportsTheSameProblems() throws IOException {
    String nonsense = "Tag=rt,700.000,1.000,0.1,HISTnonsense\n";
    Files.writeString(log, nonsense, StandardOpenOption.APPEND);
    Problems read = new Problems();
    indexes.index(log, TimeColumns.AUTO, read, _ -> {}).close();
    assertThat(read.first()).hasSize(1);
    indexes.prepare(log);
    Problems cached = new Problems();
    indexes.index(log, TimeColumns.AUTO, cached, _ -> {}).close();
    assertThat(cached.first()).isEqualTo(read.first());
    assertThat(cached.count(Severity.LOST)).isEqualTo(1);
  }

  @Test
  void logWithManyProblemsIsNotCached() throws IOException {
    String nonsense = "Tag=rt,3.000,1.000,0.1,HISTnonsense\n";
    Files.writeString(log, nonsense.repeat(101), StandardOpenOption.APPEND);
    indexes.prepare(log);
    assertThat(files()).isEmpty();
  }

  @Test
  void folderIsAccessibleToItsOwnerOnly() throws IOException {
    indexes.prepare(log);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only())))
        .isEqualTo("rw-------");
  }

  @Test
  void leastRecentlyUsedIndexIsEvicted() throws IOException {
    indexes.prepare(log);
    long size = Files.size(only());
    IndexCache small = IndexCache.at(kept, 2 * size + size / 2);
    List<Path> logs = new ArrayList<>();
    for (String name : List.of("b.hdr", "c.hdr", "d.hdr")) {
      logs.add(SampleLog.write(folder.resolve(name), List.of("rt", "st"), 700, 30));
    }
    small.prepare(logs.get(0));
    for (Path each : files()) {
      Files.setLastModifiedTime(each, FileTime.from(LONG_AGO));
    }
    assertThat(isKept(small, log)).as("and was used just now").isTrue();
    small.prepare(logs.get(1));
    assertThat(isKept(small, logs.get(0))).isFalse();
    assertThat(isKept(small, log)).isTrue();
    assertThat(isKept(small, logs.get(1))).isTrue();

    IndexCache none = IndexCache.at(kept, size / 2);
    assertThat(isKept(none, log)).as("more than there may be at all").isFalse();
  }

  @Test
  void abandonedTemporaryFilesAreDeleted() throws IOException {
    Files.createDirectories(kept);
    Path abandoned = Files.writeString(kept.resolve("1" + AtomicFile.SUFFIX), "half");
    Path fresh = Files.writeString(kept.resolve("2" + AtomicFile.SUFFIX), "half");
    Path strange = Files.writeString(kept.resolve("letter.txt"), "mine");
    for (Path each : List.of(abandoned, strange)) {
      Files.setLastModifiedTime(each, FileTime.from(LONG_AGO));
    }
    indexes.prepare(log);
    assertThat(files()).hasSize(3).contains(fresh, strange).doesNotContain(abandoned);
  }

  @Test
  void logsAreReadIfTheCacheIsUnusable() throws IOException {
    Files.createDirectories(kept.getParent());
    Files.writeString(kept, "a file in its place");
    indexes.prepare(log);
    assertThat(isKept()).isFalse();
    assertThat(answers(indexes, log)).isEqualTo(answers(IndexCache.NONE, log));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "2, 2"})
  void logsOfDoublesAndSeveralLayoutsAreCached(int even, int odds) throws IOException {
    Path odd = folder.resolve("odd.hdr");
    List<String> lines = new ArrayList<>();
    lines.add("#[Histogram log format version 1.3]");
    lines.add("#[StartTime: 1700000000.000 (seconds since epoch)]");
    lines.add("#[Unit: microseconds]");
    for (int i = 0; i < 400; i++) {
      lines.add(line(i, i % 2 == 0 ? even : odds));
    }
    Files.write(odd, lines);
    List<String> read = answers(IndexCache.NONE, odd);
    indexes.prepare(odd);
    try (LogIndex index = indexes.index(odd, TimeColumns.AUTO, new Problems(), _ -> {})) {
      assertThat(index.facts().unit()).isEqualTo("microseconds");
      assertThat(answers(index)).isEqualTo(read);
    }
    assertThat(files()).hasSize(1);
  }

  /// A line of one of three layouts.
  private static String line(int second, int layout) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EncodableHistogram histogram = histogram(second, layout);
    histogram.setStartTimeStamp(second * 1_000L);
    histogram.setEndTimeStamp(second * 1_000L + 1_000);
    new HistogramLogWriter(out).outputIntervalHistogram(histogram);
    return out.toString(StandardCharsets.UTF_8).strip();
  }

  private static EncodableHistogram histogram(int second, int layout) {
    if (layout == 2) {
      DoubleHistogram doubles = new DoubleHistogram(2);
      doubles.recordValue(0.001 * (second + 1));
      return doubles;
    }
    Histogram integers = new Histogram(layout == 0 ? 1 : 1_000, 3_600_000_000L, layout + 2);
    integers.recordValue(1_000L * (second + 1));
    return integers;
  }
}
