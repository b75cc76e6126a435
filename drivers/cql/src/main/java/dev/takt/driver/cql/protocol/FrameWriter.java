package dev.takt.driver.cql.protocol;

import java.nio.ByteBuffer;

/// Writes messages as frames; with version 5, also the segments around them. One for each
/// connection; not thread-safe. Allocates nothing in steady state.
///
/// A message is first written to a buffer of the writer, because its length comes before it.
public final class FrameWriter {

  /// The length of a frame's header, which is before the body.
  static final int HEADER_BYTES = 9;

  private static final int LENGTH_OFFSET = 5;

  private final Version version;
  private final byte firstByte;
  private final Checksums checksums = new Checksums();
  private byte[] bytes = new byte[4 * 1024];
  private ByteBuffer frame = ByteBuffer.wrap(bytes);

  /// A writer of requests.
  public FrameWriter(Version version) {
    this(version, version.ofRequest());
  }

  private FrameWriter(Version version, byte firstByte) {
    this.version = version;
    this.firstByte = firstByte;
  }

  /// A writer of answers.
  public static FrameWriter ofServer(Version version) {
    return new FrameWriter(version, version.ofAnswer());
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
      endUnframed(out);
      return;
    }
    int length = frame.position();
    frame.putInt(LENGTH_OFFSET, length - HEADER_BYTES);
    for (int from = 0; from < length; from += Segments.MAX_PAYLOAD) {
      segment(from, Math.min(Segments.MAX_PAYLOAD, length - from), length, out);
    }
  }

  private void segment(int from, int length, int total, ByteBuffer out) {
    long header = length | (length == total ? Segments.SELF_CONTAINED : 0);
    putLittleEndian(header, Segments.HEADER_BYTES, out);
    putLittleEndian(
        Checksums.crc24(header, Segments.HEADER_BYTES), Segments.HEADER_CHECKSUM_BYTES, out);
    out.put(bytes, from, length);
    putLittleEndian(checksums.crc32(bytes, from, length), Segments.CHECKSUM_BYTES, out);
  }

  private static void putLittleEndian(long value, int count, ByteBuffer out) {
    for (int i = 0; i < count; i++) {
      out.put((byte) (value >>> (Byte.SIZE * i)));
    }
  }
}
