package dev.takt.cli.usage;

import dev.takt.cli.args.FlagValues;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Rejects flags that are given more often than they have values.
public final class RepeatedFlags {

  /// Flags whose repeated values form a sequence.
  private static final Set<String> STRUCTURED = Set.of("--schedule");

  private RepeatedFlags() {}

  /// Rejects a flag that is repeated though it takes one value. The parser accepts it, since it
  /// would detect only flags outside of groups.
  ///
  /// @throws ParameterException that names the flag and its values
  public static void refuse(ParseResult parsed) {
    for (OptionSpec option : parsed.matchedOptionsSet()) {
      List<String> values = option.originalStringValues();
      if (values.size() > 1
          && !option.isMultiValue()
          && !option.usageHelp()
          && !STRUCTURED.contains(option.longestName())) {
        boolean isSwitch = option.arity().max() == 0;
        throw FlagValues.wrong(
            parsed, option.longestName(), isSwitch ? times(values.size()) : given(values));
      }
    }
  }

  /// The text for values of a repeated flag.
  public static String given(List<String> values) {
    return times(values.size()) + ": " + String.join(" and ", values);
  }

  private static String times(int count) {
    return count == 2 ? "given twice" : "given " + count + " times";
  }
}
