package dev.takt.bench.concurrent.contest;

import dev.takt.queues.MessageQueue;
import java.util.Queue;
import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;

/// A queue, used by one of the two promises that it makes. Each contender uses one of these.
public interface Channel {

  boolean offer(Object element);

  @Nullable Object poll();

  /// @param contender whose queue, of what kind, and by which promise: `takt/MpmcArray/relaxed`
  static Channel create(String contender, int capacity) {
    int promise = contender.lastIndexOf('/');
    Queue<Object> queue = Queues.create(contender.substring(0, promise), capacity);
    return create(queue, contender.substring(promise + 1));
  }

  private static Channel create(Queue<Object> queue, String promise) {
    if (promise.equals("relaxed") && queue instanceof MessageQueue<Object> takt) {
      return new TaktRelaxed(takt);
    } else if (promise.equals("relaxed") && queue instanceof MessagePassingQueue<?>) {
      @SuppressWarnings("unchecked")
      MessagePassingQueue<Object> jctools = (MessagePassingQueue<Object>) queue;
      return new JctoolsRelaxed(jctools);
    }
    return new Plain(queue); // others make one promise, whichever it is
  }

  /// By the methods of [Queue].
  record Plain(Queue<Object> queue) implements Channel {

    @Override
    public boolean offer(Object element) {
      return queue.offer(element);
    }

    @Override
    public @Nullable Object poll() {
      return queue.poll();
    }
  }

  /// By the methods that never wait.
  record TaktRelaxed(MessageQueue<Object> queue) implements Channel {

    @Override
    public boolean offer(Object element) {
      return queue.relaxedOffer(element);
    }

    @Override
    public @Nullable Object poll() {
      return queue.relaxedPoll();
    }
  }

  /// By the methods that never wait.
  record JctoolsRelaxed(MessagePassingQueue<Object> queue) implements Channel {

    @Override
    public boolean offer(Object element) {
      return queue.relaxedOffer(element);
    }

    @Override
    public @Nullable Object poll() {
      return queue.relaxedPoll();
    }
  }
}
