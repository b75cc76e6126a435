package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Streams and other bulk operations while elements are added and taken.
@Tag("race")
@ParameterizedClass
@MethodSource("queues")
@Timeout(60)
class QueueStreamTest {

  private final int room;
  private final Queue<Integer> queue;

  QueueStreamTest(Form form, boolean blocking) {
    this.room = form.room();
    MessageQueue<Integer> inside = form.queue();
    this.queue = blocking ? new BlockingMessageQueue<>(inside) : inside;
  }

  static Stream<Arguments> queues() {
    return Form.all().stream()
        .flatMap(form -> Stream.of(Arguments.of(form, false), Arguments.of(form, true)));
  }

  @Test
  void spliteratorPromisesNoSize() {
    queue.addAll(Form.numbers(room));
    assertThat(queue.spliterator().characteristics())
        .isEqualTo(Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
    assertThat(queue.spliterator().getExactSizeIfKnown()).isEqualTo(-1);
  }

  @Test
  void streamEndsThoughElementsAreTakenMeanwhile() {
    queue.addAll(Form.numbers(room));
    assertThat(queue.stream().peek(element -> takeAll()).toList()).containsExactly(0);
    queue.addAll(Form.numbers(room));
    assertThat(queue.stream().peek(element -> takeAll()).toArray(Integer[]::new))
        .containsExactly(0);
  }

  private void takeAll() {
    queue.clear();
  }

  @Test
  void streamEndsThoughElementsAreAddedMeanwhile() {
    queue.add(1);
    List<Integer> seen =
        queue.stream()
            .peek(element -> {
              queue.offer(element + 1);
            })
            .limit(1_000)
            .toList();
    assertThat(seen).startsWith(1).isSubsetOf(Form.numbers(1_002));
  }

  @Test
  void streamShowsWhatIsThereWhenItEndsNotWhenItWasMade() {
    Stream<Integer> stream = queue.stream();
    queue.addAll(Form.numbers(room));
    assertThat(stream.toList()).isEqualTo(Form.numbers(room));
  }

  @Test
  void parallelStreamShowsAll() {
    queue.addAll(Form.numbers(room));
    assertThat(queue.parallelStream().toList()).isEqualTo(Form.numbers(room));
    assertThat(queue.parallelStream().mapToInt(each -> each).sum())
        .isEqualTo(room * (room - 1) / 2);
  }

  /// None of them throws, and each returns elements in order, each at most once.
  @Test
  void allThatReadsTheWholeQueueMayRaceWithItsUser() throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    Thread user =
        new Thread(() -> {
          for (int next = 0; !stopped.get(); next++) {
            while (!queue.offer(next)) {
              queue.poll();
            }
            if (next % 7 == 0 || queue.size() > room) {
              queue.clear();
            }
          }
        });
    user.start();
    try {
      for (int i = 0; i < 20; i++) {
        assertAscending(queue.stream().toList());
        assertAscending(queue.parallelStream().toList());
        assertAscending(List.of(queue.toArray(new Integer[0])));
        assertAscending(List.of(queue.toArray(Integer[]::new)));
        assertAscending(untilNull(queue.toArray(new Integer[room + 2])));
        assertAscending(List.of(Arrays.copyOf(queue.toArray(), 0, Integer[].class)));
        List<Integer> each = new ArrayList<>();
        queue.forEach(each::add);
        assertAscending(each);
        assertAscending(new ArrayList<>(queue));
        assertThat(queue.toString()).startsWith("[").endsWith("]");
        assertThat(queue.removeIf(element -> element < 0)).isFalse();
        assertThat(queue.removeAll(List.of(-1))).isFalse();
        assertThat(queue.containsAll(List.of(-1))).isFalse();
        assertThat(Set.of(queue)).contains(queue); // by identity
      }
    } finally {
      stopped.set(true);
      user.join();
    }
  }

  private static List<Integer> untilNull(Integer[] elements) {
    return Arrays.stream(elements).takeWhile(element -> element != null).toList();
  }

  private static void assertAscending(Collection<Integer> elements) {
    int last = -1;
    for (int element : elements) {
      assertThat(element).isGreaterThan(last);
      last = element;
    }
  }
}
