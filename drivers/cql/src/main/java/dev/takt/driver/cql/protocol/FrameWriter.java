package dev.takt.driver.cql.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Writes messages as frames; with version 5, also the segments around them. One for each
/// connection; not thread-safe. Allocates nothing in steady state.
///
/// A message is first written to a buffer of the writer, because its length comes before it.
public final class FrameWriter {

  /// The length of a frame's header, which is before the body.
  static final int HEADER_BYTES = 9;

  private static final int FLAGS_OFFSET = 1;
  private static final int LENGTH_OFFSET = 5;

  /// The flag of a frame of version 4 whose body is compressed, and begins with its length.
  static final int COMPRESSED = 0x01;

  private final Version version;
  private final byte firstByte;

  /// Null without compression.
  private final @Nullable Lz4 lz4;

  private final Checksums checksums = new Checksums();

  /// A compressed body or payload; only used if it is shorter than what it was.
  private byte[] compressed = {};

  private byte[] bytes = new byte[4 * 1024];
  private ByteBuffer frame = ByteBuffer.wrap(bytes);

  /// A writer of requests.
  public FrameWriter(Version version, Compression compression) {
    this(version, compression, version.ofRequest());
  }

  private FrameWriter(Version version, Compression compression, byte firstByte) {
    this.version = version;
    this.lz4 = compression == Compression.LZ4 ? new Lz4() : null;
    this.firstByte = firstByte;
  }

  /// A writer of answers without compression.
  public static FrameWriter ofServer(Version version) {
    return ofServer(version, Compression.NONE);
  }

  /// A writer of answers.
  public static FrameWriter ofServer(Version version, Compression compression) {
    return new FrameWriter(version, compression, version.ofAnswer());
  }

  /// Begins a message.
  ///
  /// @param opcode see [Opcode]
  /// @param out where [#end] will append it: the body may become as large as the room in it
  /// @return where to write the body
  public ByteBuffer begin(byte opcode, int stream, ByteBuffer out) {
    if (bytes.length < out.capacity()) {
      bytes = new byte[out.capacity()];
      frame = ByteBuffer.wrap(bytes);
    }
    frame.clear();
    frame.put(firstByte).put((byte) 0).putShort((short) stream).put(opcode).putInt(0);
    return frame;
  }

  /// Ends a message, and appends it as it has to be sent before the connection is set up.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  public void endUnframed(ByteBuffer out) {
    frame.putInt(LENGTH_OFFSET, frame.position() - HEADER_BYTES);
    out.put(bytes, 0, frame.position());
  }

  /// Ends a message, and appends it.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  public void end(ByteBuffer out) {
    if (version == Version.V4) {
      endOfVersion4(out);
      return;
    }
    int length = frame.position();
    frame.putInt(LENGTH_OFFSET, length - HEADER_BYTES);
    for (int from = 0; from < length; from += Segments.MAX_PAYLOAD) {
      segment(from, Math.min(Segments.MAX_PAYLOAD, length - from), length, out);
    }
  }

  private void endOfVersion4(ByteBuffer out) {
    int length = frame.position() - HEADER_BYTES;
    int shorter = lz4 == null ? 0 : compress(lz4, HEADER_BYTES, length, length - Integer.BYTES - 1);
    if (shorter == 0) {
      endUnframed(out);
      return;
    }
    frame.put(FLAGS_OFFSET, (byte) COMPRESSED).putInt(LENGTH_OFFSET, Integer.BYTES + shorter);
    out.put(bytes, 0, HEADER_BYTES).putInt(length).put(compressed, 0, shorter);
  }

  /// Returns the length of the result in [#compressed], or 0 if it is greater than `max`.
  private int compress(Lz4 compressor, int from, int length, int max) {
    if (compressed.length < max) {
      compressed = new byte[bytes.length];
    }
    return compressor.compress(bytes, from, length, compressed, 0, max);
  }

  private void segment(int from, int length, int total, ByteBuffer out) {
    long flag = length == total ? Segments.SELF_CONTAINED : 0;
    if (lz4 == null) {
      segment(length | flag, Segments.HEADER_BYTES, bytes, from, length, out);
      return;
    }
    int shorter = compress(lz4, from, length, length - 1);
    byte[] payload = shorter == 0 ? bytes : compressed;
    int payloadFrom = shorter == 0 ? from : 0;
    int payloadLength = shorter == 0 ? length : shorter;
    long decompressed = shorter == 0 ? 0 : length;
    long header = payloadLength | (decompressed | flag) << Segments.LENGTH_BITS;
    segment(header, Segments.COMPRESSED_HEADER_BYTES, payload, payloadFrom, payloadLength, out);
  }

  private void segment(
      long header, int headerBytes, byte[] payload, int from, int length, ByteBuffer out) {
    putLittleEndian(header, headerBytes, out);
    putLittleEndian(Checksums.crc24(header, headerBytes), Segments.HEADER_CHECKSUM_BYTES, out);
    out.put(payload, from, length);
    putLittleEndian(checksums.crc32(payload, from, length), Segments.CHECKSUM_BYTES, out);
  }

  private static void putLittleEndian(long value, int count, ByteBuffer out) {
    for (int i = 0; i < count; i++) {
      out.put((byte) (value >>> (Byte.SIZE * i)));
    }
  }
}
