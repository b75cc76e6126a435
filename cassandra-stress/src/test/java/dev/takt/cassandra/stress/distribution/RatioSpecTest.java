package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioSpecTest {

  @ParameterizedTest
  @CsvSource({
    "fixed(1)/1, 1, 1, 1",
    "fixed(1)/4, 0.25, 0.25, 0.25",
    "fixed(9)/4, 1, 1, 1",
    "fixed(2)/1K, 0.002, 0.002, 0.002"
  })
  void fixedRatio(String spec, double drawn, double min, double max) {
    Ratio ratio = RatioSpec.parse(spec).create();
    assertThat(ratio.next()).isEqualTo(drawn);
    assertThat(ratio.min()).isEqualTo(min);
    assertThat(ratio.max()).isEqualTo(max);
  }

  /// Draws of cassandra-stress of Cassandra 4.0-alpha2 with seed 5.
  @Test
  void drawsAreNotRounded() {
    Ratio ratio = RatioSpec.parse("uniform(1..10)/10").create();
    ratio.randomize(5);
    assertThat(DoubleStream.generate(ratio::next).limit(3))
        .containsExactly(0.8305198636144709, 0.1882584096762259, 0.5889045498516358);
    assertThat(ratio.min()).isEqualTo(0.1);
    assertThat(ratio.max()).isEqualTo(1);
  }

  @Test
  void negativeRatioIsZero() {
    assertThat(RatioSpec.parse("fixed(-1)/2").create().next()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed(1)", "fixed(1)/0", "fixed(1)/-1", "fixed(1)/1.5", ""})
  void invalidRatio(String spec) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RatioSpec.parse(spec))
        .withMessage("Invalid ratio definition: " + spec);
  }

  @Test
  void invalidDistribution() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RatioSpec.parse("1/2"))
        .withMessage("Illegal distribution specification: 1");
    assertThat(RatioSpec.parse("fixed(1)/1")).hasToString("fixed(1)/1");
  }
}
