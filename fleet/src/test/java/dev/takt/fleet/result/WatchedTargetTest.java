package dev.takt.fleet.result;

import static dev.takt.fleet.result.SyntheticMachine.MILLI;
import static dev.takt.fleet.result.SyntheticMachine.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.RunExplainer;
import dev.takt.load.config.PlanLaunch;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Two generators and a watcher of their target, whose clocks are up to 17 minutes apart and drift
/// by up to 50 ppm, for 17 minutes. What delayed each slow operation is known.
class WatchedTargetTest {

  private static final long START = 5_000 * SECOND;
  private static final int STALLS = 60;
  private static final long EVERY = 17 * SECOND;
  private static final long LENGTH = STALLS * EVERY;

  /// A stall moved twice can be nearer to the end of its bounds than the true one is.
  private static final double MIN_RIGHT = 0.95;

  @TempDir private Path folder;

  private final List<Machine> generators = new ArrayList<>();
  private final Map<Long, Truth> truths = new HashMap<>();

  /// What delayed an operation.
  ///
  /// @param cause of the stall; null if there was none that was seen
  /// @param nanos how long it was stopped by it
  /// @param error how far the clocks of the two machines can be wrong together
  private record Truth(@Nullable String cause, long nanos, long error) {

    /// How much longer or shorter a stall can become when it is moved to the clock of the run and
    /// from there to another one: by 200 ppm each.
    long drift() {
      return (long) (400e-6 * nanos) + 1_000;
    }
  }

  private record Machine(SyntheticMachine files, FalsifiedClock clock) {

    /// Adds an operation.
    ///
    /// @param due on the clock of the run
    /// @return when it was due by the machine's own schedule, on the clock of the run
    long operation(long due, long service) {
      long since = clock.theirs(due) - files.start;
      files.operation(
          0, OperationState.COMPLETED, since, 0, clock.theirs(due + service) - clock.theirs(due));
      return START + since;
    }

    void pause(Side side, long begin, long nanos, String cause) {
      files.stall(
          Stall.of(
                  StallKind.GC_PAUSE,
                  side,
                  new Stall.Interval(
                      clock.theirs(begin), clock.theirs(begin + nanos), 1_000, "jfr"))
              .withCause(cause));
    }
  }

  static List<Long> seeds() {
    return new SplittableRandom(33).longs(20).boxed().toList();
  }

  private static Machine machine(
      PlanLaunch launch, String name, @Nullable String share, SplittableRandom random) {
    long leastDelay = random.nextLong(20_000, 400_000);
    FalsifiedClock clock =
        new FalsifiedClock(random, START - 2 * SECOND, LENGTH + 4 * SECOND, leastDelay);
    return new Machine(
        new SyntheticMachine(launch.plan(), name, share, clock.at(START), clock.start(START)),
        clock);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void stallsOfTheTargetExplainWhatTheyDelayedAndNothingElse(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    PlanLaunch launch = Plans.launch("duration", LENGTH / SECOND + "s", "connections", "10");
    generators.add(machine(launch, "m1", "1/2", random));
    generators.add(machine(launch, "m2", "2/2", random));
    Machine target = machine(launch, "target", null, random);
    for (int i = 0; i < STALLS; i++) {
      addPeriod(START + i * EVERY, "gc" + i, target, random);
    }

    List<SlowOperation> slow = explained(launch, target);

    int allowed = 0;
    int right = 0;
    int hidden = 0;
    for (SlowOperation each : slow) {
      Truth truth = Objects.requireNonNull(truths.get(each.times().due()));
      long charged = 0;
      for (Part part : each.parts()) {
        String detail = part.cause().detail();
        if (detail != null) {
          assertThat(detail).isEqualTo(truth.cause);
          charged += part.directService();
        }
      }
      assertThat(charged).isLessThanOrEqualTo(truth.nanos + truth.drift());
      if (2 * truth.error >= truth.nanos) {
        hidden += truth.cause == null ? 0 : 1;
        assertThat(charged).isZero();
      } else if (4 * truth.error <= truth.nanos) {
        allowed++;
        right += charged >= truth.nanos - 2 * truth.error - truth.drift() ? 1 : 0;
      }
    }
    assertThat(hidden).isPositive();
    assertThat(allowed).isGreaterThan(STALLS);
    assertThat(right).isGreaterThanOrEqualTo((int) Math.ceil(MIN_RIGHT * allowed));
  }

  /// A pause of the target that delays both machines, then slow operations of both that nothing
  /// explains, then a pause of the first generator while the second one is slow without a reason.
  private void addPeriod(long at, String cause, Machine target, SplittableRandom random) {
    long begin = at + 2 * SECOND + random.nextLong(SECOND);
    long nanos = (long) (100_000 * Math.pow(1_000, random.nextDouble()));
    target.pause(Side.TARGET, begin, nanos, cause);
    long own = begin + 10 * SECOND;
    generators.getFirst().pause(Side.GENERATOR, own, nanos, "own-" + cause);
    for (Machine each : generators) {
      for (int i = 0; i < 20; i++) {
        each.operation(at + 50L * i * MILLI, MILLI);
      }
      long error = error(target, begin, nanos) + error(each, begin, nanos) + 1_000;
      // What is added after the pause has no reason that was seen.
      long later = random.nextBoolean() ? 0 : 5 * MILLI;
      long before = random.nextLong(MILLI / 2);
      slow(each, begin - before, nanos + later, new Truth(cause, nanos, error));
      slow(each, begin + 5 * SECOND, nanos + 5 * MILLI, new Truth(null, 0, 0));
      boolean isOwn = each == generators.getFirst();
      slow(each, own - before, nanos, isOwn ? new Truth("own-" + cause, nanos, 0) : NOTHING);
    }
  }

  /// The largest error from the begin to the end of a stall.
  private static long error(Machine machine, long begin, long nanos) {
    return Math.max(machine.clock.errorAt(begin), machine.clock.errorAt(begin + nanos));
  }

  private static final Truth NOTHING = new Truth(null, 0, 0);

  private void slow(Machine machine, long due, long excess, Truth truth) {
    truths.put(machine.operation(due, MILLI + excess), truth);
  }

  private List<SlowOperation> explained(PlanLaunch launch, Machine target) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    List<Machine> machines = new ArrayList<>(generators);
    machines.add(target);
    List<MachinePart> parts = new ArrayList<>();
    try (ClockLog log = ClockLog.create(directory.resolve(ClockLog.FILE_NAME))) {
      for (Machine each : machines) {
        for (Exchange exchange : each.clock.exchanges) {
          log.add(each.files.name, exchange);
        }
        parts.add(each.files.write(folder.resolve("run/machines")));
      }
    }
    MergedRun.merge(
        launch,
        MergedRun.started(launch.plan(), START),
        parts,
        directory,
        text -> {
          throw new AssertionError(text);
        });
    return RunExplainer.of(RunDirectory.open(directory.path()))
        .explain(Integer.MAX_VALUE)
        .slowest();
  }
}
