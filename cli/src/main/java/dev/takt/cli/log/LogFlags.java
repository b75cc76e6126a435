package dev.takt.cli.log;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.RawUnit;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Selection;
import dev.takt.runs.text.EnglishText;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The common flags of the commands of `takt log`, and the parsing of their values.
final class LogFlags {

  static final String TAG = "--tag";
  static final String IGNORE_TAGS = "--ignore-tags";
  static final String START = "--start";
  static final String END = "--end";
  static final String LENIENT = "--lenient";
  static final String FOLLOW = "--follow";
  static final String VALUES = "--values";

  private LogFlags() {}

  /// Creates a command with its flags. Files are its positional parameters.
  static CommandSpec command(String name, String header, String[] examples, OptionSpec... options) {
    return new CommandDeclaration("takt log " + name, header)
        .examples(examples)
        .synopsis("takt log " + name + " FILES... [FLAGS]")
        .footer(
            "FILES are interval logs of any HdrHistogram tool, plain, gzip or zstd; globs; folders of",
            "runs; - for standard input.",
            "",
            "Exit codes: 0 fine, 1 something is wrong with a log (all good intervals were used), 2 usage,",
            "6 no matching intervals.")
        .arguments("FILES", "")
        .options(options)
        .options(TimeFlags.options())
        .options(
            Options.flag(
                LENIENT, "Exit with 0 despite defects in a log, if at least one interval is good"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  static OptionSpec[] selecting(OptionSpec... more) {
    OptionSpec[] all = {
      Options.list(
          TAG,
          "GLOB",
          "Only matching tags ('*-rt'), or all others ('!warmup:*'); repeatable. (untagged): lines without a tag"),
      Options.flag(IGNORE_TAGS, "As if no line had a tag"),
      Options.text(
          START,
          "TIME",
          "Only intervals that start then or later: seconds from the logs' start, or since 1970, or "
              + "2025-01-01T00:00:05Z"),
      Options.text(END, "TIME", "Only intervals that start before then"),
    };
    OptionSpec[] joined = Arrays.copyOf(more, more.length + all.length);
    System.arraycopy(all, 0, joined, more.length, all.length);
    return joined;
  }

  /// The intervals that the flags select.
  static Selection selection(ParseResult parsed) {
    List<String> globs = parsed.matchedOptionValue(TAG, List.of());
    Selection tags =
        globs.isEmpty() ? Selection.ALL : Selection.ALL.withTags(Selection.tagged(globs));
    Moment from = moment(parsed, START);
    Moment to = moment(parsed, END);
    if (from != null && to != null && isAfter(from, to)) {
      throw FlagValues.wrong(parsed, END, "it is before " + START);
    }
    Selection window = tags.within(from, to);
    return parsed.hasMatchedOption(IGNORE_TAGS) ? window.ignoringTags() : window;
  }

  private static boolean isAfter(Moment a, Moment b) {
    return a.absolute() == b.absolute() && a.nanos() > b.nanos();
  }

  private static @Nullable Moment moment(ParseResult parsed, String flag) {
    String text = FlagValues.text(parsed, flag);
    return text == null ? null : FlagValues.parse(parsed, flag, text, Moment::parse);
  }

  /// The unit in which values are printed, from the flags and the logs.
  ///
  /// @param unitFlag the flag that selects a unit
  static ValueUnit unit(ParseResult parsed, String unitFlag, LogFacts facts) {
    String wanted = FlagValues.text(parsed, unitFlag);
    RawUnit raw = rawUnit(parsed, facts);
    return wanted == null
        ? ValueUnit.AUTO.in(raw)
        : FlagValues.parse(parsed, unitFlag, wanted, text -> ValueUnit.of(text).in(raw));
  }

  /// The unit of the logs' values: from the flags, or else from the logs.
  static RawUnit rawUnit(ParseResult parsed, LogFacts facts) {
    String values = FlagValues.text(parsed, VALUES);
    return values == null
        ? RawUnit.of(facts)
        : FlagValues.parse(parsed, VALUES, values, text -> given(text, facts));
  }

  private static RawUnit given(String text, LogFacts facts) {
    RawUnit given = RawUnit.given(text);
    RawUnit ofLog = RawUnit.of(facts);
    if (facts.unit() != null && !given.label().equals(ofLog.label())) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "a log says that its values are in %s, not in %s", ofLog.label(), given.label()));
    }
    return given;
  }
}
