package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.testing.Background;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Which arrays the unbounded queues of linked arrays use, and what is seen of [MpscUnboundedQueue]
/// while a producer replaces its array.
@Tag("race")
@Timeout(20)
class LinkedArraysTest {

  private static final int CHUNK = 8;

  static Stream<PaddedIndices<Integer>> unbounded() {
    return Stream.of(new SpscUnboundedQueue<>(CHUNK), new MpscUnboundedQueue<>(CHUNK));
  }

  /// One slot of each array holds the marker.
  @ParameterizedTest
  @MethodSource("unbounded")
  void arrayIsReplacedAfterItsRoundsWhileTheConsumerKeepsUp(PaddedIndices<Integer> queue) {
    int each = CHUNK * Chunk.ROUNDS - 1;
    Chunk chunk = queue.producerChunk;
    for (int arrays = 0; arrays < 3; arrays++) {
      for (int i = 0; i < each; i++) {
        queue.add(i);
        assertThat(queue.poll()).isEqualTo(i);
        assertThat(queue.producerChunk).isSameAs(chunk);
      }
      queue.add(-1);
      assertThat(queue.producerChunk).isNotSameAs(chunk);
      chunk = queue.producerChunk;
      assertThat(queue.poll()).isEqualTo(-1);
      each = CHUNK * Chunk.ROUNDS - 2; // and the element that was its first one
    }
  }

  @ParameterizedTest
  @MethodSource("unbounded")
  void fullArrayIsReplacedAtOnce(PaddedIndices<Integer> queue) {
    Chunk chunk = queue.producerChunk;
    for (int i = 0; i < CHUNK - 1; i++) {
      queue.add(i);
    }
    assertThat(queue.producerChunk).isSameAs(chunk);
    queue.add(CHUNK - 1);
    assertThat(queue.producerChunk).isNotSameAs(chunk);
    assertThat(List.copyOf(queue)).isEqualTo(Form.numbers(CHUNK));
  }

  /// The state in the middle of an `offer` that replaces the array.
  @Test
  void queueWhoseArrayIsBeingReplacedShowsWhatItHas() {
    MpscUnboundedQueue<Integer> queue = new MpscUnboundedQueue<>(CHUNK);
    queue.addAll(Form.numbers(3));
    queue.producerIndexRelease(queue.producerIndexAcquire() | PaddedIndices.MOVING);
    assertThat(queue.size()).isEqualTo(3);
    assertThat(List.copyOf(queue)).isEqualTo(Form.numbers(3));
    for (int i = 0; i < 3; i++) {
      assertThat(queue.isEmpty()).isFalse();
      assertThat(queue.peek()).isEqualTo(i);
      assertThat(queue.poll()).isEqualTo(i);
    }
    assertThat(queue.poll()).isNull();
    assertThat(queue.size()).isZero();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.iterator().hasNext()).isFalse();
  }

  @Test
  void offerWaitsWhileAnotherProducerReplacesTheArrayAndRelaxedOfferFails() throws Exception {
    MpscUnboundedQueue<Integer> queue = new MpscUnboundedQueue<>(CHUNK);
    queue.producerIndexRelease(PaddedIndices.MOVING);
    assertThat(queue.relaxedOffer(2)).isFalse();
    assertThat(queue.fill(() -> 3, 3)).isZero();
    CompletableFuture<Boolean> offered = Background.supplyAsync(() -> queue.offer(1));
    TimeUnit.MILLISECONDS.sleep(30);
    assertThat(offered).isNotDone();
    assertThat(queue.producerIndexAcquire()).isEqualTo(PaddedIndices.MOVING);
    queue.producerIndexRelease(0);
    assertThat(offered.get()).isTrue();
    assertThat(List.copyOf(queue)).containsExactly(1);
  }

  /// A producer that replaced the array has counted its element, and not yet stored the marker.
  @Test
  void strictPollWaitsForTheMarker() throws Exception {
    MpscUnboundedQueue<Integer> queue = new MpscUnboundedQueue<>(2);
    queue.add(0);
    Chunk left = Objects.requireNonNull(queue.producerChunk);
    queue.add(1); // in a new array
    assertThat(queue.poll()).isZero();
    PaddedIndices.slotRelease(left.slots, 1, null);
    assertThat(queue.relaxedPoll()).isNull();
    assertThat(queue.isEmpty()).isFalse();
    CompletableFuture<Integer> polled = Background.supplyAsync(queue::poll);
    TimeUnit.MILLISECONDS.sleep(30);
    assertThat(polled).isNotDone();
    PaddedIndices.slotRelease(left.slots, 1, Chunk.JUMP);
    assertThat(polled.get()).isEqualTo(1);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void supplierThatFailsAtTheEndOfAnArrayAddsNothing() {
    MpscUnboundedQueue<Integer> queue = new MpscUnboundedQueue<>(2);
    queue.add(0);
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() ->
            queue.fill(
                () -> {
                  throw new IllegalStateException();
                },
                5));
    assertThat(queue.size()).isEqualTo(1);
    queue.add(1);
    assertThat(List.copyOf(queue)).containsExactly(0, 1);
  }

  /// An iterator that stands in an array which the consumer has left goes on in the next one.
  @ParameterizedTest
  @MethodSource("unbounded")
  void iteratorGoesOnWhereTheConsumerIs(PaddedIndices<Integer> queue) {
    queue.addAll(Form.numbers(5 * CHUNK));
    var iterator = queue.iterator();
    assertThat(iterator.next()).isZero();
    for (int i = 0; i < 3 * CHUNK; i++) {
      queue.remove();
    }
    assertThat(iterator.next()).isEqualTo(3 * CHUNK);
  }
}
