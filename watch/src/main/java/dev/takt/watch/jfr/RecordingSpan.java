package dev.takt.watch.jfr;

import dev.takt.runs.jfr.JfrChunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The begin and end of a recording on its own wall clock, from its chunk headers.
///
/// @param beginEpochNanos its begin, in nanoseconds since 1970
/// @param endEpochNanos its end; if it is still being written, the last flush
public record RecordingSpan(long beginEpochNanos, long endEpochNanos) {

  /// Reads the span of a recording.
  ///
  /// @throws IOException with a message for people, if it is no recording
  public static RecordingSpan of(Path file) throws IOException {
    List<JfrChunk> chunks = JfrChunk.of(file).stream().filter(JfrChunk::isSound).toList();
    if (chunks.isEmpty()) {
      throw new IOException(file + " cannot be read: its header is damaged");
    }
    return new RecordingSpan(chunks.getFirst().startEpochNanos(), chunks.getLast().endEpochNanos());
  }

  /// Its length.
  public long nanos() {
    return endEpochNanos - beginEpochNanos;
  }
}
