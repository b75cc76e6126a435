package dev.takt.load.journey;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The complete answer to a step, as its driver shows it. A protocol that has no headers or no
/// cookies returns null for them.
public interface Answer {

  /// How many bytes of a body a driver keeps. A longer body cannot be read.
  int MAX_BODY_BYTES = 16 << 20;

  /// The protocol's status, such as 200; 0 if it has none.
  int status();

  /// The first value of a header; null if the answer does not have it. Only for the headers that
  /// the step names in [StepSpec#headers].
  @Nullable String header(String name);

  /// The value that the answer gives to a cookie; null if it sets no such cookie.
  @Nullable String cookie(String name);

  /// The body; null if it was too large to be kept, alone or beside those of other answers. Only if
  /// the step uses the [content][Subject.BodyUse#CONTENT]. The caller does not change it.
  @Nullable ByteBuffer body();

  /// The length of the whole body in bytes. Only if the step uses the content or the
  /// [length][Subject.BodyUse#LENGTH].
  long size();
}
