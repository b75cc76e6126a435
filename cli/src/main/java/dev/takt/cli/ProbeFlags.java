package dev.takt.cli;

import dev.takt.load.schedule.Durations;
import dev.takt.runs.text.EnglishText;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The common flags of the probes, and the parsing of their values.
final class ProbeFlags {

  static final String FOR = "--for";
  static final String WARMUP = "--warmup";
  static final String PLOT = "--plot";
  static final String PERCENTILES = "--percentiles";

  private ProbeFlags() {}

  /// Creates a probe's command with its flags.
  static CommandSpec command(String name, String header, String[] text, OptionSpec... own) {
    CommandSpec spec = CommandSpec.create().name("takt probe " + name);
    spec.usageMessage()
        .header(header, "")
        .description(
            Arrays.stream(text).map(each -> each.replace("%", "%%")).toArray(String[]::new))
        .customSynopsis("takt probe " + name + " [FLAGS]", "")
        .footer(
            "",
            "Times are given with their unit (10s, 250ms, 100us, 5ns), and shown in the unit that fits;",
            "JSON has all times in nanoseconds. Ctrl-C ends early and shows what there is.",
            "",
            "Exit codes: 0 fine, 1 it failed, 2 usage, 130 interrupted.");
    for (OptionSpec each : own) {
      spec.addOption(each);
    }
    spec.addOption(
        LogFlags.output("FILE.hdr", "All values as an interval log, for takt log and its kin"));
    spec.addOption(
        LogFlags.text(PLOT, "FILE", "A picture: percentiles, and how they went; .svg or .png"));
    spec.addOption(LogFlags.text(RunFlags.FORMAT, "table|json", "What to print (default table)"));
    spec.addOption(
        LogFlags.text(PERCENTILES, "50,90,...", "Which percentiles (default 50 to 99.99)"));
    spec.addOption(LogFlags.flag(LogFlags.FORCE, "Write over files that exist"));
    spec.addOption(LogFlags.flag(RunFlags.QUIET, "No progress on standard error"));
    spec.addOption(LogFlags.flag(RunFlags.VERBOSE, "Stack traces of unexpected errors"));
    spec.addOption(RunFlags.help());
    return spec;
  }

  /// A duration of more than 0, in nanoseconds.
  static long time(ParseResult parsed, String flag, String usual) {
    long nanos = timeOrZero(parsed, flag, usual);
    if (nanos == 0) {
      throw LogFlags.wrong(parsed, flag, "expected more than 0");
    }
    return nanos;
  }

  /// A duration in nanoseconds; may be 0.
  static long timeOrZero(ParseResult parsed, String flag, String usual) {
    try {
      return Durations.parseNanos(parsed.matchedOptionValue(flag, usual));
    } catch (IllegalArgumentException e) {
      throw LogFlags.wrong(parsed, flag, String.valueOf(e.getMessage()));
    }
  }

  /// A whole number within a range.
  static int whole(ParseResult parsed, String flag, int usual, int least, int most) {
    String text = parsed.matchedOptionValue(flag, Integer.toString(usual));
    if (text.matches("\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw LogFlags.wrong(
        parsed, flag, EnglishText.format("expected %,d to %,d, found '%s'", least, most, text));
  }

  /// Parses a comma-separated list of a kind's values. Without the flag, all of them.
  ///
  /// @param name the name of a value
  static <E extends Enum<E>> Set<E> some(
      ParseResult parsed, String flag, Class<E> kind, Function<E, String> name) {
    Set<E> all = EnumSet.allOf(kind);
    String names = names(all, name);
    Set<E> result = EnumSet.noneOf(kind);
    for (String each : parsed.matchedOptionValue(flag, names).split("\\s*,\\s*", -1)) {
      result.add(
          all.stream()
              .filter(value -> name.apply(value).equals(each))
              .findFirst()
              .orElseThrow(() ->
                  LogFlags.wrong(
                      parsed, flag, "expected some of " + names + ", found '" + each + "'")));
    }
    return result;
  }

  /// The names of values, for messages.
  static <E> String names(Collection<E> values, Function<E, String> name) {
    return values.stream().map(name).collect(Collectors.joining(", "));
  }

  /// The error for an unknown name in a list.
  static ParameterException unknown(
      ParseResult parsed, String flag, String found, List<String> known) {
    return LogFlags.wrong(
        parsed,
        flag,
        EnglishText.format("expected one of %s, found '%s'", String.join(", ", known), found));
  }
}
