package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SparseHistogramTest {

  private static final long[] VALUES =
      LongStream.iterate(1, n -> n < 60_000_000_000L, n -> n * 9 / 8 + 1).toArray();

  @Test
  void countsAndSumMatchHdrHistogram() {
    Histogram oracle = new Histogram(1, (1L << 47) - 1, 3);
    LongStream.of(VALUES).forEach(oracle::recordValue);
    SparseHistogram slots = Recorded.slots(VALUES);

    assertThat(slots.count()).isEqualTo(VALUES.length);
    assertThat(slots.sumNanos() / slots.count()).isCloseTo(oracle.getMean(), within(1e-3));
    assertThat(slots.end(slots.size() - 1)).isEqualTo(oracle.getMaxValue());
  }

  /// Slots are at most a thousandth of their values wide.
  @Test
  void sumIsWithinAThousandth() {
    double exact = LongStream.of(VALUES).sum();

    assertThat(Recorded.slots(VALUES).sumNanos()).isCloseTo(exact, within(exact / 1000));
  }

  /// 100000 shares its slot, of 64 ns, with 99968 to 100031.
  @Test
  void slotThatStraddlesABoundIsAboveIt() {
    long[] within = ClassicBuckets.cumulative(Recorded.slots(99_967, 100_000, 249_000));

    assertThat(ClassicBuckets.bounds()).startsWith(0.0001, 0.00025).endsWith(30, 60);
    assertThat(within).startsWith(1, 3, 3).endsWith(3);
  }

  @Test
  void valuesBeyondTheLastBoundAreInNoBucket() {
    assertThat(ClassicBuckets.cumulative(Recorded.slots(1, 61_000_000_000L))).endsWith(1, 1);
  }

  @Test
  void differenceContainsOnlyNewValues() {
    SparseHistogram earlier = Recorded.slots(5, 5, 1_000_000);
    SparseHistogram later = Recorded.slots(5, 5, 5, 7, 1_000_000, 2_000_000_000);
    SparseHistogram fresh = later.minus(earlier);

    assertThat(fresh.count()).isEqualTo(3);
    assertThat(fresh.size()).isEqualTo(3);
    assertThat(fresh.end(0)).isEqualTo(5);
    assertThat(fresh.end(1)).isEqualTo(7);
    assertThat(later.minus(later).size()).isZero();
    assertThat(later.minus(SparseHistogram.EMPTY).count()).isEqualTo(6);
  }

  @Test
  void differenceIgnoresValuesThatAreGone() {
    SparseHistogram later = Recorded.slots(5, 7, 7, 2_000_000_000);

    assertThat(later.minus(Recorded.slots(1, 5, 6, 7, 1_000_000)).count()).isEqualTo(2);
    assertThat(later.minus(Recorded.slots(7, 30_000_000_000L)).count()).isEqualTo(3);
    assertThat(SparseHistogram.EMPTY.minus(later).count()).isZero();
  }
}
