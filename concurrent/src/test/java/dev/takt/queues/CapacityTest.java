package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which capacities queues have, and which they reject.
class CapacityTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 4", "5, 8", "1000, 1024", "1025, 2048"})
  void ringsAreRoundedUp(int capacity, int rounded) {
    assertThat(new SpscArrayQueue<>(capacity).capacity()).isEqualTo(rounded);
    assertThat(new MpscArrayQueue<>(capacity).capacity()).isEqualTo(rounded);
    assertThat(new MpmcArrayQueue<>(capacity).capacity()).isEqualTo(rounded);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 1000, 1 << 30})
  void linkedArraysAreExact(int capacity) {
    assertThat(new SpscChunkedQueue<>(4, capacity).capacity()).isEqualTo(capacity);
    assertThat(new SpscGrowableQueue<>(4, capacity).capacity()).isEqualTo(capacity);
  }

  @Test
  void othersHaveNoBound() {
    assertThat(new SpscUnboundedQueue<>().capacity()).isEqualTo(MessageQueue.UNBOUNDED);
    assertThat(new SpscUnboundedQueue<>(1).capacity()).isEqualTo(MessageQueue.UNBOUNDED);
    assertThat(new MpscLinkedQueue<>().capacity()).isEqualTo(MessageQueue.UNBOUNDED);
    assertThat(new MpscUnboundedQueue<>().capacity()).isEqualTo(MessageQueue.UNBOUNDED);
    assertThat(new MpscUnboundedQueue<>(1).capacity()).isEqualTo(MessageQueue.UNBOUNDED);
  }

  @ParameterizedTest
  @MethodSource
  void whatIsOutOfRangeIsRefused(String name, int most, IntFunction<Object> queue) {
    for (int number : new int[] {0, -1, Integer.MIN_VALUE, most + 1, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> queue.apply(number))
          .withMessage(name + " " + number + " is not from 1 to " + most);
    }
  }

  static Stream<Arguments> whatIsOutOfRangeIsRefused() {
    return Stream.of(
        refusal("capacity", 1 << 30, SpscArrayQueue::new),
        refusal("capacity", 1 << 30, MpscArrayQueue::new),
        refusal("capacity", 1 << 24, MpmcArrayQueue::new),
        refusal("chunk", 1 << 30, SpscUnboundedQueue::new),
        refusal("chunk", 1 << 30, MpscUnboundedQueue::new),
        refusal("chunk", 1 << 30, number -> new SpscChunkedQueue<>(number, 8)),
        refusal("capacity", 1 << 30, number -> new SpscChunkedQueue<>(8, number)),
        refusal("initial", 1 << 30, number -> new SpscGrowableQueue<>(number, 8)),
        refusal("capacity", 1 << 30, number -> new SpscGrowableQueue<>(8, number)));
  }

  private static Arguments refusal(String name, int most, IntFunction<Object> queue) {
    return Arguments.of(name, most, queue);
  }
}
