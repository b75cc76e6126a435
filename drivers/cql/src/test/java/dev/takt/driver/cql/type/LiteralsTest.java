package dev.takt.driver.cql.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.type.CqlType.ListOf;
import dev.takt.driver.cql.type.CqlType.MapOf;
import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.driver.cql.type.CqlType.SetOf;
import dev.takt.driver.cql.type.CqlType.TupleOf;
import dev.takt.driver.cql.type.CqlType.UserDefined;
import dev.takt.driver.cql.type.CqlType.VectorOf;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The bytes are those that Cassandra 5.0.9 has stored for the same literals.
class LiteralsTest {

  private static final UserDefined ADDRESS =
      new UserDefined(
          "address",
          List.of("street", "zip", "tags"),
          List.of(Native.TEXT, Native.INT, new ListOf(Native.TEXT)));

  /// The bytes after the length, which is checked.
  private static String bytes(CqlType type, String text) {
    ByteBuffer out = ByteBuffer.allocate(1000);
    Literals.put(type, text, out);
    out.flip();
    assertThat(out.getInt()).isEqualTo(out.remaining());
    return HexFormat.of().formatHex(out.array(), out.position(), out.limit());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ASCII|abc|616263",
        "BIGINT|-5|fffffffffffffffb",
        "BLOB|0xCAFE|cafe",
        "BLOB|text|74657874",
        "BOOLEAN|true|01",
        "BOOLEAN|0|00",
        "DECIMAL|-12.345|00000003cfc7",
        "DECIMAL|1e10|fffffff601",
        "DOUBLE|1.5|3ff8000000000000",
        "FLOAT|-0.25|be800000",
        "INET|192.168.7.9|c0a80709",
        "INET|2001:db8::1|20010db8000000000000000000000001",
        "DATE|2026-11-26|8000512f",
        "DATE|1969-12-31|7fffffff",
        "DATE|-1|7fffffff",
        "DURATION|1y2mo3w4d5h6m7s8ms9us10ns|1c32fc2168cdf9d664",
        "DURATION|-12h|0000fc4e94914effff",
        "SMALLINT|-300|fed4",
        "TINYINT|-7|f9",
        "TIME|12:34:56.789|000029327b048f40",
        "TIME|45296789000000|000029327b048f40",
        "TIMESTAMP|2026-11-26T12:34:56.789Z|000001a217da1095",
        "TIMESTAMP|2026-11-26 01:02:03+0100|000001a21528c478",
        "TIMESTAMP|2026-11-26 00:02:03|000001a21528c478",
        "TIMESTAMP|1795651323000|000001a21528c478",
        "UUID|11111111-2222-3333-4444-555555555555|11111111222233334444555555555555",
        "TEXT|é|c3a9",
        "VARINT|123456789012345678901234567890|018ee90ff6c373e0ee4e3f0ad2",
        "VARINT|-1|ff",
      })
  void nativeTypes(Native type, String text, String expected) {
    assertThat(bytes(type, text)).isEqualTo(expected);
  }

  @Test
  void collections() {
    assertThat(bytes(new ListOf(Native.INT), "[1, 2]"))
        .isEqualTo("0000000200000004000000010000000400000002");
    assertThat(bytes(new SetOf(Native.TEXT), "{'x','y'}"))
        .isEqualTo("0000000200000001780000000179");
    assertThat(bytes(new MapOf(Native.TEXT, Native.INT), "{'a': 1}"))
        .isEqualTo("0000000100000001610000000400000001");
    assertThat(bytes(new TupleOf(List.of(Native.INT, Native.TEXT)), "(9, 'z')"))
        .isEqualTo("0000000400000009000000017a");
    assertThat(bytes(ADDRESS, "{street: 'S', zip: 4, tags: ['p']}"))
        .isEqualTo("0000000153000000040000000400000009000000010000000170");
    assertThat(bytes(new VectorOf(Native.FLOAT, 3), "[1.0, 2.5, -3]"))
        .isEqualTo("3f80000040200000c0400000");
    assertThat(bytes(new VectorOf(Native.TEXT, 2), "['ab', 'c']")).isEqualTo("0261620163");
  }

  @Test
  void quotesBracketsAndCommasInStrings() {
    assertThat(bytes(new ListOf(Native.TEXT), "['a,b', 'c''d', '[x]']"))
        .isEqualTo("00000003" + "00000003612c62" + "00000003632764" + "000000035b785d");
    assertThat(bytes(new ListOf(Native.TEXT), "[]")).isEqualTo("00000000");
    assertThat(bytes(new ListOf(new ListOf(Native.TINYINT)), "[[1], [2, 3]]"))
        .isEqualTo(
            "00000002"
                + ("00000009" + "00000001" + "0000000101")
                + ("0000000e" + "00000002" + "0000000102" + "0000000103"));
  }

  @Test
  void nullHasNoBytes() {
    ByteBuffer out = ByteBuffer.allocate(8);
    Literals.put(Native.INT, "null", out);
    assertThat(out.flip().getInt()).isEqualTo(-1);
    assertThat(bytes(Native.TEXT, "null")).as("a text").isEqualTo("6e756c6c");
    assertThat(bytes(ADDRESS, "{zip: 4}")).isEqualTo("ffffffff" + "0000000400000004" + "ffffffff");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INT|x|not a value of type int: \"x\"",
        "INT|2147483648|not a value of type int: \"2147483648\"",
        "TINYINT|128|not a value of type tinyint: \"128\"",
        "BOOLEAN|yes|not a value of type boolean: \"yes\"",
        "BLOB|0xABC|not a value of type blob: \"0xABC\"",
        "UUID|1-2|not a value of type uuid: \"1-2\"",
        "INET|localhost|not a value of type inet: \"localhost\"",
        "DATE|2026-13-01|not a value of type date: \"2026-13-01\"",
        "TIMESTAMP|today|not a value of type timestamp: \"today\"",
        "DURATION|5|not a value of type duration: \"5\"",
        "DURATION|999999999999y|not a value of type duration: \"999999999999y\"",
        "DECIMAL|1,5|not a value of type decimal: \"1,5\"",
      })
  void whatIsNoValue(Native type, String text, String message) {
    assertThatThrownBy(() -> bytes(type, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void whatIsNoCollection() {
    assertThatThrownBy(() -> bytes(new ListOf(Native.INT), "1, 2"))
        .hasMessage("not a value of type list<int>: \"1, 2\"");
    assertThatThrownBy(() -> bytes(new ListOf(Native.TEXT), "['a]"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> bytes(new VectorOf(Native.FLOAT, 3), "[1, 2]"))
        .hasMessage("not a value of type vector<float, 3>: \"[1, 2]\"");
    assertThatThrownBy(() -> bytes(ADDRESS, "{stret: 'x'}"))
        .cause()
        .hasMessage("no field stret (did you mean \"street\"?)");
  }
}
