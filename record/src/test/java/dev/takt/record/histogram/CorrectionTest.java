package dev.takt.record.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.takt.record.Seeded;
import java.time.Duration;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CorrectionTest {

  @Test
  void isHdrHistogramsCountByCount() {
    Seeded.repeat(
        150,
        random -> {
          int bits = 1 + random.nextInt(40);
          // HdrHistogram goes value by value: at most 2^16 of them.
          long interval = (1L << Math.max(0, bits - 16)) + Seeded.logUniform(random, bits);
          Histogram histogram = histogram(random, bits);
          Counts counts = counts(histogram);

          Counts corrected = Correction.corrected(counts, interval);

          assertSame(corrected, histogram.copyCorrectedForCoordinatedOmission(interval));
          assertSame(counts, histogram);
        });
  }

  private static Histogram histogram(Random random, int bits) {
    int digits = random.nextInt(4);
    Histogram histogram =
        new Histogram(random.nextBoolean() ? 1 : 1 + random.nextLong(1000), 1L << 40, digits);
    int values = random.nextInt(12);
    for (int i = 0; i < values; i++) {
      histogram.recordValueWithCount(
          Seeded.logUniform(random, bits), 1 + Seeded.logUniform(random, 20));
    }
    return histogram;
  }

  private static Counts counts(Histogram histogram) {
    Counts counts =
        new Counts(
            Layout.ofIntegers(
                histogram.getLowestDiscernibleValue(),
                histogram.getNumberOfSignificantValueDigits()));
    histogram
        .recordedValues()
        .forEach(each ->
            counts.add(
                counts.layout().slotOf(each.getValueIteratedTo()),
                each.getCountAtValueIteratedTo()));
    return counts;
  }

  private static void assertSame(Counts counts, Histogram histogram) {
    assertThat(counts.total()).isEqualTo(histogram.getTotalCount());
    for (int slot = 0; slot < counts.length(); slot++) {
      long value = counts.layout().lowestInteger(slot);
      long expected = value > histogram.getMaxValue() ? 0 : histogram.getCountAtValue(value);
      if (counts.at(slot) != expected) {
        assertThat(counts.at(slot)).as("slot of %d", value).isEqualTo(expected);
      }
    }
  }

  @Test
  void takesAsLongAsThereAreSlotsNotValues() {
    Counts counts = new Counts(Layout.THREE_DIGITS);
    int slot = Layout.THREE_DIGITS.slotOf(1L << 61);
    counts.add(slot, 1);

    Counts corrected =
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Correction.corrected(counts, 1));

    assertThat(corrected.total()).isEqualTo(Layout.THREE_DIGITS.highestInteger(slot));
    for (int i = 1; i < slot; i++) {
      assertThat(corrected.at(i)).isEqualTo(Layout.THREE_DIGITS.width(i));
    }
  }

  @Test
  @Timeout(10)
  void tooManyValuesAreAnError() {
    Counts counts = new Counts(Layout.THREE_DIGITS);
    counts.add(Layout.THREE_DIGITS.slotOf(1L << 61), 5);
    assertThatThrownBy(() -> Correction.corrected(counts, 1))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void theIntervalMustBePositiveAndTheValuesIntegers() {
    assertThatThrownBy(() -> Correction.corrected(new Counts(Layout.THREE_DIGITS), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not positive");
    assertThatThrownBy(() -> Correction.corrected(new Counts(new Layout(3, 0, true)), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("doubles");
  }
}
