package dev.takt.driver.cql.type;

import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.type.CqlType.Custom;
import dev.takt.driver.cql.type.CqlType.ListOf;
import dev.takt.driver.cql.type.CqlType.MapOf;
import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.driver.cql.type.CqlType.SetOf;
import dev.takt.driver.cql.type.CqlType.TupleOf;
import dev.takt.driver.cql.type.CqlType.UserDefined;
import dev.takt.driver.cql.type.CqlType.VectorOf;
import dev.takt.load.text.Texts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Writes texts as values of a type. They are written as literals of CQL, but strings outside of
/// collections without quotes: `17`, `2026-11-26`, `0xCAFE`, `['a', 'b']`, `{'a': 1}`, `(1, 'x')`.
final class Literals {

  static final String HEX_PREFIX = "0x";

  private static final String NULL = "null";

  private Literals() {}

  /// Appends a value: its length, then itself.
  ///
  /// @throws IllegalArgumentException if the text is not a value of the type
  static void put(CqlType type, String text, ByteBuffer out) {
    String stripped = text.strip();
    if (stripped.equalsIgnoreCase(NULL) && type != Native.TEXT && type != Native.ASCII) {
      out.putInt(Wire.NULL);
      return;
    }
    int start = out.position();
    out.putInt(0);
    try {
      putValue(type, type == Native.TEXT || type == Native.ASCII ? text : stripped, out);
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a value of type " + type + ": " + Texts.quoted(text), e);
    }
    out.putInt(start, out.position() - start - Integer.BYTES);
  }

  private static void putValue(CqlType type, String text, ByteBuffer out) {
    switch (type) {
      case Native known -> putNative(known, text, out);
      case ListOf(CqlType element) -> putElements(element, LiteralParts.of(text, '[', ']'), out);
      case SetOf(CqlType element) -> putElements(element, LiteralParts.of(text, '{', '}'), out);
      case MapOf(CqlType key, CqlType value) -> {
        List<Map.Entry<String, String>> entries = LiteralParts.entries(text);
        out.putInt(entries.size());
        entries.forEach(each -> {
          putElement(key, each.getKey(), out);
          putElement(value, each.getValue(), out);
        });
      }
      case TupleOf(List<CqlType> elements) -> putTuple(elements, text, out);
      case UserDefined udt -> putUserDefined(udt, text, out);
      case VectorOf vector -> putVector(vector, text, out);
      case Custom custom ->
          throw new IllegalArgumentException(
              "values of the class " + custom + " are not supported");
    }
  }

  private static void putElement(CqlType type, String text, ByteBuffer out) {
    put(type, LiteralParts.unquoted(text), out);
  }

  private static void putElements(CqlType type, List<String> elements, ByteBuffer out) {
    out.putInt(elements.size());
    elements.forEach(each -> putElement(type, each, out));
  }

  private static void putTuple(List<CqlType> types, String text, ByteBuffer out) {
    List<String> elements = LiteralParts.of(text, '(', ')');
    if (elements.size() > types.size()) {
      throw new IllegalArgumentException("expected " + types.size() + " elements");
    }
    for (int i = 0; i < elements.size(); i++) {
      putElement(types.get(i), elements.get(i), out);
    }
  }

  /// Fields that are not named are null.
  private static void putUserDefined(UserDefined type, String text, ByteBuffer out) {
    List<Map.Entry<String, String>> entries = LiteralParts.entries(text);
    for (Map.Entry<String, String> each : entries) {
      if (!type.fields().contains(each.getKey())) {
        throw new IllegalArgumentException(
            "no field " + each.getKey() + Texts.didYouMean(each.getKey(), type.fields()));
      }
    }
    for (int i = 0; i < type.fields().size(); i++) {
      String field = type.fields().get(i);
      String value =
          entries.stream()
              .filter(each -> each.getKey().equals(field))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(NULL);
      if (value.equals(NULL)) {
        out.putInt(Wire.NULL);
      } else {
        putElement(type.types().get(i), value, out);
      }
    }
  }

  /// Elements of a fixed length have no length of their own.
  private static void putVector(VectorOf type, String text, ByteBuffer out) {
    List<String> elements = LiteralParts.of(text, '[', ']');
    if (elements.size() != type.length()) {
      throw new IllegalArgumentException("expected " + type.length() + " elements");
    }
    for (String each : elements) {
      int start = out.position();
      putElement(type.element(), each, out);
      int from = start + Integer.BYTES;
      int length = out.position() - from;
      out.position(start);
      if (!hasFixedLength(type.element())) {
        VariableInts.putUnsigned(length, out);
      }
      out.put(out.position(), out, from, length).position(out.position() + length);
    }
  }

  private static boolean hasFixedLength(CqlType type) {
    return switch (type) {
      case Native known ->
          switch (known) {
            case BIGINT, BOOLEAN, DOUBLE, FLOAT, INT, TIMESTAMP, UUID, TIMEUUID -> true;
            default -> false;
          };
      case VectorOf vector -> hasFixedLength(vector.element());
      default -> false;
    };
  }

  private static void putNative(Native type, String text, ByteBuffer out) {
    switch (type) {
      case ASCII, TEXT -> out.put(text.getBytes(StandardCharsets.UTF_8));
      case BLOB ->
          out.put(
              text.startsWith(HEX_PREFIX)
                  ? HexFormat.of().parseHex(text, HEX_PREFIX.length(), text.length())
                  : text.getBytes(StandardCharsets.UTF_8));
      case BIGINT, COUNTER -> out.putLong(Long.parseLong(text));
      case INT -> out.putInt(Integer.parseInt(text));
      case SMALLINT -> out.putShort(Short.parseShort(text));
      case TINYINT -> out.put(Byte.parseByte(text));
      case BOOLEAN -> out.put((byte) (truth(text) ? 1 : 0));
      case DOUBLE -> out.putDouble(Double.parseDouble(text));
      case FLOAT -> out.putFloat(Float.parseFloat(text));
      case DECIMAL -> {
        BigDecimal value = new BigDecimal(text);
        out.putInt(value.scale()).put(value.unscaledValue().toByteArray());
      }
      case VARINT -> out.put(new BigInteger(text).toByteArray());
      case UUID, TIMEUUID -> {
        UUID value = UUID.fromString(text);
        out.putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
      }
      case INET -> out.put(InetAddress.ofLiteral(text).getAddress());
      case TIMESTAMP -> out.putLong(isNumber(text) ? Long.parseLong(text) : instant(text));
      case DATE ->
          out.putInt(
              (isNumber(text) ? Integer.parseInt(text) : (int) LocalDate.parse(text).toEpochDay())
                  + Integer.MIN_VALUE);
      case TIME ->
          out.putLong(isNumber(text) ? Long.parseLong(text) : LocalTime.parse(text).toNanoOfDay());
      case DURATION -> CqlDuration.parse(text).put(out);
    }
  }

  private static boolean truth(String text) {
    return switch (text) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new IllegalArgumentException("expected true or false");
    };
  }

  private static boolean isNumber(String text) {
    String digits = text.startsWith("-") ? text.substring(1) : text;
    return !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /// A time without a zone is in UTC, as for cqlsh.
  private static long instant(String text) {
    String iso = text.replace(' ', 'T');
    if (iso.indexOf('T') < 0) {
      return LocalDate.parse(iso).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
    Instant instant =
        iso.matches(".*(Z|[+-]\\d\\d:?\\d\\d)")
            ? OffsetDateTime.parse(iso.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2")).toInstant()
            : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    return instant.toEpochMilli();
  }
}
