package dev.takt.watch.observer;

import dev.takt.runs.time.TimeInterval;
import org.jspecify.annotations.Nullable;

/// The measurement window: the part of a watch that sums cover. A run's warm-up is outside of it.
///
/// The window is the whole watch until [#set] is called, after the run has ended and before the
/// observers finish. Thread-safe.
public final class MeasurementWindow {

  private volatile @Nullable TimeInterval window;

  /// A window that is the whole watch.
  public MeasurementWindow() {}

  /// Sets the window.
  ///
  /// @param from its begin, on the run's monotonic clock
  /// @param to its end
  public void set(long from, long to) {
    window = new TimeInterval(from, to);
  }

  /// The window; null if it is the whole watch.
  public @Nullable TimeInterval interval() {
    return window;
  }

  /// Whether an interval overlaps the window.
  public boolean overlaps(long begin, long end) {
    TimeInterval known = window;
    return known == null || (end - known.begin() >= 0 && begin - known.end() <= 0);
  }
}
