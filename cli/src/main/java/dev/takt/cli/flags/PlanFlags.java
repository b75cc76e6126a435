package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.cli.usage.RepeatedFlags;
import dev.takt.load.config.PropertyTexts;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags that define a run: those of a plan's keys, and those that the drivers declare.
final class PlanFlags {

  static final String DRIVER_JAR = "--driver-jar";
  private static final String SET = "--set";
  private static final String NO_SELF_WARMUP = "--no-self-warmup";

  private final List<DriverProvider> providers;
  private final Set<PlanKey> decided;

  /// The keys that have a flag, and whether they take one value.
  private final Map<String, Boolean> isSingle = new HashMap<>();

  /// @param decided the keys that a command sets itself, and that have no flag there
  PlanFlags(List<DriverProvider> providers, Set<PlanKey> decided) {
    this.providers = providers;
    this.decided = decided;
  }

  List<DriverProvider> providers() {
    return providers;
  }

  /// Adds the arguments and flags to a command.
  ///
  /// @param defaults replace the keys' own defaults in descriptions; empty for no value
  /// @param descriptions replace those of the keys
  CommandDeclaration declare(
      CommandDeclaration command,
      Map<PlanKey, String> defaults,
      Map<PlanKey, String> descriptions) {
    command
        .arguments(
            "PLAN.yaml|TARGET",
            "A plan, if it is a file; the target, if it is a URL or has another form of"
                + " --target. Flags override what a plan says.")
        .group("The run", keyOptions(defaults, descriptions));
    PropertyTexts texts = new PropertyTexts(providers);
    for (DriverOptions each : DriverOptions.groups(providers)) {
      List<OptionSpec> options = driverOptions(each.properties(), texts);
      if (!options.isEmpty()) {
        command.group(each.heading(), options);
      }
    }
    return command;
  }

  private List<OptionSpec> keyOptions(
      Map<PlanKey, String> defaults, Map<PlanKey, String> descriptions) {
    List<OptionSpec> options = new ArrayList<>();
    for (PlanKey key : PlanKey.values()) {
      if (!decided.contains(key) && key.form().isFlag()) {
        isSingle.put(key.key(), PlanKeyOptions.isSingle(key));
        String description = descriptions.getOrDefault(key, key.description());
        String defaultText = defaults.getOrDefault(key, key.defaultText());
        options.add(PlanKeyOptions.of(key, description, defaultText));
      }
    }
    options.add(Options.flag(NO_SELF_WARMUP, "The same as --self-warmup off"));
    options.add(
        Options.list(
            SET,
            "KEY=VALUE",
            "Any key of a plan; operations, generators and fleet as YAML on one line"));
    return options;
  }

  private List<OptionSpec> driverOptions(List<Property> properties, PropertyTexts texts) {
    return properties.stream()
        .filter(each -> isSingle.putIfAbsent(each.name(), DriverOptions.isSingle(each)) == null)
        .map(each -> DriverOptions.option(each, texts))
        .toList();
  }

  /// The plan keys that the flags and the positional target set, by key.
  ///
  /// @throws ParameterException if `--set` is given without a key and a value
  Map<String, List<String>> values(ParseResult parsed, PlanArguments arguments) {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    for (OptionSpec option : parsed.matchedOptionsSet()) {
      String key = option.longestName().substring(2);
      if (isSingle.containsKey(key)) {
        boolean isSwitch = option.type() == boolean.class;
        List<String> values =
            isSwitch && !option.negatable() ? List.of("true") : option.originalStringValues();
        flags.computeIfAbsent(key, _ -> new ArrayList<>()).addAll(values);
      } else if (option.longestName().equals(NO_SELF_WARMUP)) {
        flags.computeIfAbsent(PlanKey.SELF_WARMUP.key(), _ -> new ArrayList<>()).add("off");
      } else if (option.longestName().equals(SET)) {
        option.originalStringValues().forEach(each -> set(parsed, flags, each));
      }
    }
    addTarget(parsed, flags, arguments.target());
    flags.forEach((key, values) -> refuseRepeated(parsed, key, values));
    return flags;
  }

  private static void addTarget(
      ParseResult parsed, Map<String, List<String>> flags, @Nullable String target) {
    if (target != null) {
      List<String> others = flags.put(PlanKey.TARGET.key(), List.of(target));
      if (others != null) {
        throw FlagValues.wrong(
            parsed,
            EnglishText.format(
                "two targets: %s and --target %s; expected one", target, others.getFirst()));
      }
    }
  }

  /// Rejects a key with one value that is set both by its flag and by `--set`.
  private void refuseRepeated(ParseResult parsed, String key, List<String> values) {
    if (values.size() > 1 && isSingle.getOrDefault(key, false)) {
      throw FlagValues.wrong(parsed, "--" + key, RepeatedFlags.given(values));
    }
  }

  private static void set(ParseResult parsed, Map<String, List<String>> flags, String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      throw FlagValues.wrong(parsed, SET, "expected KEY=VALUE, found '" + text + "'");
    }
    flags
        .computeIfAbsent(text.substring(0, equals).strip(), _ -> new ArrayList<>())
        .add(text.substring(equals + 1));
  }
}
