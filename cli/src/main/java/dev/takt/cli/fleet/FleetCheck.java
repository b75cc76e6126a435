package dev.takt.cli.fleet;

import dev.takt.cassandra.stress.drive.StressArguments;
import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.flags.RunFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.StopSignal;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.fleet.coordinator.CheckedMachine;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.Plan;
import dev.takt.load.config.SourcedPlan;
import dev.takt.load.config.source.PlanException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt fleet check`: what a run does before its start.
final class FleetCheck {

  private static final String TRUNCATES =
      "truncate=: a check connects as a run does, and would empty the tables; leave it out";

  private FleetCheck() {}

  static CommandSpec spec() {
    return flags().spec();
  }

  private static RunFlags flags() {
    return new RunFlags(InstalledDrivers.load(), RunFlags.Command.FLEET_CHECK);
  }

  static int run(CliContext context, ParseResult parsed) {
    RunFlags flags = flags();
    var _ = flags.spec(); // reading the flags needs their declaration
    try {
      SourcedPlan read = flags.plan(parsed, context);
      Plan plan = read.plan();
      FleetFlags fleet =
          FleetFlags.of(parsed, context.directory(), plan.load().sharing().fleet())
              .orElseThrow(() ->
                  FlagValues.wrong(
                      parsed,
                      "which machines? Expected "
                          + FleetFlags.FLEET
                          + " listen:HOST:PORT or another form, as for takt run"));
      Optional<String> refusal =
          StressArguments.truncates(plan.target().properties())
              ? Optional.of(TRUNCATES)
              : FleetRun.refusal(plan, fleet.machines(), flags.providers());
      if (refusal.isPresent()) {
        context.message(refusal.get());
        return ExitCode.USAGE;
      }
      CheckPlan checked = CheckPlan.of(plan);
      checked
          .leftOut()
          .forEach(
              key -> context.message(key + " is not sent by a check: what it makes must be there"));
      List<CheckedMachine> machines = new FleetRun(context, fleet, false).check(checked.plan());
      CheckReport report = new CheckReport(machines, fleet.machines(), fleet.settings().watchers());
      context.out().print(report.text(context.paint()));
      return report.areAllReady() ? ExitCode.OK : ExitCode.FAILED;
    } catch (PlanException e) {
      e.problems().forEach(problem -> context.err().println(problem));
      return ExitCode.USAGE;
    } catch (IOException e) {
      context.message(String.valueOf(e.getMessage()));
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      context.message(StopSignal.TOO_EARLY);
      return ExitCode.INTERRUPTED;
    }
  }
}
