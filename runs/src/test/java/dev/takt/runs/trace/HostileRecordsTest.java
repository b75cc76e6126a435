package dev.takt.runs.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.ByteReader.MalformedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Frames with a correct checksum and invalid contents: read record by record, and all at once.
final class HostileRecordsTest {

  private static final long ORIGIN = 1_000;
  private static final int OPERATIONS = 3;

  /// The number of bytes after a record that lets the reader skip the check for remaining bytes.
  private static final int ENOUGH = TraceFormat.MAX_RECORD;

  @TempDir Path folder;

  private record Seen(List<List<Long>> records, @Nullable String problem) {}

  private static TraceFrame frame(byte[] payload) {
    CRC32 crc = new CRC32();
    crc.update(payload);
    TraceFrame frame = new TraceFrame();
    frame.begin(payload.length, (int) crc.getValue());
    System.arraycopy(payload, 0, frame.payload, 0, payload.length);
    return frame;
  }

  private static Seen oneByOne(byte[] payload) {
    List<List<Long>> records = new ArrayList<>();
    RecordReader reader = new RecordReader(ORIGIN, OPERATIONS);
    reader.begin(frame(payload));
    try {
      while (reader.hasRemaining()) {
        reader.read();
        records.add(
            List.of(
                (long) reader.index,
                reader.intended,
                reader.start,
                reader.end,
                (long) reader.state));
      }
      return new Seen(records, null);
    } catch (MalformedException e) {
      return new Seen(records, e.getMessage());
    }
  }

  private static Seen allAtOnce(byte[] payload) {
    List<List<Long>> records = new ArrayList<>();
    try {
      new RecordReader(ORIGIN, OPERATIONS)
          .readAll(
              frame(payload),
              (index, intended, start, end, state, _) ->
                  records.add(List.of((long) index, intended, start, end, (long) state)));
      return new Seen(records, null);
    } catch (MalformedException e) {
      return new Seen(records, e.getMessage());
    }
  }

  /// Reads the payload in both ways.
  private static Seen read(byte[] payload) {
    Seen seen = oneByOne(payload);
    assertThat(allAtOnce(payload)).isEqualTo(seen);
    return seen;
  }

  private static byte[] payload(Consumer<ByteWriter> contents) {
    ByteWriter bytes = new ByteWriter(1 << 12);
    bytes.putByte(TraceFormat.RECORDS);
    contents.accept(bytes);
    return Arrays.copyOf(bytes.bytes, bytes.length);
  }

  /// Writes a record of one byte.
  private static void putShort(ByteWriter bytes) {
    bytes.putVarint(1 << TraceFormat.SHIFT);
  }

  private static void putEnough(ByteWriter bytes) {
    for (int i = 0; i < ENOUGH; i++) {
      putShort(bytes);
    }
  }

  /// Invalid data is found with enough bytes after it, and at the end.
  private static void assertFound(Consumer<ByteWriter> wrong, String problem) {
    byte[] atEnd =
        payload(bytes -> {
          putShort(bytes);
          wrong.accept(bytes);
        });
    byte[] amongOthers =
        payload(bytes -> {
          putShort(bytes);
          wrong.accept(bytes);
          putEnough(bytes);
        });
    for (byte[] payload : List.of(atEnd, amongOthers)) {
      Seen seen = read(payload);
      assertThat(seen.problem).isEqualTo(problem);
      assertThat(seen.records).hasSize(1);
    }
  }

  /// Numbers of one byte and of ten.
  private static byte[] valid() {
    return payload(bytes -> {
      long all = TraceFormat.HAS_INTENDED | TraceFormat.HAS_START | TraceFormat.HAS_END;
      for (int i = 0; i < 6; i++) {
        bytes.putVarint((i % OPERATIONS) << TraceFormat.SHIFT | all | i % OperationState.COUNT);
        bytes.putZigzag(i % 2 == 0 ? Long.MIN_VALUE + 5 + i : i);
        bytes.putZigzag(i);
        bytes.putZigzag(i % 3 == 0 ? Long.MAX_VALUE : -i);
      }
    });
  }

  @Test
  void aFrameThatIsCutOffAnywhereIsReadUpToItsLastWholeRecord() {
    byte[] whole = valid();
    List<List<Long>> all = read(whole).records;
    assertThat(all).hasSize(6);
    int cutOff = 0;
    int count = 0;
    for (int length = 1; length < whole.length; length++) {
      Seen seen = read(Arrays.copyOf(whole, length));
      assertThat(seen.problem).isIn(null, "a number is cut off");
      assertThat(seen.records).isEqualTo(all.subList(0, seen.records.size()));
      assertThat(seen.records.size()).isBetween(count, count + 1);
      count = seen.records.size();
      cutOff += seen.problem == null ? 0 : 1;
    }
    // All lengths except those that end with a record, or before the first one.
    assertThat(cutOff).isEqualTo(whole.length - 1 - 6);
    assertThat(count).isEqualTo(5);
  }

  @Test
  void anOperationThatTheHeaderDoesNotHave() {
    assertFound(bytes -> bytes.putVarint((long) OPERATIONS << TraceFormat.SHIFT), "index 3 of 3");
    assertFound(
        bytes -> bytes.putVarint(-1L << TraceFormat.SHIFT), "index 288230376151711743 of 3");
  }

  @Test
  void aStateThatThereIsNot() {
    for (int state = OperationState.COUNT; state <= TraceFormat.STATE_MASK; state++) {
      int code = state;
      assertFound(bytes -> bytes.putVarint(code), "index " + state + " of 5");
    }
  }

  @Test
  void aNumberOfMoreThanTenBytes() {
    int[] flags = {0, TraceFormat.HAS_INTENDED, TraceFormat.HAS_START, TraceFormat.HAS_END};
    for (int flag : flags) {
      assertFound(
          bytes -> {
            if (flag != 0) {
              bytes.putVarint(flag);
            }
            for (int i = 0; i < 10; i++) {
              bytes.putByte(0x80);
            }
            bytes.putByte(0);
          },
          "a number is longer than 64 bits");
    }
  }

  /// Ten bytes have space for 70 bits, and a small number may use more bytes than it needs.
  @Test
  void aNumberThatIsLongerThanItMustBeIsTheSameInBothWays() {
    byte[] payload =
        payload(bytes -> {
          bytes.putVarint(TraceFormat.HAS_END);
          for (int i = 0; i < 9; i++) {
            bytes.putByte(i == 0 ? 0x84 : 0x80);
          }
          bytes.putByte(0x7E);
          putEnough(bytes);
        });
    Seen seen = read(payload);
    assertThat(seen.problem).isNull();
    assertThat(seen.records.getFirst())
        .containsExactly(0L, OperationRecord.NONE, OperationRecord.NONE, ORIGIN + 2, 0L);
  }

  @Test
  void whateverItIsBothWaysSayTheSame() {
    Random random = new Random(1);
    int problems = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] payload = new byte[1 + random.nextInt(120)];
      random.nextBytes(payload);
      for (int at = 0; at < payload.length; at++) {
        // Most bytes are small, so that several records are valid before the first invalid one.
        payload[at] = random.nextInt(4) > 0 ? (byte) (payload[at] & 0x3F) : payload[at];
      }
      problems += read(payload).problem == null ? 0 : 1;
    }
    assertThat(problems).isBetween(10_000, 19_999);
  }

  @Test
  void aTraceSaysThatItsEndIsMissingInBothWays() throws IOException {
    Path file = folder.resolve("operations.bin");
    try (var writer = new OperationTraceWriter(file, List.of("a", "b", "c"), ORIGIN, 1)) {
      assertThat(writer.lane(1)).isNotNull();
    }
    byte[] header = Files.readAllBytes(file);
    int headerEnd = header.length - endLength();
    byte[] whole = valid();
    for (int length = 2; length <= whole.length; length++) {
      byte[] payload = Arrays.copyOf(whole, length);
      ByteWriter bytes = new ByteWriter(1 << 12);
      bytes.putBytes(Arrays.copyOf(header, headerEnd));
      bytes.putInt(length);
      bytes.putInt(frame(payload).checksum);
      bytes.putBytes(payload);
      bytes.putBytes(Arrays.copyOfRange(header, headerEnd, header.length));
      Files.write(file, Arrays.copyOf(bytes.bytes, bytes.length));
      Seen expected = oneByOne(payload);
      boolean isWhole = expected.problem == null;

      try (OperationTrace trace = OperationTrace.open(file)) {
        int count = 0;
        while (trace.next() != null) {
          count++;
        }
        assertThat(count).isEqualTo(expected.records.size());
        assertThat(trace.isTruncated()).isEqualTo(!isWhole);
      }
      try (OperationTrace trace = OperationTrace.open(file)) {
        TraceBlock block = new TraceBlock();
        assertThat(trace.read(block)).isTrue();
        List<Integer> indexes = new ArrayList<>();
        assertThat(block.forEach((index, _, _, _, _, _) -> indexes.add(index))).isEqualTo(isWhole);
        assertThat(indexes).hasSameSizeAs(expected.records);
        assertThat(trace.read(block)).isFalse();
      }
    }
  }

  /// Head, kind and three numbers of one byte.
  private static int endLength() {
    return TraceFormat.FRAME_HEAD_LENGTH + 4;
  }
}
