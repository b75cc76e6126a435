package dev.takt.load.driver;

import dev.takt.load.journey.User;
import dev.takt.record.NanoClock;

/// A driver that sends without blocking in its own way: a client library with callbacks, or a
/// simulation.
public non-sealed interface AsyncDriver extends Driver {

  /// The result of [Transport#preferredGroup] if slots of all groups are as good.
  int ANY_GROUP = -1;

  /// Opens the channels of one event loop.
  ///
  /// @param slots how many operations may be in flight at once
  Transport open(int slots) throws DriverException;

  /// The same with a connection for each user: it is opened at the user's first step and closed at
  /// its end.
  default Transport openPerUser(int slots) throws DriverException {
    throw new IllegalStateException("a driver without journeys");
  }

  /// The transport of one event loop. All methods are called by the loop's thread.
  interface Transport extends AutoCloseable {

    /// The clock of this transport: the machine's, or a virtual clock that [#poll] advances.
    default NanoClock clock() {
      return NanoClock.SYSTEM;
    }

    /// Whether a send always takes microseconds, so that a longer one is a stall of the generator.
    /// A transport that does work when it sends returns false: its sends can make the generator
    /// late and busy, but do not count as stalls.
    default boolean hasFastSend() {
      return true;
    }

    /// Whether an operation is handed over to another thread, which takes it up a moment later. The
    /// time until then is lateness of the generator, and not a part of the service time.
    default boolean handsOver() {
      return false;
    }

    /// When the operation that was last sent on a slot was taken up; [Long#MAX_VALUE] if it was not
    /// yet. Only if it [#handsOver].
    default long startOf(int slot) {
      throw new IllegalStateException("an operation starts when it is sent");
    }

    /// From when on the connection of the operation that was last sent on a slot was ready for it:
    /// until then the target was at work on what the operation before had left to do. In the past
    /// if that was nothing; [Long#MAX_VALUE] if it is not ready yet. Only if it [#handsOver].
    default long readyOf(int slot) {
      return Long.MIN_VALUE;
    }

    /// Shows requests and answers from now on, if they are no bytes on a socket of the event loop.
    default void show(Viewer to) {}

    /// How many groups of slots there are. Slots of one group lead to the same server.
    default int groups() {
      return 1;
    }

    /// The group of a slot, from 0.
    default int groupOf(int slot) {
      return 0;
    }

    /// The group whose slots an operation should use if one of them is free.
    ///
    /// @return a group, or [#ANY_GROUP]
    default int preferredGroup(int operation, long n) {
      return ANY_GROUP;
    }

    /// The slots will be used from now on. Reports those that cannot be.
    default void begin(Completions completions) {}

    /// The next operation on a slot is a step of this user. Called before its [#send].
    default void actFor(int slot, User user) {
      throw new IllegalStateException("a transport without journeys");
    }

    /// Sends an operation on a free slot. Does not block. Its end is reported by
    /// [Completions#completed], in this call or in a later [#poll].
    void send(int slot, int operation, long n, Completions completions);

    /// Reports all operations that have ended; waits for at least one until the deadline.
    ///
    /// @param deadlineNanos a moment of [#clock]; in the past: do not wait
    void poll(long deadlineNanos, Completions completions);

    /// The user whose steps were sent on `slot` has come to its end, and may have had the slot for
    /// itself. The slot is free: what belonged to the user is closed. Called only by runs with a
    /// connection for each user, or with transactions.
    default void userEnded(int slot) {}

    /// Abandons the operation on `slot`: its completion will not be reported. The slot is free
    /// again.
    void cancel(int slot);

    @Override
    void close();
  }

  /// Sees requests and answers as texts.
  interface Viewer {

    /// A request is sent.
    void requested(String text);

    /// A part of the answer has come at this moment, and is about to be read.
    void reading(long nanos);

    /// An answer has come, and is about to be read.
    void reading(long startNanos, long endNanos);

    /// What has come was read.
    ///
    /// @param text the answer; empty while it is incomplete
    void answered(String text);
  }

  /// Receives the completions of a transport.
  interface Completions {

    /// The operation on `slot` has ended.
    ///
    /// @param endNanos when, on the transport's clock
    void completed(int slot, Outcome outcome, long endNanos);

    /// A slot, free or not, cannot be used for another operation until it is [#restored].
    default void withdrawn(int slot) {}

    /// A slot that was [#withdrawn] can be used again.
    ///
    /// @param nanos since when, on the transport's clock
    default void restored(int slot, long nanos) {}
  }
}
