package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.testing.Background;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("race")
@Timeout(60)
@SuppressWarnings("ThreadPriorityCheck") // the other side may need this core
class SpscRecordRingTest {

  private static boolean offer(SpscRecordRing ring, int width, long value) {
    int at = ring.claim();
    if (at < 0) {
      return false;
    }
    for (int i = 0; i < width; i++) {
      ring.slots()[at + i] = value * 31 + i;
    }
    ring.publish();
    return true;
  }

  /// Polls a record and checks that all its longs are `value`.
  private static boolean pollExpecting(SpscRecordRing ring, int width, long value) {
    int at = ring.peek();
    if (at < 0) {
      return false;
    }
    for (int i = 0; i < width; i++) {
      if (ring.slots()[at + i] != value * 31 + i) {
        throw new AssertionError("record " + value + " is torn or out of order");
      }
    }
    ring.release();
    return true;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "4, 4", "5, 8", "1000, 1024"})
  void holdsAsManyAsItSays(int asked, int capacity) {
    SpscRecordRing ring = new SpscRecordRing(asked, 3);
    assertThat(ring.capacity()).isEqualTo(capacity);
    for (int round = 0; round < 5; round++) {
      assertThat(ring.peek()).isEqualTo(-1);
      for (int i = 0; i < capacity; i++) {
        assertThat(offer(ring, 3, i)).isTrue();
      }
      assertThat(ring.claim()).isEqualTo(-1);
      for (int i = 0; i < capacity; i++) {
        assertThat(pollExpecting(ring, 3, i)).isTrue();
      }
    }
    assertThat(ring.peek()).isEqualTo(-1);
  }

  @Test
  void wrapsAroundAtEveryFill() {
    SpscRecordRing ring = new SpscRecordRing(8, 2);
    long offered = 0;
    long taken = 0;
    for (int i = 0; i < 10_000; i++) {
      for (int k = 0; k <= i % 8; k++) {
        assertThat(offer(ring, 2, offered++)).isTrue();
      }
      while (pollExpecting(ring, 2, taken)) {
        taken++;
      }
      assertThat(taken).isEqualTo(offered);
    }
  }

  @Test
  void nothingIsSeenBeforeItIsPublished() {
    SpscRecordRing ring = new SpscRecordRing(4, 1);
    int claimed = ring.claim();
    assertThat(ring.claim()).isEqualTo(claimed);
    assertThat(ring.peek()).isEqualTo(-1);
    ring.publish();
    assertThat(ring.peek()).isEqualTo(claimed);
    assertThat(ring.peek()).isEqualTo(claimed);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5", "2, 3", "64, 5", "65536, 4"})
  void aRacingConsumerSeesAllRecordsWholeAndInOrder(int capacity, int width) throws Exception {
    int records = capacity < 64 ? 100_000 : 1_000_000;
    SpscRecordRing ring = new SpscRecordRing(capacity, width);
    CompletableFuture<Void> consumer =
        Background.runAsync(() -> {
          for (long i = 0; i < records; i++) {
            while (!pollExpecting(ring, width, i)) {
              Thread.yield();
            }
          }
        });
    for (long i = 0; i < records; i++) {
      while (!offer(ring, width, i) && !consumer.isDone()) {
        Thread.yield();
      }
    }
    consumer.get(50, TimeUnit.SECONDS);
    assertThat(ring.peek()).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "-1, 1", "1073741825, 1", "1073741824, 2", "65536, 65536"})
  void impossibleSizesAreRefused(int capacity, int width) {
    assertThatIllegalArgumentException().isThrownBy(() -> new SpscRecordRing(capacity, width));
  }
}
