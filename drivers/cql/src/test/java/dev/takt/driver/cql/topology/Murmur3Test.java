package dev.takt.driver.cql.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {

  /// What Cassandra 4.0-alpha2 calculates, and what Cassandra 5.0.9 answers to `SELECT token(k)`.
  /// Negative bytes after the last block of 16 are what Cassandra handles in its own way.
  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "31, 8213365047359667313",
    "313233, -7468325962851647638",
    "1010101010101010, 1446172840243228796",
    "39323233333732303336383534373735383037, 7162290910810015547",
    "000102030405060708090a0b0c0d0e0f, 4920504430128807728",
    "80, -5284281814142962636",
    "fefefefefefefefe, -8927430733708461935",
    "8081828384858687ff, -7916024798979145428",
    "ff00ff00ff00ff00ff00ff00ff00ff00ff, -7472195349677417823",
    "00, 5048724184180415669",
    "ff, -4442228696663692417",
    "0102030405060708, -7140443302367346724",
    "0102030405060708090a0b0c0d0e0f, 597835946752277653",
    "fffefdfcfbfaf9f8f7f6f5f4f3f2f1, -5987817694781604974",
    "0102030405060708090a0b0c0d0e0f10, -5563837382979743776",
    "80828384858687888990919293949596979899a0a1a2a3a4a5a6a7a8a9b0b1b2b3, -6576883680936811291",
  })
  void hashIsThatOfCassandra(String hex, long hash) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThat(Murmur3.hash(bytes, 0, bytes.length)).isEqualTo(hash);
  }

  @Test
  void severalBlocksAndATail() {
    byte[] bytes = HexFormat.of().parseHex("00ff10fa99".repeat(10));
    assertThat(Murmur3.hash(bytes, 0, bytes.length)).isEqualTo(5837342703291459765L);
  }

  @Test
  void rangeWithinAnArray() {
    byte[] bytes = {9, '1', '2', '3', 9};
    assertThat(Murmur3.hash(bytes, 1, 3)).isEqualTo(-7468325962851647638L);
  }
}
