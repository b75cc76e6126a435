package dev.takt.record.log;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a user states about the time columns of a log. They should be in seconds, but some logs
/// differ: hdrhistogram-go wrote milliseconds, and the end of an interval instead of its length.
///
/// @param unit of both columns: [TimeUnit#SECONDS] to [TimeUnit#NANOSECONDS]; null to detect it
/// @param lengthIsEnd whether the second column holds the end of an interval instead of its length;
///   null to detect it
public record TimeColumns(@Nullable TimeUnit unit, @Nullable Boolean lengthIsEnd) {

  /// Both are detected from the log's first lines.
  public static final TimeColumns AUTO = new TimeColumns(null, null);
}
