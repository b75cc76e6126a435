package dev.takt.runs.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionWaitsTest {

  private static final int COUNT = 50_000;

  @TempDir private Path folder;

  /// Numbers of one to nine bytes, which rise and fall.
  private static long number(int i) {
    return ((i * 0x9E3779B97F4A7C15L) >>> 1) >> (i % 3 * 16);
  }

  private Path write(boolean numbered) throws IOException {
    Path file = folder.resolve("operations.bin");
    try (OperationTraceWriter writer =
        new OperationTraceWriter(file, List.of("a"), 5, COUNT, numbered)) {
      OperationTraceWriter.Lane lane = writer.lane(COUNT);
      for (int i = 0; i < COUNT; i++) {
        lane.record(0, i, i, i + 1, 0, number(i), i % 4 == 0 ? 0 : i);
      }
      writer.drain(0);
    }
    return file;
  }

  private static int readAll(OperationTrace trace) throws IOException {
    int count = 0;
    while (trace.next() != null) {
      count++;
    }
    return count;
  }

  @Test
  void theyAreThoseOfTheOperations() throws IOException {
    try (OperationTrace trace = OperationTrace.open(write(true))) {
      assertThat(readAll(trace)).isEqualTo(COUNT);
      assertThat(trace.connectionWaits().isEmpty()).isFalse();
      for (int i = 0; i < COUNT; i++) {
        assertThat(trace.connectionWaits().nanos(number(i))).isEqualTo(i % 4 == 0 ? 0 : i);
      }
      assertThat(trace.connectionWaits().nanos(-1)).isZero();
    }
  }

  @Test
  void aTraceWithoutNumbersHasNone() throws IOException {
    try (OperationTrace trace = OperationTrace.open(write(false))) {
      assertThat(readAll(trace)).isEqualTo(COUNT);
      assertThat(trace.connectionWaits().isEmpty()).isTrue();
    }
  }

  /// Whatever is cut off, no operation that can be read lacks its wait.
  @Test
  void aCutTraceHasThoseOfWhatIsThere() throws IOException {
    byte[] whole = Files.readAllBytes(write(true));
    for (int part = 1; part < 20; part++) {
      Path file = folder.resolve("cut");
      Files.write(file, Arrays.copyOf(whole, whole.length / 20 * part));
      try (OperationTrace trace = OperationTrace.open(file)) {
        int count = readAll(trace);
        for (int i = 0; i < count; i++) {
          assertThat(trace.connectionWaits().nanos(number(i))).isEqualTo(i % 4 == 0 ? 0 : i);
        }
      }
    }
  }
}
