package dev.takt.watch.jfr;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The header of one part of a recording: a recording is a row of such parts, each with a clock of
/// its own. The layout is that of `jdk.jfr.internal.consumer.ChunkHeader`, format 2.x.
///
/// @param offset where it begins in the file
/// @param size its bytes, as far as its writer got
/// @param startEpochNanos its begin on the wall clock
/// @param durationNanos how long it is, by the wall clock
/// @param startTicks its begin on the clock of the events
/// @param ticksPerSecond what that clock is said to count
/// @param finished whether its writer came to its end
record JfrChunk(
    long offset,
    long size,
    long startEpochNanos,
    long durationNanos,
    long startTicks,
    long ticksPerSecond,
    boolean finished) {

  /// Where the state of the writer stands in a header.
  static final int STATE = 64;

  private static final int HEADER_BYTES = 68;
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;

  /// The chunks of a file. A last one that was cut off is among them if its header is whole.
  ///
  /// @throws IOException with a message for people if it is not a recording at all
  static List<JfrChunk> of(Path file) throws IOException {
    List<JfrChunk> chunks = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = channel.size();
      if (length == 0) {
        throw new IOException("it is empty: its JVM had not written anything yet, or had no room");
      }
      for (long at = 0; at + HEADER_BYTES <= length; ) {
        ByteBuffer header = header(channel, at);
        if (header.getInt(0) != MAGIC) {
          break;
        }
        JfrChunk chunk = of(header, at);
        chunks.add(chunk);
        if (!chunk.isSound()) {
          break;
        }
        at += chunk.size;
      }
    }
    if (chunks.isEmpty()) {
      throw new IOException(
          "it does not begin as a flight recording does (FLR): is it another file?");
    }
    return chunks;
  }

  private static ByteBuffer header(FileChannel channel, long at) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    while (header.hasRemaining()) {
      if (channel.read(header, at + header.position()) < 0) {
        throw new EOFException("it ends within a header");
      }
    }
    return header;
  }

  private static JfrChunk of(ByteBuffer header, long at) {
    return new JfrChunk(
        at,
        header.getLong(8),
        header.getLong(32),
        header.getLong(40),
        header.getLong(48),
        header.getLong(56),
        header.get(STATE) == 0);
  }

  /// Whether its figures can be true.
  boolean isSound() {
    return size >= HEADER_BYTES && ticksPerSecond > 0 && startEpochNanos > 0 && durationNanos >= 0;
  }

  /// What to add to ticks, once they are nanoseconds, to get the wall clock as the JDK tells it. It
  /// tells the chunks of a recording apart, since each reads the wall clock anew.
  long epochOfTickZero() {
    return startEpochNanos - nanos(startTicks);
  }

  /// Ticks as nanoseconds, as the JDK reckons.
  long nanos(long ticks) {
    return (long) (ticks / (ticksPerSecond / 1e9));
  }
}
