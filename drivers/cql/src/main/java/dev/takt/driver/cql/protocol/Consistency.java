package dev.takt.driver.cql.protocol;

import dev.takt.load.text.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Consistency levels, with their numbers in the protocol.
public enum Consistency {
  ANY(0x00),
  ONE(0x01),
  TWO(0x02),
  THREE(0x03),
  QUORUM(0x04),
  ALL(0x05),
  LOCAL_QUORUM(0x06),
  EACH_QUORUM(0x07),
  SERIAL(0x08),
  LOCAL_SERIAL(0x09),
  LOCAL_ONE(0x0A);

  private final short code;

  Consistency(int code) {
    this.code = (short) code;
  }

  public short code() {
    return code;
  }

  /// Whether it is one of the levels of the Paxos phase of a conditional statement.
  public boolean isSerial() {
    return this == SERIAL || this == LOCAL_SERIAL;
  }

  /// Parses a name in any case.
  ///
  /// @throws IllegalArgumentException with the known names
  public static Consistency parse(String text) {
    String name = text.toUpperCase(Locale.ROOT);
    List<String> names = Arrays.stream(values()).map(Enum::name).toList();
    if (names.contains(name)) {
      return valueOf(name);
    }
    throw new IllegalArgumentException(
        "unknown consistency level " + Texts.quoted(text) + Texts.didYouMean(name, names));
  }
}
