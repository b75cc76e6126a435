package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import dev.takt.watch.observer.LiveFigure;
import java.util.List;

/// One thing that is sampled. For one thread at a time, but for [#live].
interface HostProbe extends AutoCloseable {

  Side side();

  StallKind kind();

  /// @param now when the sample is taken
  /// @param gap how long the last one is ago
  /// @return whether something moved, so that it is worth looking again soon
  boolean sample(long now, long gap);

  /// Ends what has not ended yet.
  void finish();

  /// What was seen since the last call; may be called by another thread.
  default List<LiveFigure> live() {
    return List.of();
  }

  @Override
  void close();
}
