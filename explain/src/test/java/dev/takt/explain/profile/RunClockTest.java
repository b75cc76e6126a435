package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunClockTest {

  private static final long EPOCH = 1_700_000_000_000_000_000L;

  private static Instant wall(long nanos) {
    return Instant.ofEpochSecond(0, EPOCH + nanos);
  }

  @Test
  void oneAnchorGivesTheOffset() {
    RunClock clock = new RunClock(List.of(new ClockAnchor(5_000, EPOCH, 70)));
    assertThat(clock.nanoTime(wall(0))).isEqualTo(5_000);
    assertThat(clock.nanoTime(wall(-300))).isEqualTo(4_700);
    assertThat(clock.nanoTime(wall(1_000_000))).isEqualTo(1_005_000);
    assertThat(clock.errorNanos()).isEqualTo(5_070);
  }

  @Test
  void timesBetweenTwoAnchorsAreInterpolated() {
    // The wall clock gained 2,000 ns in a million.
    RunClock clock =
        new RunClock(
            List.of(
                new ClockAnchor(0, EPOCH, 70), new ClockAnchor(1_000_000, EPOCH + 1_002_000, 40)));
    assertThat(clock.nanoTime(wall(0))).isZero();
    assertThat(clock.nanoTime(wall(501_000))).isEqualTo(500_000);
    assertThat(clock.nanoTime(wall(1_002_000))).isEqualTo(1_000_000);
    assertThat(clock.nanoTime(wall(2_002_000))).as("as at the end").isEqualTo(2_000_000);
    assertThat(clock.nanoTime(wall(-1_000))).as("as at the begin").isEqualTo(-1_000);
    assertThat(clock.errorNanos()).isEqualTo(2_000 + 70 + 5_000);
  }
}
