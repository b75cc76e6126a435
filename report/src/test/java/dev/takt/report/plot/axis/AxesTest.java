package dev.takt.report.plot.axis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class AxesTest {

  private static final long SECOND = 1_000_000_000L;

  private static List<String> labels(Axis axis) {
    return axis.ticks().stream().filter(Tick::isMajor).map(Tick::label).toList();
  }

  @Test
  void linearTicksAreRoundAndReachTheMaximum() {
    LinearAxis axis = LinearAxis.upTo(64e6);
    assertThat(labels(axis)).containsExactly("0", "20 ms", "40 ms", "60 ms", "80 ms");
    assertThat(axis.position(0)).isZero();
    assertThat(axis.position(20e6)).isEqualTo(0.25);
    assertThat(axis.position(81e6)).isEqualTo(1);
  }

  @Test
  void linearAxisUsesTheUnitOfItsMaximum() {
    assertThat(labels(LinearAxis.upTo(1000)))
        .containsExactly("0", "0.2 µs", "0.4 µs", "0.6 µs", "0.8 µs", "1 µs");
    assertThat(labels(LinearAxis.upTo(3))).endsWith("2.5 ns", "3 ns");
    assertThat(labels(LinearAxis.upTo(12e9))).endsWith("10 s", "12 s");
    assertThat(labels(LinearAxis.upTo(0))).containsExactly("0", "1 ns");
  }

  @Test
  void minorTicksAreLabelledOverFewDecades() {
    LogAxis axis = LogAxis.of(23_000, 4_100_000, false);
    assertThat(labels(axis))
        .containsExactly("20 µs", "50 µs", "100 µs", "200 µs", "500 µs", "1 ms", "2 ms", "5 ms");
    assertThat(axis.position(20_000)).isZero();
    assertThat(axis.position(5e6)).isEqualTo(1);
    assertThat(axis.position(Math.sqrt(20e3 * 5e6))).isCloseTo(0.5, within(1e-12));
    assertThat(axis.position(0)).isZero();
  }

  @Test
  void manyDecadesHaveOneLabelPerDecade() {
    assertThat(labels(LogAxis.of(10_000, 64e6, false)))
        .containsExactly("10 µs", "100 µs", "1 ms", "10 ms", "100 ms");
  }

  @Test
  void cutAxisLabelsItsStartAsLessOrEqual() {
    assertThat(labels(LogAxis.of(1, 64e6, false))).startsWith("≤ 1 µs", "10 µs");
    assertThat(labels(LogAxis.of(10_000, 64e6, true))).startsWith("≤ 10 µs", "100 µs");
  }

  @Test
  void singleValueHasAnAxis() {
    LogAxis axis = LogAxis.of(1000, 1000, false);
    assertThat(axis.to()).isGreaterThan(axis.from());
    assertThat(axis.position(1000)).isZero();
  }

  @Test
  void moreThanTwoDecadesAreLogarithmic() {
    assertThat(ValueAxes.of(DoubleStream.of(1, 100), ValueScale.AUTO))
        .isInstanceOf(LinearAxis.class);
    assertThat(ValueAxes.of(DoubleStream.of(1, 101), ValueScale.AUTO)).isInstanceOf(LogAxis.class);
    assertThat(ValueAxes.of(DoubleStream.of(1, 101), ValueScale.LINEAR))
        .isInstanceOf(LinearAxis.class);
    assertThat(ValueAxes.of(DoubleStream.of(5, 5), ValueScale.LOG)).isInstanceOf(LogAxis.class);
    assertThat(ValueAxes.of(DoubleStream.of(0), ValueScale.LOG)).isInstanceOf(LinearAxis.class);
  }

  @Test
  void eachNineHasTheSameLength() {
    PercentileAxis axis = PercentileAxis.forCount(100_000);
    assertThat(labels(axis))
        .containsExactly("0%", "50%", "90%", "99%", "99.9%", "99.99%", "99.999%");
    assertThat(axis.position(1)).isZero();
    assertThat(axis.position(10)).isCloseTo(0.2, within(1e-12));
    assertThat(axis.position(1000)).isCloseTo(0.6, within(1e-12));
    assertThat(axis.position(2)).isCloseTo(Math.log10(2) / 5, within(1e-12));
    assertThat(labels(PercentileAxis.forCount(1))).containsExactly("0%", "50%", "90%");
  }

  @Test
  void elapsedTimeStartsAtZero() {
    TimeAxis minute = TimeAxis.of(0, 59 * SECOND, null);
    assertThat(labels(minute)).startsWith("0", "5", "10").endsWith("50", "55");
    assertThat(minute.title()).isEqualTo("time since start (seconds)");
    assertThat(labels(TimeAxis.of(0, 10 * 60 * SECOND, null))).startsWith("0:00", "1:00");
    assertThat(labels(TimeAxis.of(0, 6 * 3600 * SECOND, null))).startsWith("0:00:00", "0:30:00");
    assertThat(labels(TimeAxis.of(0, SECOND, null))).startsWith("0.0", "0.1");
    assertThat(labels(TimeAxis.of(-2 * SECOND, 9 * SECOND, null))).startsWith("−2", "−1", "0");
  }

  @Test
  void ticksAreAtRoundTimesOfDay() {
    OffsetDateTime start = OffsetDateTime.parse("2026-11-20T23:59:57.500+01:00");
    TimeAxis axis = TimeAxis.of(0, 59 * SECOND, start);
    assertThat(labels(axis)).startsWith("00:00:00", "00:00:05");
    assertThat(axis.ticks().getFirst().at()).isEqualTo(2.5e9);
    assertThat(axis.title()).isEqualTo("time of day (2026-11-20 to 2026-11-21, UTC+01:00)");
  }

  @Test
  void figuresHaveThreeDigitsAndAFittingUnit() {
    assertThat(TimeUnit.figure(0)).isEqualTo("0");
    assertThat(TimeUnit.figure(999)).isEqualTo("999 ns");
    assertThat(TimeUnit.figure(45_649_000)).isEqualTo("45.6 ms");
    assertThat(TimeUnit.figure(999_900)).isEqualTo("1 ms");
    assertThat(TimeUnit.figure(1.234e12)).isEqualTo("1230 s");
  }
}
