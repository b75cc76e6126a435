package dev.takt.driver.cql.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.driver.cql.type.CqlType.SetOf;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueWriterTest {

  private static ByteBuffer written(CqlType type, String template, long n) {
    ByteBuffer out = ByteBuffer.allocate(200);
    ValueWriter.of(type, Template.parse(template, Generators.NONE)).put(1, n, out);
    out.flip();
    assertThat(out.getInt()).isEqualTo(out.remaining());
    return out;
  }

  private static String bytes(CqlType type, String template, long n) {
    ByteBuffer out = written(type, template, n);
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "BIGINT, 258, 0000000000000102",
    "COUNTER, 258, 0000000000000102",
    "TIMESTAMP, 258, 0000000000000102",
    "TIME, 258, 0000000000000102",
    "INT, 258, 00000102",
    "INET, 258, 00000102",
    "DATE, 20783, 8000512f",
    "SMALLINT, 258, 0102",
    "TINYINT, 258, 02",
    "BOOLEAN, 3, 01",
    "BOOLEAN, 2, 00",
    "DOUBLE, 2, 4000000000000000",
    "FLOAT, 2, 40000000",
    "UUID, 258, 00000000000000000000000000000102",
    "VARINT, 258, 0102",
    "DECIMAL, 258, 000000000102",
    "TEXT, 258, 323538",
    "BLOB, 258, 323538",
  })
  void numbers(Native type, long n, String expected) {
    assertThat(bytes(type, "{seq}", n)).isEqualTo(expected);
  }

  @Test
  void timeUuidsHaveTheTime() {
    ByteBuffer out = written(Native.TIMEUUID, "{seq}", 1_795_651_323_000L);
    UUID uuid = new UUID(out.getLong(), out.getLong());
    assertThat(uuid.version()).isEqualTo(1);
    assertThat(uuid.variant()).isEqualTo(2);
    long since1582 = uuid.timestamp();
    assertThat(since1582 / 10_000 - 12_219_292_800_000L).isEqualTo(1_795_651_323_000L);
  }

  @Test
  void textsWithLiteralParts() {
    assertThat(bytes(Native.TEXT, "user-{seq}", 7)).isEqualTo("757365722d37");
    assertThat(bytes(Native.BLOB, "0x0{seq}", 7)).isEqualTo("07");
    assertThat(bytes(Native.INT, "-{seq}", 7)).isEqualTo("fffffff9");
    assertThat(bytes(new SetOf(Native.TEXT), "{'a', '{seq}'}", 7))
        .isEqualTo("00000002" + "0000000161" + "0000000137");
  }
}
