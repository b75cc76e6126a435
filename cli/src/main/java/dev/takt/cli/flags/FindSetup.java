package dev.takt.cli.flags;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.lab.CapacitySearch;
import dev.takt.lab.Searched;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.rules.Assertion;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Reads the search that the flags of `takt find` define, and checks that it fits its plan.
///
/// @param plan the flags of the plan
/// @param parsed all flags
record FindSetup(PlanFlags plan, ParseResult parsed) {

  CapacitySearch.Setup read(CliContext context) throws PlanException {
    Searched range = RateRange.of(parsed);
    var settings = SearchFlags.settings(parsed, range);
    long pauseNanos = SearchFlags.pauseNanos(parsed);
    List<Assertion> asked = SearchFlags.objectives(parsed);
    List<DriverProvider> providers = plan.providers();
    PlanArguments arguments = PlanArguments.of(parsed, providers, context.directory());
    arguments.printNote(context);
    CapacitySearch.Setup setup =
        new CapacitySearch.Setup(
            new PlanReader(providers)
                .read(arguments.plan(), context.environment(), values(arguments, range))
                .plan(),
            asked,
            range,
            settings,
            pauseNanos,
            providers);
    check(setup);
    return setup;
  }

  /// The plan keys that the flags set, by key.
  ///
  /// @throws ParameterException if a rate or a number of users is given: the search determines it
  private Map<String, List<String>> values(PlanArguments arguments, Searched range) {
    Map<String, List<String>> flags = plan.values(parsed, arguments);
    if (parsed.hasMatchedOption(FindFlags.RATE) || flags.containsKey(PlanKey.RATE.key())) {
      throw FlagValues.wrong(
          parsed,
          FindFlags.RATE,
          "the rate is what is searched; say " + SearchFlags.BETWEEN + " LOW and HIGH");
    }
    if (flags.containsKey(PlanKey.USERS.key())) {
      throw FlagValues.wrong(
          parsed,
          "--users",
          "the number of users is what is searched; say " + SearchFlags.BETWEEN + " 10 and 500");
    }
    if (range.isWhole()) {
      flags.put(PlanKey.USERS.key(), List.of(String.valueOf((int) range.low())));
    }
    boolean hasWorkload =
        flags.containsKey(PlanKey.WORKLOAD.key())
            || flags.containsKey(PlanKey.WORKLOAD_CLASS.key());
    if (hasWorkload && arguments.plan() == null) {
      // Without a rate, a workload of YCSB's runs as fast as possible. The search needs a fixed
      // rate.
      flags.putIfAbsent(PlanKey.MODE.key(), List.of("fixed"));
    }
    return flags;
  }

  /// Checks that need the parsed plan.
  private void check(CapacitySearch.Setup setup) {
    Plan asPlanned = setup.plan();
    if (setup.allObjectives().isEmpty()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.SLO,
          "say what has to hold, such as "
              + SearchFlags.SLO
              + " 'p99 < 20ms'; see takt find --help");
    }
    if (setup.searched().isWhole()) {
      checkUsers(setup);
    } else if (asPlanned.load().mode().isClosed()) {
      throw FlagValues.wrong(
          parsed,
          SearchFlags.BETWEEN,
          "a closed population has no rate to search; search the number of its users, such as 10 and"
              + " 500, or leave it out");
    } else {
      checkRate(asPlanned);
    }
    if (!asPlanned.load().share().isWhole() || asPlanned.load().start() != null) {
      throw FlagValues.wrong(
          parsed, "share, start-at: find drives the whole load, again and again; leave them out");
    }
    refuseInserts(asPlanned);
    for (Assertion each : setup.objectives()) {
      each.mistake(asPlanned.load().mode(), asPlanned.ruledNames())
          .ifPresent(mistake -> {
            throw FlagValues.wrong(parsed, SearchFlags.SLO, each.rule() + ": " + mistake);
          });
    }
  }

  /// The plan has been checked with the lowest number.
  private void checkUsers(CapacitySearch.Setup setup) {
    setup
        .searched()
        .at(setup.plan(), setup.searched().high(), List.of(), "")
        .shortageOn(1)
        .ifPresent(problem -> {
          throw FlagValues.wrong(parsed, SearchFlags.BETWEEN, problem);
        });
  }

  private void checkRate(Plan asPlanned) {
    if (!asPlanned.load().mode().hasSchedule()) {
      throw FlagValues.wrong(
          parsed, "--mode", "there is no rate in mode throughput; use fixed or throttle");
    }
    if (asPlanned.target().replay() != null) {
      throw FlagValues.wrong(
          parsed, "replay", "a log has times of its own, and no rate to search; leave it out");
    }
    if (asPlanned.load().rate() == null) {
      throw FlagValues.wrong(
          parsed, "--schedule", "the schedule has rates of its own; use constant or poisson");
    }
  }

  /// A workload that inserts would use the same record numbers again in each run.
  private void refuseInserts(Plan asPlanned) {
    boolean inserts =
        asPlanned.target().keyValues() != null
            && asPlanned.operationNames().contains(KeyValueKind.INSERT.operationName());
    if (inserts) {
      throw FlagValues.wrong(
          parsed,
          "--workload",
          "find runs many times on the same records, and each run would insert the same new ones; use a workload without"
              + " inserts, such as with -p insertproportion=0");
    }
  }
}
