package dev.takt.driver.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Encodes commands in RESP: an array of bulk strings, each with its length.
final class Resp {

  private Resp() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Begins a command with this number of words.
  static void putHead(int words, ByteBuffer out) {
    out.put((byte) '*');
    putDecimal(words, out);
    putEnd(out);
  }

  /// Begins a word of this number of bytes; [#putEnd] ends it.
  static void putLength(int length, ByteBuffer out) {
    out.put((byte) '$');
    putDecimal(length, out);
    putEnd(out);
  }

  static void putEnd(ByteBuffer out) {
    out.put((byte) '\r').put((byte) '\n');
  }

  /// Appends a number as a word.
  static void putNumber(int number, ByteBuffer out) {
    putLength(digits(number), out);
    putDecimal(number, out);
    putEnd(out);
  }

  /// The number of characters of a number, including its sign.
  static int digits(int number) {
    int digits = number < 0 ? 2 : 1;
    for (int rest = number / 10; rest != 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private static void putDecimal(int number, ByteBuffer out) {
    if (number < 0) {
      out.put((byte) '-');
    }
    int power = 1;
    for (int rest = number / 10; rest != 0; rest /= 10) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      out.put((byte) ('0' + Math.abs(number / power % 10)));
    }
  }

  /// Encodes a word.
  static byte[] word(byte[] word) {
    ByteBuffer out = ByteBuffer.allocate(word.length + 16);
    putLength(word.length, out);
    out.put(word);
    putEnd(out);
    return written(out);
  }

  /// The beginning of a command: its word count and its first words.
  static byte[] head(int words, String... known) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer out = ByteBuffer.allocate(16);
    putHead(words, out);
    all.writeBytes(written(out));
    for (String each : known) {
      all.writeBytes(word(bytes(each)));
    }
    return all.toByteArray();
  }

  /// Encodes a whole command.
  static byte[] command(List<String> words) {
    return head(words.size(), words.toArray(String[]::new));
  }

  private static byte[] written(ByteBuffer out) {
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }
}
