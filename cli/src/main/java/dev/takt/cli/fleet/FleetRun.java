package dev.takt.cli.fleet;

import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.render.ycsb.YcsbStatus;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.StopSignal;
import dev.takt.fleet.agent.AgentCommand;
import dev.takt.fleet.agent.SshHost;
import dev.takt.fleet.agent.StartedAgents;
import dev.takt.fleet.coordinator.CheckedMachine;
import dev.takt.fleet.coordinator.Coordinator;
import dev.takt.fleet.coordinator.FleetOutcome;
import dev.takt.fleet.coordinator.LiveLogs;
import dev.takt.fleet.engine.FleetKey;
import dev.takt.fleet.engine.RouterEngine;
import dev.takt.lab.RunResult;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.server.Folders;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run on several machines: `takt run --fleet`.
public final class FleetRun {

  private final CliContext context;
  private final FleetFlags flags;
  private final boolean quiet;

  /// @param quiet whether only warnings are shown
  public FleetRun(CliContext context, FleetFlags flags, boolean quiet) {
    this.context = context;
    this.flags = flags;
    this.quiet = quiet;
  }

  /// Why a plan cannot be run on several machines; empty if it can.
  ///
  /// @param machines how many have a share
  /// @throws PlanException if its workload class cannot be used any more
  public static Optional<String> refusal(Plan plan, int machines, List<DriverProvider> drivers)
      throws PlanException {
    if (!plan.load().share().isWhole()) {
      return Optional.of("share: a fleet shares the load out by itself; leave it out");
    }
    if (plan.load().start() != null) {
      return Optional.of("start-at: a fleet agrees on its start by itself; leave it out");
    }
    Integer users = plan.load().users();
    if (users != null && users < machines) {
      return Optional.of(
          EnglishText.format(
              "%,d users are too few for %d machines, each of which needs one", users, machines));
    }
    Optional<String> shortage = plan.shortageOn(machines);
    if (shortage.isPresent()) {
      return shortage;
    }
    return machines == 1
        ? Optional.empty()
        : PlanLaunch.sharingProblem(plan, drivers)
            .map(each -> "not on " + machines + " machines: " + each);
  }

  /// Runs a plan.
  ///
  /// @param status shows its progress, instead of lines for all machines; null for those
  /// @throws IOException with a message for people, if nothing was sent or the files cannot be
  ///   written
  public RunResult run(
      Plan plan, PlanLaunch launch, RunDirectory directory, @Nullable YcsbStatus status)
      throws IOException, InterruptedException {
    try (FleetLive live = FleetLive.open(context, launch, directory, status)) {
      return run(plan, launch, directory, live);
    } catch (IOException | InterruptedException e) {
      directory.removeIfNothingIsRecorded();
      throw e;
    }
  }

  private RunResult run(Plan plan, PlanLaunch launch, RunDirectory directory, FleetLive live)
      throws IOException, InterruptedException {
    FleetConsole console = new FleetConsole(context, plan, directory, quiet, live);
    Coordinator coordinator =
        new Coordinator(flags.settings(), directory, LiveLogs.of(plan), console);
    Path agents = directory.resolve("agents");
    Runnable stop =
        () -> {
          coordinator.stop();
          live.stopWaiting();
        };
    try (var _ = StopSignal.register(context, directory.path(), stop, () -> {}, () -> {})) {
      FleetOutcome outcome = withMachines(plan, coordinator, console, agents, coordinator::run);
      if (outcome.isComplete()) {
        delete(agents);
      }
      live.end();
      return FleetResults.of(launch, console.started(), directory, outcome, context::message);
    } catch (IOException | InterruptedException e) {
      if (!console.hasStarted()) {
        delete(agents);
        Files.deleteIfExists(directory.resolve(ClockLog.FILE_NAME));
      }
      throw e;
    }
  }

  /// Does what [#run] does before the start.
  ///
  /// @return the machines that have joined
  /// @throws IOException with a message for people, if none has joined or no file can be written
  public List<CheckedMachine> check(Plan plan) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("takt-fleet-check");
    try {
      RunDirectory directory = RunDirectory.create(folder);
      FleetConsole console = new FleetConsole(context, plan, directory, quiet, null);
      Coordinator coordinator =
          new Coordinator(flags.settings(), directory, LiveLogs.of(plan), console);
      try (var _ = StopSignal.register(context, null, coordinator::stop, () -> {}, () -> {})) {
        return withMachines(
            plan,
            coordinator,
            console,
            directory.resolve("agents"),
            (text, engine) -> coordinator.check(text, engine, isListening()));
      }
    } finally {
      delete(folder);
    }
  }

  /// Whether users start the agents, which then wait for the run after a check.
  private boolean isListening() {
    return flags.place() instanceof FleetFlags.Place.Listen;
  }

  private interface Work<T> {
    T on(String plan, RouterEngine engine) throws IOException, InterruptedException;
  }

  private <T> T withMachines(
      Plan plan, Coordinator coordinator, FleetConsole console, Path folder, Work<T> work)
      throws IOException, InterruptedException {
    Optional<FleetKey> key = key();
    try (StartedAgents agents =
            new StartedAgents(
                folder,
                (isSuccess, text) -> {
                  coordinator.abandon(text);
                  if (console.hasStarted() && !isSuccess) {
                    console.warning(text);
                  }
                });
        RouterEngine engine = RouterEngine.listen(address(), key, coordinator)) {
      console.info(waiting(engine.port()));
      for (AgentCommand each : commands(engine.port(), key, folder)) {
        agents.start(each);
      }
      return work.on(PlanWriter.withSecrets(plan.forGenerator()), engine);
    }
  }

  private String waiting(int port) {
    int machines = flags.machines();
    return switch (flags.place()) {
      case FleetFlags.Place.Listen _ ->
          "waiting at port "
              + port
              + " for "
              + count(machines, "machine")
              + watchers(flags.settings().watchers());
      case FleetFlags.Place.Local _ -> "starting " + count(machines, "agent") + " here";
      case FleetFlags.Place.Ssh _ -> "starting agents on " + count(machines, "machine") + " by ssh";
    };
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String watchers(int count) {
    return switch (count) {
      case 0 -> "";
      case 1 -> ", and for 1 more that only watches";
      default -> ", and for " + count + " more that only watch";
    };
  }

  private List<AgentCommand> commands(int port, Optional<FleetKey> key, Path folder) {
    return switch (flags.place()) {
      case FleetFlags.Place.Listen _ -> List.of();
      case FleetFlags.Place.Local(int agents) ->
          AgentCommand.local(agents, ThisProgram.words(), port, folder.toString());
      case FleetFlags.Place.Ssh(var hosts) -> SshHost.commands(hosts, port, key.orElseThrow());
    };
  }

  /// What cannot be deleted stays: the result does not depend on it.
  private static void delete(Path folder) {
    try {
      Folders.delete(folder);
    } catch (IOException _) {
      // As said.
    }
  }

  private Optional<FleetKey> key() throws IOException, InterruptedException {
    Path file = flags.key();
    if (flags.place() instanceof FleetFlags.Place.Ssh) {
      return Optional.of(FleetKey.temporary());
    }
    return file == null ? Optional.empty() : Optional.of(FleetKey.read(file));
  }

  private InetSocketAddress address() {
    return flags.place() instanceof FleetFlags.Place.Listen(InetSocketAddress address)
        ? address
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}
