package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExponentialBucketsTest {

  /// 2^-9 s is the smallest power of two that is a whole number of nanoseconds.
  @ParameterizedTest
  @CsvSource({
    "1000000000, 0",
    "2000000000, 1",
    "4000000000, 2",
    "64000000000, 6",
    "500000000, -1",
    "250000000, -2",
    "1953125, -9"
  })
  void powerOfTwoIsTheUpperBoundOfItsBucket(long nanos, int power) {
    for (int scale = 3; scale <= 8; scale++) {
      assertThat(ExponentialBuckets.index(nanos, scale)).isEqualTo(power << scale);
      assertThat(ExponentialBuckets.index(nanos + 1, scale)).isEqualTo((power << scale) + 1);
      assertThat(ExponentialBuckets.index(nanos - 1, scale)).isEqualTo(power << scale);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 8})
  void indexMatchesTheFormula(int scale) {
    SplittableRandom random = new SplittableRandom(scale);
    double base = Math.pow(2, Math.pow(2, -scale));
    for (int i = 0; i < 20_000; i++) {
      long nanos = random.nextLong(1, 1L << random.nextInt(1, 47));
      int index = ExponentialBuckets.index(nanos, scale);
      double seconds = nanos / 1e9;
      assertThat(seconds)
          .isGreaterThan(Math.pow(base, index - 1) * (1 - 1e-12))
          .isLessThanOrEqualTo(Math.pow(base, index) * (1 + 1e-12));
    }
  }

  @Test
  void zerosAreCountedSeparately() {
    ExponentialBuckets buckets =
        ExponentialBuckets.of(Recorded.slots(0, 0, 0, 1_000, 1_000, 1_953_125));

    assertThat(buckets.zeros()).isEqualTo(3);
    assertThat(buckets.scale()).isEqualTo(4);
    // A microsecond is a slot of its own; 1953125 is in the slot up to 1953791, above 2^-9 s.
    assertThat(buckets.firstIndex()).isEqualTo(ExponentialBuckets.index(1_000, 4));
    assertThat(buckets.count(0)).isEqualTo(2);
    assertThat(buckets.count(buckets.size() - 1)).isOne();
    assertThat(buckets.firstIndex() + buckets.size() - 1).isEqualTo((-9 << 4) + 1);
  }

  @Test
  void emptyHistogramHasNoBuckets() {
    assertThat(ExponentialBuckets.of(SparseHistogram.EMPTY).size()).isZero();
    assertThat(ExponentialBuckets.of(Recorded.slots(0, 0)).size()).isZero();
    assertThat(ExponentialBuckets.of(Recorded.slots(0, 0)).zeros()).isEqualTo(2);
  }

  /// 320 buckets of scale 5 are 10 octaves.
  @ParameterizedTest
  @CsvSource({
    "1000000, 1000000000, 5",
    "1000000, 2000000000, 4",
    "1000, 1000000000, 4",
    "1, 140000000000000, 3"
  })
  void widerRangeUsesACoarserScale(long least, long most, int scale) {
    ExponentialBuckets buckets = ExponentialBuckets.of(Recorded.slots(least, most));

    assertThat(buckets.scale()).isEqualTo(scale);
    assertThat(buckets.count(0)).isOne();
    assertThat(buckets.count(buckets.size() - 1)).isOne();
  }
}
