package dev.takt.watch.jvm;

import dev.takt.watch.jvm.SafepointLogEvent.LoggedHandshake;
import dev.takt.watch.jvm.SafepointLogEvent.LoggedSafepoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The safepoints and handshakes in a JVM's log.
///
/// @param safepoints the safepoints, ordered by time
/// @param handshakes the handshakes of a millisecond or more, ordered by time
/// @param uptimeZero the monotonic time from which the JVM counts its uptime; null if the log is
///   empty
/// @param omitted how many events were dropped
record UnifiedLog(
    List<LoggedSafepoint> safepoints,
    List<LoggedHandshake> handshakes,
    @Nullable Long uptimeZero,
    long omitted) {

  /// The shortest handshake that is a stall.
  static final long LONG_HANDSHAKE_NANOS = 1_000_000;

  /// At about 150 bytes each.
  private static final int MAX_EVENTS = 1_000_000;

  /// An empty log.
  static final UnifiedLog NONE = new UnifiedLog(List.of(), List.of(), null, 0);

  /// The rotated part of a log, which exists once the log has reached its limit.
  static Path rotated(Path file) {
    return file.resolveSibling(file.getFileName() + ".0");
  }

  /// Reads a log, with its rotated part.
  ///
  /// @param pid the JVM's process; -1 if it is not known
  static UnifiedLog read(Path file, long pid) throws IOException {
    List<LoggedSafepoint> stops = new ArrayList<>();
    List<LoggedHandshake> handshakes = new ArrayList<>();
    long[] leftOut = {0};
    LogParser parser =
        new LogParser(
            pid,
            logged -> {
              if (stops.size() + handshakes.size() >= MAX_EVENTS) {
                leftOut[0]++;
              } else if (logged instanceof LoggedSafepoint safepoint) {
                stops.add(safepoint);
              } else if (logged instanceof LoggedHandshake handshake
                  && handshake.nanos() >= LONG_HANDSHAKE_NANOS) {
                handshakes.add(handshake);
              }
            });
    if (Files.exists(rotated(file))) {
      read(rotated(file), parser);
    }
    read(file, parser);
    return new UnifiedLog(stops, handshakes, parser.uptimeZero(), leftOut[0]);
  }

  private static void read(Path file, LogParser parser) throws IOException {
    // Thread names may be in any encoding: invalid UTF-8 is replaced.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        parser.accept(line);
      }
    }
  }
}
