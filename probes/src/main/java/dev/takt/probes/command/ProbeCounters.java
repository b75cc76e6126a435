package dev.takt.probes.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.Prose;
import dev.takt.counters.Counters;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import dev.takt.counters.StandardEvent;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import dev.takt.runs.text.Units;
import dev.takt.runs.text.UserLocale;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe counters`: prints the counters of the processor and the kernel for a command.
final class ProbeCounters {

  static final String COUNTERS = "--counters";
  static final String PID = "--pid";
  private static final String DEFAULT_TIME = "10s";

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /// A shell's exit code for a signal is this plus the signal's number.
  private static final int SIGNAL_CODE = 128;

  private ProbeCounters() {}

  static CommandSpec spec() {
    CommandSpec spec =
        new CommandDeclaration(
                "takt probe counters",
                "Counts what the processor and the kernel do for a command or a process.")
            .examples(
                "  takt probe counters -- java -jar app.jar",
                "  takt probe counters --counters task-clock,page-faults -- sort big.txt",
                "  takt probe counters --pid 4711 --for 10s",
                "  takt probe counters --counters cycles,cpu/event=0x24,umask=0x3f/ -- ./app")
            .synopsis("takt probe counters [FLAGS] (--pid PID | -- COMMAND [ARGUMENTS...])")
            .footer(
                "The command and all that it starts are counted, each from its exec on. The result goes to",
                "standard error, since standard output is the command's. Of a process, all threads are",
                "counted, also those that start meanwhile, and the processes that it starts.",
                "",
                "More events than the processor has counters take turns; their counts are estimates then, and",
                "marked. Other events are written as for perf: PMU/NAME/ or PMU/FIELD=NUMBER,.../, by the names",
                "in /sys/bus/event_source/devices.",
                "",
                "Exit codes: the command's own; 128 and the signal's number if a signal ended it; 1 it could",
                "not be started or nothing can be counted here, 2 usage. With --pid: 0, 1, 2; 130 interrupted.")
            .options(
                Options.text(
                    COUNTERS,
                    "LIST",
                    "Comma-separated list (default all that have general names): "
                        + StandardEvent.labels()),
                Options.text(PID, "PID", "Count this process instead of a command"),
                Options.text(
                    ProbeFlags.FOR, "TIME", "How long, with --pid (default 10s); less if it ends"),
                Options.format(),
                Options.verbose(),
                Options.help())
            .arguments("COMMAND", "")
            .spec();
    spec.parser().stopAtPositional(true);
    return spec;
  }

  static int run(CliContext context, ParseResult parsed) {
    List<String> words = parsed.matchedPositionalValue(0, List.of());
    boolean isCommand = !words.isEmpty() && !words.getFirst().isEmpty();
    boolean isProcess = parsed.hasMatchedOption(PID);
    if (!isCommand && !isProcess) {
      throw FlagValues.wrong(
          parsed,
          "there is no command to count; takt probe counters -- COMMAND, or --pid PID for a process");
    }
    if (isCommand && isProcess) {
      throw FlagValues.wrong(parsed, PID, "a command cannot be counted at the same time");
    }
    if (!isProcess && parsed.hasMatchedOption(ProbeFlags.FOR)) {
      throw FlagValues.wrong(
          parsed, ProbeFlags.FOR, "only with --pid; a command is counted until its end");
    }
    boolean json = FlagValues.isJson(parsed);
    Event[] asked = events(parsed);
    if (isProcess) {
      long nanos = FlagValues.time(parsed, ProbeFlags.FOR, DEFAULT_TIME);
      long pid = FlagValues.integer(parsed, PID, 0, 1, Integer.MAX_VALUE);
      try (Counters counters = Counters.openProcess(pid, asked)) {
        return isNothing(context, counters, asked)
            ? ExitCode.FAILED
            : count(context, new CountedProcess(pid, counters), pid, nanos, json);
      }
    }
    try (Counters counters = Counters.openChildren(asked)) {
      return isNothing(context, counters, asked)
          ? ExitCode.FAILED
          : count(context, words, counters, json);
    }
  }

  private static boolean isNothing(CliContext context, Counters counters, Event... asked) {
    Set<String> reasons = new LinkedHashSet<>(counters.notSupported().values());
    if (counters.notSupported().size() < asked.length) {
      return false;
    }
    if (reasons.size() == 1) {
      context.message("nothing can be counted: " + reasons.iterator().next());
      return true;
    }
    context.message("nothing can be counted here:");
    counters
        .notSupported()
        .forEach((each, why) ->
            context
                .err()
                .println(Prose.wrapped("  " + each.label() + ": " + why, context.paint().width())));
    return true;
  }

  private static int count(
      CliContext context, CountedProcess process, long pid, long nanos, boolean json) {
    AtomicBoolean stopped = new AtomicBoolean();
    try (var _ = context.interrupts().onInterrupt(() -> stopped.set(true))) {
      CounterResult result = process.count(nanos, stopped::get);
      print(context, context.out(), result, json);
      if (process.hasEnded()) {
        context.message("process " + pid + " ended after " + Units.time(result.nanos()));
      }
    }
    return stopped.get() ? ExitCode.INTERRUPTED : ExitCode.OK;
  }

  private static void print(
      CliContext context, PrintStream out, CounterResult result, boolean json) {
    if (!json) {
      CounterTable.print(out, result, context.paint().width());
      return;
    }
    try {
      CounterDocument.of(result).writeJson(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
  }

  private static int count(
      CliContext context, List<String> words, Counters counters, boolean json) {
    Command command =
        Command.builder(words)
            .environment(UserLocale.variables())
            .stdin(Redirect.inherit())
            .stdout(Redirect.inherit())
            .stderr(Redirect.inherit())
            .build();
    long begin = System.nanoTime();
    try (StreamChild child = Launcher.shared().start(command);
        var _ = context.interrupts().onInterrupt(() -> child.terminate(TIMEOUT))) {
      Exit exit = child.awaitExit();
      long nanos = System.nanoTime() - begin;
      Reading reading = counters.read();
      print(
          context,
          context.err(),
          CounterResult.of(String.join(" ", words), counters, reading, nanos),
          json);
      return code(context, words.getFirst(), exit);
    } catch (StartException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private static int code(CliContext context, String program, Exit exit) {
    return switch (exit) {
      case Exit.Code code -> code.value();
      case Exit.Killed killed -> {
        context.message(program + " was " + killed.describe());
        yield SIGNAL_CODE + killed.signal();
      }
      case Exit.Unknown unknown -> {
        context.message(program + " " + unknown.describe());
        yield ExitCode.FAILED;
      }
    };
  }

  private static Event[] events(ParseResult parsed) {
    String list = parsed.matchedOptionValue(COUNTERS, "");
    if (list.isEmpty()) {
      return StandardEvent.values();
    }
    try {
      return Event.parseList(list).toArray(Event[]::new);
    } catch (IllegalArgumentException e) {
      throw FlagValues.wrong(parsed, COUNTERS, String.valueOf(e.getMessage()));
    }
  }
}
