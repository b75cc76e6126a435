package dev.takt.cli;

import dev.takt.cassandra.stress.command.InvalidCommandLineException;
import dev.takt.cli.fleet.FleetCommand;
import dev.takt.cli.grpc.GrpcCommand;
import dev.takt.cli.log.LogCommand;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.stress.StressCommand;
import dev.takt.cli.stress.StressLine;
import dev.takt.cli.usage.UnknownCommandMessage;
import dev.takt.cli.usage.UsageErrors;
import dev.takt.imports.command.ImportCommand;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.engine.StartUp;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Environment;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParameterException;

/// Selects the command, and turns every failure into a message and an exit code.
final class Commands {

  private static final String OVERVIEW =
      """
      Takt drives a system on a schedule that it cannot slow down, and says what its
      users waited.

      @|bold Examples|@
        takt run                              a demo: 1000/s for 20 s on its own shop
        takt run http://127.0.0.1:8080/ --rate 1000/s --duration 20s
        takt run plan.yaml --print-plan       all that a plan would do
        takt explain takt-runs/2026-…-demo    what made it slow
        takt load --workload workloada --target redis://127.0.0.1
        takt find --slo 'p99 < 20ms' --between 1k/s and 50k/s
        takt watch 4711 --for 60s             what stops a JVM, without any load
        takt compare before after             what differs between two runs
        takt explore                          all runs here, in a browser
        takt log summarize latency.hdr        percentiles of any HdrHistogram log
        takt schema plan > plan.schema.json   for an editor that helps to write plans

      @|bold Commands|@
      """;

  private final CliContext context;
  private final CommandParser parser;

  Commands(CliContext context) {
    this.context = context;
    this.parser = new CommandParser(context);
  }

  int run(String[] args) {
    boolean verbose = List.of(args).contains(Options.VERBOSE);
    try {
      return dispatch(List.of(args));
    } catch (ParameterException e) {
      return usageError(e, List.of(args));
    } catch (PlanException e) {
      e.problems().forEach(problem -> context.err().println(problem));
      return ExitCode.USAGE;
    } catch (InvalidPathException e) {
      String name = TagText.escape(e.getInput());
      context.message("'" + name + "' is no file name here: " + e.getReason());
      return ExitCode.USAGE;
    } catch (RuntimeException | Error e) {
      return InternalErrorReport.report(e, verbose, context);
    }
  }

  private int dispatch(List<String> args) throws PlanException {
    Optional<CommandName> name =
        args.isEmpty() ? Optional.of(CommandName.HELP) : CommandName.of(args.getFirst());
    if (name.isEmpty()) {
      return noCommand(args);
    }
    List<String> rest = args.isEmpty() ? args : args.subList(1, args.size());
    return switch (name.get()) {
      case LOG -> group(LogCommand.GROUP).run(rest);
      case IMPORT -> group(ImportCommand.GROUP).run(rest);
      case FLEET -> group(FleetCommand.GROUP).run(rest);
      case GRPC -> group(GrpcCommand.GROUP).run(rest);
      case PROBE -> group(ProbeGroup.load()).run(rest);
      case COMPLETION -> CompletionCommand.run(context, rest);
      case SCHEMA -> SchemaCommand.run(context, rest);
      case HELP -> help(rest);
      case VERSION -> version();
      case RUN, LOAD, FIND -> {
        if (!Main.mayBeLeft(args.toArray(String[]::new))) { // --help or --print-plan sends nothing
          StartUp.begin();
        }
        yield run(FlagCommand.of(name.get()), rest);
      }
      case CASSANDRA_STRESS -> stress(StressLine.of(rest));
      default -> run(FlagCommand.of(name.get()), rest);
    };
  }

  private int run(FlagCommand command, List<String> args) throws PlanException {
    return command.run(parser, args, context);
  }

  private int stress(StressLine line) throws PlanException {
    FlagCommand command = FlagCommand.of(CommandName.CASSANDRA_STRESS);
    if (line.wantsHelp()) {
      parser.help(command.spec());
      return ExitCode.OK;
    }
    try {
      return new StressCommand(context, line, new StressRunner(parser)).run();
    } catch (ParameterException e) {
      return usageError(e, line.flags());
    } catch (InvalidCommandLineException e) {
      context.message(command.spec().name(), String.valueOf(e.getMessage()));
      return ExitCode.USAGE;
    }
  }

  private GroupCommand group(CommandGroup group) {
    return new GroupCommand(group, context, parser);
  }

  private int noCommand(List<String> args) {
    String message =
        UnknownCommandMessage.message(
            args, context.typed("takt"), CommandName.words(), LogCommand.GROUP.names());
    context.message(message);
    return ExitCode.USAGE;
  }

  private int help(List<String> args) {
    if (args.isEmpty()) {
      parser.print(OVERVIEW + CommandName.overview());
      return ExitCode.OK;
    }
    String subcommand = args.size() > 1 ? args.get(1) : "";
    CommandName name = CommandName.of(args.getFirst()).orElse(CommandName.HELP);
    return switch (name) {
      case LOG -> group(LogCommand.GROUP).help(subcommand);
      case IMPORT -> group(ImportCommand.GROUP).help(subcommand);
      case FLEET -> group(FleetCommand.GROUP).help(subcommand);
      case GRPC -> group(GrpcCommand.GROUP).help(subcommand);
      case PROBE -> group(ProbeGroup.load()).help(subcommand);
      case COMPLETION -> CompletionCommand.help(context);
      case SCHEMA -> SchemaCommand.help(context);
      case HELP, VERSION -> noCommand(args);
      default -> {
        parser.help(FlagCommand.of(name).spec());
        yield ExitCode.OK;
      }
    };
  }

  private int version() {
    context.out().println("takt " + Environment.capture().takt().text());
    return ExitCode.OK;
  }

  private int usageError(ParameterException e, List<String> args) {
    String command = e.getCommandLine().getCommandName();
    UsageErrors.messages(e, args).forEach(each -> context.message(command, each));
    context.err().println("See " + context.typed(command) + " --help");
    return ExitCode.USAGE;
  }
}
