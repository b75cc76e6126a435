package dev.takt.driver.cql.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The notations of the protocol: `[string]`, `[long string]`, `[bytes]`, `[short bytes]`, `[string
/// map]`.
public final class Wire {

  /// The length of a value that is null.
  public static final int NULL = -1;

  private Wire() {}

  /// Appends a `[string]`.
  public static void putString(String text, ByteBuffer out) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putShort((short) bytes.length).put(bytes);
  }

  /// Appends a `[long string]`.
  public static void putLongString(String text, ByteBuffer out) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putInt(bytes.length).put(bytes);
  }

  /// Appends `[short bytes]`.
  public static void putShortBytes(byte[] bytes, ByteBuffer out) {
    out.putShort((short) bytes.length).put(bytes);
  }

  /// Appends a `[string map]`.
  public static void putStringMap(Map<String, String> map, ByteBuffer out) {
    out.putShort((short) map.size());
    map.forEach((key, value) -> {
      putString(key, out);
      putString(value, out);
    });
  }

  /// Reads a `[string]`.
  public static String getString(ByteBuffer in) {
    return text(in, in.getShort() & 0xFFFF);
  }

  /// Reads texts with a list of texts for each.
  public static Map<String, List<String>> getStringMultimap(ByteBuffer in) {
    Map<String, List<String>> map = new TreeMap<>();
    for (int left = in.getShort() & 0xFFFF; left > 0; left--) {
      String key = getString(in);
      List<String> values = new ArrayList<>();
      for (int more = in.getShort() & 0xFFFF; more > 0; more--) {
        values.add(getString(in));
      }
      map.put(key, List.copyOf(values));
    }
    return map;
  }

  private static String text(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// Reads `[short bytes]`.
  public static byte[] getShortBytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    return bytes;
  }

  /// Skips a `[string]`.
  public static void skipString(ByteBuffer in) {
    int length = in.getShort() & 0xFFFF;
    in.position(in.position() + length);
  }

  /// Skips `[bytes]`.
  ///
  /// @return their length; negative for null
  public static int skipBytes(ByteBuffer in) {
    int length = in.getInt();
    in.position(in.position() + Math.max(0, length));
    return length;
  }
}
