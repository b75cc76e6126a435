package dev.takt.explain.attribution.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.StalledQueue;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class WaitMatcherTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000 * MICRO;

  /// Operations with these begins and ends.
  private static Operations operations(long[]... each) {
    OperationsBuilder builder = new OperationsBuilder(List.of("write"));
    for (long[] operation : each) {
      builder.add(0, operation[0], operation[0], operation[1], OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private static Stall wait(String thread, long begin, long end) {
    return StalledQueue.wait(StallKind.FILE_IO, thread, "file", begin, end);
  }

  /// The threads of the waits that each operation was assigned.
  private static List<List<String>> matched(Operations operations, List<Stall> stalls) {
    int[] slow = IntStream.range(0, operations.size()).toArray();
    WaitMatcher matches = new WaitMatcher(operations, slow);
    matches.match(stalls, IntStream.range(0, stalls.size()).boxed().toList());
    List<List<String>> threads = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      threads.add(
          matches.waitsOf(i).stream()
              .map(stalls::get)
              .sorted((one, other) -> Long.compare(one.beginNanoTime(), other.beginNanoTime()))
              .map(Stall::thread)
              .map(each -> each == null ? "null" : each.name())
              .toList());
    }
    return threads;
  }

  /// Each thread writes, which is delayed by another thread's force, and then forces together with
  /// all the others. The longer wait alone would fit an operation that began later.
  @Test
  void consecutiveWaitsOfAThreadAreAssignedToOneOperation() {
    int threads = 8;
    long[][] times = new long[threads][];
    List<Stall> stalls = new ArrayList<>();
    List<List<String>> truth = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String thread = "thread-" + i;
      long begin = i * MILLI;
      long written = 10 * MILLI + 20 * MICRO * i;
      long forced = 25 * MILLI + 30 * MICRO * (threads - i);
      times[i] = new long[] {begin, forced + 100 * MICRO};
      stalls.add(wait(thread, begin + 100 * MICRO, written));
      stalls.add(wait(thread, written + 50 * MICRO, forced));
      truth.add(List.of(thread, thread));
    }
    Operations operations = operations(times);

    assertThat(matched(operations, stalls)).isEqualTo(truth);
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(stalls, new Random(seed));
      assertThat(matched(operations, stalls)).isEqualTo(truth);
    }
  }

  /// A busy thread goes from one operation to the next at once, while another operation is in
  /// flight that takes as long as all of these.
  @Test
  void waitsOfABusyThreadAreAssignedToSeveralOperations() {
    Operations operations =
        operations(
            new long[] {0, 30 * MILLI},
            new long[] {50 * MICRO, 10 * MILLI},
            new long[] {10 * MILLI + 20 * MICRO, 20 * MILLI},
            new long[] {20 * MILLI + 20 * MICRO, 30 * MILLI});
    List<Stall> stalls =
        List.of(
            wait("busy", 100 * MICRO, 10 * MILLI - 50 * MICRO),
            wait("busy", 10 * MILLI + 70 * MICRO, 20 * MILLI - 50 * MICRO),
            wait("busy", 20 * MILLI + 70 * MICRO, 30 * MILLI - 50 * MICRO));

    assertThat(matched(operations, stalls))
        .isEqualTo(List.of(List.of(), List.of("busy"), List.of("busy"), List.of("busy")));
  }

  /// Waits that are recorded without a thread name are not known to belong together.
  @Test
  void waitsOfUnknownThreadsAreMatchedIndividually() {
    Operations operations = operations(new long[] {0, 10 * MILLI}, new long[] {0, 20 * MILLI});
    Stall one = StalledQueue.stall(StallKind.FILE_IO, "", 0, 10 * MILLI);
    Stall other = StalledQueue.stall(StallKind.FILE_IO, "", 10 * MILLI, 20 * MILLI);

    assertThat(matched(operations, List.of(one, other)))
        .isEqualTo(List.of(List.of("null"), List.of("null")));
  }

  /// For any number of consecutive or overlapping waits, each is assigned at most once, in a
  /// negligible time.
  @Test
  void manyConsecutiveWaitsAreMatchedQuickly() {
    Random random = new Random(3);
    int count = 20_000;
    long[][] times = new long[count / 10][];
    Arrays.setAll(times, i -> new long[] {i * MILLI, (i + 3) * MILLI});
    List<Stall> stalls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long begin = 100 * MICRO * i + random.nextLong(20 * MICRO);
      stalls.add(wait("busy", begin, begin + 60 * MICRO + random.nextLong(100 * MICRO)));
    }
    Operations operations = operations(times);
    int[] slow = IntStream.range(0, operations.size()).toArray();
    WaitMatcher matches = new WaitMatcher(operations, slow);
    matches.match(stalls, IntStream.range(0, count).boxed().toList());

    assertThat(new TreeSet<>(matches.allWaits())).hasSameSizeAs(matches.allWaits());
    assertThat(matches.allWaits()).hasSizeGreaterThan(count * 9 / 10);
  }
}
