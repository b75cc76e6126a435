package dev.takt.cli.usage;

import dev.takt.load.text.Spelling;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a command, as they may be typed.
record KnownFlags(CommandSpec spec) {

  /// The length of a flag of one letter.
  static final int SHORT = 2;

  boolean contains(String arg) {
    return option(name(arg)) != null || isAttached(arg);
  }

  /// `-pKEY=VALUE`
  private boolean isAttached(String arg) {
    OptionSpec option = arg.length() > SHORT ? option(arg.substring(0, SHORT)) : null;
    return option != null && option.arity().max() > 0;
  }

  boolean takesNext(String arg) {
    OptionSpec option = option(arg);
    return option != null && option.arity().max() > 0;
  }

  private @Nullable OptionSpec option(String name) {
    return spec.optionsMap().get(name);
  }

  static String name(String arg) {
    int equals = arg.indexOf('=');
    return equals < 0 ? arg : arg.substring(0, equals);
  }

  /// The end of the message for an unknown flag.
  String suggestion(String name) {
    if (UsageErrors.VERSION.contains(name)) {
      return "; did you mean takt --version?";
    }
    if (name.length() <= SHORT) {
      return "";
    }
    if (!name.startsWith("--") && option("-" + name) != null) {
      return ": use -" + name;
    }
    List<String> known =
        spec.optionsMap().keySet().stream().filter(each -> each.startsWith("--")).toList();
    return Spelling.nearest(name, known).map(each -> "; did you mean " + each + "?").orElse("");
  }
}
