package dev.takt.driver.redis;

import dev.takt.load.driver.FailedResponses;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Captures the replies to a request in case it fails: the first 4 KiB as received. Replies that
/// arrive in one piece are copied only if they fail. Does not allocate per request.
final class ReplyCapture {

  /// Maximum captured size.
  static final int MAX_BYTES = 4 * 1024;

  private final FailedResponses failures;
  private byte[] begun = new byte[0];
  private int begunLength;
  private long bytes;

  ReplyCapture(FailedResponses failures) {
    this.failures = failures;
  }

  /// Begins a request.
  void begin() {
    begunLength = 0;
    bytes = 0;
  }

  /// Adds the bytes from `from` to `to`; more bytes of the replies are to follow.
  void add(ByteBuffer in, int from, int to) {
    int more = Math.min(to - from, MAX_BYTES - begunLength);
    if (begun.length < begunLength + more) {
      begun = Arrays.copyOf(begun, MAX_BYTES);
    }
    in.get(from, begun, begunLength, more);
    begunLength += more;
    bytes += to - from;
  }

  /// Keeps the replies if they are the first with this failure.
  ///
  /// @param label of the failure
  /// @param from buffer index of the first byte that was not added
  /// @param to buffer index after the last byte
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
