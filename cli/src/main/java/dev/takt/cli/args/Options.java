package dev.takt.cli.args;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/// Declares flags: the names that several commands share, and the forms that flags have.
public final class Options {

  public static final String FORMAT = "--format";
  public static final String QUIET = "--quiet";
  public static final String VERBOSE = "--verbose";
  public static final String HELP = "--help";
  public static final String OUT = "--out";
  public static final String FORCE = "--force";

  private Options() {}

  /// A switch.
  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .arity("0")
        .description(escaped(description))
        .build();
  }

  /// A switch that `--no-NAME` turns off.
  public static OptionSpec negatable(String name, String description) {
    return flag(name, description).toBuilder().negatable(true).build();
  }

  /// A flag with a value.
  public static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
  }

  /// A flag that may be repeated, with a value each time.
  public static OptionSpec list(String name, String label, String description) {
    return list(name, label, "1", description);
  }

  /// A flag with one value or more.
  public static OptionSpec several(String name, String label, String description) {
    return list(name, label, "1..*", description);
  }

  private static OptionSpec list(String name, String label, String arity, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity(arity)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(escaped(description))
        .build();
  }

  /// The same flag, with a letter too.
  ///
  /// @param letter such as `-o`
  public static OptionSpec withLetter(String letter, OptionSpec option) {
    return option.toBuilder().names(letter, option.longestName()).build();
  }

  public static OptionSpec output(String label, String description) {
    return withLetter("-o", text(OUT, label, description));
  }

  /// The format of the result, of commands that print a table or JSON.
  public static OptionSpec format() {
    return text(FORMAT, "table|json", "What to print (default table)");
  }

  public static OptionSpec verbose() {
    return flag(VERBOSE, "Stack traces of unexpected errors");
  }

  /// The help flag, which every command has.
  public static OptionSpec help() {
    return OptionSpec.builder("-h", HELP)
        .type(boolean.class)
        .arity("0")
        .usageHelp(true)
        .description("This text")
        .build();
  }

  /// picocli treats descriptions as format strings.
  public static String escaped(String description) {
    return description.replace("%", "%%");
  }
}
