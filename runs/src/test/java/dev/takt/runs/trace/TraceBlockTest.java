package dev.takt.runs.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.OperationState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Decoding whole blocks against decoding record by record.
final class TraceBlockTest {

  private static final int COUNT = 20_000;

  @TempDir Path folder;

  private static long momentOrNone(Random random, long moment) {
    return random.nextInt(4) == 0 ? OperationRecord.NONE : moment;
  }

  private static void write(Path file, boolean numbered) throws IOException {
    Random random = new Random(1);
    long clock = 0;
    try (var writer = new OperationTraceWriter(file, List.of("a", "b", "c"), 5, COUNT, numbered)) {
      var lane = writer.lane(COUNT);
      for (int i = 0; i < COUNT; i++) {
        // Numbers of one to nine bytes, and clocks that go back.
        clock += random.nextLong() >> random.nextInt(20, 60);
        lane.record(
            random.nextInt(3),
            momentOrNone(random, clock),
            momentOrNone(random, clock + random.nextInt(1_000)),
            momentOrNone(random, clock + random.nextInt(1_000_000)),
            random.nextInt(OperationState.COUNT),
            number(i));
      }
      writer.drain(0);
    }
  }

  /// Numbers of one to nine bytes that rise and fall.
  private static long number(int i) {
    return ((i * 0x9E3779B97F4A7C15L) >>> 1) >> (i % 63);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void blocksHaveTheSameRecords(boolean numbered) throws IOException {
    Path file = folder.resolve("operations.bin");
    write(file, numbered);
    List<OperationRecord> single = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (OperationRecord each = trace.next(); each != null; each = trace.next()) {
        single.add(each);
      }
    }
    List<OperationRecord> ofBlocks = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      List<String> names = trace.operations();
      TraceBlock block = new TraceBlock();
      while (trace.read(block)) {
        assertThat(
                block.forEach((index, intended, start, end, state, number) -> {
                  numbers.add(number);
                  ofBlocks.add(
                      new OperationRecord(
                          index,
                          names.get(index),
                          intended,
                          start,
                          end,
                          OperationState.ofCode(state)));
                }))
            .isTrue();
      }
    }
    assertThat(single).hasSize(COUNT);
    assertThat(ofBlocks).isEqualTo(single);
    assertThat(numbers)
        .isEqualTo(
            IntStream.range(0, COUNT)
                .mapToObj(i -> numbered ? number(i) : TraceBlock.NO_NUMBER)
                .toList());
  }
}
