package dev.takt.ordered;

import org.jspecify.annotations.Nullable;

/// A ticket of an [OrderedScheduler] for try-with-resources: closing it without a result trashes
/// it, and the order continues.
///
/// For one thread at a time; may be passed to another. It costs one small object, which the plain
/// tickets do not.
///
/// @param <T> type of the results; may be a nullable type
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

  /// Completes the ticket with its result; see [OrderedScheduler#complete].
  ///
  /// @throws IllegalStateException if this ticket was completed or closed before
  public void complete(T result) {
    if (finished) {
      throw new IllegalStateException("ticket " + number + " was completed or closed before");
    }
    finished = true;
    scheduler.complete(number, result);
  }

  /// Trashes the ticket if it was not completed; see [OrderedScheduler#trash]. Closing again does
  /// nothing.
  @Override
  public void close() {
    if (!finished) {
      finished = true;
      scheduler.trash(number);
    }
  }
}
