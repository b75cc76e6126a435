package dev.takt.ordered;

import org.jspecify.annotations.Nullable;

/// A ticket of an [OrderedScheduler] that cannot be forgotten: closed without a result, it is
/// trashed, and the order goes on.
///
/// One thread at a time; it may be handed to another. It costs one small object, which the plain
/// tickets do not.
///
/// @param <T> what is handed on
public final class Ticket<T extends @Nullable Object> implements AutoCloseable {

  private final OrderedScheduler<T> scheduler;
  private final long number;
  private boolean finished;

  Ticket(OrderedScheduler<T> scheduler, long number) {
    this.scheduler = scheduler;
    this.number = number;
  }

  /// Its place in the order: 0, 1, 2 and so on.
  public long number() {
    return number;
  }

  /// Hands in the result; see [OrderedScheduler#complete].
  ///
  /// @throws IllegalStateException if this ticket was completed or closed before
  public void complete(T result) {
    if (finished) {
      throw new IllegalStateException("ticket " + number + " was completed or closed before");
    }
    finished = true;
    scheduler.complete(number, result);
  }

  /// Trashes the ticket if it was not completed; see [OrderedScheduler#trash]. Again, it does
  /// nothing.
  @Override
  public void close() {
    if (!finished) {
      finished = true;
      scheduler.trash(number);
    }
  }
}
