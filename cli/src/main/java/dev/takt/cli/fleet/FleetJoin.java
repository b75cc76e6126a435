package dev.takt.cli.fleet;

import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.StopSignal;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.fleet.agent.Agent;
import dev.takt.fleet.agent.AgentSettings;
import dev.takt.fleet.coordinator.Coordinator;
import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.engine.FleetKey;
import dev.takt.fleet.engine.MemberNames;
import dev.takt.fleet.engine.RouterEngine;
import dev.takt.runs.model.Environment;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt fleet join`: the agent of a machine.
final class FleetJoin {

  private static final String NAME = "--name";
  private static final String WEIGHT = "--weight";
  private static final String DIRECTORY = "--dir";
  private static final String ALLOW = "--allow";
  private static final String TIMEOUT = "--join-timeout";
  private static final String WATCH_ONLY = "--watch-only";
  private static final String WATCH_PID = "--watch-pid";
  private static final String DEEP = "--deep";

  /// For the user who reads what a check says, and starts the run.
  private static final Duration CHECK_TIMEOUT = Duration.ofMinutes(10);

  private static final Duration LOOK_UP_PAUSE = Duration.ofMillis(500);

  /// A coordinator that is there needs less to admit an agent.
  private static final Duration NOTICE_PAUSE = Duration.ofMillis(500);

  private FleetJoin() {}

  static CommandSpec spec() {
    return new CommandDeclaration(
            "takt fleet join", "Takes part in one run of a fleet, as one of its machines.")
        .examples(
            "  takt fleet join 10.0.0.1:7946 --fleet-key fleet.p12",
            "  takt fleet join 10.0.0.1:7946 --fleet-key fleet.p12 --name big --weight 3",
            "  takt fleet join 10.0.0.1:7946 --fleet-key fleet.p12 --watch-only --watch-pid 4711",
            "      on the target's machine: no load, only what stalls the target")
        .synopsis("takt fleet join HOST:PORT [FLAGS]")
        .footer(
            "It starts the generator, takt run, as a process of its own, and ends when the",
            "coordinator has collected its files. If the coordinator is gone, the generator",
            "goes on for a while (--orphan of takt run), and the files are kept.",
            "Exit codes: 0 the files were collected, 1 the run failed or its files were not",
            "collected, 2 usage, 130 interrupted.")
        .argument("HOST:PORT", "1", "Where the coordinator listens")
        .options(
            Options.text(
                FleetFlags.KEY,
                "FILE|-",
                "The key of the fleet; - reads the file's content from standard input. Not needed"
                    + " on this machine alone"),
            Options.text(NAME, "NAME", "The machine's name in the fleet; default: its host name"),
            Options.text(
                WEIGHT, "N", "Its share in relation to those of the other machines (default 1)"),
            Options.text(DIRECTORY, "DIR", "Folder for its files (default takt-fleet)"),
            Options.text(TIMEOUT, "TIME", "How long to wait for the coordinator (default 60s)"),
            Options.flag(WATCH_ONLY, "Send nothing; watch the target's process and this machine"),
            Options.text(
                WATCH_PID, "N", "With --watch-only: the target's process; without it, the machine"),
            Options.flag(DEEP, "With --watch-only: record more detail, with higher overhead"),
            Options.flag(
                ALLOW, "Allow plans that start programs, load classes, or read files here"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  static int run(CliContext context, ParseResult parsed) {
    InetSocketAddress at =
        FleetFlags.address(parsed, "HOST:PORT", parsed.matchedPositionalValue(0, ""));
    String name = FlagValues.text(parsed, NAME);
    Path folder = FlagValues.path(parsed, DIRECTORY, context.directory());
    Duration timeout = Duration.ofNanos(FlagValues.time(parsed, TIMEOUT, "60s"));
    if (name != null && !MemberNames.isValid(name)) {
      throw FlagValues.wrong(
          parsed, NAME, "expected " + MemberNames.RULE + ", found '" + name + "'");
    }
    AgentSettings settings =
        new AgentSettings(
            name == null ? MemberNames.like(Environment.capture().hostName()) : name,
            weight(parsed),
            folder == null ? ThisProgram.folder(context) : folder.toAbsolutePath(),
            parsed.hasMatchedOption(ALLOW),
            timeout,
            ThisProgram.words(),
            watch(parsed));
    try {
      Optional<FleetKey> key = key(context, parsed);
      Agent.Result result = takePart(context, settings, at, timeout, key);
      while (result == Agent.Result.CHECKED) {
        Duration longer = timeout.compareTo(CHECK_TIMEOUT) > 0 ? timeout : CHECK_TIMEOUT;
        context.message("waiting up to " + text(longer) + " for the run");
        result = takePart(context, settings, at, longer, key);
      }
      if (result == Agent.Result.COLLECTED) {
        context.message("the run is over; the coordinator has its files");
      }
      return exitCode(result);
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private static Optional<FleetKey> key(CliContext context, ParseResult parsed) throws IOException {
    if (FleetKey.STDIN.equals(FlagValues.text(parsed, FleetFlags.KEY))) {
      return Optional.of(FleetKey.read(context.in()));
    }
    Path file = FlagValues.path(parsed, FleetFlags.KEY, context.directory());
    return file == null ? Optional.empty() : Optional.of(FleetKey.read(file));
  }

  private static Agent.Result takePart(
      CliContext context,
      AgentSettings settings,
      InetSocketAddress at,
      Duration timeout,
      Optional<FleetKey> key)
      throws IOException, InterruptedException {
    Agent agent = new Agent(settings, context::message);
    try (var _ = StopSignal.register(context, settings.folder(), agent::stop, () -> {}, () -> {})) {
      return agent.run(listener -> join(context, settings, at, timeout, key, listener));
    }
  }

  /// Joins, and says what it waits for if that is not done at once.
  private static RouterEngine join(
      CliContext context,
      AgentSettings settings,
      InetSocketAddress at,
      Duration timeout,
      Optional<FleetKey> key,
      Engine.Listener listener)
      throws IOException, InterruptedException {
    String waiting =
        "waiting up to " + text(timeout) + " for a coordinator at " + RouterEngine.text(at);
    Thread notice = Thread.ofVirtual().start(() -> sayLater(context, waiting));
    try {
      InetSocketAddress found = lookUp(at, timeout, context, notice);
      return RouterEngine.join(found, settings.name(), key, timeout, listener);
    } finally {
      notice.interrupt();
    }
  }

  private static void sayLater(CliContext context, String message) {
    try {
      Thread.sleep(NOTICE_PAUSE);
      context.message(message);
    } catch (InterruptedException _) {
      // There is nothing to wait for any more.
    }
  }

  private static String text(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds >= 120 && seconds % 60 == 0
        ? seconds / 60 + " min"
        : Units.time(duration.toNanos());
  }

  /// Looks the coordinator's host up until its name is known. In Kubernetes that is when its pod
  /// has an address.
  ///
  /// @param notice is interrupted if this says that it waits
  private static InetSocketAddress lookUp(
      InetSocketAddress at, Duration timeout, CliContext context, Thread notice)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    String host = at.getHostString();
    boolean isFirst = true;
    while (true) {
      InetSocketAddress found = new InetSocketAddress(host, at.getPort());
      if (!found.isUnresolved()) {
        return found;
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new IOException("no address is known for '" + host + "'");
      }
      if (isFirst) {
        notice.interrupt();
        context.message(
            "no address is known for '" + host + "' yet; waiting up to " + text(timeout));
        isFirst = false;
      }
      Thread.sleep(LOOK_UP_PAUSE);
    }
  }

  private static int weight(ParseResult parsed) {
    if (parsed.hasMatchedOption(WATCH_ONLY)) {
      if (parsed.hasMatchedOption(WEIGHT)) {
        throw FlagValues.wrong(parsed, WEIGHT + " is for machines with a share of the load");
      }
      return 0;
    }
    return FlagValues.integer(parsed, WEIGHT, 1, 1, Coordinator.MAX_WEIGHT);
  }

  /// The command that watches; empty without [#WATCH_ONLY].
  private static List<String> watch(ParseResult parsed) {
    if (!parsed.hasMatchedOption(WATCH_ONLY)) {
      for (String each : List.of(WATCH_PID, DEEP)) {
        if (parsed.hasMatchedOption(each)) {
          throw FlagValues.wrong(parsed, each + " is for machines with " + WATCH_ONLY);
        }
      }
      return List.of();
    }
    List<String> words = new ArrayList<>(List.of("watch"));
    words.add(parsed.hasMatchedOption(WATCH_PID) ? process(parsed) : "--host");
    if (parsed.hasMatchedOption(DEEP)) {
      words.add(DEEP);
    }
    return List.copyOf(words);
  }

  private static String process(ParseResult parsed) {
    int pid = FlagValues.integer(parsed, WATCH_PID, 1, 1, Integer.MAX_VALUE);
    if (ProcessHandle.of(pid).isEmpty()) {
      throw FlagValues.wrong(
          parsed, WATCH_PID, "there is no process " + pid + "; jps -l lists those of Java");
    }
    return Integer.toString(pid);
  }

  private static int exitCode(Agent.Result result) {
    return switch (result) {
      case COLLECTED, CHECKED, DISMISSED -> ExitCode.OK;
      case REFUSED, ORPHANED -> ExitCode.FAILED;
      case STOPPED -> ExitCode.INTERRUPTED;
    };
  }
}
