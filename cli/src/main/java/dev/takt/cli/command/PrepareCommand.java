package dev.takt.cli.command;

import dev.takt.cli.flags.RunFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.SourcedPlan;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import picocli.CommandLine.ParseResult;

/// Only makes what a run needs in its target, and sends nothing.
public final class PrepareCommand {

  private final CliContext context;
  private final RunFlags flags;
  private final ParseResult parsed;

  public PrepareCommand(CliContext context, RunFlags flags, ParseResult parsed) {
    this.context = context;
    this.flags = flags;
    this.parsed = parsed;
  }

  /// @return the exit code
  public int run() throws PlanException {
    SourcedPlan read = flags.plan(parsed, context);
    if (parsed.hasMatchedOption(RunFlags.PRINT_PLAN)) {
      context.out().print(PlanWriter.masked(read));
      return ExitCode.OK;
    }
    PlanLaunch launch = PlanLaunch.prepare(read.plan(), flags.providers());
    try (Driver driver = launch.open(context.directory(), context::message)) {
      context.message("prepared " + driver.describe());
      return ExitCode.OK;
    } catch (DriverException e) {
      context.message(String.valueOf(e.getMessage()));
      return ExitCode.FAILED;
    }
  }
}
