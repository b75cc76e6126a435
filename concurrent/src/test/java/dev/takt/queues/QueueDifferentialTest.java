package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random calls return the same as on an [ArrayDeque] of the same capacity.
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // also ends an endless loop
class QueueDifferentialTest {

  private static final int CALLS = 300;

  @ParameterizedTest
  @MethodSource("dev.takt.queues.Form#all")
  void answersLikeAnArrayDeque(Form form) {
    for (long seed = 1; seed <= 30; seed++) {
      new Pair(form, seed).call(CALLS);
    }
  }

  /// Different calls in each run; the failure message contains the seed.
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("dev.takt.queues.Form#all")
  void answersLikeAnArrayDequeForLong(Form form) {
    long first = System.nanoTime();
    for (long seed = first; seed < first + 1_000; seed++) {
      new Pair(form, seed).call(CALLS);
    }
  }

  /// A queue under test, and the reference queue.
  private static final class Pair {

    private final String name;
    private final Random random;
    private final int capacity;
    private final int most;
    private final MessageQueue<Integer> queue;
    private final Queue<Integer> model = new ArrayDeque<>();
    private int next;

    /// Whether the current phase adds more than it takes, so that queues become full and empty.
    private boolean filling;

    Pair(Form form, long seed) {
      name = form + ", seed " + seed;
      random = new Random(seed);
      capacity = form.capacity();
      most = form.room();
      queue = form.queue();
    }

    void call(int calls) {
      for (int i = 0; i < calls; i++) {
        if (random.nextInt(20) == 0) {
          filling = !filling;
        }
        if (random.nextInt(4) == 0) {
          look();
        } else if (filling == (random.nextInt(4) > 0)) {
          add();
        } else {
          take();
        }
        same("size", queue.size(), model.size());
      }
      same("elements", new ArrayList<>(queue), new ArrayList<>(model));
    }

    private void add() {
      switch (random.nextInt(3)) {
        case 0 -> same("offer", queue.offer(next), offeredToModel());
        case 1 -> same("relaxedOffer", queue.relaxedOffer(next), offeredToModel());
        default -> {
          int limit = random.nextInt(most + 2);
          int start = next;
          int added = queue.fill(() -> next++, limit);
          same("fill", added, Math.min(limit, capacity - model.size()));
          same("supplied", next - start, added);
          for (int element = start; element < next; element++) {
            model.add(element);
          }
        }
      }
    }

    private boolean offeredToModel() {
      return model.size() < capacity && model.add(next++);
    }

    private void take() {
      switch (random.nextInt(4)) {
        case 0, 1 -> same("poll", queue.poll(), model.poll());
        case 2 -> same("relaxedPoll", queue.relaxedPoll(), model.poll());
        default -> {
          int limit = random.nextInt(most + 2);
          List<Integer> expected = new ArrayList<>();
          while (expected.size() < limit && !model.isEmpty()) {
            expected.add(model.remove());
          }
          List<Integer> drained = new ArrayList<>();
          same("drain", queue.drain(drained::add, limit), expected.size());
          same("drained", drained, expected);
        }
      }
    }

    private void look() {
      switch (random.nextInt(4)) {
        case 0 -> same("peek", queue.peek(), model.peek());
        case 1 -> same("relaxedPeek", queue.relaxedPeek(), model.peek());
        case 2 -> same("isEmpty", queue.isEmpty(), model.isEmpty());
        default -> same("elements", new ArrayList<>(queue), new ArrayList<>(model));
      }
    }

    private void same(String what, @Nullable Object actual, @Nullable Object expected) {
      assertThat(actual).as("%s of %s", what, name).isEqualTo(expected);
    }
  }
}
