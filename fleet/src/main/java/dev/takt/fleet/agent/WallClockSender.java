package dev.takt.fleet.agent;

import dev.takt.fleet.protocol.Message;
import dev.takt.runs.clock.WallReading;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Decides when the coordinator gets this machine's wall clock: not with each answer. Thread-safe.
final class WallClockSender {

  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Supplier<Optional<WallReading>> wallClock;
  private final LongSupplier nanoTime;
  private final AtomicLong next;

  WallClockSender(Supplier<Optional<WallReading>> wallClock, LongSupplier nanoTime) {
    this.wallClock = wallClock;
    this.nanoTime = nanoTime;
    next = new AtomicLong(nanoTime.getAsLong());
  }

  /// Reads it once: the first time takes tens of milliseconds, and answers must not wait for that.
  void prepare() {
    var _ = wallClock.get();
  }

  /// The message that follows an answer.
  ///
  /// @param sent that of the ping
  /// @return empty if the last one was just sent, or if the kernel states no error
  Optional<Message> after(long sent) {
    long now = nanoTime.getAsLong();
    long due = next.get();
    if (now - due < 0 || !next.compareAndSet(due, now + PAUSE_NANOS)) {
      return Optional.empty();
    }
    return wallClock
        .get()
        .map(each ->
            new Message.WallClock(sent, each.nanoTime(), each.epochNanos(), each.errorNanos()));
  }
}
