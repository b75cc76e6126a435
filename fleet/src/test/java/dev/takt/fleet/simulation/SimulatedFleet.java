package dev.takt.fleet.simulation;

import dev.takt.fleet.agent.Agent;
import dev.takt.fleet.agent.AgentSettings;
import dev.takt.fleet.coordinator.Coordinator;
import dev.takt.fleet.coordinator.FleetListener;
import dev.takt.fleet.coordinator.FleetOutcome;
import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.coordinator.LiveLatencyLog;
import dev.takt.fleet.coordinator.LiveLogs;
import dev.takt.fleet.coordinator.MemoryNetwork;
import dev.takt.fleet.coordinator.RecordingFleetListener;
import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.result.MachinePart;
import dev.takt.fleet.result.MergedRun;
import dev.takt.lab.RunResult;
import dev.takt.load.share.FleetSettings;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A coordinator and agents in this process, with simulated generators.
final class SimulatedFleet implements AutoCloseable {

  static final Duration ORPHAN = Duration.ofMillis(1_500);

  final MemoryNetwork network = new MemoryNetwork();
  final List<String> messages = new CopyOnWriteArrayList<>();
  final Map<String, SimulatedGenerator> generators = new ConcurrentHashMap<>();
  final Map<String, CompletableFuture<Agent.Result>> results = new ConcurrentHashMap<>();
  final LiveSums live = new LiveSums();

  /// What the explorer would show, by interval, once all has come.
  Map<String, String> liveLog = Map.of();

  final Coordinator coordinator;
  final Path folder;

  private final KnownLoad load;
  private final RunDirectory directory;
  private final Map<String, Agent> agents = new ConcurrentHashMap<>();
  private final LongConsumer onStarting;
  private @Nullable LiveLatencyLog log;

  /// How far the agreed starts are from that of the coordinator, at most. All have one clock here,
  /// so the truth is 0.
  volatile long maxStartErrorNanos;

  /// Whether the offset of a clock is further from the truth than its stated error.
  volatile boolean isClockWrong;

  /// @param onStarting receives the agreed start before the agents do
  SimulatedFleet(
      Path folder, KnownLoad load, int machines, Duration startLead, LongConsumer onStarting)
      throws IOException {
    this.folder = folder;
    this.load = load;
    this.onStarting = onStarting;
    directory = RunDirectory.create(folder.resolve("whole"));
    FleetSettings settings =
        new FleetSettings(
            machines,
            0,
            FleetSettings.OnLoss.CONTINUE,
            ORPHAN,
            Duration.ofMinutes(2),
            startLead,
            FleetSettings.Collect.ALL);
    LiveLogs logs =
        new LiveLogs(
            load.intervalNanos(),
            load.launch().plan().load().durationNanos(),
            true,
            load.launch().plan().operationNames());
    coordinator = new Coordinator(settings, directory, logs, listener());
  }

  private FleetListener listener() {
    return new RecordingFleetListener(messages) {
      @Override
      public void starting(long startNanos) {
        RunRecord started = MergedRun.started(load.launch().plan(), startNanos);
        try {
          log = LiveLatencyLog.create(directory, started);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        onStarting.accept(startNanos);
      }

      @Override
      public void progressed(long sinceStartNanos, List<LiveInterval> intervals) {
        live.add(sinceStartNanos, intervals);
        try {
          Objects.requireNonNull(log).add(intervals);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  /// Lets an agent join over the network in memory.
  void join(String name, int weight) {
    join(name, weight, each -> network.join(name, each));
  }

  /// Lets an agent join.
  void join(String name, int weight, Agent.Joining joining) {
    AgentSettings settings =
        new AgentSettings(
            name, weight, folder.resolve(name), true, Duration.ofSeconds(2), List.of(), List.of());
    Agent agent =
        new Agent(
            settings,
            each -> messages.add(name + ": " + each),
            (own, _, share, listener) -> {
              SimulatedGenerator generator =
                  new SimulatedGenerator(name, load, share, own, listener);
              generators.put(name, generator);
              return generator;
            });
    agents.put(name, agent);
    CompletableFuture<Agent.Result> result = new CompletableFuture<>();
    results.put(name, result);
    Thread.ofVirtual()
        .start(() -> {
          try {
            result.complete(agent.run(joining));
          } catch (IOException | InterruptedException | RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
  }

  SimulatedGenerator generator(String name) {
    return Objects.requireNonNull(generators.get(name), name);
  }

  /// Runs the load, and merges what came of it.
  RunResult run() throws IOException, InterruptedException {
    try (Engine engine = network.member(Engine.COORDINATOR, coordinator)) {
      return run(engine);
    }
  }

  /// The same over another engine.
  RunResult run(Engine engine) throws IOException, InterruptedException {
    FleetOutcome outcome = coordinator.run("", engine);
    Objects.requireNonNull(log).close();
    liveLog = CountedIntervals.of(directory.latencyLog(), load.intervalNanos());
    for (FleetOutcome.MachineOutcome each : outcome.machines()) {
      long error = Math.abs(each.startNanos() - outcome.startNanos());
      maxStartErrorNanos = Math.max(maxStartErrorNanos, error);
      isClockWrong |=
          each.clock()
              .at(outcome.startNanos())
              .filter(it -> Math.abs(it.nanos()) > it.errorNanos())
              .isPresent();
    }
    RunRecord started = MergedRun.started(load.launch().plan(), outcome.startNanos());
    List<MachinePart> parts =
        outcome.machines().stream()
            .map(each ->
                new MachinePart(
                    each.name(),
                    each.host(),
                    each.share(),
                    outcome.state(each),
                    each.directory(),
                    Fleet.Clock.SAME,
                    each.startNanos()))
            .toList();
    return MergedRun.merge(
        load.launch(), started, parts, directory, text -> messages.add("merge: " + text));
  }

  @Override
  public void close() {
    generators.values().forEach(SimulatedGenerator::kill);
    agents.values().forEach(Agent::stop);
    network.close();
  }
}
