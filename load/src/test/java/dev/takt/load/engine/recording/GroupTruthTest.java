package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.Condition;
import dev.takt.load.journey.Count;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The times of groups of steps, against a server whose times are known, in virtual time: each step
/// takes 4 ms. 100 users arrive in a second.
class GroupTruthTest {

  private static final Part THINK = new Part.Think(new ThinkTime.Constant(10 * MS));

  /// The group's index, after the only journey's.
  private static final int GROUP = 1;

  @TempDir private Path directory;

  private LoopRig rig;

  @BeforeEach
  void makeRig() {
    rig = new LoopRig(directory);
    rig.schedule = Schedules.constant(Rate.perSecond(100));
  }

  private Part step() {
    return rig.step("j");
  }

  private LoopRig.Result run(Part... parts) {
    return run(new VirtualTransport(rig.slots, BEGIN, (n, start) -> start + 4 * MS), parts);
  }

  private LoopRig.Result run(VirtualTransport transport, Part... parts) {
    rig.journeys.add(new JourneySpec("j", 1, List.of(parts)));
    return rig.run(transport, LoopRig.deadline(SECOND, 30 * SECOND));
  }

  private static Balance completed(long count) {
    return new Balance(count, count, 0, 0, 0, 0);
  }

  private static void assertTime(LatencyHistogram times, long count, long nanos) {
    assertThat(times.totalCount()).isEqualTo(count);
    assertThat(times.mean()).isCloseTo((double) nanos, withinPercentage(2));
    assertThat(times.max()).isBetween(nanos, nanos + MS / 2);
  }

  /// Think times between its steps are in a group; those before the first and after the last are
  /// not.
  @Test
  void aGroupIsFromItsFirstStepToTheEndOfItsLast() {
    LoopRig.Result result =
        run(
            step(),
            new Part.Group("g", List.of(THINK, step(), THINK, step(), THINK)),
            THINK,
            step());
    assertThat(result.journeys().balance(GROUP, false)).isEqualTo(completed(100));
    assertTime(result.histogram("j.g-rt"), 100, 18 * MS);
    assertTime(result.histogram("j.g-st"), 100, 18 * MS);
    assertThat(result.histogram("j.g-wt").totalCount()).isEqualTo(100);
    assertThat(result.histogram("j.g-wt").max()).isLessThan(MS);
    assertTime(result.histogram("j-rt"), 100, 4 * MS + 10 * MS + 18 * MS + 20 * MS + 4 * MS);
  }

  /// With one connection for 800 ms of work per 500 ms, steps wait: the group's time is that from
  /// when the first of them was due, which the trace knows.
  @Test
  void waitsForAConnectionAreInAGroup() {
    rig.slots = 1;
    LoopRig.Result result =
        run(step(), new Part.Group("g", List.of(step(), THINK, step())), step());
    assertThat(result.records()).hasSize(400);
    double due = mean(result, 1, OperationRecord::intended);
    double response = mean(result, 2, OperationRecord::end) - due;
    double waiting = mean(result, 1, OperationRecord::start) - due;
    assertThat(waiting).isGreaterThan(20 * MS);
    assertThat(result.histogram("j.g-rt").mean()).isCloseTo(response, withinPercentage(0.2));
    assertThat(result.histogram("j.g-wt").mean()).isCloseTo(waiting, withinPercentage(0.2));
    assertThat(result.histogram("j.g-st").mean())
        .isCloseTo(response - waiting, withinPercentage(0.2));
  }

  private static double mean(
      LoopRig.Result result, int step, ToLongFunction<OperationRecord> time) {
    return result.records().stream()
        .filter(each -> each.index() == step)
        .mapToLong(each -> time.applyAsLong(each) - ORIGIN)
        .average()
        .orElseThrow();
  }

  /// Each round of a loop is a group of its own, and a loop in a group is a part of it.
  @Test
  void loopsAroundAGroupRepeatItAndLoopsInItDoNot() {
    Count three = new Count(3, 3);
    LoopRig.Result result =
        run(
            step(),
            new Part.Group(
                "all",
                List.of(
                    new Part.Repeat(
                        three,
                        List.of(
                            THINK,
                            new Part.Group(
                                "round", List.of(new Part.Repeat(three, List.of(step())))))))));
    assertThat(result.journeys().balance(1, false)).isEqualTo(completed(100));
    assertThat(result.journeys().balance(2, false)).isEqualTo(completed(300));
    assertThat(result.journeys().count(Note.REPEATED, 1, false)).isZero();
    assertThat(result.journeys().count(Note.REPEATED, 2, false)).isEqualTo(200);
    assertTime(result.histogram("j.round-rt"), 300, 12 * MS);
    assertTime(result.histogram("j.all-rt"), 100, 3 * 12 * MS + 20 * MS);
  }

  /// Two groups in sequence do not share a time, and one without a step in this journey is not
  /// reached.
  @Test
  void groupsThatNoUserComesToAreNotReached() {
    Condition never = Condition.parse("false", Map.of());
    LoopRig.Result result =
        run(
            new Part.Group("first", List.of(step())),
            new Part.Group("none", List.of(new Part.If(never, List.of(step())))),
            new Part.Group("second", List.of(step(), step())));
    assertTime(result.histogram("j.first-rt"), 100, 4 * MS);
    assertTime(result.histogram("j.second-rt"), 100, 8 * MS);
    assertThat(result.journeys().balance(2, false)).isEqualTo(completed(0));
    assertThat(result.journeys().count(Note.NOT_REACHED, 2, false)).isEqualTo(100);
  }

  /// An abort fails the groups that it is in; those before it are complete.
  @Test
  void abortsFailTheGroupsThatTheyAreIn() {
    Condition always = Condition.parse("true", Map.of());
    LoopRig.Result result =
        run(
            new Part.Group(
                "outer",
                List.of(new Part.Group("inner", List.of(step())), new Part.Abort(always), step())));
    assertThat(result.journeys().balance(1, false)).isEqualTo(new Balance(100, 0, 100, 0, 0, 0));
    assertThat(result.journeys().balance(2, false)).isEqualTo(completed(100));
  }

  /// A step that fails ends the groups that it is in; one that had ended stays complete.
  @Test
  void failuresEndTheGroupsThatTheyAreIn() {
    VirtualTransport transport =
        new VirtualTransport(
            rig.slots,
            BEGIN,
            (n, start) -> start + 4 * MS,
            n -> n % 3 == 1 ? Outcome.failed("no") : Outcome.OK);
    LoopRig.Result result =
        run(
            transport,
            new Part.Group("first", List.of(step())),
            new Part.Group("second", List.of(step(), step())));
    assertThat(result.journeys().balance(1, false)).isEqualTo(completed(100));
    assertThat(result.journeys().balance(2, false)).isEqualTo(new Balance(100, 0, 100, 0, 0, 0));
    assertTime(result.histogram("j.second:failed-rt"), 100, 4 * MS);
    assertThat(result.histogram("j.second-rt").totalCount()).isZero();
  }
}
