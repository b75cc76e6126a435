package dev.takt.driver.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// What is kept of an answer in case that it fails: its head, and the first 4 KiB of its body where
/// they are asked for. An answer whose head comes in one piece with its end is copied only if it
/// fails. Nothing is allocated per answer: buffers grow, and are then kept.
final class AnswerCapture {

  /// How much of a body is kept.
  static final int MAX_BODY_BYTES = 4 * 1024;

  private static final int MAX_HEAD_BYTES = 64 * 1024;

  private byte[] head = new byte[512];
  private int headLength;
  private byte[] body = new byte[0];
  private int bodyLength;
  private long bodyBytes;
  private boolean wantsBody;

  /// Where in the buffer the part of the head begins that is not copied; -1 if all of it is.
  private int pendingFrom;

  /// Where it ends; -1 while the head goes on.
  private int pendingTo;

  /// An answer begins.
  ///
  /// @param keepsBody whether its body is to be kept
  void begin(boolean keepsBody) {
    headLength = 0;
    bodyLength = 0;
    bodyBytes = 0;
    pendingFrom = -1;
    pendingTo = -1;
    wantsBody = keepsBody;
  }

  /// The next bytes of the answer are shown.
  ///
  /// @param isHead whether the head is not complete yet
  void shown(ByteBuffer in, boolean isHead) {
    pendingFrom = isHead ? in.position() : -1;
    pendingTo = -1;
  }

  /// The head ends at the buffer's position.
  void headEnded(ByteBuffer in) {
    pendingTo = in.position();
  }

  /// The body is to be kept, too.
  void keepBody() {
    wantsBody = true;
  }

  /// The next `bytes` at the buffer's position are of the body.
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
    int more = Math.min(to - pendingFrom, MAX_HEAD_BYTES - headLength);
    if (head.length < headLength + more) {
      head = Arrays.copyOf(head, Math.max(headLength + more, 2 * head.length));
    }
    in.get(pendingFrom, head, headLength, more);
    headLength += more;
    pendingFrom = -1;
  }

  /// The head, as it came. Allocates.
  byte[] head() {
    return Arrays.copyOf(head, headLength);
  }

  /// The beginning of the body, without the lines of chunks. Allocates.
  byte[] body() {
    return Arrays.copyOf(body, bodyLength);
  }

  /// How many bytes of the body have come.
  long bodyBytes() {
    return bodyBytes;
  }
}
