package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every journey, and every step of every journey, ends in exactly one state, in any case.
class JourneyConservationTest {

  private static final int SCENARIOS = 500;

  @TempDir private Path directory;

  @Test
  void everyJourneyAndEveryStepIsAccountedForOnce() {
    int[] states = new int[OperationState.COUNT];
    long notReached = 0;
    for (long seed = 0; seed < SCENARIOS; seed++) {
      try {
        notReached += play(new RandomScenario(seed, 2000, directory), states);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed, e);
      }
    }
    // The scenarios reach every state often.
    for (OperationState state : OperationState.values()) {
      assertThat(states[state.code()]).as("%s", state).isGreaterThan(100);
    }
    assertThat(notReached).isGreaterThan(10_000);
  }

  private static void addJourneys(LoopRig rig, Random random) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      ThinkTime[] think = new ThinkTime[1 + random.nextInt(5)];
      for (int k = 0; k < think.length; k++) {
        think[k] = k == 0 ? ThinkTime.NONE : think(random);
      }
      rig.journey("j" + i, 0.1 + random.nextDouble(), think);
    }
  }

  private static ThinkTime think(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> ThinkTime.NONE;
      case 1 -> new ThinkTime.Constant(random.nextLong(100 * MS));
      case 2 -> new ThinkTime.Uniform(MS, MS + random.nextLong(200 * MS));
      default -> new ThinkTime.LogNormal(10 * MS, 10 * MS + random.nextLong(500 * MS));
    };
  }

  private static long play(RandomScenario scenario, int[] states) {
    LoopRig rig = scenario.rig;
    addJourneys(rig, scenario.random);
    long journeys = 0;
    long notReached = 0;
    for (LoopRig.Result result : scenario.run()) {
      for (int i = 0; i < rig.journeys.size(); i++) {
        journeys += all(result.journeys(), i).intended();
        notReached += check(rig, result, i);
      }
      assertThat(result.journeys().inFlight()).isZero();
      result
          .records()
          .forEach(r -> {
            states[r.state().code()]++;
            assertThat(r.start() == OperationRecord.NONE || r.start() >= r.intended()).isTrue();
          });
    }
    assertThat(journeys).isEqualTo(scenario.intended().total());
    return notReached;
  }

  /// @return how many steps were not reached
  private static long check(LoopRig rig, LoopRig.Result result, int index) {
    JourneySpec journey = rig.journeys.get(index);
    Balance whole = all(result.journeys(), index);
    assertThat(whole.isExact()).as("%s", whole).isTrue();
    checkHistograms(rig, result, index, false);
    checkHistograms(rig, result, index, true);
    long failed = 0;
    long timedOut = 0;
    long open = 0;
    long notReached = 0;
    long previous = whole.intended();
    for (StepSpec step : journey.steps()) {
      Balance own = all(result.counters(), step.operation());
      long missing = notReached(result, step.operation());
      assertThat(own.isExact()).as("%s", own).isTrue();
      assertThat(own.intended() + missing).as("%s", step).isEqualTo(whole.intended());
      assertThat(own.intended())
          .as("only who completed a step reaches the next")
          .isLessThanOrEqualTo(previous);
      assertThat(inTrace(result, step.operation())).isEqualTo(own.intended());
      previous = own.completed();
      failed += own.failed();
      timedOut += own.timedOut();
      open += own.unfinished() + own.neverSent();
      notReached += missing;
    }
    assertThat(whole.completed()).isEqualTo(previous);
    assertThat(whole.failed()).isEqualTo(failed);
    assertThat(whole.timedOut()).isEqualTo(timedOut);
    assertThat(whole.unfinished() + whole.neverSent()).isGreaterThanOrEqualTo(open);
    assertThat(whole.neverSent())
        .isEqualTo(all(result.counters(), journey.steps().getFirst().operation()).neverSent());
    return notReached;
  }

  private static void checkHistograms(
      LoopRig rig, LoopRig.Result result, int index, boolean warmup) {
    Balance whole = result.journeys().balance(index, warmup);
    String name = rig.journeys.get(index).name();
    assertThat(count(result, warmup, name, OperationState.COMPLETED))
        .isEqualTo(whole.completed() + whole.unfinished() + whole.neverSent());
    assertThat(count(result, warmup, name, OperationState.FAILED)).isEqualTo(whole.failed());
    assertThat(count(result, warmup, name, OperationState.TIMED_OUT)).isEqualTo(whole.timedOut());
  }

  private static long count(
      LoopRig.Result result, boolean warmup, String name, OperationState state) {
    return result.histogram(RunTags.of(warmup, name, state, RunTags.Measure.RESPONSE)).totalCount();
  }

  private static long inTrace(LoopRig.Result result, int operation) {
    return result.records().stream().filter(r -> r.index() == operation).count();
  }

  private static Balance all(OperationCounters of, int index) {
    return of.balance(index, false).plus(of.balance(index, true));
  }

  private static long notReached(LoopRig.Result result, int operation) {
    return result.counters().countOfNotReached(operation, false)
        + result.counters().countOfNotReached(operation, true);
  }
}
