package dev.takt.probes.interthread;

import dev.takt.queues.BlockingMessageQueue;
import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import dev.takt.queues.MpscArrayQueue;
import dev.takt.queues.MpscLinkedQueue;
import dev.takt.queues.SpscArrayQueue;
import dev.takt.queues.SpscChunkedQueue;
import dev.takt.queues.SpscUnboundedQueue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;

/// The queues that can be measured: Takt's, and the JDK's for comparison.
public enum QueueKind {
  /// One producer, one consumer, a ring buffer.
  SPSC("spsc"),
  /// One producer, one consumer, a ring buffer that grows in chunks up to its capacity.
  SPSC_CHUNKED("spsc-chunked"),
  /// One producer, one consumer, an unbounded list of ring buffers.
  SPSC_UNBOUNDED("spsc-unbounded"),
  /// Several producers, one consumer, a ring buffer.
  MPSC("mpsc"),
  /// Several producers, one consumer, a linked list.
  MPSC_LINKED("mpsc-linked"),
  /// Several producers, several consumers, a ring buffer.
  MPMC("mpmc"),
  /// `java.util.concurrent.ArrayBlockingQueue`: one lock.
  ARRAY_BLOCKING("ArrayBlockingQueue"),
  /// `java.util.concurrent.LinkedBlockingQueue`: two locks.
  LINKED_BLOCKING("LinkedBlockingQueue"),
  /// `java.util.concurrent.LinkedTransferQueue`: lock-free, unbounded.
  LINKED_TRANSFER("LinkedTransferQueue"),
  /// `java.util.concurrent.ConcurrentLinkedQueue`: lock-free, unbounded, without a blocking take.
  CONCURRENT_LINKED("ConcurrentLinkedQueue");

  private static final int CHUNK = 256;

  private final String text;

  QueueKind(String text) {
    this.text = text;
  }

  /// The name on a command line.
  public String text() {
    return text;
  }

  /// The names of all of them.
  public static List<String> texts() {
    return Arrays.stream(values()).map(QueueKind::text).toList();
  }

  /// The kind of that name, ignoring case.
  public static Optional<QueueKind> of(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(each -> each.text.toLowerCase(Locale.ROOT).equals(wanted))
        .findFirst();
  }

  /// Whether a consumer can block until there is a message.
  public boolean canPark() {
    return this != CONCURRENT_LINKED;
  }

  /// The actual capacity of an empty queue; nothing if it is unbounded.
  static Optional<Integer> capacityOf(Queue<Message> queue) {
    return switch (queue) {
      case MessageQueue<?> own ->
          own.capacity() == MessageQueue.UNBOUNDED ? Optional.empty() : Optional.of(own.capacity());
      case LinkedTransferQueue<?> _ -> Optional.empty();
      case BlockingQueue<?> blocking -> Optional.of(blocking.remainingCapacity());
      default -> Optional.empty();
    };
  }

  /// Creates a queue.
  ///
  /// @param capacity the minimum capacity; ignored by unbounded queues
  Queue<Message> create(int capacity) {
    return switch (this) {
      case SPSC -> new SpscArrayQueue<>(capacity);
      case SPSC_CHUNKED -> new SpscChunkedQueue<>(Math.min(capacity, CHUNK), capacity);
      case SPSC_UNBOUNDED -> new SpscUnboundedQueue<>();
      case MPSC -> new MpscArrayQueue<>(capacity);
      case MPSC_LINKED -> new MpscLinkedQueue<>();
      case MPMC -> new MpmcArrayQueue<>(capacity);
      case ARRAY_BLOCKING -> new ArrayBlockingQueue<>(capacity);
      case LINKED_BLOCKING -> new LinkedBlockingQueue<>(capacity);
      case LINKED_TRANSFER -> new LinkedTransferQueue<>();
      case CONCURRENT_LINKED -> new ConcurrentLinkedQueue<>();
    };
  }

  /// The same queue with a blocking take.
  static BlockingQueue<Message> blocking(Queue<Message> queue) {
    return queue instanceof BlockingQueue<Message> blocking
        ? blocking
        : new BlockingMessageQueue<>((MessageQueue<Message>) queue);
  }
}
