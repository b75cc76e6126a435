package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every journey, and every step of every journey, ends in exactly one state, in any case.
class JourneyConservationTest {

  private static final int SCENARIOS = 500;
  private static final Outcome FAILED = Outcome.failed("unlucky");

  @TempDir private Path directory;

  @Test
  void everyJourneyAndEveryStepIsAccountedForOnce() {
    int[] states = new int[OperationState.COUNT];
    long notReached = 0;
    for (long seed = 0; seed < SCENARIOS; seed++) {
      try {
        notReached += new Scenario(seed).play(states);
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

  /// A run generated from a seed: journeys, think times, rates, slots, service times, failures,
  /// lost replies, time limits, warm-up, pauses of the generator, shards, and possibly a stop.
  private final class Scenario {

    private final Random random;
    private final JourneyRig rig = new JourneyRig(directory);
    private final long duration;
    private final long drain;
    private final long service;
    private final long stopAt;
    private final double failing;
    private final double silent;
    private final double atOnce;
    private final boolean pauses;

    Scenario(long seed) {
      random = new Random(seed);
      rig.seed = seed;
      rig.shards = 1 + random.nextInt(3);
      rig.slots = 1 + random.nextInt(random.nextBoolean() ? 2 : 40);
      rig.pacing = List.of(Pacing.values()).get(random.nextInt(3));
      rig.warmupNanos = random.nextBoolean() ? 0 : random.nextLong(1200 * MS);
      rig.timeoutNanos = random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextLong(50 * MS);
      int rate = 1 + random.nextInt(random.nextBoolean() ? 100 : 2000);
      long count = random.nextInt(3) == 0 ? 1 + random.nextLong(1000) : Long.MAX_VALUE;
      rig.schedule =
          Schedules.limited(
              random.nextBoolean()
                  ? Schedules.poisson(Rate.perSecond(rate), seed)
                  : Schedules.constant(Rate.perSecond(rate)),
              Long.MAX_VALUE,
              count);
      for (int i = random.nextInt(3); i >= 0; i--) {
        ThinkTime[] think = new ThinkTime[1 + random.nextInt(5)];
        for (int k = 0; k < think.length; k++) {
          think[k] = k == 0 ? ThinkTime.NONE : think();
        }
        rig.journey("j" + i, 0.1 + random.nextDouble(), think);
      }
      duration = 1 + random.nextLong(1000 * MS);
      drain = random.nextInt(3) == 0 ? 0 : random.nextLong(1000 * MS);
      service = 1 + random.nextLong(random.nextBoolean() ? MS : 100 * MS);
      stopAt = random.nextBoolean() ? Long.MAX_VALUE : ORIGIN + random.nextLong(1000 * MS);
      failing = random.nextBoolean() ? 0 : random.nextDouble();
      silent = random.nextBoolean() ? 0 : random.nextDouble() / 5;
      atOnce = random.nextBoolean() ? 0 : random.nextDouble();
      pauses = random.nextBoolean();
    }

    private ThinkTime think() {
      return switch (random.nextInt(4)) {
        case 0 -> ThinkTime.NONE;
        case 1 -> new ThinkTime.Constant(random.nextLong(100 * MS));
        case 2 -> new ThinkTime.Uniform(MS, MS + random.nextLong(200 * MS));
        default -> new ThinkTime.LogNormal(10 * MS, 10 * MS + random.nextLong(500 * MS));
      };
    }

    long play(int[] states) {
      boolean stops = stopAt != Long.MAX_VALUE && stopAt - 20 * MS < ORIGIN + duration + drain;
      List<JourneyRig.Result> results = new ArrayList<>();
      for (int shard = 0; shard < rig.shards; shard++) {
        rig.shard = shard;
        RunDeadline own = new RunDeadline(ORIGIN + duration, drain);
        VirtualTransport transport = transport(random.nextLong());
        if (stops) {
          transport.at(stopAt - 20 * MS, () -> own.stop(stopAt));
        }
        results.add(rig.run(transport, own));
      }
      long lastIntended = Math.min(ORIGIN + duration - 1, stops ? stopAt : Long.MAX_VALUE);
      IntendedOperationCounter intended =
          new IntendedOperationCounter(rig.schedule, rig.warmupNanos);
      intended.advanceTo(lastIntended - ORIGIN);
      long journeys = 0;
      long notReached = 0;
      for (JourneyRig.Result result : results) {
        for (int i = 0; i < rig.specs.size(); i++) {
          journeys += all(result.journeys(), i).intended();
          notReached += check(result, i);
        }
        assertThat(result.journeys().inFlight()).isZero();
        result
            .records()
            .forEach(r -> {
              states[r.state().code()]++;
              assertThat(r.start() == OperationRecord.NONE || r.start() >= r.intended()).isTrue();
            });
      }
      assertThat(journeys).isEqualTo(intended.total());
      return notReached;
    }

    private VirtualTransport transport(long luck) {
      Random fate = new Random(luck);
      VirtualTransport transport =
          new VirtualTransport(
              rig.slots,
              BEGIN,
              (n, start) -> {
                if (fate.nextDouble() < silent) {
                  return VirtualTransport.NEVER;
                }
                return fate.nextDouble() < atOnce ? start : start + fate.nextLong(2 * service);
              },
              n -> fate.nextDouble() < failing ? FAILED : Outcome.OK);
      transport.lookingFor(20 * US);
      for (int i = pauses ? fate.nextInt(5) : 0; i > 0; i--) {
        long begin = ORIGIN + fate.nextLong(1200 * MS);
        transport.awayFrom(begin, begin + fate.nextLong(200 * MS));
      }
      return transport;
    }

    /// @return how many steps were not reached
    private long check(JourneyRig.Result result, int index) {
      JourneySpec journey = rig.specs.get(index);
      Balance whole = all(result.journeys(), index);
      assertThat(whole.isExact()).as("%s", whole).isTrue();
      checkHistograms(result, index, false);
      checkHistograms(result, index, true);
      long failed = 0;
      long timedOut = 0;
      long open = 0;
      long notReached = 0;
      long previous = whole.intended();
      for (StepSpec step : journey.steps()) {
        Balance own = all(result.steps(), step.operation());
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
          .isEqualTo(all(result.steps(), journey.steps().getFirst().operation()).neverSent());
      return notReached;
    }

    private void checkHistograms(JourneyRig.Result result, int index, boolean warmup) {
      Balance whole = result.journeys().balance(index, warmup);
      String name = rig.specs.get(index).name();
      assertThat(count(result, warmup, name, OperationState.COMPLETED))
          .isEqualTo(whole.completed() + whole.unfinished() + whole.neverSent());
      assertThat(count(result, warmup, name, OperationState.FAILED)).isEqualTo(whole.failed());
      assertThat(count(result, warmup, name, OperationState.TIMED_OUT)).isEqualTo(whole.timedOut());
    }

    private static long count(
        JourneyRig.Result result, boolean warmup, String name, OperationState state) {
      return result
          .histogram(RunTags.of(warmup, name, state, RunTags.Measure.RESPONSE))
          .totalCount();
    }

    private static long inTrace(JourneyRig.Result result, int operation) {
      return result.records().stream().filter(r -> r.index() == operation).count();
    }

    private static Balance all(OperationCounters of, int index) {
      return of.balance(index, false).plus(of.balance(index, true));
    }

    private static long notReached(JourneyRig.Result result, int operation) {
      return result.steps().countOfNotReached(operation, false)
          + result.steps().countOfNotReached(operation, true);
    }
  }
}
