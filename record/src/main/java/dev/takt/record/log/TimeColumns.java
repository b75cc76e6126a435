package dev.takt.record.log;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a user says about the columns of times of a log, which are to be in seconds and in fact are
/// not always: hdrhistogram-go wrote milliseconds, and the end of an interval for its length.
///
/// @param unit of both columns: [TimeUnit#SECONDS] to [TimeUnit#NANOSECONDS]; null to recognise it
/// @param lengthIsEnd whether the second column holds the end of an interval instead of its length;
///   null to recognise it
public record TimeColumns(@Nullable TimeUnit unit, @Nullable Boolean lengthIsEnd) {

  /// Both are recognised from the log's first lines.
  public static final TimeColumns AUTO = new TimeColumns(null, null);
}
