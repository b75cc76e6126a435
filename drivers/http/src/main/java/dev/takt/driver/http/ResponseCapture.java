package dev.takt.driver.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// Captures a response in case it fails: its head, and the first 4 KiB of its body if requested. A
/// response whose head arrives in one piece and complete is copied only if it fails. Does not
/// allocate per response: buffers grow and are reused.
final class ResponseCapture {

  /// Maximum captured size of a body.
  static final int MAX_BODY_BYTES = 4 * 1024;

  private byte[] head = new byte[512];
  private int headLength;
  private byte[] body = new byte[0];
  private int bodyLength;
  private long bodyBytes;
  private boolean wantsBody;

  /// Buffer index at which the uncopied part of the head begins; -1 if all of it is copied.
  private int pendingFrom;

  /// Buffer index at which it ends; -1 while the head is incomplete.
  private int pendingTo;

  /// Begins a response.
  ///
  /// @param keepsBody whether to capture its body
  void begin(boolean keepsBody) {
    headLength = 0;
    bodyLength = 0;
    bodyBytes = 0;
    pendingFrom = -1;
    pendingTo = -1;
    wantsBody = keepsBody;
  }

  /// Announces the next bytes of the response.
  ///
  /// @param isHead whether the head is still incomplete
  void receive(ByteBuffer in, boolean isHead) {
    pendingFrom = isHead ? in.position() : -1;
    pendingTo = -1;
  }

  /// Marks the end of the head at the buffer's position.
  void headEnded(ByteBuffer in) {
    pendingTo = in.position();
  }

  /// Captures the body as well.
  void keepBody() {
    wantsBody = true;
  }

  /// Captures the next `bytes` at the buffer's position, which belong to the body.
  void body(ByteBuffer in, int bytes) {
    bodyBytes += bytes;
    if (wantsBody && bodyLength < MAX_BODY_BYTES) {
      if (body.length == 0) {
        body = new byte[MAX_BODY_BYTES];
      }
      int more = Math.min(bytes, MAX_BODY_BYTES - bodyLength);
      in.get(in.position(), body, bodyLength, more);
      bodyLength += more;
    }
  }

  /// Copies the head before the buffer's content changes.
  void copyHead(ByteBuffer in) {
    if (pendingFrom < 0) {
      return;
    }
    int to = pendingTo < 0 ? in.position() : pendingTo;
    int more = Math.min(to - pendingFrom, ResponseReader.MAX_HEAD_BYTES - headLength);
    if (head.length < headLength + more) {
      head = Arrays.copyOf(head, Math.max(headLength + more, 2 * head.length));
    }
    in.get(pendingFrom, head, headLength, more);
    headLength += more;
    pendingFrom = -1;
  }

  /// The head as received. Allocates.
  byte[] head() {
    return Arrays.copyOf(head, headLength);
  }

  /// The beginning of the body, without chunk headers. Allocates.
  byte[] body() {
    return Arrays.copyOf(body, bodyLength);
  }

  /// The number of body bytes received.
  long bodyBytes() {
    return bodyBytes;
  }
}
