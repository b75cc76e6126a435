package dev.takt.watch.jvm;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.jfr.RecordingSpan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Detects recordings and logs whose start is missing. Both have a size limit, so that they do not
/// fill a disk. Beyond it, a JVM drops the oldest part without a message, so the file begins later
/// than it was started.
///
/// @param epochNanos when recording and log were started, in nanoseconds since 1970
/// @param nanoTime the same on the monotonic clock
record TruncatedStart(Side side, long epochNanos, long nanoTime) {

  /// The maximum delay from the command to the begin of a recording. A recording that has reached
  /// its limit is at least a minute long, so a truncated one begins later than that.
  private static final long MAX_RECORDING_DELAY_NANOS = 5_000_000_000L;

  /// A recording that is smaller is complete, even if the JVM began it late because the host is
  /// overloaded. A JVM drops the oldest chunk (12 MB and more) of 1 GB.
  private static final long MIN_TRUNCATED_BYTES = FlightRecording.MAX_BYTES / 2;

  /// The maximum delay to the first line of a log: the start of a watch causes safepoints, which
  /// are logged. A log that was never rotated is complete in any case.
  private static final long MAX_LOG_DELAY_NANOS = 10_000_000_000L;

  /// For a recording and a log that are started now.
  static TruncatedStart now(Side side) {
    return new TruncatedStart(side, System.currentTimeMillis() * 1_000_000, System.nanoTime());
  }

  /// Lists what is missing.
  ///
  /// @param recording null if there is none
  /// @param log null if there is none
  List<NotObservable> findMissing(@Nullable Path recording, @Nullable Path log) {
    List<NotObservable> missing = new ArrayList<>();
    try {
      if (recording != null && Files.size(recording) >= MIN_TRUNCATED_BYTES) {
        long late = RecordingSpan.of(recording).beginEpochNanos() - epochNanos;
        if (late > MAX_RECORDING_DELAY_NANOS) {
          missing.add(dropped("flight recording", "1 GB", late));
        }
      }
      if (log != null && Files.exists(UnifiedLog.rotated(log))) {
        LogLine first = firstLine(UnifiedLog.rotated(log));
        if (first != null && first.nanoTime() - nanoTime > MAX_LOG_DELAY_NANOS) {
          missing.add(dropped("unified log", "512 MB", first.nanoTime() - nanoTime));
        }
      }
    } catch (IOException e) {
      // The readers of the files report the ones that cannot be read.
    }
    return missing;
  }

  private NotObservable dropped(String what, String limit, long nanos) {
    String begin = EnglishText.format("the first %.0f s of the %s", nanos / 1e9, what);
    return new NotObservable(
        side, begin, "it exceeded its limit of " + limit + ", so the JVM dropped the oldest part");
  }

  private static @Nullable LogLine firstLine(Path log) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        LogLine parsed = LogLine.parse(line);
        if (parsed != null) {
          return parsed;
        }
      }
      return null;
    }
  }
}
