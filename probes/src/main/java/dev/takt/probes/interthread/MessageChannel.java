package dev.takt.probes.interthread;

import dev.takt.probes.WaitMode;
import dev.takt.queues.IdleStrategy;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The queue between the two threads, with their idle strategies.
///
/// With a bounded queue, messages are reused: once a queue has accepted `capacity + 1` later
/// messages, a message has been taken, and the consumer has come back for the next one. With an
/// unbounded queue, each message is a new object, as each node of such a queue is; at most a
/// million are in flight, so that a slow consumer does not exhaust the memory.
///
/// For one producer and one consumer.
final class MessageChannel {

  static final int MAX_IN_FLIGHT = 1 << 20;

  /// The messages besides those in the queue: one that the consumer reads, one that found no room
  /// before the time was over, and the end marker.
  private static final int SPARE = 3;

  private final Queue<Message> queue;
  private final IdleStrategy idle;
  private final boolean isBlocking;
  private final Message[] messages;

  // Used by the producer.
  private int next;
  private long offered;
  private long takenCached;

  // Used by the consumer.
  private final AtomicLong taken = new AtomicLong();

  private MessageChannel(Queue<Message> queue, WaitMode waiting, int messages) {
    this.isBlocking = waiting == WaitMode.PARK;
    this.queue = isBlocking ? QueueKind.blocking(queue) : queue;
    this.idle =
        switch (waiting) {
          case SPIN -> IdleStrategy.spinning();
          case YIELD -> IdleStrategy.yielding();
          case PARK -> IdleStrategy.backingOff();
        };
    this.messages = new Message[messages];
    for (int i = 0; i < messages; i++) {
      this.messages[i] = new Message();
    }
  }

  static MessageChannel of(QueueKind kind, int capacity, WaitMode waiting) {
    Queue<Message> queue = kind.create(capacity);
    int messages = QueueKind.capacityOf(queue).map(bound -> bound + SPARE).orElse(0);
    return new MessageChannel(queue, waiting, messages);
  }

  private boolean isBounded() {
    return messages.length > 0;
  }

  /// Returns a message that the consumer no longer reads. For the producer.
  Message nextFree() {
    if (!isBounded()) {
      return new Message();
    }
    Message blank = messages[next];
    next = next + 1 == messages.length ? 0 : next + 1;
    return blank;
  }

  /// Puts a message into the queue. For the producer.
  ///
  /// @return false if there was no room
  boolean offer(Message message) {
    if (!isBounded() && offered - takenCached >= MAX_IN_FLIGHT) {
      takenCached = taken.get();
      if (offered - takenCached >= MAX_IN_FLIGHT) {
        return false;
      }
    }
    if (queue.offer(message)) {
      offered++;
      return true;
    }
    return false;
  }

  /// Waits a moment, because the queue is full or no message is due.
  void idle(int times) {
    idle.idle(times);
  }

  /// Waits for the next message. For the consumer.
  Message take() throws InterruptedException {
    Message message = isBlocking ? ((BlockingQueue<Message>) queue).take() : pollUntilPresent();
    if (!isBounded()) {
      taken.lazySet(taken.getPlain() + 1);
    }
    return message;
  }

  private Message pollUntilPresent() {
    Message message = queue.poll();
    for (int times = 1; message == null; times++) {
      idle.idle(times);
      message = queue.poll();
    }
    return message;
  }
}
