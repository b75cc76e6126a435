package dev.takt.fleet.result;

import static dev.takt.fleet.result.SyntheticMachine.MILLI;
import static dev.takt.fleet.result.SyntheticMachine.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.RunExplainer;
import dev.takt.load.config.PlanLaunch;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two machines with a thousand operations of 1 ms each, a few of them slow, and one that watches
/// the target. All clocks differ.
class MergedExplanationTest {

  private static final long START = 5_000 * SECOND;
  private static final long GAP = 5 * MILLI;

  @TempDir private java.nio.file.Path folder;

  private PlanLaunch launch;
  private SyntheticMachine one;
  private SyntheticMachine two;
  private SyntheticMachine target;

  @BeforeEach
  void makeMachines() throws Exception {
    launch = Plans.launch("duration", "5s", "connections", "10");
    one = machine("m1", "1/2", 100, 0);
    two = machine("m2", "2/2", START * 2, 50_000);
    target = machine("target", null, 7, 50_000);
    one.isWatched = true;
  }

  private SyntheticMachine machine(String name, @Nullable String share, long start, long error) {
    return new SyntheticMachine(
        launch.plan(), name, share, new Fleet.Clock(start - START, error, 0), start);
  }

  /// Adds a thousand operations, each due 5 ms after the last one.
  ///
  /// @param slow the number of the slow one
  /// @param service its service time
  private static void operations(SyntheticMachine machine, int slow, long service) {
    for (int i = 0; i < 1_000; i++) {
      machine.operation(0, OperationState.COMPLETED, i * GAP, 0, i == slow ? service : MILLI);
    }
  }

  private static void pause(
      SyntheticMachine machine, Side side, long begin, long nanos, String cause) {
    long at = machine.start + begin;
    machine.stall(
        Stall.of(StallKind.GC_PAUSE, side, new Stall.Interval(at, at + nanos, 0, "jfr"))
            .withCause(cause));
  }

  private RunExplainer explainer() throws Exception {
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    RunRecord started = MergedRun.started(launch.plan(), START);
    List<MachinePart> parts = new ArrayList<>();
    try (ClockLog clocks = ClockLog.create(directory.resolve(ClockLog.FILE_NAME))) {
      for (SyntheticMachine each : List.of(one, two, target)) {
        parts.add(each.write(folder.resolve("run/machines")));
        each.addExchanges(clocks, START + MILLI / 2, 100);
      }
    }
    MergedRun.merge(
        launch,
        started,
        parts,
        directory,
        text -> {
          throw new AssertionError(text);
        });
    return RunExplainer.of(RunDirectory.open(directory.path()));
  }

  private static Optional<CauseRow> cause(Explanation explanation, String detail) {
    return explanation.causes().stream()
        .filter(each -> detail.equals(each.cause().detail()))
        .findFirst();
  }

  private static SlowOperation slowOf(Explanation explanation, long due) {
    return explanation.slowest().stream()
        .filter(each -> each.times().due() == START + due)
        .findFirst()
        .orElseThrow();
  }

  /// Both are slow at the same time, and only the first one's generator was stopped then.
  @Test
  void stallOfAGeneratorIsChargedToItsOwnOperationsOnly() throws Exception {
    operations(one, 200, 101 * MILLI);
    operations(two, 201, 96 * MILLI);
    pause(one, Side.GENERATOR, 200 * GAP + MILLI / 2, 100 * MILLI, "own");

    Explanation explanation = explainer().explain(10);

    assertThat(explanation.operations().count()).isEqualTo(2_000);
    CauseRow own = cause(explanation, "own").orElseThrow();
    assertThat(own.affected()).isEqualTo(1);
    assertThat(own.stalls().count()).isEqualTo(1);
    assertThat(own.excess().nanos()).isEqualTo(100 * MILLI);
    assertThat(own.stalls().machine()).isEqualTo("m1");
    assertThat(slowOf(explanation, 200 * GAP).machine()).isEqualTo("m1");
    SlowOperation unexplained = slowOf(explanation, 201 * GAP);
    assertThat(unexplained.machine()).isEqualTo("m2");
    assertThat(unexplained.parts()).isEmpty();
    assertThat(unexplained.unexplainedService()).isEqualTo(95 * MILLI);
    assertThat(explanation.unexplained().excess().nanos()).isEqualTo(95 * MILLI);
    assertThat(explanation.excess().nanos()).isEqualTo(195 * MILLI);
  }

  @Test
  void saysThatTheOperationsWereNotCollected() throws Exception {
    operations(one, 200, 101 * MILLI);
    operations(two, 201, 96 * MILLI);
    var _ = explainer();
    for (String each : List.of("m1", "m2")) {
      Files.delete(folder.resolve("run/machines").resolve(each).resolve("operations.bin"));
    }
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> RunExplainer.of(RunDirectory.open(folder.resolve("run"))))
        .withMessageEndingWith(
            "run has no operations: those of its machines were not received (--collect summary"
                + " leaves them there)");
  }

  /// The same collector stopped both.
  @Test
  void causeOnSeveralMachinesNamesNone() throws Exception {
    operations(one, 200, 101 * MILLI);
    operations(two, 300, 96 * MILLI);
    pause(one, Side.GENERATOR, 200 * GAP + MILLI / 2, 100 * MILLI, "own");
    pause(two, Side.GENERATOR, 300 * GAP + MILLI / 2, 95 * MILLI, "own");
    pause(two, Side.GENERATOR, 400 * GAP + MILLI / 2, MILLI, "own");

    CauseRow own = cause(explainer().explain(10), "own").orElseThrow();

    assertThat(own.stalls().count()).isEqualTo(3);
    assertThat(own.stalls().machine()).isNull();
  }

  /// The clocks of the target and of the second machine are known to 50 µs each.
  @Test
  void stallOfTheTargetIsChargedToAllMachinesAsFarAsItIsCertain() throws Exception {
    operations(one, 200, 101 * MILLI);
    operations(two, 200, 101 * MILLI);
    pause(target, Side.TARGET, 200 * GAP + MILLI / 2, 100 * MILLI, "theirs");

    Explanation explanation = explainer().explain(10);

    CauseRow theirs = cause(explanation, "theirs").orElseThrow();
    assertThat(theirs.affected()).isEqualTo(2);
    assertThat(theirs.stalls().count()).isEqualTo(1);
    assertThat(theirs.stalls().machine()).isNull();
    // 100 ms less the error at both ends: 50 µs for the first machine, 100 µs for the second. In
    // half a round trip, the clocks can drift by 10 ns.
    long certain = 200 * MILLI - 100_000 - 200_000;
    assertThat(theirs.direct()).isBetween(certain - 200, certain);
    // The rest follows the stall within the same operations, which is less certain.
    assertThat(theirs.inherited()).isEqualTo(200 * MILLI - theirs.direct());
    // Each edge of what was charged is up to twice the error inside of the true one.
    long error = 4 * (50_000 + 100_000);
    assertThat(theirs.error()).isBetween(error, error + 1_000);
    assertThat(explanation.isGeneratorShareHigh()).isFalse();
  }

  @Test
  void stallOfTheTargetThatIsShorterThanItsErrorIsNotCharged() throws Exception {
    target = machine("target", null, 7, 50 * MILLI);
    operations(one, 200, 101 * MILLI);
    operations(two, 200, 101 * MILLI);
    pause(target, Side.TARGET, 200 * GAP + MILLI / 2, 100 * MILLI, "theirs");

    Explanation explanation = explainer().explain(10);

    assertThat(cause(explanation, "theirs")).isEmpty();
    assertThat(explanation.unexplained().excess().nanos()).isEqualTo(200 * MILLI);
  }

  /// Without its cause, the operation that was 101 ms takes 1 ms, and the other one what it took.
  @Test
  void percentilesWithoutACauseAreThoseOfAllMachines() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      one.operation(0, OperationState.COMPLETED, i * GAP, 0, MILLI);
      two.operation(0, OperationState.COMPLETED, i * GAP, 0, i % 20 == 19 ? 41 * MILLI : MILLI);
    }
    for (int i = 19; i < 1_000; i += 40) {
      pause(two, Side.GENERATOR, i * GAP + MILLI / 2, 40 * MILLI, "own");
    }

    RunExplainer explainer = explainer();
    Explanation explanation = explainer.explain(0);

    // 50 of 2,000 are slow, so p99 is; without half of them 25 are, so p99 still is and p98.5 not.
    assertThat(explanation.percentiles().p99()).isBetween(41 * MILLI, 42 * MILLI);
    assertThat(
            explainer
                .explainer()
                .without(each -> "own".equals(each.detail()))
                .countAtOrBelow(2 * MILLI))
        .isEqualTo(1_975);
    assertThat(explainer.operationsWithoutGenerator().size()).isEqualTo(2_000);
    assertThat(explainer.isComplete()).isTrue();
  }
}
