package dev.takt.driver.grpc;

import dev.takt.driver.grpc.message.UnreadableMessageException;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// The messages of an answer, each with a byte for its compression and its length before it, cut
/// anywhere. Keeps the first message if something reads it.
final class MessageFrames {

  /// What stands before a message.
  static final int HEADER_BYTES = 5;

  static final Outcome NO_MESSAGES = Outcome.failed("INTERNAL: data that are no messages of gRPC");
  static final Outcome COMPRESSED =
      Outcome.failed("INTERNAL: a compressed message without grpc-encoding: gzip");

  private static final byte[] ENCODING = "grpc-encoding".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GZIP = "gzip".getBytes(StandardCharsets.US_ASCII);

  private static final int FIRST_BYTES = 1024;

  /// The size of the buffer that stays for the next answer. Only what is larger is in the budget.
  private static final int SMALL_BYTES = 1 << 16;

  private final BodyBudget budget;
  private boolean isKept;
  private byte[] kept = new byte[0];

  /// How many bytes of the budget [#kept] has.
  private int taken;

  private int headerBytes;
  private int flags;
  private int length;

  /// How many bytes of the message are still missing.
  private long left;

  private int messages;
  private long firstLength;
  private boolean isFirstCompressed;
  private boolean isGzip;

  /// @param budget for large messages that are kept
  MessageFrames(BodyBudget budget) {
    this.budget = budget;
  }

  /// Begins an answer.
  ///
  /// @param keeps whether the first message is read
  void begin(boolean keeps) {
    release();
    isKept = keeps;
    headerBytes = 0;
    left = 0;
    messages = 0;
    firstLength = 0;
    isFirstCompressed = false;
    isGzip = false;
  }

  /// Forgets a large message: it has been read, or will never be.
  void release() {
    if (taken > 0) {
      budget.give(taken);
      taken = 0;
      kept = new byte[0];
      isKept = false;
    }
  }

  /// Takes the head of the answer, which names the compression of its messages.
  void head(FieldList fields) {
    int encoding = fields.find(ENCODING);
    isGzip = encoding != FieldList.NONE && fields.hasValue(encoding, GZIP);
  }

  /// Takes the next bytes.
  ///
  /// @return why they are no messages that a client can read; null if they are
  @Nullable Outcome take(ByteBuffer in) {
    while (in.hasRemaining()) {
      if (headerBytes < HEADER_BYTES) {
        takeHeader(in.get());
        if (headerBytes == 1 && flags > 1) {
          return NO_MESSAGES;
        } else if (headerBytes == 1 && flags == 1 && !isGzip) {
          return COMPRESSED;
        }
      } else {
        takeContent(in);
      }
      if (headerBytes == HEADER_BYTES && left == 0) {
        headerBytes = 0;
        messages++;
      }
    }
    return null;
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
    int at = (int) (firstLength - left);
    if (isKept && messages == 0 && makeRoom(at + part)) {
      in.get(in.position(), kept, at, part);
    }
    in.position(in.position() + part);
    left -= part;
  }

  /// @return false if there is no memory: then the message is dropped
  private boolean makeRoom(int needed) {
    if (needed <= kept.length) {
      return true;
    }
    int larger = Math.max(Math.max(FIRST_BYTES, needed), 2 * kept.length);
    int capacity = (int) Math.min(larger, Math.max(FIRST_BYTES, firstLength));
    int more = capacity > SMALL_BYTES ? capacity - taken : 0;
    if (!budget.take(more)) {
      release();
      isKept = false;
      return false;
    }
    taken += more;
    kept = Arrays.copyOf(kept, capacity);
    return true;
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

  /// The first message, which is complete, without compression.
  ///
  /// @throws UnreadableMessageException if it was not kept
  /// @throws IOException if it is not compressed as the head says
  ByteBuffer content() throws IOException {
    if (firstLength > Answer.MAX_BODY_BYTES) {
      throw tooLarge();
    }
    if (!isKept) {
      throw new UnreadableMessageException("no memory for this message beside other answers");
    }
    if (!isFirstCompressed) {
      return ByteBuffer.wrap(kept, 0, (int) firstLength);
    }
    InputStream compressed = new ByteArrayInputStream(kept, 0, (int) firstLength);
    try (InputStream in = new GZIPInputStream(compressed)) {
      byte[] all = in.readNBytes(Answer.MAX_BODY_BYTES + 1);
      if (all.length > Answer.MAX_BODY_BYTES) {
        throw tooLarge();
      }
      return ByteBuffer.wrap(all);
    }
  }

  private static UnreadableMessageException tooLarge() {
    return new UnreadableMessageException("the message is over 16 MiB, too large to be read");
  }
}
