package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Layout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Compares with the layout, which computes slots in another way.
final class DurationHistogramTest {

  private static void assertSlot(long nanos) {
    DurationHistogram counts = new DurationHistogram();
    counts.add(nanos);
    int slot = Layout.THREE_DIGITS.slotOf(nanos);
    assertThat(counts.highestAt(1))
        .as("%d", nanos)
        .isEqualTo((long) Layout.THREE_DIGITS.highest(slot));
  }

  @Test
  void valuesShareTheSlotsOfTheLayout() {
    Random random = new Random(1);
    for (int bits = 0; bits < 62; bits++) {
      long power = 1L << bits;
      assertSlot(power - 1);
      assertSlot(power);
      assertSlot(power + 1);
      for (int i = 0; i < 20; i++) {
        assertSlot(power + (random.nextLong() & (power - 1)));
      }
    }
  }

  @Test
  void negativeValuesCountAsZero() {
    DurationHistogram counts = new DurationHistogram();
    counts.add(-5);
    counts.add(7);
    assertThat(counts.highestAt(1)).isZero();
    assertThat(counts.highestAt(2)).isEqualTo(7);
    assertThat(counts.highestAt(3)).isZero();
  }

  @Test
  void subtractedValuesAreGone() {
    DurationHistogram counts = new DurationHistogram();
    counts.add(1_000_000, 3);
    counts.add(1_000_000, -3);
    counts.add(5, 2);
    LatencyHistogram histogram = new LatencyHistogram();
    counts.addTo(histogram);
    assertThat(counts.total()).isEqualTo(2);
    assertThat(histogram.totalCount()).isEqualTo(2);
    assertThat(histogram.max()).isEqualTo(5);
  }
}
