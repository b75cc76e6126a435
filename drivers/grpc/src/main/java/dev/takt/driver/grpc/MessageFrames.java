package dev.takt.driver.grpc;

import dev.takt.load.journey.Answer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The messages of an answer, each with a byte for its compression and its length before it, cut
/// anywhere. Keeps the first message if something reads it.
final class MessageFrames {

  /// What stands before a message.
  static final int HEADER_BYTES = 5;

  private static final int FIRST_BYTES = 1024;

  private boolean isKept;
  private byte[] kept = new byte[0];
  private int headerBytes;
  private int flags;
  private int length;

  /// How many bytes of the message are still missing.
  private long left;

  private int messages;
  private long firstLength;
  private boolean isFirstCompressed;

  /// Begins an answer.
  ///
  /// @param keeps whether the first message is read
  void begin(boolean keeps) {
    isKept = keeps;
    headerBytes = 0;
    left = 0;
    messages = 0;
    firstLength = 0;
    isFirstCompressed = false;
  }

  /// Takes the next bytes.
  ///
  /// @return false if they are no messages
  boolean take(ByteBuffer in) {
    while (in.hasRemaining()) {
      if (headerBytes < HEADER_BYTES) {
        takeHeader(in.get());
        if (headerBytes == 1 && flags > 1) {
          return false;
        }
      } else {
        takeContent(in);
      }
      if (headerBytes == HEADER_BYTES && left == 0) {
        headerBytes = 0;
        messages++;
      }
    }
    return true;
  }

  private void takeHeader(byte next) {
    if (headerBytes == 0) {
      flags = next & 0xFF;
      length = 0;
    } else {
      length = (length << 8) | (next & 0xFF);
    }
    headerBytes++;
    if (headerBytes == HEADER_BYTES) {
      left = Integer.toUnsignedLong(length);
      if (messages == 0) {
        firstLength = left;
        isFirstCompressed = flags == 1;
        isKept &= left <= Answer.MAX_BODY_BYTES;
      }
    }
  }

  private void takeContent(ByteBuffer in) {
    int part = (int) Math.min(left, in.remaining());
    if (isKept && messages == 0) {
      int at = (int) (firstLength - left);
      if (kept.length < at + part) {
        int larger = Math.max(Math.max(FIRST_BYTES, at + part), 2 * kept.length);
        kept = Arrays.copyOf(kept, (int) Math.min(larger, firstLength));
      }
      in.get(in.position(), kept, at, part);
    }
    in.position(in.position() + part);
    left -= part;
  }

  /// How many messages are complete.
  int messages() {
    return messages;
  }

  /// Whether a message has begun and is not complete.
  boolean isCut() {
    return headerBytes > 0;
  }

  /// The length of the first message as it was sent.
  long length() {
    return firstLength;
  }

  boolean isCompressed() {
    return isFirstCompressed;
  }

  /// The first message as it was sent, from 0 to [#length]; null if it is too large to be kept.
  byte @Nullable [] content() {
    return isKept && messages > 0 ? kept : null;
  }
}
