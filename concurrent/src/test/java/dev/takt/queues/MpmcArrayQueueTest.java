package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests of the hints of this queue, which may be out of date.
@Timeout(20)
class MpmcArrayQueueTest {

  /// The state after a thread claimed a number, was preempted, and stored its hint when others had
  /// gone round the ring many times.
  @Test
  void staleIndexHintsAreCorrected() {
    Random random = new Random(42);
    MpmcArrayQueue<Integer> queue = new MpmcArrayQueue<>(8);
    int added = 0;
    int taken = 0;
    for (int round = 0; round < 10_000; round++) {
      if (random.nextInt(3) == 0) {
        queue.producerIndex = random.nextInt(added + 1);
      }
      if (random.nextInt(3) == 0) {
        queue.consumerIndex = random.nextInt(taken + 1);
      }
      assertThat(queue.size()).isEqualTo(added - taken);
      assertThat(queue.isEmpty()).isEqualTo(added == taken);
      assertThat(queue).hasSize(added - taken);
      if (random.nextBoolean()) {
        assertThat(queue.offer(added)).isEqualTo(added - taken < 8);
        added += added - taken < 8 ? 1 : 0;
      } else {
        Integer expected = taken < added ? taken++ : null;
        assertThat(queue.peek()).isEqualTo(expected);
        assertThat(queue.poll()).isEqualTo(expected);
      }
    }
  }

  /// The hint is a billion numbers behind: visiting each of them would take minutes.
  @Test
  void aHintFromLongAgoCostsNoMoreThanARound() {
    MpmcArrayQueue<Integer> queue = new MpmcArrayQueue<>(4);
    long start = 1L << 40;
    for (int i = 0; i < 4; i++) {
      queue.cells[i].word = (start + i) << 2;
    }
    assertThat(queue.offer(7)).isTrue();
    queue.producerIndex = 0;
    assertThat(queue.offer(8)).isTrue();
    assertThat(queue).containsExactly(7, 8);
    assertThat(queue.poll()).isEqualTo(7);
    queue.consumerIndex = 0;
    assertThat(queue.poll()).isEqualTo(8);
    assertThat(queue.poll()).isNull();
  }
}
