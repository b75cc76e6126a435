package dev.takt.report.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packs and indexes have the same counts as the log.
class PackTest {

  private static final List<String> TAGS = List.of("read-rt", "read-st", "write-rt");
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  private static BoundedIntervals read(Path log, long bound) throws IOException {
    BoundedIntervals intervals = new BoundedIntervals(bound);
    var _ =
        PackedLogReader.read(
            LogSource.of(log), new Problems(), part -> part.intervals().forEach(intervals::add));
    intervals.finish();
    return intervals;
  }

  /// The oracle: the counts of `takt log summarize --start --end`.
  private static Spectrum summary(Path log, String tag, long from, long to) throws IOException {
    Selection selection =
        Selection.ALL.withTags(tag::equals).within(new Moment(from, false), new Moment(to, false));
    List<Series> series =
        LogAlgebra.summarize(List.of(LogSource.of(log)), selection, new Problems()).series();
    return series.isEmpty() ? Spectrum.EMPTY : series.getFirst().spectrum();
  }

  private static void assertSame(Counts counts, Spectrum expected) {
    Spectrum found = Spectrum.of(counts);
    assertThat(found.total()).isEqualTo(expected.total());
    assertThat(found.size()).isEqualTo(expected.size());
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.value(i)).isEqualTo(expected.value(i));
      assertThat(found.count(i)).isEqualTo(expected.count(i));
    }
  }

  @Test
  void packHasAllIntervalsInTheOrderOfTheLog() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), TAGS, 20, 50);
    List<PackReader.Interval> pack = PackReader.read(PackWriter.write(read(log, 1 << 24).list()));

    assertThat(pack).hasSize(60);
    assertThat(pack.get(4).tag()).isEqualTo("read-st");
    assertThat(pack.get(4).begin()).isEqualTo(1_000);
    assertThat(pack.get(4).length()).isEqualTo(1_000);
    assertThat(pack.get(4).layout()).isEqualTo(Layout.THREE_DIGITS);
    for (String each : TAGS) {
      assertSame(PackReader.sum(pack, each), summary(log, each, 0, 20 * SampleLog.SECOND));
    }
    assertSame(
        pack.get(30).counts(),
        summary(log, "read-rt", 10 * SampleLog.SECOND, 11 * SampleLog.SECOND));
  }

  @Test
  void mergedIntervalsKeepCountsAndEdges() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), TAGS, 23, 50);
    List<PackReader.Interval> pack =
        PackReader.read(PackWriter.write(read(log, 1 << 24).coarser(5)));

    List<PackReader.Interval> one =
        pack.stream().filter(each -> each.tag().equals("write-rt")).toList();
    assertThat(one)
        .extracting(PackReader.Interval::begin)
        .containsExactly(0L, 5000L, 10000L, 15000L, 20000L);
    assertThat(one)
        .extracting(PackReader.Interval::length)
        .containsExactly(5000L, 5000L, 5000L, 5000L, 3000L);
    for (PackReader.Interval each : one) {
      assertSame(
          each.counts(),
          summary(log, "write-rt", each.begin() * MILLI, (each.begin() + each.length()) * MILLI));
    }
  }

  @Test
  void memoryIsBoundedAndNoCountIsLost() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), TAGS, 300, 50);
    BoundedIntervals intervals = read(log, 40_000);

    assertThat(intervals.isMerged()).isTrue();
    assertThat(intervals.list().size()).isLessThan(450);
    assertThat(intervals.medianIntervalNanos()).isEqualTo(SampleLog.SECOND);
    List<PackReader.Interval> pack = PackReader.read(PackWriter.write(intervals.list()));
    for (String each : TAGS) {
      assertSame(PackReader.sum(pack, each), summary(log, each, 0, 300 * SampleLog.SECOND));
    }
  }

  @Test
  void allLayoutsSurviveARoundTrip() throws IOException {
    List<Layout> layouts =
        List.of(
            Layout.THREE_DIGITS,
            new Layout(0, 0, false),
            new Layout(5, 10, false),
            new Layout(2, -20, true));
    List<PackedInterval> intervals = new ArrayList<>();
    for (Layout each : layouts) {
      Counts counts = new Counts(each);
      counts.add(0, 1);
      counts.add(each.slots() - 1, Long.MAX_VALUE / 2);
      intervals.add(new PackedInterval("", each, -1_500_000, 0, new SlotCodec().encode(counts)));
    }
    List<PackReader.Interval> pack = PackReader.read(PackWriter.write(intervals));

    assertThat(pack).extracting(PackReader.Interval::layout).isEqualTo(layouts);
    // Rounded down to whole milliseconds, also before the origin.
    assertThat(pack).allMatch(each -> each.begin() == -2 && each.length() == 2);
    for (PackReader.Interval each : pack) {
      assertThat(each.counts().at(each.layout().slots() - 1)).isEqualTo(Long.MAX_VALUE / 2);
      assertThat(each.counts().at(0)).isEqualTo(1);
    }
  }

  @Test
  void indexEqualsTheLog() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), TAGS, 700, 20);
    Problems problems = new Problems();
    try (LogIndex index = LogIndex.of(log, problems)) {
      assertThat(problems.first()).isEmpty();
      assertThat(index.isComplete()).isTrue();
      assertThat(index.tags()).containsExactlyInAnyOrderElementsOf(TAGS);
      assertThat(index.end()).isEqualTo(700 * SampleLog.SECOND);
      InMemoryHistograms listed =
          new InMemoryHistograms(read(log, 1 << 26).list(), SampleLog.SECOND);
      long[][] spans = {
        {0, 700_000}, {3_000, 4_000}, {17_000, 613_000}, {1_500, 1_500}, {-5_000, 90_500}
      };
      for (long[] each : spans) {
        for (int most : new int[] {1, 7, 100, 5_000}) {
          long from = each[0] * MILLI;
          long to = each[1] * MILLI;
          var asked = PackReader.read(PackWriter.write(index.columns("read-st", from, to, most)));
          var sent = PackReader.read(PackWriter.write(listed.columns("read-st", from, to, most)));
          assertThat(asked.size()).isLessThanOrEqualTo(most);
          assertSame(PackReader.sum(asked, "read-st"), summary(log, "read-st", from, to));
          assertThat(asked)
              .extracting(PackReader.Interval::begin)
              .isEqualTo(sent.stream().map(PackReader.Interval::begin).toList());
          for (int i = 0; i < asked.size(); i++) {
            assertSame(asked.get(i).counts(), Spectrum.of(sent.get(i).counts()));
          }
        }
      }
      assertThat(index.columns("no such", 0, Long.MAX_VALUE, 10)).isEmpty();
      assertThat(index.columns("read-rt", 0, 700 * SampleLog.SECOND, 5_000)).hasSize(700);
    }
  }

  @Test
  void changedLogIsReported() throws IOException {
    Path log = SampleLog.write(folder.resolve("a.hdr"), TAGS, 40, 20);
    try (LogIndex index = LogIndex.of(log, new Problems())) {
      java.nio.file.Files.writeString(log, "#");
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> index.columns("read-rt", 3 * SampleLog.SECOND, 5 * SampleLog.SECOND, 2))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a.hdr");
    }
  }
}
