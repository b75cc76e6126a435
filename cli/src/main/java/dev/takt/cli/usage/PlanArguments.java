package dev.takt.cli.usage;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.load.config.UnknownTargetMessage;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.MaskedTarget;
import dev.takt.runs.text.EnglishText;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The positional arguments of a run: a plan, a target, or both.
///
/// @param plan a file; null for none. The file exists, unless its name is that of a plan
/// @param target null for none
/// @param note why an argument was read as a plan though it could be a target; null if unambiguous
public record PlanArguments(@Nullable Path plan, @Nullable String target, @Nullable String note) {

  private static final Pattern PLAN = Pattern.compile(".*\\.(yaml|yml|json)");
  private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");

  /// Classifies each argument: an existing file is the plan; a URL, or another form that a driver
  /// accepts, is the target.
  ///
  /// @param directory the base of relative paths
  /// @throws ParameterException if an argument is neither, or there are two plans or two targets
  public static PlanArguments of(
      ParseResult parsed, List<DriverProvider> providers, Path directory) {
    PlanArguments found = new PlanArguments(null, null, null);
    for (String each : parsed.matchedPositionalValue(0, List.<String>of())) {
      found = found.with(each, parsed, providers, directory);
    }
    return found;
  }

  /// Prints the note, if any.
  public void printNote(CliContext context) {
    if (note != null) {
      context.message(note);
    }
  }

  private PlanArguments with(
      String text, ParseResult parsed, List<DriverProvider> providers, Path directory) {
    if (text.isBlank()) {
      throw FlagValues.wrong(
          parsed, "the name of the plan or target is empty: is a variable not set?");
    }
    boolean isTarget =
        URL.matcher(text).matches() || providers.stream().anyMatch(each -> each.accepts(text));
    Path file = path(text, directory);
    boolean isFile = file != null && Files.exists(file) && !Files.isDirectory(file);
    if (isTarget && !isFile) {
      return withTarget(text, parsed);
    }
    String script = ForeignScript.message(text);
    if (script != null) {
      throw FlagValues.wrong(parsed, script);
    }
    boolean isPlan = isFile || PLAN.matcher(text).matches() || (file != null && Files.exists(file));
    if (file == null || !isPlan) {
      throw FlagValues.wrong(parsed, notFileOrTarget(text, parsed, providers));
    }
    return withPlan(file, isTarget, parsed);
  }

  private PlanArguments withTarget(String text, ParseResult parsed) {
    if (target != null) {
      throw FlagValues.wrong(
          parsed,
          EnglishText.format(
              "two targets: %s and %s; expected one",
              MaskedTarget.ofUnknown(target), MaskedTarget.ofUnknown(text)));
    }
    return new PlanArguments(plan, text, note);
  }

  private PlanArguments withPlan(Path file, boolean isTarget, ParseResult parsed) {
    if (plan != null) {
      throw FlagValues.wrong(
          parsed, EnglishText.format("two plans: %s and %s; expected one", plan, file));
    }
    String used =
        isTarget
            ? file + " is a file and is read as the plan; --target " + file + " is the target"
            : note;
    return new PlanArguments(file, target, used);
  }

  private static @Nullable Path path(String text, Path directory) {
    try {
      return directory.resolve(text);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static String notFileOrTarget(
      String text, ParseResult parsed, List<DriverProvider> providers) {
    String hint = Unquoted.hint(parsed.originalArgs(), text);
    return MaskedTarget.ofUnknown(text)
        + " is neither a file nor a target"
        + (hint.isEmpty() ? "; " + UnknownTargetMessage.expected(text, providers) : hint);
  }
}
