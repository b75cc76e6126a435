package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

  private static final double[] PERCENTILES = {
    0, 1e-9, 0.001, 1, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 99.999, 99.9999, 99.99999, 100
  };

  private static Histogram hdrHistogram() {
    return new Histogram(1, Buckets.HIGHEST_VALUE, Buckets.SIGNIFICANT_DIGITS);
  }

  private static void assertSame(LatencyHistogram ours, Histogram theirs) {
    assertThat(ours.totalCount()).isEqualTo(theirs.getTotalCount());
    assertThat(ours.min()).isEqualTo(theirs.getMinValue());
    assertThat(ours.max()).isEqualTo(theirs.getMaxValue());
    assertThat(ours.mean()).isEqualTo(theirs.getMean());
    for (double p : PERCENTILES) {
      assertThat(ours.valueAtPercentile(p)).as("p%s", p).isEqualTo(theirs.getValueAtPercentile(p));
    }
  }

  @Test
  void agreesWithHdrHistogramOverValuesOfAllMagnitudes() {
    Random random = new Random(20_260_101);
    LatencyHistogram ours = new LatencyHistogram();
    Histogram theirs = hdrHistogram();
    for (int i = 0; i < 2_000_000; i++) {
      long value = random.nextLong() >>> (17 + random.nextInt(47));
      ours.record(value);
      theirs.recordValue(value);
    }
    assertSame(ours, theirs);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >>> (17 + random.nextInt(47));
      assertThat(ours.countAtOrBelow(value)).isEqualTo(theirs.getCountBetweenValues(0, value));
      assertThat(ours.countFrom(value))
          .isEqualTo(theirs.getCountBetweenValues(value, Long.MAX_VALUE));
    }
  }

  @Test
  void agreesWithHdrHistogramOnEveryPercentileOfFewValues() {
    for (int size = 1; size <= 200; size++) {
      LatencyHistogram ours = new LatencyHistogram();
      Histogram theirs = hdrHistogram();
      for (int i = 1; i <= size; i++) {
        ours.record(i * 1000L);
        theirs.recordValue(i * 1000L);
      }
      assertSame(ours, theirs);
    }
  }

  @Test
  void percentilesHaveTheirTextbookRanks() {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 1; i <= 1000; i++) {
      histogram.record(i);
    }
    assertThat(histogram.valueAtPercentile(50)).isEqualTo(500);
    assertThat(histogram.valueAtPercentile(99.9)).isEqualTo(999);
    assertThat(histogram.valueAtPercentile(99.91)).isEqualTo(1000);
    assertThat(histogram.valueAtPercentile(100)).isEqualTo(1000);
    assertThat(histogram.valueAtPercentile(0)).isEqualTo(1);
    assertThat(histogram.valueAtPercentile(-5)).isEqualTo(1);
    assertThat(histogram.valueAtPercentile(500)).isEqualTo(1000);
    assertThat(histogram.mean()).isEqualTo(500.5);
  }

  @Test
  void anEmptyHistogramIsAllZero() {
    LatencyHistogram histogram = new LatencyHistogram();
    assertThat(histogram.isEmpty()).isTrue();
    assertSame(histogram, hdrHistogram());
  }

  @Test
  void valuesOutOfRangeAreCountedAtItsEnds() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(-1);
    histogram.record(Long.MIN_VALUE);
    histogram.record(Long.MAX_VALUE, 3);
    assertThat(histogram.totalCount()).isEqualTo(5);
    assertThat(histogram.min()).isZero();
    assertThat(histogram.max()).isEqualTo(Buckets.HIGHEST_VALUE);
    assertThat(histogram.countAtOrBelow(0)).isEqualTo(2);
  }

  @Test
  void histogramsAddUpAndCanBeReused() {
    Random random = new Random(7);
    LatencyHistogram sum = new LatencyHistogram();
    Histogram theirs = hdrHistogram();
    LatencyHistogram part = new LatencyHistogram();
    for (int k = 0; k < 20; k++) {
      part.reset();
      for (int i = 0; i < k * 100; i++) {
        long value = random.nextLong() >>> (17 + random.nextInt(47));
        part.record(value, k);
        theirs.recordValueWithCount(value, k);
      }
      sum.add(part);
    }
    assertSame(sum, theirs);
    sum.reset();
    assertSame(sum, hdrHistogram());
  }
}
