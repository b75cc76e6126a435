package dev.takt.queues;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The consumer's end of a queue with several producers that claim numbers, and what their ends
/// have in common.
abstract sealed class MpscEnds<E> extends PaddedIndices<E>
    permits MpscArrayQueue, MpscUnboundedQueue {

  /// How many numbers [#fill] claims at once.
  static final int MAX_BATCH = 64;

  /// Claimed slots must be filled, since those behind them wait.
  final void supply(@Nullable Object[] slots, long from, long to, Supplier<? extends E> supplier) {
    long index = from;
    try {
      for (; index < to; index++) {
        E element = Objects.requireNonNull(supplier.get(), NULL_SUPPLIED);
        slotRelease(slots, slot(slots, index), element);
      }
    } finally {
      for (; index < to; index++) {
        slotRelease(slots, slot(slots, index), NOTHING);
      }
    }
  }

  /// Consumer; waits only for a producer in the middle of adding the element at the head.
  @Override
  public final @Nullable E poll() {
    return take(true);
  }

  /// Consumer, wait-free.
  @Override
  public final @Nullable E relaxedPoll() {
    return take(false);
  }

  private @Nullable E take(boolean strict) {
    E element = head(strict);
    if (element != null) {
      free(consumerSlots, consumerIndex);
      looks = MAX_CHECKS;
    }
    return element;
  }

  @Override
  @SuppressWarnings("unchecked") // everything but JUMP and NOTHING is an element
  final int takeInto(Consumer<? super E> consumer, int limit) {
    long index = consumerIndex;
    int taken = 0;
    while (taken < limit) {
      @Nullable Object[] slots = consumerSlots;
      Object element = slotAcquire(slots, slot(slots, index));
      if (element == null) {
        break;
      } else if (element == Chunk.JUMP) {
        jump();
        continue;
      }
      free(slots, index);
      index++;
      if (element != NOTHING) {
        taken++;
        looks = MAX_CHECKS;
        consumer.accept((E) element);
        if (consumerIndex != index) {
          index = consumerIndex;
        }
      }
    }
    return taken;
  }

  /// Consumer; waits like [#poll].
  @Override
  public final @Nullable E peek() {
    return head(true);
  }

  /// Consumer, wait-free.
  @Override
  public final @Nullable E relaxedPeek() {
    return head(false);
  }

  @SuppressWarnings("unchecked") // everything but JUMP and NOTHING is an element
  private @Nullable E head(boolean strict) {
    while (true) {
      long index = consumerIndex;
      @Nullable Object[] slots = consumerSlots;
      Object element = slotAcquire(slots, slot(slots, index));
      if (element == null && strict) {
        element = sought(slots, index);
      }
      if (element == Chunk.JUMP) {
        jump();
      } else if (element == NOTHING) {
        free(slots, index);
      } else {
        return (E) element;
      }
    }
  }

  /// The index is stored last: a thread that sees it sees the slot free.
  private void free(@Nullable Object[] slots, long index) {
    slotRelease(slots, slot(slots, index), null);
    consumerIndexRelease(index + 1);
  }

  /// The content of a slot, if there is any or is about to be. The slot is checked several times
  /// before the producers' index is read; see [PaddedIndices#MAX_CHECKS].
  private @Nullable Object sought(@Nullable Object[] slots, long index) {
    int slot = slot(slots, index);
    for (int i = looks; i > 0; i--) {
      Thread.onSpinWait();
      Object element = slotAcquire(slots, slot);
      if (element != null) {
        return element;
      }
    }
    looks /= 2;
    if (claimed() == index) {
      return null;
    }
    Object element = slotAcquire(slots, slot);
    while (element == null) {
      Thread.onSpinWait();
      element = slotAcquire(slots, slot);
    }
    return element;
  }

  @Override
  public final int size() {
    return sizeByIndices();
  }

  @Override
  public final boolean isEmpty() {
    return isEmptyByIndices();
  }
}
