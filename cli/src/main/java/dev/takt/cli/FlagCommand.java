package dev.takt.cli;

import dev.takt.cli.command.CompareCommand;
import dev.takt.cli.command.ExplainCommand;
import dev.takt.cli.command.ExploreCommand;
import dev.takt.cli.command.FindCommand;
import dev.takt.cli.command.OperationsCommand;
import dev.takt.cli.command.PrepareCommand;
import dev.takt.cli.command.ProfileCommand;
import dev.takt.cli.command.ReportCommand;
import dev.takt.cli.command.RunCommand;
import dev.takt.cli.command.RunExtra;
import dev.takt.cli.command.WatchCommand;
import dev.takt.cli.flags.CompareDeclaration;
import dev.takt.cli.flags.CompareFlags;
import dev.takt.cli.flags.ExplainFlags;
import dev.takt.cli.flags.FindFlags;
import dev.takt.cli.flags.OperationsFlags;
import dev.takt.cli.flags.ProfileFlags;
import dev.takt.cli.flags.RunArguments;
import dev.takt.cli.flags.RunFlags;
import dev.takt.cli.flags.WatchFlags;
import dev.takt.cli.get.GetCommand;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.source.PlanException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// A command with flags.
///
/// @param spec its flags
/// @param rewrite applied to the arguments before they are parsed
/// @param action what it does
record FlagCommand(CommandSpec spec, UnaryOperator<List<String>> rewrite, Action action) {

  /// The action of a command, run after its flags are parsed.
  interface Action {
    int run(CliContext context, ParseResult parsed) throws PlanException;
  }

  FlagCommand(CommandSpec spec, Action action) {
    this(spec, UnaryOperator.identity(), action);
  }

  /// @throws IllegalArgumentException if the command has no flags of its own
  static FlagCommand of(CommandName name) {
    return switch (name) {
      case RUN -> run(RunFlags.Command.RUN, RunExtra.NONE);
      case LOAD -> run(RunFlags.Command.LOAD, RunExtra.NONE);
      case CASSANDRA_STRESS -> cassandraStress(RunExtra.NONE);
      case FIND -> find();
      case WATCH ->
          new FlagCommand(
              WatchFlags.spec(),
              (context, parsed) -> new WatchCommand(context, WatchFlags.of(parsed)).run());
      case EXPLAIN ->
          new FlagCommand(
              ExplainFlags.spec(),
              (context, parsed) ->
                  new ExplainCommand(context, ExplainFlags.of(parsed, context.directory())).run());
      case OPERATIONS ->
          new FlagCommand(
              OperationsFlags.spec(),
              (context, parsed) ->
                  new OperationsCommand(context, OperationsFlags.of(parsed, context.directory()))
                      .run());
      case COMPARE ->
          new FlagCommand(
              CompareDeclaration.spec(),
              (context, parsed) ->
                  new CompareCommand(context, CompareFlags.of(parsed, context.directory())).run());
      case PROFILE ->
          new FlagCommand(
              ProfileFlags.spec(),
              (context, parsed) ->
                  new ProfileCommand(context, ProfileFlags.of(parsed, context.directory())).run());
      case REPORT ->
          new FlagCommand(
              ReportCommand.spec(), (context, parsed) -> new ReportCommand(context, parsed).run());
      case EXPLORE ->
          new FlagCommand(
              ExploreCommand.spec(),
              (context, parsed) -> new ExploreCommand(context, parsed).run());
      case GET ->
          new FlagCommand(
              GetCommand.spec(), (context, parsed) -> new GetCommand(context, parsed).run());
      case LOG, IMPORT, FLEET, GRPC, PROBE, COMPLETION, SCHEMA, HELP, VERSION ->
          throw new IllegalArgumentException(name.name());
    };
  }

  /// @param extra what the line of cassandra-stress adds to the run
  static FlagCommand cassandraStress(RunExtra extra) {
    return run(RunFlags.Command.CASSANDRA_STRESS, extra);
  }

  /// Only makes what a run needs in its target.
  static FlagCommand preparation() {
    RunFlags flags = new RunFlags(InstalledDrivers.load(), RunFlags.Command.CASSANDRA_STRESS);
    return new FlagCommand(
        flags.spec(), (context, parsed) -> new PrepareCommand(context, flags, parsed).run());
  }

  /// Searches the highest rate at which a run of `takt cassandra-stress` holds.
  ///
  /// @param low operations per second, tried first
  /// @param high the highest rate to try
  static FlagCommand search(double low, double high) {
    RunFlags flags = new RunFlags(InstalledDrivers.load(), RunFlags.Command.CASSANDRA_STRESS);
    return new FlagCommand(
        flags.spec(),
        RunArguments::withDefaultValues,
        (context, parsed) ->
            new FindCommand(
                    context,
                    FindFlags.setup(
                        flags.plan(parsed, context).plan(), flags.providers(), low, high),
                    parsed)
                .run());
  }

  /// Parses the arguments, and does what they say.
  ///
  /// @return the exit code
  int run(CommandParser parser, List<String> args, CliContext context) throws PlanException {
    Optional<ParseResult> parsed = parser.parse(spec, rewrite.apply(args));
    return parsed.isPresent() ? action.run(context, parsed.get()) : ExitCode.OK;
  }

  private static FlagCommand run(RunFlags.Command command, RunExtra extra) {
    RunFlags flags = new RunFlags(InstalledDrivers.load(), command);
    return new FlagCommand(
        flags.spec(),
        RunArguments::withDefaultValues,
        (context, parsed) -> new RunCommand(context, flags, parsed, extra).run());
  }

  private static FlagCommand find() {
    FindFlags flags = new FindFlags(InstalledDrivers.load());
    return new FlagCommand(
        flags.spec(),
        args -> FindFlags.withRange(RunArguments.withDefaultValues(args)),
        (context, parsed) -> new FindCommand(context, flags, parsed).run());
  }
}
