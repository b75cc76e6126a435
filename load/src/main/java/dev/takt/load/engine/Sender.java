package dev.takt.load.engine;

import dev.takt.load.driver.DriverException;
import dev.takt.record.LatencyHistogram;
import java.util.List;

/// The threads that send the operations of a run: event loops or workers.
interface Sender {

  /// Makes everything ready to send: threads, connections, sessions.
  ///
  /// @throws DriverException if the target cannot be reached; [#cancel] then ends what was begun
  void prepare() throws DriverException, InterruptedException;

  /// Makes all that the threads record into, after [#prepare]: once operations are due, nothing of
  /// that size is to be allocated, since a collection would stop all threads.
  void recordInto(Recording recording);

  /// Begins to send at `origin`, a moment of the machine's monotonic clock that is about to come.
  void start(long origin, RunDeadline ending);

  /// Lets threads that wait for an intended start look at the ending again.
  void wake();

  /// Waits until all is answered or the ending cuts the run off, and accounts for what is left
  /// then.
  ///
  /// @return false if it still goes on after `nanos`
  boolean awaitEnd(long nanos) throws InterruptedException;

  /// Ends all threads without accounting for anything: the run has failed.
  void abandon();

  /// What each thread has counted so far.
  List<OperationCounters> tallies();

  /// Waits until all threads have ended what they had with the target, after [#awaitEnd].
  ///
  /// @param nanos how long at most
  /// @return how many have not
  default long awaitClosed(long nanos) {
    return 0;
  }

  /// How long each thread took to end what it had with the target; empty if nobody knows.
  default LatencyHistogram cleanup() {
    return new LatencyHistogram();
  }

  /// The busiest thread's share of time at work since the start, from 0 to 1; NaN if it is not
  /// known.
  double utilisation(long elapsedNanos);
}
