package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.HelpText;
import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand.Help;
import dev.takt.cassandra.stress.command.StressCommand.Print;
import dev.takt.cassandra.stress.command.StressCommand.Run;
import dev.takt.cassandra.stress.command.StressCommand.Version;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.cassandra.stress.distribution.QuantileTable;
import dev.takt.cassandra.stress.drive.StressArguments;
import dev.takt.cli.command.RunExtra;
import dev.takt.cli.render.stress.StressHead;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.render.Prose;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.runs.model.Environment;
import dev.takt.runs.text.Causes;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// `takt cassandra-stress`: does what its command line says by `takt run`, or answers it.
public final class StressCommand {

  /// Runs `takt run`.
  public interface Runner {

    /// @return the exit code
    int run(CliContext context, List<String> arguments, RunExtra extra) throws PlanException;

    /// Searches the highest rate at which a run keeps its schedule and its rules.
    ///
    /// @param arguments of a run with a schedule
    /// @param low operations per second, tried first
    /// @param high the highest rate to try
    /// @return the exit code
    int search(CliContext context, List<String> arguments, double low, double high)
        throws PlanException;

    /// Only makes what the run needs in the database.
    ///
    /// @return the exit code
    int prepare(CliContext context, List<String> arguments) throws PlanException;
  }

  private final CliContext context;
  private final StressLine line;
  private final Runner runner;

  public StressCommand(CliContext context, StressLine line, Runner runner) {
    this.context = context;
    this.line = line;
    this.runner = runner;
  }

  /// @return the exit code
  /// @throws dev.takt.cassandra.stress.command.InvalidCommandLineException if the command line is
  ///   not valid
  public int run() throws PlanException {
    StressSettings settings = StressSettings.parse(line.words());
    return switch (settings.command()) {
      case Help(var topic) -> print(HelpText.of(topic));
      case Print(var distribution) -> print(QuantileTable.format(distribution.create()));
      case Version(boolean isJson) -> print(List.of(version(isJson)));
      case Run command -> drive(settings, command, settings.run().orElseThrow());
    };
  }

  private int print(List<String> lines) {
    for (String each : lines) {
      int text = each.indexOf("  ", each.length() - each.stripLeading().length());
      context
          .out()
          .println(
              text < 0
                  ? Prose.wrapped(each, context.terminal().textWidth())
                  : Prose.hanging(
                      each.substring(0, text + 2),
                      each.substring(text + 2),
                      context.terminal().textWidth()));
    }
    return ExitCode.OK;
  }

  private static String version(boolean isJson) {
    String version = Environment.capture().takt().version();
    return isJson
        ? "{\"cassandra-stress\": {\"version\": \"" + version + "\"}}"
        : "Version: " + version;
  }

  private int drive(StressSettings settings, Run command, RunSettings run) throws PlanException {
    settings.notes().forEach(each -> context.message("note: " + each));
    if (run.graph().isPresent() && line.flags().contains("--no-report")) {
      context.message("-graph file= is a copy of the report: leave out --no-report");
      return ExitCode.USAGE;
    }
    double partitions = StressArguments.partitionsPerOperation(settings, context.directory());
    if (partitions != 1) {
      context.message(
          "note: n= and rates count partitions: "
              + MachineText.format("%.4g", partitions)
              + " of them in an operation, on average");
    }
    Optional<String> copy = run.log().file();
    if (copy.isEmpty()) {
      return drive(context, settings, partitions, command, run);
    }
    try (OutputStream file = Files.newOutputStream(context.directory().resolve(copy.get()))) {
      CopiedStream copied = new CopiedStream(context.out(), file);
      PrintStream out = new PrintStream(copied, false, StandardCharsets.UTF_8);
      int code = drive(context.withOut(out), settings, partitions, command, run);
      out.flush();
      IOException failure = copied.failure();
      if (failure != null) {
        throw failure;
      }
      return code;
    } catch (IOException e) {
      context.message("-log file=" + copy.get() + ": cannot be written: " + Causes.of(e));
      return ExitCode.FAILED;
    }
  }

  private int drive(
      CliContext used, StressSettings settings, double partitions, Run command, RunSettings run)
      throws PlanException {
    int threads = run.rate().minThreads();
    if (line.hasFleet() || run.sendTo().isPresent()) {
      return driveFleet(used, settings, partitions, command, run);
    }
    if (makesTablesOnly(command)) {
      return runner.prepare(used, line.arguments(settings, partitions, threads, used.directory()));
    }
    if (line.hasFormat() && run.log().showsSettings()) {
      used.out().print(StressHead.settings(command, run));
    }
    boolean isSearch = threads < run.rate().maxThreads();
    if (isSearch && startsAtATime()) {
      used.message("start-at is for one run; threads>= and auto make several: leave it out");
      return ExitCode.USAGE;
    }
    if (isSearch && run.log().hdrFile().isPresent()) {
      context.message(
          "note: -log hdrfile=: each number of threads overwrites the file, as in"
              + " cassandra-stress; each run directory has a log");
    }
    return !isSearch
        ? runner.run(
            used,
            line.arguments(settings, partitions, threads, used.directory()),
            new StressRun(used, command, run, threads, false, line.hasFormat()))
        : new ThreadRuns(used, line, runner, settings, partitions).run();
  }

  /// On other machines.
  private int driveFleet(
      CliContext used, StressSettings settings, double partitions, Run command, RunSettings run)
      throws PlanException {
    Optional<String> refusal = fleetRefusal(command, run);
    if (refusal.isPresent()) {
      used.message(refusal.get());
      return ExitCode.USAGE;
    }
    int threads = run.rate().minThreads();
    if (line.hasFleet() || run.sendTo().filter(StressCommand::isOneHost).isEmpty()) {
      used.message("note: -rate threads= is for each machine; n= and rates are for all together");
    }
    List<String> arguments = line.arguments(settings, partitions, threads, used.directory());
    return runner.run(
        used, arguments, new StressRun(used, command, run, threads, false, line.hasFormat()));
  }

  private static boolean makesTablesOnly(Run command) {
    return command.length() instanceof RunLength.Count(long count) && count == 0;
  }

  private static boolean isOneHost(String sendTo) {
    return !sendTo.contains(",") && !sendTo.contains(":");
  }

  /// What follows each interval of this process has nothing to follow.
  private Optional<String> fleetRefusal(Run command, RunSettings run) {
    Map<String, Boolean> refused = new LinkedHashMap<>();
    refused.put(
        "threads>= and auto: say -rate threads=N",
        run.rate().minThreads() < run.rate().maxThreads());
    refused.put("n=0: it makes tables only, which one machine does", makesTablesOnly(command));
    refused.put("err<: say n= or duration=", command.length() instanceof RunLength.Uncertainty);
    refused.put("-errors fail-fast", run.errors().failsFast());
    refused.put(
        "-log hdrfile=: latency.hdr in the run directory has the same",
        run.log().hdrFile().isPresent());
    refused.put("-graph: report.html in the run directory is the page", run.graph().isPresent());
    refused.put("--format cassandra-stress", line.hasFormat());
    return refused.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(each -> "not on several machines: " + each.getKey())
        .findFirst();
  }

  private boolean startsAtATime() {
    String variable = Objects.requireNonNull(PlanKey.START_AT.variable());
    return line.flags().stream().anyMatch(each -> each.startsWith("--" + PlanKey.START_AT.key()))
        || !context.environment().getOrDefault(variable, "").isEmpty();
  }
}
