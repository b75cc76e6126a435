package dev.takt.queues;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A [BlockingQueue] around a [MessageQueue], for threads that should sleep while they wait:
/// virtual threads above all, which unmount from their carrier, and platform threads with long
/// waits.
///
/// ```java
/// var orders = new BlockingMessageQueue<>(new MpscArrayQueue<Order>(1024));
/// orders.put(order);
/// Order next = orders.take();
/// ```
///
/// All methods are strict in the sense of [MessageQueue]. While no thread waits, an element passes
/// through the underlying queue without a lock, at the price of a full fence on each side. A thread
/// that finds no element (or no room) enters the wait set, tries once more, and parks; the next
/// thread that adds (or takes) wakes it. The lock of the wait set is held for a few instructions,
/// and pins no carrier.
///
/// The underlying queue defines how many threads may add and take. Once wrapped, it must be used
/// only through this object. Waiting threads are woken in FIFO order, but a thread that arrives at
/// the right time may overtake a woken one, which then waits again, at the end of the list.
///
/// @param <E> type of the elements; never null
public final class BlockingMessageQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {

  /// An attempt costs less than parking, and the awaited element or room often comes soon.
  private static final int POLLS_BEFORE_PARKING = 2;

  private final MessageQueue<E> queue;
  private final boolean bounded;
  private final WaitSet takers = new WaitSet();
  private final WaitSet adders = new WaitSet();

  /// Wraps a queue.
  public BlockingMessageQueue(MessageQueue<E> queue) {
    this.queue = Objects.requireNonNull(queue, "queue");
    this.bounded = queue.capacity() != MessageQueue.UNBOUNDED;
  }

  /// How many elements fit, or [MessageQueue#UNBOUNDED].
  public int capacity() {
    return queue.capacity();
  }

  @Override
  public boolean offer(E element) {
    return added(queue.offer(element));
  }

  @Override
  public void put(E element) throws InterruptedException {
    Objects.requireNonNull(element, "element");
    Objects.requireNonNull(await(adders, () -> addedOrNull(element), Long.MAX_VALUE));
  }

  @Override
  public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
    Objects.requireNonNull(element, "element");
    return await(adders, () -> addedOrNull(element), unit.toNanos(timeout)) != null;
  }

  private @Nullable Boolean addedOrNull(E element) {
    return added(queue.offer(element)) ? true : null;
  }

  private boolean added(boolean success) {
    if (success) {
      takers.wakeOne();
    }
    return success;
  }

  @Override
  public @Nullable E poll() {
    return taken(queue.poll());
  }

  @Override
  public E take() throws InterruptedException {
    return Objects.requireNonNull(await(takers, this::poll, Long.MAX_VALUE));
  }

  @Override
  public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
    return await(takers, this::poll, unit.toNanos(timeout));
  }

  private @Nullable E taken(@Nullable E element) {
    if (element != null && bounded) { // an unbounded queue has no waiting adders
      adders.wakeOne();
    }
    return element;
  }

  /// Repeats the attempt until it succeeds, and sleeps in between.
  ///
  /// @param nanos maximum wait; 0 or less for one attempt, [Long#MAX_VALUE] for no limit
  /// @return null on timeout
  private static <R> @Nullable R await(WaitSet waiters, Supplier<@Nullable R> attempt, long nanos)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long start = System.nanoTime();
    for (int i = 0; i < POLLS_BEFORE_PARKING; i++) {
      R result = attempt.get();
      if (result != null) {
        return result;
      }
      Thread.onSpinWait();
    }
    while (true) {
      R result = null;
      boolean woken = false;
      WaitSet.Waiter waiter = waiters.enter();
      try {
        result = attempt.get();
        woken = result == null && waiters.sleep(waiter, start, nanos);
      } finally {
        if (waiters.leave(waiter) && !woken) {
          waiters.wakeOne(); // passes on the wake-up, which this thread did not need
        }
      }
      if (woken) {
        result = attempt.get();
      }
      if (result != null || !woken) {
        return result;
      }
    }
  }

  @Override
  public @Nullable E peek() {
    return queue.peek();
  }

  @Override
  public int size() {
    return queue.size();
  }

  @Override
  public boolean isEmpty() {
    return queue.isEmpty();
  }

  @Override
  public int remainingCapacity() {
    return bounded ? capacity() - size() : Integer.MAX_VALUE;
  }

  @Override
  public int drainTo(Collection<? super E> into) {
    return drainTo(into, Integer.MAX_VALUE);
  }

  @Override
  public int drainTo(Collection<? super E> into, int limit) {
    if (Objects.requireNonNull(into, "into") == this) {
      throw new IllegalArgumentException("a queue cannot be drained into itself");
    }
    int taken = 0;
    while (taken < limit) {
      E element = poll();
      if (element == null) {
        break;
      }
      into.add(element);
      taken++;
    }
    return taken;
  }

  /// Always fails.
  ///
  /// @throws UnsupportedOperationException always
  @Override
  public boolean remove(@Nullable Object element) {
    return queue.remove(element);
  }

  @Override
  public Iterator<E> iterator() {
    return queue.iterator();
  }

  @Override
  public Spliterator<E> spliterator() {
    return queue.spliterator();
  }
}
