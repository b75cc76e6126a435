package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every intended operation ends in exactly one state, in any case.
class ConservationTest {

  private static final int SCENARIOS = 500;

  @TempDir private Path directory;

  @Test
  void everyIntendedOperationIsAccountedForOnce() {
    for (long seed = 0; seed < SCENARIOS; seed++) {
      RandomScenario scenario = new RandomScenario(seed, 5000, directory);
      try {
        check(scenario.run(), scenario.intended(), scenario.rig.timeoutNanos);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
  }

  private static void check(
      List<LoopRig.Result> results, IntendedOperationCounter intendedCounter, long timeout) {
    checkPhase(results, true, intendedCounter.inWarmup());
    checkPhase(results, false, intendedCounter.measured());
    Set<Long> seen = new HashSet<>();
    for (LoopRig.Result result : results) {
      for (OperationRecord r : result.records()) {
        seen.add(r.intended());
        assertThat(r.start() == OperationRecord.NONE || r.start() >= r.intended()).isTrue();
        assertThat(r.state() == OperationState.NEVER_SENT)
            .isEqualTo(r.start() == OperationRecord.NONE);
        assertThat(r.end()).isGreaterThanOrEqualTo(r.due());
        if (r.state() == OperationState.TIMED_OUT) {
          assertThat(r.service()).isGreaterThanOrEqualTo(timeout);
        }
      }
      assertThat(result.counters().inFlight()).isZero();
    }
    // Two Poisson arrivals can fall on the same nanosecond, but this is very rare.
    assertThat((long) seen.size()).isBetween(intendedCounter.total() - 1, intendedCounter.total());
  }

  private static void checkPhase(List<LoopRig.Result> results, boolean isWarmup, long intended) {
    long sum = 0;
    for (LoopRig.Result result : results) {
      Balance b = result.counters().balance(0, isWarmup);
      assertThat(b.isExact()).as("%s", b).isTrue();
      sum += b.intended();
      assertThat(count(result, isWarmup, OperationState.COMPLETED, RunTags.Measure.RESPONSE))
          .isEqualTo(b.completed() + b.unfinished() + b.neverSent());
      assertThat(count(result, isWarmup, OperationState.COMPLETED, RunTags.Measure.SERVICE))
          .isEqualTo(b.completed());
      assertThat(count(result, isWarmup, OperationState.COMPLETED, RunTags.Measure.WAIT))
          .isEqualTo(b.completed() + b.neverSent());
      assertThat(count(result, isWarmup, OperationState.FAILED, RunTags.Measure.RESPONSE))
          .isEqualTo(b.failed());
      assertThat(count(result, isWarmup, OperationState.TIMED_OUT, RunTags.Measure.RESPONSE))
          .isEqualTo(b.timedOut());
      assertThat(count(result, isWarmup, OperationState.UNFINISHED, RunTags.Measure.SERVICE))
          .isEqualTo(b.unfinished());
      assertThat(count(result, isWarmup, OperationState.NEVER_SENT, RunTags.Measure.RESPONSE))
          .isEqualTo(b.neverSent());
      assertThat(result.histogram(RunTags.lateness(isWarmup)).totalCount())
          .isEqualTo(b.intended() - b.neverSent());
    }
    assertThat(sum).as("intended").isEqualTo(intended);
  }

  private static long count(
      LoopRig.Result result, boolean isWarmup, OperationState state, RunTags.Measure measure) {
    return result.histogram(RunTags.of(isWarmup, "read", state, measure)).totalCount();
  }
}
