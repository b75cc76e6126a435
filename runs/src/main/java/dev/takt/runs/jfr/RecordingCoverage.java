package dev.takt.runs.jfr;

import java.util.List;
import java.util.stream.Collectors;

/// The part of a recording that could be read.
///
/// @param fileBytes the length of the file
/// @param chunks in the order of the file
public record RecordingCoverage(long fileBytes, List<Part> chunks) {

  /// The part of a chunk that could be read.
  ///
  /// @param chunk its header
  /// @param readBytes the number of bytes that could be read
  /// @param untilEpochNanos the end of its last event, on the wall clock; for a complete chunk, its
  ///   own end
  /// @param problem why the rest could not be read; empty if nothing is missing
  public record Part(JfrChunk chunk, long readBytes, long untilEpochNanos, String problem) {

    /// Whether nothing is missing.
    public boolean isWhole() {
      return problem.isEmpty();
    }
  }

  /// The maximum size; a larger one in a header is damaged.
  private static final long MAX_BYTES = 1L << 44;

  /// Makes a defensive copy.
  public RecordingCoverage {
    chunks = List.copyOf(chunks);
  }

  /// Whether the whole recording could be read.
  public boolean isWhole() {
    return chunks.stream().allMatch(Part::isWhole) && readBytes() == fileBytes;
  }

  /// Why the rest could not be read, each reason once; empty if nothing is missing.
  public String problems() {
    return chunks.stream()
        .map(Part::problem)
        .filter(each -> !each.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /// Whether all written data is there, but the writer did not finish.
  public boolean isUnfinished() {
    Part last = chunks.getLast();
    return wholeChunks() == chunks.size() - 1
        && !last.chunk().finished()
        && last.readBytes() == last.chunk().size();
  }

  /// Whether nothing could be read.
  public boolean isNothing() {
    return readBytes() == 0;
  }

  /// The number of bytes that could be read.
  public long readBytes() {
    return chunks.stream().mapToLong(Part::readBytes).sum();
  }

  /// The number of complete chunks.
  public long wholeChunks() {
    return chunks.stream().filter(Part::isWhole).count();
  }

  /// The duration of the readable parts of the chunks.
  public long readNanos() {
    return chunks.stream()
        .filter(each -> each.readBytes() > 0)
        .mapToLong(each -> Math.max(0, each.untilEpochNanos() - each.chunk().startEpochNanos()))
        .sum();
  }

  /// The duration of all chunks according to their headers.
  public long nanos() {
    return chunks.stream()
        .map(Part::chunk)
        .filter(JfrChunk::isSound)
        .mapToLong(JfrChunk::durationNanos)
        .sum();
  }

  /// The length of the file before it was truncated, as far as that is known.
  public long wholeBytes() {
    return fileBytes
        + chunks.stream()
            .map(Part::chunk)
            .mapToLong(each -> each.size() < MAX_BYTES ? each.size() - each.available() : 0)
            .filter(each -> each > 0)
            .sum();
  }

  /// The number of bytes outside of all chunks.
  public long bytesOutside() {
    return fileBytes - chunks.stream().mapToLong(each -> each.chunk().available()).sum();
  }
}
