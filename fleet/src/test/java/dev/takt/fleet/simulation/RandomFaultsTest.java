package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.lab.RunResult;
import dev.takt.load.share.Share;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.trace.OperationRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Random faults while machines share a load of which everything is known beforehand. What a
/// machine could still send is in the result, exactly; what it could not is counted as lost.
class RandomFaultsTest {

  private static final int RATE = 400;
  private static final double SECONDS = 2.5;
  private static final long INTERVAL = 100_000_000;
  private static final int AT_ONCE = 20;
  private static final long BOUND_SECONDS = 60;

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void unionAndBalanceAreExact() throws Exception {
    check(1, 20);
  }

  @Test
  @Tag("slow")
  @Timeout(900)
  void unionAndBalanceAreExactWithManySeeds() throws Exception {
    check(21, 220);
  }

  private void check(long first, long last) throws Exception {
    List<String> failures = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      Map<Long, Future<?>> runs =
          LongStream.rangeClosed(first, last)
              .boxed()
              .collect(Collectors.toMap(each -> each, each -> threads.submit(() -> bounded(each))));
      for (Map.Entry<Long, Future<?>> each : runs.entrySet()) {
        try {
          each.getValue().get();
        } catch (ExecutionException e) {
          failures.add("seed " + each.getKey() + ": " + e.getCause());
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  /// One seed. A run that hangs is a failure.
  private Void bounded(long seed) throws Exception {
    try (Scenario scenario = new Scenario(folder.resolve("seed" + seed), seed);
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<RunResult> result = thread.submit(() -> scenario.fleet.run());
      try {
        scenario.check(result.get(BOUND_SECONDS, TimeUnit.SECONDS));
      } catch (Exception | AssertionError e) {
        thread.shutdownNow();
        throw new AssertionError(e + "\n" + scenario + "\n" + scenario.fleet.messages, e);
      }
    }
    return null;
  }

  /// What happens to a machine.
  private enum Fault {
    NONE,
    /// The connection is cut, and mended before the generator is an orphan.
    CUT,
    /// The agent gets its messages later.
    SILENT_AGENT,
    /// The generator writes nothing for a while, and everything afterwards.
    PAUSED_GENERATOR,
    /// A piece of its log arrives damaged.
    DAMAGED_PIECE,
    /// It sends what no agent sends.
    HOSTILE_MESSAGES,
    /// The connection is cut when the start is sent, and mended after the start.
    CUT_AT_START,
    /// The connection is cut until the generator has stopped as an orphan.
    LONG_CUT,
    /// The connection is cut for good.
    CUT_FOR_GOOD,
    /// The connection is cut for good while the files are collected.
    CUT_WHILE_COLLECTED,
    /// The generator dies.
    DEAD_GENERATOR,
    /// Agent and generator are killed.
    KILLED;

    /// Whether a generator that comes to its end counts. After the others it depends on the time of
    /// the fault.
    boolean isHarmless() {
      return compareTo(CUT_AT_START) < 0;
    }
  }

  /// The faults of one seed.
  private static final class Scenario implements AutoCloseable {
    private final KnownLoad load;
    private final SimulatedFleet fleet;
    private final SplittableRandom random;
    private final List<String> names = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<Integer> weights = new ArrayList<>();

    Scenario(Path folder, long seed) throws Exception {
      random = new SplittableRandom(seed);
      load = KnownLoad.of(RATE, SECONDS, seed);
      int machines = random.nextInt(2, 6);
      List<Fault> all = List.of(Fault.values());
      for (int i = 0; i < machines; i++) {
        names.add("m" + i);
        faults.add(all.get(random.nextInt(all.size())));
        weights.add(random.nextInt(1, 4));
      }
      fleet = new SimulatedFleet(folder, load, machines, Duration.ofMillis(600), this::begin);
      for (int i = 0; i < machines; i++) {
        String name = names.get(i);
        int weight = weights.get(i);
        later(System.nanoTime() + millis(0, 500), () -> fleet.join(name, weight));
      }
    }

    private long millis(int from, int to) {
      return TimeUnit.MILLISECONDS.toNanos(random.nextInt(from, to));
    }

    /// Called before the agents get their start.
    private void begin(long start) {
      for (int i = 0; i < names.size(); i++) {
        begin(names.get(i), faults.get(i), start);
      }
      if (random.nextBoolean()) {
        later(start + millis(0, 2_000), () -> fleet.join("late", 1));
      }
    }

    private void begin(String name, Fault fault, long start) {
      long at = start + millis(0, 2_200);
      switch (fault) {
        case NONE -> {}
        case CUT -> cut(name, start + millis(0, 2_600), millis(50, 700));
        case SILENT_AGENT -> {
          long nanos = millis(200, 1_500);
          later(at, () -> fleet.network.freeze(name, nanos));
        }
        case PAUSED_GENERATOR -> {
          long nanos = millis(200, 1_500);
          later(at, () -> fleet.generator(name).pause(nanos));
        }
        case DAMAGED_PIECE -> later(at, () -> damage(name));
        case HOSTILE_MESSAGES -> later(at, () -> attack(name));
        case CUT_AT_START -> {
          fleet.network.cut(name);
          later(start + millis(50, 200), () -> fleet.network.mend(name));
        }
        case LONG_CUT ->
            cut(name, start + millis(0, 400), SimulatedFleet.ORPHAN.toNanos() + millis(600, 900));
        case CUT_FOR_GOOD -> later(at, () -> fleet.network.cut(name));
        case CUT_WHILE_COLLECTED -> fleet.network.damage(name, body -> cutAfterList(name, body));
        case DEAD_GENERATOR -> later(at, () -> fleet.generator(name).die());
        case KILLED ->
            later(
                at,
                () -> {
                  fleet.generator(name).kill();
                  fleet.network.cut(name);
                });
      }
    }

    private void cut(String name, long at, long nanos) {
      later(at, () -> fleet.network.cut(name));
      later(at + nanos, () -> fleet.network.mend(name));
    }

    private static void later(long at, Runnable action) {
      Thread.ofVirtual()
          .start(() -> {
            while (at - System.nanoTime() > 0) {
              LockSupport.parkNanos(at - System.nanoTime());
            }
            action.run();
          });
    }

    /// Changes the next piece of the log.
    private void damage(String name) {
      fleet.network.damage(
          name,
          body -> {
            if (!isLike(body, new Message.Piece("", 0, new byte[0])) || body.length < 100) {
              return body;
            }
            fleet.network.damage(name, same -> same);
            byte[] changed = body.clone();
            changed[changed.length - 20] ^= 1;
            return changed;
          });
    }

    private static boolean isLike(byte[] body, Message message) {
      return body[0] == MessageFormat.bytes(message)[0];
    }

    private byte[] cutAfterList(String name, byte[] body) {
      if (isLike(body, new Message.Files(List.of()))) {
        fleet.network.cut(name);
      }
      return body;
    }

    private void attack(String name) {
      byte[] junk = {1, 2, 3};
      List<Message> messages =
          List.of(
              new Message.Piece("../../outside", 0, junk),
              new Message.Piece("/outside", 0, junk),
              new Message.Piece("latency.hdr", 0, junk),
              new Message.Piece("latency.hdr", Long.MAX_VALUE, junk),
              new Message.Piece("", 0, junk),
              new Message.Ready(),
              new Message.Start(0),
              new Message.Refusal("no"),
              new Message.Pong(0, Long.MIN_VALUE, Long.MAX_VALUE),
              new Message.Hello(9, "", "", -1, -1, 0));
      messages.forEach(
          each -> fleet.coordinator.message(name, MessageFormat.bytes(each), System.nanoTime()));
      fleet.coordinator.message(name, junk, System.nanoTime());
      fleet.coordinator.message("unknown", MessageFormat.bytes(messages.getFirst()), 0);
    }

    void check(RunResult result) throws IOException {
      List<Fleet.Machine> machines = Objects.requireNonNull(result.record().fleet()).machines();
      assertThat(machines).extracting(Fleet.Machine::name).containsExactlyElementsOf(names);
      int positions = weights.stream().mapToInt(each -> each).sum();
      int first = 0;
      long lost = 0;
      List<SyntheticMachine> received = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Share share = new Share(first, weights.get(i), positions);
        first += weights.get(i);
        Fleet.Machine machine = machines.get(i);
        assertThat(machine.share()).isEqualTo(share.toString());
        boolean isWhole = machine.state() == Fleet.State.FINISHED;
        if (!fleet.generator(names.get(i)).hasFinished()) {
          assertThat(isWhole).as(machine.toString()).isFalse();
        } else if (faults.get(i).isHarmless()) {
          assertThat(isWhole).as(machine.toString()).isTrue();
        }
        SyntheticMachine its = received(names.get(i), share, result.directory().path());
        if (isWhole) {
          assertThat(its.operations).as(names.get(i)).hasSize(load.count(share));
        }
        lost += load.count(share) - its.operations.size();
        received.add(its);
      }
      Balance known =
          received.stream()
              .map(each -> each.balance(-1, false))
              .reduce(Balance.NONE, Balance::plus);
      assertThat(result.summary().results().balance())
          .isEqualTo(
              new Balance(
                  load.count(), known.completed(), known.failed(), known.timedOut(), 0, 0, lost));
      assertThat(CountedIntervals.of(result.directory().latencyLog(), INTERVAL))
          .isEqualTo(CountedIntervals.of(received));
      if (names.stream().noneMatch(this::isDamaged)) {
        assertThat(fleet.liveLog).isEqualTo(CountedIntervals.of(received));
      }
      fleet.live.check(
          received.stream().filter(each -> !isDamaged(each.name)).toList(),
          name -> !names.contains(name) || isDamaged(name));
      assertThat(fleet.messages).noneMatch(each -> each.startsWith("merge: "));
      assertThat(fleet.folder.resolveSibling("outside")).doesNotExist();
      assertThat(fleet.folder.resolve("whole/outside")).doesNotExist();
    }

    /// Whether the user knows that live figures lack something of it. Only where something was
    /// changed on its way may that be.
    private boolean isDamaged(String name) {
      Pattern warning =
          Pattern.compile(
              "warning: the live figures lack (?:\\w+ of )?" + Pattern.quote(name) + "[: ].*",
              Pattern.DOTALL);
      boolean isDamaged = fleet.messages.stream().anyMatch(warning.asMatchPredicate());
      if (isDamaged) {
        assertThat(faults.get(names.indexOf(name)))
            .as(fleet.messages.toString())
            .isIn(Fault.DAMAGED_PIECE, Fault.HOSTILE_MESSAGES);
      }
      return isDamaged;
    }

    /// The operations of a machine in the intervals that were received: its log must be what the
    /// machine would write, up to some interval.
    private SyntheticMachine received(String name, Share share, Path whole) throws IOException {
      SyntheticMachine its = load.machine(name, share, 0);
      Map<String, String> log =
          CountedIntervals.of(
              whole.resolve("machines").resolve(name).resolve("latency.hdr"), INTERVAL);
      long end =
          log.keySet().stream()
              .mapToLong(each -> Long.parseLong(each.substring(0, each.indexOf(' '))) + 1)
              .max()
              .orElse(0);
      List<OperationRecord> all = List.copyOf(its.operations);
      its.operations.clear();
      all.stream().filter(each -> each.end() / INTERVAL < end).forEach(its.operations::add);
      assertThat(log).as(name).isEqualTo(CountedIntervals.of(List.of(its)));
      return its;
    }

    @Override
    public void close() {
      fleet.close();
    }

    @Override
    public String toString() {
      return names + " " + faults + " " + weights;
    }
  }
}
