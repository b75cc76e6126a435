package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What only this queue has: a size that is counted.
@Timeout(20)
class MpscLinkedQueueTest {

  /// Who counts while the queue moves must not run after its end.
  @Test
  void neverCountsMoreThanThereEverWere() throws InterruptedException {
    MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
    AtomicBoolean stopped = new AtomicBoolean();
    Thread mover =
        new Thread(() -> {
          while (!stopped.get()) {
            for (int i = 0; i < 3; i++) {
              queue.add(i);
            }
            for (int i = 0; i < 3; i++) {
              queue.remove();
            }
          }
        });
    mover.start();
    int most = 0;
    for (long end = System.nanoTime() + 500_000_000; System.nanoTime() < end; ) {
      most = Math.max(most, queue.size());
    }
    stopped.set(true);
    mover.join();
    assertThat(most).isBetween(1, 3);
    assertThat(queue.size()).isZero();
  }
}
