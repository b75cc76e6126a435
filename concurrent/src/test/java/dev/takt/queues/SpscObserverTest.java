package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// An element that the only consumer has read at the head counts, though the producer has not yet
/// stored its index.
@Tag("race")
@ParameterizedClass
@MethodSource("queues")
@Timeout(20)
class SpscObserverTest {

  private final PaddedIndices<Integer> queue;

  SpscObserverTest(Form form) {
    this.queue = (PaddedIndices<Integer>) form.<Integer>queue();
  }

  static Stream<Form> queues() {
    return Form.all().stream().filter(form -> form.sharing() == Form.Sharing.SPSC);
  }

  /// The element is stored, its index is not: the state in the middle of each `offer`. Repeated for
  /// each slot, and each jump to another array.
  @Test
  void elementWithoutItsIndexIsCountedAndShown() {
    for (int i = 0; i < 200; i++) {
      queue.add(i);
      long index = queue.producerIndexAcquire();
      queue.producerIndexRelease(index - 1);
      // Checked before `peek`, too, which moves to the next array.
      assertThat(queue.size()).isEqualTo(1);
      assertThat(queue.isEmpty()).isFalse();
      assertThat(List.copyOf(queue)).containsExactly(i);
      assertThat(queue.peek()).isEqualTo(i);
      assertThat(queue.size()).isEqualTo(1);
      assertThat(queue.isEmpty()).isFalse();
      assertThat(queue.contains(i)).isTrue();
      assertThat(List.copyOf(queue)).containsExactly(i);
      assertThat(queue.poll()).isEqualTo(i);
      assertNothingIsThere();
      queue.producerIndexRelease(index);
      assertNothingIsThere();
    }
  }

  private void assertNothingIsThere() {
    assertThat(queue.size()).isZero();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.iterator().hasNext()).isFalse();
  }

  @Tag("slow")
  @Test
  void consumerThatRacesWithItsProducerCountsWhatItHasPeeked() throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    Thread producer =
        new Thread(() -> {
          while (!stopped.get()) {
            queue.offer(1);
            assertThat(queue.size()).isBetween(0, queue.capacity());
          }
        });
    producer.start();
    int lost = 0;
    try {
      int seen = 0;
      for (long end = System.nanoTime() + 300_000_000; System.nanoTime() < end; ) {
        if (queue.peek() != null) {
          seen++;
          boolean there =
              switch (seen % 3) {
                case 0 -> queue.size() > 0;
                case 1 -> !queue.isEmpty();
                default -> queue.iterator().hasNext();
              };
          lost += there ? 0 : 1;
        }
        queue.clear();
      }
    } finally {
      stopped.set(true);
      producer.join();
    }
    assertThat(lost).isZero();
  }
}
