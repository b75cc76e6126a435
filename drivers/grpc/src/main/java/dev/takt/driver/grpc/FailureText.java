package dev.takt.driver.grpc;

import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.MaskedTarget;
import dev.takt.load.text.SecretMembers;
import dev.takt.load.text.SecretNames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The stored form of a failed call: the fields that say why, with secrets masked.
final class FailureText {

  /// The field with what the server says about a status.
  static final String MESSAGE = "grpc-message";

  private FailureText() {}

  /// @param fields null if the answer ended without them
  /// @param message in JSON; null if it was not read
  static byte[] of(String label, @Nullable FieldList fields, @Nullable String message) {
    StringBuilder text =
        new StringBuilder("takt: the first answer of the kind \"").append(label).append("\"\n\n");
    for (int i = 0; fields != null && i < fields.count(); i++) {
      String name = fields.name(i);
      String value = name.equals(MESSAGE) ? decoded(fields.value(i)) : fields.value(i);
      text.append(name).append(": ").append(masked(name, value)).append('\n');
    }
    if (message != null) {
      String masked = SecretMembers.replace(message, (_, _) -> '"' + SecretNames.MASK + '"');
      text.append('\n').append(masked).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// The value of a field, or a mask if it is a secret by its name. Passwords in URLs are masked.
  static String masked(String name, String value) {
    return SecretNames.isSecret(name) || SecretNames.isSecretHeader(name)
        ? SecretNames.MASK
        : MaskedTarget.of(value);
  }

  /// A message, in which what is not visible ASCII is percent-encoded.
  static String decoded(String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        out.put((byte) (high << 4 | low));
        i += 2;
      } else {
        out.put(bytes[i]);
      }
    }
    return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
  }
}
