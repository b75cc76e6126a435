package dev.takt.runs.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Walks the events of a chunk by their sizes, to find its intact parts. It reads only the size and
/// the type of an event, so damage cannot make it loop or allocate.
///
/// For one chunk and one thread.
final class ChunkScan {

  /// The smallest event that can replace a damaged part: a size of five bytes and a type.
  static final int MIN_GAP = 8;

  private static final int METADATA_TYPE = 0;
  private static final int CONSTANTS_TYPE = 1;
  private static final int MIN_EVENT = 2;
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int MAX_PREFIX = 64;
  private static final int COMPRESSED = 1;

  /// A part of a chunk that is not a sequence of events. Positions are relative to the chunk's
  /// begin.
  record Gap(long from, long to) {}

  /// A constant pool.
  ///
  /// @param bytes its size
  /// @param delta the distance to the previous pool, negative; 0 if there is none
  /// @param deltaAt the position of that number in the chunk
  /// @param deltaBytes its length there
  private record Pool(long bytes, long delta, long deltaAt, int deltaBytes) {}

  /// A number to be overwritten by another one of the same length.
  record Patch(long at, long value, int length) {}

  private final FileChannel channel;
  private final JfrChunk chunk;
  private final ByteBuffer header;
  private final boolean hasHeader;
  private final long limit;
  private final long headerConstants;
  private final long headerMetadata;
  private final boolean isCompressed;

  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private long bufferAt;

  private final List<Gap> gaps = new ArrayList<>();
  private final TreeSet<Long> metadata = new TreeSet<>();

  private final TreeMap<Long, Pool> constants = new TreeMap<>();

  private long events;
  private long end;

  private ChunkScan(FileChannel channel, JfrChunk chunk) throws IOException {
    this.channel = channel;
    this.chunk = chunk;
    this.header = JfrChunk.header(channel, chunk.offset(), chunk.available());
    this.hasHeader = JfrChunk.read(channel, chunk.offset(), JfrChunk.HEADER_BYTES).equals(header());
    this.headerConstants = header.getLong(JfrChunk.CONSTANTS);
    this.headerMetadata = header.getLong(JfrChunk.METADATA);
    this.isCompressed = (header.get(JfrChunk.HEADER_BYTES - 1) & COMPRESSED) != 0;
    boolean hasSize = chunk.size() >= JfrChunk.HEADER_BYTES && chunk.size() <= chunk.available();
    // A chunk that is being written has unused space after the flushed data.
    this.limit = hasSize && !chunk.finished() ? chunk.size() : chunk.available();
  }

  /// @throws IOException if the file cannot be read
  static ChunkScan of(FileChannel channel, JfrChunk chunk) throws IOException {
    ChunkScan scan = new ChunkScan(channel, chunk);
    if (scan.isCompressed) {
      scan.run();
    } else {
      scan.end = chunk.size();
    }
    return scan;
  }

  private void run() throws IOException {
    long at = walk(JfrChunk.HEADER_BYTES);
    while (at < limit) {
      long resumed = boundaryAfter(at);
      if (resumed < 0) {
        break;
      }
      gaps.add(new Gap(at, resumed));
      at = walk(resumed);
    }
    end = at;
  }

  /// Walks as long as valid events follow each other.
  ///
  /// @return the end of the last one
  private long walk(long from) throws IOException {
    long at = from;
    while (at < limit && fill(at)) {
      long size = varint();
      long type = varint();
      if (size < MIN_EVENT || size > limit - at || size > Integer.MAX_VALUE || type < 0) {
        return at;
      }
      if (type == METADATA_TYPE) {
        metadata.add(at);
      } else if (type == CONSTANTS_TYPE) {
        varint(); // start time
        varint(); // duration
        int deltaFrom = buffer.position();
        long delta = varint();
        constants.put(
            at, new Pool(size, delta, bufferAt + deltaFrom, buffer.position() - deltaFrom));
      } else {
        events++;
      }
      at += size;
    }
    return Math.min(at, limit);
  }

  /// Finds an event after a damaged part, from which the rest can be read. The header and the
  /// constant pools contain positions of events.
  ///
  /// @return -1 if there is none
  private long boundaryAfter(long damage) throws IOException {
    TreeSet<Long> boundaries = new TreeSet<>();
    boundaries.add(headerMetadata);
    long at = headerConstants;
    while (at > damage && at < limit && isEvent(at, CONSTANTS_TYPE) && boundaries.add(at)) {
      fill(at);
      varint();
      varint();
      varint();
      varint();
      at += varint();
    }
    boundaries.add(at);
    for (long each : boundaries.tailSet(damage + MIN_GAP)) {
      if (each < limit && (isEvent(each, CONSTANTS_TYPE) || isEvent(each, METADATA_TYPE))) {
        return each;
      }
    }
    return -1;
  }

  private boolean isEvent(long at, int type) throws IOException {
    if (at < JfrChunk.HEADER_BYTES || at >= limit || !fill(at)) {
      return false;
    }
    long size = varint();
    return size > MIN_EVENT && size <= limit - at && varint() == type;
  }

  /// Fills the buffer so that it contains the begin of the event at a position, as far as that
  /// exists.
  private boolean fill(long at) throws IOException {
    long from = at - bufferAt;
    boolean has =
        from >= 0 && (from + MAX_PREFIX <= buffer.limit() || bufferAt + buffer.limit() == limit);
    if (!has) {
      bufferAt = at;
      buffer =
          JfrChunk.read(channel, chunk.offset() + at, (int) Math.min(BUFFER_BYTES, limit - at));
      from = 0;
    }
    if (from >= buffer.limit()) {
      return false;
    }
    buffer.position((int) from);
    return true;
  }

  /// @return -1 if it is cut off
  private long varint() {
    long value = 0;
    for (int i = 0; i < 9; i++) {
      if (!buffer.hasRemaining()) {
        return -1;
      }
      long next = buffer.get();
      if (i == 8) {
        return value | (next & 0xFF) << 56;
      }
      value |= (next & 0x7F) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    return value;
  }

  /// Whether sizes and positions show no damage.
  boolean isWhole() {
    return hasHeader
        && chunk.finished()
        && end == chunk.size()
        && chunk.size() == chunk.available()
        && gaps.isEmpty()
        && (!isCompressed || hasAllPlaces());
  }

  private boolean hasAllPlaces() {
    return constants() == headerConstants && metadata() == headerMetadata && isLinked();
  }

  /// Its header, or the copy of it if it is damaged.
  ByteBuffer header() {
    return header.duplicate().rewind();
  }

  /// The end of the readable part, relative to the chunk's begin.
  long end() {
    return end;
  }

  List<Gap> gaps() {
    return gaps;
  }

  /// The number of readable bytes.
  long goodBytes() {
    return end - gaps.stream().mapToLong(each -> each.to() - each.from()).sum();
  }

  /// The number of events in the readable part.
  long events() {
    return events;
  }

  boolean isCompressed() {
    return isCompressed;
  }

  /// The position of the metadata, which describes the event types; -1 if there is none.
  long metadata() {
    return metadata.contains(headerMetadata)
        ? headerMetadata
        : metadata.isEmpty() ? -1 : metadata.last();
  }

  /// The position of the last constant pool, which leads to all others; -1 if there is none.
  long constants() {
    return constants.isEmpty() ? -1 : constants.lastKey();
  }

  /// Whether each constant pool refers to the one before it.
  private boolean isLinked() {
    return relinked().isEmpty();
  }

  /// Drops the largest constant pool, which is the most likely to be damaged.
  ///
  /// @return false if there is only one
  boolean dropLargestPool() {
    if (constants.size() < 2) {
      return false;
    }
    Map.Entry<Long, Pool> largest =
        constants.entrySet().stream()
            .max(Comparator.comparingLong(each -> each.getValue().bytes))
            .orElseThrow();
    constants.remove(largest.getKey());
    gaps.add(new Gap(largest.getKey(), largest.getKey() + largest.getValue().bytes));
    return true;
  }

  /// The patches that make each constant pool refer to the previous one that is still there.
  List<Patch> relinked() {
    List<Patch> patches = new ArrayList<>();
    long before = -1;
    for (Map.Entry<Long, Pool> each : constants.entrySet()) {
      long delta = before < 0 ? 0 : before - each.getKey();
      Pool pool = each.getValue();
      if (pool.delta != delta) {
        patches.add(new Patch(pool.deltaAt, delta, pool.deltaBytes));
      }
      before = each.getKey();
    }
    return patches;
  }

  /// Encodes a number in a given length, padded with zeros. A negative number has nine bytes.
  static byte[] varint(long value, int length) {
    byte[] bytes = new byte[length];
    long rest = value;
    for (int i = 0; i < length; i++) {
      boolean isLast = i == length - 1;
      bytes[i] = (byte) (isLast ? rest : (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    return bytes;
  }
}
