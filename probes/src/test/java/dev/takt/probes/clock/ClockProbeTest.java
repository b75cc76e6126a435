package dev.takt.probes.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.probes.Disturbance;
import dev.takt.probes.JfrClock;
import dev.takt.probes.Sunk;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClockProbeTest {

  private final LatencyHistogram steps = new LatencyHistogram();

  /// A simulated clock with a unit and a duration of each read.
  private static LongSupplier clock(long unit, long read) {
    AtomicLong time = new AtomicLong();
    return () -> time.addAndGet(read) / unit * unit;
  }

  @Test
  void stepsOfCoarseClockAreItsUnit() {
    ClockSteps watched = new ClockSteps(clock(100, 30), steps);
    watched.read(10_000);
    watched.endRound(false);

    ClockResult.Steps result = watched.result();
    assertThat(result.smallest()).isEqualTo(100);
    assertThat(result.unit()).isEqualTo(100);
    assertThat(result.median()).isEqualTo(100);
    assertThat(result.steps()).isEqualTo(3000);
    assertThat(result.reads()).isEqualTo(10_000);
    assertThat(result.backwards()).isZero();
    assertThat(steps.totalCount()).isEqualTo(3000);
    assertThat(steps.max()).isEqualTo(100);
  }

  @Test
  void unitIsFoundThoughReadsTakeLonger() {
    ClockSteps watched = new ClockSteps(clock(100, 250), steps);
    watched.read(1000);
    watched.endRound(false);

    assertThat(watched.result().smallest()).isEqualTo(200);
    assertThat(watched.result().unit()).isEqualTo(100);
  }

  @Test
  void backwardStepsAreFound() {
    long[] readings = {10, 20, 15, 15, 30, 5, 40};
    AtomicInteger next = new AtomicInteger();
    ClockSteps watched = new ClockSteps(() -> readings[next.getAndIncrement()], steps);
    watched.read(6);
    watched.endRound(false);

    assertThat(watched.result().backwards()).isEqualTo(2);
    assertThat(watched.result().worst()).isEqualTo(25);
    assertThat(watched.result().steps()).isEqualTo(3);
  }

  /// Three rounds of a clock with steps of 10; in the second one, the thread lost its processor for
  /// 1,000, the clock went back, and between rounds other things took 7.
  @Test
  void disturbedRoundHasNoStepsButThoseBackwards() {
    long[] readings = {0, 10, 20, 27, 1027, 1022, 1029, 1039, 1049};
    AtomicInteger next = new AtomicInteger();
    ClockSteps watched = new ClockSteps(() -> readings[next.getAndIncrement()], steps);
    for (boolean isDisturbed : new boolean[] {false, true, false}) {
      watched.read(2);
      watched.endRound(isDisturbed);
    }

    assertThat(watched.result()).isEqualTo(new ClockResult.Steps(4, 4, 10, 10, 10, 1, 5));
    assertThat(steps.max()).isEqualTo(10);
  }

  @Test
  void stepBackwardsBetweenRoundsIsFound() {
    long[] readings = {100, 110, 90, 120, 500, 510};
    AtomicInteger next = new AtomicInteger();
    ClockSteps watched = new ClockSteps(() -> readings[next.getAndIncrement()], steps);
    for (int i = 0; i < 2; i++) {
      watched.read(1);
      watched.endRound(false);
    }
    watched.read(1);
    watched.endRound(true);

    assertThat(watched.result()).isEqualTo(new ClockResult.Steps(2, 2, 10, 10, 10, 1, 20));
  }

  @Test
  void constantClockHasNoSteps() {
    ClockSteps watched = new ClockSteps(() -> 7, steps);
    watched.read(10);
    watched.endRound(false);

    assertThat(watched.result()).isEqualTo(new ClockResult.Steps(10, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void differenceBetweenThreadsIsFound() throws InterruptedException {
    AtomicLong time = new AtomicLong();
    AtomicInteger turns = new AtomicInteger();
    LongSupplier ahead = () -> time.addAndGet(10);
    LongSupplier behind = () -> time.addAndGet(10) - 50;

    ClockResult.Exchange exchange =
        new TimestampExchange(
                List.of(ahead, behind), List.of(), () -> turns.incrementAndGet() > 1000)
            .run();

    assertThat(exchange.exchanges()).isEqualTo(999);
    assertThat(exchange.backwards()).isEqualTo(500);
    assertThat(exchange.worst()).isEqualTo(40);
  }

  @Test
  void sharedClockDoesNotGoBackwards() throws InterruptedException {
    AtomicLong time = new AtomicLong();
    AtomicInteger turns = new AtomicInteger();

    assertThat(
            new TimestampExchange(
                    List.of(time::incrementAndGet, time::incrementAndGet),
                    List.of(),
                    () -> turns.incrementAndGet() > 1000)
                .run())
        .isEqualTo(new ClockResult.Exchange(999, 0, 0));
  }

  @Test
  void firstProcessorIsPairedWithOthers() {
    assertThat(ClockProbe.pairs(List.of())).containsExactly(List.of());
    assertThat(ClockProbe.pairs(List.of(3))).containsExactly(List.of());
    assertThat(ClockProbe.pairs(List.of(0, 1, 5))).containsExactly(List.of(0, 1), List.of(0, 5));
    List<Integer> many = java.util.stream.IntStream.range(0, 129).boxed().toList();
    assertThat(ClockProbe.pairs(many)).hasSize(16).contains(List.of(0, 8), List.of(0, 128));
  }

  @Test
  void driftIsGainOfWallClock() {
    ClockAnchor first = new ClockAnchor(1_000, 500_000, 40);
    ClockAnchor last = new ClockAnchor(2_001_000, 2_500_100, 60);

    ClockResult.Drift drift = ClockProbe.drift(first, last);
    assertThat(drift).isEqualTo(new ClockResult.Drift(2_000_000, 100, 50));
    assertThat(drift.perMillion()).isEqualTo(50);
  }

  @Test
  void clockSourceIsReadFromFiles(@TempDir Path root) throws IOException {
    assertThat(LinuxClockSource.of(root))
        .isEqualTo(new LinuxClockSource(null, List.of(), List.of()));

    Path folder = root.resolve("sys/devices/system/clocksource/clocksource0");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("current_clocksource"), "tsc\n");
    Files.writeString(folder.resolve("available_clocksource"), "tsc hpet acpi_pm \n");
    Files.createDirectories(root.resolve("proc"));
    Files.writeString(
        root.resolve("proc/cpuinfo"),
        "processor\t: 0\nflags\t\t: fpu tsc constant_tsc foo_nonstop_tsc\n");

    assertThat(LinuxClockSource.of(root))
        .isEqualTo(
            new LinuxClockSource(
                "tsc", List.of("hpet", "acpi_pm"), List.of("tsc", "constant_tsc")));
  }

  @Test
  void jfrClockIsDetectedByFrequency() {
    assertThat(JfrClock.of(100, 5_000, 1_000_100, 1_005_010).isMonotonicClock()).isTrue();
    JfrClock counter = JfrClock.of(100, 5_000, 1_000_100, 2_305_000);
    assertThat(counter.isMonotonicClock()).isFalse();
    assertThat(counter.ticksPerSecond()).isEqualTo(2.3e9);
  }

  private static ClockResult.Figures figures(ClockResult result, ProbedClock clock) {
    return Objects.requireNonNull(result.clocks().get(clock));
  }

  @Test
  void probeRunsOnThisMachine() throws InterruptedException {
    Sunk sunk = new Sunk();
    ClockResult result = new ClockProbe(300_000_000).run(sunk);

    assertThat(result.clocks()).containsOnlyKeys(ProbedClock.values());
    assertThat(figures(result, ProbedClock.NANO_TIME).steps().backwards()).isZero();
    assertThat(figures(result, ProbedClock.NANO_TIME).exchanges().values())
        .allSatisfy(each -> assertThat(each.backwards()).isZero());
    assertThat(figures(result, ProbedClock.CURRENT_TIME_MILLIS).steps().unit() % 1_000_000)
        .isZero();
    assertThat(sunk.count(ProbedClock.NANO_TIME.stepTag()))
        .isEqualTo(figures(result, ProbedClock.NANO_TIME).steps().steps());
    result
        .clocks()
        .forEach((clock, figures) ->
            assertThat(sunk.count(clock.costTag()))
                .isEqualTo(figures.costRounds().rounds() - figures.costRounds().disturbed()));
    assertThat(result.jfrClock().unknown()).isNull();
  }

  @Test
  void stoppedProbeHasNoRoundsAndLostNone() throws InterruptedException {
    ClockProbe probe = new ClockProbe(300_000_000);
    probe.stop();
    ClockResult result = probe.run(new Sunk());

    assertThat(result.disturbance()).isEqualTo(Disturbance.NONE);
    assertThat(result.lost()).isEmpty();
  }
}
