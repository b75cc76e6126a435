package dev.takt.record.hiccup;

import dev.takt.record.histogram.Counts;
import java.io.IOException;

/// Is told what a [HiccupLog] writes, by its thread.
public interface HiccupSink {

  /// Wants to know nothing.
  HiccupSink NONE = new HiccupSink() {};

  /// The measurement has begun: what was seen before, while the start was delayed, is forgotten.
  ///
  /// @param nanoTime on the monotonic clock
  default void begun(long nanoTime) {}

  /// A hiccup over the meter's threshold; see [HiccupListener].
  default void hiccup(long begin, long end) {}

  /// What a tag counted in an interval. Told after the interval's hiccups.
  ///
  /// @param counts are overwritten afterwards
  default void interval(String tag, long begin, long end, Counts counts) {}

  /// All of an interval was told.
  ///
  /// @param lost how many hiccups over the threshold were not told since the start
  default void flush(long lost) {}

  /// The log could not be written. It is tried again after the next interval.
  default void failed(IOException reason) {}

  /// Nothing more will be told.
  default void ended() {}
}
