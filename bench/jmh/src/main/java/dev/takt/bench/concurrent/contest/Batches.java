package dev.takt.bench.concurrent.contest;

import dev.takt.queues.MessageQueue;
import java.util.Queue;
import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;

/// A queue that adds and takes many elements in one call.
public interface Batches {

  /// Adds an element so many times.
  int fill(Object element, int count);

  /// Takes so many elements.
  ///
  /// @return how many were taken
  int drain(int count);

  /// The element that was taken last, or null since [#forget].
  @Nullable Object last();

  /// Forgets the element that was taken last.
  void forget();

  /// @param name whose queue, of what kind: `takt/MpmcArray`
  static Batches create(String name, int capacity) {
    Queue<Object> queue = Queues.create(name, capacity);
    if (queue instanceof MessageQueue<Object> takt) {
      return new Takt(takt, new Seen());
    } else if (queue instanceof MessagePassingQueue<?>) {
      @SuppressWarnings("unchecked")
      MessagePassingQueue<Object> jctools = (MessagePassingQueue<Object>) queue;
      return new Jctools(jctools, new Seen());
    }
    throw new IllegalArgumentException(name + " has no batches");
  }

  /// Keeps what was taken reachable.
  final class Seen {
    @Nullable Object last;
  }

  /// Those of Takt.
  record Takt(MessageQueue<Object> queue, Seen seen) implements Batches {

    @Override
    public int fill(Object element, int count) {
      return queue.fill(() -> element, count);
    }

    @Override
    public int drain(int count) {
      return queue.drain(each -> seen.last = each, count);
    }

    @Override
    public @Nullable Object last() {
      return seen.last;
    }

    @Override
    public void forget() {
      seen.last = null;
    }
  }

  /// Those of JCTools.
  record Jctools(MessagePassingQueue<Object> queue, Seen seen) implements Batches {

    @Override
    public int fill(Object element, int count) {
      return queue.fill(() -> element, count);
    }

    @Override
    public int drain(int count) {
      return queue.drain(each -> seen.last = each, count);
    }

    @Override
    public @Nullable Object last() {
      return seen.last;
    }

    @Override
    public void forget() {
      seen.last = null;
    }
  }
}
