package dev.takt.record.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DoubleBufferedCountsTest {

  private static final HiccupSettings SLEEPS = HiccupSettings.LOW_OVERHEAD;
  private static final int RACES = 20;
  private static final int TIMES = 20;

  /// Longer than any hiccup, with slots for the counts to grow.
  private static final long LONGEST = 1L << 46;

  @Test
  void eachIntervalHasWhatCameSinceTheLastOne() {
    DoubleBufferedCounts counts = new DoubleBufferedCounts(SLEEPS);
    assertThat(taken(counts)).isEqualTo("0 0");
    counts.add(3);
    counts.add(16_000_000);
    assertThat(taken(counts)).isEqualTo("2 3");
    assertThat(taken(counts)).isEqualTo("0 0");
    counts.add(3);
    assertThat(taken(counts)).isEqualTo("1 1");
  }

  private static String taken(DoubleBufferedCounts counts) {
    HiccupCounts taken = counts.take();
    String totals = taken.raw().total() + " " + taken.corrected().total();
    taken.clear();
    return totals;
  }

  @Test
  void whatCannotBeCountedTakesNothingWithIt() {
    DoubleBufferedCounts counts = new DoubleBufferedCounts(SLEEPS);
    counts.add(3);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> counts.add(-1));
    counts.add(5);
    assertThat(taken(counts)).isEqualTo("2 2");
  }

  /// Each value is twice the one before, so that the counts keep growing while they are taken.
  @Test
  void nothingIsLostOrCountedTwiceWhileItIsTaken() throws InterruptedException {
    Counts raw = new Counts(SLEEPS.layout());
    Counts corrected = new Counts(SLEEPS.layout());
    for (long value = 1; value <= LONGEST; value *= 2) {
      for (int i = 0; i < TIMES; i++) {
        raw.add(raw.layout().slotOf(value), 1);
        Correction.addCorrected(corrected, value, SLEEPS.resolutionNanos());
      }
    }
    int intervalsWithSome = 0;
    for (int race = 0; race < RACES; race++) {
      DoubleBufferedCounts counts = new DoubleBufferedCounts(SLEEPS);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread writer = new Thread(() -> addDoubling(counts));
      writer.setUncaughtExceptionHandler((ended, e) -> failure.set(e));
      writer.start();
      Counts takenRaw = new Counts(SLEEPS.layout());
      Counts takenCorrected = new Counts(SLEEPS.layout());
      boolean isLast;
      do {
        isLast = !writer.isAlive();
        HiccupCounts taken = counts.take();
        intervalsWithSome += taken.raw().total() > 0 ? 1 : 0;
        takenRaw.add(taken.raw());
        takenCorrected.add(taken.corrected());
        taken.clear();
      } while (!isLast);

      assertThat(failure).hasNullValue();
      assertSame(takenRaw, raw);
      assertSame(takenCorrected, corrected);
    }
    assertThat(intervalsWithSome).as("takes while it was counted").isGreaterThan(RACES);
  }

  private static void assertSame(Counts taken, Counts expected) {
    assertThat(taken.total()).isEqualTo(expected.total());
    int slot = expected.nextUsed(0);
    while (slot < expected.length()) {
      assertThat(taken.at(slot)).isEqualTo(expected.at(slot));
      slot = expected.nextUsed(slot + 1);
    }
  }

  private static void addDoubling(DoubleBufferedCounts counts) {
    for (long value = 1; value <= LONGEST; value *= 2) {
      for (int i = 0; i < TIMES; i++) {
        counts.add(value);
      }
    }
  }
}
