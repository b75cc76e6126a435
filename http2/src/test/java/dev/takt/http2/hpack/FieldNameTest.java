package dev.takt.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldNameTest {

  /// All ways to write a value give the same bytes, and the decoder reads them.
  @ParameterizedTest
  @ValueSource(strings = {"x-value", "accept", "authorization"})
  void valuesOfAllLengths(String name) {
    FieldName field = FieldName.of(name);
    for (int length = 0; length < 20_000; length += length < 300 ? 1 : 511) {
      String value = "v".repeat(length);
      ByteBuffer whole = ByteBuffer.allocate(length + 20);
      field.put(Blocks.ascii(value), whole);

      ByteBuffer fromBuffer = ByteBuffer.allocate(length + 20);
      field.put(ByteBuffer.wrap(Blocks.ascii("ab" + value)), 2, length, fromBuffer);
      assertThat(fromBuffer).isEqualTo(whole);
      assertThat(fromBuffer.array()).isEqualTo(whole.array());

      ByteBuffer appended = ByteBuffer.allocate(length + 20);
      int start = field.begin(appended);
      appended.put(Blocks.ascii(value));
      FieldName.end(start, appended);
      assertThat(appended.position()).isEqualTo(whole.position());
      assertThat(Blocks.hex(appended.flip())).isEqualTo(Blocks.hex(whole.flip()));

      FieldList fields = new FieldList(Blocks.LIST_LIMIT);
      new Decoder(0).decode(whole, fields);
      assertThat(Blocks.lines(fields)).containsExactly(name + ": " + value);
      int bytes = appended.limit();
      assertThatThrownBy(() -> field.put(Blocks.ascii(value), ByteBuffer.allocate(bytes - 1)))
          .isInstanceOf(BufferOverflowException.class);
    }
  }

  /// Fields that the static table has as a whole are one byte; see RFC 7541, appendix A.
  @ParameterizedTest
  @CsvSource({
    ":method, GET, 82",
    ":method, POST, 83",
    ":method, PUT, 0203505554",
    ":path, /, 84",
    ":path, /index.html, 85",
    ":scheme, http, 86",
    ":scheme, https, 87",
    ":authority, h, 010168",
    "accept-encoding, 'gzip, deflate', 90",
    "cookie, a, 1f110161"
  })
  void knownNames(String name, String value, String expected) {
    ByteBuffer out = ByteBuffer.allocate(100);
    FieldName.of(name).put(Blocks.ascii(value), out);
    assertThat(Blocks.hex(out.flip())).isEqualTo(expected);
    out.clear();
    FieldName.of(name).put(ByteBuffer.wrap(Blocks.ascii(value)), 0, value.length(), out);
    assertThat(Blocks.hex(out.flip())).isEqualTo(expected);
    assertThat(FieldBlock.EMPTY.with(name, value).length()).isEqualTo(expected.length() / 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "Accept", "a b", "a:b", "a\n", "grün", ":a:b"})
  void nameThatHttp2DoesNotAllow(String name) {
    assertThatThrownBy(() -> FieldName.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not the name of a field");
  }

  @Test
  void valueThatWouldBecomeAnotherLine() {
    assertThatThrownBy(() -> FieldBlock.EMPTY.with("a", "b\r\nc: d"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
