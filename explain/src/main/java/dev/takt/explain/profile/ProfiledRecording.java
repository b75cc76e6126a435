package dev.takt.explain.profile;

import dev.takt.runs.jfr.RecordingEvents;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/// Reads a flight recording for a profile.
final class ProfiledRecording {

  private ProfiledRecording() {}

  /// Reads all events that can be read.
  ///
  /// @param sinks creates a receiver of events; called again if a recording turns out to be damaged
  /// @throws IOException with a message for people, if nothing can be read
  static <S extends RecordingEvents.Sink> RecordingEvents.Read<S> read(Path file, Supplier<S> sinks)
      throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(
          file + " is missing: the target was not recorded; run with --watch --profile");
    }
    RecordingEvents.Read<S> read;
    try {
      read = RecordingEvents.read(file, sinks);
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
    if (read.coverage().isNothing()) {
      throw unreadable(file, read.coverage().problems());
    }
    return read;
  }

  private static IOException unreadable(Path file, String why) {
    return new IOException(
        EnglishText.format("%s cannot be read as a flight recording: %s", file, why));
  }
}
