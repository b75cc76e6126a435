package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.ORIGIN;
import static dev.takt.load.engine.recording.LoopRig.US;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.runs.text.EnglishText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A run generated from a seed: shards, rates, slots, service times, failures, lost replies, time
/// limits, warm-up, pauses of the generator, and possibly a stop.
final class RandomScenario {

  private static final Outcome FAILED = Outcome.failed("unlucky");

  final Random random;
  final LoopRig rig;
  private final int rate;
  private final boolean poisson;
  private final long duration;
  private final long drain;
  private final long service;
  private final long stopAt;
  private final double failing;
  private final double silent;
  private final double atOnce;
  private final boolean pauses;

  /// @param maxRate of operations or users per second
  RandomScenario(long seed, int maxRate, Path directory) {
    random = new Random(seed);
    rig = new LoopRig(directory);
    rig.seed = seed;
    rig.shards = 1 + random.nextInt(3);
    rig.slots = 1 + random.nextInt(random.nextBoolean() ? 2 : 40);
    rate = 1 + random.nextInt(random.nextBoolean() ? 100 : maxRate);
    poisson = random.nextBoolean();
    duration = 1 + random.nextLong(1000 * MS);
    rig.warmupNanos = random.nextBoolean() ? 0 : random.nextLong(1200 * MS);
    drain = random.nextInt(3) == 0 ? 0 : random.nextLong(1000 * MS);
    rig.timeoutNanos = random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextLong(50 * MS);
    service = 1 + random.nextLong(random.nextBoolean() ? MS : 100 * MS);
    stopAt = random.nextBoolean() ? Long.MAX_VALUE : ORIGIN + random.nextLong(1000 * MS);
    failing = random.nextBoolean() ? 0 : random.nextDouble();
    silent = random.nextBoolean() ? 0 : random.nextDouble() / 5;
    atOnce = random.nextBoolean() ? 0 : random.nextDouble();
    pauses = random.nextBoolean();
    rig.pacing = List.of(Pacing.values()).get(random.nextInt(3));
    long count = random.nextInt(3) == 0 ? 1 + random.nextLong(1000) : Long.MAX_VALUE;
    rig.schedule =
        Schedules.limited(
            poisson
                ? Schedules.poisson(Rate.perSecond(rate), seed)
                : Schedules.constant(Rate.perSecond(rate)),
            Long.MAX_VALUE,
            count);
  }

  /// Runs all shards, one after the other: each has its own moment of the stop.
  List<LoopRig.Result> run() {
    List<LoopRig.Result> results = new ArrayList<>();
    for (int shard = 0; shard < rig.shards; shard++) {
      rig.shard = shard;
      RunDeadline own = new RunDeadline(ORIGIN + duration, drain);
      VirtualTransport transport = transport(random.nextLong());
      if (stops()) {
        transport.at(stopAt - 20 * MS, () -> own.stop(stopAt));
      }
      results.add(rig.run(transport, own));
    }
    return results;
  }

  private boolean stops() {
    return stopAt != Long.MAX_VALUE && stopAt - 20 * MS < ORIGIN + duration + drain;
  }

  /// What the schedule intended until the end or the stop.
  IntendedOperationCounter intended() {
    long lastIntended = Math.min(ORIGIN + duration - 1, stops() ? stopAt : Long.MAX_VALUE);
    IntendedOperationCounter counter = new IntendedOperationCounter(rig.schedule, rig.warmupNanos);
    counter.advanceTo(lastIntended - ORIGIN);
    return counter;
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
    if (rig.keepsSlots) {
      transport.withOwnConnections();
    }
    for (int i = pauses ? fate.nextInt(5) : 0; i > 0; i--) {
      long begin = ORIGIN + fate.nextLong(1200 * MS);
      transport.awayFrom(begin, begin + fate.nextLong(200 * MS));
    }
    return transport;
  }

  @Override
  public String toString() {
    return EnglishText.format(
        "%d shards of %d slots, %d/s %s for %d us, warm-up %d, drain %d, limit %d, service %d, stop at %d, %s",
        rig.shards,
        rig.slots,
        rate,
        poisson ? "poisson" : "constant",
        duration / US,
        rig.warmupNanos / US,
        drain / US,
        rig.timeoutNanos / US,
        service / US,
        (stopAt - ORIGIN) / US,
        rig.pacing);
  }
}
