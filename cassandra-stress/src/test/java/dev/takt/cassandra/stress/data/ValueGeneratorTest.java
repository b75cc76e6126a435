package dev.takt.cassandra.stress.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class ValueGeneratorTest {

  @ParameterizedTest
  @CsvFileSource(resources = "values.tsv", delimiter = '\t', maxCharsPerColumn = 10_000)
  void valuesAreThoseOfCassandraStress(String column, long seed, String expected) {
    String[] values = expected.split(" ");
    assertThat(values(Columns.parse(column), DataVersion.V4, seed, values.length))
        .containsExactly(values);
  }

  /// Five values for the seed and for each of the next two, up to a number of values.
  private static List<String> values(ColumnSpec column, DataVersion version, long seed, int count) {
    ValueGenerator generator = ValueGenerator.of(column, version);
    ByteBuffer out = ByteBuffer.allocate(1000);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (i % 5 == 0) {
        generator.setSeed(seed + i / 5);
      }
      generator.draw();
      int size = generator.size();
      generator.put(out.clear());
      assertThat(out.position()).isEqualTo(size);
      values.add(Columns.text(column, out.flip()));
    }
    return values;
  }

  /// The generator of booleans of 3.11.5 divides by 1.
  @Test
  void booleansOf3xAreAlwaysTrue() {
    ColumnSpec column = Columns.parse("c|boolean|-|-|-");
    assertThat(values(column, DataVersion.V3, 1, 15)).containsOnly("0x01");
    assertThat(values(column, DataVersion.V4, 1, 15)).contains("0x00", "0x01");
  }

  /// A sign bit that needs a byte of its own, and one that does not.
  @ParameterizedTest
  @CsvSource({
    "0, 0x00",
    "127, 0x7f",
    "128, 0x0080",
    "-128, 0x80",
    "-129, 0xff7f",
    "32767, 0x7fff",
    "32768, 0x008000",
    "9223372036854775807, 0x7fffffffffffffff"
  })
  void varintsHaveNoSuperfluousBytes(long number, String bytes) {
    ColumnSpec column = Columns.parse("c|varint|-|fixed(" + number + ")|-");
    assertThat(values(column, DataVersion.V4, 1, 1)).containsExactly(bytes);
  }

  /// cassandra-stress does not seed the number of elements, so that its rows cannot be repeated.
  @Test
  void numberOfElementsFollowsTheSeed() {
    ColumnSpec column = Columns.parse("c|list<int>|uniform(0..20)|-|-");
    ValueGenerator generator = ValueGenerator.of(column, DataVersion.V4);
    int[] sizes = sizes(generator);
    assertThat(sizes(generator)).isEqualTo(sizes);
    assertThat(IntStream.of(sizes).distinct().count()).isGreaterThan(5);
  }

  private static int[] sizes(ValueGenerator generator) {
    generator.setSeed(1);
    return IntStream.range(0, 15)
        .map(i -> {
          generator.draw();
          return generator.size();
        })
        .toArray();
  }
}
