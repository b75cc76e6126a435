package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.takt.driver.grpc.message.JsonText;
import dev.takt.driver.grpc.message.MessageValues;
import dev.takt.driver.grpc.message.TypeLookup;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject.BodyUse;
import dev.takt.load.journey.User;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// The answer to a step of a journey: its message as a value, decoded only when something reads it,
/// and its metadata. Reused for the next one.
final class StepAnswer implements Answer {

  private static final Value TOO_LARGE =
      new Value.Unreadable("the message is over 16 MiB, too large to be read");
  private static final Value MALFORMED =
      new Value.Unreadable("the message does not match its type");
  private static final String ENCODING = "grpc-encoding";

  private final MessageFrames messages;
  private final MessageValues values;
  private final Map<String, String> headers = new HashMap<>();
  private Set<String> wanted = Set.of();
  private @Nullable Descriptor type;
  private @Nullable Value decoded;
  private String encoding = "";

  StepAnswer(MessageFrames messages, TypeLookup types) {
    this.messages = messages;
    this.values = new MessageValues(types);
  }

  /// Prepares for the answer to the step in flight of a user.
  ///
  /// @return whether its message is needed
  boolean begin(User user) {
    StepSpec step = user.step();
    forget();
    wanted = step.headers();
    encoding = "";
    return step.body() == BodyUse.CONTENT;
  }

  /// Forgets the answer, which has been read or will never be.
  void forget() {
    headers.clear();
    decoded = null;
    type = null;
  }

  /// Takes metadata of the head or of the trailers.
  void take(FieldList fields) {
    for (int i = 0; i < fields.count(); i++) {
      String name = fields.name(i);
      if (name.equals(ENCODING)) {
        encoding = fields.value(i);
      }
      if (wanted.contains(name)) {
        headers.putIfAbsent(name, fields.value(i));
      }
    }
  }

  /// The answer is complete.
  void complete(Descriptor output) {
    type = output;
  }

  @Override
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  @Override
  public Value value() {
    Value known = decoded;
    if (known == null) {
      known = decode();
      decoded = known;
    }
    return known;
  }

  /// The message in JSON, if something has read it.
  @Nullable String text() {
    return decoded instanceof Value.Known(Object root) ? JsonText.of(root) : null;
  }

  private Value decode() {
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
        content = decompressed(content, length);
        if (content == null) {
          return TOO_LARGE;
        }
        length = content.length;
      }
      return new Value.Known(values.read(Objects.requireNonNull(type), content, 0, length));
    } catch (InvalidProtocolBufferException _) {
      return MALFORMED;
    } catch (IOException _) {
      return new Value.Unreadable("the message is not readable as its grpc-encoding says");
    }
  }

  private byte @Nullable [] decompressed(byte[] content, int length) throws IOException {
    if (!encoding.equals("gzip")) {
      throw new IOException("an unknown encoding");
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(content, 0, length))) {
      byte[] all = in.readNBytes(MAX_BODY_BYTES + 1);
      return all.length > MAX_BODY_BYTES ? null : all;
    }
  }

  @Override
  public long size() {
    return messages.length();
  }
}
