package dev.takt.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.takt.runs.text.MachineText;
import dev.takt.testing.Allocation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final MathContext DIGITS = new MathContext(60);

  private static Schedule schedule(String text) {
    return ScheduleSpec.parse(text).toSchedule(42, null, List.of());
  }

  private static List<Long> offsets(Schedule schedule, int atMost) {
    List<Long> offsets = new ArrayList<>();
    Arrivals arrivals = schedule.arrivals();
    for (long due = arrivals.next();
        due != Arrivals.END && offsets.size() < atMost;
        due = arrivals.next()) {
      assertThat(arrivals.number()).isEqualTo(offsets.size());
      offsets.add(due);
    }
    return offsets;
  }

  @ParameterizedTest
  @ValueSource(strings = {"3/s", "300/m", "7/h", "1000/s", "40000/s", "999999937/s", "0.7/s"})
  void aConstantRateIsExactForEveryOperation(String text) {
    Rate rate = Rate.parse(text);
    Arrivals arrivals = Schedules.constant(rate).arrivals();
    for (long n = 0; n < 20_000; n++) {
      assertThat(arrivals.next()).as("operation %d", n).isEqualTo(exact(rate, n));
    }
  }

  @Test
  void aConstantRateDoesNotDriftInYears() {
    Rate rate = Rate.parse("3/s");
    int far = 1_000_000_007;
    Arrivals arrivals = Schedules.constant(rate).arrivals(far - 1, far);
    for (int i = 0; i < 20; i++) {
      long due = arrivals.next();
      assertThat(due).isEqualTo(exact(rate, arrivals.number()));
      assertThat(arrivals.number()).isEqualTo((i + 1L) * far - 1);
    }
  }

  @Test
  void aConstantRateEndsBeforeTimeOverflows() {
    Arrivals arrivals = Schedules.constant(new Rate(1, Long.MAX_VALUE / 3 + 1)).arrivals();
    assertThat(arrivals.next()).isZero();
    assertThat(arrivals.next()).isEqualTo(Long.MAX_VALUE / 3 + 1);
    assertThat(arrivals.next()).isEqualTo(Long.MAX_VALUE / 3 * 2 + 2);
    assertThat(arrivals.next()).isEqualTo(Arrivals.END);
    assertThat(arrivals.next()).isEqualTo(Arrivals.END);
  }

  private static long exact(Rate rate, long n) {
    return BigDecimal.valueOf(n)
        .multiply(BigDecimal.valueOf(rate.nanos()))
        .divide(BigDecimal.valueOf(rate.operations()), 0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  @Test
  void aRampFollowsTheParabola() {
    // From a to b per second in T seconds, operation n is due where a·t + (b-a)·t²/2T = n.
    assertRamp(0, 5000, 30);
    assertRamp(5000, 0, 30);
    assertRamp(100, 101, 3600);
    assertRamp(1000, 10, 60);
    assertRamp(1, 40_000, 5);
  }

  private static void assertRamp(int from, int to, int seconds) {
    List<Long> offsets =
        offsets(schedule(MachineText.format("ramp %d/s..%d/s %ds", from, to, seconds)), 1 << 20);
    long count = ((long) (from + to) * seconds + 1) / 2;
    assertThat(offsets).hasSize(Math.toIntExact(count));
    BigDecimal a = BigDecimal.valueOf(from);
    BigDecimal slope = BigDecimal.valueOf(to - from).divide(BigDecimal.valueOf(seconds), DIGITS);
    for (int n = 1; n < count; n += 37) {
      BigDecimal root = a.multiply(a).add(slope.multiply(BigDecimal.valueOf(2L * n))).sqrt(DIGITS);
      long due =
          root.subtract(a)
              .divide(slope, DIGITS)
              .movePointRight(9)
              .setScale(0, RoundingMode.HALF_UP)
              .longValueExact();
      assertThat(offsets.get(n)).as("%d..%d, operation %d", from, to, n).isCloseTo(due, within(1L));
    }
  }

  @Test
  void holdsAreThePiecesOfAConstantRate() {
    List<Long> offsets = offsets(schedule("hold 1000/s 2s, spike 4/s 1s, hold 1000/s 1s"), 9999);

    assertThat(offsets).hasSize(3004);
    for (int i = 0; i < 2000; i++) {
      assertThat(offsets.get(i)).isEqualTo(i * 1_000_000L);
    }
    assertThat(offsets.subList(2000, 2004))
        .containsExactly(2 * SECOND, 2_250_000_000L, 2_500_000_000L, 2_750_000_000L);
    for (int i = 0; i < 1000; i++) {
      assertThat(offsets.get(2004 + i)).isEqualTo(3 * SECOND + i * 1_000_000L);
    }
  }

  @Test
  void fractionsOfOperationsAreCarriedFromStageToStage() {
    String third = "hold 100/m 20s";
    List<Long> offsets = offsets(schedule(String.join(", ", third, third, third)), 1000);
    assertThat(offsets)
        .isEqualTo(offsets(Schedules.limited(schedule("constant 100/m"), 60 * SECOND, 1000), 1000));
    assertThat(offsets).hasSize(100);
  }

  @Test
  void inAPauseNothingIsDue() {
    List<Long> offsets =
        offsets(schedule("hold 0/s 5s, hold 2/s 1s, hold 0/s 10s, hold 1/s 2s, hold 0/s 9s"), 99);
    assertThat(offsets)
        .containsExactly(5 * SECOND, 5 * SECOND + SECOND / 2, 16 * SECOND, 17 * SECOND);
    assertThat(schedule("hold 2/s 1s, hold 0/s 1s").durationNanos()).isEqualTo(2 * SECOND);
  }

  @Test
  void aStaircaseHoldsEachStep() {
    List<Long> offsets = offsets(schedule("step 100/s..350/s by 100/s every 1s"), 9999);
    assertThat(countPerSecond(offsets)).containsExactly(100, 200, 300, 350);
    List<Long> down = offsets(schedule("step 3/s..0/s by 1/s every 1s"), 9999);
    assertThat(countPerSecond(down)).containsExactly(3, 2, 1);
  }

  private static List<Integer> countPerSecond(List<Long> offsets) {
    TreeMap<Long, Integer> counts = new TreeMap<>();
    offsets.forEach(each -> counts.merge(each / SECOND, 1, Integer::sum));
    return new ArrayList<>(counts.values());
  }

  @Test
  void meanRatesAreThoseOfTheWholePlan() {
    assertThat(schedule("constant 300/m").meanRate()).isEqualTo(5);
    assertThat(schedule("ramp 0/s..100/s 10s, hold 100/s 10s").meanRate()).isEqualTo(75);
    assertThat(schedule("sine mean 8/s amplitude 3/s period 9s").meanRate()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sine mean 1000/s amplitude 500/s period 10s",
        "sine mean 1000/s amplitude 1000/s period 10s",
        "sine mean 1000/s amplitude 0/s period 10s",
        "sine mean 33/s amplitude 7/s period 777ms"
      })
  void aSineFollowsItsIntegral(String text) {
    ScheduleSpec.Sine sine = (ScheduleSpec.Sine) ScheduleSpec.parse(text);
    double mean = sine.mean().perSecond();
    double amplitude = sine.amplitude().perSecond();
    double omega = 2 * Math.PI / (sine.period().toNanos() / 1e9);
    List<Long> offsets = offsets(schedule(text), 50_000);
    for (int n = 0; n < offsets.size(); n++) {
      double t = offsets.get(n) / 1e9;
      double due = mean * t + amplitude / omega * (1 - Math.cos(omega * t));
      double rate = mean + amplitude * Math.sin(omega * t);
      assertThat(due).as("operation %d", n).isCloseTo(n, within(1e-9 * rate + 1e-8));
    }
  }

  @Test
  void eachPeriodOfASineRepeatsTheFirst() {
    List<Long> offsets = offsets(schedule("sine mean 100/s amplitude 90/s period 10s"), 5000);
    for (int n = 0; n < 4000; n++) {
      assertThat(offsets.get(n + 1000) - offsets.get(n)).isEqualTo(10 * SECOND);
    }
  }

  @Test
  void limitsCutByTimeAndCount() {
    Schedule three = schedule("constant 3/s");
    assertThat(offsets(Schedules.limited(three, SECOND, Long.MAX_VALUE), 99)).hasSize(3);
    assertThat(offsets(Schedules.limited(three, SECOND + 1, Long.MAX_VALUE), 99)).hasSize(4);
    assertThat(offsets(Schedules.limited(three, Long.MAX_VALUE, 7), 99)).hasSize(7);
    assertThat(offsets(Schedules.limited(three, SECOND, 2), 99)).hasSize(2);
    assertThat(Schedules.limited(three, SECOND, 2).durationNanos()).isEqualTo(SECOND);
    assertThat(Schedules.limited(three, Long.MAX_VALUE, Long.MAX_VALUE)).isSameAs(three);
    Arrivals ended = Schedules.limited(three, Long.MAX_VALUE, 2).arrivals();
    assertThat(List.of(ended.next(), ended.next(), ended.next(), ended.next()))
        .endsWith(Arrivals.END, Arrivals.END);
    assertThat(ended.number()).isEqualTo(1);
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Schedules.limited(three, SECOND, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant 7001/s",
        "poisson 7001/s",
        "ramp 0/s..2000/s 3s, hold 0/s 1s, step 100/s..1000/s by 100/s every 100ms",
        "poisson ramp 2000/s..0/s 3s, hold 500/s 1s",
        "sine mean 900/s amplitude 900/s period 2s",
        "poisson sine mean 900/s amplitude 300/s period 2s"
      })
  void shardsAreTogetherTheWhole(String text) {
    Schedule schedule = Schedules.limited(schedule(text), 5 * SECOND, 20_000);
    List<Long> whole = offsets(schedule, 99_999);
    assertThat(whole).hasSizeGreaterThan(1000).isSorted();
    for (int of : new int[] {1, 2, 3, 7}) {
      Long[] union = new Long[whole.size()];
      for (int shard = 0; shard < of; shard++) {
        Arrivals arrivals = schedule.arrivals(shard, of);
        for (long due = arrivals.next(); due != Arrivals.END; due = arrivals.next()) {
          int number = Math.toIntExact(arrivals.number());
          assertThat(number % of).isEqualTo(shard);
          assertThat(union[number]).isNull();
          union[number] = due;
        }
        assertThat(arrivals.next()).isEqualTo(Arrivals.END);
      }
      assertThat(union).containsExactlyElementsOf(whole);
    }
  }

  @Test
  void aShardThatDoesNotExistIsRefused() {
    for (String text : List.of("constant 1/s", "poisson 1/s", "hold 1/s 1s")) {
      assertThatIllegalArgumentException().isThrownBy(() -> schedule(text).arrivals(2, 2));
      assertThatIllegalArgumentException().isThrownBy(() -> schedule(text).arrivals(-1, 2));
    }
  }

  @Test
  void longRunsDoNotLoseNanoseconds() {
    // After 11 days, one operation is still 1/3 s after the previous one, to the nanosecond.
    Schedule schedule = schedule("hold 3/s 300h");
    Arrivals late = schedule.arrivals(3_000_000, 3_000_001);
    assertThat(late.next())
        .isEqualTo(
            BigInteger.valueOf(3_000_000)
                .multiply(BigInteger.valueOf(SECOND))
                .divide(BigInteger.valueOf(3))
                .longValueExact());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant 7001/s",
        "poisson 7001/s",
        "poisson ramp 0/s..100000/s 10s",
        "sine mean 900/s amplitude 900/s period 2s"
      })
  void takingArrivalsAllocatesNothing(String text) {
    Arrivals arrivals = schedule(text).arrivals();
    SharedArrivals shared = new SharedArrivals(schedule(text));
    SharedArrivals.Taken taken = new SharedArrivals.Taken();
    assertThat(
            Allocation.of(
                1000,
                () -> {
                  for (int i = 0; i < 20_000; i++) {
                    arrivals.next();
                    shared.take(taken);
                  }
                }))
        .isLessThan(1000);
  }
}
