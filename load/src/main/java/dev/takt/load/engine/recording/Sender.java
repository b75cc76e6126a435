package dev.takt.load.engine.recording;

import dev.takt.load.driver.DriverException;
import dev.takt.record.LatencyHistogram;
import java.util.List;

/// The threads that send the operations of a run: event loops or workers.
public interface Sender {

  /// Makes everything ready to send: threads, connections, sessions.
  ///
  /// @throws DriverException if the target cannot be reached; [#abandon] then ends what was begun
  void prepare() throws DriverException, InterruptedException;

  /// Creates everything that the threads record into, after [#prepare]. Nothing of that size may be
  /// allocated once operations are due, because a garbage collection would stop all threads.
  void recordInto(Recording recording);

  /// Begins to send at `origin`, a moment of the machine's monotonic clock in the near future.
  void start(long origin, RunDeadline deadline);

  /// Makes threads that wait for an intended start check the deadline again.
  void wake();

  /// Waits until all operations are answered or the deadline cuts the run off, and then accounts
  /// for the rest.
  ///
  /// @return false if the run is still in progress after `nanos`
  boolean awaitEnd(long nanos) throws InterruptedException;

  /// Ends all threads without accounting for anything: the run has failed.
  void abandon();

  /// What each thread has counted so far.
  List<OperationCounters> counters();

  /// What each thread has counted of whole journeys; empty if the run has none.
  default List<OperationCounters> journeyCounters() {
    return List.of();
  }

  /// The counters of what arrives on schedule: journeys, or operations.
  default List<OperationCounters> arrivalCounters() {
    return journeyCounters().isEmpty() ? counters() : journeyCounters();
  }

  /// Waits until all threads have closed their sessions with the target, after [#awaitEnd].
  ///
  /// @param nanos how long at most
  /// @return how many have not
  default long awaitClosed(long nanos) {
    return 0;
  }

  /// How long each thread took to close its session with the target; empty if that is not known.
  default LatencyHistogram cleanup() {
    return new LatencyHistogram();
  }

  /// The busy share of the busiest thread since the start, from 0 to 1; NaN if it is not known.
  double utilisation(long elapsedNanos);
}
