package dev.takt.driver.cql.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {

  /// The tokens are what Cassandra 5.0.9 answers to `SELECT token(k)`.
  @ParameterizedTest
  @CsvSource({
    "00, 5048724184180415669",
    "ff, -4442228696663692417",
    "0102030405060708, -7140443302367346724",
    "0102030405060708090a0b0c0d0e0f, 597835946752277653",
    "fffefdfcfbfaf9f8f7f6f5f4f3f2f1, -5987817694781604974",
    "0102030405060708090a0b0c0d0e0f10, -5563837382979743776",
    "80828384858687888990919293949596979899a0a1a2a3a4a5a6a7a8a9b0b1b2b3, -6576883680936811291",
  })
  void tokensOfCassandra(String bytes, long token) {
    byte[] key = HexFormat.of().parseHex(bytes);
    ByteBuffer shifted = ByteBuffer.allocate(key.length + 5).put(3, key);
    assertThat(Murmur3.hash(shifted, 3, 3 + key.length)).isEqualTo(token);
  }
}
