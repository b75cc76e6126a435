package dev.takt.runs.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.allocation.AllocationRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "0.456, 0.456 B",
    "9.5, 9.50 B",
    "45.4, 45 B",
    "999.4, 999 B",
    "999.5, 0.976 KB",
    "1024, 1.00 KB",
    "2099.2, 2.05 KB",
    "-2048, -2.00 KB",
    "1048576, 1.00 MB",
    "13.2e9, 12.3 GB",
    "NaN, ?"
  })
  void bytesCountIn1024(double bytes, String expected) {
    assertThat(ByteText.of(bytes)).isEqualTo(expected);
  }

  @Test
  void wholeBytesHaveNoDecimals() {
    assertThat(ByteText.of(5)).isEqualTo("5 B");
    assertThat(ByteText.of(999)).isEqualTo("999 B");
    assertThat(ByteText.of(1_536)).isEqualTo("1.50 KB");
  }

  @Test
  void allocationsHaveTheirBounds() {
    assertThat(ByteText.of(new AllocationRate(2099.2, 2000, 2200.0, 10_485_760)))
        .isEqualTo("2.05 KB/op (1.95 KB to 2.15 KB), 10.0 MB/s");
    assertThat(ByteText.of(new AllocationRate(2099.2, 2095, 2103.0, 10_485_760)))
        .isEqualTo("2.05 KB/op, 10.0 MB/s");
    assertThat(ByteText.of(new AllocationRate(2099.2, 2000, null, 10_485_760)))
        .isEqualTo("2.05 KB/op or more, 10.0 MB/s");
  }
}
