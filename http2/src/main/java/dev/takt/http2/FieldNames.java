package dev.takt.http2;

import dev.takt.http2.hpack.FieldName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The names of fields that stand in texts, encoded when they are first met. Requests of a run have
/// few names; if they have more, the rest is encoded each time.
final class FieldNames {

  private static final int BUCKETS = 64;
  private static final int MAX_NAMES_IN_BUCKET = 8;

  private final List<List<FieldName>> buckets = new ArrayList<>();

  FieldNames() {
    for (int i = 0; i < BUCKETS; i++) {
      buckets.add(new ArrayList<>(0));
    }
  }

  /// @throws IllegalArgumentException if it is not the name of a field
  FieldName get(ByteBuffer text, int start, int length) {
    int hash = length;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + small(text.get(i));
    }
    List<FieldName> bucket = buckets.get((hash ^ hash >>> 16) & BUCKETS - 1);
    for (int i = 0; i < bucket.size(); i++) {
      FieldName name = bucket.get(i);
      if (equals(name, text, start, length)) {
        return name;
      }
    }
    FieldName added = read(text, start, length);
    if (bucket.size() < MAX_NAMES_IN_BUCKET) {
      bucket.add(added);
    }
    return added;
  }

  private static FieldName read(ByteBuffer text, int start, int length) {
    byte[] bytes = new byte[length];
    text.get(start, bytes);
    return FieldName.of(new String(bytes, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT));
  }

  private static boolean equals(FieldName name, ByteBuffer text, int start, int length) {
    if (name.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (name.byteAt(i) != small(text.get(start + i))) {
        return false;
      }
    }
    return true;
  }

  private static byte small(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? (byte) (letter + ('a' - 'A')) : letter;
  }
}
