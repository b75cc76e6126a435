package dev.takt.driver.cql.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Finds whole frames in what a server sends; with version 5, in the payload of its segments. One
/// for each connection; not thread-safe. Allocates nothing in steady state.
public final class FrameReader {

  /// The greatest frame that Cassandra allows by default is 256 MiB. Longer ones mean that the two
  /// sides disagree about the protocol.
  private static final int MAX_FRAME_BYTES = 256 * 1024 * 1024;

  /// Flags of a frame.
  private static final int TRACING = 0x02;

  private static final int CUSTOM_PAYLOAD = 0x04;
  private static final int WARNINGS = 0x08;
  private static final int TRACE_ID_BYTES = 16;

  /// No block of LZ4 becomes longer than so many times its own length when it is decompressed.
  private static final int MAX_LZ4_RATIO = 255;

  private final Version version;
  private final boolean isCompressed;

  /// The length of the header of a segment.
  private final int headerBytes;

  private final Checksums checksums = new Checksums();

  /// Payload of segments; the unread part is from `position` to `limit`.
  private ByteBuffer payload = ByteBuffer.allocate(4 * 1024).flip();

  private ByteBuffer body = ByteBuffer.allocate(4 * 1024);

  /// A compressed body or payload.
  private byte[] compressed = {};

  private byte opcode;
  private int stream;
  private @Nullable String failure;

  /// A reader of a connection without compression.
  public FrameReader(Version version) {
    this(version, Compression.NONE);
  }

  public FrameReader(Version version, Compression compression) {
    this.version = version;
    this.isCompressed = compression == Compression.LZ4;
    this.headerBytes = isCompressed ? Segments.COMPRESSED_HEADER_BYTES : Segments.HEADER_BYTES;
  }

  /// Discards what was read: the next bytes belong to another connection.
  public void reset() {
    payload.clear().flip();
    failure = null;
  }

  /// Reads the answer to a STARTUP, which is in no segment. An error may be of another version,
  /// because the server does not support this one.
  ///
  /// @return false if it is not complete; see [#failure]
  public boolean nextUnframed(ByteBuffer in) {
    return readFrame(in, true);
  }

  /// Reads the next frame.
  ///
  /// @return false if it is not complete; see [#failure]
  public boolean next(ByteBuffer in) {
    if (version == Version.V4) {
      return readFrame(in, false);
    }
    while (failure == null) {
      if (readFrame(payload, false)) {
        return true;
      }
      if (!readSegment(in)) {
        return false;
      }
    }
    return false;
  }

  private boolean readFrame(ByteBuffer in, boolean mayBeOtherVersion) {
    if (in.remaining() < FrameWriter.HEADER_BYTES) {
      return false;
    }
    int start = in.position();
    boolean isRefusal = mayBeOtherVersion && in.get(start) < 0 && in.get(start + 4) == Opcode.ERROR;
    if (in.get(start) != version.ofAnswer() && !isRefusal) {
      failure = "not an answer of CQL version " + version.number();
      return false;
    }
    int length = in.getInt(start + 5);
    if (length < 0 || length > MAX_FRAME_BYTES) {
      failure = "a frame of " + Integer.toUnsignedString(length) + " bytes";
      return false;
    }
    if (in.remaining() < FrameWriter.HEADER_BYTES + length) {
      return false;
    }
    stream = in.getShort(start + 2);
    opcode = in.get(start + 4);
    in.position(start + FrameWriter.HEADER_BYTES);
    int flags = in.get(start + 1);
    if (version == Version.V4 && (flags & FrameWriter.COMPRESSED) != 0) {
      if (!decompressBody(in, length)) {
        return false;
      }
    } else {
      makeBody(length);
      in.get(body.array(), 0, length);
    }
    skipExtras(flags);
    return true;
  }

  private void makeBody(int length) {
    if (body.capacity() < length) {
      body = ByteBuffer.allocate(Math.max(length, 2 * body.capacity()));
    }
    body.clear().limit(length);
  }

  /// Reads the body of a frame of version 4 that begins with its length when it is decompressed.
  private boolean decompressBody(ByteBuffer in, int length) {
    if (!isCompressed || length < Integer.BYTES) {
      failure = isCompressed ? "a damaged compressed frame" : "a frame is compressed unasked";
      return false;
    }
    int block = length - Integer.BYTES;
    int size = in.getInt();
    if (size < 0 || size > MAX_FRAME_BYTES || size > (long) MAX_LZ4_RATIO * block) {
      failure =
          "a frame of "
              + Integer.toUnsignedString(size)
              + " bytes in "
              + block
              + " compressed ones";
      return false;
    }
    getCompressed(in, in.position(), block);
    in.position(in.position() + block);
    makeBody(size);
    if (!Lz4.decompress(compressed, 0, block, body.array(), 0, size)) {
      failure = "a damaged compressed frame";
      return false;
    }
    return true;
  }

  private void getCompressed(ByteBuffer in, int from, int length) {
    if (compressed.length < length) {
      compressed = new byte[Math.max(length, 2 * compressed.length)];
    }
    in.get(from, compressed, 0, length);
  }

  /// Skips what can precede the message itself.
  private void skipExtras(int flags) {
    if ((flags & TRACING) != 0) {
      body.position(body.position() + TRACE_ID_BYTES);
    }
    if ((flags & WARNINGS) != 0) {
      for (int left = body.getShort() & 0xFFFF; left > 0; left--) {
        Wire.skipString(body);
      }
    }
    if ((flags & CUSTOM_PAYLOAD) != 0) {
      for (int left = body.getShort() & 0xFFFF; left > 0; left--) {
        Wire.skipString(body);
        Wire.skipBytes(body);
      }
    }
  }

  /// Appends the payload of the next segment to [#payload].
  private boolean readSegment(ByteBuffer in) {
    int headerEnd = headerBytes + Segments.HEADER_CHECKSUM_BYTES;
    if (in.remaining() < headerEnd) {
      return false;
    }
    int start = in.position();
    long header = littleEndian(in, start, headerBytes);
    long checksum = littleEndian(in, start + headerBytes, Segments.HEADER_CHECKSUM_BYTES);
    if (Checksums.crc24(header, headerBytes) != checksum) {
      failure = "wrong checksum of a segment's header";
      return false;
    }
    int length = (int) header & Segments.MAX_PAYLOAD;
    int size = isCompressed ? (int) (header >>> Segments.LENGTH_BITS) & Segments.MAX_PAYLOAD : 0;
    if (in.remaining() < headerEnd + length + Segments.CHECKSUM_BYTES) {
      return false;
    }
    int from = start + headerEnd;
    int expected = (int) littleEndian(in, from + length, Segments.CHECKSUM_BYTES);
    in.position(from + length + Segments.CHECKSUM_BYTES);
    return size == 0
        ? getPayload(in, from, length, expected)
        : decompressPayload(in, from, length, size, expected);
  }

  private boolean getPayload(ByteBuffer in, int from, int length, int expected) {
    makeRoom(length);
    int to = payload.limit();
    in.get(from, payload.array(), to, length);
    payload.limit(to + length);
    return isRight(payload.array(), to, length, expected);
  }

  private boolean decompressPayload(ByteBuffer in, int from, int length, int size, int expected) {
    getCompressed(in, from, length);
    if (!isRight(compressed, 0, length, expected)) {
      return false;
    }
    makeRoom(size);
    int to = payload.limit();
    payload.limit(to + size);
    if (!Lz4.decompress(compressed, 0, length, payload.array(), to, size)) {
      failure = "a damaged compressed segment";
      return false;
    }
    return true;
  }

  private boolean isRight(byte[] bytes, int from, int length, int expected) {
    if (checksums.crc32(bytes, from, length) == expected) {
      return true;
    }
    failure = "wrong checksum of a segment's payload";
    return false;
  }

  private void makeRoom(int length) {
    if (!payload.hasRemaining()) {
      payload.clear().flip();
    }
    if (payload.limit() + length <= payload.capacity()) {
      return;
    }
    int needed = payload.remaining() + length;
    if (needed <= payload.capacity()) {
      payload.compact().flip();
    } else {
      payload = ByteBuffer.allocate(Math.max(needed, 2 * payload.capacity())).put(payload).flip();
    }
  }

  private static long littleEndian(ByteBuffer in, int from, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (in.get(from + i) & 0xFFL) << (Byte.SIZE * i);
    }
    return value;
  }

  /// The kind of the message that was read last, see [Opcode].
  public byte opcode() {
    return opcode;
  }

  /// The stream of the message that was read last; negative for events.
  public int stream() {
    return stream;
  }

  /// The body of the message that was read last, from its position to its limit. Valid until the
  /// next call of [#next].
  public ByteBuffer body() {
    return body;
  }

  /// Why nothing more can be read from the connection; null if it can.
  public @Nullable String failure() {
    return failure;
  }
}
