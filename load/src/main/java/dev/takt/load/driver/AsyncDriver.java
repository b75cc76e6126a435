package dev.takt.load.driver;

import dev.takt.record.NanoClock;

/// A driver that has a way of its own to send without blocking: a client library with callbacks, or
/// a simulation.
public non-sealed interface AsyncDriver extends Driver {

  /// The channels of one event loop.
  ///
  /// @param slots how many operations may be under way at once
  Transport open(int slots) throws DriverException;

  /// What one event loop sends through. All methods are called by the loop's thread.
  interface Transport extends AutoCloseable {

    /// The clock by which this transport lives: the machine's, or a virtual one that [#poll] moves
    /// on.
    default NanoClock clock() {
      return NanoClock.SYSTEM;
    }

    /// Whether to send is a matter of microseconds, so that the generator must have been stopped
    /// where it took a millisecond. A transport that has work to do when it sends says no: its
    /// sends can make the generator late and busy, but are not taken for stops.
    default boolean sendsAtOnce() {
      return true;
    }

    /// Sends an operation on a free slot. Does not block; the end is told by
    /// [Completions#completed], now or in a later [#poll].
    void send(int slot, int operation, long n, Completions completions);

    /// Tells of all operations that have ended; waits for at least one until the deadline.
    ///
    /// @param deadlineNanos a moment of [#clock]; in the past: do not wait
    void poll(long deadlineNanos, Completions completions);

    /// Gives up the operation on `slot`: no completion will be told of it. Its slot is free again.
    void cancel(int slot);

    @Override
    void close();
  }

  /// Where a transport tells that operations have ended.
  interface Completions {

    /// The operation on `slot` has ended.
    ///
    /// @param endNanos when, on the transport's clock
    void completed(int slot, Outcome outcome, long endNanos);
  }
}
