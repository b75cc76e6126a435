package dev.takt.probes.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import dev.takt.runs.text.UserLocale;
import dev.takt.watch.counters.Counter;
import dev.takt.watch.counters.HardwareCounters;
import dev.takt.watch.counters.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/// `takt probe counters`: prints the counters of the processor and the kernel for a command.
final class ProbeCounters {

  static final String COUNTERS = "--counters";

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /// A shell's exit code for a signal is this plus the signal's number.
  private static final int SIGNAL_CODE = 128;

  private ProbeCounters() {}

  static CommandSpec spec() {
    CommandSpec spec =
        new CommandDeclaration(
                "takt probe counters",
                "Counts what the processor and the kernel do while a command runs.")
            .examples(
                "  takt probe counters -- java -jar app.jar",
                "  takt probe counters --counters task-clock,page-faults -- sort big.txt")
            .synopsis("takt probe counters [FLAGS] -- COMMAND [ARGUMENTS...]")
            .footer(
                "The command and all that it starts are counted, each from its exec on. The table goes to",
                "standard error, since standard output is the command's.",
                "",
                "Exit codes: the command's own; 128 and the signal's number if a signal ended it; 1 it could",
                "not be started or nothing can be counted here, 2 usage.")
            .options(
                Options.text(COUNTERS, "LIST", "Comma-separated list (default all): " + labels()),
                Options.verbose(),
                Options.help())
            .arguments("COMMAND", "")
            .spec();
    spec.parser().stopAtPositional(true);
    return spec;
  }

  static int run(CliContext context, ParseResult parsed) {
    List<String> words = parsed.matchedPositionalValue(0, List.of());
    if (words.isEmpty() || words.getFirst().isEmpty()) {
      throw FlagValues.wrong(
          parsed, "there is no command to count; takt probe counters -- COMMAND");
    }
    Counter[] asked = counters(parsed);
    try (HardwareCounters counters = HardwareCounters.openChildren(asked)) {
      if (counters.notSupported().size() == asked.length) {
        context.message("nothing can be counted here:");
        counters
            .notSupported()
            .forEach((each, why) -> context.err().println("  " + each.label() + ": " + why));
        return ExitCode.FAILED;
      }
      return count(context, words, counters);
    }
  }

  private static int count(CliContext context, List<String> words, HardwareCounters counters) {
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
      CounterTable.print(context.err(), words, reading, counters.userOnly(), nanos);
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

  private static Counter[] counters(ParseResult parsed) {
    String list = parsed.matchedOptionValue(COUNTERS, "");
    if (list.isEmpty()) {
      return Counter.values();
    }
    List<Counter> counters = new ArrayList<>();
    for (String each : list.split(",", -1)) {
      counters.add(
          Arrays.stream(Counter.values())
              .filter(counter -> counter.label().equals(each.strip()))
              .findFirst()
              .orElseThrow(() ->
                  FlagValues.wrong(
                      parsed, "there is no counter '" + each + "'; there are " + labels())));
    }
    return counters.toArray(Counter[]::new);
  }

  private static String labels() {
    return Arrays.stream(Counter.values()).map(Counter::label).collect(Collectors.joining(", "));
  }
}
