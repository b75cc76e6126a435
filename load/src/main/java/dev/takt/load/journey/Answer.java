package dev.takt.load.journey;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The complete answer to a step, as its driver shows it. A protocol implements what its answers
/// have: by default there is nothing.
public interface Answer {

  /// How many bytes of a body a driver keeps. A longer body cannot be read.
  int MAX_BODY_BYTES = 16 << 20;

  /// The protocol's status, such as 200; 0 if it has none.
  default int status() {
    return 0;
  }

  /// The first value of a header; null if the answer does not have it. Only for the headers that
  /// the step names in [StepSpec#headers].
  default @Nullable String header(String name) {
    return null;
  }

  /// The value that the answer gives to a cookie; null if it sets no such cookie.
  default @Nullable String cookie(String name) {
    return null;
  }

  /// The body; null if it was too large to be kept, alone or beside those of other answers. Only if
  /// the step uses the [content][Subject.BodyUse#CONTENT]. The caller does not change it.
  default @Nullable ByteBuffer body() {
    return null;
  }

  /// The answer of a protocol whose answers are values, as JSON has them, instead of a body: what
  /// JSONPaths and `body` read. Null for one that has a body. Only if the step uses the content.
  default @Nullable Value value() {
    return null;
  }

  /// An answer that is a value.
  sealed interface Value {

    /// @param root a String, a Boolean, a Long, a BigDecimal, a List of such values, a Map of them
    ///   by name, or null
    record Known(@Nullable Object root) implements Value {}

    /// Rows. A JSONPath that begins with a name is about the first of them.
    ///
    /// @param rows each with values as in [Known], by the names of their columns
    record Rows(List<Map<String, @Nullable Object>> rows) implements Value {}

    /// An answer that cannot be read.
    ///
    /// @param reason a part of a failure's label, without what differs from answer to answer
    record Unreadable(String reason) implements Value {}
  }

  /// How many rows an SQL statement has returned or changed; 0 for other protocols.
  default long rows() {
    return 0;
  }

  /// The length of the whole body in bytes. Only if the step uses the content or the
  /// [length][Subject.BodyUse#LENGTH].
  default long size() {
    return 0;
  }
}
