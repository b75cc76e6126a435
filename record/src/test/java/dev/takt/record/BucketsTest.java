package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BucketsTest {

  private static final Histogram THEIRS = new Histogram(1, Buckets.HIGHEST_VALUE, 3);

  private static void assertSame(long value) {
    int index = Buckets.indexOf(value);
    assertThat(Buckets.lowestValueOf(index)).isEqualTo(THEIRS.lowestEquivalentValue(value));
    assertThat(Buckets.highestValueOf(index)).isEqualTo(THEIRS.highestEquivalentValue(value));
    assertThat(Buckets.medianValueOf(index)).isEqualTo(THEIRS.medianEquivalentValue(value));
  }

  @Test
  void randomValuesHaveHdrHistogramsBuckets() {
    Random random = new Random(5);
    for (int i = 0; i < 500_000; i++) {
      assertSame(random.nextLong() >>> (17 + random.nextInt(47)));
    }
  }

  @Test
  void theBoundariesOfAllBucketsAreHdrHistograms() {
    for (int i = 0; i < Buckets.COUNT; i++) {
      long lowest = Buckets.lowestValueOf(i);
      assertThat(Buckets.indexOf(lowest)).isEqualTo(i);
      assertThat(Buckets.indexOf(Buckets.highestValueOf(i))).isEqualTo(i);
      assertSame(lowest);
      if (i > 0) {
        assertThat(lowest).isEqualTo(Buckets.highestValueOf(i - 1) + 1);
      }
    }
    assertThat(Buckets.highestValueOf(Buckets.COUNT - 1)).isEqualTo(Buckets.HIGHEST_VALUE);
  }

  @Test
  void eachBucketIsAtMostAThousandthOfItsValuesWide() {
    for (int i = 2048; i < Buckets.COUNT; i++) {
      long width = Buckets.highestValueOf(i) - Buckets.lowestValueOf(i) + 1;
      assertThat(width * 1000).isLessThanOrEqualTo(Buckets.lowestValueOf(i));
    }
  }

  @Test
  void valuesOutOfRangeGoToTheEnds() {
    assertThat(Buckets.indexOf(-1)).isZero();
    assertThat(Buckets.indexOf(Long.MIN_VALUE)).isZero();
    assertThat(Buckets.indexOf(Buckets.HIGHEST_VALUE + 1)).isEqualTo(Buckets.COUNT - 1);
    assertThat(Buckets.indexOf(Long.MAX_VALUE)).isEqualTo(Buckets.COUNT - 1);
  }
}
