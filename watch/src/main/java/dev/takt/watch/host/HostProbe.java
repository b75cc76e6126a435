package dev.takt.watch.host;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.observer.LiveFigure;
import java.util.List;

/// One kernel counter, or a few of one kind, that [HostSampler] samples. Not thread-safe, except
/// for [#live].
interface HostProbe extends AutoCloseable {

  Side side();

  StallKind kind();

  /// Takes one sample.
  ///
  /// @param now [System#nanoTime] of the sample
  /// @param gap nanoseconds since the previous sample
  /// @return whether the counter changed, so that the next sample should be taken soon
  boolean sample(long now, long gap);

  /// Reports stalls that are still open.
  void finish();

  /// Figures since the last call. May be called by another thread.
  default List<LiveFigure> live() {
    return List.of();
  }

  @Override
  void close();
}
