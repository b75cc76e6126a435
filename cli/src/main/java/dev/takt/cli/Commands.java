package dev.takt.cli;

import dev.takt.cli.command.CompareCommand;
import dev.takt.cli.command.CompareFlags;
import dev.takt.cli.command.ExplainCommand;
import dev.takt.cli.command.ExplainFlags;
import dev.takt.cli.command.ExploreCommand;
import dev.takt.cli.command.FindCommand;
import dev.takt.cli.command.FindFlags;
import dev.takt.cli.command.ProfileCommand;
import dev.takt.cli.command.ProfileFlags;
import dev.takt.cli.command.ReportCommand;
import dev.takt.cli.command.RunCommand;
import dev.takt.cli.command.RunFlags;
import dev.takt.cli.command.WatchCommand;
import dev.takt.cli.command.WatchFlags;
import dev.takt.cli.log.LogCommand;
import dev.takt.cli.probe.ProbeCommand;
import dev.takt.cli.render.log.LogSchema;
import dev.takt.cli.render.study.FindSchema;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.usage.HelpLayout;
import dev.takt.cli.usage.NoCommand;
import dev.takt.cli.usage.UsageErrors;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.PlanSchema;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.text.Spelling;
import dev.takt.report.text.TagText;
import dev.takt.runs.json.Schemas;
import dev.takt.runs.model.Environment;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Selects the subcommand, and turns every failure into a message and an exit code.
final class Commands {

  private static final int MIN_WIDTH = 80;
  private static final int WIDTH = 100;
  private static final String OVERVIEW =
      """
      Takt drives a system on a schedule that it cannot slow down, and says what its users waited.

      @|bold Examples|@
        takt run                                    a demo: 1000/s for 20 s on a shop of its own
        takt run http://127.0.0.1:8080/ --rate 1000/s --duration 20s
        takt run plan.yaml --print-plan             all that a plan would do
        takt explain takt-runs/2026-…-demo          what made it slow, and what would be without it
        takt load --workload workloada --target redis://127.0.0.1   the records of YCSB's workload
        takt find --slo 'p99 < 20ms' --between 1k/s and 50k/s       the highest rate that holds it
        takt watch 4711 --for 60s                   what stops a JVM, without any load
        takt compare before after                   what differs between two runs
        takt explore                                all runs here, in a browser
        takt log summarize latency.hdr              percentiles of any HdrHistogram log
        takt schema plan > plan.schema.json         for an editor that helps to write plans

      @|bold Commands|@
        run       drives a system; see takt run --help
        load      brings the records of a YCSB workload into a store; see takt load --help
        find      finds the highest rate that holds an objective; see takt find --help
        watch     sees what stops a JVM and its machine; see takt watch --help
        explain   says what made the slow operations of a run slow; see takt explain --help
        compare   shows whether runs differ; see takt compare --help
        profile   where the target's CPU time went in slow moments; see takt profile --help
        report    makes the report of a run or a log, a page; see takt report --help
        explore   shows runs and logs in a browser; see takt explore --help
        log       slices, joins and summarises interval logs; see takt log --help
        probe     measures what this machine and its JVM can do; see takt probe --help
        schema    prints the JSON schema of plan, run, stalls, threads, summary, log-summary or find
        help      this text, or that of a command: takt help run
        --version the version
      """;

  private static final List<String> NAMES =
      List.of(
          "run", "load", "find", "watch", "explain", "compare", "profile", "report", "explore",
          "log", "probe", "schema", "help", "version");

  private static final List<String> SCHEMAS =
      List.of("plan", "run", "stalls", "threads", "summary", "log-summary", "find");

  private final CliContext context;

  Commands(CliContext context) {
    this.context = context;
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
      context.err().println("takt: '" + name + "' is no file name here: " + e.getReason());
      return ExitCode.USAGE;
    } catch (RuntimeException | Error e) {
      return InternalErrorReport.report(e, verbose, context.err());
    }
  }

  private int dispatch(List<String> args) throws PlanException {
    String command = args.isEmpty() ? "help" : args.getFirst();
    List<String> rest = args.isEmpty() ? args : args.subList(1, args.size());
    return switch (command) {
      case "run" -> runCommand(rest);
      case "load" -> loadCommand(rest);
      case "find" -> find(rest);
      case "watch" -> watch(rest);
      case "explain" -> explain(rest);
      case "compare" -> compare(rest);
      case "profile" -> profile(rest);
      case "report" -> report(rest);
      case "explore" -> explore(rest);
      case "log" -> group(LogCommand.GROUP, rest);
      case "probe" -> group(ProbeCommand.GROUP, rest);
      case "schema" -> schema(rest);
      case "help", "--help", "-h" -> help(rest);
      case "--version", "-V", "version" -> version();
      default -> noCommand(args);
    };
  }

  private int noCommand(List<String> args) {
    context.err().println("takt: " + NoCommand.message(args, NAMES, LogCommand.GROUP.names()));
    return ExitCode.USAGE;
  }

  /// The action of a command, run after its flags are parsed.
  private interface Action {
    int run(ParseResult parsed) throws PlanException;
  }

  /// Parses a command's flags, then prints its help or runs its action.
  private int with(CommandSpec spec, List<String> args, Action action) throws PlanException {
    CommandLine line = commandLine(spec);
    ParseResult parsed = line.parseArgs(args.toArray(String[]::new));
    if (parsed.isUsageHelpRequested()) {
      usage(line);
      return ExitCode.OK;
    }
    UsageErrors.refuseRepeated(parsed);
    return action.run(parsed);
  }

  private int runCommand(List<String> args) throws PlanException {
    List<DriverProvider> providers = InstalledDrivers.load();
    RunFlags flags = new RunFlags(providers);
    return with(
        flags.spec(),
        RunFlags.withUsualValues(args),
        parsed -> new RunCommand(context, providers, flags, parsed, false).run());
  }

  private int loadCommand(List<String> args) throws PlanException {
    List<DriverProvider> providers = InstalledDrivers.load();
    RunFlags flags = new RunFlags(providers);
    return with(
        flags.loadSpec(),
        RunFlags.withUsualValues(args),
        parsed -> new RunCommand(context, providers, flags, parsed, true).run());
  }

  private int find(List<String> args) throws PlanException {
    List<DriverProvider> providers = InstalledDrivers.load();
    FindFlags flags = new FindFlags(providers);
    return with(
        flags.spec(),
        FindFlags.withRange(RunFlags.withUsualValues(args)),
        parsed -> new FindCommand(context, providers, flags, parsed).run());
  }

  private int watch(List<String> args) throws PlanException {
    return with(
        WatchFlags.spec(), args, parsed -> new WatchCommand(context, WatchFlags.of(parsed)).run());
  }

  private int explain(List<String> args) throws PlanException {
    Path directory = context.directory();
    return with(
        ExplainFlags.spec(),
        args,
        parsed -> new ExplainCommand(context, ExplainFlags.of(parsed, directory)).run());
  }

  private int compare(List<String> args) throws PlanException {
    Path directory = context.directory();
    return with(
        CompareFlags.spec(),
        args,
        parsed -> new CompareCommand(context, CompareFlags.of(parsed, directory)).run());
  }

  private int profile(List<String> args) throws PlanException {
    Path directory = context.directory();
    return with(
        ProfileFlags.spec(),
        args,
        parsed -> new ProfileCommand(context, ProfileFlags.of(parsed, directory)).run());
  }

  private int report(List<String> args) throws PlanException {
    return with(ReportCommand.spec(), args, parsed -> new ReportCommand(context, parsed).run());
  }

  private int explore(List<String> args) throws PlanException {
    return with(ExploreCommand.spec(), args, parsed -> new ExploreCommand(context, parsed).run());
  }

  private int group(CommandGroup group, List<String> args) {
    String name = args.isEmpty() ? "--help" : args.getFirst();
    if (List.of("help", "--help", "-h").contains(name)) {
      return groupHelp(group, args.size() > 1 ? args.get(1) : "");
    }
    Optional<CommandGroup.Subcommand> found = group.find(name);
    if (found.isEmpty()) {
      return noSubcommand(group, name);
    }
    CommandLine line = commandLine(found.get().spec().get());
    ParseResult parsed = line.parseArgs(args.subList(1, args.size()).toArray(String[]::new));
    if (parsed.isUsageHelpRequested()) {
      usage(line);
      return ExitCode.OK;
    }
    UsageErrors.refuseRepeated(parsed);
    return found.get().action().run(context, parsed);
  }

  private int groupHelp(CommandGroup group, String name) {
    if (name.isEmpty()) {
      context.out().print(ansi().string(group.overview()));
      return ExitCode.OK;
    }
    Optional<CommandGroup.Subcommand> found = group.find(name);
    if (found.isEmpty()) {
      return noSubcommand(group, name);
    }
    usage(commandLine(found.get().spec().get()));
    return ExitCode.OK;
  }

  private int noSubcommand(CommandGroup group, String name) {
    String command = "takt " + group.name();
    if (group == LogCommand.GROUP && isFile(name)) {
      context
          .err()
          .println(
              command
                  + ": '"
                  + name
                  + "' is a file; did you mean takt log summarize "
                  + name
                  + "?");
      return ExitCode.USAGE;
    }
    String suggestion =
        Spelling.nearest(name, group.names())
            .map(each -> "; did you mean " + each + "?")
            .orElse("; see " + command + " --help");
    context.err().println(command + ": there is no command '" + name + "'" + suggestion);
    return ExitCode.USAGE;
  }

  private boolean isFile(String name) {
    try {
      return Files.exists(context.directory().resolve(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private CommandLine commandLine(CommandSpec spec) {
    spec.usageMessage().width(width()).sortOptions(false).sortSynopsis(false);
    CommandLine line = new CommandLine(spec);
    line.setExpandAtFiles(false);
    line.setOverwrittenOptionsAllowed(true); // repeated flags are rejected later
    line.setHelpSectionKeys(
        List.of(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_HEADER,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER));
    return line;
  }

  private int width() {
    return Math.max(MIN_WIDTH, Math.min(WIDTH, context.terminal().width()));
  }

  private void usage(CommandLine line) {
    HelpLayout.fit(line.getCommandSpec().usageMessage(), width());
    line.usage(context.out(), ansi());
  }

  private Ansi ansi() {
    CliContext.Terminal terminal = context.terminal();
    return terminal.isOut() && terminal.colour() ? Ansi.ON : Ansi.OFF;
  }

  private int help(List<String> args) {
    if (args.isEmpty()) {
      context.out().print(ansi().string(OVERVIEW));
      return ExitCode.OK;
    }
    CommandSpec spec = spec(args.getFirst());
    if (spec != null) {
      usage(commandLine(spec));
      return ExitCode.OK;
    }
    for (CommandGroup group : List.of(LogCommand.GROUP, ProbeCommand.GROUP)) {
      if (args.getFirst().equals(group.name())) {
        return groupHelp(group, args.size() > 1 ? args.get(1) : "");
      }
    }
    if (args.getFirst().equals("schema")) {
      context
          .out()
          .println(
              "takt schema plan|run|stalls|threads|summary|log-summary|find   prints a JSON"
                  + " schema");
      return ExitCode.OK;
    }
    return noCommand(args);
  }

  private @Nullable CommandSpec spec(String command) {
    return switch (command) {
      case "run" -> new RunFlags(InstalledDrivers.load()).spec();
      case "load" -> new RunFlags(InstalledDrivers.load()).loadSpec();
      case "find" -> new FindFlags(InstalledDrivers.load()).spec();
      case "watch" -> WatchFlags.spec();
      case "explain" -> ExplainFlags.spec();
      case "compare" -> CompareFlags.spec();
      case "profile" -> ProfileFlags.spec();
      case "report" -> ReportCommand.spec();
      case "explore" -> ExploreCommand.spec();
      default -> null;
    };
  }

  private int schema(List<String> args) {
    Map<String, Supplier<String>> schemas =
        Map.of(
            "plan", () -> PlanSchema.json(InstalledDrivers.load()),
            "run", Schemas::run,
            "stalls", Schemas::stalls,
            "threads", Schemas::threads,
            "summary", Schemas::summary,
            "log-summary", LogSchema::text,
            "find", FindSchema::text);
    Supplier<String> schema = args.size() == 1 ? schemas.get(args.getFirst()) : null;
    if (schema == null) {
      String given = args.isEmpty() ? "" : ", found '" + String.join(" ", args) + "'";
      context.err().println("takt schema: expected one of " + String.join(", ", SCHEMAS) + given);
      return ExitCode.USAGE;
    }
    context.out().print(schema.get());
    return ExitCode.OK;
  }

  private int version() {
    context.out().println("takt " + Environment.capture().takt().text());
    return ExitCode.OK;
  }

  private int usageError(ParameterException e, List<String> args) {
    String command = e.getCommandLine().getCommandName();
    UsageErrors.messages(e, args).forEach(each -> context.err().println(command + ": " + each));
    context.err().println("See " + command + " --help");
    return ExitCode.USAGE;
  }
}
