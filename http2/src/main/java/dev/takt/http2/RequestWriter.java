package dev.takt.http2;

import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldName;
import java.lang.foreign.MemorySegment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;

/// Writes a request as frames: HEADERS, with CONTINUATION if it is too long for one frame, and
/// DATA, as much of it as the server's windows allow.
final class RequestWriter implements Request {

  /// A header block that says that the peer's table is empty from now on (RFC 7541, section 6.3).
  private static final byte NO_TABLE = 0x20;

  private final Streams streams;
  private final FieldNames names = new FieldNames();
  private StreamCodec codec;
  private ByteBuffer out = ByteBuffer.allocate(0);

  /// Where the HEADERS frame begins.
  private int headersAt;

  /// Where the value of the current field begins.
  private int valueAt;

  /// Where the DATA frame of the body begins, while it is appended.
  private int dataAt;

  private boolean hasBody;

  /// @param codec any
  RequestWriter(Streams streams, StreamCodec codec) {
    this.streams = streams;
    this.codec = codec;
  }

  void begin(StreamCodec of, ByteBuffer to) {
    codec = of;
    out = to;
    hasBody = false;
    headersAt = skipHeader();
    if (streams.hasShrunkTable()) {
      out.put(NO_TABLE);
    }
  }

  /// Where the request begins.
  int start() {
    return headersAt;
  }

  /// Leaves room for the header of a frame.
  ///
  /// @return where it begins
  private int skipHeader() {
    int at = out.position();
    if (out.remaining() < FrameReader.HEADER_BYTES) {
      throw new BufferOverflowException();
    }
    out.position(at + FrameReader.HEADER_BYTES);
    return at;
  }

  @Override
  public void fields(FieldBlock block) {
    block.put(out);
  }

  @Override
  public void field(FieldName name, ByteBuffer value) {
    name.put(value, value.position(), value.remaining(), out);
  }

  @Override
  public void field(FieldName name, byte[] value) {
    name.put(value, out);
  }

  @Override
  public void field(ByteBuffer text, int name, int nameLength, int value, int valueLength) {
    names.get(text, name, nameLength).put(text, value, valueLength, out);
  }

  @Override
  public ByteBuffer beginField(FieldName name) {
    valueAt = name.begin(out);
    return out;
  }

  @Override
  public void endField() {
    FieldName.end(valueAt, out);
  }

  @Override
  public void body(MemorySegment content) {
    if (content.byteSize() > 0) {
      endFields(false);
      codec.body().set(content);
      streams.putFirstParts(codec, out);
    }
  }

  @Override
  public ByteBuffer beginBody() {
    endFields(false);
    dataAt = skipHeader();
    return out;
  }

  @Override
  public void endBody() {
    int start = dataAt + FrameReader.HEADER_BYTES;
    int length = out.position() - start;
    if (length > 0 && length <= Math.min(streams.maxFrameSize(), streams.allowance(codec))) {
      OwnFrames.setHeader(dataAt, length, FrameType.DATA, FrameType.END_STREAM, codec.id(), out);
      streams.consume(codec, length);
      return;
    }
    codec.body().set(out, start, length);
    out.position(dataAt);
    if (length == 0) {
      OwnFrames.putHeader(0, FrameType.DATA, FrameType.END_STREAM, codec.id(), out);
    } else {
      streams.putFirstParts(codec, out);
    }
  }

  /// The request is complete.
  void end() {
    if (!hasBody) {
      endFields(true);
    }
  }

  private void endFields(boolean isEnd) {
    if (hasBody) {
      throw new IllegalStateException("a request has one body");
    }
    hasBody = !isEnd;
    int block = headersAt + FrameReader.HEADER_BYTES;
    int length = out.position() - block;
    int max = streams.maxFrameSize();
    int first = Math.min(length, max);
    int flags = (isEnd ? FrameType.END_STREAM : 0) | (length <= max ? FrameType.END_HEADERS : 0);
    OwnFrames.setHeader(headersAt, first, FrameType.HEADERS, flags, codec.id(), out);
    if (length > max) {
      splitBlock(block, length, max);
    }
  }

  /// Moves the parts of a long header block apart, the last one first, and puts the headers of
  /// CONTINUATION frames between them.
  private void splitBlock(int block, int length, int max) {
    int parts = Math.ceilDiv(length, max);
    if (out.remaining() < (parts - 1) * FrameReader.HEADER_BYTES) {
      throw new BufferOverflowException();
    }
    int end = block + length + (parts - 1) * FrameReader.HEADER_BYTES;
    for (int part = parts - 1; part > 0; part--) {
      int from = block + part * max;
      int size = Math.min(max, block + length - from);
      int to = from + part * FrameReader.HEADER_BYTES;
      out.put(to, out, from, size);
      int flags = part == parts - 1 ? FrameType.END_HEADERS : 0;
      OwnFrames.setHeader(
          to - FrameReader.HEADER_BYTES, size, FrameType.CONTINUATION, flags, codec.id(), out);
    }
    out.position(end);
  }
}
