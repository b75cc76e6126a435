package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class DistributionTest {

  private static final double[] SHARES = {
    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1
  };

  @ParameterizedTest
  @CsvFileSource(resources = "draws.tsv", delimiter = '\t')
  void drawsAreThoseOfCassandraStress(
      String spec, long seed, String quantiles, String draws, String realBits) {
    Distribution distribution = DistributionSpec.parse(spec).create();
    LongStream found = Arrays.stream(SHARES).mapToLong(distribution::quantile);
    assertThat(LongStream.concat(found, LongStream.of(distribution.average())))
        .containsExactly(numbers(quantiles));

    distribution.setSeed(seed);
    assertThat(LongStream.generate(distribution::next).limit(20)).containsExactly(numbers(draws));

    distribution.setSeed(seed);
    assertThat(DoubleStream.generate(distribution::nextReal).limit(20))
        .extracting(each -> Long.toHexString(Double.doubleToRawLongBits(each)))
        .containsExactly(realBits.split(" "));
  }

  private static Long[] numbers(String text) {
    return Arrays.stream(text.split(" ")).map(Long::valueOf).toArray(Long[]::new);
  }

  /// cassandra-stress draws from each quantum equally often, and uniformly within it.
  @Test
  void quantizedDrawsAreUniformWithinAQuantum() {
    Distribution distribution = DistributionSpec.parse("qextreme(1..1M,2,2)").create();
    distribution.setSeed(1);
    long[] draws = LongStream.generate(distribution::next).limit(100_000).sorted().toArray();
    assertThat(draws[0]).isBetween(1L, 100L);
    assertThat(draws[draws.length - 1]).isBetween(999_000L, 1_000_000L);
    assertThat(draws[25_000]).isBetween(156_000L, 161_000L); // 158,385: in the middle of a quantum
    assertThat(draws[75_000]).isBetween(650_000L, 667_000L); // 658,385
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(distribution::nextReal);
  }

  @Test
  void rangeOfAnInvertedDistribution() {
    Distribution distribution = DistributionSpec.parse("~uniform(3..8)").create();
    assertThat(distribution.first()).isEqualTo(8);
    assertThat(distribution.last()).isEqualTo(3);
    assertThat(distribution.min()).isEqualTo(3);
    assertThat(distribution.max()).isEqualTo(8);
  }

  @Test
  void randomizedSequenceStartsAtItsLowerEnd() {
    Distribution sequence = DistributionSpec.parse("seq(5..7)").create();
    sequence.randomize(-4);
    assertThat(LongStream.generate(sequence::next).limit(4)).containsExactly(5L, 6L, 7L, 5L);
    Distribution inverted = DistributionSpec.parse("~seq(5..7)").create();
    inverted.randomize(-4);
    assertThat(LongStream.generate(inverted::next).limit(4)).containsExactly(7L, 6L, 5L, 7L);
  }

  @Test
  void randomizedDrawsFollowTheSeed() {
    Distribution distribution = DistributionSpec.parse("uniform(1..1B)").create();
    distribution.randomize(9);
    long first = distribution.next();
    distribution.setSeed(9);
    assertThat(distribution.next()).isEqualTo(first);
  }
}
