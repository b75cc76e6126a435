package dev.takt.runs.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.OperationState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationTraceTest {

  private static final List<String> NAMES = List.of("read", "update", "größe");
  private static final long ORIGIN = 123_456_789_012_345L;

  @TempDir Path temp;

  @Test
  void givesBackAMillionRandomRecords() throws IOException {
    int count = 1_000_000;
    Path file = temp.resolve("operations.bin");
    Random random = new Random(42);
    try (OperationTraceWriter writer = new OperationTraceWriter(file, NAMES, ORIGIN, count)) {
      var lane = writer.lane(10_000);
      for (int i = 0; i < count; i++) {
        if (i % 10_000 == 0) {
          writer.drain(0);
        }
        assertThat(put(lane, randomRecord(random))).isTrue();
      }
      writer.drain(0);
      assertThat(writer.written()).isEqualTo(count);
    }

    Random again = new Random(42);
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (int i = 0; i < count; i++) {
        OperationRecord expected = randomRecord(again);
        OperationRecord read = trace.next();
        if (!expected.equals(read)) {
          assertThat(read).as("record %d", i).isEqualTo(expected);
        }
      }
      assertThat(trace.next()).isNull();
      assertThat(trace.isTruncated()).isFalse();
      assertThat(trace.totals()).isEqualTo(new OperationTrace.Totals(count, 0, 0));
    }
  }

  @Test
  void givesBackWhichStepsOfJourneysTheOperationsAre() throws IOException {
    JourneySteps steps = new JourneySteps(70_000, true, List.of("Käufer", "b"), List.of(1, 0, 1));
    Path file = temp.resolve("operations.bin");
    try (OperationTraceWriter writer = new OperationTraceWriter(file, NAMES, ORIGIN, 10, true)) {
      writer.writeJourneys(steps);
      assertThat(writer.lane(10).record(1, ORIGIN, ORIGIN, ORIGIN + 1, 0, 140_003)).isTrue();
      writer.drain(0);
    }
    try (OperationTrace trace = OperationTrace.open(file)) {
      assertThat(trace.next()).isNotNull();
      assertThat(trace.journeys()).isEqualTo(steps);
      assertThat(trace.next()).isNull();
      assertThat(trace.totals()).isEqualTo(new OperationTrace.Totals(1, 0, 0));
    }
    assertThat(steps.user(140_003)).isEqualTo(2);
    assertThat(steps.index(140_003)).isEqualTo(3);
  }

  @Test
  void aTraceWithoutJourneysHasNone() throws IOException {
    Path file = temp.resolve("operations.bin");
    try (OperationTraceWriter writer = new OperationTraceWriter(file, NAMES, ORIGIN, 10)) {
      assertThatThrownBy(
              () -> writer.writeJourneys(new JourneySteps(1, false, List.of("a"), List.of(0))))
          .isInstanceOf(IllegalArgumentException.class);
    }
    try (OperationTrace trace = OperationTrace.open(file)) {
      assertThat(trace.next()).isNull();
      assertThat(trace.journeys()).isNull();
    }
  }

  @Test
  void givesBackTheExtremes() throws IOException {
    long[] moments = {NONE, NONE + 1, -1, 0, 1, ORIGIN, Long.MAX_VALUE};
    List<OperationRecord> all = new ArrayList<>();
    for (long intended : moments) {
      for (long start : moments) {
        for (long end : moments) {
          for (OperationState state : OperationState.values()) {
            all.add(record(all.size() % 3, intended, start, end, state));
          }
        }
      }
    }
    assertThat(readAll(write(all))).isEqualTo(all);
  }

  @Test
  void tellsTheHeader() throws IOException {
    ClockAnchor before = ClockAnchor.now();
    Path file = write(List.of());
    ClockAnchor after = ClockAnchor.now();

    try (OperationTrace trace = OperationTrace.open(file)) {
      assertThat(trace.operations()).isEqualTo(NAMES);
      assertThat(trace.originNanoTime()).isEqualTo(ORIGIN);
      assertThat(trace.anchor().nanoTime()).isBetween(before.nanoTime(), after.nanoTime());
      assertThat(trace.anchor().epochNanos())
          .isBetween(before.epochNanos() - 1_000_000, after.epochNanos() + 1_000_000);
      assertThat(trace.next()).isNull();
      assertThat(trace.isTruncated()).isFalse();
    }
  }

  @Test
  void aScheduledRecordTakesAFewBytes() throws IOException {
    List<OperationRecord> steady = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      long intended = ORIGIN + i * 100_000L;
      steady.add(
          record(0, intended, intended + 20_000, intended + 70_000, OperationState.COMPLETED));
    }
    assertThat(Files.size(write(steady))).isLessThan(10 * 10_000 + 500);
  }

  @Test
  void readsAFileThatIsCutOffAnywhereUpToItsLastWholeBlock() throws IOException {
    List<OperationRecord> all = randomRecords(9);
    Path file = temp.resolve("operations.bin");
    List<Long> wholeAt = new ArrayList<>();
    try (OperationTraceWriter writer = new OperationTraceWriter(file, NAMES, ORIGIN, 100)) {
      var lane = writer.lane(16);
      wholeAt.add(Files.size(file));
      for (int i = 0; i < all.size(); i += 3) {
        all.subList(i, i + 3).forEach(r -> put(lane, r));
        writer.drain(0);
        wholeAt.add(Files.size(file));
      }
    }
    byte[] bytes = Files.readAllBytes(file);

    for (int length = 0; length < bytes.length; length++) {
      Path cut = Files.write(temp.resolve("cut.bin"), Arrays.copyOf(bytes, length));
      if (length < wholeAt.getFirst()) {
        assertThatThrownBy(() -> OperationTrace.open(cut))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith(cut.toString());
        continue;
      }
      long end = length;
      int blocks = (int) wholeAt.stream().filter(at -> at <= end).count() - 1;
      try (OperationTrace trace = OperationTrace.open(cut)) {
        assertThat(readAll(trace)).as("cut at %d", length).isEqualTo(all.subList(0, blocks * 3));
        assertThat(trace.isTruncated()).isTrue();
        assertThat(trace.totals()).isNull();
        assertThat(trace.next()).isNull();
      }
    }
    assertThat(readAll(file)).isEqualTo(all);
  }

  @Test
  void keepsTheBlocksBeforeADamagedByte() throws IOException {
    List<OperationRecord> all = randomRecords(9);
    Path file = temp.resolve("operations.bin");
    long firstBlockEnd;
    try (OperationTraceWriter writer = new OperationTraceWriter(file, NAMES, ORIGIN, 100)) {
      var lane = writer.lane(16);
      all.subList(0, 3).forEach(r -> put(lane, r));
      writer.drain(0);
      firstBlockEnd = Files.size(file);
      all.subList(3, 9).forEach(r -> put(lane, r));
      writer.drain(0);
    }
    byte[] bytes = Files.readAllBytes(file);

    for (int at = (int) firstBlockEnd; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      Path copy = Files.write(temp.resolve("damaged.bin"), damaged);
      try (OperationTrace trace = OperationTrace.open(copy)) {
        assertThat(readAll(trace))
            .as("damaged at %d", at)
            .startsWith(all.get(0), all.get(1), all.get(2))
            .hasSizeLessThanOrEqualTo(9);
        assertThat(trace.isTruncated()).isTrue();
      }
    }
  }

  @Test
  void refusesWhatIsNoTrace() throws IOException {
    Path missing = temp.resolve("missing.bin");
    assertThatThrownBy(() -> OperationTrace.open(missing))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read " + missing + ": no such file or directory");

    Path other =
        Files.writeString(temp.resolve("other.bin"), "#[Histogram log format version 1.3]");
    assertThatThrownBy(() -> OperationTrace.open(other))
        .isInstanceOf(IOException.class)
        .hasMessage(other + " is not an operation trace");
  }

  @Test
  void refusesANewerFormat() throws IOException {
    Path file = write(List.of());
    byte[] bytes = Files.readAllBytes(file);
    bytes[TraceFormat.MAGIC.length + 3] = 7;
    Files.write(file, bytes);

    assertThatThrownBy(() -> OperationTrace.open(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " was written by a newer Takt: its format is 7, this one reads up to 1");
  }

  @Test
  void refusesADamagedHeader() throws IOException {
    Path file = write(List.of());
    byte[] bytes = Files.readAllBytes(file);
    bytes[TraceFormat.PREAMBLE_LENGTH + TraceFormat.FRAME_HEAD_LENGTH + 3] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> OperationTrace.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged header");
  }

  @Test
  void theFormatStaysAsItIs() throws IOException {
    Path file =
        write(List.of(record(1, ORIGIN + 1, ORIGIN + 3, ORIGIN + 6, OperationState.FAILED)));
    byte[] bytes = Files.readAllBytes(file);

    assertThat(new String(bytes, 0, 8, StandardCharsets.US_ASCII)).isEqualTo("TAKTOPS\n");
    assertThat(Arrays.copyOfRange(bytes, 8, 12)).containsExactly(0, 0, 0, 1);
    int headerLength = bytes[15];
    int block = 12 + 8 + headerLength;
    // Length 5; kind; operation 1, failed, with all three moments; +1, +2, +3 in zigzag.
    assertThat(Arrays.copyOfRange(bytes, block, block + 4)).containsExactly(0, 0, 0, 5);
    int key = 1 << 6 | 1 | 8 | 16 | 32;
    assertThat(Arrays.copyOfRange(bytes, block + 8, block + 13)).containsExactly(2, key, 2, 4, 6);
  }

  @Test
  void tellsTheTimesOfARecord() {
    OperationRecord scheduled = record(0, 100, 130, 170, OperationState.COMPLETED);
    assertThat(scheduled.waiting()).isEqualTo(30);
    assertThat(scheduled.service()).isEqualTo(40);
    assertThat(scheduled.elapsed()).isEqualTo(70);

    OperationRecord unscheduled = record(0, NONE, 130, 170, OperationState.COMPLETED);
    assertThat(unscheduled.waiting()).isEqualTo(NONE);
    assertThat(unscheduled.elapsed()).isEqualTo(40);

    OperationRecord unsent = record(0, 100, NONE, 170, OperationState.NEVER_SENT);
    assertThat(unsent.service()).isEqualTo(NONE);
    assertThat(unsent.elapsed()).isEqualTo(70);
    assertThat(record(0, 100, NONE, NONE, OperationState.NEVER_SENT).elapsed()).isEqualTo(NONE);
  }

  private Path write(List<OperationRecord> records) throws IOException {
    Path file = temp.resolve("operations.bin");
    try (OperationTraceWriter writer =
        new OperationTraceWriter(file, NAMES, ORIGIN, Long.MAX_VALUE)) {
      var lane = writer.lane(Math.max(1, records.size()));
      records.forEach(r -> put(lane, r));
      writer.drain(0);
    }
    return file;
  }

  private static List<OperationRecord> readAll(Path file) throws IOException {
    try (OperationTrace trace = OperationTrace.open(file)) {
      List<OperationRecord> all = readAll(trace);
      assertThat(trace.isTruncated()).isFalse();
      return all;
    }
  }

  static List<OperationRecord> readAll(OperationTrace trace) {
    List<OperationRecord> all = new ArrayList<>();
    try {
      for (OperationRecord r = trace.next(); r != null; r = trace.next()) {
        all.add(r);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static boolean put(OperationTraceWriter.Lane lane, OperationRecord r) {
    return lane.record(r.index(), r.intended(), r.start(), r.end(), r.state().code());
  }

  private static OperationRecord record(
      int index, long intended, long start, long end, OperationState state) {
    return new OperationRecord(index, NAMES.get(index), intended, start, end, state);
  }

  private static List<OperationRecord> randomRecords(int count) {
    Random random = new Random(count);
    return Stream.generate(() -> randomRecord(random)).limit(count).toList();
  }

  private static OperationRecord randomRecord(Random random) {
    long intended = ORIGIN + random.nextLong(60_000_000_000L);
    long start = intended + random.nextLong(1L << random.nextInt(1, 40));
    long end = start + random.nextLong(1L << random.nextInt(1, 40));
    OperationState state = OperationState.ofCode(random.nextInt(OperationState.COUNT));
    boolean unsent = state == OperationState.NEVER_SENT;
    return record(
        random.nextInt(3),
        !unsent && random.nextInt(5) == 0 ? NONE : intended,
        unsent ? NONE : start,
        unsent && random.nextBoolean() ? NONE : end,
        state);
  }
}
