package dev.takt.record.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.record.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// [Layout], [Counts] and [Spectrum] against HdrHistogram.
class SpectrumTest {

  private static final double[] PERCENTILES = {
    0, 1e-9, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100
  };

  private record Both(Layout layout, Counts ours, Histogram theirs) {}

  private static Both random(Random random) {
    int digits = random.nextInt(6);
    long lowest = 1 + Seeded.logUniform(random, 20);
    Layout layout = Layout.ofIntegers(lowest, digits);
    Counts ours = new Counts(layout);
    Histogram theirs = new Histogram(lowest, 1L << 62, digits);
    int values = random.nextInt(300);
    for (int i = 0; i < values; i++) {
      long value = Seeded.logUniform(random, 62);
      long count = 1 + Seeded.logUniform(random, 20);
      ours.add(layout.slotOf(value), count);
      theirs.recordValueWithCount(value, count);
    }
    return new Both(layout, ours, theirs);
  }

  @Test
  void slotsAreHdrHistograms() {
    Seeded.repeat(
        15,
        random -> {
          Both both = random(random);
          Layout layout = both.layout;
          for (int i = 0; i < 2_000; i++) {
            long value = Seeded.logUniform(random, 62);
            int slot = layout.slotOf(value);
            assertThat(layout.lowestInteger(slot))
                .isEqualTo(both.theirs.lowestEquivalentValue(value));
            assertThat(layout.highestInteger(slot))
                .isEqualTo(both.theirs.highestEquivalentValue(value));
            assertThat(layout.middle(slot))
                .isEqualTo((double) both.theirs.medianEquivalentValue(value));
            assertThat(slot).isLessThan(layout.slots());
            int half = 1 << layout.halfBits();
            assertThat(layout.bucketsFor(value)).isEqualTo(Math.max(1, slot / half));
          }
        });
  }

  @Test
  void allNumbersAreHdrHistograms() {
    Seeded.repeat(
        25,
        random -> {
          Both both = random(random);
          Spectrum ours = Spectrum.of(both.ours);
          Histogram theirs = both.theirs;
          assertThat(ours.total()).isEqualTo(theirs.getTotalCount());
          assertThat(ours.max()).isEqualTo((double) theirs.getMaxValue());
          assertThat(ours.min()).isEqualTo((double) theirs.getMinValue());
          assertThat(ours.mean()).isEqualTo(theirs.getMean());
          assertThat(ours.standardDeviation())
              .isCloseTo(theirs.getStdDeviation(), within(1e-9 * theirs.getStdDeviation()));
          for (double percentile : PERCENTILES) {
            assertThat(ours.valueAtPercentile(percentile))
                .as("%s %%", percentile)
                .isEqualTo((double) theirs.getValueAtPercentile(percentile));
          }
          for (int i = 0; i < 200; i++) {
            double percentile = 100 * random.nextDouble();
            assertThat(ours.valueAtPercentile(percentile))
                .as("%s %%", percentile)
                .isEqualTo((double) theirs.getValueAtPercentile(percentile));
          }
        });
  }

  @Test
  void histogramsOfSeveralLayoutsAreOneSortedList() {
    Seeded.repeat(
        50,
        random -> {
          List<Counts> parts = new ArrayList<>();
          List<Double> sorted = new ArrayList<>();
          for (int digits = 1; digits <= 4; digits++) {
            Layout layout = Layout.ofIntegers(1 + Seeded.logUniform(random, 10), digits);
            Counts counts = new Counts(layout);
            int values = random.nextInt(40);
            for (int i = 0; i < values; i++) {
              int slot = layout.slotOf(Seeded.logUniform(random, 40));
              counts.add(slot, 1);
              sorted.add(layout.highest(slot));
            }
            parts.add(counts);
          }
          Collections.sort(sorted);
          Spectrum spectrum = Spectrum.of(parts);
          assertThat(spectrum.total()).isEqualTo(sorted.size());
          for (int rank = 1; rank <= sorted.size(); rank++) {
            double percentile = 100.0 * rank / sorted.size();
            assertThat(spectrum.valueAtPercentile(percentile)).isEqualTo(sorted.get(rank - 1));
          }
        });
  }

  @Test
  void nothingCountedIsZeroEverywhere() {
    assertThat(Spectrum.EMPTY.isEmpty()).isTrue();
    assertThat(Spectrum.EMPTY.valueAtPercentile(50)).isZero();
    assertThat(Spectrum.EMPTY.max()).isZero();
    assertThat(Spectrum.EMPTY.min()).isZero();
    assertThat(Spectrum.EMPTY.mean()).isZero();
    assertThat(Spectrum.EMPTY.standardDeviation()).isZero();
  }
}
