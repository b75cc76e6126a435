package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.load.share.Share;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When the figures of all machines are shown while they run.
@Timing
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class LiveViewTest {

  private static final Duration LEAD = Duration.ofMillis(600);
  private static final double SECONDS = 5;

  /// After its end, an interval is shown.
  private static final long MAX_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);

  @TempDir private Path folder;

  private volatile @Nullable SimulatedFleet fleet;

  private SimulatedFleet fleet() {
    return Objects.requireNonNull(fleet);
  }

  /// @param meanwhile what happens after a second and a half
  private List<LiveSums.Shown> run(int intervalMillis, Runnable meanwhile) throws Exception {
    KnownLoad load = KnownLoad.of(1_200, SECONDS, intervalMillis, 1);
    try (SimulatedFleet made =
        new SimulatedFleet(folder, load, 3, LEAD, start -> later(start, meanwhile))) {
      fleet = made;
      List.of("a", "b", "c").forEach(each -> made.join(each, 1));
      made.run();
      made.live.check(
          List.of(machine(load, "a", 1), machine(load, "b", 2), machine(load, "c", 3)), _ -> false);
      return made.live.shown();
    }
  }

  private static void later(long start, Runnable action) {
    Thread.ofVirtual()
        .start(() -> {
          LockSupport.parkNanos(start - System.nanoTime() + 1_500_000_000);
          action.run();
        });
  }

  private static SyntheticMachine machine(KnownLoad load, String name, int share) {
    return load.machine(name, Share.parse(share + "/3"), 0);
  }

  /// After the load not all machines have an operation left.
  private static boolean isOfLoad(LiveSums.Shown shown) {
    return shown.interval().endNanos() <= SECONDS * 1e9;
  }

  private static void assertIsInTime(LiveSums.Shown shown) {
    assertThat(shown.delayNanos()).as(shown.toString()).isBetween(1L, MAX_DELAY_NANOS);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_500})
  void allMachinesAreShownTogetherWithinTwoSeconds(int intervalMillis) throws Exception {
    List<LiveSums.Shown> shown = run(intervalMillis, () -> {});
    assertThat(shown).allSatisfy(LiveViewTest::assertIsInTime);
    assertThat(shown.stream().filter(LiveViewTest::isOfLoad))
        .hasSize((int) (1_000 * SECONDS / intervalMillis))
        .allSatisfy(each -> assertThat(each.interval().machines()).containsExactly("a", "b", "c"));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1_000})
  void slowMachineIsNamedAndHoldsNothingUp(int intervalMillis) throws Exception {
    List<LiveSums.Shown> shown =
        run(intervalMillis, () -> fleet().generator("b").pause(2_500_000_000L));
    TreeMap<Long, LiveSums.Shown> first = new TreeMap<>();
    shown.stream()
        .filter(LiveViewTest::isOfLoad)
        .forEach(each -> first.putIfAbsent(each.number(), each));
    assertThat(first.values()).allSatisfy(LiveViewTest::assertIsInTime);
    assertThat(first.values()).anyMatch(each -> each.interval().late().equals(List.of("b")));
    assertThat(first.values())
        .allMatch(each ->
            each.interval().late().contains("b") != each.interval().machines().contains("b"));
    assertThat(fleet().messages)
        .anyMatch(each -> each.startsWith("warning: b is late: the live figures from "))
        .contains("warning: b is in the live figures again");
  }
}
