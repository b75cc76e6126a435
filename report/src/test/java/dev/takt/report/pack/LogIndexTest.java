package dev.takt.report.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Indexes of unusual logs have the same counts as their lines.
class LogIndexTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MILLIS_OF_SECOND = 1_000;

  @TempDir Path folder;
  private final Random random = new Random(20_261_122);
  private final List<String> lines = new ArrayList<>();

  /// A line with a few values, in nanoseconds or in units of something.
  private void line(@Nullable String tag, double second, EncodableHistogram histogram) {
    long start = (long) (second * MILLIS_OF_SECOND);
    histogram.setTag(tag);
    histogram.setStartTimeStamp(start);
    histogram.setEndTimeStamp(start + MILLIS_OF_SECOND);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    new HistogramLogWriter(line).outputIntervalHistogram(histogram);
    lines.add(line.toString(StandardCharsets.UTF_8).strip());
  }

  private Histogram integers(long unit, int digits) {
    Histogram histogram = new Histogram(unit, 3_600_000_000_000L, digits);
    for (int i = random.nextInt(40); i > 0; i--) {
      histogram.recordValue((long) Math.exp(random.nextDouble() * 25));
    }
    return histogram;
  }

  private DoubleHistogram doubles() {
    DoubleHistogram histogram = new DoubleHistogram(2);
    histogram.recordValue(1 + random.nextInt(100));
    return histogram;
  }

  private Path write(String name) throws IOException {
    String header = "#[StartTime: 0.000 (seconds since epoch)]\n";
    return Files.writeString(folder.resolve(name), header + String.join("\n", lines) + "\n");
  }

  private static Map<Layout, List<Long>> sums(List<PackedInterval> intervals) {
    Map<Layout, Counts> sums = new HashMap<>();
    intervals.forEach(
        each -> SlotCodec.addTo(sums.computeIfAbsent(each.layout(), Counts::new), each.slots()));
    Map<Layout, List<Long>> slots = new HashMap<>();
    sums.forEach((layout, counts) -> slots.put(layout, slotsOf(counts)));
    return slots;
  }

  /// Alternating slots and counts of the used slots.
  private static List<Long> slotsOf(Counts counts) {
    List<Long> slots = new ArrayList<>();
    for (int i = 0; i < counts.length(); i++) {
      if (counts.at(i) != 0) {
        slots.addAll(Arrays.asList((long) i, counts.at(i)));
      }
    }
    return slots;
  }

  /// The lost or faulty lines. The wording of a problem depends on how much its thread has inflated
  /// before.
  private static List<String> descriptions(Problems problems) {
    return problems.first().stream()
        .map(each -> each.line() + " " + each.severity())
        .sorted()
        .toList();
  }

  /// Compares queries of all span sizes with sums of the log's lines.
  private void assertSameAsLines(Path log) throws IOException {
    List<PackedInterval> all = new ArrayList<>();
    Problems expectedProblems = new Problems();
    var _ =
        PackedLogReader.read(
            LogSource.of(log), expectedProblems, part -> all.addAll(part.intervals()));
    Problems problems = new Problems();
    try (LogIndex index = LogIndex.of(log, problems)) {
      assertThat(descriptions(problems)).isEqualTo(descriptions(expectedProblems));
      assertThat(index.tags())
          .containsExactlyInAnyOrderElementsOf(
              all.stream().map(PackedInterval::tag).distinct().toList());
      long end = index.end() / SECOND + 1;
      for (String tag : index.tags().stream().limit(8).toList()) {
        for (int i = 0; i < 6; i++) {
          long a = i == 0 ? 0 : random.nextLong(end) * SECOND;
          long b = i == 0 ? Long.MAX_VALUE : random.nextLong(end) * SECOND;
          long from = Math.min(a, b);
          long to = Math.max(a, b);
          List<PackedInterval> meant =
              all.stream()
                  .filter(
                      each -> each.tag().equals(tag) && each.begin() >= from && each.begin() < to)
                  .toList();
          for (int most : new int[] {1, 10, 20_000}) {
            assertThat(sums(index.columns(tag, from, to, most)))
                .as("%s from %d to %d, %d columns", tag, from, to, most)
                .isEqualTo(sums(meant));
          }
        }
      }
    }
  }

  @Test
  void mixedLayoutsAndKindsLoseNoCount() throws IOException {
    for (int second = 0; second < 600; second++) {
      line("steady", second, integers(1, 3));
      line("mixed", second, integers(1 << random.nextInt(3), 1 + random.nextInt(4)));
      line(null, second, integers(1, 2));
      line("doubles", second, doubles());
      if (second % 7 == 0) {
        line("empty", second, new Histogram(3));
      }
    }
    assertSameAsLines(write("layouts.hlog"));
  }

  @Test
  void unorderedLinesLoseNoCount() throws IOException {
    for (int second = 0; second < 1500; second++) {
      line("a", second, integers(1, 3));
      line("b", second / 3.0, integers(1, 2));
    }
    List<String> some = lines.subList(500, 2500);
    Collections.shuffle(some, random);
    assertSameAsLines(write("order.hlog"));
  }

  @Test
  void linesWithEqualBeginsLoseNoCount() throws IOException {
    for (int i = 0; i < 4000; i++) {
      line("a", 0, integers(1, 3));
    }
    assertSameAsLines(write("together.hlog"));
  }

  @Test
  void moreTagsThanOpenCellsLoseNoCount() throws IOException {
    for (int i = 0; i < 2400; i++) {
      line("tag-" + i % 1200, i < 1200 ? 0 : 1, integers(1, 3));
    }
    assertSameAsLines(write("tags.hlog"));
  }

  @Test
  void damagedLinesAreReportedAndOmitted() throws IOException {
    for (int second = 0; second < 900; second++) {
      line("a", second, integers(1, 3));
      line("b", second, integers(1, 3));
    }
    for (int i = 0; i < 120; i++) {
      int place = random.nextInt(lines.size());
      String line = lines.get(place);
      int at = random.nextInt(line.length());
      lines.set(
          place,
          switch (i % 4) {
            case 0 -> line.substring(0, at);
            case 1 -> line.substring(0, at) + "A" + line.substring(Math.min(line.length(), at + 1));
            case 2 -> line + "QUJD";
            default -> "# " + line;
          });
    }
    assertSameAsLines(write("damaged.hlog"));
  }

  private static final IndexBuilder.PublishPace OF_EACH_BLOCK =
      new IndexBuilder.PublishPace(0, 0, 0);

  /// Lines so long that a log of a few hundred is read in several blocks.
  private Histogram wide() {
    Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
    for (int i = 0; i < 600; i++) {
      histogram.recordValue((long) Math.exp(5 + random.nextDouble() * 15));
    }
    return histogram;
  }

  /// Reads a log, then queries each partial index, and compares it with the log's first lines.
  private List<LogIndex> assertPartsAreTheLinesSoFar(Path log) throws IOException {
    List<PackedInterval> all = new ArrayList<>();
    var _ =
        PackedLogReader.read(
            LogSource.of(log), new Problems(), part -> all.addAll(part.intervals()));
    List<LogIndex> parts = new ArrayList<>();
    try (LogIndex index = new IndexBuilder(log, parts::add, OF_EACH_BLOCK).read(new Problems())) {
      assertThat(index.progress()).isNull();
      assertThat(parts).hasSizeGreaterThan(3);
      int before = 0;
      double share = 0;
      for (LogIndex part : parts) {
        int count = (int) part.begins().count();
        assertThat(count).isBetween(before + 1, all.size());
        before = count;
        List<PackedInterval> read = all.subList(0, count);
        LogIndex.Progress progress = Objects.requireNonNull(part.progress());
        assertThat(progress.share()).isGreaterThan(share).isLessThanOrEqualTo(1);
        share = progress.share();
        assertThat(progress.upTo())
            .isEqualTo(read.stream().mapToLong(PackedInterval::end).max().orElseThrow());
        assertSums(part, read, index.end());
      }
      assertThat(share).isCloseTo(1, within(1e-5));
      assertSums(index, all, index.end());
    }
    return parts;
  }

  private void assertSums(LogIndex index, List<PackedInterval> lines, long end) throws IOException {
    for (String tag : index.tags()) {
      long from = random.nextLong(end);
      long to = from + random.nextLong(end);
      for (long[] span : new long[][] {{0, end}, {from, to}}) {
        List<PackedInterval> meant =
            lines.stream()
                .filter(each ->
                    each.tag().equals(tag) && each.begin() >= span[0] && each.begin() < span[1])
                .toList();
        for (int most : new int[] {1, 10}) {
          List<PackedInterval> columns = index.columns(tag, span[0], span[1], most);
          assertThat(columns.size()).isLessThanOrEqualTo(most);
          assertThat(sums(columns)).isEqualTo(sums(meant));
        }
      }
    }
  }

  @Test
  void partialIndexHasTheLinesReadSoFarAndTheFinalGrid() throws IOException {
    for (int second = 0; second < 1000; second++) {
      line("a", second, wide());
      line("b", second, wide());
    }
    for (LogIndex part : assertPartsAreTheLinesSoFar(write("parts.hlog"))) {
      assertThat(part.begin()).isZero();
      assertThat(part.end()).as("of all").isEqualTo(1000 * SECOND);
      List<PackedInterval> columns = part.columns("a", 0, part.end(), 10);
      // 1000 intervals fit into 8 cells of 128, whose edges lie half an interval before a begin.
      assertThat(columns).allSatisfy(each -> assertThat(each.begin() % (128 * SECOND)).isZero());
    }
  }

  @Test
  void partialIndexHasUnorderedLinesReadSoFar() throws IOException {
    for (int second = 0; second < 1000; second++) {
      line("a", second, wide());
      line(null, 1000 - second, wide());
    }
    Collections.shuffle(lines.subList(200, 1800), random);
    var _ = assertPartsAreTheLinesSoFar(write("shuffled.hlog"));
  }

  @Test
  void partialIndexHasTheReadableLinesOfADamagedLog() throws IOException {
    for (int second = 0; second < 2000; second++) {
      line("a", second, wide());
    }
    for (int i = 900; i < 1100; i++) {
      lines.set(i, lines.get(i).substring(0, random.nextInt(lines.get(i).length())));
    }
    lines.set(1100, "x".repeat(600_000));
    Path log = write("broken.hlog");
    var _ = assertPartsAreTheLinesSoFar(log);
    List<String> reported = new ArrayList<>();
    Problems problems = new Problems();
    try (LogIndex index =
        new IndexBuilder(log, _ -> reported.addAll(descriptions(problems)), OF_EACH_BLOCK)
            .read(problems)) {
      assertThat(index.begins().count()).isBetween(1799L, 1999L);
      assertThat(reported).as("while it was read").contains("1102 LOST");
    }
  }

  @Test
  void partialIndexCanBeQueriedAfterAReadFailure() throws IOException {
    for (int second = 0; second < 1000; second++) {
      line("a", second, wide());
    }
    Path log = write("unreadable.hlog");
    List<LogIndex> parts = new ArrayList<>();
    IndexBuilder reading =
        new IndexBuilder(
            log,
            part -> {
              parts.add(part);
              if (parts.size() == 2) {
                throw new IllegalStateException("no more");
              }
            },
            OF_EACH_BLOCK);
    assertThatThrownBy(() -> reading.read(new Problems())).hasMessage("no more");
    try (LogIndex cut = parts.getLast().truncated()) {
      long upTo = Objects.requireNonNull(parts.getLast().progress()).upTo();
      assertThat(cut.progress()).isNull();
      assertThat(cut.end()).isEqualTo(upTo).isLessThan(1000 * SECOND);
      // Lines that are in no sum are read from the file.
      assertThat(cut.columns("a", 3 * SECOND, 9 * SECOND, 6)).hasSize(6);
    }
  }

  /// The disk fails long before a part is due.
  @Test
  void lastPartialIndexHasAllReadableLines() throws IOException {
    for (int second = 0; second < 1000; second++) {
      line("a", second, wide());
    }
    Path log = write("failing.hlog");
    byte[] bytes = Files.readAllBytes(log);
    int readable = bytes.length / 2;
    List<PackedInterval> read = new ArrayList<>();
    assertThatThrownBy(() ->
            PackedLogReader.read(
                failing(bytes, readable), new Problems(), part -> read.addAll(part.intervals())))
        .hasMessageContaining("the disk is broken");
    List<LogIndex> parts = new ArrayList<>();
    IndexBuilder reading =
        new IndexBuilder(
            log,
            failing(bytes, readable),
            part -> {
              parts.add(part);
              LockSupport.parkNanos(300_000_000);
            },
            new IndexBuilder.PublishPace(0, 0, Long.MAX_VALUE / 4));
    assertThatThrownBy(() -> reading.read(new Problems()))
        .hasMessageContaining("the disk is broken");
    try (LogIndex last = parts.getLast()) {
      assertThat(parts).hasSizeGreaterThan(1);
      assertThat(last.begins().count()).isEqualTo(read.size());
      assertSums(last, read, 1000 * SECOND);
    }
  }

  private static LogSource failing(byte[] bytes, int readable) {
    return LogSource.of(
        "failing",
        new SequenceInputStream(
            new ByteArrayInputStream(bytes, 0, readable),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("the disk is broken");
              }

              @Override
              public int read(byte[] to, int from, int length) throws IOException {
                throw new IOException("the disk is broken");
              }
            }));
  }

  @Test
  void partialIndexWithoutKnownTimesEndsWhereReadingStopped() throws IOException {
    List<String> words = Collections.nCopies(1_200, "#" + "x".repeat(1_000));
    lines.addAll(words);
    for (int second = 1_000; second < 2_000; second++) {
      line("a", second, wide());
    }
    lines.addAll(words);
    List<LogIndex> parts = LogParts.of(write("words.hlog"));
    for (LogIndex part : parts) {
      assertThat(part.end()).isEqualTo(Objects.requireNonNull(part.progress()).upTo());
    }
    parts.getFirst().close();
  }

  @Test
  void quicklyReadLogPublishesNoPart() throws IOException {
    for (int second = 0; second < 1000; second++) {
      line("a", second, wide());
    }
    Path log = write("nearly.hlog");
    List<LogIndex> parts = new ArrayList<>();
    IndexBuilder.PublishPace patient =
        new IndexBuilder.PublishPace(0, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4);
    try (LogIndex index = new IndexBuilder(log, parts::add, patient).read(new Problems())) {
      assertThat(parts).isEmpty();
      assertThat(index.begins().count()).isEqualTo(1000);
    }
  }

  @Test
  void partsArePublishedAtEachDoublingOfTheTime() {
    IndexBuilder.PublishPace pace = IndexBuilder.PublishPace.DEFAULT;
    assertThat(pace.after(SECOND / 5)).isEqualTo(2 * SECOND);
    assertThat(pace.after(3 * SECOND)).isEqualTo(3 * SECOND);
    assertThat(pace.after(60 * SECOND)).isEqualTo(10 * SECOND);
  }

  @Test
  void logReadBeforeAPartIsDuePublishesNoPart() throws IOException {
    line("a", 0, wide());
    Path log = write("short.hlog");
    List<LogIndex> parts = new ArrayList<>();
    IndexBuilder.PublishPace late = new IndexBuilder.PublishPace(Long.MAX_VALUE / 2, 0, 0);
    try (LogIndex index = new IndexBuilder(log, parts::add, late).read(new Problems())) {
      assertThat(parts).isEmpty();
      assertThat(index.progress()).isNull();
      assertThat(index.end()).isEqualTo(SECOND);
    }
  }

  @Test
  void logOfEmptyIntervalsHasASpan() throws IOException {
    Histogram histogram = integers(1, 3);
    histogram.recordValue(5);
    for (int second : new int[] {3, 3, 8}) {
      line("a", second, histogram);
      lines.set(lines.size() - 1, lines.getLast().replaceFirst(",1\\.000,", ",0.000,"));
    }
    Path log = write("still.hlog");
    BoundedIntervals intervals = new BoundedIntervals(Long.MAX_VALUE);
    var _ =
        PackedLogReader.read(
            LogSource.of(log), new Problems(), part -> part.intervals().forEach(intervals::add));
    assertThat(intervals.begin()).isEqualTo(3 * SECOND);
    assertThat(intervals.end()).isEqualTo(8 * SECOND + 1_000_000);
    try (LogIndex index = LogIndex.of(log, new Problems())) {
      assertThat(index.begin()).isEqualTo(intervals.begin());
      assertThat(index.end()).isEqualTo(intervals.end());
      long total =
          index.columns("a", index.begin(), index.end(), 1).stream()
              .mapToLong(each -> SlotCodec.total(each.slots()))
              .sum();
      assertThat(total).isEqualTo(3 * histogram.getTotalCount());
    }
  }
}
