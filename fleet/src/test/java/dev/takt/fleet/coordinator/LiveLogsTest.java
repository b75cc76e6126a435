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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LiveLogsTest {

  private static final long SECOND = 1_000_000_000L;

  private static final List<String> OPERATIONS = List.of("read", "write");

  private final LiveLogs logs = new LiveLogs(SECOND, Long.MAX_VALUE, true, OPERATIONS);

  private void add(String machine, long number, String tag, long... values) throws Exception {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : values) {
      histogram.record(each);
    }
    logs.add(machine, number, new Interval(1, tag, number * SECOND, SECOND, histogram.toCounts()));
  }

  private static SinceStart startedBefore(long nanos) {
    return new SinceStart(System.nanoTime() - nanos);
  }

  private List<LiveInterval> rest() throws Exception {
    List<LiveInterval> all = new ArrayList<>();
    logs.rest(all::addAll);
    return all;
  }

  @Test
  void restHasWhatHasNotCome() throws Exception {
    for (int i = 0; i < 5; i++) {
      add("a", i, "read-rt", i + 1);
    }
    assertThat(logs.next(List.of("a"))).hasSize(4);
    add("a", 5, "read-rt", 6);
    add("a", 6, "read-rt", 7);
    assertThat(rest())
        .extracting(LiveInterval::endNanos)
        .containsExactly(5 * SECOND, 6 * SECOND, 7 * SECOND);
  }

  private static Map<String, Long> counts(LiveInterval interval) {
    return interval.recorded().entrySet().stream()
        .collect(toMap(each -> each.getKey().toString(), each -> each.getValue().total()));
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
    logs.startsAt(startedBefore(4 * SECOND));
    Path growing = Files.createFile(folder.resolve("growing"));
    for (int at = 0; at < bytes.length; at += length) {
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length));
      Files.write(growing, piece, StandardOpenOption.APPEND);
      logs.grew("a", growing);
    }
    assertThat(rest()).extracting(LiveInterval::completed).containsExactly(1L, 2L, 3L, 4L);
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
    logs.startsAt(startedBefore(4 * SECOND));
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0));
    Path other = log(folder, "b", new Layout(2, 0, false), "read-rt", 0, 1);
    logs.grew("b", other);
    logs.grew("b", other);
    logs.grew("c", log(folder, "c", Layout.THREE_DIGITS, "read-rt", 0, 1));
    assertThat(rest()).extracting(LiveInterval::completed).containsExactly(2L, 1L);
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
      logs.rest(Duration.ofSeconds(1), each -> assertThat(each).isEmpty());
    }
    assertThat(logs.warnings())
        .containsExactly("the live figures lack what was not read within 1 s");
  }

  @Test
  void intervalsInTheFutureAreIgnored(@TempDir Path folder) throws Exception {
    logs.startsAt(startedBefore(4 * SECOND));
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0, 1, 100, 1_000_000, 2));
    assertThat(rest())
        .extracting(LiveInterval::endNanos)
        .containsExactly(SECOND, 2 * SECOND, 3 * SECOND);
    assertThat(logs.warnings())
        .containsExactly("the live figures lack intervals of a: they are in the future");
  }

  @Test
  void operationsThatThePlanDoesNotHaveAreIgnored() throws Exception {
    add("a", 0, "read-rt", 1);
    add("a", 0, "other-rt", 1);
    add("a", 1, "third:failed-st", 1);
    add("a", 0, "generator:lateness-lt", 1);
    assertThat(rest())
        .singleElement()
        .satisfies(each ->
            assertThat(counts(each)).isEqualTo(Map.of("read-rt", 1L, "generator:lateness-lt", 1L)));
    assertThat(logs.warnings())
        .containsExactly("the live figures lack operations of a that the plan does not have");
  }

  /// A machine whose first operation ends late has no line for the first intervals.
  @Test
  void intervalsAreNumberedFromTheStartOfTheSchedule(@TempDir Path folder) throws Exception {
    logs.startsAt(startedBefore(9 * SECOND));
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0, 3));
    logs.grew("b", log(folder, "b", Layout.THREE_DIGITS, "read-rt", 3, 4));
    assertThat(rest())
        .extracting(each -> each.endNanos() / SECOND + " " + each.machines())
        .containsExactly("1 [a]", "4 [a, b]", "5 [b]");
  }

  @Test
  void linesThatCannotBeReadAreSaid(@TempDir Path folder) throws Exception {
    logs.startsAt(startedBefore(9 * SECOND));
    Path log = log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0, 1, 2);
    byte[] bytes = Files.readAllBytes(log);
    int line = new String(bytes, StandardCharsets.UTF_8).indexOf("Tag=read-rt,1.000");
    bytes[line + 60] ^= 1;
    Files.write(log, bytes);
    logs.grew("a", log);
    assertThat(rest()).extracting(LiveInterval::endNanos).containsExactly(SECOND, 3 * SECOND);
    assertThat(logs.warnings())
        .containsExactly("the live figures lack lines of a that cannot be read");
  }

  /// The interval is whole, though no line of a later one has come.
  @Test
  void intervalIsWholeWhenAMachineHasNoMore(@TempDir Path folder) throws Exception {
    logs.startsAt(startedBefore(9 * SECOND));
    Path log = log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0);
    logs.grew("a", log);
    Thread.sleep(200);
    assertThat(logs.next(List.of())).as("there may be more lines of interval 0").isEmpty();
    logs.isUpToDate("a", log);
    assertThat(awaitNext()).extracting(LiveInterval::endNanos).containsExactly(SECOND);
  }

  /// The machine is cut in the middle of a line: what it had is not what has come.
  @Test
  void halfALineIsNoEnd(@TempDir Path folder) throws Exception {
    logs.startsAt(startedBefore(9 * SECOND));
    Path log = log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0);
    Files.writeString(log, "Tag=read-st,0.0", StandardOpenOption.APPEND);
    logs.grew("a", log);
    logs.isUpToDate("a", log);
    Thread.sleep(300);
    assertThat(logs.next(List.of())).isEmpty();
  }

  @Test
  void nothingIsWaitedForFromAMachineThatHasEnded(@TempDir Path folder) throws Exception {
    logs.startsAt(startedBefore(9 * SECOND));
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0, 1, 2));
    logs.ended("b", folder.resolve("absent"));
    assertThat(awaitNext("a", "b"))
        .extracting(LiveInterval::endNanos)
        .containsExactly(SECOND, 2 * SECOND);
  }

  private List<LiveInterval> awaitNext(String... present) throws Exception {
    long deadline = System.nanoTime() + 20 * SECOND;
    List<LiveInterval> found = List.of();
    while (found.isEmpty() && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
      found = logs.next(List.of(present));
    }
    return found;
  }

  /// A long cut at a short interval: what comes at once afterwards is far more than may be held.
  @Test
  void readsNoMoreThanThereIsRoomFor(@TempDir Path folder) throws Exception {
    int intervals = 3_000;
    long max = 100_000;
    LiveIntervals held = new LiveIntervals(10_000_000, Long.MAX_VALUE, true, max);
    List<LiveInterval> all = new ArrayList<>();
    try (LiveLogs bounded = new LiveLogs(10_000_000, OPERATIONS, System::nanoTime, held)) {
      bounded.startsAt(startedBefore(100 * SECOND));
      Path log = folder.resolve("a");
      try (IntervalLogWriter writer = IntervalLogWriter.create(log, ClockAnchor.now(), 0)) {
        for (int i = 0; i < intervals; i++) {
          LatencyHistogram times = new LatencyHistogram();
          for (int j = 0; j < 20; j++) {
            times.record(1_000_000L * (1 + (i + 7 * j) % 100));
          }
          writer.write("read-rt", i * 10_000_000L, (i + 1) * 10_000_000L, times);
        }
      }
      bounded.grew("a", log);
      long most = 0;
      while (all.size() < intervals / 2) {
        Thread.sleep(5);
        synchronized (bounded) {
          most = Math.max(most, held.bytes());
          all.addAll(bounded.next(List.of("a")));
        }
      }
      assertThat(most).as("held").isBetween(max, max + 1_000);
      bounded.rest(each -> {
        assertThat(each).hasSizeLessThan(intervals / 4);
        all.addAll(each);
      });
      assertThat(bounded.warnings()).isEmpty();
    }
    assertThat(all).hasSize(intervals).allMatch(each -> each.completed() == 20);
    assertThat(all).extracting(LiveInterval::endNanos).isSorted();
  }

  /// The clock of the machine is 150 ppm fast: 54 s after 100 hours.
  @Test
  void intervalsOfAFastClockAreNotInTheFuture(@TempDir Path folder) throws Exception {
    long elapsed = 100 * 3_600L;
    logs.startsAt(new SinceStart(0, () -> elapsed * SECOND, () -> 0));
    long latest = elapsed * 1_000_150 / 1_000_000;
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 0, latest - 1, elapsed + 80));
    assertThat(rest()).extracting(LiveInterval::endNanos).containsExactly(SECOND, latest * SECOND);
    assertThat(logs.warnings())
        .containsExactly("the live figures lack intervals of a: they are in the future");
  }

  /// The monotonic clock of a virtual machine can stand still while it is suspended.
  @Test
  void suspendedClockIsNotBelieved(@TempDir Path folder) throws Exception {
    AtomicLong wallMillis = new AtomicLong(1_000_000);
    logs.startsAt(new SinceStart(0, () -> 3 * SECOND, wallMillis::get));
    wallMillis.addAndGet(60_000);
    logs.grew("a", log(folder, "a", Layout.THREE_DIGITS, "read-rt", 2, 62, 90));
    assertThat(rest()).extracting(LiveInterval::endNanos).containsExactly(3 * SECOND, 63 * SECOND);
    assertThat(logs.warnings())
        .containsExactly("the live figures lack intervals of a: they are in the future");
  }
}
