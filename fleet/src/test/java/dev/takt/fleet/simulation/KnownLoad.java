package dev.takt.fleet.simulation;

import static dev.takt.fleet.result.SyntheticMachine.MILLI;
import static dev.takt.fleet.result.SyntheticMachine.SECOND;

import dev.takt.fleet.result.Plans;
import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.share.Share;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A load at a constant rate, in which the state and the times of each operation follow from its
/// number in the whole.
///
/// @param launch of the whole
/// @param rate in operations a second
/// @param seconds how long it is
/// @param seed of the operations
record KnownLoad(PlanLaunch launch, int rate, double seconds, long seed) {

  private static final OperationState[] STATES = {
    OperationState.COMPLETED, OperationState.FAILED, OperationState.TIMED_OUT
  };

  static KnownLoad of(int rate, double seconds, long seed) throws PlanException {
    return of(rate, seconds, 100, seed);
  }

  static KnownLoad of(int rate, double seconds, int intervalMillis, long seed)
      throws PlanException {
    PlanLaunch launch =
        Plans.launch(
            "rate",
            rate + "/s",
            "duration",
            Math.round(1_000 * seconds) + "ms",
            "interval",
            intervalMillis + "ms",
            "operations",
            "[{name: a}]");
    return new KnownLoad(launch, rate, seconds, seed);
  }

  long intervalNanos() {
    return launch.plan().limits().interval().toNanos();
  }

  /// The number of operations of all machines.
  int count() {
    return (int) Math.round(rate * seconds);
  }

  /// How many operations a share has.
  int count(Share share) {
    return (int) numbers(share).count();
  }

  /// The numbers of the operations of a share, in order.
  private IntStream numbers(Share share) {
    int count = count();
    return IntStream.iterate(0, i -> i < count, i -> i + share.of())
        .flatMap(
            round -> IntStream.range(round + share.first(), round + share.first() + share.width()))
        .filter(each -> each < count);
  }

  /// The operations of a share.
  ///
  /// @param start on the machine's clock
  SyntheticMachine machine(String name, Share share, long start) {
    SyntheticMachine machine =
        new SyntheticMachine(launch.plan(), name, share.toString(), Fleet.Clock.SAME, start);
    numbers(share)
        .forEach(i -> {
          SplittableRandom random = new SplittableRandom(seed * 1_000_003 + i);
          OperationState state = STATES[Math.max(0, random.nextInt(20) - 17)];
          machine.operation(
              0, state, i * SECOND / rate, random.nextLong(MILLI), random.nextLong(60 * MILLI));
        });
    return machine;
  }
}
