package dev.takt.driver.redis;

import dev.takt.load.driver.FailedAnswers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// What is kept of the replies to a request in case that it fails: the first 4 KiB, as they came.
/// Replies that come in one piece are copied only if they fail. Nothing is allocated per request.
final class ReplyCapture {

  /// How much is kept.
  static final int MAX_BYTES = 4 * 1024;

  private final FailedAnswers failures;
  private byte[] begun = new byte[0];
  private int begunLength;
  private long bytes;

  ReplyCapture(FailedAnswers failures) {
    this.failures = failures;
  }

  /// A request is sent.
  void begin() {
    begunLength = 0;
    bytes = 0;
  }

  /// The bytes from `from` to `to` were read, and more of the replies are to come.
  void add(ByteBuffer in, int from, int to) {
    int more = Math.min(to - from, MAX_BYTES - begunLength);
    if (begun.length < begunLength + more) {
      begun = Arrays.copyOf(begun, MAX_BYTES);
    }
    in.get(from, begun, begunLength, more);
    begunLength += more;
    bytes += to - from;
  }

  /// Keeps the replies if they are the first of the kind.
  ///
  /// @param label of the failure
  /// @param from where in the buffer the bytes begin that were not added
  /// @param to where they end
  void keep(String label, ByteBuffer in, int from, int to) {
    if (failures.wants(label) && bytes + to - from > 0) {
      add(in, from, to);
      failures.keep(label, text(label));
    }
  }

  private byte[] text(String label) {
    String size =
        bytes == begunLength
            ? bytes + " bytes"
            : "the first " + begunLength + " of " + bytes + " bytes";
    String head = "takt: the first reply of the kind \"" + label + "\"\ntakt: " + size + "\n\n";
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    text.write(begun, 0, begunLength);
    return text.toByteArray();
  }
}
