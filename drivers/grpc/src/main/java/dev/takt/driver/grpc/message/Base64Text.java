package dev.takt.driver.grpc.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Base64 in both alphabets, with padding or without, as JSON has the values of `bytes`.
final class Base64Text {

  private Base64Text() {}

  /// @throws IllegalArgumentException if it is not Base64
  static byte[] decode(String text) {
    try {
      return Base64.getDecoder()
          .decode(text.replace('-', '+').replace('_', '/').getBytes(StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("expected bytes in Base64, found \"" + text + "\"", e);
    }
  }

  /// Replaces the text from `begin` to the position by the bytes that it stands for. Allocates
  /// nothing.
  ///
  /// @throws IllegalArgumentException if it is not Base64
  static void decode(int begin, ByteBuffer out) {
    int end = out.position();
    while (end > begin && out.get(end - 1) == '=') {
      end--;
    }
    if ((end - begin) % 4 == 1) {
      throw new IllegalArgumentException("a generated value for bytes is not Base64");
    }
    int to = begin;
    int bits = 0;
    int count = 0;
    for (int i = begin; i < end; i++) {
      bits = (bits << 6) | digit(out.get(i));
      count += 6;
      if (count >= 8) {
        count -= 8;
        out.put(to, (byte) (bits >> count));
        to++;
      }
    }
    out.position(to);
  }

  private static int digit(byte c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    } else if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    } else if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    } else if (c == '+' || c == '-') {
      return 62;
    } else if (c == '/' || c == '_') {
      return 63;
    }
    throw new IllegalArgumentException("a generated value for bytes is not Base64");
  }
}
