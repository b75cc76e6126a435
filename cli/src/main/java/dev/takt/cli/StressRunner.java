package dev.takt.cli;

import dev.takt.cli.command.RunExtra;
import dev.takt.cli.flags.RunFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.stress.StressCommand;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.engine.StartUp;
import java.util.List;

/// Runs `takt run` for `takt cassandra-stress`.
record StressRunner(CommandParser parser) implements StressCommand.Runner {

  @Override
  public int run(CliContext context, List<String> arguments, RunExtra extra) throws PlanException {
    if (!arguments.contains(RunFlags.PRINT_PLAN)) {
      StartUp.begin();
    }
    return FlagCommand.cassandraStress(extra).run(parser, arguments, context);
  }

  @Override
  public int search(CliContext context, List<String> arguments, double low, double high)
      throws PlanException {
    return FlagCommand.search(low, high).run(parser, arguments, context);
  }

  @Override
  public int prepare(CliContext context, List<String> arguments) throws PlanException {
    return FlagCommand.preparation().run(parser, arguments, context);
  }
}
