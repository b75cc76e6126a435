package dev.takt.driver.cql.protocol;

import dev.takt.load.text.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How the frames of version 4, or the segments of version 5, are compressed.
public enum Compression {
  NONE,
  LZ4;

  /// Parses a name in any case.
  ///
  /// @throws IllegalArgumentException with the known names
  public static Compression parse(String text) {
    String name = text.toLowerCase(Locale.ROOT);
    List<String> names = Arrays.stream(values()).map(Compression::toString).toList();
    if (names.contains(name)) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
    throw new IllegalArgumentException("expected none or lz4, found " + Texts.quoted(text));
  }

  /// The name that users write, and that the protocol uses.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
