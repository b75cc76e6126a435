package dev.takt.http2;

import dev.takt.http2.hpack.FieldBlock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Makes the answer that a driver expects, for warming up the generator without a server
/// ([WireDriver#sampleAnswer][dev.takt.load.driver.WireDriver#sampleAnswer(int, int, int)]) with
/// [Http2Session#forWarmup].
public final class SampleAnswer {

  private static final int FIRST_BYTES = 1024;

  private final int stream;
  private ByteBuffer out = ByteBuffer.allocate(FIRST_BYTES);

  /// Where the frame that was added last begins.
  private int last;

  private SampleAnswer(int stream) {
    this.stream = stream;
  }

  /// Begins the answer to an operation on a codec.
  ///
  /// @param stream the codec's number
  public static SampleAnswer onStream(int stream) {
    return new SampleAnswer(2 * stream + 1);
  }

  /// Adds a head.
  public SampleAnswer head(int status, FieldBlock fields) {
    FieldBlock withStatus = FieldBlock.EMPTY.with(":status", Integer.toString(status));
    return block(withStatus, fields);
  }

  /// Adds trailers.
  public SampleAnswer trailers(FieldBlock fields) {
    return block(FieldBlock.EMPTY, fields);
  }

  private SampleAnswer block(FieldBlock first, FieldBlock second) {
    begin(first.length() + second.length(), FrameType.HEADERS, FrameType.END_HEADERS);
    first.put(out);
    second.put(out);
    return this;
  }

  /// Adds data, in several frames if there are many.
  public SampleAnswer data(byte[] bytes) {
    int done = 0;
    do {
      int part = Math.min(bytes.length - done, FrameReader.MAX_PAYLOAD_BYTES);
      begin(part, FrameType.DATA, 0);
      out.put(bytes, done, part);
      done += part;
    } while (done < bytes.length);
    return this;
  }

  /// Adds data.
  public SampleAnswer data(String text) {
    return data(text.getBytes(StandardCharsets.UTF_8));
  }

  private void begin(int length, int type, int flags) {
    int needed = out.position() + FrameReader.HEADER_BYTES + length;
    if (needed > out.capacity()) {
      out = ByteBuffer.allocate(Math.max(needed, 2 * out.capacity())).put(out.flip());
    }
    last = out.position();
    OwnFrames.putHeader(length, type, flags, stream, out);
  }

  /// Ends the stream with the part that was added last.
  ///
  /// @return the bytes of the answer
  public ByteBuffer end() {
    out.put(last + 4, (byte) (out.get(last + 4) | FrameType.END_STREAM));
    return out.flip();
  }
}
