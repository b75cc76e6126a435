package dev.takt.http2;

import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What the server has said about the end of the connection (RFC 9113, section 6.8).
final class GoAway {

  private static final int MIN_BYTES = 8;
  private static final int MAX_TEXT_LENGTH = 60;

  private boolean isReceived;
  private int lastStream = FrameReader.MAX_STREAM;
  private @Nullable Outcome failure;

  void reset() {
    isReceived = false;
    lastStream = FrameReader.MAX_STREAM;
    failure = null;
  }

  /// Reads the payload of a GOAWAY frame. A server that shuts down sends two, the second with the
  /// last stream that it will process.
  void read(ByteBuffer in) {
    if (in.remaining() < MIN_BYTES) {
      throw ConnectionError.frameSize("a frame has the wrong length for its type");
    }
    isReceived = true;
    lastStream = Math.min(lastStream, in.getInt() & FrameReader.MAX_STREAM);
    int code = in.getInt();
    if (code != ErrorCode.NO_ERROR) {
      String text = text(in);
      failure =
          Outcome.failed(
              "GOAWAY: " + ErrorCode.nameOf(code) + (text.isEmpty() ? "" : " (" + text + ")"));
    }
  }

  /// The debug data, as far as they can be printed.
  private static String text(ByteBuffer in) {
    StringBuilder text = new StringBuilder();
    while (in.hasRemaining() && text.length() < MAX_TEXT_LENGTH) {
      char c = (char) (in.get() & 0xFF);
      text.append(c >= ' ' && c <= '~' ? c : '?');
    }
    return text.toString().strip();
  }

  boolean isReceived() {
    return isReceived;
  }

  /// Whether the server will not process a stream.
  boolean excludes(int stream) {
    return isReceived && stream > lastStream;
  }

  /// Why the server closes the connection; null if it has given no error.
  @Nullable Outcome failure() {
    return failure;
  }
}
