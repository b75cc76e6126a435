package dev.takt.watch.jvm;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
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

/// Recordings and logs have a limit, so that none fills a disk; beyond it a JVM drops what is
/// oldest, and does not say so. What is there then begins later than it was asked for.
///
/// @param epochNanos when they were begun, in nanoseconds since 1970
/// @param nanoTime the same on the monotonic clock
record DroppedBegin(Side side, long epochNanos, long nanoTime) {

  /// A recording begins some time after it was asked for, and is a minute's at least when it is
  /// full.
  private static final long LATE_RECORDING_NANOS = 5_000_000_000L;

  /// To begin to watch stops a JVM, so there is a line of that time. A log that was not moved away
  /// is whole in any case.
  private static final long LATE_LOG_NANOS = 10_000_000_000L;

  /// Those that begin now.
  static DroppedBegin now(Side side) {
    return new DroppedBegin(side, System.currentTimeMillis() * 1_000_000, System.nanoTime());
  }

  /// What is missing.
  ///
  /// @param recording null if there is none
  /// @param log null if there is none
  List<NotObservable> of(@Nullable Path recording, @Nullable Path log) {
    List<NotObservable> missing = new ArrayList<>();
    try {
      if (recording != null) {
        long late = RecordingSpan.of(recording).beginEpochNanos() - epochNanos;
        if (late > LATE_RECORDING_NANOS) {
          missing.add(dropped("flight recording", "1 GB", late));
        }
      }
      if (log != null && Files.exists(UnifiedLog.rotated(log))) {
        LogLine first = firstLine(UnifiedLog.rotated(log));
        if (first != null && first.nanoTime() - nanoTime > LATE_LOG_NANOS) {
          missing.add(dropped("unified log", "512 MB", first.nanoTime() - nanoTime));
        }
      }
    } catch (IOException e) {
      // One that cannot be read is told of by whoever needs more of it.
    }
    return missing;
  }

  private NotObservable dropped(String what, String limit, long nanos) {
    String begin = EnglishText.format("the first %.0f s of the %s", nanos / 1e9, what);
    return new NotObservable(
        side,
        begin,
        "it became larger than " + limit + ", and the JVM has dropped its oldest part");
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
