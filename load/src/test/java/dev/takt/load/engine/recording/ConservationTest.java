package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every intended operation ends in exactly one state, in any case.
class ConservationTest {

  private static final int SCENARIOS = 500;
  private static final Outcome FAILED = Outcome.failed("unlucky");

  @TempDir private Path directory;

  @Test
  void everyIntendedOperationIsAccountedForOnce() {
    for (long seed = 0; seed < SCENARIOS; seed++) {
      Scenario scenario = new Scenario(seed);
      try {
        scenario.play();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("scenario " + seed + ": " + scenario, e);
      }
    }
  }

  /// A run generated from a seed: shards, rates, slots, service times, failures, lost replies, time
  /// limits, warm-up, pauses of the generator, and possibly a stop.
  private final class Scenario {
    private final Random random;
    private final int shards;
    private final int slots;
    private final int rate;
    private final boolean poisson;
    private final long duration;
    private final long warmup;
    private final long drain;
    private final long timeout;
    private final long service;
    private final long stopAt;
    private final double failing;
    private final double silent;
    private final double atOnce;
    private final boolean pauses;
    private final Pacing pacing;
    private final long count;
    private final long seed;

    Scenario(long seed) {
      this.seed = seed;
      random = new Random(seed);
      shards = 1 + random.nextInt(3);
      slots = 1 + random.nextInt(random.nextBoolean() ? 2 : 40);
      rate = 1 + random.nextInt(random.nextBoolean() ? 100 : 5000);
      poisson = random.nextBoolean();
      duration = 1 + random.nextLong(1000 * MS);
      warmup = random.nextBoolean() ? 0 : random.nextLong(1200 * MS);
      drain = random.nextInt(3) == 0 ? 0 : random.nextLong(1000 * MS);
      timeout = random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextLong(50 * MS);
      service = 1 + random.nextLong(random.nextBoolean() ? MS : 100 * MS);
      stopAt = random.nextBoolean() ? Long.MAX_VALUE : ORIGIN + random.nextLong(1000 * MS);
      failing = random.nextBoolean() ? 0 : random.nextDouble();
      silent = random.nextBoolean() ? 0 : random.nextDouble() / 5;
      atOnce = random.nextBoolean() ? 0 : random.nextDouble();
      pauses = random.nextBoolean();
      pacing = List.of(Pacing.values()).get(random.nextInt(3));
      count = random.nextInt(3) == 0 ? 1 + random.nextLong(1000) : Long.MAX_VALUE;
    }

    void play() {
      LoopRig rig = new LoopRig(directory);
      rig.schedule =
          Schedules.limited(
              poisson
                  ? Schedules.poisson(Rate.perSecond(rate), seed)
                  : Schedules.constant(Rate.perSecond(rate)),
              Long.MAX_VALUE,
              count);
      rig.slots = slots;
      rig.shards = shards;
      rig.warmupNanos = warmup;
      rig.timeoutNanos = timeout;
      rig.pacing = pacing;
      RunDeadline deadline = new RunDeadline(ORIGIN + duration, drain);
      boolean stops = stopAt != Long.MAX_VALUE && stopAt - 20 * MS < ORIGIN + duration + drain;
      List<LoopRig.Result> results = new ArrayList<>();
      for (int shard = 0; shard < shards; shard++) {
        rig.shard = shard;
        // Shards run one after the other here, and each has its own moment of the stop.
        RunDeadline own = shards == 1 ? deadline : new RunDeadline(ORIGIN + duration, drain);
        VirtualTransport transport = transport(random.nextLong());
        if (stops) {
          transport.at(stopAt - 20 * MS, () -> own.stop(stopAt));
        }
        results.add(rig.run(transport, own));
      }
      long lastIntended = Math.min(ORIGIN + duration - 1, stops ? stopAt : Long.MAX_VALUE);
      IntendedOperationCounter intendedCounter = new IntendedOperationCounter(rig.schedule, warmup);
      intendedCounter.advanceTo(lastIntended - ORIGIN);
      check(results, intendedCounter);
    }

    private VirtualTransport transport(long luck) {
      Random fate = new Random(luck);
      VirtualTransport transport =
          new VirtualTransport(
              slots,
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

    private void check(List<LoopRig.Result> results, IntendedOperationCounter intendedCounter) {
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
      assertThat((long) seen.size())
          .isBetween(intendedCounter.total() - 1, intendedCounter.total());
    }

    private void checkPhase(List<LoopRig.Result> results, boolean isWarmup, long intended) {
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

    @Override
    public String toString() {
      return EnglishText.format(
          "%d shards of %d slots, %d/s %s for %d us, warm-up %d, drain %d, limit %d, service %d, stop at %d, %s",
          shards,
          slots,
          rate,
          poisson ? "poisson" : "constant",
          duration / US,
          warmup / US,
          drain / US,
          timeout / US,
          service / US,
          (stopAt - ORIGIN) / US,
          pacing);
    }
  }
}
