package dev.takt.load.engine.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import org.junit.jupiter.api.Test;

class StartEffectTest {

  private static final long MILLI = 1_000_000;

  /// Of 20,000 operations, 1,000 of them in the first second, 200 take 50 ms.
  private static boolean isClear(int slowAtTheBeginning) {
    return isClear(1_000, 19_000, slowAtTheBeginning, 200 - slowAtTheBeginning);
  }

  private static boolean isClear(int first, int later, int slowFirst, int slowLater) {
    LatencyHistogram beginning = new LatencyHistogram();
    beginning.record(MILLI, first - slowFirst);
    beginning.record(50 * MILLI, slowFirst);
    LatencyHistogram all = new LatencyHistogram();
    all.add(beginning);
    all.record(MILLI, later - slowLater);
    all.record(50 * MILLI, slowLater);
    return StartEffect.isClear(beginning, all);
  }

  @Test
  void halfOfTheSlowOperationsAtTheBeginningAreAnEffect() {
    assertThat(isClear(200)).isTrue();
    assertThat(isClear(100)).isTrue();
    assertThat(isClear(99)).isFalse();
    assertThat(isClear(0)).isFalse();
  }

  /// More of them than 1 % take the same time: none of the slowest 1 % is slower than the others.
  @Test
  void equallySlowOperationsAreAllSlow() {
    assertThat(isClear(1_000, 19_000, 201, 0)).isTrue();
    assertThat(isClear(1_000, 19_000, 1_000, 0)).isTrue();
    assertThat(isClear(1_000, 19_000, 300, 300)).isTrue();
    assertThat(isClear(1_000, 19_000, 300, 301)).isFalse();
    assertThat(isClear(1_000, 19_000, 1_000, 19_000)).isFalse();
  }

  @Test
  void shortRunOrFewSlowOperationsShowNothing() {
    assertThat(isClear(1_000, 4_000, 50, 0)).isTrue();
    assertThat(isClear(1_000, 3_999, 49, 0)).isFalse();
    assertThat(isClear(100, 900, 10, 0)).isTrue();
    assertThat(isClear(90, 810, 9, 0)).isFalse();
    assertThat(StartEffect.isClear(new LatencyHistogram(), new LatencyHistogram())).isFalse();
  }
}
