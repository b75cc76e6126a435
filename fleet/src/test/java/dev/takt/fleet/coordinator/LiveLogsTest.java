package dev.takt.fleet.coordinator;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.log.Interval;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveLogsTest {

  private static final long SECOND = 1_000_000_000L;

  private static final List<String> OPERATIONS = List.of("read", "write");

  private final LiveLogs logs = new LiveLogs(SECOND, true, OPERATIONS);

  private void add(String machine, long number, String tag, long... values) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : values) {
      histogram.record(each);
    }
    logs.add(machine, number, new Interval(1, tag, number * SECOND, SECOND, histogram.toCounts()));
  }

  @Test
  void addsUpTheMachinesIntervalByInterval() {
    add("a", 0, "read-rt", 1_000, 2_000);
    add("b", 0, "write-rt", 1_500);
    add("a", 0, "read-st", 9, 9, 9);
    add("b", 0, "write:failed-rt", 5, 5);
    assertThat(logs.next(SECOND, 2)).as("b may still have lines of interval 0").isEmpty();
    add("a", 1, "read-rt", 7);
    assertThat(logs.next(SECOND, 2)).isEmpty();
    add("b", 1, "read-rt", 8);
    LiveInterval first = logs.next(SECOND, 2).getFirst();
    assertThat(first.endNanos()).isEqualTo(SECOND);
    assertThat(first.machines()).isEqualTo(2);
    assertThat(first.completed()).isEqualTo(3);
    assertThat(first.failed()).isEqualTo(2);
    assertThat(first.rate()).isEqualTo(5.0);
    assertThat(first.times().max()).isEqualTo(2_000);
    assertThat(counts(first))
        .isEqualTo(Map.of("read-rt", 2L, "read-st", 3L, "write-rt", 1L, "write:failed-rt", 2L));
    assertThat(logs.next(SECOND, 2)).as("each once").isEmpty();
  }

  /// They are in the tag without an outcome as well.
  @Test
  void whatWasNotAnsweredIsNotCompleted() {
    add("a", 0, "read-rt", 1, 2, 3, 4, 5);
    add("a", 0, "read:unfinished-rt", 1);
    add("a", 0, "read:unsent-rt", 2, 3);
    LiveInterval last = logs.next(9 * SECOND, 1).getFirst();
    assertThat(last.completed()).isEqualTo(2);
    assertThat(last.rate()).isEqualTo(2.0);
  }

  @Test
  void showsAnIntervalWithoutAMachineThatIsLate() {
    add("a", 0, "read-rt", 1_000);
    add("a", 1, "read-rt", 1_000);
    assertThat(logs.next(2 * SECOND, 2)).isEmpty();
    assertThat(logs.next(5 * SECOND / 2 + 1, 2).getFirst().machines()).isEqualTo(1);
  }

  @Test
  void whatAMachineSendsLaterComesLater() {
    add("a", 0, "read-rt", 1_000);
    assertThat(logs.next(3 * SECOND, 2)).hasSize(1);
    add("b", 0, "read-rt", 1_000, 1_000);
    LiveInterval late = logs.next(4 * SECOND, 2).getFirst();
    assertThat(late.endNanos()).isEqualTo(SECOND);
    assertThat(late.machines()).isEqualTo(1);
    assertThat(counts(late)).isEqualTo(Map.of("read-rt", 2L));
  }

  @Test
  void severalComeInOrder() {
    for (int i = 0; i < 5; i++) {
      add("a", i, "read-rt", i + 1);
    }
    assertThat(logs.next(5 * SECOND, 1))
        .extracting(LiveInterval::endNanos)
        .containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND);
    assertThat(logs.next(5 * SECOND, 1)).isEmpty();
  }

  @Test
  void restHasWhatHasNotCome() throws Exception {
    for (int i = 0; i < 5; i++) {
      add("a", i, "read-rt", i + 1);
    }
    assertThat(logs.next(SECOND, 1)).hasSize(4);
    add("a", 5, "read-rt", 6);
    add("a", 6, "read-rt", 7);
    assertThat(logs.rest())
        .extracting(LiveInterval::endNanos)
        .containsExactly(5 * SECOND, 6 * SECOND, 7 * SECOND);
  }

  private static Map<String, Long> counts(LiveInterval interval) {
    return interval.recorded().entrySet().stream()
        .collect(toMap(each -> each.getKey().toString(), each -> each.getValue().totalCount()));
  }

  @Test
  void withoutAScheduleShowsServiceTimes() {
    try (LiveLogs service = new LiveLogs(SECOND, false, OPERATIONS)) {
      LatencyHistogram histogram = new LatencyHistogram();
      histogram.record(42);
      service.add("a", 0, new Interval(1, "read-st", 0, SECOND, histogram.toCounts()));
      assertThat(service.next(9 * SECOND, 1).getFirst().completed()).isEqualTo(1);
    }
  }

  /// A log that comes in pieces of any length, also within its header and within a line.
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 5_000, 1 << 20})
  void readsALogThatComesInPieces(int length, @TempDir Path folder) throws Exception {
    Path whole = folder.resolve("whole");
    try (IntervalLogWriter log = IntervalLogWriter.create(whole, ClockAnchor.now(), 5 * SECOND)) {
      for (int i = 0; i < 4; i++) {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(1_000, i + 1);
        log.write("read-rt", (5 + i) * SECOND, (6 + i) * SECOND, histogram);
      }
    }
    byte[] bytes = Files.readAllBytes(whole);
    logs.startsAt(System.nanoTime() - 4 * SECOND);
    Path growing = Files.createFile(folder.resolve("growing"));
    for (int at = 0; at < bytes.length; at += length) {
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length));
      Files.write(growing, piece, StandardOpenOption.APPEND);
      logs.grew("a", growing);
    }
    assertThat(logs.rest()).extracting(LiveInterval::completed).containsExactly(1L, 2L, 3L, 4L);
    assertThat(logs.warnings()).isEmpty();
  }

  private static Path log(Path folder, String name, Layout layout, String tag, long... numbers)
      throws IOException {
    Path file = folder.resolve(name);
    try (IntervalLogWriter log = IntervalLogWriter.create(file, ClockAnchor.now(), 5 * SECOND)) {
      for (long each : numbers) {
        Counts counts = new Counts(layout);
        counts.add(layout.slotOf(1_000), 1);
        log.write(tag, (5 + each) * SECOND, (6 + each) * SECOND, counts);
      }
    }
    return file;
  }

  @Test
  void logThatCannotBeAddedEndsOnlyItsOwnFigures(@TempDir Path folder) throws Exception {
    logs.startsAt(System.nanoTime() - 4 * SECOND);
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0));
    Path other = log(folder, "b", new Layout(2, 0, false), "read-rt", 0, 1);
    logs.grew("b", other);
    logs.grew("b", other);
    logs.grew("c", log(folder, "c", Layout.THREE_DIGITS, "read-rt", 0, 1));
    assertThat(logs.rest()).extracting(LiveInterval::completed).containsExactly(2L, 1L);
    assertThat(logs.warnings())
        .singleElement()
        .asString()
        .startsWith("the live figures lack b from now on: its log: ");
    assertThat(logs.warnings()).isEmpty();
  }

  @Test
  void saysThatNotEverythingIsRead(@TempDir Path folder) throws Exception {
    Path log = log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0);
    synchronized (logs) { // so nothing can be added
      logs.grew("a", log);
      assertThat(logs.rest(Duration.ofSeconds(1))).isEmpty();
    }
    assertThat(logs.warnings())
        .containsExactly("the live figures lack what was not read within 1 s");
  }

  @Test
  void intervalsInTheFutureAreIgnored(@TempDir Path folder) throws Exception {
    logs.startsAt(System.nanoTime() - 4 * SECOND);
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0, 1, 100, 1_000_000, 2));
    assertThat(logs.rest())
        .extracting(LiveInterval::endNanos)
        .containsExactly(SECOND, 2 * SECOND, 3 * SECOND);
    assertThat(logs.warnings())
        .containsExactly("the live figures lack intervals of a: they are in the future");
  }

  @Test
  void operationsThatThePlanDoesNotHaveAreIgnored() {
    add("a", 0, "read-rt", 1);
    add("a", 0, "other-rt", 1);
    add("a", 1, "third:failed-st", 1);
    add("a", 0, "generator:lateness-lt", 1);
    assertThat(logs.next(9 * SECOND, 1))
        .singleElement()
        .satisfies(each ->
            assertThat(counts(each)).isEqualTo(Map.of("read-rt", 1L, "generator:lateness-lt", 1L)));
    assertThat(logs.warnings())
        .containsExactly("the live figures lack operations of a that the plan does not have");
  }
}
