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

  private static final int SEGMENT_START = Segments.HEADER_BYTES + Segments.HEADER_CHECKSUM_BYTES;

  private final Version version;
  private final Checksums checksums = new Checksums();

  /// Payload of segments; the unread part is from `position` to `limit`.
  private ByteBuffer payload = ByteBuffer.allocate(4 * 1024).flip();

  private ByteBuffer body = ByteBuffer.allocate(4 * 1024);
  private byte opcode;
  private int stream;
  private @Nullable String failure;

  public FrameReader(Version version) {
    this.version = version;
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
    if (body.capacity() < length) {
      body = ByteBuffer.allocate(Math.max(length, 2 * body.capacity()));
    }
    body.clear().limit(length);
    in.get(body.array(), 0, length);
    skipExtras(in.get(start + 1));
    return true;
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
    if (in.remaining() < SEGMENT_START) {
      return false;
    }
    int start = in.position();
    int header = littleEndian(in, start, Segments.HEADER_BYTES);
    int checksum = littleEndian(in, start + Segments.HEADER_BYTES, Segments.HEADER_CHECKSUM_BYTES);
    if (Checksums.crc24(header, Segments.HEADER_BYTES) != checksum) {
      failure = "wrong checksum of a segment's header";
      return false;
    }
    int length = header & Segments.MAX_PAYLOAD;
    if (in.remaining() < SEGMENT_START + length + Segments.CHECKSUM_BYTES) {
      return false;
    }
    makeRoom(length);
    int from = payload.limit();
    in.get(start + SEGMENT_START, payload.array(), from, length);
    payload.limit(from + length);
    in.position(start + SEGMENT_START + length + Segments.CHECKSUM_BYTES);
    int expected = littleEndian(in, start + SEGMENT_START + length, Segments.CHECKSUM_BYTES);
    if (checksums.crc32(payload.array(), from, length) != expected) {
      failure = "wrong checksum of a segment's payload";
      return false;
    }
    return true;
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

  private static int littleEndian(ByteBuffer in, int from, int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
      value |= (in.get(from + i) & 0xFF) << (Byte.SIZE * i);
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
