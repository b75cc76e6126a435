package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedules;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The times of steps that a user sends at once, against a server whose times are known, in virtual
/// time: each step takes 4 ms.
class ParallelTruthTest {

  private static final Part THINK = new Part.Think(new ThinkTime.Constant(10 * MS));

  @TempDir private Path directory;

  private LoopRig rig;

  @BeforeEach
  void makeRig() {
    rig = new LoopRig(directory);
    rig.schedule = Schedules.constant(Rate.perSecond(100));
    rig.slots = 100;
  }

  private Part step() {
    return rig.step("j");
  }

  private Part.Parallel parallel(int steps, int atOnce) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      parts.add(step());
    }
    return new Part.Parallel(atOnce, parts);
  }

  private LoopRig.Result run(VirtualTransport transport, long nanos, Part... parts) {
    rig.journeys.add(new JourneySpec("j", 1, List.of(parts)));
    return rig.run(transport, LoopRig.deadline(nanos, 30 * SECOND));
  }

  private VirtualTransport server() {
    return new VirtualTransport(rig.slots, BEGIN, (_, start) -> start + 4 * MS);
  }

  private static void assertTime(LatencyHistogram times, long count, long nanos) {
    assertThat(times.totalCount()).isEqualTo(count);
    assertThat(times.mean()).isCloseTo((double) nanos, withinPercentage(2));
    assertThat(times.max()).isBetween(nanos, nanos + MS / 2);
  }

  /// Steps go out in waves, each of which takes 4 ms. The client's own limit is no wait.
  @ParameterizedTest
  @CsvSource({"1, 6, 1", "5, 6, 1", "6, 6, 1", "7, 6, 2", "12, 6, 2", "13, 6, 3", "9, 2, 5"})
  void blockTakesAsManyWavesAsItsLimitAllows(int steps, int atOnce, int waves) {
    LoopRig.Result result =
        run(
            server(),
            SECOND,
            step(),
            new Part.Group("g", List.of(parallel(steps, atOnce), THINK)),
            step());

    assertTime(result.histogram("j.g-rt"), 100, waves * (4 * MS));
    assertTime(result.histogram("j-rt"), 100, (waves + 2) * (4 * MS) + 10 * MS);
    assertThat(result.records()).hasSize(100 * (steps + 2));
    for (int i = 1; i <= steps; i++) {
      assertTime(result.histogram("j.s" + i + "-rt"), 100, 4 * MS);
      assertThat(result.histogram("j.s" + i + "-wt").max()).isLessThan(MS / 2);
    }
  }

  /// Users with connections of their own open as many as they need at once, and keep them from one
  /// block to the next.
  @ParameterizedTest
  @CsvSource({"1, 6, 1", "6, 6, 1", "7, 6, 2", "9, 2, 5"})
  void usersHaveSeveralConnectionsOfTheirOwn(int steps, int atOnce, int waves) {
    rig.keepsSlots = true;
    VirtualTransport server = server().withOwnConnections();

    LoopRig.Result result =
        run(server, SECOND, step(), parallel(steps, atOnce), THINK, step(), parallel(2, 2));

    assertTime(result.histogram("j-rt"), 100, (waves + 3) * (4 * MS) + 10 * MS);
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(MS / 2);
    assertThat(server.mostOwned).isEqualTo(Math.min(Math.max(steps, 2), atOnce));
    assertThat(server.owners).isEmpty();
  }

  /// Two users have the only two connections: their steps go out one after the other. No user waits
  /// for ever, and the wait is the target's, not the generator's.
  @Test
  void usersWithoutAnotherConnectionUseTheirOwn() {
    rig.keepsSlots = true;
    rig.slots = 2;
    rig.users = 2;
    rig.count = 4;
    rig.mode = RateMode.CLOSED_THINKING;
    VirtualTransport server = server().withOwnConnections();

    LoopRig.Result result = run(server, SECOND, step(), parallel(3, 3), step());

    assertTime(result.histogram("j-rt"), 4, 20 * MS);
    for (int i = 1; i <= 3; i++) {
      assertTime(result.histogram("j.s" + i + "-rt"), 4, i * 4L * MS);
    }
    assertThat(result.histogram(RunTags.lateness(false)).max()).isLessThan(MS / 2);
    assertThat(server.mostOwned).isEqualTo(1);
    assertThat(server.owners).isEmpty();
  }

  /// A failure closes what is idle at once, and the rest after the last answer.
  @Test
  void connectionsOfAUserWhoFailsAreClosed() {
    rig.keepsSlots = true;
    rig.slots = 3;
    rig.schedule = Schedules.constant(Rate.perSecond(10));
    VirtualTransport server =
        new VirtualTransport(
                rig.slots,
                BEGIN,
                (n, start) -> start + (n % 6 == 1 ? 2 : 4) * MS,
                n -> n % 6 == 1 ? Outcome.failed("no") : Outcome.OK)
            .withOwnConnections();

    LoopRig.Result result = run(server, SECOND, step(), parallel(4, 4), step());

    assertThat(result.journeys().balance(0, false)).isEqualTo(new Balance(10, 0, 10, 0, 0, 0));
    assertThat(result.counters().balance(3, false)).isEqualTo(new Balance(10, 10, 0, 0, 0, 0));
    assertThat(result.counters().balance(4, false)).isEqualTo(new Balance(10, 0, 0, 0, 0, 10));
    assertThat(server.mostOwned).isEqualTo(3);
    assertThat(server.owners).isEmpty();
  }

  /// With one connection each step waits for those before it, which is in its response time.
  @Test
  void stepsThatWaitForAConnectionSayHowLong() {
    rig.slots = 1;
    rig.schedule = Schedules.constant(Rate.perSecond(1));

    LoopRig.Result result = run(server(), SECOND, step(), parallel(3, 3));

    for (int i = 1; i <= 3; i++) {
      assertTime(result.histogram("j.s" + i + "-rt"), 1, i * 4L * MS);
      assertTime(result.histogram("j.s" + i + "-st"), 1, 4 * MS);
      assertThat(result.histogram("j.s" + i + "-wt").max())
          .isBetween((i - 1) * 4L * MS, (i - 1) * 4L * MS + MS / 2);
    }
    assertTime(result.histogram("j-rt"), 1, 16 * MS);
  }

  /// The server is frozen from 10 to 300 ms. Four steps are due from 14 ms on, two at a time: two
  /// end 4 ms after the freeze, and two 4 ms after that.
  @Test
  void stepsAtOnceDuringAFreezeWaitForItsEnd() {
    rig.schedule = Schedules.constant(Rate.perSecond(1));
    VirtualTransport frozen =
        new VirtualTransport(
            rig.slots,
            BEGIN,
            (_, start) ->
                (start >= ORIGIN + 10 * MS && start < ORIGIN + 300 * MS ? ORIGIN + 300 * MS : start)
                    + 4 * MS);

    LoopRig.Result result = run(frozen, SECOND, step(), THINK, parallel(4, 2));

    List<Long> responses = new ArrayList<>();
    for (OperationRecord each : result.records()) {
      if (each.index() > 0) {
        responses.add(Math.round((double) (each.end() - each.intended()) / MS));
      }
    }
    Collections.sort(responses);
    assertThat(responses).containsExactly(4L, 4L, 290L, 290L);
  }

  /// Of four steps, two at a time, the first fails after 2 ms: that ends the journey. The second is
  /// counted to its end, and the others were not reached.
  @Test
  void firstFailureEndsTheJourneyAndWhatIsInFlightIsCounted() {
    rig.schedule = Schedules.constant(Rate.perSecond(10));
    VirtualTransport server =
        new VirtualTransport(
            rig.slots,
            BEGIN,
            (n, start) -> start + (n % 6 == 1 ? 2 : 4) * MS,
            n -> n % 6 == 1 ? Outcome.failed("no") : Outcome.OK);

    LoopRig.Result result = run(server, SECOND, step(), parallel(4, 2), step());

    assertThat(result.journeys().balance(0, false)).isEqualTo(new Balance(10, 0, 10, 0, 0, 0));
    assertTime(result.histogram("j:failed-rt"), 10, 6 * MS);
    assertThat(result.counters().balance(1, false)).isEqualTo(new Balance(10, 0, 10, 0, 0, 0));
    assertThat(result.counters().balance(2, false)).isEqualTo(new Balance(10, 10, 0, 0, 0, 0));
    assertTime(result.histogram("j.s2-rt"), 10, 4 * MS);
    for (int i = 3; i <= 5; i++) {
      assertThat(result.counters().balance(i, false)).isEqualTo(Balance.NONE);
      assertThat(result.counters().count(Note.NOT_REACHED, i, false)).isEqualTo(10);
    }
    assertThat(result.counters().count(Note.FAILED, 1, false)).isEqualTo(10);
  }

  /// A step that is due and waits for a connection when another one fails is not sent. How long it
  /// has waited is recorded: 2 ms.
  @Test
  void stepsThatWaitAreNeverSentAfterAFailureAndTheirWaitIsRecorded() {
    rig.slots = 2;
    rig.schedule = Schedules.constant(Rate.perSecond(10));
    VirtualTransport server =
        new VirtualTransport(
            rig.slots,
            BEGIN,
            (n, start) -> start + (n % 6 == 1 ? 2 : 4) * MS,
            n -> n % 6 == 1 ? Outcome.failed("no") : Outcome.OK);

    LoopRig.Result result = run(server, SECOND, step(), parallel(4, 4), step());

    assertThat(result.counters().balance(2, false)).isEqualTo(new Balance(10, 10, 0, 0, 0, 0));
    for (int i = 3; i <= 4; i++) {
      assertThat(result.counters().balance(i, false)).isEqualTo(new Balance(10, 0, 0, 0, 0, 10));
      assertThat(result.counters().count(Note.NOT_REACHED, i, false)).isZero();
      assertThat(result.counters().count(Note.UNSENT_BESIDE, i, false)).isEqualTo(10);
      assertTime(result.histogram("j.s" + i + "-rt"), 10, 2 * MS);
      assertTime(result.histogram("j.s" + i + "-wt"), 10, 2 * MS);
      assertThat(result.histogram("j.s" + i + "-st").totalCount()).isZero();
    }
    assertThat(result.counters().count(Note.NOT_REACHED, 5, false)).isEqualTo(10);
    assertThat(result.journeys().balance(0, false)).isEqualTo(new Balance(10, 0, 10, 0, 0, 0));
  }

  /// A user of a closed population begins again after the last answer, not at the failure.
  @Test
  void aUserWhoFailedIsReadyAfterTheLastAnswer() {
    rig.users = 1;
    rig.count = 2;
    rig.mode = RateMode.CLOSED_THINKING;
    VirtualTransport server =
        new VirtualTransport(
            rig.slots,
            BEGIN,
            (n, start) -> start + (n % 3 == 1 ? 2 : 40) * MS,
            n -> n % 3 == 1 ? Outcome.failed("no") : Outcome.OK);

    LoopRig.Result result = run(server, SECOND, step(), parallel(2, 2));

    List<Long> arrivals =
        result.records().stream()
            .filter(each -> each.index() == 0)
            .map(each -> Math.round((double) (each.intended() - ORIGIN) / MS))
            .toList();
    assertThat(arrivals).containsExactly(0L, 80L);
  }

  /// What is sent is drawn when the block begins, and the same whatever the server does.
  @Test
  void conditionsOfABlockAreDrawn() {
    Condition half = Condition.parse("random < 0.5", Map.of());
    Part first = step();
    Part.Parallel block =
        new Part.Parallel(
            2,
            List.of(
                new Part.If(half, List.of(step())),
                new Part.If(half, List.of(step())),
                new Part.If(half, List.of(step()))));

    LoopRig.Result result = run(server(), 10 * SECOND, first, block, step());

    for (int i = 1; i <= 3; i++) {
      assertThat(result.counters().balance(i, false).completed()).isBetween(430L, 570L);
      assertThat(result.counters().balance(i, false).completed())
          .isEqualTo(1000 - result.counters().count(Note.NOT_REACHED, i, false));
    }
    assertThat(result.counters().balance(4, false).completed()).isEqualTo(1000);
    assertThat(result.journeys().balance(0, false).completed()).isEqualTo(1000);
  }

  @Test
  void conditionsAboutTheLastAnswerAreRefusedAfterABlock() {
    Part[] parts = {
      step(), parallel(2, 2), new Part.Abort(Condition.parse("status == 503", Map.of()))
    };
    assertThatThrownBy(() -> new JourneySpec("j", 1, List.of(parts)))
        .hasMessageContaining("status == 503");
    assertThat(
            new JourneySpec(
                "j",
                1,
                List.of(
                    step(),
                    parallel(2, 2),
                    new Part.Abort(Condition.parse("t == \"x\"", Map.of("t", 0))))))
        .isNotNull();
  }
}
