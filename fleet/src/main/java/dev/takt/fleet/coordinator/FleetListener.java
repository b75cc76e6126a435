package dev.takt.fleet.coordinator;

import java.io.IOException;
import java.util.List;

/// Receives the events of a fleet's run. Called by the thread that runs the coordinator; may not
/// block.
public interface FleetListener {

  /// A step of the run, as one line of text.
  void info(String message);

  /// A problem that does not end the run, as one line of text.
  void warning(String message);

  /// The start is agreed, and is about to come.
  ///
  /// @param startNanos on this machine's monotonic clock
  /// @throws IOException if the run cannot be recorded, so that nothing is sent
  void starting(long startNanos) throws IOException;

  /// The run goes on. Called several times a second from its start.
  ///
  /// @param sinceStartNanos negative before the start
  /// @param intervals of all machines together, which are new; often none. They contain everything
  ///   that the machines have recorded, once
  void progressed(long sinceStartNanos, List<LiveInterval> intervals);
}
