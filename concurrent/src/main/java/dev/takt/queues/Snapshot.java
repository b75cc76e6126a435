package dev.takt.queues;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A weakly consistent iterator over the elements that were in a queue when it was created, by
/// their numbers; elements that are taken in the meantime are skipped.
///
/// For one thread.
abstract class Snapshot<E> implements Iterator<E> {

  private final long end;
  private long number;
  private @Nullable E next;

  /// @param first the number of the first element
  /// @param end the number after the last one
  Snapshot(long first, long end) {
    this.number = first;
    this.end = end;
  }

  /// The element of a number that was added before this iterator was created, or null if it has
  /// been taken since. Called with ascending numbers.
  abstract @Nullable E elementAt(long number);

  @Override
  public final boolean hasNext() {
    while (next == null && number < end) {
      next = elementAt(number++);
    }
    return next != null;
  }

  @Override
  public final E next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    E element = Objects.requireNonNull(next);
    next = null;
    return element;
  }
}
