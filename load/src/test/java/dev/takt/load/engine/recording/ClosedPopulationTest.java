package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.share.Share;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A fixed number of users in virtual time, against what is known of closed systems: Little's law,
/// N = X (R + Z), and the bound of the slowest resource (Lazowska and others: Quantitative System
/// Performance, 1984).
class ClosedPopulationTest {

  private static final long DURATION = 20 * SECOND;
  private static final ThinkTime THINK = new ThinkTime.Uniform(10 * MS, 50 * MS);

  @TempDir private Path directory;

  /// Two steps, with a mean think time of 30 ms between them, and the same before the journey.
  private LoopRig thinking(int users) {
    LoopRig rig = new LoopRig(directory);
    rig.users = users;
    rig.mode = RateMode.CLOSED_THINKING;
    rig.journeys.add(
        new JourneySpec(
            "j",
            1,
            List.of(new Part.Think(THINK), rig.step("j"), new Part.Think(THINK), rig.step("j"))));
    return rig;
  }

  /// Each step takes 4 ms.
  private static VirtualTransport server(int connections) {
    return new VirtualTransport(connections, BEGIN, (n, start) -> start + 4 * MS);
  }

  private static double perSecond(LoopRig.Result result) {
    return result.journeys().balance(0, false).completed() / (DURATION / 1e9);
  }

  /// Without contention R is the time of the two steps: 8 ms.
  @ParameterizedTest
  @CsvSource({"1, 0", "1, 1", "7, 0", "7, 1", "100, 0", "100, 1"})
  void throughputIsThatOfLittlesLaw(int users, int spread) {
    LoopRig rig = thinking(users);
    rig.shards = spread == 1 ? 3 : 1;
    rig.slots = users;
    double throughput = 0;
    Set<Long> numbers = new HashSet<>();
    for (rig.shard = 0; rig.shard < rig.shards; rig.shard++) {
      VirtualTransport transport = server(users);
      throughput += perSecond(rig.run(transport, LoopRig.deadline(DURATION, SECOND)));
      transport.steps.keySet().forEach(n -> assertThat(numbers.add(n)).isTrue());
    }
    // A user's last journey goes on in the drain, which makes up for the one it begins late.
    double expected = users / 0.068;
    assertThat(throughput).isCloseTo(expected, withinPercentage(users < 100 ? 3 : 1));
  }

  /// Machines of the weights 1, 2 and 4 have 15, 29 and 56 of 100 users. Together they are one
  /// population of 100: X = N / (R + Z).
  @Test
  void sharesOfAPopulationKeepLittlesLawTogether() {
    double throughput = 0;
    List<Long> users = new ArrayList<>();
    Set<Long> numbers = new HashSet<>();
    for (String share : List.of("1/7", "2-3/7", "4-7/7")) {
      LoopRig rig = thinking(100);
      rig.share = Share.parse(share);
      rig.slots = 100;
      VirtualTransport transport = server(100);
      LoopRig.Result result = rig.run(transport, LoopRig.deadline(DURATION, SECOND));
      throughput += perSecond(result);
      users.add(Math.round(perSecond(result) * 0.068));
      transport.steps.keySet().forEach(n -> assertThat(numbers.add(n)).isTrue());
    }
    assertThat(throughput).isCloseTo(100 / 0.068, withinPercentage(1));
    assertThat(users).containsExactly(15L, 29L, 56L);
  }

  /// Three connections can do 3 / 4 ms = 750 steps per second, which are 375 journeys. Then R is
  /// what Little's law leaves of the cycle: the wait for a connection is in it.
  @Test
  void waitsForConnectionsAreInTheResponseTime() {
    LoopRig rig = thinking(100);
    rig.slots = 3;
    rig.warmupNanos = 2 * SECOND;
    LoopRig.Result result = rig.run(server(3), LoopRig.deadline(DURATION, SECOND));

    double throughput = result.journeys().balance(0, false).completed() / 18.0;
    assertThat(throughput).isCloseTo(375, withinPercentage(1));
    double cycle = 100 / 375.0 * SECOND;
    double steps = result.histogram("j.s0-rt").mean() + result.histogram("j.s1-rt").mean();
    assertThat(steps).isCloseTo(cycle - 60 * MS, withinPercentage(2));
    // The journey's time has the think time between its steps, and not the one before it.
    assertThat(result.histogram("j-rt").mean()).isCloseTo(cycle - 30 * MS, withinPercentage(2));
    assertThat(result.histogram("j.s0-st").mean())
        .isCloseTo((double) (4 * MS), withinPercentage(2));
  }

  /// Each request waits for the answer before it: there is service time, and no other.
  @Test
  void withoutThinkTimesThereIsOnlyServiceTime() {
    LoopRig rig = new LoopRig(directory);
    rig.users = 5;
    rig.slots = 5;
    rig.mode = RateMode.CLOSED;
    rig.journey("j", 1, ThinkTime.NONE, ThinkTime.NONE);
    LoopRig.Result result = rig.run(server(5), LoopRig.deadline(DURATION, SECOND));

    assertThat(perSecond(result)).isCloseTo(5 / 0.008, withinPercentage(1));
    assertThat(result.histograms()).containsOnlyKeys("j-st", "j.s0-st", "j.s1-st");
    assertThat(result.histogram("j-st").mean()).isCloseTo((double) (8 * MS), withinPercentage(1));
    assertThat(result.records()).allMatch(r -> r.intended() == OperationRecord.NONE);
  }

  /// A step that takes 5 µs is followed at once: steps are not sent on the grid of 60 µs.
  @Test
  void usersWithoutThinkTimesAreNotHeldBack() {
    LoopRig rig = new LoopRig(directory);
    rig.users = 1;
    rig.slots = 1;
    rig.mode = RateMode.CLOSED;
    rig.journey("j", 1, ThinkTime.NONE);
    VirtualTransport transport = new VirtualTransport(1, BEGIN, (n, start) -> start + 5000);
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(SECOND / 5, SECOND));
    assertThat(result.journeys().balance(0, false).completed()).isGreaterThan(30_000);
  }

  /// The next journey of a user is due when its last one has ended, and it has thought; the first
  /// one at the start. All users start at once.
  @Test
  void aJourneyBeginsWhenTheLastOneHasEnded() {
    LoopRig rig = new LoopRig(directory);
    rig.users = 3;
    rig.mode = RateMode.CLOSED_THINKING;
    ThinkTime think = new ThinkTime.Constant(10 * MS);
    rig.journeys.add(new JourneySpec("j", 1, List.of(rig.step("j"), new Part.Think(think))));
    LoopRig.Result result = rig.run(server(16), LoopRig.deadline(100 * MS, SECOND));

    List<OperationRecord> records = result.records();
    assertThat(records.subList(0, 3)).allMatch(r -> r.intended() == ORIGIN);
    List<Long> due = new ArrayList<>(records.stream().map(OperationRecord::intended).toList());
    for (OperationRecord r : records) {
      long next = r.end() + 10 * MS;
      assertThat(due.remove(next))
          .as("a journey after the one that ended")
          .isEqualTo(next < ORIGIN + 100 * MS);
    }
    assertThat(due).containsOnly(ORIGIN).hasSize(3);
    assertThat(result.histogram("j-rt").max()).isLessThan(5 * MS);
  }

  /// A user whose journey failed goes on with another one, and never has two.
  @Test
  void failuresLeaveTheNumberOfUsersAsItIs() {
    LoopRig rig = thinking(10);
    VirtualTransport transport =
        new VirtualTransport(
            16,
            BEGIN,
            (n, start) -> n % 7 == 0 ? VirtualTransport.NEVER : start + 4 * MS,
            n -> n % 3 == 0 ? Outcome.failed("no") : Outcome.OK);
    rig.timeoutNanos = 20 * MS;
    LoopRig.Result result = rig.run(transport, LoopRig.deadline(DURATION, 0));
    var balance = result.journeys().balance(0, false);
    assertThat(balance.isExact()).isTrue();
    assertThat(balance.failed()).isGreaterThan(500);
    assertThat(balance.timedOut()).isGreaterThan(500);
    assertThat(balance.unfinished()).isLessThanOrEqualTo(10);
  }

  @Test
  void aCountIsOfAllJourneysOfAllLoops() {
    LoopRig rig = thinking(4);
    rig.count = 57;
    rig.shards = 3;
    long started = 0;
    for (rig.shard = 0; rig.shard < rig.shards; rig.shard++) {
      LoopRig.Result result = rig.run(server(16), LoopRig.deadline(DURATION, SECOND));
      started += result.journeys().balance(0, false).completed();
    }
    assertThat(started).isEqualTo(57);
  }

  /// Users who think between two journeys have no journey that could be unfinished.
  @Test
  void whoIsBetweenTwoJourneysIsInNoBalance() {
    LoopRig rig = new LoopRig(directory);
    rig.users = 20;
    rig.mode = RateMode.CLOSED_THINKING;
    rig.slots = 20;
    rig.journeys.add(
        new JourneySpec(
            "j", 1, List.of(rig.step("j"), new Part.Think(new ThinkTime.Constant(SECOND)))));
    LoopRig.Result result = rig.run(server(20), LoopRig.deadline(2500 * MS, 2 * SECOND));
    var balance = result.journeys().balance(0, false);
    assertThat(balance.intended()).isEqualTo(60);
    assertThat(balance.completed()).isEqualTo(60);
    LatencyHistogram response = result.histogram("j-rt");
    assertThat(response.totalCount()).isEqualTo(60);
  }
}
