package dev.takt.cassandra.stress.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Hashes that Cassandra 4.0-alpha2 calculates.
class CassandraMurmur3Test {

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "31, 8213365047359667313",
    "313233, -7468325962851647638",
    "1010101010101010, 1446172840243228796",
    "39323233333732303336383534373735383037, 7162290910810015547",
    "000102030405060708090a0b0c0d0e0f, 4920504430128807728"
  })
  void hashIsThatOfCassandra(String bytes, long hash) {
    assertThat(hash(bytes)).isEqualTo(hash);
  }

  /// Negative bytes after the last block are what Cassandra handles in its own way.
  @ParameterizedTest
  @CsvSource({
    "80, -5284281814142962636",
    "fefefefefefefefe, -8927430733708461935",
    "8081828384858687ff, -7916024798979145428",
    "ff00ff00ff00ff00ff00ff00ff00ff00ff, -7472195349677417823"
  })
  void negativeBytesAreExtended(String bytes, long hash) {
    assertThat(hash(bytes)).isEqualTo(hash);
  }

  @Test
  void severalBlocksAndATail() {
    assertThat(hash("00ff10fa99".repeat(10))).isEqualTo(5837342703291459765L);
  }

  @Test
  void rangeWithinAnArray() {
    byte[] bytes = {9, '1', '2', '3', 9};
    assertThat(CassandraMurmur3.hash(bytes, 1, 3)).isEqualTo(-7468325962851647638L);
  }

  private static long hash(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return CassandraMurmur3.hash(bytes, 0, bytes.length);
  }
}
