package dev.takt.record.hiccup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.histogram.Spectrum;
import org.junit.jupiter.api.Test;

class HiccupCountsTest {

  private static final HiccupSettings SPINS = new HiccupSettings(0, 1, false);

  /// The length of a sleep varies by more than this step; the length of a spin does not.
  @Test
  void resolutionIsNanosWhenSpinningAndMicrosWhenSleeping() {
    assertThat(longest(SPINS, 57)).isEqualTo(57);
    assertThat(longest(HiccupSettings.DEFAULT, 57_357)).isEqualTo(57 * 1024 - 1);
  }

  private static double longest(HiccupSettings settings, long nanos) {
    HiccupCounts counts = new HiccupCounts(settings);
    counts.add(nanos);
    return Spectrum.of(counts.raw()).max();
  }

  /// A JVM under test holds four such arrays.
  @Test
  void takesNoMoreThanItsLongestHiccupNeeds() {
    HiccupCounts counts = new HiccupCounts(HiccupSettings.LOW_OVERHEAD);
    counts.add(1_000_000);
    assertThat(counts.raw().length()).isEqualTo(1024);
    counts.add(2_000_000);
    assertThat(counts.raw().length()).isEqualTo(2048);
    counts.add(8_000_000);
    assertThat(counts.raw().length()).isEqualTo(4096);
    counts.add(9_000_000);
    assertThat(counts.raw().length()).isEqualTo(5120);
    assertThat(counts.corrected().length()).isEqualTo(5120);
  }

  /// For a JVM that was stopped over a weekend: all histograms of a log have the same range.
  @Test
  void whatIsLongerThanALogCanHoldCountsAsItsLongest() {
    assertThat(longest(HiccupSettings.DEFAULT, 60L * 3600 * 1_000_000_000))
        .isEqualTo((1L << 47) - 1);
  }
}
