package dev.takt.load.journey;

import dev.takt.load.text.SecretNames;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/// The last answer to a user, and what has been read of it: its body is parsed once, and only if
/// something asks.
final class ReadAnswer {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private final User user;
  private final Answer answer;

  private @Nullable JsonNode json;
  private @Nullable String text;

  ReadAnswer(User user, Answer answer) {
    this.user = user;
    this.answer = answer;
  }

  /// Who got it.
  User user() {
    return user;
  }

  /// A value; null if the answer has none.
  ///
  /// @throws AnswerException if it cannot be read, or there are several
  @Nullable JsonNode read(Subject subject) throws AnswerException {
    return switch (subject) {
      case Subject.Json(JsonPath path) -> only(path);
      case Subject.Body() -> StringNode.valueOf(text());
      case Subject.Rows() -> LongNode.valueOf(answer.rows());
      case Subject.Size() -> LongNode.valueOf(answer.size());
      case Subject.Status() -> LongNode.valueOf(answer.status());
      case Subject.Header(String name) -> node(answer.header(name.toLowerCase(Locale.ROOT)));
      case Subject.Cookie(String name) -> node(answer.cookie(name));
      case Subject.Variable(String _, int index) ->
          StringNode.valueOf(new String(user.value(index), StandardCharsets.UTF_8));
    };
  }

  /// A value as text: that of a text, a number or a boolean, or JSON; null if there is none.
  ///
  /// @throws AnswerException if it cannot be read, or there are several
  @Nullable String text(Subject subject) throws AnswerException {
    JsonNode found = read(subject);
    if (found == null || found.isNull()) {
      return null;
    }
    return found.isContainer() ? found.toString() : found.asString();
  }

  /// A value for people, as JSON; or why there is none. Without secrets, which a body can have
  /// anywhere.
  String describe(Subject subject) {
    try {
      JsonNode found = read(subject);
      if (found == null) {
        return "absent";
      } else if (subject instanceof Subject.Body) {
        int length = found.asString().length();
        return length + (length == 1 ? " character" : " characters");
      }
      return subject.isSecret() ? SecretNames.MASK : found.toString();
    } catch (AnswerException e) {
      return e.reason();
    }
  }

  private @Nullable JsonNode only(JsonPath path) throws AnswerException {
    JsonNode root = json();
    if (answer.value() instanceof Answer.Value.Rows && path.beginsWithName()) {
      if (root.isEmpty()) {
        return null;
      }
      root = root.get(0);
    }
    List<JsonNode> found = path.find(root);
    if (found.size() > 1) {
      throw new AnswerException(path + " matches several values");
    }
    return found.isEmpty() ? null : found.getFirst();
  }

  private static @Nullable JsonNode node(@Nullable String value) {
    return value == null ? null : StringNode.valueOf(value);
  }

  private JsonNode json() throws AnswerException {
    JsonNode known = json;
    Answer.Value value = known == null ? answer.value() : null;
    if (value != null) {
      Object root = root(value);
      known = root == null ? NullNode.getInstance() : JSON.valueToTree(root);
      json = known;
    } else if (known == null) {
      ByteBuffer body = body();
      byte[] bytes = new byte[body.remaining()];
      body.get(body.position(), bytes);
      try {
        known = JSON.readTree(bytes);
      } catch (JacksonException _) {
        throw new AnswerException("the body is not JSON");
      }
      if (known.isMissingNode()) {
        throw new AnswerException("the body is empty");
      }
      json = known;
    }
    return known;
  }

  private String text() throws AnswerException {
    String known = text;
    Answer.Value value = known == null ? answer.value() : null;
    if (value != null) {
      Object root = root(value);
      if (root == null || root instanceof List || root instanceof Map) {
        throw new AnswerException("the answer is no text");
      }
      known = root.toString();
      text = known;
    } else if (known == null) {
      try {
        known = StandardCharsets.UTF_8.newDecoder().decode(body().duplicate()).toString();
      } catch (CharacterCodingException _) {
        throw new AnswerException("the body is not text in UTF-8");
      }
      text = known;
    }
    return known;
  }

  private static @Nullable Object root(Answer.Value value) throws AnswerException {
    return switch (value) {
      case Answer.Value.Known(Object root) -> root;
      case Answer.Value.Rows(List<Map<String, @Nullable Object>> rows) -> rows;
      case Answer.Value.Unreadable(String reason) -> throw new AnswerException(reason);
    };
  }

  private ByteBuffer body() throws AnswerException {
    if (answer.size() > Answer.MAX_BODY_BYTES) {
      throw new AnswerException(
          "the body is over " + (Answer.MAX_BODY_BYTES >> 20) + " MiB, too large to be read");
    }
    ByteBuffer body = answer.body();
    if (body == null) {
      throw new AnswerException("no memory for this body beside those of other answers");
    }
    return body;
  }
}
