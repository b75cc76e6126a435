package dev.takt.record.hiccup;

import dev.takt.record.histogram.Counts;
import java.io.IOException;

/// Receives what a [HiccupLog] writes. Called by the log's thread.
public interface HiccupSink {

  /// Ignores everything.
  HiccupSink NONE = new HiccupSink() {};

  /// The measurement has begun. Hiccups during the start delay were discarded.
  ///
  /// @param nanoTime on the monotonic clock
  default void begun(long nanoTime) {}

  /// A hiccup over the meter's threshold; see [HiccupListener].
  default void hiccup(long begin, long end) {}

  /// The counts of a tag in an interval. Called after the interval's hiccups.
  ///
  /// @param counts are overwritten afterwards
  default void interval(String tag, long begin, long end, Counts counts) {}

  /// The end of an interval's reports.
  ///
  /// @param lost the number of hiccups over the threshold that could not be reported since the
  ///   start
  default void flush(long lost) {}

  /// The log could not be written. The write is retried after the next interval.
  default void failed(IOException reason) {}

  /// No further calls will follow.
  default void ended() {}
}
