package dev.takt.queues;

import java.util.Objects;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A queue that passes messages from thread to thread. It adds to [Queue] cheaper, relaxed
/// operations, batches, and waiting without a lock.
///
/// **Strict and relaxed.** [#offer], [#poll] and [#peek] are strict: they fail only if the queue is
/// full, or empty, at a moment within the call. To determine that, they may have to wait for
/// another thread that is in the middle of its own call (and may be preempted there).
/// [#relaxedOffer], [#relaxedPoll] and [#relaxedPeek] never wait for another thread: they may also
/// fail because such a call has not ended, which makes no difference to a loop that tries again. In
/// the queues for one producer and one consumer there is no such call to wait for; strict and
/// relaxed are the same there.
///
/// **How many threads** may call a method is documented by each queue: *producer* methods are those
/// that add (`offer`, `add`, `fill`, `put` and their variants), *consumer* methods those that take
/// or read the head (`poll`, `peek`, `remove`, `element`, `clear`, `drain`, `take` and their
/// variants). A violation is not detected, and breaks the queue permanently: elements are lost or
/// taken twice, and calls never return. All other methods ([#size], [#isEmpty], [#iterator] and
/// what is built on it) may be called by any thread.
///
/// **Memory order.** What a thread did before it added an element happens-before what another
/// thread does after it took or read that element.
///
/// **As a collection** no queue of this package allows null, or removal from its middle:
/// `remove(Object)` and the iterator's `remove` throw [UnsupportedOperationException]. Iterators
/// are weakly consistent: they never throw [java.util.ConcurrentModificationException], return
/// elements in order, each at most once, and only elements that were in the queue at some moment of
/// the iteration; elements added in the meantime may or may not be returned. Streams are built on
/// iterators, so they may run while other threads add and take.
///
/// @param <E> type of the elements; never null
public interface MessageQueue<E> extends Queue<E> {

  /// The [#capacity] of a queue that has no bound.
  int UNBOUNDED = Integer.MAX_VALUE;

  /// How many elements fit, or [#UNBOUNDED].
  int capacity();

  /// The number of elements: exact while no thread adds or takes, else a number that was true at
  /// some moment of the call or lies between two that were; never negative, never more than
  /// [#capacity]. An element whose `offer` has returned counts until it is taken, and so does an
  /// element that the only consumer has read at the head.
  @Override
  int size();

  /// Whether there are no elements. If false, the next `poll` of the only consumer is not null.
  /// Exception: slots that a failed supplier of [#fill] left empty count as elements until
  /// consumers skip them.
  @Override
  boolean isEmpty();

  /// Weakly consistent like the iterators, and bound to the queue at the first element. It does not
  /// report [Spliterator#SIZED], because the number of elements may change while a stream runs.
  @Override
  default Spliterator<E> spliterator() {
    return Spliterators.spliterator(
        this, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
  }

  /// Like [#offer], but may also fail while another thread is in the middle of taking the element
  /// whose slot this one would use.
  ///
  /// @return false if there is no room, or may be none
  boolean relaxedOffer(E element);

  /// Like [#poll], but may also return null while another thread is in the middle of adding the
  /// element at the head.
  @Nullable E relaxedPoll();

  /// Like [#peek], but may also return null while another thread is in the middle of adding the
  /// element at the head.
  @Nullable E relaxedPeek();

  /// Takes elements until there are none, up to a limit. Each is taken before the consumer is
  /// called with it: if the consumer throws, this element counts as consumed, and those behind it
  /// are still in the queue.
  ///
  /// @param limit 0 or more
  /// @return how many were taken; fewer than `limit` only if [#relaxedPoll] then found nothing
  /// @throws IllegalArgumentException if the limit is negative
  int drain(Consumer<? super E> consumer, int limit);

  /// Adds elements while there is room, up to a limit. The supplier is called only when its element
  /// has a slot, so no element is supplied and then dropped. If the supplier throws, or returns
  /// null, what it supplied before stays added, and the queue remains usable.
  ///
  /// In a queue of several producers the slots are claimed before the supplier is called, and
  /// elements that other producers add in the meantime wait behind them: the supplier should be
  /// quick. It must not use the queue itself.
  ///
  /// @param limit 0 or more
  /// @return how many were added; fewer than `limit` only if there was no room as for
  ///   [#relaxedOffer]
  /// @throws IllegalArgumentException if the limit is negative
  /// @throws NullPointerException if the supplier returns null
  int fill(Supplier<? extends E> supplier, int limit);

  /// Adds an element, and waits while there is no room.
  ///
  /// @param idle may throw to end the wait; nothing is added then
  default void put(E element, IdleStrategy idle) {
    Objects.requireNonNull(idle, "idle");
    for (int times = 1; !relaxedOffer(element); times = next(times)) {
      idle.idle(times);
    }
  }

  /// Takes an element, and waits while there is none.
  ///
  /// @param idle may throw to end the wait; nothing is taken then
  default E take(IdleStrategy idle) {
    Objects.requireNonNull(idle, "idle");
    E element = relaxedPoll();
    for (int times = 1; element == null; times = next(times)) {
      idle.idle(times);
      element = relaxedPoll();
    }
    return element;
  }

  /// Waits for an element, then takes all that are there, up to a number; see [#drain(Consumer,
  /// int)].
  ///
  /// @param limit 1 or more
  /// @param idle may throw to end the wait; nothing is taken then
  /// @return how many were taken: 1 or more
  /// @throws IllegalArgumentException if the limit is not positive
  default int drain(Consumer<? super E> consumer, int limit, IdleStrategy idle) {
    Objects.requireNonNull(consumer, "consumer");
    requirePositive(limit);
    return waited(() -> drain(consumer, limit), idle);
  }

  /// Waits for room, then adds as many elements as there is room for, up to a number; see
  /// [#fill(Supplier, int)].
  ///
  /// @param limit 1 or more
  /// @param idle may throw to end the wait; nothing is added then
  /// @return how many were added: 1 or more
  /// @throws IllegalArgumentException if the limit is not positive
  default int fill(Supplier<? extends E> supplier, int limit, IdleStrategy idle) {
    Objects.requireNonNull(supplier, "supplier");
    requirePositive(limit);
    return waited(() -> fill(supplier, limit), idle);
  }

  /// Runs a consumer loop: takes elements, idles when there are none, and ends when the condition
  /// is false. Elements still in the queue then stay there.
  ///
  /// @param running evaluated at least every 256 elements
  /// @return how many were taken
  default long drainWhile(
      BooleanSupplier running, Consumer<? super E> consumer, IdleStrategy idle) {
    Objects.requireNonNull(consumer, "consumer");
    return lived(running, () -> drain(consumer, 256), idle);
  }

  /// Runs a producer loop: adds the supplier's elements, idles when there is no room, and ends when
  /// the condition is false.
  ///
  /// @param running evaluated at least every 64 elements
  /// @return how many were added
  default long fillWhile(
      BooleanSupplier running, Supplier<? extends E> supplier, IdleStrategy idle) {
    Objects.requireNonNull(supplier, "supplier");
    return lived(running, () -> fill(supplier, 64), idle);
  }

  /// @param batch adds or takes some elements
  private static int waited(IntSupplier batch, IdleStrategy idle) {
    Objects.requireNonNull(idle, "idle");
    int some = batch.getAsInt();
    for (int times = 1; some == 0; times = next(times)) {
      idle.idle(times);
      some = batch.getAsInt();
    }
    return some;
  }

  /// @param batch adds or takes some elements
  private static long lived(BooleanSupplier running, IntSupplier batch, IdleStrategy idle) {
    Objects.requireNonNull(running, "running");
    Objects.requireNonNull(idle, "idle");
    long all = 0;
    int times = 1;
    while (running.getAsBoolean()) {
      int some = batch.getAsInt();
      all += some;
      if (some > 0) {
        times = 1;
      } else {
        idle.idle(times);
        times = next(times);
      }
    }
    return all;
  }

  private static int next(int times) {
    return times < Integer.MAX_VALUE ? times + 1 : times;
  }

  private static void requirePositive(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit " + limit + " must be 1 or more");
    }
  }
}
