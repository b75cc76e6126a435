package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What iterators return while elements are added and taken.
@ParameterizedClass
@MethodSource("dev.takt.queues.Form#all")
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // also ends an endless loop
class MessageQueueIteratorTest {

  private final int room;
  private final MessageQueue<Integer> queue;

  MessageQueueIteratorTest(Form form) {
    this.room = form.room();
    this.queue = form.queue();
  }

  /// With the head in any slot, and with any number of arrays.
  @Test
  void showsAllInOrder() {
    int head = 0;
    for (int batch = 1; batch <= room; batch++) {
      for (int i = 0; i < batch; i++) {
        queue.add(head + i);
      }
      for (int left = batch; left > 0; left--) {
        assertThat(rest(queue.iterator()))
            .isEqualTo(Form.numbers(head + left).subList(head, head + left));
        assertThat(queue.poll()).isEqualTo(head++);
      }
      assertThat(rest(queue.iterator())).isEmpty();
    }
  }

  @Test
  void endsWithNoSuchElement() {
    queue.add(1);
    Iterator<Integer> iterator = queue.iterator();
    for (int i = 0; i < 3; i++) {
      assertThat(iterator.hasNext()).isTrue();
    }
    assertThat(iterator.next()).isEqualTo(1);
    assertThat(iterator.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
  }

  @Test
  void leavesOutWhatWasTaken() {
    queue.addAll(Form.numbers(room));
    Iterator<Integer> iterator = queue.iterator();
    assertThat(iterator.next()).isZero();
    for (int i = 0; i < room - 1; i++) {
      queue.poll();
    }
    assertThat(rest(iterator)).isEqualTo(Form.numbers(room).subList(Math.max(room - 1, 1), room));
  }

  @Test
  void givesWhatItSaidThereWas() {
    queue.add(1);
    Iterator<Integer> iterator = queue.iterator();
    assertThat(iterator.hasNext()).isTrue();
    assertThat(queue.poll()).isEqualTo(1);
    assertThat(iterator.next()).isEqualTo(1);
  }

  @Test
  void survivesThatAllIsTakenAndMuchIsAdded() {
    for (int batch = 1; batch <= room; batch++) {
      for (int i = 0; i < batch; i++) {
        queue.add(i);
      }
      Iterator<Integer> iterator = queue.iterator();
      assertThat(iterator.next()).isZero();
      for (int round = 1; round <= 3; round++) {
        queue.clear();
        for (int i = 0; i < room; i++) {
          queue.add(round * 1_000 + i);
        }
      }
      // None of the first batch is left; of the last batch, all, some or none may be returned.
      assertThat(rest(iterator)).isSubsetOf(queue).isSorted();
      queue.clear();
    }
  }

  /// Steps of iterators between random offers and polls. Numbers ascend, so the elements of an
  /// iterator must ascend, too; each must have been in the queue since the iterator was created;
  /// and all that were in the queue from then to the end must be returned.
  @Test
  void isWeaklyConsistent() {
    for (long seed = 1; seed <= 60; seed++) {
      Random random = new Random(seed);
      int head = 0;
      int tail = 0;
      for (int walk = 0; walk < 10; walk++) {
        tail = add(random.nextInt(room + 1), tail);
        int headThen = head;
        int tailThen = tail;
        Iterator<Integer> iterator = queue.iterator();
        List<Integer> shown = new ArrayList<>();
        while (iterator.hasNext()) {
          for (int i = random.nextInt(4); i > 0 && queue.poll() != null; i--) {
            head++;
          }
          tail = add(random.nextInt(4), tail);
          shown.add(iterator.next());
          if (random.nextInt(100) == 0) {
            break;
          }
        }
        boolean ended = !iterator.hasNext();
        assertThat(shown)
            .as("seed %d, walk %d", seed, walk)
            .isSorted()
            .doesNotHaveDuplicates()
            .allMatch(element -> element >= headThen);
        if (ended) {
          for (int stayed = head; stayed < tailThen; stayed++) {
            assertThat(shown).as("seed %d, walk %d", seed, walk).contains(stayed);
          }
        }
        assertThat(queue.size()).isEqualTo(tail - head);
      }
      assertThat(rest(queue.iterator())).isEqualTo(Form.numbers(tail).subList(head, tail));
      queue.clear();
    }
  }

  private int add(int count, int tail) {
    int next = tail;
    for (int i = 0; i < count && queue.offer(next); i++) {
      next++;
    }
    return next;
  }

  private static List<Integer> rest(Iterator<Integer> iterator) {
    List<Integer> rest = new ArrayList<>();
    iterator.forEachRemaining(rest::add);
    return rest;
  }
}
