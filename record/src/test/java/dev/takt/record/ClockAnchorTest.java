package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockAnchorTest {

  @Test
  void momentsBeforeAndAfterAreAsFarApartOnBothClocks() {
    ClockAnchor anchor = new ClockAnchor(-1_000, 5_000_000_000L, 0);
    assertThat(anchor.epochNanosAt(-1_000)).isEqualTo(5_000_000_000L);
    assertThat(anchor.epochNanosAt(999)).isEqualTo(5_000_001_999L);
    assertThat(anchor.instantAt(-6_000_001_000L)).isEqualTo(Instant.ofEpochSecond(-1));
    assertThat(anchor.instantAt(0)).isEqualTo(Instant.ofEpochSecond(5, 1_000));
  }

  @Test
  void theClockMayWrapAround() {
    ClockAnchor anchor = new ClockAnchor(Long.MAX_VALUE, 0, 0);
    assertThat(anchor.epochNanosAt(Long.MIN_VALUE + 9)).isEqualTo(10);
  }

  @Test
  void nowLiesBetweenTwoReadingsOfEachClock() {
    long nanosBefore = System.nanoTime();
    ClockAnchor anchor = ClockAnchor.now();
    long nanosAfter = System.nanoTime();
    assertThat(anchor.nanoTime()).isBetween(nanosBefore, nanosAfter);
    assertThat(anchor.errorNanos()).isBetween(0L, nanosAfter - nanosBefore);
    assertThat(anchor.instantAt(anchor.nanoTime()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
  }
}
