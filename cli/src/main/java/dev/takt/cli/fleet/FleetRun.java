package dev.takt.cli.fleet;

import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.StopSignal;
import dev.takt.fleet.agent.LocalAgents;
import dev.takt.fleet.coordinator.Coordinator;
import dev.takt.fleet.coordinator.FleetOutcome;
import dev.takt.fleet.coordinator.LiveLogs;
import dev.takt.fleet.engine.FleetKey;
import dev.takt.fleet.engine.RouterEngine;
import dev.takt.lab.RunResult;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

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
  public static Optional<String> refusal(Plan plan) {
    if (!plan.load().share().isWhole()) {
      return Optional.of("share: a fleet shares the load out by itself; leave it out");
    }
    if (plan.load().start() != null) {
      return Optional.of("start-at: a fleet agrees on its start by itself; leave it out");
    }
    return plan.exporting().isOn()
        ? Optional.of(
            "live metrics of several machines are not there yet; leave out prometheus and otlp")
        : Optional.empty();
  }

  /// Runs a plan.
  ///
  /// @throws IOException with a message for people, if nothing was sent or the files cannot be
  ///   written
  public RunResult run(Plan plan, PlanLaunch launch, RunDirectory directory)
      throws IOException, InterruptedException {
    FleetConsole console = new FleetConsole(context, plan, directory, quiet);
    Coordinator coordinator = new Coordinator(flags.settings(), directory, live(plan), console);
    try (var _ = StopSignal.register(context, coordinator::stop, () -> {}, () -> {});
        LocalAgents local = new LocalAgents(ThisProgram.words());
        RouterEngine engine = RouterEngine.listen(address(), key(), coordinator)) {
      if (flags.place() instanceof FleetFlags.Place.Local(int agents)) {
        local.start(agents, engine.port(), directory.resolve("agents"));
      } else {
        int watchers = flags.settings().watchers();
        console.info(
            "waiting for "
                + flags.settings().machines()
                + " machines"
                + (watchers == 0 ? "" : " and " + watchers + " that only watch")
                + " at port "
                + engine.port());
      }
      FleetOutcome outcome = drive(coordinator, plan, engine, console, local);
      return FleetResults.of(launch, console.started(), directory, outcome, context::message);
    } catch (IOException | InterruptedException e) {
      if (!console.hasStarted()) {
        Files.deleteIfExists(directory.resolve(ClockLog.FILE_NAME));
        directory.removeIfNothingIsRecorded();
      }
      throw e;
    }
  }

  private static FleetOutcome drive(
      Coordinator coordinator,
      Plan plan,
      RouterEngine engine,
      FleetConsole console,
      LocalAgents local)
      throws IOException, InterruptedException {
    boolean areCopied = false;
    try {
      FleetOutcome outcome = coordinator.run(PlanWriter.withSecrets(plan.forGenerator()), engine);
      areCopied = outcome.isComplete();
      return outcome;
    } finally {
      local.removeFiles(areCopied || !console.hasStarted());
    }
  }

  private static LiveLogs live(Plan plan) {
    return new LiveLogs(plan.limits().interval().toNanos(), plan.load().mode().hasSchedule());
  }

  private Optional<FleetKey> key() throws IOException {
    Path file = flags.key();
    return file == null ? Optional.empty() : Optional.of(FleetKey.read(file));
  }

  private InetSocketAddress address() {
    return switch (flags.place()) {
      case FleetFlags.Place.Listen(InetSocketAddress address) -> address;
      case FleetFlags.Place.Local _ -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    };
  }
}
