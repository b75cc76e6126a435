package dev.takt.cli.spi.args;

import java.util.List;
import picocli.CommandLine.Model.ArgGroupSpec;
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

  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .arity("0")
        .description(escaped(description))
        .build();
  }

  public static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
  }

  public static OptionSpec list(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(escaped(description))
        .build();
  }

  public static OptionSpec output(String label, String description) {
    return OptionSpec.builder("-o", OUT)
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(escaped(description))
        .build();
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

  public static ArgGroupSpec group(String heading, List<OptionSpec> options) {
    ArgGroupSpec.Builder group = ArgGroupSpec.builder().heading(heading).validate(false);
    options.forEach(group::addArg);
    return group.multiplicity("0..1").exclusive(false).build();
  }

  public static OptionSpec.Builder flag(String name) {
    return OptionSpec.builder(name).type(boolean.class).arity("0");
  }

  public static OptionSpec.Builder text(String name, String label, boolean isList) {
    OptionSpec.Builder option = OptionSpec.builder(name).paramLabel(label).arity("1");
    return isList
        ? option.type(List.class).auxiliaryTypes(String.class)
        : option.type(String.class);
  }
}
