package dev.takt.cli;

import dev.takt.cli.output.RawUnit;
import dev.takt.cli.output.ValueUnit;
import dev.takt.load.schedule.Durations;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Selection;
import dev.takt.runs.text.EnglishText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The common flags of the commands of `takt log`, and the parsing of their values.
final class LogFlags {

  static final String TAG = "--tag";
  static final String IGNORE_TAGS = "--ignore-tags";
  static final String START = "--start";
  static final String END = "--end";
  static final String LENIENT = "--lenient";
  static final String OUT = "--out";
  static final String FORCE = "--force";
  static final String FOLLOW = "--follow";
  static final String VALUES = "--values";

  private LogFlags() {}

  /// Creates a command with its flags. Files are its positional parameters.
  static CommandSpec command(String name, String header, String[] examples, OptionSpec... options) {
    CommandSpec spec = CommandSpec.create().name("takt log " + name);
    spec.usageMessage()
        .header(header, "")
        .description(Arrays.stream(examples).map(LogFlags::escaped).toArray(String[]::new))
        .customSynopsis("takt log " + name + " FILES... [FLAGS]", "")
        .footer(
            "",
            "FILES are interval logs of any HdrHistogram tool, plain, gzip or zstd; globs; folders of",
            "runs; - for standard input.",
            "",
            "Exit codes: 0 fine, 1 something is wrong with a log (all good intervals were used), 2 usage,",
            "6 no matching intervals.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("FILES")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .hidden(true)
            .build());
    for (OptionSpec each : options) {
      spec.addOption(each);
    }
    TimeFlags.options().forEach(spec::addOption);
    spec.addOption(
        flag(LENIENT, "Exit with 0 although something is wrong with a log, if something is right"));
    spec.addOption(flag(RunFlags.VERBOSE, "Stack traces of unexpected errors"));
    spec.addOption(RunFlags.help());
    return spec;
  }

  static OptionSpec[] selecting(OptionSpec... more) {
    OptionSpec[] all = {
      list(
          TAG,
          "GLOB",
          "Only these tags, such as '*-rt', or not these: '!warmup:*'; may be repeated. (untagged) is no tag"),
      flag(IGNORE_TAGS, "As if no line had a tag"),
      text(
          START,
          "TIME",
          "Only intervals that start then or later: seconds from the logs' start, or since 1970, or "
              + "2025-01-01T00:00:05Z"),
      text(END, "TIME", "Only intervals that start before then"),
    };
    OptionSpec[] joined = Arrays.copyOf(more, more.length + all.length);
    System.arraycopy(all, 0, joined, more.length, all.length);
    return joined;
  }

  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .arity("0")
        .description(escaped(description))
        .build();
  }

  static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
  }

  static OptionSpec list(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(escaped(description))
        .build();
  }

  static OptionSpec output(String label, String description) {
    return OptionSpec.builder("-o", OUT)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
  }

  private static String escaped(String description) {
    return description.replace("%", "%%");
  }

  /// The intervals that the flags select.
  static Selection selection(ParseResult parsed) {
    List<String> globs = parsed.matchedOptionValue(TAG, List.of());
    Selection tags =
        globs.isEmpty() ? Selection.ALL : Selection.ALL.withTags(Selection.tagged(globs));
    Moment from = moment(parsed, START);
    Moment to = moment(parsed, END);
    if (from != null && to != null && isAfter(from, to)) {
      throw wrong(parsed, END, "it is before " + START);
    }
    Selection window = tags.within(from, to);
    return parsed.hasMatchedOption(IGNORE_TAGS) ? window.ignoringTags() : window;
  }

  private static boolean isAfter(Moment a, Moment b) {
    return a.absolute() == b.absolute() && a.nanos() > b.nanos();
  }

  private static @Nullable Moment moment(ParseResult parsed, String flag) {
    String text = parsed.matchedOptionValue(flag, (String) null);
    try {
      return text == null ? null : Moment.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(parsed, flag, String.valueOf(e.getMessage()));
    }
  }

  /// A positive duration in nanoseconds, or null without the flag.
  static @Nullable Long time(ParseResult parsed, String flag) {
    String text = parsed.matchedOptionValue(flag, (String) null);
    if (text == null) {
      return null;
    }
    try {
      long nanos = Durations.parseNanos(text.matches("\\d+(\\.\\d+)?") ? text + "s" : text);
      if (nanos <= 0) {
        throw new IllegalArgumentException("expected more than 0, found '" + text + "'");
      }
      return nanos;
    } catch (IllegalArgumentException e) {
      throw wrong(parsed, flag, String.valueOf(e.getMessage()));
    }
  }

  /// The unit in which values are printed, from the flags and the logs.
  ///
  /// @param unitFlag the flag that selects a unit
  static ValueUnit unit(ParseResult parsed, String unitFlag, LogFacts facts) {
    String wanted = parsed.matchedOptionValue(unitFlag, (String) null);
    RawUnit raw = rawUnit(parsed, facts);
    try {
      return (wanted == null ? ValueUnit.AUTO : ValueUnit.of(wanted)).in(raw);
    } catch (IllegalArgumentException e) {
      throw wrong(parsed, unitFlag, String.valueOf(e.getMessage()));
    }
  }

  /// The unit of the logs' values: from the flags, or else from the logs.
  static RawUnit rawUnit(ParseResult parsed, LogFacts facts) {
    String values = parsed.matchedOptionValue(VALUES, (String) null);
    try {
      if (values != null && facts.unit() != null) {
        requireSame(RawUnit.given(values), RawUnit.of(facts));
      }
      return values == null ? RawUnit.of(facts) : RawUnit.given(values);
    } catch (IllegalArgumentException e) {
      throw wrong(parsed, VALUES, String.valueOf(e.getMessage()));
    }
  }

  private static void requireSame(RawUnit given, RawUnit said) {
    if (!given.label().equals(said.label())) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "a log says that its values are in %s, not in %s", said.label(), given.label()));
    }
  }

  /// Whether the result is printed as JSON.
  static boolean isJson(ParseResult parsed) {
    String format = parsed.matchedOptionValue(RunFlags.FORMAT, "table");
    return switch (format) {
      case "json" -> true;
      case "table" -> false;
      default ->
          throw wrong(
              parsed, RunFlags.FORMAT, "expected one of table, json, found '" + format + "'");
    };
  }

  /// A file or directory.
  ///
  /// @param flag the flag that it was given with
  /// @param directory the base of relative paths
  static Path path(ParseResult parsed, String flag, Path directory, String text) {
    if (text.isBlank()) {
      throw wrong(parsed, flag, "the name is empty: is a variable not set?");
    }
    try {
      return directory.resolve(text);
    } catch (InvalidPathException e) {
      throw wrong(parsed, flag, "'" + text + "' is no path: " + e.getReason());
    }
  }

  static ParameterException wrong(ParseResult parsed, String flag, String reason) {
    return new ParameterException(parsed.commandSpec().commandLine(), flag + ": " + reason);
  }
}
