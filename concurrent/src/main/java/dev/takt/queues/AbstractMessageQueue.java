package dev.takt.queues;

import java.util.AbstractQueue;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What all queues have in common. Has no fields: [PaddedIndices] defines their layout.
abstract class AbstractMessageQueue<E> extends AbstractQueue<E> implements MessageQueue<E> {

  /// The maximum array length that is a power of two.
  static final int MAX_LENGTH = 1 << 30;

  static final String NULL_SUPPLIED = "the supplier returned null";

  @Override
  public boolean relaxedOffer(E element) {
    return offer(element);
  }

  @Override
  public @Nullable E relaxedPoll() {
    return poll();
  }

  @Override
  public @Nullable E relaxedPeek() {
    return peek();
  }

  @Override
  public final int drain(Consumer<? super E> consumer, int limit) {
    Objects.requireNonNull(consumer, "consumer");
    requireLimit(limit);
    return takeInto(consumer, limit);
  }

  /// Takes elements, in a loop that reads only what a take may have changed. The consumer may use
  /// the queue itself, so it may have moved the head.
  abstract int takeInto(Consumer<? super E> consumer, int limit);

  @Override
  public int fill(Supplier<? extends E> supplier, int limit) {
    Objects.requireNonNull(supplier, "supplier");
    requireLimit(limit);
    int added = 0;
    while (added < limit) {
      int some = addFrom(supplier, limit - added);
      if (some == 0) {
        break;
      }
      added += some;
    }
    return added;
  }

  /// Adds some elements of the supplier, which is called only for elements that have room.
  ///
  /// @param most 1 or more
  /// @return how many were added, 0 if there was no room
  abstract int addFrom(Supplier<? extends E> supplier, int most);

  /// Always fails.
  ///
  /// @throws UnsupportedOperationException always
  @Override
  public boolean remove(@Nullable Object element) {
    throw new UnsupportedOperationException("elements are removed from the head only, with poll()");
  }

  /// The smallest power of two that is at least `number` and `least`.
  ///
  /// @throws IllegalArgumentException if the number is not from 1 to `most`
  static int rounded(String name, int number, int least, int most) {
    if (number < 1 || number > most) {
      throw new IllegalArgumentException(name + " " + number + " is not from 1 to " + most);
    }
    return Math.max(least, Integer.highestOneBit(number - 1) << 1);
  }

  private static void requireLimit(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("limit " + limit + " must not be negative");
    }
  }
}
