package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.HelpText;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand.Help;
import dev.takt.cassandra.stress.command.StressCommand.Print;
import dev.takt.cassandra.stress.command.StressCommand.Run;
import dev.takt.cassandra.stress.command.StressCommand.Version;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.distribution.QuantileTable;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.config.source.PlanException;
import dev.takt.runs.model.Environment;
import java.util.List;

/// `takt cassandra-stress`: turns its command line into the arguments of `takt run`, or answers it.
public final class StressCommand {

  /// Runs `takt run`.
  public interface Runner {
    /// @return the exit code
    int run(List<String> arguments) throws PlanException;
  }

  private final CliContext context;
  private final StressLine line;

  public StressCommand(CliContext context, StressLine line) {
    this.context = context;
    this.line = line;
  }

  /// @return the exit code
  /// @throws dev.takt.cassandra.stress.command.InvalidCommandLineException if the command line is
  ///   not valid
  public int run(Runner runner) throws PlanException {
    StressSettings settings = StressSettings.parse(line.words());
    return switch (settings.command()) {
      case Help(var topic) -> print(HelpText.of(topic));
      case Print(var distribution) -> print(QuantileTable.format(distribution.create()));
      case Version(boolean isJson) -> print(List.of(version(isJson)));
      case Run _ -> drive(settings, settings.run().orElseThrow(), runner);
    };
  }

  private int print(List<String> lines) {
    lines.forEach(context.out()::println);
    return ExitCode.OK;
  }

  private static String version(boolean isJson) {
    String version = Environment.capture().takt().version();
    return isJson
        ? "{\"cassandra-stress\": {\"version\": \"" + version + "\"}}"
        : "Version: " + version;
  }

  private int drive(StressSettings settings, RunSettings run, Runner runner) throws PlanException {
    settings.notes().forEach(each -> context.message("note: " + each));
    return runner.run(line.arguments(settings, run.rate().maxThreads(), context.directory()));
  }
}
