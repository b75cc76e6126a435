package dev.takt.record.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Spectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HiccupMeterTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  /// The lowest value that a sleeping meter distinguishes from 0.
  private static final long MICRO_STEP = 1024;

  /// A clock that advances only while the meter sleeps, as scripted.
  private static final class Night {
    private long now = 5_000_000_000L;
    private final List<Long> asked = new ArrayList<>();
    private final long[] sleeps;
    private int next;

    Night(long... sleeps) {
      this.sleeps = sleeps;
    }

    /// The meter's results for the script.
    HiccupMeter measured(HiccupSettings settings) {
      HiccupMeter[] meter = new HiccupMeter[1];
      meter[0] =
          new HiccupMeter(
              settings,
              "raw",
              "corrected",
              () -> now,
              nanos -> {
                asked.add(nanos);
                if (next == sleeps.length) {
                  meter[0].close();
                } else {
                  now += sleeps[next++];
                }
              });
      meter[0].run();
      return meter[0];
    }
  }

  private record Collected(Counts raw, Counts corrected) {
    static Collected nothing(HiccupSettings settings) {
      return new Collected(new Counts(settings.layout()), new Counts(settings.layout()));
    }

    void add(HiccupMeter meter) {
      meter.collect((tag, counts) -> (tag.equals("raw") ? raw : corrected).add(counts));
    }
  }

  private static Collected collected(HiccupMeter meter) {
    Collected all = Collected.nothing(meter.settings());
    all.add(meter);
    return all;
  }

  private static long countAtOrBelow(Counts counts, long nanos) {
    return Spectrum.of(counts)
        .countAtOrBelow(counts.layout().highest(counts.layout().slotOf(nanos)));
  }

  private static List<String> drained(HiccupMeter meter) {
    List<String> all = new ArrayList<>();
    meter.drain((begin, end) -> all.add(begin + ".." + end));
    return all;
  }

  @Test
  void aHiccupIsWhatExceedsTheShortestSleep() {
    long usual = MILLI + 60 * MICRO;
    HiccupMeter meter =
        new Night(usual, usual, usual + 5 * MILLI, usual).measured(HiccupSettings.DEFAULT);

    Collected all = collected(meter);

    assertThat(all.raw.total()).isEqualTo(4);
    assertThat(countAtOrBelow(all.raw, 0)).isEqualTo(3);
    assertThat(all.raw.max()).isBetween(5.0 * MILLI, 5.0 * MILLI + 5 * MICRO);
    // 5 ms stand for the missed samples of 4, 3, 2 and 1 ms.
    assertThat(all.corrected.total()).isEqualTo(8);
    for (long millis = 1; millis <= 5; millis++) {
      long upTo = countAtOrBelow(all.corrected, millis * MILLI);
      assertThat(upTo).as(millis + " ms").isEqualTo(3 + millis);
    }
  }

  @Test
  void theIntervalOfAHiccupEndsWhenTheThreadWoke() {
    HiccupMeter meter =
        new Night(MILLI, MILLI + 7 * MILLI, MILLI + MILLI - 1, 2 * MILLI)
            .measured(HiccupSettings.DEFAULT);

    // From the expected wake-up, 1 ms after the meter fell asleep. The third is under the
    // threshold.
    assertThat(drained(meter)).containsExactly("5002000000..5009000000", "5011999999..5012999999");
    assertThat(drained(meter)).isEmpty();
    assertThat(meter.lost()).isZero();
  }

  @Test
  void whoIsWokenTooEarlySleepsOn() {
    Night night = new Night(300 * MICRO, 700 * MICRO, 400 * MICRO, 1_600 * MICRO);
    HiccupMeter meter = night.measured(HiccupSettings.DEFAULT);

    assertThat(collected(meter).raw.total()).isEqualTo(2);
    assertThat(drained(meter)).containsExactly("5002000000..5003000000");
    assertThat(night.asked).containsExactly(MILLI, 700 * MICRO, MILLI, 600 * MICRO, MILLI);
  }

  @Test
  void theSleepThatIsCutShortByTheEndIsNoSample() {
    Night night = new Night(MILLI, 200 * MICRO);

    assertThat(collected(night.measured(HiccupSettings.DEFAULT)).raw.total()).isEqualTo(1);
  }

  @Test
  void correctsAsHdrHistogramDoes() {
    long[] sleeps = new long[300];
    long random = 42;
    for (int i = 0; i < sleeps.length; i++) {
      random = random * 6364136223846793005L + 1442695040888963407L;
      sleeps[i] = MILLI + (random >>> 33) % (1L << (4 + i % 29));
    }
    sleeps[0] = MILLI;
    Collected all = collected(new Night(sleeps).measured(HiccupSettings.DEFAULT));
    Histogram oracle = new Histogram(MICRO_STEP, Long.MAX_VALUE / 4, 3);
    Histogram rawOracle = new Histogram(MICRO_STEP, Long.MAX_VALUE / 4, 3);
    for (long each : sleeps) {
      oracle.recordValueWithExpectedInterval(each - MILLI, MILLI);
      rawOracle.recordValue(each - MILLI);
    }

    assertSame(all.corrected, oracle);
    assertSame(all.raw, rawOracle);
  }

  private static void assertSame(Counts ours, Histogram theirs) {
    assertThat(ours.total()).isEqualTo(theirs.getTotalCount());
    long seen = 0;
    for (var each : theirs.recordedValues()) {
      seen += each.getCountAddedInThisIterationStep();
      assertThat(countAtOrBelow(ours, each.getValueIteratedTo())).isEqualTo(seen);
    }
  }

  @Test
  void aNightOfADayIsCorrectedInNoTime() {
    long day = 24 * 3600 * 1000 * MILLI;
    Collected all = collected(new Night(MILLI, MILLI + day).measured(HiccupSettings.DEFAULT));

    assertThat(all.corrected.total()).isEqualTo(1 + day / MILLI);
  }

  @Test
  void spinningCorrectsNothing() {
    HiccupMeter meter = new HiccupMeter(new HiccupSettings(0, MILLI, true), "raw", "corrected");
    meter.start();
    Collected all = Collected.nothing(meter.settings());
    while (all.raw.total() == 0) {
      all.add(meter);
    }
    meter.close();
    all.add(meter);

    assertThat(all.corrected.total()).isEqualTo(all.raw.total());
    assertThat(meter.failure()).isNull();
  }

  @Test
  void unreadHiccupsAreCountedAsLost() {
    long[] sleeps = new long[20_000];
    Arrays.fill(sleeps, 3 * MILLI);
    sleeps[0] = MILLI;
    HiccupMeter meter = new Night(sleeps).measured(HiccupSettings.DEFAULT);

    assertThat(drained(meter).size() + meter.lost()).isEqualTo(19_999);
    assertThat(meter.lost()).isPositive();
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new HiccupSettings(-1, 1, false));
    assertThatIllegalArgumentException().isThrownBy(() -> new HiccupSettings(1, 0, false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HiccupSettings(61_000 * MILLI, 1, false));
  }
}
