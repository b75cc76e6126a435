package dev.takt.record.hiccup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.histogram.Counts;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CountsInTurnTest {

  private static final HiccupSettings SLEEPS = HiccupSettings.SPARING;
  private static final HiccupSettings SPINS = new HiccupSettings(0, 1, false);
  private static final int RACES = 100;
  private static final int TIMES = 500;

  /// A day in nanoseconds, about: more than any hiccup, and slots to grow for.
  private static final long LONGEST = 1L << 46;

  @Test
  void eachIntervalHasWhatCameSinceTheLastOne() {
    CountsInTurn counts = new CountsInTurn(SLEEPS);
    assertThat(taken(counts)).isEqualTo("0 0");
    counts.add(3);
    counts.add(16_000_000);
    assertThat(taken(counts)).isEqualTo("2 3");
    assertThat(taken(counts)).isEqualTo("0 0");
    counts.add(3);
    assertThat(taken(counts)).isEqualTo("1 1");
  }

  private static String taken(CountsInTurn counts) {
    HiccupCounts taken = counts.take();
    String totals = taken.raw().total() + " " + taken.corrected().total();
    taken.clear();
    return totals;
  }

  /// Each value is twice the one before, so that the counts grow all the time while they are taken.
  @Test
  void nothingIsLostOrCountedTwiceWhileItIsTaken() throws InterruptedException {
    Counts expected = new Counts(SPINS.layout());
    for (long value = 1; value <= LONGEST; value *= 2) {
      expected.add(expected.layout().slotOf(value), TIMES);
    }
    for (int race = 0; race < RACES; race++) {
      CountsInTurn counts = new CountsInTurn(SPINS);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread writer = new Thread(() -> addDoubling(counts));
      writer.setUncaughtExceptionHandler((ended, e) -> failure.set(e));
      writer.start();
      Counts collected = new Counts(SPINS.layout());
      int intervals = 0;
      boolean isLast;
      do {
        isLast = !writer.isAlive();
        HiccupCounts taken = counts.take();
        collected.add(taken.raw());
        taken.clear();
        intervals++;
      } while (!isLast);

      assertThat(failure).hasNullValue();
      assertThat(intervals).isGreaterThan(1);
      assertThat(collected.total()).isEqualTo(expected.total());
      for (int slot = 0; slot < expected.length(); slot++) {
        assertThat(collected.at(slot)).isEqualTo(expected.at(slot));
      }
    }
  }

  private static void addDoubling(CountsInTurn counts) {
    for (long value = 1; value <= LONGEST; value *= 2) {
      for (int i = 0; i < TIMES; i++) {
        counts.add(value);
      }
    }
  }
}
