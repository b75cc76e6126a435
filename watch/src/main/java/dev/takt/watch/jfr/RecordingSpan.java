package dev.takt.watch.jfr;

import dev.takt.runs.jfr.JfrChunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The time that a recording is of, on its own wall clock, as its headers tell it.
///
/// @param beginEpochNanos its begin, in nanoseconds since 1970
/// @param endEpochNanos its end; of one that is still written, as far as it was written out
public record RecordingSpan(long beginEpochNanos, long endEpochNanos) {

  /// @throws IOException with a message for people if it is no recording
  public static RecordingSpan of(Path file) throws IOException {
    List<JfrChunk> chunks = JfrChunk.of(file).stream().filter(JfrChunk::isSound).toList();
    if (chunks.isEmpty()) {
      throw new IOException(file + " cannot be read: its header is damaged");
    }
    return new RecordingSpan(chunks.getFirst().startEpochNanos(), chunks.getLast().endEpochNanos());
  }

  /// How long it is.
  public long nanos() {
    return endEpochNanos - beginEpochNanos;
  }
}
