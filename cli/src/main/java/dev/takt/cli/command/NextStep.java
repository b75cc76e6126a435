package dev.takt.cli.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.lab.RunResult;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Path;

/// The command that a reader of a result most likely needs next.
final class NextStep {

  private NextStep() {}

  /// @param command that made the run, such as `takt run`
  static String of(RunResult result, String command, CliContext context) {
    RunSummary run = result.summary();
    Path directory = result.directory().path();
    var files = run.failures().files();
    if (run.results().balance().completed() == 0 && files != null && !files.isEmpty()) {
      return "cat " + directory.resolve(files.values().iterator().next());
    }
    return result.observed().isEmpty() && run.generator().verdict() == Verdict.OK
        ? watched(command, context) + " shows what made operations slow"
        : context.typed("takt explain") + " " + directory;
  }

  /// The flags of `takt cassandra-stress` come after its line.
  private static String watched(String command, CliContext context) {
    return command.endsWith("cassandra-stress")
        ? context.typed(command) + " … --watch"
        : context.typed(command) + " --watch …";
  }
}
