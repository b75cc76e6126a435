package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.takt.driver.grpc.message.JsonText;
import dev.takt.driver.grpc.message.MessageValues;
import dev.takt.driver.grpc.message.TypeLookup;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.Answer.Value;
import dev.takt.runs.text.EnglishText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Decodes messages that were sent or received, also compressed ones.
final class MessageDecoder {

  /// The field that says how compressed messages are compressed.
  static final String ENCODING = "grpc-encoding";

  private static final Value TOO_LARGE =
      new Value.Unreadable("the message is over 16 MiB, too large to be read");
  private static final Value MALFORMED =
      new Value.Unreadable("the message does not match its type");

  private final MessageValues values;

  MessageDecoder(TypeLookup types) {
    this.values = new MessageValues(types);
  }

  /// Decodes the first of some messages; null if there is none.
  ///
  /// @param encoding what `grpc-encoding` says of them; empty for nothing
  Value read(Descriptor type, MessageFrames messages, String encoding) {
    if (messages.messages() == 0) {
      return new Value.Known(null);
    }
    byte[] content = messages.content();
    if (content == null) {
      return TOO_LARGE;
    }
    int length = (int) messages.length();
    try {
      if (messages.isCompressed()) {
        content = decompressed(content, length, encoding);
        if (content == null) {
          return TOO_LARGE;
        }
        length = content.length;
      }
      return new Value.Known(values.read(type, content, 0, length));
    } catch (InvalidProtocolBufferException _) {
      return MALFORMED;
    } catch (IOException _) {
      return new Value.Unreadable("the message is not readable as its grpc-encoding says");
    }
  }

  private static byte @Nullable [] decompressed(byte[] content, int length, String encoding)
      throws IOException {
    if (!encoding.equals("gzip")) {
      throw new IOException("an unknown encoding");
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(content, 0, length))) {
      byte[] all = in.readNBytes(Answer.MAX_BODY_BYTES + 1);
      return all.length > Answer.MAX_BODY_BYTES ? null : all;
    }
  }

  /// Decodes an empty message, so that the first real one does not wait for classes.
  void load(Descriptor type) {
    MessageFrames empty = new MessageFrames();
    empty.begin(true);
    empty.take(ByteBuffer.allocate(MessageFrames.HEADER_BYTES));
    text(type, empty, "");
  }

  /// The first of some messages in JSON, or why it is not; empty if none has begun.
  String text(Descriptor type, MessageFrames messages, String encoding) {
    if (messages.messages() == 0) {
      return messages.isCut() ? "(the message is incomplete)" : "";
    }
    return switch (read(type, messages, encoding)) {
      case Value.Known(Object root) -> JsonText.of(root);
      case Value.Rows _ -> throw new IllegalStateException("a message is one value");
      case Value.Unreadable(String reason) ->
          EnglishText.format("(%,d bytes: %s)", messages.length(), reason);
    };
  }
}
