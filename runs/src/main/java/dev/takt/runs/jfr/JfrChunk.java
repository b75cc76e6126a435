package dev.takt.runs.jfr;

import dev.takt.runs.text.EnglishText;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The header of a chunk. A recording is a sequence of chunks, each with its own clock and readable
/// without the others. The layout is that of `jdk.jfr.internal.consumer.ChunkHeader`, format 2.x.
///
/// @param offset its position in the file
/// @param size its length in bytes according to its header, as far as it was written
/// @param available its bytes in the file: up to the next chunk, or the end of the file
/// @param startEpochNanos its begin on the wall clock
/// @param durationNanos its duration on the wall clock
/// @param startTicks its begin on the clock of the events
/// @param ticksPerSecond the nominal frequency of that clock
/// @param finished whether it was written completely
public record JfrChunk(
    long offset,
    long size,
    long available,
    long startEpochNanos,
    long durationNanos,
    long startTicks,
    long ticksPerSecond,
    boolean finished) {

  /// The position of the writer's state in a header.
  public static final int STATE = 64;

  /// The position in a header of the offset of the metadata of all events, which is mostly near the
  /// end of the chunk.
  public static final int METADATA = 24;

  static final int HEADER_BYTES = 68;
  static final int SIZE = 8;
  static final int CONSTANTS = 16;

  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int MAX_MAJOR = 3;
  private static final int SEARCH_BYTES = 1 << 20;
  private static final int STATE_UPDATING = 0xFF;
  private static final int MAX_TRIES = 20;
  private static final int MAX_VARINT = 5;

  /// 2010, with a range up to 2106: the flight recorder is younger than 2010, and a damaged time is
  /// usually out of range.
  private static final long MIN_EPOCH_NANOS = 1_262_304_000_000_000_000L;

  private static final long MAX_EPOCH_NANOS = 4_294_967_296_000_000_000L;
  private static final long MAX_DURATION_NANOS = 10L * 366 * 86_400 * 1_000_000_000L;

  /// The chunks of a file, including those after a damaged one and a truncated last one.
  ///
  /// @throws IOException with a message for people if there is none
  public static List<JfrChunk> of(Path file) throws IOException {
    List<JfrChunk> chunks = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = channel.size();
      if (length == 0) {
        throw new IOException("it is empty: its JVM had not written anything yet, or had no room");
      }
      if (length < HEADER_BYTES && beginsAsChunk(channel, (int) length)) {
        throw new IOException(
            EnglishText.format(
                "it is cut off: it has %d of the %d bytes of a recording's header",
                length, HEADER_BYTES));
      }
      for (long at = 0; at + HEADER_BYTES <= length; ) {
        long next = next(channel, at, length);
        boolean hasHeader = isMagic(read(channel, at, HEADER_BYTES), 0);
        long begin = hasHeader ? at : lost(channel, at, next);
        if (begin >= 0) {
          chunks.add(of(header(channel, begin, next - begin), begin, next - begin));
        }
        at = next;
      }
    }
    if (chunks.isEmpty()) {
      throw new IOException(
          "it does not begin as a flight recording does (FLR): is it another file?");
    }
    return chunks;
  }

  /// Whether a file shorter than a header begins with the magic number, or a part of it.
  private static boolean beginsAsChunk(FileChannel channel, int length) throws IOException {
    ByteBuffer magic = ByteBuffer.allocate(Integer.BYTES).putInt(0, MAGIC);
    int count = Math.min(length, Integer.BYTES);
    return read(channel, 0, count).equals(magic.limit(count));
  }

  /// The position of the next chunk; the length if there is none. A chunk's size is taken as
  /// correct if another chunk or the end of the file follows, or the chunk ends with a copy of its
  /// header.
  private static long next(FileChannel channel, long at, long length) throws IOException {
    ByteBuffer header = read(channel, at, HEADER_BYTES);
    long size = isMagic(header, 0) ? header.getLong(SIZE) : 0;
    if (size >= HEADER_BYTES && size <= length - at) {
      long next = at + size;
      boolean isFollowed =
          next + HEADER_BYTES <= length && isMagic(read(channel, next, HEADER_BYTES), 0);
      boolean isConfirmed = copyOf(channel, next - HEADER_BYTES) == at;
      if (next == length || isFollowed || isConfirmed) {
        return next;
      }
    }
    long found = at + 1;
    do {
      found = magic(channel, found, length);
    } while (found < length && copyOf(channel, found) >= 0 && ++found > 0);
    return found;
  }

  /// The begin of a chunk with a damaged header, found by the copy of the header in it; -1 if there
  /// is none.
  private static long lost(FileChannel channel, long from, long to) throws IOException {
    long copy = lastCopy(channel, from, to);
    return copy < 0 ? -1 : copyOf(channel, copy);
  }

  /// Checks for a copy of a header. At each flush, a JVM writes the header at the end of a
  /// checkpoint, before it writes it at the begin of the chunk.
  ///
  /// @return the begin of the chunk whose header this is a copy of; -1 if it is no copy
  private static long copyOf(FileChannel channel, long at) throws IOException {
    ByteBuffer header = read(channel, at, HEADER_BYTES);
    long begin = at + HEADER_BYTES - header.getLong(SIZE);
    long checkpoint = begin + header.getLong(CONSTANTS);
    if (begin < 0 || begin >= at || checkpoint <= begin || checkpoint >= at) {
      return -1;
    }
    ByteBuffer size = read(channel, checkpoint, MAX_VARINT);
    long bytes = 0;
    for (int i = 0; i < MAX_VARINT; i++) {
      byte each = size.get();
      bytes |= (long) (each & 0x7F) << (7 * i);
      if (each >= 0) {
        break;
      }
    }
    return checkpoint + bytes == at + HEADER_BYTES ? begin : -1;
  }

  /// @return -1 if there is none
  private static long lastCopy(FileChannel channel, long from, long to) throws IOException {
    long last = -1;
    for (long at = magic(channel, from + 1, to); at < to; at = magic(channel, at + 1, to)) {
      if (copyOf(channel, at) >= from) {
        last = at;
      }
    }
    return last;
  }

  private static boolean isMagic(ByteBuffer bytes, int at) {
    return bytes.getInt(at) == MAGIC
        && bytes.getShort(at + 4) >= 0
        && bytes.getShort(at + 4) <= MAX_MAJOR;
  }

  /// @return the limit if there is none
  private static long magic(FileChannel channel, long from, long limit) throws IOException {
    for (long at = from; at + HEADER_BYTES <= limit; ) {
      int count = (int) Math.min(SEARCH_BYTES, limit - at);
      ByteBuffer bytes = read(channel, at, count);
      for (int i = 0; i + HEADER_BYTES <= count; i++) {
        if (bytes.get(i) == 'F' && isMagic(bytes, i)) {
          return at + i;
        }
      }
      at += count - HEADER_BYTES + 1;
    }
    return limit;
  }

  /// The header of a chunk, or its last copy if it is damaged.
  ///
  /// @param available the bytes of the chunk in the file
  static ByteBuffer header(FileChannel channel, long at, long available) throws IOException {
    ByteBuffer header = header(channel, at);
    if (isMagic(header, 0) && of(header, at, available).isSound()) {
      return header;
    }
    long copy = lastCopy(channel, at, at + available);
    if (copy < 0 || copyOf(channel, copy) != at) {
      return header;
    }
    ByteBuffer copied = read(channel, copy, HEADER_BYTES);
    copied.put(STATE, (byte) 0);
    return copied;
  }

  /// Reads a header. Its writer changes several bytes of it, and marks it as inconsistent
  /// meanwhile.
  private static ByteBuffer header(FileChannel channel, long at) throws IOException {
    ByteBuffer header = read(channel, at, HEADER_BYTES);
    for (int i = 0; i < MAX_TRIES && (header.get(STATE) & 0xFF) == STATE_UPDATING; i++) {
      Thread.onSpinWait();
      header = read(channel, at, HEADER_BYTES);
    }
    return header;
  }

  static ByteBuffer read(FileChannel channel, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new EOFException("it became shorter while it was read");
      }
    }
    return bytes.flip();
  }

  private static JfrChunk of(ByteBuffer header, long at, long available) {
    return new JfrChunk(
        at,
        header.getLong(SIZE),
        available,
        header.getLong(32),
        header.getLong(40),
        header.getLong(48),
        header.getLong(56),
        header.get(STATE) == 0);
  }

  /// Whether its times are plausible. Its size may still be wrong.
  public boolean isSound() {
    return ticksPerSecond > 0
        && startEpochNanos > MIN_EPOCH_NANOS
        && startEpochNanos < MAX_EPOCH_NANOS
        && durationNanos >= 0
        && durationNanos < MAX_DURATION_NANOS;
  }

  /// Its end on the wall clock.
  public long endEpochNanos() {
    return startEpochNanos + durationNanos;
  }

  /// What to add to ticks, converted to nanoseconds, to get the wall-clock time as the JDK computes
  /// it. It differs between the chunks of a recording, since each reads the wall clock again.
  public long epochOfTickZero() {
    return startEpochNanos - nanos(startTicks);
  }

  /// Converts ticks to nanoseconds, as the JDK does.
  public long nanos(long ticks) {
    return (long) (ticks / (ticksPerSecond / 1e9));
  }
}
