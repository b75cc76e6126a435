package dev.takt.cli.flags;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.SourcedPlan;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// The flags of `takt run`, `takt load`, `takt cassandra-stress` and `takt fleet check`: those that
/// define a run, and those that control only what is shown.
public final class RunFlags {

  public static final String PRINT_PLAN = "--print-plan";
  public static final String EXPLORE = "--explore";
  public static final String NO_REPORT = "--no-report";
  public static final String STATUS = "--status";

  /// The commands that have these flags.
  public enum Command {
    RUN,
    LOAD,
    CASSANDRA_STRESS,
    FLEET_CHECK
  }

  private final PlanFlags plan;
  private final Command command;

  public RunFlags(List<DriverProvider> providers, Command command) {
    this.plan = new PlanFlags(providers, Set.of());
    this.command = command;
  }

  /// Whether the command can run on several machines.
  public boolean hasFleet() {
    return command != Command.LOAD;
  }

  public List<DriverProvider> providers() {
    return plan.providers();
  }

  public CommandSpec spec() {
    return switch (command) {
      case RUN -> RunDeclaration.run(plan);
      case LOAD -> RunDeclaration.load(plan);
      case CASSANDRA_STRESS -> RunDeclaration.cassandraStress(plan);
      case FLEET_CHECK -> RunDeclaration.fleetCheck(plan);
    };
  }

  /// Reads the plan, with the values of environment variables and flags.
  ///
  /// @throws PlanException if it is not valid
  public SourcedPlan plan(ParseResult parsed, CliContext context) throws PlanException {
    PlanArguments arguments = PlanArguments.of(parsed, providers(), context.directory());
    arguments.printNote(context);
    Map<String, List<String>> given = plan.values(parsed, arguments);
    if (command == Command.LOAD) {
      requireRecords(parsed, arguments, given);
      given
          .computeIfAbsent(PlanKey.PROPERTY.key(), _ -> new ArrayList<>())
          .add("dotransactions=false");
    }
    PlanReader reader = new PlanReader(providers());
    return (hasFleet() && parsed.hasMatchedOption(FleetFlags.FLEET) ? reader.forFleet() : reader)
        .read(arguments.plan(), context.environment(), given);
  }

  private static void requireRecords(
      ParseResult parsed, PlanArguments arguments, Map<String, List<String>> given) {
    boolean hasRecords =
        arguments.plan() != null
            || Stream.of(PlanKey.WORKLOAD, PlanKey.PROPERTY, PlanKey.WORKLOAD_CLASS)
                .anyMatch(each -> given.containsKey(each.key()));
    if (!hasRecords) {
      throw FlagValues.wrong(parsed, "which records? Expected --workload FILE");
    }
  }
}
