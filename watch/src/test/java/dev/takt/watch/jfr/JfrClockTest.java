package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.jfr.JfrChunk;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class JfrClockTest {

  private static final long SECOND = 1_000_000_000L;

  /// The wall clock when the monotonic clock is zero.
  private static final long EPOCH = 1_795_328_874L * SECOND;

  /// The monotonic time at which the JVM's uptime begins.
  private static final long JVM_START = 40 * SECOND;

  @Test
  void logAlignsRegardlessOfWallClockSteps() {
    // The wall clock is set forward by a minute at 105 s, between the begins of both chunks.
    List<JfrChunk> chunks = List.of(chunk(100 * SECOND, 0), chunk(110 * SECOND, 60 * SECOND));
    JfrClock clock = JfrClock.of(chunks, new ClockEvidence(steppedAnchors(60 * SECOND), JVM_START));

    assertThat(clock.nanoTime(instant(EPOCH + 102 * SECOND))).isEqualTo(102 * SECOND);
    assertThat(clock.nanoTime(instant(EPOCH + 60 * SECOND + 112 * SECOND))).isEqualTo(112 * SECOND);
    assertThat(clock.nanoTime(instant(EPOCH + 107 * SECOND)))
        .as("in the first chunk, which read the wall clock before it was set")
        .isEqualTo(107 * SECOND);
    assertThat(clock.errorNanos()).isLessThanOrEqualTo(10_000);
    assertThat(clock.description()).contains("own log", "wall clock was set 1 times");
  }

  @Test
  void usesMedianOfManyChunks() {
    List<JfrChunk> chunks = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      // One chunk was interrupted between its two clock readings.
      chunks.add(chunk((100 + i) * SECOND, i == 4 ? -500_000 : i * 100L));
    }
    JfrClock clock = JfrClock.of(chunks, new ClockEvidence(anchors(100, 110), null));

    for (int i = 0; i < 9; i++) {
      JfrChunk chunk = chunks.get(i);
      assertThat(clock.nanoTime(instant(chunk.startEpochNanos())))
          .isCloseTo((100 + i) * SECOND, Offset.offset(clock.errorNanos()));
    }
    assertThat(clock.errorNanos()).isLessThanOrEqualTo(10_000);
    assertThat(clock.description()).contains("9 begins");
  }

  @Test
  void ignoresLogOfAnotherClock() {
    JfrClock clock =
        JfrClock.of(
            List.of(chunk(100 * SECOND, 0)),
            new ClockEvidence(anchors(100, 110), JVM_START + 3 * SECOND));
    assertThat(clock.nanoTime(instant(EPOCH + 101 * SECOND)))
        .isCloseTo(101 * SECOND, Offset.offset(10_000L));
  }

  @Test
  void measuresRateOfTimeStampCounter() {
    // Nominally 2.6 GHz, but 80 ppm faster.
    double trueRate = 1 + 80e-6;
    List<JfrChunk> chunks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long at = (100 + 20 * i) * SECOND;
      long ticks = (long) (at * 2.6 * trueRate);
      chunks.add(
          new JfrChunk(0, 1_000, 1_000, EPOCH + at, 20 * SECOND, ticks, 2_600_000_000L, true));
    }
    JfrClock clock = JfrClock.of(chunks, new ClockEvidence(anchors(100, 165), null));

    long shown = EPOCH + 120 * SECOND + (long) (15 * SECOND * trueRate);
    assertThat(clock.nanoTime(instant(shown))).isCloseTo(135 * SECOND, Offset.offset(10_000L));
    long shownInTheLast = EPOCH + 140 * SECOND + (long) (20 * SECOND * trueRate);
    assertThat(clock.nanoTime(instant(shownInTheLast)))
        .isCloseTo(160 * SECOND, Offset.offset(10_000L));
    assertThat(clock.description()).contains("-80.0 ppm");
  }

  @Test
  void measuresNoRateOverVeryShortChunk() {
    // Another tool started a recording 2 ms after this one; one clock reading was 20 us late.
    long at = 100 * SECOND;
    long soon = at + 2_000_000;
    List<JfrChunk> chunks =
        List.of(
            new JfrChunk(
                0, 1_000, 1_000, EPOCH + at, 2_000_000, (long) (at * 2.6), 2_600_000_000L, true),
            new JfrChunk(
                0,
                1_000,
                1_000,
                EPOCH + soon + 20_000,
                60 * SECOND,
                (long) (soon * 2.6),
                2_600_000_000L,
                true));
    JfrClock clock = JfrClock.of(chunks, new ClockEvidence(anchors(100, 165), null));

    assertThat(clock.nanoTime(instant(EPOCH + at + 60 * SECOND)))
        .isCloseTo(at + 60 * SECOND, Offset.offset(100_000L));
    assertThat(clock.errorNanos()).isGreaterThan(2_900_000);
    assertThat(clock.description()).contains("nominal");
  }

  @Test
  void reportsErrorOfRateMeasuredOverShortChunks() {
    // The I/O events were stopped after 3 s; the clock reading of that chunk was 4 us late.
    long at = 100 * SECOND;
    long later = at + 3 * SECOND;
    List<JfrChunk> chunks =
        List.of(
            new JfrChunk(
                0, 1_000, 1_000, EPOCH + at, 3 * SECOND, (long) (at * 2.6), 2_600_000_000L, true),
            new JfrChunk(
                0,
                1_000,
                1_000,
                EPOCH + later + 4_000,
                600 * SECOND,
                (long) (later * 2.6),
                2_600_000_000L,
                true));
    JfrClock clock = JfrClock.of(chunks, new ClockEvidence(anchors(100, 705), null));

    long end = later + 600 * SECOND;
    long off = Math.abs(clock.nanoTime(instant(EPOCH + end)) - end);
    assertThat(off).isGreaterThan(700_000);
    assertThat(clock.errorNanos()).isBetween(off, 10 * off);
  }

  @Test
  void reportsUnknownRateOfSingleChunk() {
    JfrChunk chunk = new JfrChunk(0, 1_000, 1_000, EPOCH, 60 * SECOND, 1, 2_600_000_000L, true);
    JfrClock clock = JfrClock.of(List.of(chunk), new ClockEvidence(anchors(0, 60), null));
    assertThat(clock.errorNanos()).isGreaterThan(3_000_000);
    assertThat(clock.description()).contains("nominal");
  }

  @Test
  void recordingOfUnknownMachineKeepsItsClock() {
    JfrClock clock = JfrClock.of(List.of(chunk(100 * SECOND, 0)), ClockEvidence.NONE);
    assertThat(clock.nanoTime(instant(EPOCH + 101 * SECOND))).isEqualTo(EPOCH + 101 * SECOND);
    assertThat(clock.description()).contains("not aligned");
  }

  @Test
  void detectsStepOfWallClock() {
    for (long step : new long[] {60 * SECOND, -60 * SECOND, 5_000_000}) {
      AnchorSeries series = new AnchorSeries(steppedAnchors(step));
      assertThat(series.steps()).isEqualTo(1);
      assertThat(series.toMonotonic(EPOCH + 102 * SECOND).nanoTime()).isEqualTo(102 * SECOND);
      assertThat(series.toMonotonic(EPOCH + 115 * SECOND + step).nanoTime())
          .isEqualTo(step == -60 * SECOND ? 55 * SECOND : 115 * SECOND);
    }
    AnchorSeries forward = new AnchorSeries(steppedAnchors(60 * SECOND));
    assertThat(forward.toMonotonic(EPOCH + 130 * SECOND).errorNanos())
        .as("a time that the clock never showed")
        .isGreaterThanOrEqualTo(60 * SECOND);
  }

  @Test
  void followsSlewedClockAndIgnoresBadReading() {
    List<ClockAnchor> anchors = new ArrayList<>();
    for (int i = 0; i <= 100; i++) {
      long slewed = i * 200_000L; // 200 ppm
      long bad = i == 50 ? 70_000 : 0;
      anchors.add(new ClockAnchor(i * SECOND, EPOCH + i * SECOND + slewed + bad, 200));
    }
    AnchorSeries series = new AnchorSeries(anchors);
    assertThat(series.steps()).isZero();
    assertThat(series.toMonotonic(EPOCH + 50 * SECOND + 50 * 200_000L).nanoTime())
        .isCloseTo(50 * SECOND, Offset.offset(250_000L));
    assertThat(series.toMonotonic(EPOCH + 50 * SECOND + 50 * 200_000L).errorNanos())
        .as("the error shows it")
        .isGreaterThanOrEqualTo(200_000);
  }

  /// A chunk with a begin, and with an error of its wall-clock reading.
  private static JfrChunk chunk(long nanoTime, long wallClockOff) {
    return new JfrChunk(
        0,
        1_000,
        1_000,
        EPOCH + nanoTime + wallClockOff,
        10 * SECOND,
        nanoTime - JVM_START,
        SECOND,
        true);
  }

  private static List<ClockAnchor> anchors(int from, int to) {
    List<ClockAnchor> anchors = new ArrayList<>();
    for (long i = from; i <= to; i++) {
      anchors.add(new ClockAnchor(i * SECOND, EPOCH + i * SECOND, 200));
    }
    return anchors;
  }

  /// From 100 s to 120 s, and the wall clock is set at 105.5 s.
  private static List<ClockAnchor> steppedAnchors(long step) {
    List<ClockAnchor> anchors = new ArrayList<>();
    for (long i = 100; i <= 120; i++) {
      anchors.add(new ClockAnchor(i * SECOND, EPOCH + i * SECOND + (i > 105 ? step : 0), 200));
    }
    return anchors;
  }

  private static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(epochNanos / SECOND, epochNanos % SECOND);
  }
}
