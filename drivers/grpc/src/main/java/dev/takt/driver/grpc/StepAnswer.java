package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.driver.grpc.message.JsonText;
import dev.takt.driver.grpc.message.TypeLookup;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.journey.Answer;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject.BodyUse;
import dev.takt.load.journey.User;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The answer to a step of a journey: its message as a value, decoded only when something reads it,
/// and its metadata. Reused for the next one.
final class StepAnswer implements Answer {

  private final MessageFrames messages;
  private final MessageDecoder decoder;
  private final Map<String, String> headers = new HashMap<>();
  private Set<String> wanted = Set.of();
  private @Nullable Descriptor type;
  private @Nullable Value decoded;

  StepAnswer(MessageFrames messages, TypeLookup types) {
    this.messages = messages;
    this.decoder = new MessageDecoder(types);
  }

  /// Prepares for the answer to the step in flight of a user.
  ///
  /// @return whether its message is needed
  boolean begin(User user) {
    StepSpec step = user.step();
    forget();
    wanted = step.headers();
    return step.body() == BodyUse.CONTENT;
  }

  /// Forgets the answer, which has been read or will never be.
  void forget() {
    headers.clear();
    decoded = null;
    type = null;
    messages.release();
  }

  /// Takes metadata of the head or of the trailers.
  void take(FieldList fields) {
    for (int i = 0; i < fields.count(); i++) {
      String name = fields.name(i);
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
      known = decoder.read(Objects.requireNonNull(type), messages);
      decoded = known;
    }
    return known;
  }

  /// The message in JSON, if something has read it.
  @Nullable String text() {
    return decoded instanceof Value.Known(Object root) ? JsonText.of(root) : null;
  }

  @Override
  public long size() {
    return messages.length();
  }
}
