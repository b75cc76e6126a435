package dev.takt.runs.jfr;

import java.util.List;

/// Which part of a recording could be read.
///
/// @param fileBytes the length of the file
/// @param chunks in the order of the file
public record RecordingCoverage(long fileBytes, List<Part> chunks) {

  /// What could be read of a chunk.
  ///
  /// @param chunk its header
  /// @param readBytes how many of its bytes could be read
  /// @param untilEpochNanos the end of its last event, on the wall clock; of a whole one its own
  ///   end
  /// @param problem why the rest could not be read; empty if nothing is missing
  public record Part(JfrChunk chunk, long readBytes, long untilEpochNanos, String problem) {

    /// Whether nothing is missing.
    public boolean isWhole() {
      return problem.isEmpty();
    }
  }

  /// A header that says more is damaged.
  private static final long MAX_BYTES = 1L << 44;

  /// Takes a copy.
  public RecordingCoverage {
    chunks = List.copyOf(chunks);
  }

  /// Whether all of it could be read.
  public boolean isWhole() {
    return chunks.stream().allMatch(Part::isWhole) && readBytes() == fileBytes;
  }

  /// Whether all is there that was written, but its writer did not come to its end.
  public boolean isUnended() {
    Part last = chunks.getLast();
    return wholeChunks() == chunks.size() - 1
        && !last.chunk().finished()
        && last.readBytes() == last.chunk().size();
  }

  /// Whether nothing of it could be read.
  public boolean isNothing() {
    return readBytes() == 0;
  }

  /// How many bytes could be read.
  public long readBytes() {
    return chunks.stream().mapToLong(Part::readBytes).sum();
  }

  /// How many chunks are whole.
  public long wholeChunks() {
    return chunks.stream().filter(Part::isWhole).count();
  }

  /// How long the chunks are that could be read, as far as they could.
  public long readNanos() {
    return chunks.stream()
        .filter(each -> each.readBytes() > 0)
        .mapToLong(each -> Math.max(0, each.untilEpochNanos() - each.chunk().startEpochNanos()))
        .sum();
  }

  /// How long all chunks are, as their headers say.
  public long nanos() {
    return chunks.stream()
        .map(Part::chunk)
        .filter(JfrChunk::isSound)
        .mapToLong(JfrChunk::durationNanos)
        .sum();
  }

  /// How many bytes it had before it was cut off, as far as that is known.
  public long wholeBytes() {
    return fileBytes
        + chunks.stream()
            .map(Part::chunk)
            .mapToLong(each -> each.size() < MAX_BYTES ? each.size() - each.available() : 0)
            .filter(each -> each > 0)
            .sum();
  }

  /// How many bytes belong to no chunk.
  public long bytesOutside() {
    return fileBytes - chunks.stream().mapToLong(each -> each.chunk().available()).sum();
  }
}
