package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.takt.driver.grpc.message.JsonText;
import dev.takt.driver.grpc.message.MessageValues;
import dev.takt.driver.grpc.message.TypeLookup;
import dev.takt.driver.grpc.message.UnreadableMessageException;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.Answer.Value;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Decodes messages that were sent or received, also compressed ones.
final class MessageDecoder {

  private static final Value MALFORMED =
      new Value.Unreadable("the message does not match its type");

  private final MessageValues values;

  MessageDecoder(TypeLookup types) {
    this.values = new MessageValues(types);
  }

  /// Decodes the first of some messages; null if there is none.
  Value read(Descriptor type, MessageFrames messages) {
    if (messages.messages() == 0) {
      return new Value.Known(null);
    }
    try {
      ByteBuffer content = messages.content();
      return new Value.Known(
          values.read(type, content.array(), content.arrayOffset(), content.limit()));
    } catch (UnreadableMessageException e) {
      return new Value.Unreadable(String.valueOf(e.getMessage()));
    } catch (InvalidProtocolBufferException _) {
      return MALFORMED;
    } catch (IOException _) {
      return new Value.Unreadable("the message is not readable as its grpc-encoding says");
    }
  }

  /// Frames of an answer that is shown alone.
  static MessageFrames ofOneAnswer() {
    return new MessageFrames(new BodyBudget(2L * Answer.MAX_BODY_BYTES));
  }

  /// Decodes an empty message, so that the first real one does not wait for classes.
  void load(Descriptor type) {
    MessageFrames empty = ofOneAnswer();
    empty.begin(true);
    var _ = empty.take(ByteBuffer.allocate(MessageFrames.HEADER_BYTES));
    text(type, empty);
  }

  /// The first of some messages in JSON, or why it is not; empty if none has begun.
  String text(Descriptor type, MessageFrames messages) {
    if (messages.messages() == 0) {
      return messages.isCut() ? "(the message is incomplete)" : "";
    }
    return switch (read(type, messages)) {
      case Value.Known(Object root) -> JsonText.of(root);
      case Value.Rows _ -> throw new IllegalStateException("a message is one value");
      case Value.Unreadable(String reason) ->
          EnglishText.format("(%,d bytes: %s)", messages.length(), reason);
    };
  }
}
